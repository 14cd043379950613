"""How people play each of the four games to its end, by nothing but what they were told. Every act
waits for what it has brought about: acts in two rooms have no order of their own."""

import re


def interceptor(table, options="", short=False):
    """Two rounds, a wrong call, and the call that wins; short: the call alone."""
    table.open("interceptor" + options)
    oa, ja, ob, jb = table.people
    private = [
        (oa, "signals documents: word honestly money: ends with ?", ob, "Do you agree"),
        (ob, "confirm", oa, "Your signals: "),
        (ja, "signals documents: word coffee money: first word well", jb, "Do you agree"),
        (jb, "confirm", ja, "Your signals: "),
        (ob, f"leader {oa.name}", oa, "Your turn"),
        (oa, 'play money "Who goes first?"', ob, "Your turn"),
        (ob, "play money", ja, "Your turn"),
        (ja, 'play money "Well, who knows."', jb, "Your turn"),
        (jb, "play money", ja, "Divide the pot"),
        (ja, "split 1 1", ob, "Say a sentence"),
        (ob, 'play documents "I honestly forgot."', oa, "Your turn"),
        (oa, "play documents", jb, "Say a sentence"),
        (jb, 'play documents "More coffee, please."', ja, "What did the signal say")]
    for who, words, reader, answer in private[:5] if short else private:
        table.act(who, words)
        reader.told(answer)
    if not short:
        table.act(oa, 'Interceptor! "umbrella" means money', table.room)
        table.all_see("Wrong")
        table.act(ja, "play money")
        oa.told("Divide the pot")
        table.act(oa, "split 2 2")
        table.all_see("Round 3")
    table.act(jb, 'Interceptor! "honestly" means documents', table.room)
    table.all_see("the Journalists win")
    return {"Officials": (oa, ob), "Journalists": (ja, jb)}


# No words of any pack: a clue that has a keyword in it would be warned of.
CLUES = (("zwilk", "quorf", "vebbin"), ("jaskel", "dwopple", "gryzk"))


def decrypto(table, options="", short=False):
    """Three rounds; Black reads White's code twice and wins. short: one round with interceptions
    (so the options have to say), White misreads its code and loses by points."""
    table.open("decrypto" + options)
    white, black = table.people[0::2], table.people[1::2]
    given = {person: set() for person in table.people}
    for number in range(1 if short else 3):
        writers = (white[number % 2], black[number % 2])
        readers = (white[1 - number % 2], black[1 - number % 2])
        codes = [writer.told(r"Your code is (\d{3})\.").group(1) for writer in writers]
        for writer, code in zip(writers, codes):
            given[writer].add(code)
        for writer, clues in zip(writers, CLUES):
            table.act(writer, "clues " + ", ".join(f"{clue}{number}" for clue in clues))
            writer.told("Your clues are in")
        table.all_see(f"White, clues of round {number + 1}")
        if number or short:
            table.act(writers[1], "intercept " + ("pass=yes" if short else codes[0]))
        table.act(readers[0], f"decode {codes[0][::-1] if short else codes[0]}")
        table.all_see(f"White: the code was {codes[0]}")
        table.all_see(f"Black, clues of round {number + 1}")
        if number or short:
            table.act(writers[0], "intercept pass=yes")
        table.act(readers[1], f"decode {codes[1]}")
        table.all_see(f"Black: the code was {codes[1]}")
    table.all_see("The game is over")
    told_codes(given)
    return {"White": tuple(white), "Black": tuple(black)}


def told_codes(given):
    """Each was told the codes of the rounds in which they wrote, and no other: one may be the same
    as one of theirs, so that the words alone do not show whose it is."""
    for person, codes in given.items():
        told = {match.group(1) for room in person.rooms.values() if room.direct
                for words in room.shown(person.house)
                for match in re.finditer(r"Your code is (\d{3})\.", words)}
        assert told == codes, (person.name, told, codes)


def infiltrators(table, options="", short=False):
    """The easiest mission: each Suspect is named by who sits next, who was whispered its card."""
    del short  # there is no shorter one
    table.open("infiltrators" + (options or " mission=T1"))
    begins = table.people[0].sees(table.room, r"Turn: (\w+)").group(1)
    while table.people[0].name != begins:
        table.people.append(table.people.pop(0))
    first, second, third = table.people
    for number, (nabs, shoots) in enumerate(((first, second), (third, first))):
        table.act(nabs, "nab")
        suspect = nabs.told(r"Your Suspect is (\w\d+)").group(1)
        shoots.told("Your turn")
        table.act(shoots, f"!shoot {nabs.name} {suspect}", table.room)
        table.all_see(r"Right!", number + 1)
        if number == 0:
            shoots.told("Which card do you take")
            table.act(shoots, "retrieve none")
    table.all_see("The game is over")
    return {person.name: (person,) for person in table.people}


def spyfall(table, options="", short=False):
    """One round: a question, a try that nobody may notice, and a spy who finds out, which is all
    of a short one."""
    table.open("spyfall" + (options or " rounds=1"))
    spy = next(person for person in table.people
               if person.told(r"You're (an agent|the spy)").group(1) == "the spy")
    agents = [person for person in table.people if person is not spy]
    place = agents[0].told(r"the place is ([^.\n]+)\.").group(1)
    asker, asked = table.people[0], table.people[1]
    if not short:
        table.act(asker, f"!ask {asked.name} is it loud there?", table.room)
        table.all_see("is it loud there")
        table.act(asked, "!answer Only when somebody drops a coin.", table.room)
        table.all_see("drops a coin")
        table.act(agents[0], f"guess {place}")
        agents[0].told("Only the spy may guess")
    table.act(spy, f"guess {place}")
    table.all_see("The game is over")
    return {"agents": tuple(agents), "spy": (spy,)}


ALL = {"interceptor": (interceptor, 4), "decrypto": (decrypto, 4),
       "infiltrators": (infiltrators, 3), "spyfall": (spyfall, 4)}

