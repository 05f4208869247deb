"""What a seat sees of its table: `aids` (RULES 6), and DESIGN, Secrets, at the table and on the wire.

"`none` as on a real table (the trick on the table and the last one), `all` (log, cards seen so far, running points)"; "bots
remember by themselves". Nobody's view changes when what they cannot see is permuted.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings

from stichwerk.game.refusals import Refusal
from stichwerk.table import Clock, Setup, Table, events, replays, secret, views
from stichwerk.table.events import Event
from stichwerk.table.table import hash_token
from stichwerk.words import LANGUAGES
from tests.games import ALL, Setting
from tests.table.sessions import SETUPS, STEPS, Session, Step
from tests.table.tables import (
    HANDFUL,
    SECRET,
    any_move,
    do,
    empty,
    finished,
    game_of,
    play,
    seated_for,
    sit,
    token,
)
from tests.test_secrets import hand_and_choice, known, permuted, secret_moves

AT = 2_000.0
EVERYONE = (None, 0, 1)
PLAYS = ("play", "pass")


def moments(setting: Setting) -> list[int]:
    """Numbers of moves: choosing, the first trick or turn, a few tricks on, naming, the next round."""
    tricks = 14 if setting.players == 8 else 15
    return [0, 1, setting.players, 2 * setting.players + 3, 40, tricks * setting.players + 2, (tricks + 3) * setting.players]


# ---- aids


def twins(setting: Setting, moves: int) -> tuple[Table, Table]:
    """The same table with all aids and with none."""
    found = []
    for aids in ("all", "none"):
        table = seated_for(setting, aids=aids)
        play(table, moves, random.Random(str(setting)))
        found.append(table)
    return found[0], found[1]


def without(view: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key not in keys}


REMEMBERED = {"sticheln": ["taken", "points", "unseen"], "hattrick": ["passes", "points", "unseen"], "thegame": ["unseen"]}


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_without_aids_exactly_what_only_memory_tells_is_hidden(setting: Setting) -> None:
    """RULES 6: "taken tricks lie face down, points are counted only at the round's end, and in The Game only the top of a
    pile is seen"; RULES 3: Hat Trick's tricks lie face up, but what was passed is laid face down."""
    hidden = REMEMBERED[setting.game]
    for moves in moments(setting):
        helped, real = twins(setting, moves)
        for seat in EVERYONE[: setting.players + 1]:
            with_aids, view = views.whole(helped, seat), views.whole(real, seat)
            assert with_aids["table"] == {**view["table"], "aids": "all"}
            assert without(view, *hidden, "table", "log") == without(with_aids, *hidden, "table", "log")
            assert helped.status == "over" or [view[key] for key in hidden] == [None] * len(hidden)
            assert None not in [with_aids[key] for key in hidden]


@pytest.mark.parametrize("setting", [HANDFUL[0], HANDFUL[2], HANDFUL[6]], ids=str)
def test_without_aids_it_is_still_told_how_points_came_about_at_the_rounds_end(setting: Setting) -> None:
    """RULES 6: "points are counted only at the round's end", but then openly; until then nothing of them shows."""
    _, real = twins(setting, 0)
    chance = random.Random(9)
    while not game_of(real).round_scores:
        assert views.whole(real, 0)["last_round"] is None
        play(real, 1, chance)
    assert real.status == "running"
    told = views.whole(real, 0)["last_round"]
    assert [tally["points"] for tally in told] == game_of(real).round_scores[0]


def turns(log: list[Any]) -> list[list[Any]]:
    """The plays of The Game, turn by turn."""
    found: list[list[Any]] = [[]]
    for event in log:
        if event["event"] == "draw":
            found.append([])
        elif event["event"] == "play":
            found[-1].append(event)
    return found


def tricks(log: list[Any], players: int) -> list[list[Any]]:
    """The plays of each trick, the one on the table last (empty between tricks)."""
    plays = [event for event in log if event["event"] in PLAYS]
    return [plays[at : at + players] for at in range(0, len(plays) + 1, players)]


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_without_aids_the_log_goes_back_to_the_last_trick_or_turn(setting: Setting) -> None:
    """RULES 6: "the trick on the table and the last one"; a double trick of Hat Trick is one."""
    for moves in moments(setting):
        helped, real = twins(setting, moves)
        whole, shown = views.log(helped), views.log(real)
        assert whole == game_of(helped).log()
        assert shown == whole[len(whole) - len(shown) :], "the end of the log"
        units = turns(whole) if setting.game == "thegame" else tricks(whole, setting.players)
        *_, last, now = [[], *units]
        plays = [event for event in shown if event["event"] in PLAYS]
        if setting.game != "thegame" and views.whole(real, None)["last_trick"] is None:
            assert plays in (now, last + now), "in a new round the last trick may be gone"
        else:
            assert plays == last + now


