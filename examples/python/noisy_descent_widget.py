"""The element of Noisy Descent in a notebook, by anywidget (https://anywidget.dev).

from noisy_descent_widget import NoisyDescent
widget = NoisyDescent("experiment.json"); widget     # in one cell: it shows, and runs in the browser
widget.result["privacy"]                             # in a later one, once the run has ended

It needs `pip install anywidget` and one file of the npm package, wasm/dist/anywidget.js, which is found
where this script lies in the package, or where the package is installed or packed beside the notebook.
There is no server: the engine is inside that file and runs in the browser, with no other request.

Where things stand:

- Records (`data`) stay in the kernel's memory. The browser asks for them and gets them by the
  connection that it has to the kernel; they are no trait, so that no notebook file stores them.
- Traits are what a notebook file holds when it stores the state of its widgets: the experiment, with its
  records where they are `inline`, and the result, which has exact figures of the data. Store no such
  state in a notebook that you publish.
"""

import json
import pathlib
import tarfile

import anywidget
import traitlets

_MODULE = pathlib.PurePosixPath("wasm/dist/anywidget.js")
_PACKED = "noisy-descent-*.tgz"


class NoisyDescent(anywidget.AnyWidget):
    """`<noisy-descent>` in an output cell.

    Parameters
    ----------
    experiment : dict, path or link
        An experiment as a dict, the path of its JSON file, or a link that the playground has copied.
    data : DataFrame, path, str or bytes, optional
        The records that an experiment on a file reads: a table of pandas or polars, the path of a file,
        CSV text of several lines, or bytes.
    module : path, optional
        Where the module is: anywidget.js itself, a folder that has the package or in whose node_modules
        it is, or a packed package (.tgz).
    view : "chart" or "curve"
    theme : "auto", "light" or "dark"
        "auto" follows JupyterLab, Visual Studio Code, or the system.
    hide : str
        Any of "title epsilon controls legend".
    start : "visible" or "click"
        When it loads the engine and runs what is cheap. What is costly waits for a click in any case.

    Attributes
    ----------
    result : dict or None
        The result of the last run that ended. Its experiment is the one that ran, also where a reader has
        moved epsilon in the cell. It holds exact diagnostics: not for publishing.
    plan : dict or None
        What will run, with its privacy and its price.
    error : dict or None
        What is wrong: its code, field and message.

    A new experiment or new data set them back to None. They change between cells: `widget.observe(f,
    "result")` calls f when a result is there.
    """

    _esm = traitlets.Unicode().tag(sync=True)
    experiment = traitlets.Dict(None, allow_none=True).tag(sync=True)
    link = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    view = traitlets.Enum(["chart", "curve"], "chart").tag(sync=True)
    theme = traitlets.Enum(["auto", "light", "dark"], "auto").tag(sync=True)
    hide = traitlets.Unicode("").tag(sync=True)
    start = traitlets.Enum(["visible", "click"], "visible").tag(sync=True)
    data_version = traitlets.Int(0).tag(sync=True)
    # The browser knows what it has sent.
    plan = traitlets.Dict(None, allow_none=True).tag(sync=True, echo_update=False)
    result = traitlets.Dict(None, allow_none=True).tag(sync=True, echo_update=False)
    error = traitlets.Dict(None, allow_none=True).tag(sync=True, echo_update=False)

    def __init__(self, experiment=None, data=None, *, module=None, **settings):
        source, link = _read_experiment(experiment)
        self._data = None if data is None else _read_data(data)
        super().__init__(
            _esm=read_module(module),
            experiment=source,
            link=link,
            data_version=0 if data is None else 1,
            **settings,
        )
        self.on_msg(self._answer)

    @property
    def data(self):
        """The records as the bytes that the browser reads; None without any."""
        return self._data

    @data.setter
    def data(self, data):
        self._data = _read_data(data)
        self.data_version += 1

    def run(self):
        """Runs the present experiment in the browser, whatever it costs; `result` or `error` follows."""
        self.send({"type": "run"})

    def cancel(self):
        self.send({"type": "cancel"})

    def solutions(self):
        """One dict for each run of the result, for a DataFrame.

        `guaranteed` says whether a guarantee bounds what the solution gives away, which holds for secure
        runs: those with a seed are for study. A run that failed has the solution None.
        """
        runs = [] if self.result is None else self.result["runs"]
        return [
            {
                "algorithm": run["algorithm"],
                "label": run["label"],
                **run["sweep"],
                "repeat": run["repeat"],
                "guaranteed": "status" in run,
                "solution": {**run.get("nonPrivate", {}), **run}.get("solution"),
            }
            for run in runs
        ]

    @traitlets.observe("experiment", "link", "data_version")
    def _forget(self, _change):
        self.plan = self.result = self.error = None

    def _answer(self, _widget, message, _buffers):
        if message.get("type") == "data" and self._data is not None:
            self.send({"type": "data", "version": self.data_version}, [self._data])


def read_module(place=None):
    """The text of the module for notebooks.

    Without a place it is looked for in the package that this script is part of, then in node_modules of
    the working folder and of those above it, then in packed packages there.
    """
    if place is not None:
        text = _module_at(pathlib.Path(place))
        if text is None:
            raise FileNotFoundError(
                f"{place} has no {_MODULE.name}: give that file, the folder of the npm package"
                " noisy-descent or one in whose node_modules it is, or the package as npm pack made it"
            )
        return text
    here = pathlib.Path.cwd()
    for folder in [pathlib.Path(__file__).resolve().parent.parent.parent, here, *here.parents]:
        packed = sorted(folder.glob(_PACKED)) if folder == here else []
        for found in [folder, *packed]:
            text = _module_at(found)
            if text is not None:
                return text
    raise FileNotFoundError(
        f"the module {_MODULE.name} is not found: run `npm pack` in a clone of Noisy Descent, put the"
        f" file {_PACKED} that it makes beside the notebook or install it there by npm, or give its"
        " place, NoisyDescent(..., module=PATH)"
    )


def _module_at(place):
    """The module in a place that `module` may name; None where it is not there."""
    if place.suffix == ".tgz" and place.is_file():
        with tarfile.open(place) as package:
            try:
                return package.extractfile(f"package/{_MODULE}").read().decode()
            except KeyError:
                return None
    inside = [place / _MODULE, place / "node_modules" / "noisy-descent" / _MODULE]
    files = [place] if place.suffix == ".js" else inside
    return next((file.read_text("utf-8") for file in files if file.is_file()), None)


def _read_experiment(experiment):
    """The experiment as a dict and None, or None and a link."""
    if experiment is None or isinstance(experiment, dict):
        return experiment, None
    if isinstance(experiment, str) and experiment.startswith(("#", "http://", "https://")):
        return None, experiment
    with open(experiment, encoding="utf-8") as file:
        return json.load(file), None


def _read_data(data):
    """The bytes of a table, a file or a text."""
    if isinstance(data, (bytes, bytearray, memoryview)):
        return bytes(data)
    if hasattr(data, "to_csv"):  # pandas
        return data.to_csv(index=False).encode()
    if hasattr(data, "write_csv"):  # polars
        return data.write_csv().encode()
    if isinstance(data, str) and "\n" in data:
        return data.encode()
    return pathlib.Path(data).read_bytes()
