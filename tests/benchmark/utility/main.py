"""What a private model is worth: the first choice of `fit` beside the best of a grid, DP-SGD, AdaSSP, no privacy
and doing nothing. NumPy alone.

    python3 tests/benchmark/utility/main.py [TABLE ...] [EPSILON ...] [--repeats N] [--no-grid] [--report]

`npm run bench -- --only utility [TABLE ...] [EPSILON ...]` builds the program first. Parts add up in
build/reports/utility.json; --report runs nothing and prints its tables. All figures are means over repeated runs,
with seeds of their own: what comes out best of a search is run again, for the least of many noisy means is too low.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[f"{library}_NUM_THREADS"] = "1"

import numpy as np

import rivals
from report import EPSILONS, print_lines, tables_text
from risk import Risk
from tables import ROOT, TABLES, split

PROGRAM = os.environ.get("NOISY_DESCENT") or os.path.join(ROOT, "build/benchmark/engine/cli/noisy-descent")
REPORT = os.path.join(ROOT, "build", "reports", "utility.json")
SEARCH_SEED, FINAL_SEED = 290101, 290202
METHODS = (("dp-gd", 10, 0), ("dp-gd", 40, 0), ("dp-hb", 40, 0.5), ("dp-hb", 100, 0.8))
# The heavy ball needs a convex sum, which clipped gradients of several classes do not have.
METHODS_OF_CLASSES = (("dp-gd", 10, 0), ("dp-gd", 40, 0), ("dp-gd", 100, 0))
CLIPS = (1, 0.5, 0.25, 0.125, 0.06, 0.03)  # as shares of the longest gradient
TRAVELS = (2, 8, 32, 128, 512, 2048)  # length of all steps, as if every gradient had length 1
STRENGTHS = (1, 10, 100)  # of the l2 regularizer, as multiples of the one of fit; the first alone where runs are dear
SCHEDULES = ((1, 30), (0.1, 100), (0.02, 300))  # of DP-SGD: sampling rate and steps


def ask(*words, given=None):
    call = subprocess.run([PROGRAM, *words], input=given, capture_output=True, text=True)
    if call.returncode != 0:
        raise SystemExit(f"noisy-descent {' '.join(words)}: {call.stderr.strip()}")
    return call.stdout


class Cell:
    """One table at one epsilon."""

    def __init__(self, name, epsilon, folder, repeats):
        self.table = TABLES[name](json.loads(ask("catalogue")))
        self.folder = folder
        rows, targets = self.table.coded()
        kept, held = split(len(rows))
        self.table.write(folder, kept)
        self.rows, self.targets = rows[kept], targets[kept]
        self.held = rows[held], targets[held]
        self.is_large = len(kept) > 2000
        self.is_dear = self.is_large or self.table.loss == "softmax"
        self.repeats = min(repeats, 10 if len(kept) > 50000 else 20 if self.is_large else 40)
        self.search_repeats = 1 if self.is_dear else 4
        words = ["fit", self.path("table.csv"), "--target", "target", *self.table.words]
        words += ["--columns", self.path("columns.json"), "--epsilon", epsilon, "--hold-out", "0"]
        start = time.perf_counter()
        self.experiment = json.loads(ask(*words, "--experiment", "--threads", "1"))
        self.seconds = time.perf_counter() - start
        strength = self.experiment["problem"].get("regularizer", {}).get("strength", 0)
        self.risk = Risk(self.table.loss, len(self.table.classes), strength)
        self.best = self.risk.optimum(self.rows, self.targets)
        self.least = self.risk.values(self.rows, self.targets, self.best)[0]

    def path(self, name):
        return os.path.join(self.folder, name)

    def judge(self, points):
        """Means over runs of the gap to the optimum of fit's own problem, and of scores."""
        gaps = self.risk.values(self.rows, self.targets, points) - self.least
        gaps = np.where(np.isfinite(gaps), gaps, np.inf)
        trained = self.risk.scores(self.rows, self.targets, points)
        held_out = self.risk.scores(*self.held, points)
        out = {"gap": gaps.mean(), "trained": trained.mean(), "heldOut": held_out.mean()}
        if len(points) > 1:
            out["gapError"] = gaps.std(ddof=1) / np.sqrt(len(points))
        return out

    def run(self, changes, seed, repeats, sweep=()):
        """Solutions of each point of a sweep: (d, K) for each repeat."""
        experiment = {**json.loads(json.dumps(self.experiment)), **changes, "sweep": list(sweep)}
        experiment["run"] |= {"repeats": repeats, "diagnostics": [], "trace": {"points": 2}}
        experiment["run"]["randomness"] |= {"mode": "reproducible", "seed": seed}
        with open(self.path("experiment.json"), "w") as file:
            json.dump(experiment, file)
        out = self.path("result.json")
        words = ["run", self.path("experiment.json"), "--data", self.path("table.csv")]
        ask(*words, "--out", out, "--threads", "1", "--quiet")
        with open(out) as file:
            result = json.load(file)
        shape = (self.rows.shape[1], self.risk.outputs)
        points = {}
        for one in result["runs"]:
            values = one.get("solution")
            point = np.reshape(values, shape[::-1]).T if values else np.full(shape, np.nan)
            points.setdefault(tuple(one.get("sweep", {}).values()), []).append(point)
        return points

    def final(self, changes):
        return self.judge(np.array(next(iter(self.run(changes, FINAL_SEED, self.repeats).values()))))

    def problem_with(self, clip, strength):
        problem = {**self.experiment["problem"], "gradientClip": {"norm": "l2", "bound": clip}}
        return problem | {"regularizer": {"kind": "l2", "strength": strength}}

    def best_of_grid(self):
        """The best of methods x steps x clip x step size x strength, measured in fit's own problem."""
        bound = self.table.row_bound()
        clips = [share * self.risk.slope * bound for share in CLIPS]
        strengths = [factor * self.risk.strength for factor in STRENGTHS[: 1 if self.is_dear else None]]
        found = []
        methods = METHODS_OF_CLASSES if self.table.loss == "softmax" else METHODS
        for method, iterations, momentum in methods:
            unit = (1 - momentum) / (self.risk.curvature * bound**2 * iterations)
            algorithm = {"id": method, "parameters": {"iterations": iterations, "stepSize": unit}}
            if momentum:
                algorithm["parameters"]["momentum"] = momentum
            sweep = [
                {"path": "problem.gradientClip.bound", "values": clips},
                {"path": "problem.regularizer.strength", "values": strengths},
                {"path": "algorithms.0.parameters.stepSize", "values": [unit * travel for travel in TRAVELS]},
            ]
            changes = {"algorithms": [algorithm], "problem": self.problem_with(clips[0], strengths[0])}
            for (clip, strength, step), points in self.run(changes, SEARCH_SEED, self.search_repeats, sweep).items():
                parameters = {**algorithm["parameters"], "stepSize": step}
                chosen = {"algorithms": [{"id": method, "parameters": parameters}]}
                chosen["problem"] = self.problem_with(clip, strength)
                found.append((self.judge(np.array(points))["gap"], chosen))
        found.sort(key=lambda one: one[0])
        again = [(self.final(changes), changes) for _, changes in found[: 3 if self.is_dear else 5]]
        return min(again, key=lambda one: one[0]["gap"])

    def best_dp_sgd(self):
        privacy = self.experiment["privacy"]
        bound = self.table.row_bound()
        clips, travels = (np.ravel(one) for one in np.meshgrid(CLIPS, TRAVELS))
        clips = clips * self.risk.slope * bound
        found = []
        for rate, steps in SCHEDULES[1:] if self.is_large else SCHEDULES:
            schedule = rate, steps, rivals.sigma_for(privacy["epsilon"], privacy["delta"], rate, steps)
            sizes = travels / (self.risk.curvature * bound**2 * steps)
            run = self.descend(schedule, np.tile(clips, self.search_repeats), np.tile(sizes, self.search_repeats), 1)
            gaps = self.risk.values(self.rows, self.targets, run) - self.least
            means = np.nan_to_num(gaps, nan=np.inf).reshape(self.search_repeats, -1).mean(axis=0)
            found += [(mean, schedule, clip, size) for mean, clip, size in zip(means, clips, sizes)]
        found.sort(key=lambda one: one[0])
        again = []
        for _, schedule, clip, size in found[:3]:
            points = self.descend(schedule, np.full(self.repeats, clip), np.full(self.repeats, size), 2)
            again.append(self.judge(points))
        return min(again, key=lambda one: one["gap"])

    def descend(self, schedule, clips, sizes, seed):
        random = np.random.default_rng(SEARCH_SEED + seed)
        return rivals.descend(self.risk, self.rows, self.targets, schedule, clips, sizes, random)

    def ada_ssp(self):
        privacy = self.experiment["privacy"]
        budget = privacy["epsilon"], privacy["delta"]
        random = np.random.default_rng(FINAL_SEED)
        points = [
            rivals.ada_ssp(self.rows, self.targets, budget, self.table.row_bound(), 1, random)[:, None]
            for _ in range(self.repeats)
        ]
        return self.judge(np.array(points))

    def record(self, has_grid):
        nothing = np.zeros((1, *self.best.shape[1:]))
        found = {
            "samples": len(self.rows),
            "features": self.rows.shape[1],
            "repeats": self.repeats,
            "score": "r2" if self.table.loss == "squared" else "accuracy",
            "seconds": self.seconds,
            "choice": {**self.experiment["algorithms"][0], "clip": self.experiment["problem"].get("gradientClip")},
            "fit": self.final({}),
            "noPrivacy": self.judge(self.best),
            "nothing": {"gap": self.judge(nothing)["gap"]} | self.risk.guess(self.targets, self.held[1]),
        }
        if has_grid:
            found["grid"], choice = self.best_of_grid()
            found["gridChoice"] = {**choice["algorithms"][0], "problem": choice["problem"]}
            found["dpSgd"] = self.best_dp_sgd()
        if has_grid and self.table.loss != "softmax":
            found["adaSsp"] = self.ada_ssp()
        return found

    def check(self):
        """The engine and this file mean the same by the gap, to a millionth."""
        experiment = {**json.loads(json.dumps(self.experiment))}
        experiment["run"] |= {"diagnostics": ["suboptimality"], "trace": {"points": 2}}
        experiment["run"]["randomness"] |= {"mode": "reproducible", "seed": 1}
        words = ["run", "-", "--data", self.path("table.csv"), "--threads", "1", "--quiet"]
        one = json.loads(ask(*words, given=json.dumps(experiment)))["runs"][0]
        point = np.reshape(one["solution"], (self.risk.outputs, -1)).T[None]
        theirs = one["nonPrivate"]["final"]["suboptimality"]
        ours = self.judge(point)["gap"]
        assert abs(ours - theirs) <= 1e-6 * max(1, abs(theirs)), (ours, theirs)


