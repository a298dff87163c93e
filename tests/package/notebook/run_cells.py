"""Runs a notebook's code cells, and has what they show shown: run_cells.py NOTEBOOK STUBS

For each cell that ends with a widget it prints a line of JSON: the widget's state and its records. It
goes on when a line comes back with the traits that the browser has set.
"""

import ast
import base64
import contextlib
import json
import os
import sys

path, stubs = sys.argv[1:]
sys.path[:0] = [os.path.dirname(os.path.abspath(path)), stubs]
sys.dont_write_bytecode = True
os.chdir(os.path.dirname(os.path.abspath(path)))
with open(path, encoding="utf-8") as file:
    notebook = json.load(file)

names = {}
for cell in notebook["cells"]:
    if cell["cell_type"] != "code":
        continue
    body = ast.parse("".join(cell["source"])).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(sys.stderr):
        exec(compile(ast.Module(body, []), path, "exec"), names)
        shown = last and eval(compile(ast.Expression(last.value), path, "eval"), names)
    if not hasattr(shown, "get_state"):
        print(shown, file=sys.stderr)
        continue
    shown.receive({"type": "data"})
    data = shown.sent[-1][1][0] if shown.sent else b""
    print(json.dumps({"state": shown.get_state(), "data": base64.b64encode(data).decode()}), flush=True)
    for name, value in json.loads(sys.stdin.readline()).items():
        setattr(shown, name, value)