@pytest.mark.parametrize("setting", HANDFUL, ids=str)
def test_without_aids_too_one_is_sent_everything_that_happens_while_one_looks_on(setting: Setting) -> None:
    """What a socket is sent after each move: the log since what it was sent before, the last card of a round too."""
    table, chance, sent = seated_for(setting, aids="none"), random.Random(1), 0
    received: list[Any] = []
    while True:
        received += views.log(table, sent)
        sent = views.log_length(table)
        if table.status == "over":
            break
        play(table, 1, chance)
    assert received == game_of(table).log()


def test_after_the_end_nothing_need_be_remembered() -> None:
    """The replay is public then."""
    for setting in (HANDFUL[0], HANDFUL[6], HANDFUL[7]):
        view = views.whole(finished(setting, aids="none"), 0)
        assert None not in [view[key] for key in REMEMBERED[setting.game]]


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_a_bots_view_is_full_whatever_the_aids(setting: Setting) -> None:
    for moves in moments(setting)[::3]:
        helped, real = twins(setting, moves)
        for seat in range(setting.players):
            assert views.for_bot(real, seat) == views.for_bot(helped, seat) == game_of(real).view(seat)


# ---- views as a whole


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_a_view_is_the_games_view_and_the_table_around_it(setting: Setting) -> None:
    table = seated_for(setting)
    for _ in range(3):
        play(table, 13, random.Random(2))
        for seat in (None, *range(setting.players)):
            view = views.whole(table, seat)
            assert without(view, "table") == game_of(table).view(seat)
            assert json.loads(json.dumps(view)) == view
            assert {**views.shared(table), **views.own(table, seat), "log": views.log(table)} == view


@settings(max_examples=150, deadline=None)
@given(SETUPS, STEPS)
def test_what_lasts_does_not_change_before_its_stage_does(chosen: Setup, steps: list[Step]) -> None:
    """A server keeps parts of a view as long as `stage`, `setting`, `hold` and a seat's own moves and decisions stay the same."""
    session = Session(chosen)
    kept: dict[Any, tuple[Any, Any]] = {}
    for step in steps:
        session.take(step)
        table = session.table
        parts: dict[str, tuple[Any, Any]] = {
            "lasting": (views.stage(table), views.lasting(table)),
            "about": (views.setting(table), views.about(table)),
            "held by nobody": (views.hold(table), views.held(table, None)),
        }
        for number, seat in enumerate(table.seats):
            parts[f"held by {number}"] = ((views.hold(table), views.own_moment(table, number)), views.held(table, number))
            parts[f"legal for {number}"] = (seat.since, views.legal(table, number))
        for part, (stage, view) in parts.items():
            if part in kept and kept[part][0] == stage:
                assert kept[part][1] == view, part
        kept = dict(parts)


@settings(max_examples=150, deadline=None)
@given(SETUPS, STEPS)
def test_at_an_attended_table_nothing_happens_by_itself(chosen: Setup, steps: list[Step]) -> None:
    """A server looks no further after bots and clocks until such a table is arranged anew."""
    session = Session(chosen)
    attended_at = -1
    for step in steps:
        session.take(step)
        table = session.table
        if table.status == "running" and table.is_attended:
            attended_at = table.arranged
        if table.status == "running" and table.arranged == attended_at:
            assert (table.bots_to_act(), table.deadline()) == ([], float("inf"))


def test_a_waiting_table_shows_its_game_and_who_sits() -> None:
    table = empty("sticheln", 5, "mild", options={"rounds": 3}, private=True)
    sit(table)
    for seat in (None, 0):
        view = views.whole(table, seat)
        assert (view["game"], view["variant"], view["players"], view["seat"]) == ("sticheln", "mild", 5, seat)
        assert (view["options"]["rounds"], view["options"]["penalty"]) == (3, "flat")
        assert (view["phase"], view["to_act"], view["legal"], view["hand"], view["log"]) == ("waiting", [], [], [], [])
        assert (view["over"], view["round"], view["dealer"]) == (False, 0, None)
    about = views.about(table)
    assert [seat["kind"] for seat in about["seats"]] == ["person", "open", "open", "open", "open"]
    assert about["seats"][0] == {"kind": "person", "name": "Person 0", "bot": None, "away": True}
    assert (about["status"], about["host"], about["private"], about["next"]) == ("waiting", 0, True, None)
    assert views.summary(table) == {"game": "sticheln", "variant": "mild", "players": 5, **about}


