// Diagnostics of predictions, on the rows that runs learn from and on those held out.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "tests/experiment/plan/saddle_experiment.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;
using Numbers = std::vector<double>;

Numbers numbers_of(const Json& list) {
  return *list.as_numbers();
}

double dot(const Numbers& a, const Json& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b.element(j).number();
  return sum;
}

/// Ten rows whose pipeline changes no value; of the loss's kind of targets.
Json ten_rows(const char* loss, const char* targets) {
  Json tree = with(small_experiment(), "data.features",
                   "[[0.5,0.1],[0.2,-0.4],[-0.3,0.6],[0.5,0.2],[-0.7,-0.2],[0.1,0.8],[0,-0.5],"
                   "[0.4,0.4],[0.3,-0.1],[-0.3,0.5]]");
  tree = with(with(tree, "data.targets", targets), "problem.loss", loss);
  tree = with(tree, "algorithms.0.parameters.iterations", "6");
  return with(with(tree, "run.trace", R"({"points":4,"iterates":true})"), "run.repeats", "1");
}

Json of_labels() {
  return ten_rows("\"logistic\"", "[1,1,-1,-1,-1,1,1,1,1,-1]");
}
Json of_numbers() {
  const Json tree = ten_rows("\"squared\"", "[0.3,1,-0.5,0,-1,0.2,0.1,0.7,0.9,-0.4]");
  return with(tree, "problem.gradientClip", R"({"norm":"l1","bound":1})");
}
Json of_classes() {
  return with(ten_rows("\"softmax\"", "[0,1,2,0,1,2,0,1,0,0]"), "problem.classes", "3");
}

Json measuring(const Json& tree, const char* diagnostics) {
  return with(tree, "run.diagnostics", diagnostics);
}

/// What a textbook makes of one traced point.
struct Expected {
  double accuracy = 0, balanced_accuracy = 0, log_loss = 0, squares = 0, r2 = 0;
};

Expected textbook(const Json& rows, const Json& targets, const Numbers& point,
                  std::size_t classes) {
  const std::size_t n = rows.size();
  const double count = static_cast<double>(n);
  Expected out;
  std::map<double, std::array<double, 2>> by_kind;  // right and all
  double mean = 0, variance = 0;
  for (std::size_t i = 0; i < n; ++i) mean += targets.element(i).number() / count;
  for (std::size_t i = 0; i < n; ++i) {
    const double target = targets.element(i).number();
    variance += (target - mean) * (target - mean) / count;
    double told = 0;
    if (classes == 0) {
      const double score = dot(point, rows.element(i));
      out.squares += (score - target) * (score - target) / count;
      out.log_loss += std::log1p(std::exp(-target * score)) / count;
      told = score >= 0 ? 1 : -1;
    } else {
      Numbers scores;
      for (std::size_t k = 0; k < classes; ++k) {
        const auto first = point.begin() + static_cast<std::ptrdiff_t>(2 * k);
        scores.push_back(dot(Numbers(first, first + 2), rows.element(i)));
      }
      told = static_cast<double>(std::ranges::max_element(scores) - scores.begin());
      double sum = 0;
      for (const double score : scores) sum += std::exp(score);
      out.log_loss += (std::log(sum) - scores[static_cast<std::size_t>(target)]) / count;
    }
    by_kind[target][0] += told == target;
    ++by_kind[target][1];
  }
  for (const auto& [kind, told] : by_kind) {
    out.accuracy += told[0] / count;
    out.balanced_accuracy += told[0] / told[1] / static_cast<double>(by_kind.size());
  }
  out.r2 = 1 - out.squares / variance;
  return out;
}

TEST(Predictions, AreJudgedAsTheTextbookDoes) {
  const char* of_kinds = R"(["accuracy","balanced-accuracy","log-loss"])";
  for (const std::size_t classes : {0u, 3u}) {
    const Json tree = measuring(classes > 0 ? of_classes() : of_labels(), of_kinds);
    const Json run = at_path(result_of(tree), "runs.0");
    const Json iterates = at_path(run, "trace.iterates");
    ASSERT_EQ(iterates.size(), 4u);
    for (std::size_t k = 0; k < 4; ++k) {
      const Expected expected =
          textbook(at_path(tree, "data.features"), at_path(tree, "data.targets"),
                   numbers_of(iterates.element(k)), classes);
      const auto measured = [&](const char* name) {
        return at_path(run, std::string("nonPrivate.trace.") + name).element(k).number();
      };
      EXPECT_NEAR(measured("accuracy"), expected.accuracy, 1e-14);
      EXPECT_NEAR(measured("balancedAccuracy"), expected.balanced_accuracy, 1e-14);
      EXPECT_NEAR(measured("logLoss"), expected.log_loss, 1e-13);
    }
  }
}

