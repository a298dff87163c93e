// Baselines and DP-GD's answers through the whole session: trace, ledger, statement, refusals.
#include <gtest/gtest.h>

#include "tests/experiment/run_session.h"
#include "tests/experiment/statement/statements.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::report_of;
using testing::result_of;
using testing::small_experiment;
using testing::with;

Json approximate(const char* algorithms) {
  return with(
      with(small_experiment(), "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-5})"),
      "algorithms", algorithms);
}

std::string refusal_of(const Json& experiment) {
  const auto result = testing::run_experiment(experiment);
  return result ? "ran" : std::string(code_text(result.error().code)) + " " + result.error().field;
}

TEST(Baselines, OutputPerturbationSpendsNothingBeforeItsReleaseAndShowsOnlyThat) {
  const Json result =
      result_of(approximate(R"([{"id":"output-perturbation-gd","parameters":{"iterations":30}}])"));
  EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(result, "runs.0.trace.iteration"), Json::numbers({0, 1}));
  EXPECT_EQ(at_path(result, "runs.0.trace.gradientEvaluations"), Json::numbers({0, 30 * 8}));
  EXPECT_EQ(at_path(result, "runs.0.trace.epsilonSpent.0"), Json(0));
  EXPECT_NEAR(at_path(result, "runs.0.trace.epsilonSpent.1").number(), 1, 1e-9);
  EXPECT_LE(at_path(result, "runs.0.trace.epsilonSpent.1").number(), 1);
  EXPECT_EQ(at_path(result, "runs.0.privacy.ledger.0.release"), Json("solution"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.ledger.0.count"), Json(1));
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
}

TEST(Baselines, OutputPerturbationWithoutANotionIsGradientDescent) {
  const Json result =
      result_of(with(approximate(R"([{"id":"output-perturbation-gd","parameters":{"iterations":30}},
                      {"id":"gd","parameters":{"iterations":30}}])"),
                     "privacy", R"({"notion":"none"})"));
  EXPECT_EQ(at_path(result, "runs.0.nonPrivate.solution"),
            at_path(result, "runs.2.nonPrivate.solution"));
}

TEST(Baselines, RunsThatStopAtRandomSayWhatTheyReleased) {
  const Json result = result_of(approximate(
      R"([{"id":"dp-gd","parameters":{"iterations":40,"output":"random"}},
          {"id":"rrpsgd","parameters":{"iterations":40,"batchSize":2}},
          {"id":"dp-gd","parameters":{"iterations":40,"output":"average"}}])"));
  EXPECT_EQ(at_path(report_of(result), "consistent"), Json(true))
      << write_json(report_of(result), JsonLayout::pretty);
  for (std::size_t run = 0; run < 4; ++run) {
    const Json one = at_path(result, "runs." + std::to_string(run));
    EXPECT_EQ(at_path(one, "status"), Json("completed"));
    const Json iterations = at_path(one, "trace.iteration");
    const double stopped = iterations.element(iterations.size() - 1).number();
    double released = 0;
    const Json ledger = at_path(one, "privacy.ledger");
    for (const Json& entry : ledger.elements()) {
      released += at_path(entry, "count").number();
    }
    EXPECT_EQ(released, stopped);
    EXPECT_LE(stopped, 40);
    // The budget is that of all 40, whatever was drawn.
    EXPECT_EQ(at_path(one, "privacy.epsilon"), Json(1));
  }
}

TEST(Baselines, GaussianMiniBatchesAndFallingStepsRunAndAreConsistent) {
  const Json result = result_of(approximate(
      R"([{"id":"dp-sgd","parameters":{"iterations":50}},
          {"id":"dp-gd","parameters":{"iterations":20,"batchSize":3}}])"));
  EXPECT_EQ(at_path(report_of(result), "consistent"), Json(true));
  for (const char* run : {"runs.0", "runs.2"}) {
    EXPECT_EQ(at_path(result, std::string(run) + ".status"), Json("completed"));
    EXPECT_LE(at_path(result, std::string(run) + ".privacy.epsilon").number(), 1);
  }
}

TEST(Baselines, WhatNoProofCoversIsRefusedWithItsPlace) {
  const Json output =
      approximate(R"([{"id":"output-perturbation-gd","parameters":{"iterations":30}}])");
  EXPECT_EQ(refusal_of(with(output, "privacy", R"({"notion":"pure","epsilon":1})")),
            "unsupported-notion privacy.notion");
  EXPECT_EQ(refusal_of(with(output, "algorithms.0.parameters.stepSize", "1000")),
            "unstable-step algorithms.0.parameters.stepSize");
  EXPECT_EQ(refusal_of(with(output, "run.randomness", R"({"mode":"secure"})")),
            "unsupported-option run.randomness.release");
  EXPECT_EQ(refusal_of(with(output, "privacy",
                            R"({"notion":"approximate","epsilon":2,"delta":1e-5,
                                "calibration":"paper"})")),
            "invalid-budget privacy.epsilon");
  EXPECT_EQ(refusal_of(approximate(R"([{"id":"dp-gd","parameters":{"iterations":"fast"}}])")),
            "invalid-value algorithms.0.parameters.iterations");
  EXPECT_EQ(refusal_of(approximate(R"([{"id":"dp-gd","parameters":{"iterations":2.5}}])")),
            "invalid-value algorithms.0.parameters.iterations");
}

TEST(Baselines, TheoryChoosesDpGdsStepsFromPublicConstants) {
  const Json theory = approximate(R"([{"id":"dp-gd","parameters":{"iterations":"pl"}}])");
  const Json ran = result_of(with(theory, "problem.constants", R"({"initialGap":0.7})"));
  const double steps = at_path(ran, "runs.0.parameters.iterations").number();
  EXPECT_GE(steps, 1);
  EXPECT_EQ(at_path(ran, "runs.0.privacy.ledger.0.count"), Json(steps));
  const Json plain = with(theory, "problem.regularizer", R"({"kind":"none"})");
  EXPECT_EQ(refusal_of(plain), "invalid-value problem.constants.plConstant");
  EXPECT_EQ(refusal_of(with(plain, "problem.constants", R"({"plConstant":0.05})")), "ran");
}

}  // namespace
}  // namespace noisy
