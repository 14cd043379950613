#!/usr/bin/env python3
"""texts.py ROOT: English speaks to newcomers, and can be translated (config/languages/README.md,
"How a sentence is made"): names stand where every language has one form of them, sentences are
whole, and none sounds like a form. What house players say and what people type is theirs."""

import re
import sys

import tree

NO_SENTENCE = re.compile(
    r"(player|alias|say|symbol)\.|lesson\.\w+\.said\.|rules\..*\.topics$")
# what joins is no sentence
JOINS = re.compile(r"list\.|board\.grid\.|lobby\.option$")
# a person: by its format, or by the name of the argument
PERSON = re.compile(
    r"\{(?:[\w.@]+, (?:person|people|mention|seats)|(?:\w+_)?seat|name|names|before)\}")
# arguments called name that are no person's
NAMED = re.compile(r"house\.language$|pick\.|numbers\.|lobby\.option|refusal\.which_person$")
# where a name may stand: a sentence, quotation or clause begins there, or a label has ended
FREE = re.compile(r"(^|[.!?:→(“·–]|\*\*|, so|, and| and|,)\s*(\*\*)?$")
# what must agree with who a name is: a past tense, a participle, an adjective
AGREES = re.compile(
    r"\s+(?:(?:has|have)\s+(?!an?\b|no\b|nothing\b|the\b|\{)"
    r"|(?:is|are)\s+(?!the\b|an?\b|no\b|here\b|back\b|in\b|\*\*the\b)"
    r"|(?:had|was|were|did|came|found|gave|got|knew|left|lost|made|said|sat|took|went|won"
    r"|\w+ed)\b)")
ENDS = re.compile(r"[.?!:”)](\*\*)?$")
RULES = [
    (r"\}(?:\*\*)?['’]s\b", "no genitive of an argument: a label has the name as it is"),
    (r"\b(?:cannot|(?:do|does|did|is|are|was|were|have|has|had|would|could|should|must) not)\b"
     r"(?! only)", "contractions: can't, don't, isn't"),
    (r"\bI (?:am|would|will)\b|\bI have \w+ed\b|\b(?:It|That|There|there) is\b"
     r"|\bYou are (?!\*\*)", "contractions: I'm, it's, you're"),
    (r"\bawaited\b|\bwaited for\b|\bis expected of\b|\bis (?:needed|asked|sought|looked for)\b"
     r"|\bare (?:needed|asked)\b(?! )", "who acts? say who does what"),
    (r"(?i)\bprivate way\b|\ba little more is\b|\bit can carry\b|\blast voice\b", "no riddles"),
    (r"\bas in `!\w+ ", "on Discord `!ask @bob why?` is shown as `/ask`: no example is left"),
    (r"(?<!Time )\buntil \{", "a deadline is always: Time until {…}"),
]


def readings(sentence):
    """The sentence as it can be read, choices made: every branch of each choice at least once."""
    head = re.search(r"\{[\w.@]+, (?:select|plural),", sentence)
    if head is None:
        return [sentence]
    end = tree.closing(sentence, head.start())
    inside = sentence[head.end():end]
    found, at = [], 0
    while (opens := inside.find("{", at)) >= 0:
        shut = tree.closing(inside, opens)
        found += readings(sentence[:head.start()] + inside[opens + 1:shut] + sentence[end + 1:])
        at = shut + 1
    return found


def names(key, sentence):
    """What is wrong with where the names of a sentence stand."""
    for match in PERSON.finditer(sentence):
        if match[0] == "{name}" and NAMED.match(key):
            continue
        if not FREE.search(sentence[:match.start()]):
            yield f"{match[0]} inside a sentence: it begins one, or stands behind a label"
        told = AGREES.match(sentence[match.end():].removeprefix("**"))
        if told:
            yield f"{match[0]}{told[0]}: what follows must not depend on who it is"


def wrong(key, sentence):
    if JOINS.match(key):
        return
    plain = sentence.strip('"')
    if re.match(r"[,;]", plain):
        yield "a fragment that hangs on another sentence"
    for pattern, why in RULES:
        for match in re.finditer(pattern, sentence):
            yield f"{match[0]!r}: {why}"
    for reading in readings(plain)[:200]:
        yield from names(key, reading)
        if re.match(r"(?:ask|now|clock)\.", key) and not ENDS.search(reading.strip()):
            yield "no end: Time until … follows as a sentence of its own"


def main(root):
    problems = []
    for path in tree.files(root, "en.ini"):
        for number, key, sentence in tree.entries(tree.text(root, path)):
            if not NO_SENTENCE.match(key):
                problems += [f"{path}:{number}: {key}: {why}"
                             for why in dict.fromkeys(wrong(key, sentence))]
    tree.finish("texts", problems)


main(sys.argv[1])
