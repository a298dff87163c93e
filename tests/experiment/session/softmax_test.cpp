// Losses of several classes through the whole session: three classes and the ten digits.
#include <gmock/gmock.h>

#include <cmath>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/audit/audit_session.h"
#include "tests/audit/audits.h"
#include "tests/experiment/session/run_session.h"
#include "tests/statement/statements.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

/// Rows in three clouds around the corners of a triangle, and a few on the wrong side.
Json three_classes() {
  std::string rows, targets;
  for (int i = 0; i < 90; ++i) {
    const int label = i % 3;
    const double angle = 2.0943951023931953 * label, turn = 0.7 * i;
    const double x = 0.5 * std::cos(angle) + 0.45 * std::cos(turn);
    const double y = 0.5 * std::sin(angle) + 0.45 * std::sin(turn);
    rows += (i > 0 ? "," : "") + ("[" + std::to_string(x) + "," + std::to_string(y) + "]");
    targets += (i > 0 ? "," : "") + std::to_string(label);
  }
  Json tree = with(small_experiment(), "data.features", "[" + rows + "]");
  tree = with(tree, "data.targets", "[" + targets + "]");
  tree = with(tree, "data.preprocess",
              R"([{"kind":"add-intercept","value":0.5},
                  {"kind":"clip-rows","norm":"l2","bound":1}])");
  tree = with(tree, "problem.loss", "\"softmax\"");
  tree = with(tree, "problem.classes", "3");
  tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-5})");
  return with(tree, "run.repeats", "1");
}

Json digits() {
  Json tree = with(three_classes(), "data", R"({"kind":"builtin","name":"digits"})");
  tree = with(tree, "data.preprocess",
              R"([{"kind":"scale-columns","lower":0,"upper":16},
                  {"kind":"clip-rows","norm":"l2","bound":1}])");
  tree = with(tree, "problem.classes", "10");
  return with(tree, "problem.regularizer.strength", "0.003");
}

Json of_method(const Json& tree, std::string_view method, std::string_view parameters = "{}") {
  return with(
      tree, "algorithms",
      "[{\"id\":\"" + std::string(method) + "\",\"parameters\":" + std::string(parameters) + "}]");
}

Error error_of(const Json& tree) {
  const auto result = run_experiment(tree);
  return result ? Error{} : result.error();
}

double final_of(const Json& result, std::string_view name) {
  return at_path(result, "runs.0.nonPrivate.final." + std::string(name)).number();
}

// ---- the solution ----------------------------------------------------------------------------

TEST(Softmax, WithoutNoiseEveryMethodFindsTheOptimumOfThreeClasses) {
  const Json without_noise = with(three_classes(), "privacy", R"({"notion":"none"})");
  const char* steps = R"({"iterations":2000})";
  const std::pair<const char*, const char*> methods[] = {
      {"dp-gd", steps},
      {"dp-hb", steps},
      {"dp-nag", steps},
      {"gd", steps},
      {"nag", steps},
      {"dp-svrg", R"({"epochs":40,"innerIterations":60,"theory":"none"})"},
      {"dp-svrg-pp", R"({"epochs":8,"innerIterations":20,"theory":"none"})"}};
  for (const auto& [method, parameters] : methods) {
    const Json result = result_of(of_method(without_noise, method, parameters));
    EXPECT_LT(std::fabs(final_of(result, "suboptimality")), 1e-6) << method;
    EXPECT_GT(final_of(result, "accuracy"), 0.75) << method;
  }
}

/// A textbook loop of its own: plain gradient descent with the library's functions.
TEST(Softmax, EqualsATextbookSolutionOfThreeClasses) {
  Json tree =
      with(three_classes(), "data.preprocess", R"([{"kind":"clip-rows","norm":"l2","bound":1}])");
  tree = of_method(with(tree, "privacy", R"({"notion":"none"})"), "gd", R"({"iterations":3000})");
  const Json rows = at_path(tree, "data.features"), targets = at_path(tree, "data.targets");
  std::vector<double> x(6, 0.0);
  for (int t = 0; t < 3000; ++t) {
    std::vector<double> gradient(6);
    for (std::size_t j = 0; j < 6; ++j) gradient[j] = 0.1 * x[j];
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double u[] = {rows.element(i).element(0).number(), rows.element(i).element(1).number()};
      double p[3], sum = 0;
      for (std::size_t k = 0; k < 3; ++k)
        sum += p[k] = std::exp(x[2 * k] * u[0] + x[2 * k + 1] * u[1]);
      for (std::size_t k = 0; k < 3; ++k) {
        const double residual = p[k] / sum - (targets.element(i).number() == double(k) ? 1 : 0);
        for (std::size_t j = 0; j < 2; ++j) gradient[2 * k + j] += residual * u[j] / 90;
      }
    }
    for (std::size_t j = 0; j < 6; ++j) x[j] -= gradient[j];
  }
  const Json solution = at_path(result_of(tree), "runs.0.nonPrivate.solution");
  ASSERT_EQ(solution.size(), 6u);
  for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(solution.element(j).number(), x[j], 1e-9);
}

