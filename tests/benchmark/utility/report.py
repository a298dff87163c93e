"""What `utility.py` measured: lines for `npm run bench`, a table of all figures, and the short one of the documentation."""

import json

from tables import TABLES

METHODS = (
    ("fit", "fit"),
    ("grid", "best of grid"),
    ("dpSgd", "DP-SGD"),
    ("adaSsp", "AdaSSP"),
    ("noPrivacy", "no privacy"),
    ("nothing", "majority or mean"),
)
FIGURES = (("gap", "gap"), ("trained", "score of trained rows"), ("heldOut", "score of held-out rows"))
MOST_RATIO = 1.5
EPSILONS = ("0.1", "1", "10")


def print_lines(name, epsilon, record):
    for figure, row in FIGURES:
        for key, column in METHODS:
            if key in record:
                line = {"benchmark": f"utility of {name}", "row": f"{row}, epsilon {epsilon}", "unit": ""}
                print(json.dumps({**line, "column": column, "value": float(record[key][figure])}), flush=True)


def ratio_of(record):
    """The gap of fit over that of the grid's best; None where nothing beats doing nothing."""
    if "grid" not in record or record["grid"]["gap"] >= record["nothing"]["gap"]:
        return None
    return record["fit"]["gap"] / record["grid"]["gap"]


def shown(value):
    return "-" if value is None else f"{value:.4f}" if abs(value) < 0.0095 else f"{value:.3f}"


def ratio_text(record):
    ratio = ratio_of(record)
    if ratio is None:
        return "-"
    return f"**{ratio:.2f}**" if ratio > MOST_RATIO else f"{ratio:.2f}"


def lay_out(lines):
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def tables_text(report):
    """Both tables, in the order in which parts are named."""
    names = [f"{name} {epsilon}" for name in TABLES for epsilon in EPSILONS]
    report = {name: report[name] for name in names if name in report}
    return "\n".join([whole_table(report), "", "In short:", "", short_table(report)])


def whole_table(report):
    lines = [["data", "epsilon", "ratio"]]
    lines[0] += [f"{figure}: {column}" for figure, _ in FIGURES for _, column in METHODS]
    lines[0] += ["choice of fit", "choice of the grid", "runs", "seconds to choose", "commit"]
    for name, record in report.items():
        cells = [*name.split(" "), ratio_text(record)]
        cells += [shown(record[key][figure]) if key in record else "-" for figure, _ in FIGURES for key, _ in METHODS]
        cells += [choice_text(record["choice"], record["choice"]["clip"])]
        grid = record.get("gridChoice")
        cells += [choice_text(grid, grid["problem"]["gradientClip"]) if grid else "-"]
        lines.append([*cells, str(record["repeats"]), f"{record['seconds']:.1f}", record["commit"]])
    return lay_out(lines)


def choice_text(algorithm, clip):
    figures = [f"{name} {value:.3g}" for name, value in algorithm["parameters"].items()]
    return " ".join([algorithm["id"], *figures, f"clip {clip['bound']:.3g}" if clip else "no clip"])


def short_table(report):
    """A line for each table: scores of held-out rows at each epsilon."""
    lines = [["data", "rows x features", *(column for _, column in METHODS), "gap ratio"]]
    for name in dict.fromkeys(key.split(" ")[0] for key in report):
        records = [report.get(f"{name} {epsilon}") for epsilon in EPSILONS]
        some = next(record for record in records if record)
        cells = [name, f"{some['samples']} x {some['features']}"]
        for key, _ in METHODS:
            figures = [f"{record[key]['heldOut']:.3f}" if record and key in record else "-" for record in records]
            cells.append(figures[0] if len(set(figures)) == 1 else " / ".join(figures))
        lines.append([*cells, " / ".join(ratio_text(record) if record else "-" for record in records)])
    return lay_out(lines)
