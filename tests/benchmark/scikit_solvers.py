"""scikit-learn on the records of solvers.cpp: the fastest fit whose gradient is short enough.

Prints measurements as measure.h does. Needs Debian's python3-sklearn. How fast it is depends on
the BLAS that NumPy uses: its name goes to standard error.
"""

import json
import re
import sys
import time
from pathlib import Path

import numpy as np
import sklearn
from sklearn.linear_model import LogisticRegression

ROWS, FEATURES, WEIGHT, LONGEST = 100_000, 100, 1e-4, 1e-6


def numbers(of):
    """Uniform on [-1, 1), by SplitMix64 of a number."""
    x = of * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return ((x ^ (x >> np.uint64(31))) >> np.uint64(11)) * 2.0**-52 - 1


def records():
    drawn = numbers(np.arange(1, ROWS * (FEATURES + 1) + 1, dtype=np.uint64))
    drawn = drawn.reshape(ROWS, FEATURES + 1)
    rows = drawn[:, :FEATURES] / np.linalg.norm(drawn[:, :FEATURES], axis=1, keepdims=True)
    labels = np.where(rows[:, 0] + 0.1 * drawn[:, FEATURES] > 0, 1, -1)
    return np.ascontiguousarray(rows), labels


def gradient_length(rows, labels, x):
    slopes = -labels / (1 + np.exp(labels * (rows @ x)))
    return np.linalg.norm(rows.T @ slopes / ROWS + WEIGHT * x)


def fit(rows, labels, solver, tolerance):
    """How many seconds of the processor it took, and the length of the gradient where it ended."""
    model = LogisticRegression(
        C=1 / (ROWS * WEIGHT),
        fit_intercept=False,
        solver=solver,
        tol=tolerance,
        max_iter=100_000,
        random_state=1,
    )
    start = time.process_time()
    model.fit(rows, labels)
    taken = time.process_time() - start
    return taken, gradient_length(rows, labels, model.coef_[0])


def seconds(rows, labels, solver):
    """The fastest of five fits, or of those that fit into two seconds, with the first tolerance, by
    powers of ten, that is enough."""
    for tolerance in (10.0**-power for power in range(1, 13)):
        taken, length = fit(rows, labels, solver, tolerance)
        if length > LONGEST:
            continue
        times = [taken]
        while len(times) < 5 and sum(times) < 2:
            times.append(fit(rows, labels, solver, tolerance)[0])
        return min(times)
    raise RuntimeError(f"{solver} did not get there")


def blas():
    """The files of the BLAS in use, where the system tells."""
    try:
        with open("/proc/self/maps", encoding="utf-8") as maps:
            files = {line.split()[-1] for line in maps if "/" in line}
            return sorted(file for file in files if re.match(r"lib.*blas", Path(file).name))
    except OSError:
        return []


def main():
    rows, labels = records()
    for solver in ["lbfgs", "sag", "saga"]:
        measured = {
            "benchmark": "scikit-learn",
            "row": solver,
            "unit": "solves/s",
            "value": 1 / seconds(rows, labels, solver),
        }
        print(json.dumps(measured), flush=True)
    print(f"scikit-learn {sklearn.__version__} with", *blas(), file=sys.stderr)


if __name__ == "__main__":
    main()