TEST(Softmax, OfTwoClassesIsTwiceAsSpreadALogisticLoss) {
  // x_1 - x_0 = w, and (strength / 2) (||x_0||^2 + ||x_1||^2) is least at x_1 = -x_0 = w / 2.
  Json labels = with(small_experiment(), "privacy", R"({"notion":"none"})");
  labels = of_method(labels, "gd", R"({"iterations":4000})");
  Json classes = with(labels, "problem", R"({"loss":"softmax","regularizer":
                                              {"kind":"l2","strength":0.2}})");
  const Json w = at_path(result_of(labels), "runs.0.nonPrivate.solution");
  const Json x = at_path(result_of(classes), "runs.0.nonPrivate.solution");
  ASSERT_EQ(x.size(), 4u);
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_NEAR(x.element(2 + j).number() - x.element(j).number(), w.element(j).number(), 1e-6);
    EXPECT_NEAR(x.element(2 + j).number() + x.element(j).number(), 0, 1e-9);
  }
}

TEST(Softmax, TellsTenDigitsApart) {
  const Json tree = of_method(digits(), "dp-gd", R"({"iterations":60})");
  const Json result = result_of(with(tree, "privacy.epsilon", "4"));
  EXPECT_EQ(at_path(result, "runs.0.solution").size(), 640u);
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
  EXPECT_GT(final_of(result, "accuracy"), 0.7);
  EXPECT_GT(at_path(result, "nonPrivate.references.0.accuracy").number(), 0.85);
  EXPECT_NEAR(at_path(result, "nonPrivate.references.0.majority").number(), 183.0 / 1797, 1e-12);
}

// ---- methods ----------------------------------------------------------------------------------

/// Why the method does not run on three classes; "" where it does, and its statement checks.
std::string refusal_of(const Json& tree) {
  const auto result = run_experiment(tree);
  if (!result) return result.error().field + ": " + result.error().message;
  const Json refused = at_path(*result, "refused.0.error");
  if (!refused.is_null()) {
    return refused.member("field").text() + ": " + refused.member("message").text();
  }
  if (at_path(*result, "runs.0.status") != Json("completed")) return "did not complete";
  const Json report = report_of(*result);
  return report.member("consistent") == Json(true) ? "" : "statement: " + write_json(report);
}

TEST(Softmax, RunsByEveryGradientMethod) {
  for (const char* method : {"dp-gd", "dp-gd-opt", "dp-hb", "dp-hb-opt", "dp-nag", "dp-nag-opt",
                             "dp-masg", "dp-masg-opt", "dp-svrg", "dp-svrg-pp", "dp-sgd", "rrpsgd",
                             "output-perturbation-gd", "adaptive-noisy-gd"}) {
    EXPECT_EQ(refusal_of(of_method(three_classes(), method)), "") << method;
  }
  // Those of the KL condition need bounded gradients, and more than 90 records at epsilon 1.
  const Json in_ball =
      with(with(three_classes(), "problem.domain", R"({"kind":"l2-ball","radius":3})"),
           "privacy.epsilon", "300");
  for (const char* method : {"noisy-gd", "kl-spider", "kl-proximal-point"}) {
    EXPECT_EQ(refusal_of(of_method(in_ball, method)), "") << method;
  }
  const Json bare = with(in_ball, "problem.regularizer", R"({"kind":"none"})");
  EXPECT_EQ(refusal_of(of_method(bare, "noisy-mirror-descent")), "");
  const Json in_cross = with(bare, "problem.domain", R"({"kind":"l1-ball","radius":3})");
  EXPECT_EQ(refusal_of(of_method(in_cross, "noisy-frank-wolfe")), "");
}

TEST(Softmax, NoMethodFailsWithoutSayingWhy) {
  for (const AlgorithmEntry& entry : algorithms()) {
    if (!entry.is_private) continue;
    const std::string why = refusal_of(of_method(three_classes(), entry.id));
    EXPECT_THAT(why, ::testing::Not(::testing::StartsWith("statement"))) << entry.id;
    EXPECT_NE(why, "did not complete") << entry.id;
  }
  EXPECT_THAT(refusal_of(of_method(three_classes(), "objective-perturbation")),
              HasSubstr("one margin"));
}

TEST(Softmax, ReleasesHardenedNoise) {
  const Json hardened = with(three_classes(), "run.release", "\"hardened\"");
  for (const char* method : {"dp-gd", "dp-nag", "adaptive-noisy-gd"}) {
    const Json tree = of_method(hardened, method);
    EXPECT_EQ(refusal_of(tree), "") << method;
    EXPECT_EQ(at_path(result_of(tree), "runs.0.privacy.certified"), Json(true)) << method;
  }
  EXPECT_THAT(refusal_of(of_method(hardened, "dp-sgd")), HasSubstr("drawn batches"));
}

