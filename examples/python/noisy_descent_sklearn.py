"""Differentially private estimators for scikit-learn, fitted by the command line of Noisy Descent.

from noisy_descent_sklearn import PrivateLogisticRegression
model = PrivateLogisticRegression(epsilon=1.0, bounds=(lowest, highest)).fit(X, y)
model.predict_proba(X_new); print(model.privacy_)

`noisy-descent` (the native program) must be on the PATH, or named by the parameter `program`. It reads
the records by a pipe, so that no copy of them remains on a disk.

What the guarantee covers is one call of `fit`, and one record that is replaced by another. These are
the limits that follow:

- Every `fit` spends `epsilon` and `delta` anew. A cross-validation or a grid search on one table spends
  them once for each model whose score or parameters anybody sees; scores read the records exactly, and
  have no guarantee at all.
- Steps before the estimator in a pipeline are not covered. A StandardScaler computes means of the
  records, and publishes them with the pipeline. None is needed here: the program maps each column
  from its range to [-1, 1].
- The number of records, the names of the columns and the labels in `y` count as public; so do `bounds`,
  `target_bounds` and `classes`, which must come from what the columns mean, never from the records.
"""

import csv
import io
import json
import os
import subprocess
import tempfile

import numpy
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils import check_random_state
from sklearn.utils.extmath import softmax
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

try:
    from sklearn.utils.validation import validate_data  # scikit-learn 1.6 and newer
except ImportError:

    def validate_data(estimator, *tables, **options):
        return estimator._validate_data(*tables, **options)


