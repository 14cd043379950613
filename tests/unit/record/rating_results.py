#!/usr/bin/env python3
"""rating_results.py > rating_results.txt: 1,000 random results of 48 people, rated by the published
implementation (pip install openskill==6.2.0). A line a result: for each side its rank, then each
person with their rating after it, "RANK PERSON:MU:SIGMA PERSON:MU:SIGMA", sides parted by " | "."""

import random

from openskill.models import PlackettLuce

PEOPLE = 48
RESULTS = 1000


def sides_of(dice):
    """Two sides most of the time, as these games have; up to five, of one to four people."""
    count = dice.choice((2, 2, 2, 2, 3, 4, 5))
    people = dice.sample(range(PEOPLE), PEOPLE)
    sides = []
    for _ in range(count):
        size = dice.randint(1, 4)
        sides.append(people[:size])
        people = people[size:]
    return sides


def main():
    dice = random.Random(2011)
    model = PlackettLuce()
    rated = [model.rating() for _ in range(PEOPLE)]
    for _ in range(RESULTS):
        sides = sides_of(dice)
        ranks = [dice.randint(1, len(sides) + 1) for _ in sides]
        after = model.rate([[rated[one] for one in side] for side in sides], ranks=ranks)
        texts = []
        for side, rank, numbers in zip(sides, ranks, after):
            texts.append(str(rank))
            for one, rating in zip(side, numbers):
                rated[one] = rating
                texts[-1] += f" {one}:{rating.mu:.6f}:{rating.sigma:.6f}"
        print(" | ".join(texts))


if __name__ == "__main__":
    main()