TEST(Softmax, StatesItsSensitivity) {
  const Json entry = [&] {
    const Json result = result_of(of_method(three_classes(), "dp-gd", R"({"iterations":5})"));
    return at_path(result, "privacy.statement.entries.0");
  }();
  const Json sensitivity = at_path(entry, "sensitivity");
  EXPECT_NEAR(sensitivity.member("value").number(), 2 * std::sqrt(2.0), 1e-11);
  EXPECT_NEAR(sensitivity.member("derivativeBound").number(), std::sqrt(2.0), 1e-11);
  EXPECT_THAT(sensitivity.member("formula").text(), HasSubstr("||p - e_y||_2"));
  const Json pure = with(with(three_classes(), "privacy", R"({"notion":"pure","epsilon":1})"),
                         "data.preprocess", R"([{"kind":"clip-rows","norm":"l1","bound":1}])");
  const Json result = result_of(of_method(pure, "dp-gd", R"({"sensitivity":"state-dependent"})"));
  const Json of_pure = at_path(result, "privacy.statement.entries.0.sensitivity");
  EXPECT_NEAR(of_pure.member("value").number(), 4, 1e-11);
  EXPECT_THAT(of_pure.member("formula").text(), HasSubstr("4 R max_y"));
}

// ---- audits -----------------------------------------------------------------------------------

TEST(SoftmaxAudit, RefutesNoMethod) {
  for (const char* method : {"dp-gd", "dp-sgd", "dp-svrg", "output-perturbation-gd"}) {
    const Json tree = of_method(three_classes(), method, R"({"iterations":4})");
    const Json bare = of_method(three_classes(), method);
    const bool has_epochs = std::string_view(method) == "dp-svrg";
    const auto report = audit(has_epochs ? bare : tree, {.runs = 500});
    ASSERT_TRUE(report) << method << ": " << report.error().message;
    EXPECT_EQ(at_path(*report, "verdict").text(), "consistent") << method;
  }
}

TEST(SoftmaxAudit, OfOneReleaseFindsNearlyTheClaim) {
  const Json once = of_method(three_classes(), "dp-gd", R"({"iterations":1})");
  const Json report = audit(once, {.runs = 500}).value();
  const double attained = at_path(report, "neighbours.attained").number() /
                          at_path(report, "neighbours.sensitivity").number();
  EXPECT_GT(attained, 0.99);
  EXPECT_GT(at_path(report, "exactEpsilon").number(), 0.95);
  EXPECT_LE(at_path(report, "exactEpsilon").number(), 1);
  Json pure = with(once, "privacy", R"({"notion":"pure","epsilon":1})");
  pure = with(pure, "data.preprocess", R"([{"kind":"clip-rows","norm":"l1","bound":1}])");
  const Json by_runs = audit(pure, {.runs = 4000}).value();
  EXPECT_EQ(at_path(by_runs, "verdict").text(), "consistent");
  EXPECT_GT(at_path(by_runs, "lowerBound.epsilon").number(), 0.3);
}

// ---- targets ----------------------------------------------------------------------------------

TEST(SoftmaxTargets, MustBeTheNumbersOfClasses) {
  const Error few = error_of(with(three_classes(), "problem.classes", "2"));
  EXPECT_EQ(few.code, ErrorCode::invalid_labels);
  EXPECT_THAT(few.message, HasSubstr("3 distinct values"));
  EXPECT_THAT(few.message, HasSubstr("whole numbers from 0 to 1"));
  const Error half = error_of(with(three_classes(), "data.targets.0", "0.5"));
  EXPECT_EQ(half.code, ErrorCode::invalid_labels);
  EXPECT_EQ(error_of(with(three_classes(), "problem.classes", "1")).field, "problem.classes");
  EXPECT_EQ(
      error_of(with(with(three_classes(), "problem.loss", "\"logistic\""), "problem.classes", "3"))
          .field,
      "problem.classes");
}

TEST(SoftmaxTargets, MayBeWordsOfAListedColumn) {
  Json tree = with(without(three_classes(), "problem.classes"), "data",
                   R"({"kind":"file","name":"three.csv","format":"csv","target":"kind",
                       "header":"yes","columns":[{"name":"a"},
                         {"name":"kind","words":["low","middle","high"]}],
                       "preprocess":[{"kind":"clip-rows","norm":"l2","bound":1}]})");
  tree = of_method(tree, "dp-gd", R"({"iterations":3})");
  const std::string file = "a,kind\n0.1,low\n0.5,middle\n0.9,high\n0.2,low\n0.8,high\n0.6,middle\n";
  const Json result = result_of(tree, {.data = file});
  EXPECT_EQ(at_path(result, "runs.0.solution").size(), 3u);
  const auto small = run_experiment(with(tree, "problem.classes", "2"), {.data = file});
  ASSERT_FALSE(small);
  EXPECT_EQ(small.error().field, "problem.classes");
}

TEST(SoftmaxTargets, SparseRecordsAreRefused) {
  Json tree = with(three_classes(), "data",
                   R"({"kind":"synthetic","name":"a9a-like","samples":100,"seed":3})");
  EXPECT_THAT(error_of(tree).message, HasSubstr("dense"));
}

}  // namespace
}  // namespace noisy::testing
