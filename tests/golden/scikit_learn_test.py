"""Tests examples/python/noisy_descent_sklearn.py with the `noisy-descent` of the PATH.

A fit in these tests has a seed, so that what passes once always does; where it needs little noise, epsilon is large.
"""

import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest

import numpy
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils.estimator_checks import check_estimator

root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(root, "examples", "python"))
from noisy_descent_sklearn import PrivateLinearRegression, PrivateLogisticRegression  # noqa: E402

# Round numbers that the 30 measurements of a cell's nucleus do not exceed: means, standard errors, worst.
CANCER_UPPER = [30, 40, 200, 2600, 0.2, 0.4, 0.5, 0.25, 0.4, 0.1]
CANCER_UPPER += [3, 5, 25, 550, 0.05, 0.2, 0.4, 0.06, 0.1, 0.03]
CANCER_UPPER += [40, 50, 260, 4500, 0.25, 1.1, 1.3, 0.3, 0.7, 0.25]
CANCER = {"bounds": (0, CANCER_UPPER), "random_state": 1}
IRIS = {"bounds": (0, 8), "epsilon": 100, "random_state": 1}
DIABETES = {"bounds": (-0.2, 0.2), "target_bounds": (0, 350), "random_state": 1}


def predicted_by_program(model, X):
    """The table that `noisy-descent predict` writes, as lists of the texts in its columns."""
    names = [column["name"] for column in model.model_["columns"]]
    text = io.StringIO()
    csv.writer(text).writerows([names, *X.tolist()])
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("model.json", "rows.csv")]
        for path, content in zip(paths, (json.dumps(model.model_), text.getvalue())):
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
        words = ["noisy-descent", "predict", *paths]
        out = subprocess.run(words, capture_output=True, encoding="utf-8", check=True).stdout
    header, *rows = csv.reader(io.StringIO(out))
    return dict(zip(header, zip(*rows)))


