"""The tables on which `bench --only utility` fits, and what is public of them.

A table is a CSV file with a header and a `columns.json`, as people bring them; the benchmark keeps a fifth of its
rows from every method. The same rows as features, for methods that read no CSV, are coded here a second time.
"""

import json
import os

import numpy as np

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
BUILTIN = os.path.join(ROOT, "engine", "data", "builtin")
HELD_OUT = 0.2


class Table:
    """columns: (name, cells, entry of columns.json) each; the target apart."""

    def __init__(self, columns, target, words, loss, classes=()):
        self.columns = columns
        self.target = np.asarray(target)
        self.words = words  # of the command line
        self.loss = loss
        self.classes = list(classes)

    def coded(self):
        """Features as a fit makes them: numbers from their range to [-1, 1], one column a word, a constant 1."""
        parts = []
        for _, cells, entry in self.columns:
            if "words" in entry:
                parts.append(np.asarray(cells)[:, None] == np.asarray(entry["words"])[None, :])
            else:
                lower, upper = entry["lower"], entry["upper"]
                scaled = (np.asarray(cells, dtype=float) - lower) / (upper - lower) * 2 - 1
                parts.append(np.clip(scaled, -1, 1)[:, None])
        rows = np.hstack([*parts, np.ones((len(self.target), 1))]).astype(float)
        return rows, self.coded_target()

    def coded_target(self):
        """-1 or 1; the number of a class; or a number from its range to [-1, 1]."""
        if self.loss == "softmax":
            return np.searchsorted(self.classes, self.target.astype(str))
        if self.loss == "squared":
            lower, upper = self.classes
            return np.clip((self.target - lower) / (upper - lower) * 2 - 1, -1, 1)
        return np.where(np.isin(self.target.astype(str), self.classes), 1.0, -1.0)

    def row_bound(self):
        """Of the features: each number, each group of words and the constant have at most 1."""
        return np.sqrt(len(self.columns) + 1)

    def write(self, folder, kept):
        """table.csv with the kept rows, and columns.json."""
        names = [name for name, _, _ in self.columns]
        cells = [np.asarray(cells)[kept].tolist() for _, cells, _ in self.columns]
        with open(os.path.join(folder, "table.csv"), "w") as file:
            file.write(",".join([*names, "target"]) + "\n")
            for row in zip(*cells, self.target[kept].tolist()):
                file.write(",".join(map(str, row)) + "\n")
        entries = {name: entry for name, _, entry in self.columns}
        if self.loss == "squared":
            entries["target"] = dict(zip(("lower", "upper"), self.classes))
        elif self.loss == "softmax":
            entries["target"] = {"words": self.classes}
        with open(os.path.join(folder, "columns.json"), "w") as file:
            json.dump(entries, file)


def split(count, seed=290001):
    """Rows that are kept and rows that are held out, chosen without a look at them."""
    order = np.random.default_rng(seed).permutation(count)
    held = max(1, round(HELD_OUT * count))
    return np.sort(order[held:]), np.sort(order[:held])


def builtin(name, loss, positive=(), target_is_number=False):
    def make(catalogue):
        entry = next(one for one in catalogue["builtinData"] if one["name"] == name)
        scale = entry["suggestedPreprocess"][0]
        path = os.path.join(BUILTIN, name.replace("-", "_") + ".csv")
        values = np.loadtxt(path, delimiter=",", skiprows=0 if name == "digits" else 1)
        columns = [
            (f"x{j}", values[:, j], {"lower": lower, "upper": upper})
            for j, (lower, upper) in enumerate(zip(scale["lower"], scale["upper"]))
        ]
        target = values[:, -1]
        if target_is_number:
            return Table(columns, target, [], loss, (0, 400))
        target = target.astype(int)
        words = [word for one in positive for word in ("--positive", one)]
        return Table(columns, target, words, loss, positive or [str(k) for k in range(10)])

    return make


def yes_or_no(columns, scores, random):
    yes = random.random(len(scores)) < 1 / (1 + np.exp(-scores))
    return Table(columns, np.where(yes, "yes", "no"), ["--positive", "yes"], "logistic", ["yes"])


def a9a_like(samples, seed):
    """By the law of the generator `a9a-like`: 14 columns of words, word c with probability ~ 1 / (c + 1)."""

    def make(_):
        random = np.random.default_rng(seed)
        columns, scores = [], np.zeros(samples)
        for group, size in enumerate((5, 8, 5, 16, 5, 7, 14, 6, 5, 2, 2, 2, 5, 41)):
            shares = 1 / np.arange(1, size + 1)
            words = np.array([f"w{c}" for c in range(size)])
            drawn = random.choice(size, samples, p=shares / shares.sum())
            scores += random.normal(size=size)[drawn]
            columns.append((f"g{group}", words[drawn], {"words": words.tolist()}))
        return yes_or_no(columns, scores, random)

    return make


def covertype(samples, seed):
    """By the law of the generator `covertype-surrogate`, before its rows are scaled: ten numbers, an area, a soil."""

    def make(_):
        random = np.random.default_rng(seed)
        numbers = 0.5 * random.normal(size=(samples, 1)) + random.normal(size=(samples, 10))
        columns = [(f"x{j}", numbers[:, j].round(4), {"lower": -3, "upper": 3}) for j in range(10)]
        parts = [numbers]
        for name, shares in (("area", [0.45, 0.05, 0.44, 0.06]), ("soil", np.exp(-0.15 * np.arange(40)))):
            shares = np.asarray(shares) / np.sum(shares)
            words = np.array([f"{name}{k}" for k in range(len(shares))])
            drawn = random.choice(len(shares), samples, p=shares)
            columns.append((name, words[drawn], {"words": words.tolist()}))
            parts.append(np.eye(len(shares))[drawn])
        rows = np.hstack(parts)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return yes_or_no(columns, rows @ random.normal(scale=3, size=54), random)

    return make


TABLES = {
    "breast-cancer": builtin("breast-cancer", "logistic", ["1"]),
    "digits-odd": builtin("digits", "logistic", ["1", "3", "5", "7", "9"]),
    "digits-ten": builtin("digits", "softmax"),
    "diabetes": builtin("diabetes", "squared", target_is_number=True),
    "a9a-20k": a9a_like(25000, 1),
    "covertype-20k": covertype(25000, 2),
    "a9a-200k": a9a_like(250000, 3),
    "covertype-200k": covertype(250000, 4),
}