@pytest.mark.parametrize("setting", [HANDFUL[1], HANDFUL[4]], ids=str)
def test_the_first_of_two_choices_shows_nothing_to_the_others(setting: Setting) -> None:
    """RULES 2.4, Aggravated: "nothing shows until all have made both"."""
    assert_first_shows_nothing(seated_for(setting))


@pytest.mark.parametrize("setting", [HANDFUL[1], HANDFUL[4]], ids=str)
@pytest.mark.parametrize("per", ["move", "game"])
def test_the_clock_does_not_show_the_first_of_two_choices(setting: Setting, per: str) -> None:
    """`table.clock` tells all when each seat began to think: the first choice must not move it."""
    assert_first_shows_nothing(seated_for(setting, clock=Clock(per, 300)))  # type: ignore[arg-type]


def assert_first_shows_nothing(table: Table) -> None:
    if table.setup.variant == "delayed":
        play(table, 15 * len(table.seats), random.Random(3))
    seat = next(seat for seat in game_of(table).to_act if len(game_of(table).legal(seat)) > 1)
    others = [other for other in (None, *range(len(table.seats))) if other != seat]
    before = [views.whole(table, other) for other in others]
    do(table, table.move(seat, table.version_for(seat), game_of(table).legal(seat)[0], AT))
    assert seat in game_of(table).to_act, "it has another one to make"
    assert [views.whole(table, other) for other in others] == before


# ---- secrets


@pytest.fixture
def dealt(monkeypatch: pytest.MonkeyPatch) -> dict[bytes, list[list[str]]]:
    """Decks to be dealt instead of those that a secret gives."""
    chosen: dict[bytes, list[list[str]]] = {}
    honest = secret.shuffled

    def shuffled(key: bytes, number: int, cards: list[str]) -> list[str]:
        return chosen[key][number][:] if key in chosen else honest(key, number, cards)

    monkeypatch.setattr("stichwerk.table.secret.shuffled", shuffled)
    return chosen


Decks = list[list[str]]
MISTAKES = ("r0", "b3", "50A", "n", "end", "start1", "what")


class Twin:
    """A table with chosen decks. All have the same secret, so that even the commitments are alike."""

    def __init__(self, setting: Setting, decks: Decks, dealt: dict[bytes, Decks], **more: Any) -> None:
        self._decks, self._dealt = decks, dealt
        dealt[SECRET] = decks
        self.table = seated_for(setting, **more)

    def make(self, event: Event) -> None:
        self._dealt[SECRET] = self._decks
        do(self.table, event)

    def told(self, seat: int | None) -> str:
        """Everything a seat is told by its table: its view, and how its mistakes are answered."""
        mistakes = [] if seat is None else [self._answer(seat, move) for move in MISTAKES]
        told = [self.table.version_for(seat), views.whole(self.table, seat), views.log(self.table, 5), mistakes]
        return json.dumps(told, sort_keys=True)

    def _answer(self, seat: int, move: str) -> str:
        try:
            return type(self.table.move(seat, self.table.version_for(seat), move, AT)).__name__
        except Refusal as refusal:
            return f"{refusal.code} {refusal.params} {refusal}"


def session(
    setting: Setting, moves: int, chance: random.Random, decks: Decks, dealt: dict[bytes, Decks]
) -> tuple[Table, list[Event]]:
    """Random moves with chat, signals, comings and goings between; the events from the first move on."""
    twin, happened = Twin(setting, decks, dealt), list[Event]()
    table = twin.table
    for _ in range(moves):
        if table.status == "over":
            break
        seat, mover = chance.randrange(setting.players), chance.choice(game_of(table).to_act)
        between: list[Event | None] = [table.say(seat, "hello", AT), table.come(seat, "A", AT), table.go(seat, "A", AT)]
        if setting.game == "thegame":
            between.append(table.signal(seat, "C?", AT))
        for event in (chance.choice(between), table.move(mover, table.version_for(mover), any_move(table, mover, chance), AT)):
            if event:
                happened.append(event)
                twin.make(event)
    return table, happened


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_a_seats_views_do_not_change_when_what_it_cannot_see_is_permuted(setting: Setting, dealt: dict[bytes, Decks]) -> None:
    """Two tables with the same secret and the same events; every card a seat has not been shown is another at the second."""
    for moves in [1, 2 * setting.players + 1, 37, *naming(setting)]:
        chance = random.Random(f"{setting} {moves}")
        whole = setting.start(1).whole_deck()
        decks = [chance.sample(whole, len(whole)) for _ in range(3)]
        table, happened = session(setting, moves, chance, decks, dealt)
        if table.status == "over":
            continue  # what ended it may have been in a hidden hand
        for seat in (None, chance.randrange(setting.players)):
            aids = chance.choice(["all", "none"])
            tries = (told_the_same(setting, table, happened, seat, decks, dealt, chance, aids) for _ in range(50))
            assert any(tries), "no permutation could be played"


