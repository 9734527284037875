"""The decoder of all protocols returns a command or a refusal with a reason, for any input."""

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.messages.answers import ActionSuccess
from noughts.messages.board_state import BoardState, Players
from noughts.messages.codec import (
    MAX_COMMAND_BYTES,
    MAX_PICTURE_COMMAND_BYTES,
    decode_command,
    decode_message,
    encode_message,
)
from noughts.messages.commands import (
    AddProfilePic,
    AnyCommand,
    CreateGame,
    CreateLogin,
    Heartbeat,
    JoinGame,
    Login,
    MakeMove,
    Pair,
    Resign,
)
from noughts.messages.ids import GameId
from noughts.messages.refusals import REFUSALS, Refusal
from noughts.messages.setup import ClockSetting
from tests.messages.samples import COMMANDS, JSON, values_of
from tests.proving import sample, seeded

ANY_COMMAND = st.one_of([values_of(kind) for kind in COMMANDS])


def check_answerable(answer: AnyCommand | Refusal) -> None:
    """Check that the result is a command that encodes to the same text, or a refusal that can be sent."""
    if not isinstance(answer, Refusal):
        said = encode_message(answer)
        assert decode_command(said) == answer or len(said) > MAX_COMMAND_BYTES
        return
    assert answer.code in REFUSALS
    assert answer.words.isprintable()
    assert 0 < len(answer.words) < 400
    told = ActionSuccess(value=False, code=answer.code, reason=answer.words)
    assert decode_message(encode_message(told)) == told


@given(command=ANY_COMMAND)
@settings(max_examples=sample(60, 3_000))
def test_every_command_survives_encoding_and_decoding(command: AnyCommand) -> None:
    data = encode_message(command)
    if len(data) <= MAX_COMMAND_BYTES:
        assert decode_command(data) == command


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
def test_the_type_on_the_wire_is_the_name_in_the_code(kind: type[msgspec.Struct]) -> None:
    assert kind.__struct_config__.tag == kind.__name__


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        (b'{"type":"Resign"}', Resign()),
        (b' \r\n{ "type" : "Resign" } \n', Resign()),
        (b'{"position":4,"id":"m-1","type":"MakeMove"}', MakeMove(cell=4, id="m-1")),
        (
            b'{"type":"MakeMove","game":"g","ply":3,"position":80,"mark":"O"}',
            MakeMove(game="g", ply=3, cell=80, mark="O"),
        ),
        (b'{"type":"Login","token":"t","resume":true}', Login(token="t", resume=True)),
        (
            b'{"type":"CreateGame","clock":{"baseSeconds":180,"incrementSeconds":2}}',
            CreateGame(clock=ClockSetting(base_seconds=180, increment_seconds=2)),
        ),
        (b'{"type":"Pair","clock":{"daysPerMove":14}}', Pair(clock=ClockSetting(days_per_move=14))),
        (b'{"type":"Heartbeat","games":{"g":7}}', Heartbeat(games={"g": 7})),
        ('{"type":"JoinGame","name":"мяу 🐈"}'.encode(), JoinGame(name="мяу 🐈")),
        (rb'{"type":"JoinGame","name":"\ud83d\ude00"}', JoinGame(name="😀")),
    ],
)
def test_decodes_the_messages_of_a_client(said: bytes, heard: AnyCommand) -> None:
    assert decode_command(said) == heard
    assert decode_command(bytearray(said)) == heard
    assert decode_command(memoryview(said)) == heard


