"""Four browser contexts play a whole game of Interceptor through the page."""

import kit
from interceptor import Game, SIGNALS
from kit import Keys, tell, until

EVADE = {"Officials": "documents", "Journalists": "money"}
ALIKE = {"Officials": "money", "Journalists": "money"}


def shots(game, name):
    for person in game.people:
        person.shot(f"{name}-{person.name}")


def win(game):
    """A Journalist has understood: the call that wins, seen by everybody."""
    caller = game.members("Journalists")[-1]
    game.call(caller, SIGNALS["Officials"], "documents")
    for person in game.people:
        person.read("The Journalists win", "#table")
        person.read(f"{caller.name} says", "#channel-messages")
    tell(f"{caller.name} calls Interceptor! and wins")


def whole_game(server, browser):
    """A whole game: link, lobby, signals, leader, plays with forms, splits, a call that wins."""
    game = Game(server, browser)
    game.open()
    shots(game, "lobby")
    game.agree()
    game.play(EVADE)
    shots(game, "split")
    game.split("Officials")
    refused(game)
    game.play(ALIKE)
    game.split("Journalists")
    wrong_call(game)
    shots(game, "round")
    win(game)
    shots(game, "won")
    stale_button(game)
    game.everyone_has_the_same()


def refused(game):
    """A sentence that carries no signal is refused in private and never seen by others."""
    person = game.turn()
    person.read("Your turn", "#urgent")  # said to screen readers at once
    ask, game.ask = game.ask, game.ask - 1
    person.press(rf"\.{ask}\.play\.symbol=documents$", "#dock", {"say": "Nothing to see here."})
    person.read("I posted nothing", "#dock, #private")
    for other in game.people:
        assert "Nothing to see here." not in other.words("#channel-messages")
    tell(f"{person.name}'s sentence without a signal is refused, privately")


def wrong_call(game):
    caller = game.members("Officials")[0]
    game.call(caller, {"money.kind": "word", "money.value": "banana"}, "money")
    for person in game.people:
        person.read("loses a card", "#channel-messages")
    tell(f"{caller.name} calls wrongly and loses a card")


def stale_button(game):
    """Of what is over no button is left, on nobody's page."""
    for person in game.people:
        assert not person.controls(r"\.play\.|\.split\.|\.call$", "#dock"), person.name
        assert not person.shown("#turn"), person.name
    tell("no button of a turn that is over is left, and it is nobody's turn")


def killed_game(server, browser):
    """The same with kill -9 in the middle of a round: it goes on, nothing twice, nothing lost."""
    game = Game(server, browser)
    game.open()
    game.agree()
    game.play(EVADE, lambda number: number == 2 and kill_between(server, game))
    game.split("Officials")
    game.play(ALIKE, lambda number: number == 3 and kill_at_once(server, game))
    game.split("Journalists")
    die_before_the_answer(server, game)
    win(game)
    game.everyone_has_the_same()


def kill_between(server, game):
    """The server dies; people talk into the void, and all of it arrives once it is back."""
    server.kill()
    for person in game.people:
        person.see("#wire", "that the line is down")
        said = f"{person.name} speaks into the void"
        game.said.append(said)
        person.say(said)
    game.people[1].shot("line-down")
    server.start()
    for person in game.people:
        until(f"{person.name}'s line to be back", lambda p=person: not p.shown("#wire"))
        for said in game.said[-4:]:
            person.read(said, "#channel-messages")
    tell("kill -9 between two cards: the line comes back, words said meanwhile arrive")


def kill_at_once(server, game):
    """The server dies in the moment somebody speaks."""
    person = game.people[2]
    said = "said in the last moment"
    game.said.append(said)
    person.see("#channel-text").send_keys(said)
    person.see("#channel-text").send_keys(Keys.ENTER)
    server.kill()
    server.start()
    for other in game.people:
        other.read(said, "#channel-messages")
    tell("kill -9 right after a word: it is there, once")


def die_before_the_answer(server, game):
    """Words are on disk, and the server dies before it says so: they must not come twice."""
    server.kill()
    server.start(DEADDROP_CRASH_AT="commit.landed:12")
    person = game.people[3]
    until("the line to be back", lambda: not person.shown("#wire"))
    for number in range(40):
        said = f"echo number {number}."
        game.said.append(said)
        person.say(said)
        if server.has_died():
            break
    until("the server to die", server.has_died)
    server.start()
    for other in game.people:
        until(f"{other.name}'s line to be back", lambda p=other: not p.shown("#wire"))
        other.read(game.said[-1], "#channel-messages")
    tell(f"dead after a commit, before its answer: {number + 1} lines, each there once")


if __name__ == "__main__":
    kit.run(whole_game, killed_game)