def naming(setting: Setting) -> list[int]:
    """A moment at which one seat has named a colour and others not yet."""
    if setting.variant != "delayed" and setting.options.get("reveal") != "after":
        return []
    return [(14 if setting.players == 8 else 15) * setting.players + 1]


def told_the_same(
    setting: Setting,
    table: Table,
    happened: list[Event],
    seat: int | None,
    decks: Decks,
    dealt: dict[bytes, Decks],
    chance: random.Random,
    aids: str,
) -> bool:
    """False if there is no such game: the exchange made a hidden choice impossible, or ended The Game."""
    game, number = game_of(table), game_of(table).round - 1
    own: list[str] = [] if seat is None else hand_and_choice(game, seat)
    exchange = permuted(decks[number], set(decks[number]) - known(game, seat, own), chance)
    other = [
        *decks[:number],
        [exchange[card] for card in decks[number]],
        *(chance.sample(d, len(d)) for d in decks[number + 1 :]),
    ]
    first, second = Twin(setting, decks, dealt, aids=aids), Twin(setting, other, dealt, aids=aids)
    moves = iter(hidden_moves(setting, table, seat, decks))
    for event in happened:
        first.make(event)
        if isinstance(event, events.Moved) and next(moves):
            legal = game_of(second.table).legal(event.seat)
            wanted = exchange.get(event.move) or chance.choice(legal)
            if wanted not in legal:
                return False
            event = events.Moved(seat=event.seat, move=wanted, on=event.on, at=event.at)
        second.make(event)
        if first.table.status != second.table.status:
            return False
    assert first.told(seat) == second.told(seat)
    return True


def hidden_moves(setting: Setting, table: Table, seat: int | None, decks: Decks) -> list[bool]:
    """For each move of the table: whether it is another's choice that has not been shown."""
    hidden = secret_moves(setting, game_of(table), seat, decks)
    made = enumerate(game_of(table).replay()["moves"])
    return [number in hidden for number, (_, move) in made if move[1:] not in ("?", "!", ".")]


def test_the_test_can_fail(dealt: dict[bytes, Decks], monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that shows another's hand is caught."""
    honest = views.about
    monkeypatch.setattr(views, "about", lambda table: {**honest(table), "oops": game_of(table).view(1)["hand"]})
    with pytest.raises(AssertionError):
        test_a_seats_views_do_not_change_when_what_it_cannot_see_is_permuted(ALL[0], dealt)


def secrets_of(table: Table) -> list[str]:
    tokens = [token(seat) for seat in range(len(table.seats))]
    return [SECRET.hex(), SECRET.hex().upper(), repr(SECRET)[2:-1], *tokens, *(hash_token(each) for each in tokens)]


def everything_shown(table: Table) -> str:
    """All views, logs, lists and chat, and the answer to everything that can be done wrongly, in all languages."""
    shown = [json.dumps([views.whole(table, seat) for seat in (None, *range(len(table.seats)))])]
    shown += [json.dumps([views.summary(table), table.chat]), repr(game_of(table).log())]
    for wrong in (
        lambda: table.move(0, table.version_for(0), "r99", AT),
        lambda: table.move(0, table.version_for(0) + 5, "r1", AT),
        lambda: table.move(0, 0, "r1", AT),
        lambda: table.move(9, 0, "r1", AT),
        lambda: table.sit("Late", "their-token", AT),
        lambda: table.start(0, AT),
        lambda: table.start(1, AT),
        lambda: table.resume(0, AT),
        lambda: table.fill(0, 0, "simple", AT),
        lambda: table.remove(0, 0, AT),
        lambda: table.say(0, "", AT),
        lambda: table.signal(0, "Z!", AT),
        lambda: table.follow(0, "next", AT) if table.status != "over" else table.start(0, AT),
        lambda: replays.write(table) if table.status != "over" else table.start(0, AT),
    ):
        with pytest.raises(Refusal) as error:
            wrong()
        shown += [error.value.say(language) for language in LANGUAGES] + [repr(error.value.params)]
    return "\n".join(shown)


@pytest.mark.parametrize("setting", HANDFUL, ids=str)
def test_neither_the_secret_nor_a_token_nor_its_hash_is_ever_shown(setting: Setting) -> None:
    """Not even after the end: the secret is opened in the replay alone, and there too no token."""
    table = seated_for(setting)
    while True:
        shown = everything_shown(table)
        assert not [each for each in secrets_of(table) if each in shown]
        if table.status == "over":
            break
        play(table, 60, random.Random(6))
    opened = json.dumps(replays.write(table))
    assert [each in opened for each in secrets_of(table)] == [True] + [False] * (len(secrets_of(table)) - 1)
