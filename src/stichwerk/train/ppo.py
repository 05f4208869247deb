"""A learning example: PPO with action masks on the vector environment, in one file.

    python -m stichwerk.train.ppo [GAME] [--players N] [--decisions 6000000] [--device cpu|cuda] [--out FOLDER]

It learns solo The Game, or a seat of Sticheln or Hat Trick against the bot `simple`. What comes out is a bot,
`GAME.safetensors`, that sits down at any table by its name (`stichwerk match sticheln file:sticheln.safetensors simple`), and the
curve of its learning. Needs the extra `learn`: pip install 'stichwerk[learn]'.

Every number of an observation is taken as a category: each value of each has its own row of the first layer. Two layers
follow, one for what the moves promise and one for what the position is worth.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from stichwerk.batch import playouts
from stichwerk.bots import policy, tensors
from stichwerk.bots.from_file import FORMAT
from stichwerk.env.single import PLAYERS
from stichwerk.env.vector import StichwerkVector
from stichwerk.train import asked_for

try:
    import torch
    from torch.nn import functional
except ImportError as missing:
    raise SystemExit("Learning needs the extra 'learn': pip install 'stichwerk[learn]'.") from missing

MEMORY = "cards"
GAMES, STEPS = 1024, 32  # stepped together, and how far before each lesson
HIDDEN = 128
EPOCHS, SHARE = 2, 2048  # how often each lesson is gone through, and in pieces of how many decisions
FORESIGHT, TRACE = 0.997, 0.95  # discount of rewards; lambda of the advantages
CLIP, ENTROPY, RATE = 0.2, 0.01, 1.5e-3
SCALE = 0.1  # of rewards, so that values are about as large as the weights are used to
MOST_VALUES = 128  # of one number of an observation


@dataclass
class Task:
    """What is learned, and what it is compared with."""

    game: str
    players: int
    device: str

    def environment(self, games: int, seed: int) -> StichwerkVector:
        options: dict[str, Any] = {} if self.game == "thegame" else {"rounds": 1}
        env = StichwerkVector(
            self.game, games, self.players, bot="random" if self.players == 1 else "simple", memory=MEMORY,
            autoreset_mode="SameStep", device=self.device, threads=None, copy=False, check=False, **options,
        )  # fmt: skip
        env.reset(seed=seed)
        return env

    def rivals(self) -> dict[str, float]:
        """What a game brings others: cards laid in The Game; in games of points the one to beat is `simple` itself, at 0."""
        if self.game != "thegame":
            return {"simple": 0.0}
        return {name: 98 + mean_score(name, self.players) for name in ("random", "simple")}


def mean_score(bot: str, players: int) -> float:
    """What a bot leaves of The Game, as a score: a card is a point lost."""
    found = playouts(str(policy(bot, "thegame")), "thegame", players, 20_000, seed=1, scores=True)
    return float(found.scores[:, 0].mean())


class Net:
    """The policy and its critic."""

    def __init__(self, columns: Any, low: Any, high: Any, moves: int, device: str) -> None:
        def numbers(values: Any) -> Any:
            return torch.tensor(np.array(values), dtype=torch.int64, device=device)

        sizes = high - low + 1
        self.columns, self.low, self.high = numbers(columns), numbers(low), numbers(high)
        self.first = numbers(np.cumsum(sizes) - sizes)
        self.weights = {
            "rows": random_matrix(int(sizes.sum()), HIDDEN, len(columns), device),
            "b0": torch.zeros(HIDDEN, device=device),
            "w1": random_matrix(HIDDEN, HIDDEN, HIDDEN, device),
            "b1": torch.zeros(HIDDEN, device=device),
            "w2": random_matrix(HIDDEN, moves, 100 * HIDDEN, device),
            "b2": torch.zeros(moves, device=device),
            "critic": torch.zeros(HIDDEN, 1, device=device),
        }
        for weight in self.weights.values():
            weight.requires_grad_()

    def __call__(self, seen: Any, mask: Any) -> tuple[Any, Any]:
        """The logarithms of the moves' probabilities, and what the position is worth."""
        w = self.weights
        places = torch.clamp(seen[:, self.columns].long(), self.low, self.high) - self.low + self.first
        marks = torch.zeros(len(seen), len(w["rows"]), device=seen.device).scatter_(1, places, 1.0)
        units = functional.relu(marks @ w["rows"] + w["b0"])
        units = functional.relu(units @ w["w1"] + w["b1"])
        liked = (units @ w["w2"] + w["b2"]).masked_fill(mask == 0, -1e9)
        return torch.log_softmax(liked, dim=1), (units @ w["critic"])[:, 0]

    def save(self, path: Path, game: str) -> None:
        arrays = {name: getattr(self, name).int() for name in ("columns", "low", "high")}
        arrays |= {name: weight.detach() for name, weight in self.weights.items() if name != "critic"}
        about = {"format": FORMAT, "game": game, "memory": MEMORY}
        tensors.save(path, {name: array.cpu().numpy() for name, array in arrays.items()}, about)