MALFORMED: dict[str, bytes] = {
    "nothing": b"",
    "no json": b"hello",
    "two objects": b'{"type":"Resign"}{"type":"Resign"}',
    "cut off": b'{"type":"Resign"',
    "null": b"null",
    "a list": b'[{"type":"Resign"}]',
    "a number": b"5",
    "no type": b'{"position":1}',
    "unknown type": b'{"type":"TakeOver"}',
    "an event's type": b'{"type":"MoveMade","cell":1,"mark":"X"}',
    "an answer's type": b'{"type":"ActionSuccess","value":true}',
    "type in another case": b'{"type":"resign"}',
    "type is a number": b'{"type":1}',
    "type is an object": b'{"type":{"type":"Resign"}}',
    "unknown field": b'{"type":"Resign","seat":"X"}',
    "unknown field within": b'{"type":"Pair","clock":{"baseSeconds":60,"speed":9}}',
    "missing field": b'{"type":"MakeMove"}',
    "text for a number": b'{"type":"MakeMove","position":"4"}',
    "float for a number": b'{"type":"MakeMove","position":4.0}',
    "bool for a number": b'{"type":"MakeMove","position":true}',
    "null for a number": b'{"type":"MakeMove","position":null}',
    "a number for text": b'{"type":"JoinGame","name":5}',
    "a number for a bool": b'{"type":"PlayAgain","value":1}',
    "NaN": b'{"type":"MakeMove","position":NaN}',
    "Infinity": b'{"type":"MakeMove","position":Infinity}',
    "too large a float": b'{"type":"MakeMove","position":1e999}',
    "another mark": b'{"type":"MakeMove","position":1,"mark":"Z"}',
    "another offer": b'{"type":"Offer","what":"peace"}',
    "no text": b'{"type":"JoinGame","name":""}',
    "too long a text": b'{"type":"JoinGame","name":"' + b"x" * 65 + b'"}',
    "an empty id": b'{"type":"Resign","id":""}',
    "too long an id": b'{"type":"Resign","id":"' + b"x" * 65 + b'"}',
    "a space in an id": b'{"type":"Resign","id":"a b"}',
    "a newline after an id": b'{"type":"Resign","id":"a\\n"}',
    "a newline after a game's id": b'{"type":"Watch","game":"a\\n"}',
    "letters beyond ASCII in an id": '{"type":"Resign","id":"ид"}'.encode(),
    "NUL in an id": b'{"type":"Resign","id":"a\\u0000"}',
    "NUL in a name": b'{"type":"JoinGame","name":"a\\u0000b"}',
    "rounds below": b'{"type":"CreateGame","rounds":0}',
    "rounds above": b'{"type":"CreateGame","rounds":16}',
    "no kind of clock": b'{"type":"Pair","clock":{}}',
    "two kinds of clock": b'{"type":"Pair","clock":{"baseSeconds":60,"daysPerMove":1}}',
    "days with increment": b'{"type":"Pair","clock":{"incrementSeconds":1,"daysPerMove":1}}',
    "too short a clock": b'{"type":"Pair","clock":{"baseSeconds":4}}',
    "days not on offer": b'{"type":"Pair","clock":{"daysPerMove":4}}',
    "too many shown": b'{"type":"Heartbeat","shown":' + json.dumps(["g"] * 65).encode() + b"}",
    "too many games": b'{"type":"Heartbeat","games":' + json.dumps({f"g{n}": 1 for n in range(65)}).encode() + b"}",
    "deep lists": b'{"type":"Resign","game":' + b"[" * 4000,
    "a deep type": b'{"type":' + b"[" * 4000,
    "deep objects": b'{"type":"Resign","game":' + b'{"a":' * 800,
    "not UTF-8": b'{"type":"JoinGame","name":"\xff\xfe"}',
    "UTF-16": '{"type":"Resign"}'.encode("utf-16"),
    "a surrogate in UTF-8": b'{"type":"JoinGame","name":"\xed\xa0\x80"}',
    "a lone surrogate": rb'{"type":"JoinGame","name":"\ud800"}',
    "half a surrogate pair": rb'{"type":"JoinGame","name":"\ud83dx"}',
    "a byte order mark": b'\xef\xbb\xbf{"type":"Resign"}',
    "a control character in text": b'{"type":"JoinGame","name":"a\x01b"}',
}


@pytest.mark.parametrize("data", MALFORMED.values(), ids=MALFORMED.keys())
def test_explains_why_input_cannot_be_read(data: bytes) -> None:
    answer = decode_command(data)
    assert isinstance(answer, Refusal)
    assert answer.code == "malformed"
    assert answer.detail
    check_answerable(answer)


def test_the_reason_names_the_field_and_the_expected_type() -> None:
    answer = decode_command(b'{"type":"MakeMove","position":"4"}')
    assert isinstance(answer, Refusal)
    assert answer.words == "We couldn't read that message. Expected `int`, got `str` - at `$.position`"


def test_quotes_input_only_where_it_can_be_shown() -> None:
    for unseen in ("\\u202e", "\\u0007", "\\u200b", "\\n"):
        check_answerable(decode_command(b'{"type":"Resign","%s":1}' % unseen.encode()))
        check_answerable(decode_command(b'{"type":"%s"}' % unseen.encode()))
    check_answerable(decode_command(b'{"type":"' + b"x" * 3000 + b'"}'))


