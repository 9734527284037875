"""The eight levels of the computer, as data: how far each looks, what it overlooks, and how long it seems to think.

`sees[d - 1]` is the chance to see something that happens d plies ahead; the last figure is for everything further. One
random number for each move decides how far the level looks this time. So it overlooks everything beyond a certain
depth, as people do. Measured by `python -m bench.engine ladder`.
"""

from msgspec import Struct

from noughts.engine.mnk_sight import Sight


class Level(Struct, frozen=True, kw_only=True):
    """One level. `pause_ms` holds the shortest and the longest pause before a move, including the time to think."""

    number: int
    name: str
    character: str
    milliseconds: int
    simulations: int
    ultimate_blur: float
    sight: Sight
    sees: tuple[float, ...]
    # The most plies that the level looks ahead in Connect Four and in Order and Chaos, and how much it misjudges
    # unproven values in Connect Four.
    plies: int
    connect_four_blur: float
    # How much it misjudges unproven values in Order and Chaos.
    order_blur: float
    trap_weight: float
    pause_ms: tuple[int, int]


LEVELS: tuple[Level, ...] = (
    Level(
        number=1,
        name="Daydreamer",
        character="Plays natural-looking moves, and often misses three in a row.",
        milliseconds=20,
        simulations=0,
        ultimate_blur=0.0,
        sight=Sight(depth=1, chains=False, overlooks_four=0.5, overlooks_three=0.9, slack=0.3),
        sees=(0.25, 0.05, 0.0),
        plies=1,
        connect_four_blur=0.25,
        order_blur=0.8,
        trap_weight=-0.1,
        pause_ms=(900, 2500),
    ),
    Level(
        number=2,
        name="Beginner",
        character="Takes most easy wins, but often misses your threats.",
        milliseconds=20,
        simulations=0,
        ultimate_blur=0.0,
        sight=Sight(depth=1, chains=False, overlooks_four=0.35, overlooks_three=0.7, slack=0.2),
        sees=(0.5, 0.15, 0.0),
        plies=2,
        connect_four_blur=0.28,
        order_blur=0.55,
        trap_weight=-0.05,
        pause_ms=(900, 2500),
    ),
    Level(
        number=3,
        name="Casual",
        character="Usually takes wins and blocks threats, but doesn't see traps.",
        milliseconds=30,
        simulations=0,
        ultimate_blur=0.0,
        sight=Sight(depth=1, chains=False, overlooks_four=0.18, overlooks_three=0.47, slack=0.14),
        sees=(0.69, 0.33, 0.04, 0.0),
        plies=3,
        connect_four_blur=0.12,
        order_blur=0.4,
        trap_weight=0.0,
        pause_ms=(800, 2300),
    ),
    Level(
        number=4,
        name="Attentive",
        character="Rarely misses a threat on the board, but walks into forks.",
        milliseconds=40,
        simulations=1,
        ultimate_blur=0.25,
        sight=Sight(depth=2, chains=False, overlooks_four=0.11, overlooks_three=0.34, slack=0.11),
        sees=(0.83, 0.5, 0.12, 0.05, 0.0),
        plies=4,
        connect_four_blur=0.08,
        order_blur=0.31,
        trap_weight=0.03,
        pause_ms=(800, 2200),
    ),
    Level(
        number=5,
        name="Careful",
        character="Blocks threats, and sees about half of all forks coming.",
        milliseconds=50,
        simulations=12,
        ultimate_blur=0.14,
        sight=Sight(depth=2, chains=False, overlooks_four=0.035, overlooks_three=0.135, slack=0.05),
        sees=(0.92, 0.71, 0.27, 0.15, 0.05),
        plies=5,
        connect_four_blur=0.06,
        order_blur=0.24,
        trap_weight=0.06,
        pause_ms=(700, 2000),
    ),
    Level(
        number=6,
        name="Sharp",
        character="Sets traps and avoids most; a long plan may still surprise it.",
        milliseconds=70,
        simulations=40,
        ultimate_blur=0.13,
        sight=Sight(depth=3, chains=False, overlooks_four=0.01, overlooks_three=0.08, slack=0.04),
        sees=(1.0, 0.91, 0.53, 0.35, 0.17),
        plies=7,
        connect_four_blur=0.07,
        order_blur=0.18,
        trap_weight=0.1,
        pause_ms=(700, 1900),
    ),
    Level(
        number=7,
        name="Expert",
        character="Misses only deep tactics, and only now and then.",
        milliseconds=100,
        simulations=350,
        ultimate_blur=0.08,
        sight=Sight(depth=4, chains=False, overlooks_three=0.03, slack=0.01),
        sees=(1.0, 1.0, 0.8, 0.65, 0.48),
        plies=12,
        connect_four_blur=0.025,
        order_blur=0.12,
        trap_weight=0.2,
        pause_ms=(600, 1800),
    ),
    Level(
        number=8,
        name="Master",
        character="Perfect on small boards, and close to full strength on the others.",
        milliseconds=400,
        simulations=1_000_000,
        ultimate_blur=0.0,
        sight=Sight(),
        sees=(1.0,),
        plies=42,
        connect_four_blur=0.0,
        order_blur=0.0,
        trap_weight=1.0,
        pause_ms=(600, 1600),
    ),
)