def random_matrix(rows: int, columns: int, inputs: int, device: str) -> Any:
    return torch.randn(rows, columns, device=device) * (2.0 / inputs) ** 0.5


def fitting_net(env: StichwerkVector, device: str) -> Net:
    """A net that looks at the numbers which are not always the same, as some games at random show."""
    dice = torch.Generator(device).manual_seed(1)
    seen, least, most = look(env, device), None, None
    for _ in range(3 * STEPS):
        values, mask = seen
        least = values.amin(0) if least is None else torch.minimum(least, values.amin(0))
        most = values.amax(0) if most is None else torch.maximum(most, values.amax(0))
        env.step(torch.multinomial(mask.float(), 1, generator=dice)[:, 0])
        seen = look(env, device)
    columns = torch.nonzero(least != most)[:, 0].cpu().numpy()
    low, high = (bound[columns].astype(np.int64) for bound in env.batch.bounds)
    low = np.maximum(low, -MOST_VALUES // 2)
    return Net(columns, low, np.minimum(high, low + MOST_VALUES - 1), env.batch.moves, device)


def look(env: StichwerkVector, device: str) -> tuple[Any, Any]:
    """Observations and masks, as torch sees them: the batch's own arrays, on its device."""
    return torch.as_tensor(env.batch.observe(), device=device), torch.as_tensor(env.batch.mask(), device=device)


@torch.no_grad()  # type: ignore[untyped-decorator]
def play(env: StichwerkVector, net: Net, sums: Any, device: str) -> tuple[dict[str, Any], list[float]]:
    """A lesson: what was seen, done and gained in some steps of all games; and what the finished games brought (`sums` has what
    those still running have brought so far)."""
    kept: dict[str, list[Any]] = {name: [] for name in ("seen", "mask", "move", "chance", "value", "reward", "over")}
    finished: list[float] = []
    for _ in range(STEPS):
        seen, mask = (array.clone() for array in look(env, device))
        chances, value = net(seen, mask)
        move = torch.multinomial(torch.softmax(chances, 1), 1)
        _, reward, over, _, _ = env.step(move[:, 0])
        reward, over = (torch.as_tensor(array, device=device).float().clone() for array in (reward, over))
        sums += reward
        finished += sums[over > 0].tolist()
        sums *= 1 - over
        found = (seen, mask, move[:, 0], chances.gather(1, move)[:, 0], value, SCALE * reward, over)
        for name, array in zip(kept, found, strict=True):
            kept[name].append(array)
    kept["value"].append(net(*look(env, device))[1])
    return {name: torch.stack(arrays) for name, arrays in kept.items()}, finished


def advantages(lesson: dict[str, Any]) -> Any:
    """How much better each decision turned out than the critic thought (generalized advantage estimation)."""
    value, going = lesson["value"], 1 - lesson["over"]
    found, later = torch.zeros_like(lesson["reward"]), torch.zeros_like(lesson["reward"][0])
    for t in reversed(range(STEPS)):
        surprise = lesson["reward"][t] + FORESIGHT * going[t] * value[t + 1] - value[t]
        later = surprise + FORESIGHT * TRACE * going[t] * later
        found[t] = later
    return found


def learn(net: Net, lesson: dict[str, Any], adam: Any, doubt: float) -> None:
    better = advantages(lesson)
    aims = better + lesson["value"][:STEPS]
    flat = {name: array[:STEPS].flatten(0, 1) for name, array in lesson.items()} | {
        "better": better.flatten(),
        "aim": aims.flatten(),
    }
    for _ in range(EPOCHS):
        for some in torch.randperm(len(flat["move"]), device=better.device).split(SHARE):
            adam.zero_grad()
            loss(net, {name: array[some] for name, array in flat.items()}, doubt).backward()
            torch.nn.utils.clip_grad_norm_(list(net.weights.values()), 0.5)
            adam.step()


def loss(net: Net, part: dict[str, Any], doubt: float) -> Any:
    """PPO: moves that turned out better become likelier, but not much at once; the critic learns; some doubt remains."""
    chances, value = net(part["seen"], part["mask"])
    ratio = (chances.gather(1, part["move"][:, None])[:, 0] - part["chance"]).exp()
    better = (part["better"] - part["better"].mean()) / (part["better"].std() + 1e-8)
    gain = torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
    entropy = -(torch.softmax(chances, 1) * chances.clamp(min=-30)).sum(1).mean()
    return functional.mse_loss(value, part["aim"]) - gain - doubt * entropy


@torch.no_grad()  # type: ignore[untyped-decorator]
def measure(task: Task, net: Net, games: int) -> tuple[float, float]:
    """What a game brings if it always plays the likeliest move, with the standard error of that mean; new deals."""
    env, device = task.environment(GAMES, seed=2), task.device
    sums, finished = torch.zeros(GAMES, device=device), list[float]()
    while len(finished) < games:
        _, reward, over, _, _ = env.step(net(*look(env, device))[0].argmax(1))
        reward, over = (torch.as_tensor(array, device=device).float() for array in (reward, over))
        sums += reward
        finished += sums[over > 0].tolist()
        sums = sums * (1 - over)
    return float(np.mean(finished)), float(np.std(finished) / len(finished) ** 0.5)


def plot(path: Path, curve: list[float], task: Task) -> None:
    from matplotlib.figure import Figure

    figure = Figure((7, 4), layout="constrained")
    axes = figure.add_subplot()
    axes.plot([GAMES * STEPS * (k + 1) / 1e6 for k in range(len(curve))], curve, label="PPO")
    for number, (name, gain) in enumerate(task.rivals().items()):
        axes.axhline(gain, color=f"C{number + 1}", linestyle="--", label=name)
    axes.set_xlabel("decisions, in millions")
    axes.set_ylabel("cards laid" if task.game == "thegame" else "points ahead of the others' mean, a round")
    axes.legend()
    figure.savefig(path)


def train(task: Task, decisions: int, seed: int) -> tuple[Net, list[float]]:
    """The net, and what the games that ended in each lesson brought on average."""
    torch.manual_seed(seed)
    env = task.environment(GAMES, seed)
    sums = torch.zeros(GAMES, device=task.device)
    net = fitting_net(env, task.device)
    env.reset(seed=seed)
    adam = torch.optim.Adam(net.weights.values(), RATE, eps=1e-5)
    curve, lessons, start = list[float](), max(decisions // (GAMES * STEPS), 1), time.monotonic()
    for number in track(range(lessons), f"{task.game}, {decisions:,} decisions"):
        left = 1 - number / lessons  # steps grow smaller, and so does the doubt
        adam.param_groups[0]["lr"] = RATE * max(left, 0.1)
        lesson, finished = play(env, net, sums, task.device)
        learn(net, lesson, adam, ENTROPY * left)
        curve.append(float(np.mean(finished)) if finished else float("nan"))
        if number % 20 == 19:
            spent = (time.monotonic() - start) / 60
            print(f"{spent:5.1f} min {(number + 1) * GAMES * STEPS:>12,} decisions {curve[-1]:8.2f}", flush=True)
    return net, curve


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="thegame", choices=("thegame", "sticheln", "hattrick"))
    parser.add_argument("--players", type=int)
    parser.add_argument("--decisions", type=int, default=6_000_000, help="to learn from")
    parser.add_argument("--threads", type=int, help="of torch; by itself it takes a thread for each core")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path())
    args = parser.parse_args()
    if args.threads:
        torch.set_num_threads(args.threads)
    asked_for.room_in(parser, args.out)
    task = Task(args.game, args.players or PLAYERS[args.game], args.device)
    net, curve = train(task, args.decisions, args.seed)
    net.save(args.out / f"{task.game}.safetensors", task.game)
    plot(args.out / f"{task.game}.svg", curve, task)
    mean, error = measure(task, net, 10_000)
    print(f"PPO {mean:.2f} ± {error:.2f};", ", ".join(f"{name} {gain:.2f}" for name, gain in task.rivals().items()))


if __name__ == "__main__":
    main()