TEST(Predictions, OfNumbersAreJudgedBySquares) {
  const Json tree = measuring(of_numbers(), R"(["mean-squared-error","r2"])");
  const Json run = at_path(result_of(tree), "runs.0");
  for (std::size_t k = 0; k < 4; ++k) {
    const Expected expected =
        textbook(at_path(tree, "data.features"), at_path(tree, "data.targets"),
                 numbers_of(at_path(run, "trace.iterates").element(k)), 0);
    EXPECT_NEAR(at_path(run, "nonPrivate.trace.meanSquaredError").element(k).number(),
                expected.squares, 1e-13);
    EXPECT_NEAR(at_path(run, "nonPrivate.trace.r2").element(k).number(), expected.r2, 1e-13);
  }
  EXPECT_EQ(at_path(run, "trace").find("r2"), nullptr);
}

TEST(Predictions, StandBesideTheOptimumAndWhoKnowsTheTargetsAlone) {
  const Json labels =
      at_path(result_of(measuring(
                  of_labels(), R"(["suboptimality","accuracy","balanced-accuracy","log-loss"])")),
              "nonPrivate.references.0");
  EXPECT_DOUBLE_EQ(labels.member("majority").number(), 0.6);
  EXPECT_DOUBLE_EQ(labels.member("balancedAccuracyBaseline").number(), 0.5);
  EXPECT_NEAR(labels.member("logLossBaseline").number(), -0.6 * std::log(0.6) - 0.4 * std::log(0.4),
              1e-13);
  EXPECT_LT(labels.member("logLoss").number(), labels.member("logLossBaseline").number());
  const Json classes =
      at_path(result_of(measuring(of_classes(), R"(["suboptimality","accuracy","log-loss"])")),
              "nonPrivate.references.0");
  EXPECT_DOUBLE_EQ(classes.member("majority").number(), 0.5);
  EXPECT_NEAR(classes.member("logLossBaseline").number(),
              -0.5 * std::log(0.5) - 0.3 * std::log(0.3) - 0.2 * std::log(0.2), 1e-13);
  const Json numbers =
      at_path(result_of(measuring(of_numbers(), R"(["suboptimality","mean-squared-error","r2"])")),
              "nonPrivate.references.0");
  EXPECT_NEAR(numbers.member("r2Baseline").number(), 0, 1e-13);
  EXPECT_GT(numbers.member("r2").number(), 0.1);
}

TEST(Predictions, AreRefusedWhereTheProblemMakesNone) {
  const auto why = [](const Json& tree, const char* diagnostic) {
    const Error error = refused(measuring(tree, diagnostic));
    EXPECT_EQ(error.field, "run.diagnostics");
    return error.message;
  };
  EXPECT_THAT(why(of_numbers(), R"(["log-loss"])"), HasSubstr("predicted labels or classes"));
  EXPECT_THAT(why(of_labels(), R"(["r2"])"), HasSubstr("predicted numbers"));
  EXPECT_THAT(why(of_classes(), R"(["auc"])"), HasSubstr("labels of two classes"));
  EXPECT_THAT(why(of_labels(), R"(["held-out-accuracy"])"), HasSubstr("hold-out"));
  const Json mean = with(of_numbers(), "problem", R"({"loss":"mean-estimation"})");
  EXPECT_THAT(why(mean, R"(["mean-squared-error"])"), HasSubstr("predicted numbers"));
}

// ---- rows held out ----------------------------------------------------------------------------

Json holding_out(const Json& tree, const char* diagnostics) {
  const Json held = with(tree, "data.preprocess",
                         R"([{"kind":"clip-rows","norm":"l1","bound":1},
                             {"kind":"hold-out","count":3,"seed":5}])");
  return measuring(held, diagnostics);
}

/// Which rows are held out: those whose targets, planted far off, a run does not notice.
std::vector<std::size_t> unnoticed_rows(const Json& tree) {
  const Json solution = at_path(result_of(tree), "runs.0.solution");
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < 10; ++i) {
    const std::string row = "data.features." + std::to_string(i);
    const Json planted = with(tree, row, "[-0.05,-0.9]");
    if (at_path(result_of(planted), "runs.0.solution") == solution) out.push_back(i);
  }
  return out;
}

Json rows_at(const Json& list, const std::vector<std::size_t>& rows) {
  std::vector<Json> out;
  for (const std::size_t row : rows) out.push_back(list.element(row));
  return Json::array(std::move(out));
}

