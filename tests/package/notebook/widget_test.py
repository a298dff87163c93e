"""Tests examples/python/noisy_descent_widget.py as it lies in the installed package: widget_test.py PACKAGE TARBALL TEST..."""

import json
import os
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
package, tarball = (os.path.abspath(path) for path in sys.argv[1:3])
sys.path[:0] = [
    os.path.join(package, "examples", "python"),
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "stubs"),
]
import noisy_descent_widget as example  # noqa: E402
from noisy_descent_widget import NoisyDescent, read_module  # noqa: E402
from traitlets import TraitError  # noqa: E402

quickstart = os.path.join(package, "examples", "quickstart.json")
people = os.path.join(package, "examples", "tables", "people.csv")
with open(os.path.join(package, "wasm", "dist", "anywidget.js"), encoding="utf-8") as module:
    text = module.read()


class Table:
    """A table as pandas has them."""

    def to_csv(self, index):
        return "index,a\n0,1\n" if index else "a\n1\n"


class Frame:
    """A table as polars has them."""

    def write_csv(self):
        return "a\n2\n"


class Widget(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder.name)

    def test_takes_a_dict_a_path_or_a_link(self):
        with open(quickstart, encoding="utf-8") as file:
            experiment = json.load(file)
        for given in (experiment, quickstart):
            widget = NoisyDescent(given)
            self.assertEqual((widget.experiment, widget.link), (experiment, None))
        for link in ("#e=eyJ", "https://example.org/play/#v3.abc"):
            widget = NoisyDescent(link)
            self.assertEqual((widget.experiment, widget.link), (None, link))
        with self.assertRaises(FileNotFoundError):
            NoisyDescent("nowhere.json")

    def test_takes_tables_files_texts_and_bytes(self):
        with open(people, "rb") as file:
            content = file.read()
        cases = [(Table(), b"a\n1\n"), (Frame(), b"a\n2\n"), (people, content), ("a\n3\n", b"a\n3\n")]
        for given, expected in [*cases, (b"a\n4\n", b"a\n4\n")]:
            self.assertEqual(NoisyDescent(quickstart, given).data, expected)

    def test_gives_records_only_to_who_asks_and_never_as_a_trait(self):
        widget = NoisyDescent(quickstart, "secret\n41\n")
        self.assertEqual(widget.sent, [])
        self.assertNotIn("41", json.dumps({**widget.get_state(), "_esm": ""}))
        widget.receive({"type": "data"})
        widget.data = "secret\n42\n"
        widget.receive({"type": "data"})
        answers = [({"type": "data", "version": 1}, [b"secret\n41\n"])]
        answers.append(({"type": "data", "version": 2}, [b"secret\n42\n"]))
        self.assertEqual(widget.sent, answers)
        none = NoisyDescent(quickstart)
        none.receive({"type": "data"})
        self.assertEqual((none.sent, none.data, none.data_version), ([], None, 0))

    def test_forgets_what_was_of_another_source(self):
        for change in ("experiment", "link", "data"):
            widget = NoisyDescent(quickstart)
            widget.plan, widget.result, widget.error = {}, {"runs": []}, {}
            setattr(widget, change, {"experiment": {}, "link": "#", "data": b""}[change])
            self.assertEqual((widget.plan, widget.result, widget.error), (None, None, None))

    def test_lists_solutions_wherever_they_stand(self):
        widget = NoisyDescent(quickstart)
        self.assertEqual(widget.solutions(), [])
        run = {"algorithm": "dp-gd", "label": "A", "sweep": {"privacy.epsilon": 2}, "repeat": 1}
        told = {**run, "status": "completed", "solution": [1.5], "nonPrivate": {"final": {}}}
        exact = {**run, "nonPrivate": {"status": "completed", "solution": [2.5]}}
        widget.result = {"runs": [told, exact, run]}
        row = {"algorithm": "dp-gd", "label": "A", "privacy.epsilon": 2, "repeat": 1}
        expected = [(True, [1.5]), (False, [2.5]), (False, None)]
        rows = [{**row, "guaranteed": guaranteed, "solution": solution} for guaranteed, solution in expected]
        self.assertEqual(widget.solutions(), rows)

    def test_tells_the_browser_to_run_and_to_cancel(self):
        widget = NoisyDescent(quickstart)
        widget.run()
        widget.cancel()
        self.assertEqual(widget.sent, [({"type": "run"}, None), ({"type": "cancel"}, None)])

    def test_takes_the_words_of_the_element_and_no_others(self):
        widget = NoisyDescent(quickstart, view="curve", theme="dark", hide="title legend", start="click")
        self.assertEqual(widget.get_state()["view"], "curve")
        for wrong in ({"view": "full"}, {"theme": "blue"}, {"start": "never"}):
            with self.assertRaises(TraitError):
                NoisyDescent(quickstart, **wrong)

    def test_finds_the_module_wherever_the_package_is(self):
        module = os.path.join(package, "wasm", "dist", "anywidget.js")
        project = os.path.dirname(os.path.dirname(package))
        for place in (None, module, package, project, tarball):
            self.assertEqual(read_module(place), text)

    def test_finds_it_from_a_copy_of_the_script_too(self):
        copy, script = os.path.join(self.folder.name, "a", "b", "c", "copy.py"), example.__file__
        self.addCleanup(setattr, example, "__file__", script)
        example.__file__ = copy
        with self.assertRaises(FileNotFoundError) as missing:
            read_module()
        self.assertIn("npm pack", str(missing.exception))
        os.symlink(tarball, os.path.basename(tarball))
        self.assertEqual(read_module(), text)
        os.remove(os.path.basename(tarball))
        os.makedirs("node_modules")
        os.symlink(package, os.path.join("node_modules", "noisy-descent"))
        os.makedirs("deep/er")
        os.chdir("deep/er")
        self.assertEqual(read_module(), text)

    def test_says_what_a_place_without_the_module_lacks(self):
        with open("package.json", "w", encoding="utf-8") as file:
            file.write("{}")
        for place in (".", "package.json", "nowhere.js", "nowhere.tgz"):
            with self.assertRaisesRegex(FileNotFoundError, "has no anywidget.js"):
                read_module(place)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
