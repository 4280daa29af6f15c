# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The statistics of the benchmarks, all of them.

A variant's samples are a list with one value for each round, and rounds are
interleaved: value i of one variant was taken next to value i of another. So
rounds are what is resampled, and what drifts over a run cancels out of a ratio.
"""
import math
import random
from typing import NamedTuple

RESAMPLES = 2000
CONFIDENCE = 0.95
LEAST_ROUNDS = 5  # with fewer there is nothing to resample


def quantile(values, q):
    """Linear between the two nearest values."""
    ordered = sorted(values)
    place = q * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def median(values):
    return quantile(values, 0.5)


class Ratio(NamedTuple):
    """A ratio of medians and the interval that holds it, at CONFIDENCE."""

    value: float
    low: float
    high: float

    def within_noise(self):
        """Whether the run cannot tell the two from each other."""
        return self.low <= 1 <= self.high


def ratio(numerator, denominator, seed=1):
    """The ratio of medians of two variants, with its bootstrap interval.

    Percentile bootstrap over rounds, from a fixed seed: the same samples give
    the same interval. Where every sample is the same, as with counts, the
    interval is the value itself; with too few rounds it holds everything.
    """
    if len(numerator) != len(denominator) or not numerator:
        raise ValueError("variants have different numbers of rounds")
    if min(numerator) <= 0 or min(denominator) <= 0:
        raise ValueError("a sample is not positive")
    value = median(numerator) / median(denominator)
    rounds = len(numerator)
    if len(set(numerator)) == len(set(denominator)) == 1:
        return Ratio(value, value, value)
    if rounds < LEAST_ROUNDS:
        return Ratio(value, 0, math.inf)
    source = random.Random(seed)
    ratios = []
    for _ in range(RESAMPLES):
        picks = source.choices(range(rounds), k=rounds)
        ratios.append(
            median([numerator[i] for i in picks])
            / median([denominator[i] for i in picks])
        )
    tail = (1 - CONFIDENCE) / 2
    return Ratio(value, quantile(ratios, tail), quantile(ratios, 1 - tail))