class ScikitLearn(unittest.TestCase):
    def check_all(self, estimator):
        for one, check in check_estimator(estimator, generate_only=True):
            with self.subTest(check=check.func.__name__):
                try:
                    check(one)
                except unittest.SkipTest:
                    pass  # of pandas, where that is not installed

    def test_the_classifier_passes_check_estimator(self):
        # Quick methods, for hundreds of fits; the checks' columns have standard deviation 1 where they count.
        self.check_all(
            PrivateLogisticRegression(epsilon=1e5, bounds=(-4, 4), method="adaptive-noisy-gd")
        )

    def test_the_regressor_passes_check_estimator(self):
        # In ranges that are found privately.
        self.check_all(
            PrivateLinearRegression(epsilon=1e5, target_bounds=(-20, 20), method="adassp")
        )

    def test_two_classes_are_predicted_as_the_program_does(self):
        X, y = load_breast_cancer(return_X_y=True)
        labels = numpy.array(["malignant", "benign, harmless"])[y]
        model = PrivateLogisticRegression(**CANCER).fit(X, labels)
        theirs = predicted_by_program(model, X)
        self.assertEqual(list(model.predict(X)), list(theirs["prediction"]))
        share = numpy.array(theirs["probability"], dtype=float)
        numpy.testing.assert_allclose(model.predict_proba(X)[:, 1], share, rtol=0, atol=1e-12)
        numpy.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1, rtol=0, atol=1e-12)

    def test_several_classes_are_predicted_as_the_program_does(self):
        X, y = load_iris(return_X_y=True)
        model = PrivateLogisticRegression(**IRIS).fit(X, y)
        self.assertGreater(model.score(X, y), 0.8)
        theirs = predicted_by_program(model, X)
        self.assertEqual(list(model.predict(X)), list(map(int, theirs["prediction"])))
        shares = numpy.transpose([theirs[f"probability.{k}"] for k in range(3)]).astype(float)
        numpy.testing.assert_allclose(model.predict_proba(X), shares, rtol=0, atol=1e-12)

    def test_numbers_are_predicted_as_the_program_does(self):
        X, y = load_diabetes(return_X_y=True)
        model = PrivateLinearRegression(epsilon=100, **DIABETES).fit(X, y)
        self.assertGreater(model.score(X, y), 0.2)
        theirs = numpy.array(predicted_by_program(model, 2 * X)["prediction"], dtype=float)
        numpy.testing.assert_allclose(model.predict(2 * X), theirs, rtol=1e-12)

    def test_coefficients_are_in_the_units_of_the_columns(self):
        X, y = load_breast_cancer(return_X_y=True)
        for bounds in (CANCER["bounds"], None):
            model = PrivateLogisticRegression(epsilon=100, bounds=bounds, random_state=1).fit(X, y)
            scores = numpy.clip(X, *model.bounds_) @ model.coef_[0] + model.intercept_[0]
            numpy.testing.assert_allclose(scores, model.decision_function(X), atol=1e-9)
        self.assertTrue((model.bounds_[0] < model.bounds_[1]).all())
        X, y = load_diabetes(return_X_y=True)
        model = PrivateLinearRegression(**DIABETES).fit(X, y)
        numbers = numpy.clip(X, -0.2, 0.2) @ model.coef_ + model.intercept_
        numpy.testing.assert_allclose(numbers, model.predict(X), rtol=1e-9)

    def test_ranges_are_those_stated_and_never_the_data_s(self):
        X, y = load_breast_cancer(return_X_y=True)
        bounds = (-1, numpy.array(CANCER_UPPER) / 2)
        model = PrivateLogisticRegression(bounds=bounds, random_state=1).fit(X, y)
        numpy.testing.assert_array_equal(model.bounds_, numpy.broadcast_arrays(*bounds))

    def test_cross_validation_and_search_work_in_pipelines(self):
        X, y = load_breast_cancer(return_X_y=True)
        pipeline = make_pipeline(
            FunctionTransformer(numpy.sqrt),
            PrivateLogisticRegression(bounds=(0, numpy.sqrt(CANCER_UPPER)), random_state=1),
        )
        scores = cross_val_score(pipeline, X, y, cv=3, error_score="raise")
        self.assertGreater(scores.mean(), 0.8)  # "benign" for all: 0.63
        grid = {"privatelogisticregression__epsilon": [0.001, 10]}
        search = GridSearchCV(pipeline, grid, cv=3, error_score="raise").fit(X, y)
        self.assertEqual(search.best_params_["privatelogisticregression__epsilon"], 10)

    def test_noise_is_secret_unless_a_seed_is_given(self):
        X, y = load_breast_cancer(return_X_y=True)
        secure = PrivateLogisticRegression(bounds=CANCER["bounds"])
        first, second = (clone(secure).fit(X, y) for _ in range(2))
        self.assertFalse(numpy.array_equal(first.coef_, second.coef_))
        self.assertTrue(first.model_["releasable"])
        first, second = (PrivateLogisticRegression(**CANCER).fit(X, y) for _ in range(2))
        self.assertTrue(numpy.array_equal(first.coef_, second.coef_))
        self.assertFalse(first.model_["releasable"])

    def test_the_budget_is_the_one_that_was_asked_for(self):
        X, y = load_breast_cancer(return_X_y=True)
        model = PrivateLogisticRegression(epsilon=0.5, delta=1e-6, **CANCER).fit(X, y)
        self.assertEqual(model.model_["experiment"]["privacy"]["epsilon"], 0.5)
        self.assertEqual(model.model_["experiment"]["privacy"]["delta"], 1e-6)
        self.assertLessEqual(model.privacy_["total"]["epsilon"], 0.5)

    def test_what_is_wrong_is_said_in_the_program_s_words(self):
        X, y = load_breast_cancer(return_X_y=True)
        for wrong, words in (
            ({"epsilon": -1}, "noisy-descent: error: invalid-value at --epsilon: "),
            ({"bounds": (1, 0)}, "noisy-descent: error: invalid-value at "),
            ({"method": "dp-gdd"}, "noisy-descent: error: unknown-algorithm at "),
            ({"classes": [1, 2]}, "y has a label that is not in classes"),
        ):
            with self.assertRaisesRegex(ValueError, words):
                PrivateLogisticRegression(**wrong).fit(X, y)
        with self.assertRaisesRegex(ValueError, "upper"):
            PrivateLinearRegression(target_bounds=(1, 0)).fit(X, y)

    def test_the_range_of_a_target_may_be_found_privately(self):
        X, y = load_diabetes(return_X_y=True)
        model = PrivateLinearRegression(epsilon=1e3, bounds=(-0.2, 0.2), random_state=1).fit(X, y)
        target = model.model_["target"]
        self.assertTrue(target["rangeIsPrivate"])
        self.assertLess(target["lower"], 100)
        self.assertGreater(target["upper"], 250)
        self.assertGreater(model.score(X, y), 0.4)


if __name__ == "__main__":
    unittest.main()
