# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The statistics: known values, known ratios through noise, honest intervals."""
import random
import unittest

import stats


def noisy(source, level, drift):
    """A round's time: noise that only ever adds, on a machine that drifts."""
    return level * drift * (1 + 0.05 * source.expovariate(1))


def interleaved(seed, levels, rounds=21):
    source = random.Random(seed)
    samples = [[] for _ in levels]
    for _ in range(rounds):
        drift = 1 + 0.3 * source.random()
        for samples_of_one, level in zip(samples, levels):
            samples_of_one.append(noisy(source, level, drift))
    return samples


class Quantiles(unittest.TestCase):
    def test_known_values(self):
        self.assertEqual(stats.median([3, 1, 2]), 2)
        self.assertEqual(stats.median([4, 1, 2, 3]), 2.5)
        self.assertEqual(stats.median([7]), 7)
        self.assertEqual(stats.quantile([1, 2, 3, 4, 5], 0.25), 2)
        self.assertEqual(stats.quantile([1, 2], 1), 2)


class Ratios(unittest.TestCase):
    def test_a_known_ratio_is_in_its_interval(self):
        for true in (0.5, 0.9, 1.0, 2.0):
            held = 0
            for seed in range(100):
                a, b = interleaved(seed, (true, 1.0))
                found = stats.ratio(a, b)
                held += found.low <= true <= found.high
            self.assertGreaterEqual(held, 88, "ratio %s" % true)

    def test_a_difference_over_the_noise_is_seen(self):
        a, b = interleaved(1, (0.8, 1.0))
        self.assertFalse(stats.ratio(a, b).within_noise())

    def test_no_difference_is_within_noise(self):
        a, b = interleaved(2, (1.0, 1.0))
        self.assertTrue(stats.ratio(a, b).within_noise())

    def test_the_same_samples_give_the_same_interval(self):
        a, b = interleaved(3, (1.1, 1.0))
        self.assertEqual(stats.ratio(a, b), stats.ratio(a, b))

    def test_counts_have_no_interval(self):
        self.assertEqual(stats.ratio([30] * 3, [20] * 3), (1.5, 1.5, 1.5))
        self.assertEqual(stats.ratio([30], [20]), (1.5, 1.5, 1.5))

    def test_too_few_rounds_tell_nothing(self):
        found = stats.ratio([2.0, 2.1, 2.2], [1.0, 1.1, 1.0])
        self.assertEqual(found.value, 2.1)
        self.assertTrue(found.within_noise())

    def test_what_cannot_be_compared_is_refused(self):
        for a, b in (([1, 2], [1]), ([], []), ([0, 1], [1, 1]), ([1], [-1])):
            with self.assertRaises(ValueError):
                stats.ratio(a, b)


if __name__ == "__main__":
    unittest.main()
