"""Fit the net to games: to the points to come, their spread, and who wins."""

from collections.abc import Callable

import numpy as np
import torch
from net import Weights
from play import Moments
from rules import MOST_SEATS
from torch import nn
from torch.nn import functional as f

from qwixx_pad.analysis.net import HEADS, HEAT, MEAN, POINTS, SHARE, SIZE, SPREAD, STRENGTH, TIE

Tell = Callable[[str], object]
_BATCH = 2048
_RATE = 3e-3
_SMOOTH_L1_BETA = 0.02
_SPREAD_WEIGHT = 0.02
_MIN_SPREAD = 0.5


class Net(nn.Module):
    """The net of `net.heads`, for many moments at once."""

    def __init__(self, parts: int, most_parts: int, wide: int, narrow: int) -> None:
        """Make a net for so many vectors; a half of a sheet adds at most `most_parts` of them."""
        super().__init__()
        self.none = parts
        self.own = nn.EmbeddingBag(parts + 1, wide, mode="sum", padding_idx=parts)
        self.theirs = nn.EmbeddingBag(parts + 1, wide, mode="sum", padding_idx=parts)
        self.first = nn.Linear(SIZE, wide, bias=False)
        self.second = nn.Linear(wide + SIZE, narrow, bias=False)
        self.last = nn.Linear(narrow + SIZE, HEADS, bias=False)
        for table, size in ((self.own, 0.3), (self.theirs, 0.1)):
            nn.init.normal_(table.weight, std=size * (2 / most_parts) ** 0.5)
        nn.init.zeros_(self.last.weight)

    @classmethod
    def of(cls, arrays: Weights) -> "Net":
        """Make a net with these weights."""
        own, theirs, first, second, last = (torch.from_numpy(array) for array in arrays)
        net = cls(len(own), 1, own.shape[1], second.shape[1])
        with torch.no_grad():
            for table, vectors in ((net.own, own), (net.theirs, theirs)):
                table.weight[:-1] = vectors
                table.weight[-1] = 0
            net.first.weight.copy_(first.T)
            net.second.weight.copy_(second.T)
            net.last.weight.copy_(last.T)
        return net

    def forward(self, parts: torch.Tensor, seen: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
        """Compute the outputs of each seat, by moment, seat and output."""
        flat = torch.where(parts < 0, self.none, parts).reshape(-1, parts.shape[-1])
        shape = (*parts.shape[:3], -1)
        theirs = self.theirs(flat).reshape(shape) * there[:, :, None, None]
        others = theirs.sum(1, keepdim=True) - theirs
        both = self.own(flat).reshape(shape) + others
        hidden = f.relu(self.first(seen)[:, :, None] + both).sum(2)
        hidden = f.relu(self.second(torch.cat([hidden, seen], -1)))
        return self.last(torch.cat([hidden, seen], -1))

    def arrays(self) -> Weights:
        """The weights in the order of `net.heads`."""

        def plain(weight: torch.Tensor) -> np.ndarray:
            return np.ascontiguousarray(weight.detach().numpy().astype(np.float32))

        return (
            plain(self.own.weight[:-1]),
            plain(self.theirs.weight[:-1]),
            plain(self.first.weight.T),
            plain(self.second.weight.T),
            plain(self.last.weight.T),
        )


def outcomes(outputs: torch.Tensor, totals: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
    """The logarithms of the chances of each seat to win alone, and in the last column of a tie.

    Each seat has a score: its expected total, times how much points decide, plus its strength. The
    score of a tie is the mean of the two highest plus how likely ties are. The chances are the
    softmax of the scores.
    """
    many = there.sum(1, keepdim=True)
    heat = torch.exp((outputs[..., HEAT] * there).sum(1, keepdim=True) / many)
    ties = (outputs[..., TIE] * there).sum(1, keepdim=True) / many
    strong = heat * (totals / POINTS + outputs[..., MEAN]) + outputs[..., STRENGTH]
    strong = torch.where(there > 0, strong, torch.full_like(strong, -1e4))
    top = strong.topk(2, 1).values
    return f.log_softmax(torch.cat([strong, ties + top.mean(1, keepdim=True)], 1), 1)


def loss(
    outputs: torch.Tensor, totals: torch.Tensor, finals: torch.Tensor, there: torch.Tensor
) -> tuple[torch.Tensor, ...]:
    """The losses of the points, their spread, the winner, and each seat's share of the win."""
    count = there.sum()
    off = (finals - totals) / POINTS - outputs[..., MEAN]
    about_points = (off**2 * there).sum() / count
    scale = outputs[..., SPREAD].clamp(-5, 2)
    about_spread = ((off.detach() ** 2 * torch.exp(-2 * scale) / 2 + scale) * there).sum() / count
    together = (there.sum(1) > 1).float()
    ends = torch.where(there > 0, finals, torch.full_like(finals, -1e4))
    best = (ends == ends.max(1, keepdim=True).values).float() * there
    alone = (best.sum(1, keepdim=True) == 1).float()
    wins = torch.cat([best * alone, 1 - alone], 1)
    about_win = -((outcomes(outputs, totals, there) * wins).sum(1) * together).sum()
    share = best / best.sum(1, keepdim=True)
    per_seat = f.binary_cross_entropy_with_logits(outputs[..., SHARE], share, reduction="none")
    weight = there * together[:, None]
    about_share = (per_seat * weight).sum() / weight.sum().clamp(min=1)
    return about_points, about_spread, about_win / together.sum().clamp(min=1), about_share


def fit(net: Net, moments: Moments, epochs: int, seed: int, tell: Tell) -> None:
    """Fit a net to moments of games."""
    torch.manual_seed(seed)
    chance = np.random.default_rng(seed)
    count = len(moments.sizes)
    steps = epochs * (count // _BATCH + 1)
    optimizer, schedule = _optimizer(net, steps)
    for epoch in range(epochs):
        order = chance.permutation(count)
        losses = np.zeros(4)
        for start in range(0, count, _BATCH):
            lines = np.sort(order[start : start + _BATCH])
            outputs, totals, finals, there = run_net(net, moments, lines)
            four = loss(outputs, totals, finals, there)
            optimizer.zero_grad()
            (4 * four[0] + 0.3 * four[1] + four[2] + four[3]).backward()
            optimizer.step()
            schedule.step()
            losses += np.array([each.item() for each in four]) * len(lines) / count
        rest = " ".join(f"{each:.4f}" for each in losses[1:])
        tell(f"  {epoch}: off by {POINTS * losses[0] ** 0.5:.2f} points, {rest}")


def fit_exactly(
    net: Net, batch: Callable[[int], tuple[np.ndarray, ...]], steps: int, tell: Tell
) -> None:
    """Fit a net to exact values.

    Args:
        net: The net that is fitted.
        batch: Draws so many positions: their parts, contexts, means and standard deviations.
        steps: The number of batches.
        tell: Takes lines about the progress.
    """
    optimizer, schedule = _optimizer(net, steps)
    for step in range(steps):
        parts, seen, mean, spread = (torch.from_numpy(each) for each in batch(_BATCH))
        outputs = net(parts[:, None], seen[:, None], torch.ones(len(parts), 1))[:, 0]
        off = outputs[:, MEAN] - mean.float() / POINTS
        off_spread = outputs[:, SPREAD] - torch.log(spread.float().clamp(min=_MIN_SPREAD) / POINTS)
        wrong = f.smooth_l1_loss(off, torch.zeros_like(off), beta=_SMOOTH_L1_BETA)
        optimizer.zero_grad()
        (wrong + _SPREAD_WEIGHT * (off_spread**2).mean()).backward()
        optimizer.step()
        schedule.step()
        if step % 1000 == 0:
            tell(f"  {step}: off by {POINTS * off.abs().mean().item():.2f} points")


def _optimizer(
    net: Net, steps: int
) -> tuple[torch.optim.Adam, torch.optim.lr_scheduler.OneCycleLR]:
    optimizer = torch.optim.Adam(net.parameters(), lr=_RATE)
    return optimizer, torch.optim.lr_scheduler.OneCycleLR(
        optimizer, _RATE, total_steps=steps, pct_start=0.1
    )


def run_net(net: Net, moments: Moments, lines: np.ndarray) -> tuple[torch.Tensor, ...]:
    """The net's outputs for some moments, then the totals, final totals and existing seats."""
    parts = torch.from_numpy(moments.parts[lines].astype(np.int64))
    seen = torch.from_numpy(moments.seen[lines].astype(np.float32))
    totals = torch.from_numpy(moments.totals[lines].astype(np.float32))
    finals = torch.from_numpy(moments.finals[lines].astype(np.float32))
    sizes = torch.from_numpy(moments.sizes[lines].astype(np.int64))
    there = (torch.arange(MOST_SEATS) < sizes[:, None]).float()
    most = int(moments.sizes[lines].max())
    cut = slice(0, max(most, 2))
    return (
        net(parts[:, cut], seen[:, cut], there[:, cut]),
        totals[:, cut],
        finals[:, cut],
        there[:, cut],
    )