def read_report():
    if not os.path.exists(REPORT):
        return {}
    with open(REPORT) as file:
        return json.load(file)


def add_to_report(cells):
    """Others may write parts of it at the same time."""
    report = read_report() | cells
    os.makedirs(os.path.dirname(REPORT), exist_ok=True)
    with open(REPORT, "w") as file:
        json.dump(report, file, indent=1)


def measure(name, epsilon, options, commit):
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="noisy-descent-utility-") as folder:
        cell = Cell(name, epsilon, folder, options.repeats)
        cell.check()
        record = cell.record(not options.no_grid) | {"commit": commit}
    add_to_report({f"{name} {epsilon}": record})
    print_lines(name, epsilon, record)
    print(f"{name} at epsilon {epsilon}: {time.perf_counter() - start:.0f} s", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help=f"of {', '.join([*TABLES, *EPSILONS])}; all if none is named")
    parser.add_argument("--repeats", type=int, default=40)
    parser.add_argument("--no-grid", action="store_true", help="only fit and no privacy")
    parser.add_argument("--report", action="store_true", help="print what was measured before")
    options = parser.parse_args()
    unknown = set(options.parts) - {*TABLES, *EPSILONS}
    if unknown:
        parser.error(f"no table and no epsilon: {', '.join(unknown)}")
    if options.report:
        print(tables_text(read_report()))
        return
    rivals.check_accountant()
    words = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(words, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    for name in [name for name in TABLES if name in options.parts] or TABLES:
        for epsilon in [epsilon for epsilon in EPSILONS if epsilon in options.parts] or EPSILONS:
            measure(name, epsilon, options, commit)
    print(tables_text(read_report()), file=sys.stderr)


main()
