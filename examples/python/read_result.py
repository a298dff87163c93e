"""Prints how the algorithms of a result ended, with nothing but the standard library.

noisy-descent run examples/quickstart.json --out result.json
python3 examples/python/read_result.py result.json
"""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    result = json.load(file)

privacy = result["privacy"]
print("all runs together:", privacy["total"] or "nothing is guaranteed")
print("may be published:", "yes" if privacy["releasable"] else "no")
# Everything below reads the data exactly: it is for study, and a redacted result has none of it.
for entry in result.get("nonPrivate", {}).get("summary", []):
    print(entry["label"], entry["sweep"] or "", f"{entry['repeats']} repeats")
    for name, statistics in entry["final"].items():
        print(f"  {name}: {statistics['median']!r} ({statistics['q10']!r} to {statistics['q90']!r})")
