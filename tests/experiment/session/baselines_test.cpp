// Baselines and DP-GD's answers through the whole session: trace, ledger, statement, refusals.
#include <gtest/gtest.h>

#include "engine/question/account/account.h"
#include "tests/experiment/session/run_session.h"
#include "tests/statement/statements.h"

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

/// Why the experiment, or its first algorithm that is left out, does not run.
std::string refusal_of(const Json& experiment) {
  const auto result = testing::run_experiment(experiment);
  if (!result) return std::string(code_text(result.error().code)) + " " + result.error().field;
  const Json error = at_path(*result, "refused.0.error");
  return error.is_null() ? "ran" : error.member("code").text() + " " + error.member("field").text();
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

TEST(Baselines, ObjectivePerturbationSpendsNothingBeforeItsReleaseAndShowsOnlyThat) {
  const Json experiment = approximate(R"([{"id":"objective-perturbation"}])");
  const Json result = result_of(experiment);
  EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(result, "runs.0.trace.iteration"), Json::numbers({0, 1}));
  EXPECT_EQ(at_path(result, "runs.0.trace.epsilonSpent.0"), Json(0));
  EXPECT_NEAR(at_path(result, "runs.0.trace.epsilonSpent.1").number(), 1, 1e-6);
  EXPECT_EQ(at_path(result, "runs.0.privacy.ledger.0.release"), Json("minimizer"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.ledger.0.count"), Json(1));
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
  EXPECT_NE(at_path(result, "runs.0.solution"), at_path(result, "runs.1.solution"));
  // Both runs together cost less than twice one: their divergences add up.
  const double total = at_path(result, "privacy.total.epsilon").number();
  EXPECT_GT(total, 1);
  EXPECT_LT(total, 2);

  Workspace workspace;
  const Json plan = *parse_json(*(*testing::open_session(workspace, experiment))->plan());
  EXPECT_EQ(at_path(result, "runs.0.gradientEvaluations"),
            at_path(plan, "plans.0.gradientEvaluations"));
  for (const testing::RunOptions& options :
       {testing::RunOptions{.threads = 2}, testing::RunOptions{.slice = 0},
        testing::RunOptions{.threads = 2, .slice = 1e-4, .groups = 2}}) {
    EXPECT_EQ(at_path(result_of(experiment, options), "fingerprint"),
              at_path(result, "fingerprint"));
  }
}

TEST(Baselines, ObjectivePerturbationRefusesWhatItsProofDoesNotCover) {
  const Json sound = approximate(R"([{"id":"objective-perturbation"}])");
  EXPECT_EQ(refusal_of(sound), "ran");
  EXPECT_EQ(refusal_of(with(sound, "privacy", R"({"notion":"pure","epsilon":1})")),
            "unsupported-notion privacy.notion");
  EXPECT_EQ(refusal_of(with(sound, "privacy", R"({"notion":"zcdp","rho":1})")),
            "unsupported-notion privacy.notion");
  EXPECT_EQ(refusal_of(with(sound, "problem.domain", R"({"kind":"l2-ball","radius":1})")), "ran");
  EXPECT_EQ(refusal_of(with(sound, "problem.domain", R"({"kind":"l1-ball","radius":1})")),
            "unsupported-option problem.domain");
  EXPECT_EQ(refusal_of(with(sound, "problem.regularizer", R"({"kind":"l1","strength":0.1})")),
            "unsupported-option problem.regularizer.kind");
  EXPECT_EQ(refusal_of(with(sound, "problem.gradientClip", R"({"norm":"l2","bound":0.5})")),
            "unsupported-option problem.gradientClip");
  EXPECT_EQ(refusal_of(with(sound, "problem.loss", R"("sigmoid")")),
            "unsupported-option problem.loss");
  EXPECT_EQ(refusal_of(with(sound, "run.randomness", R"({"mode":"secure"})")),
            "unsupported-option run.randomness.release");
  EXPECT_EQ(refusal_of(with(sound, "algorithms.0.parameters.curvatureShare", "1")),
            "invalid-value algorithms.0.parameters.curvatureShare");
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

/// Noisy Frank-Wolfe on an l1 ball, with a smooth regularizer, beside the exact method.
Json choices(const char* privacy) {
  Json tree = with(small_experiment(), "algorithms",
                   R"([{"id":"noisy-frank-wolfe","parameters":{"iterations":12}},
                       {"id":"frank-wolfe","parameters":{"iterations":12}}])");
  tree = with(tree, "problem.domain", R"({"kind":"l1-ball","radius":1.5})");
  return with(tree, "privacy", privacy);
}

TEST(Baselines, FrankWolfeReleasesVerticesAndNothingElse) {
  struct Case {
    const char* privacy;
    const char* column;
    double budget;
  };
  for (const Case& one :
       {Case{R"({"notion":"pure","epsilon":2})", "epsilonSpent", 2},
        Case{R"({"notion":"zcdp","rho":0.2})", "rhoSpent", 0.2},
        Case{R"({"notion":"approximate","epsilon":1,"delta":1e-5})", "epsilonSpent", 1}}) {
    const Json result = result_of(choices(one.privacy));
    EXPECT_EQ(at_path(report_of(result), "consistent"), Json(true))
        << write_json(report_of(result), JsonLayout::pretty);
    const Json run = at_path(result, "runs.0");
    EXPECT_EQ(at_path(run, "status"), Json("completed")) << one.privacy;
    EXPECT_EQ(at_path(run, "privacy.certified"), Json(true));
    EXPECT_EQ(at_path(run, "privacy.ledger.0.release"), Json("vertex"));
    EXPECT_EQ(at_path(run, "privacy.ledger.0.mechanism"), Json("exponential"));
    EXPECT_EQ(at_path(run, "privacy.ledger.0.count"), Json(12));
    const Json spent = at_path(run, std::string("trace.") + one.column);
    EXPECT_EQ(spent.element(0), Json(0));
    EXPECT_NEAR(spent.element(4).number(), one.budget, 1e-6 * one.budget);
    EXPECT_LE(spent.element(4).number(), one.budget * (1 + 1e-12));
    const Json solution = at_path(run, "solution");
    const double norm =
        std::fabs(solution.element(0).number()) + std::fabs(solution.element(1).number());
    EXPECT_LE(norm, 1.5 * (1 + 1e-12));
    EXPECT_EQ(at_path(result, "runs.2.nonPrivate.status"), Json("completed"));
    EXPECT_TRUE(at_path(result, "runs.2.solution").is_null());  // of what is not private
    const Json statement = at_path(result, "privacy.statement.entries.0");
    EXPECT_EQ(at_path(statement, "sensitivity.norm"), Json("linf"));
    EXPECT_EQ(at_path(statement, "sensitivity.vertices.norm"), Json("l1"));
    // One record of eight with rows in the l1 ball of radius 1: 2 * 1.5 / 8.
    EXPECT_DOUBLE_EQ(at_path(statement, "sensitivity.mean").number(), 0.375);
  }
}

/// From the statement alone, by the accountants' queries.
TEST(Baselines, FrankWolfesCostIsWhatTheAccountantsSayOfItsNoise) {
  const Json result = result_of(choices(R"({"notion":"approximate","epsilon":1,"delta":1e-5})"));
  const Json entry = at_path(result, "privacy.statement.entries.0");
  Json query = Json::object({{"query", "exponential-epsilon"},
                             {"sensitivity", at_path(entry, "sensitivity.mean")},
                             {"scoreScale", 1 / at_path(entry, "noise.values.0.1").number()},
                             {"draws", at_path(entry, "noise.values.0.0")},
                             {"delta", 1e-5}});
  const auto value = [&](const char* accountant) {
    query.set("accountant", accountant);
    const auto answer = account(write_json(query));
    EXPECT_TRUE(answer) << answer.error().message;
    return at_path(*parse_json(*answer), "value").number();
  };
  EXPECT_NEAR(value("rdp"), 1, 1e-6);
  EXPECT_GE(value("zcdp"), 1);
  EXPECT_GE(value("pure"), 1);
}

TEST(Baselines, FrankWolfeHasTheSameBitsWhateverTheThreadsSlicesAndGroups) {
  const Json tree = choices(R"({"notion":"approximate","epsilon":1,"delta":1e-5})");
  const Json once = result_of(tree);
  for (const testing::RunOptions& options :
       {testing::RunOptions{.threads = 2}, testing::RunOptions{.slice = 0},
        testing::RunOptions{.threads = 2, .groups = 3}}) {
    const Json again = result_of(tree, options);
    EXPECT_EQ(at_path(again, "fingerprint"), at_path(once, "fingerprint"));
    EXPECT_EQ(at_path(again, "nonPrivate.fingerprint"), at_path(once, "nonPrivate.fingerprint"));
  }
}

TEST(Baselines, FrankWolfeRefusesWhatItHasNoVerticesOrScoresFor) {
  const Json tree = choices(R"({"notion":"pure","epsilon":2})");
  EXPECT_EQ(refusal_of(tree), "ran");
  EXPECT_EQ(refusal_of(with(tree, "problem.domain", R"({"kind":"all"})")),
            "unsupported-domain problem.domain");
  EXPECT_EQ(refusal_of(with(tree, "problem.domain", R"({"kind":"l2-ball","radius":1})")),
            "unsupported-domain problem.domain");
  EXPECT_EQ(refusal_of(with(tree, "problem.regularizer", R"({"kind":"l1","strength":0.1})")),
            "unsupported-option problem.regularizer.kind");
  EXPECT_EQ(refusal_of(with(tree, "algorithms.0.parameters.batchSize", "4")),
            "unknown-field algorithms.0.parameters.batchSize");
  EXPECT_EQ(refusal_of(with(tree, "algorithms.0.parameters.start", "2")),
            "infeasible-start algorithms.0.parameters.start");
  EXPECT_EQ(refusal_of(with(tree, "data.preprocess", "[]")), "unbounded-sensitivity problem");
  EXPECT_EQ(refusal_of(with(tree, "privacy.mechanism", R"("laplace")")),
            "unsupported-mechanism privacy.mechanism");
  EXPECT_EQ(refusal_of(with(tree, "run", R"({"randomness":{"mode":"secure"}})")),
            "unsupported-option run.randomness.release");
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