TEST(HeldOut, RowsAreReadByNoRunAndJudgedApart) {
  const Json held =
      holding_out(of_labels(), R"(["accuracy","held-out-accuracy","held-out-balanced-accuracy",
                       "held-out-log-loss","held-out-auc"])");
  const auto rows = unnoticed_rows(held);
  ASSERT_EQ(rows.size(), 3u);
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < 10; ++i) {
    if (std::ranges::find(rows, i) == rows.end()) kept.push_back(i);
  }
  const Json run = at_path(result_of(held), "runs.0");
  for (std::size_t k = 0; k < 4; ++k) {
    const Numbers point = numbers_of(at_path(run, "trace.iterates").element(k));
    const auto expected = [&](const std::vector<std::size_t>& chosen) {
      return textbook(rows_at(at_path(held, "data.features"), chosen),
                      rows_at(at_path(held, "data.targets"), chosen), point, 0);
    };
    const Json trace = at_path(run, "nonPrivate.trace");
    EXPECT_NEAR(trace.member("accuracy").element(k).number(), expected(kept).accuracy, 1e-14);
    const Expected apart = expected(rows);
    EXPECT_NEAR(trace.member("heldOutAccuracy").element(k).number(), apart.accuracy, 1e-14);
    EXPECT_NEAR(trace.member("heldOutBalancedAccuracy").element(k).number(),
                apart.balanced_accuracy, 1e-14);
    EXPECT_NEAR(trace.member("heldOutLogLoss").element(k).number(), apart.log_loss, 1e-13);
  }
  EXPECT_TRUE(at_path(run, "nonPrivate.final.heldOutAccuracy").is_number());
}

TEST(HeldOut, RowsOfNumbersAndOfClassesAreJudgedToo) {
  for (const std::size_t classes : {0u, 3u}) {
    const Json held = holding_out(classes > 0 ? of_classes() : of_numbers(),
                                  classes > 0 ? R"(["held-out-accuracy","held-out-log-loss"])"
                                              : R"(["held-out-mean-squared-error","held-out-r2"])");
    const auto rows = unnoticed_rows(held);
    ASSERT_EQ(rows.size(), 3u);
    const Json run = at_path(result_of(held), "runs.0");
    const Expected expected = textbook(rows_at(at_path(held, "data.features"), rows),
                                       rows_at(at_path(held, "data.targets"), rows),
                                       numbers_of(at_path(run, "solution")), classes);
    const auto measured = [&](const char* name) {
      return at_path(run, std::string("nonPrivate.final.") + name).number();
    };
    if (classes > 0) {
      EXPECT_NEAR(measured("heldOutAccuracy"), expected.accuracy, 1e-14);
      EXPECT_NEAR(measured("heldOutLogLoss"), expected.log_loss, 1e-13);
    } else {
      EXPECT_NEAR(measured("heldOutMeanSquaredError"), expected.squares, 1e-13);
      EXPECT_NEAR(measured("heldOutR2"), expected.r2, 1e-12);
    }
  }
}

TEST(HeldOut, RowsHaveTheBaselineOfTheTrainedOnes) {
  const Json held = holding_out(of_labels(), R"(["suboptimality","accuracy","held-out-accuracy"])");
  const auto rows = unnoticed_rows(held);
  const Json references = at_path(result_of(held), "nonPrivate.references.0");
  double positive = 0, trained_positive = 0;
  for (std::size_t i = 0; i < 10; ++i) {
    const bool is_held = std::ranges::find(rows, i) != rows.end();
    const bool is_positive = at_path(held, "data.targets").element(i).number() > 0;
    (is_held ? positive : trained_positive) += is_positive;
  }
  const double share = trained_positive / 7 >= 0.5 ? positive / 3 : 1 - positive / 3;
  EXPECT_NEAR(references.member("heldOutAccuracyBaseline").number(), share, 1e-14);
  EXPECT_TRUE(references.member("heldOutAccuracy").is_number());
}

TEST(HeldOut, SparseRowsAreJudgedAsDenseOnes) {
  Json tree = with(measuring(of_labels(), R"(["held-out-log-loss","log-loss"])"), "data",
                   R"({"kind":"synthetic","name":"a9a-like","samples":2000,"seed":3,
                       "preprocess":[{"kind":"hold-out","count":500,"seed":2}]})");
  const auto losses = [](const Json& experiment, const char* name) {
    return numbers_of(
        at_path(result_of(experiment), std::string("runs.0.nonPrivate.trace.") + name));
  };
  const Json dense = with(tree, "data.storage", "\"dense\"");
  for (const char* name : {"heldOutLogLoss", "logLoss"}) {
    const Numbers sparse = losses(tree, name), other = losses(dense, name);
    ASSERT_EQ(sparse.size(), other.size());
    for (std::size_t k = 0; k < sparse.size(); ++k) EXPECT_NEAR(sparse[k], other[k], 1e-12);
  }
  EXPECT_NE(losses(tree, "logLoss"), losses(tree, "heldOutLogLoss"));
}

}  // namespace
}  // namespace noisy::testing