@pytest.mark.parametrize("data", [b'{"type":"Resign"}'.ljust(4097), b"x" * 4097, b"[" * 100_000], ids=len)
def test_refuses_a_large_message_without_reading_it(data: bytes) -> None:
    answer = decode_command(data)
    assert isinstance(answer, Refusal)
    assert (answer.code, (answer.detail or "")[:23]) == ("too_large", "The limit is 4096 bytes")
    check_answerable(answer)


@pytest.mark.parametrize("kind", ["AddProfilePic", "CreateLogin"])
def test_a_picture_may_be_larger(kind: str) -> None:
    head = f'{{"type":"{kind}","username":"ann","password":"correct horse","profilePicture":"'
    if kind == "AddProfilePic":
        head = '{"type":"AddProfilePic","profilePicture":"'
    largest = head + "A" * (MAX_PICTURE_COMMAND_BYTES - len(head) - 2) + '"}'
    command = decode_command(largest.encode())
    assert isinstance(command, AddProfilePic | CreateLogin)
    assert command.profile_picture is not None
    assert len(command.profile_picture) > 130_000
    one_more = decode_command(largest.encode() + b" ")
    assert isinstance(one_more, Refusal)
    assert one_more.code == "too_large"


@pytest.mark.parametrize(
    "data",
    [
        # An object whose type comes too late or isn't AddProfilePic has the usual size limit.
        b'{"profilePicture":"' + b"A" * 5000 + b'","type":"AddProfilePic"}',
        b'{"type":"Chat","text":"\\"AddProfilePic\\"' + b"x" * 5000 + b'"}',
        b'{"type":"JoinGame","name":"AddProfilePic","x":"' + b"x" * 5000 + b'"}',
        b'{"type":"AddProfilePic"' + b"[" * 100_000,
    ],
)
def test_only_pictures_may_be_larger(data: bytes) -> None:
    answer = decode_command(data)
    assert isinstance(answer, Refusal)
    assert answer.code in ("too_large", "malformed")
    check_answerable(answer)


def test_accepts_the_largest_command() -> None:
    assert decode_command(b'{"type":"Resign"}'.ljust(MAX_COMMAND_BYTES)) == Resign()


@pytest.mark.parametrize("number", [2**31, 2**63, 2**64, -(2**63) - 1, 10**19, 10**4000])
def test_decodes_huge_numbers_exactly(number: int) -> None:
    data = b'{"type":"MakeMove","position":%d}' % number
    assert decode_command(data) == MakeMove(cell=number)


@given(value=JSON)
@settings(max_examples=sample(60, 4_000))
def test_answers_any_json(value: Any) -> None:
    check_answerable(decode_command(json.dumps(value).encode()))
    check_answerable(decode_command(json.dumps(value, ensure_ascii=False).encode(errors="surrogatepass")))


@given(command=ANY_COMMAND, value=JSON, data=st.data())
@settings(max_examples=sample(60, 4_000))
def test_answers_a_command_with_one_wrong_value(command: AnyCommand, value: Any, data: st.DataObject) -> None:
    said = msgspec.to_builtins(command)
    said[data.draw(st.sampled_from([*said, "unknown"]))] = value
    check_answerable(decode_command(json.dumps(said).encode()))


@given(data=st.binary(max_size=200))
@settings(max_examples=sample(150, 10_000))
def test_answers_any_bytes(data: bytes) -> None:
    check_answerable(decode_command(data))


@pytest.mark.proof
def test_answers_damaged_commands() -> None:
    chance = random.Random(seeded("damaged"))
    whole = [*(data for data in MALFORMED.values()), b'{"type":"MakeMove","position":4,"ply":1,"game":"g","id":"i"}']
    for _ in range(sample(2_000, 100_000)):
        damaged = bytearray(chance.choice(whole))
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(len(damaged) + 1)
            damaged[place : place + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
        check_answerable(decode_command(damaged))


def test_a_client_decodes_every_message_of_the_server() -> None:
    state = BoardState(
        game=GameId("g"), version=1, phase="open", started=False, variant="classic", rows=3, cols=3, cells="." * 9,
        turn="X", ply=0, last_move=None, players=Players(X=None, O=None),
    )  # fmt: skip
    assert decode_message(encode_message(state)) == state
    with pytest.raises(msgspec.DecodeError):
        decode_message(b'{"type":"Resign"}')