class _PrivateLinearModel(BaseEstimator):
    """What both estimators do: write the table, call the program, read the model."""

    def __init__(self, epsilon, delta, bounds, method, settings, program, random_state):
        self.epsilon = epsilon
        self.delta = delta
        self.bounds = bounds
        self.method = method
        self.settings = settings
        self.program = program
        self.random_state = random_state

    def _fit_table(self, X, target, column):
        """Fits the target's cells, whose column the program shall read as `column` says."""
        names = list(getattr(self, "feature_names_in_", [f"x{j}" for j in range(X.shape[1])]))
        target_name = "y"
        while target_name in names:
            target_name += "_"
        columns = {**self._stated_ranges(names), target_name: column}
        text = io.StringIO()
        rows = csv.writer(text)
        rows.writerow([*names, target_name])
        rows.writerows([*row, cell] for row, cell in zip(X.tolist(), target))
        self.model_ = json.loads(self._call_program(text.getvalue(), target_name, columns))
        self._take_model()

    def _stated_ranges(self, names):
        """The public ranges as the program reads them; columns without one get theirs privately."""
        if self.bounds is None:
            return {}
        lower, upper = (
            numpy.broadcast_to(numpy.asarray(end, dtype=float), len(names)).tolist()
            for end in self.bounds
        )
        return {
            name: {"role": "number", "lower": least, "upper": most}
            for name, least, most in zip(names, lower, upper)
        }

    def _call_program(self, table, target_name, columns):
        """The model file. What the program refuses is a ValueError in the program's words."""
        # Scores belong to scikit-learn, so no record is kept out, and no figure without noise is computed.
        settings = {"run.diagnostics": [], **(self.settings or {})}
        if self.random_state is not None:
            seed = int(check_random_state(self.random_state).randint(2**31 - 1))
            settings["run.randomness"] = {"mode": "reproducible", "seed": seed}
        options = {"epsilon": self.epsilon, "delta": self.delta, "method": self.method}
        words = [self.program, "fit", "-", "--target", target_name, "--delimiter", ","]
        words += ["--hold-out", "0", "--no-odometer", "--quiet"]
        for name, value in options.items():
            words += [] if value is None else [f"--{name}", str(value)]
        for path, value in settings.items():
            words += ["--set", f"{path}={json.dumps(value)}"]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "columns.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(columns, file)
            words += ["--columns", path]
            done = subprocess.run(words, input=table, capture_output=True, encoding="utf-8")
        if done.returncode != 0:
            raise ValueError(done.stderr.strip() or f"{self.program} ended with {done.returncode}")
        return done.stdout

    def _take_model(self):
        """Sets the attributes that follow from the model file."""
        columns, weights = self.model_["columns"], self.model_["weights"]
        width = len(columns) + 1  # the last weight of each class is the intercept
        self.privacy_ = self.model_["privacy"]
        self.bounds_ = numpy.array([[column[end] for column in columns] for end in ("lower", "upper")])
        self._weights = numpy.array([weight["value"] for weight in weights]).reshape(-1, width)
        in_units = numpy.array([weight["inOriginalUnits"] for weight in weights]).reshape(-1, width)
        self.coef_, self.intercept_ = in_units[:, :-1], in_units[:, -1]

    def _scores(self, X):
        """Scores of rows, one column for each class, as the program computes them."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False)
        lower, upper = self.bounds_
        mapped = (numpy.clip(X, lower, upper) - lower) / (upper - lower) * 2 - 1
        return mapped @ self._weights[:, :-1].T + self._weights[:, -1] * self.model_["intercept"]


class PrivateLogisticRegression(ClassifierMixin, _PrivateLinearModel):
    """Logistic regression of two classes, or softmax regression of several, with privacy.

    Parameters
    ----------
    epsilon : float, default 1.0
        The budget of one fit.
    delta : float or None
        Its other part: None for min(1e-5, 1 / (10 n)), 0 for pure differential privacy.
    bounds : (lower, upper) or None
        Public ranges of the columns, each end a number for all columns or an array of one number for
        each. Values outside count as the nearest end. None finds the ranges privately, within
        [-1e6, 1e6], for a tenth of the budget.
    classes : array or None
        The labels that can occur, public. None takes those in `y`, which become public thereby.
    method : str or None
        An algorithm of Noisy Descent, such as "dp-gd"; None for the recommended one.
    settings : dict or None
        Fields of the experiment by their paths, such as {"problem.regularizer.strength": 0.01}.
    program : str
        Name or path of the native program.
    random_state : int, RandomState or None
        None draws the noise from the system's secure source. Anything else makes a fit that can be
        repeated, for tests only: who knows the seed can subtract the noise, so such a model has no
        privacy and must not be published.

    Attributes
    ----------
    coef_, intercept_ : arrays of shapes (1 or n_classes, n_features) and (1 or n_classes,)
        In the columns' own units, within `bounds_`.
    bounds_ : array of shape (2, n_features)
        The ranges that values are clamped to.
    classes_, n_features_in_, feature_names_in_ : as in scikit-learn
    privacy_ : dict
        What is guaranteed.
    model_ : dict
        The model file, which `noisy-descent predict` and `noisy-descent model` read.
    """

    def __init__(
        self,
        epsilon=1.0,
        delta=None,
        bounds=None,
        classes=None,
        method=None,
        settings=None,
        program="noisy-descent",
        random_state=None,
    ):
        super().__init__(epsilon, delta, bounds, method, settings, program, random_state)
        self.classes = classes

    def fit(self, X, y):
        X, y = validate_data(self, X, y, ensure_min_samples=2)
        check_classification_targets(y)
        self.classes_ = numpy.unique(y if self.classes is None else self.classes)
        if not numpy.isin(y, self.classes_).all():
            raise ValueError("y has a label that is not in classes")
        if len(self.classes_) < 2:
            raise ValueError("there is one class; a classifier needs two at least")
        words = [str(label) for label in self.classes_.tolist()]
        cells = [words[k] for k in numpy.searchsorted(self.classes_, y)]
        self._fit_table(X, cells, {"role": "category", "words": words})
        return self

    def decision_function(self, X):
        """Scores of the rows: of two classes those of the second alone."""
        scores = self._scores(X)
        return scores[:, 0] if len(self.classes_) == 2 else scores

    def predict_proba(self, X):
        scores = self._scores(X)
        if len(self.classes_) > 2:
            return softmax(scores)
        # 1 / (1 + exp(-s)) without overflow.
        return numpy.exp(-numpy.logaddexp(0, numpy.hstack([scores, -scores])))

    def predict(self, X):
        scores = self._scores(X)
        two = len(self.classes_) == 2
        return self.classes_[(scores[:, 0] >= 0).astype(int) if two else scores.argmax(axis=1)]


class PrivateLinearRegression(RegressorMixin, _PrivateLinearModel):
    """Least squares with privacy.

    Parameters
    ----------
    target_bounds : (lower, upper) or None
        The public range of the target. Targets outside count as the nearest end. None finds the range
        privately, as `bounds` does.
    epsilon, delta, bounds, method, settings, program, random_state
        As those of PrivateLogisticRegression; so are the attributes, but that `coef_` has the shape
        (n_features,) and `intercept_` is a number.
    """

    def __init__(
        self,
        target_bounds=None,
        epsilon=1.0,
        delta=None,
        bounds=None,
        method=None,
        settings=None,
        program="noisy-descent",
        random_state=None,
    ):
        super().__init__(epsilon, delta, bounds, method, settings, program, random_state)
        self.target_bounds = target_bounds

    def fit(self, X, y):
        X, y = validate_data(self, X, y, ensure_min_samples=2, y_numeric=True)
        column = {"role": "number"}
        if self.target_bounds is not None:
            column["lower"], column["upper"] = map(float, self.target_bounds)
        self._fit_table(X, y.tolist(), column)
        self.coef_, self.intercept_ = self.coef_[0], self.intercept_[0]
        return self

    def predict(self, X):
        target = self._scores(X)[:, 0]
        lower, upper = self.model_["target"]["lower"], self.model_["target"]["upper"]
        return lower + (target + 1) / 2 * (upper - lower)
