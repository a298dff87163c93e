#include "engine/experiment/session/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "engine/math/instruction_set.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using ::testing::AllOf;
using testing::at_path;
using ::testing::HasSubstr;
using testing::open_session;
using testing::small_experiment;
using testing::varied_experiment;
using testing::with;

TEST(Plan, SaysWhetherTheFirstLineOfAFileWasTakenAsAHeader) {
  const auto data_of = [](const std::string& file) {
    Workspace workspace;
    auto session = open_session(workspace, testing::file_experiment("csv"), file);
    return at_path(*parse_json(*(*session)->plan()), "data");
  };
  const Json named = data_of("u,v,y\n0.5,1,1\n0.25,0,-1\n");
  EXPECT_EQ(at_path(named, "header"), Json(true));
  EXPECT_EQ(at_path(named, "samples"), Json(2));
  const Json bare = data_of("0.5,1,1\n0.25,0,-1\n");
  EXPECT_EQ(at_path(bare, "header"), Json(false));
  EXPECT_EQ(at_path(bare, "samples"), Json(2));
}

TEST(Plan, SaysThatColumnsAreMappedByADefaultThatWasAnotherOne) {
  const auto warnings_of = [](const char* step) {
    Workspace workspace;
    auto session = open_session(workspace, with(small_experiment(), "data.preprocess.0", step));
    return write_json(at_path(*parse_json(*(*session)->plan()), "plans.0.warnings"));
  };
  EXPECT_THAT(warnings_of(R"({"kind":"scale-columns","lower":0,"upper":1})"),
              AllOf(HasSubstr("mapped to [-1, 1]"), HasSubstr("meant [0, 1]")));
  EXPECT_THAT(warnings_of(R"({"kind":"scale-columns","lower":0,"upper":1,"to":[-1,1]})"),
              ::testing::Not(HasSubstr("mapped to")));
}

TEST(Plan, ShowsDataConstantsCostAndPlans) {
  Workspace workspace;
  auto session = open_session(workspace, varied_experiment());
  ASSERT_TRUE(session);
  const Json plan = *parse_json(*(*session)->plan());
  EXPECT_EQ(at_path(plan, "data.samples"), Json(8));
  EXPECT_EQ(at_path(plan, "data.bounds.l1"), Json(1));
  EXPECT_EQ(at_path(plan, "data.bounds.target"), Json(1));
  EXPECT_EQ(at_path(plan, "constants.smoothness"), Json(0.25 + 0.1));
  EXPECT_EQ(at_path(plan, "constants.strongConvexity"), Json(0.1));
  EXPECT_EQ(at_path(plan, "constants.l1Sensitivity"), Json(2));
  EXPECT_EQ(at_path(plan, "constants.rule"), Json("public-bound"));
  EXPECT_EQ(at_path(plan, "cost.runs"), Json(12));
  EXPECT_EQ(at_path(plan, "plans").size(), 6u);
  EXPECT_EQ(at_path(plan, "plans.0.algorithm"), Json("dp-gd"));
  EXPECT_EQ(at_path(plan, "plans.3.sweep").members()[0].second, Json(4));
  EXPECT_EQ(at_path(plan, "plans.2.gradientEvaluations"), Json(27));
  EXPECT_EQ(at_path(plan, "plans.2.segments.0.batchSize"), Json(3));
  EXPECT_GT(at_path(plan, "plans.0.curves.noiseScale.value.0").number(), 0);
  EXPECT_NEAR(at_path(plan, "total.epsilon").number(), 20, 1e-9);
  // Runs: 4 x 12 x 8 + 4 x 9 x 3 + 4 x 9 x 8. Diagnostics: two walks (value, accuracy) over 8
  // records at 5 points of 12 runs. The reference comes on top.
  EXPECT_GT(at_path(plan, "cost.gradientEvaluations").number(), 384 + 108 + 288 + 960);
}

double guessed_seconds(const Json& tree) {
  Workspace workspace;
  auto session = open_session(workspace, tree);
  return at_path(*parse_json(*(*session)->plan()), "cost.seconds").number();
}

TEST(Plan, GuessesLessTimeWithWiderVectors) {
  const math::InstructionSet before = math::instruction_set();
  double narrower = std::numeric_limits<double>::infinity();
  for (const math::InstructionSet set : math::available_instruction_sets()) {
    ASSERT_TRUE(math::use_instruction_set(set));
    const double seconds = guessed_seconds(small_experiment());
    EXPECT_LT(seconds, narrower) << math::instruction_set_name(set);
    narrower = seconds;
  }
  math::use_instruction_set(before);
}

TEST(Plan, GuessesMoreTimeForAScatteredRecordThanForOneInOrder) {
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"synthetic","name":"logistic","samples":10000,"features":20,
                       "preprocess":[{"kind":"clip-rows","norm":"l1","bound":1}]})");
  tree = with(tree, "run.diagnostics", "[]");
  const double all = guessed_seconds(tree);
  const double tenth = guessed_seconds(with(tree, "algorithms.0.parameters.batchSize", "1000"));
  EXPECT_LT(tenth, all);
  EXPECT_GT(tenth, 0.2 * all);
}

/// A record of a saddle problem is a function call of its own; those of a loss run through a
/// kernel.
TEST(Plan, GuessesMoreTimeForARecordOfASaddleProblem) {
  const Json loss = with(small_experiment(), "data",
                         R"({"kind":"synthetic","name":"logistic","samples":10000,"features":20,
                             "preprocess":[{"kind":"clip-rows","norm":"l2","bound":1}]})");
  const Json asked = with(with(loss, "run.diagnostics", R"(["objective"])"), "privacy",
                          R"({"notion":"zcdp","rho":1})");
  const Json saddle =
      with(with(asked, "problem", R"({"kind":"saddle","name":"worst-group-logistic"})"),
           "algorithms", R"([{"id":"dp-sgda","parameters":{"batchSize":10000,"iterations":100}}])");
  const auto per_evaluation = [](const Json& tree) {
    Workspace workspace;
    const Json plan = *parse_json(*(*open_session(workspace, tree))->plan());
    return at_path(plan, "cost.seconds").number() /
           at_path(plan, "cost.gradientEvaluations").number();
  };
  EXPECT_GT(per_evaluation(saddle), 2 * per_evaluation(asked));
}

/// Steps and records of a method that reads each record once grow alike.
TEST(Plan, GuessesNoMoreThanTheBlocksThatStepsRead) {
  const auto seconds = [](const char* samples) {
    Json tree = with(small_experiment(), "data",
                     R"({"kind":"synthetic","name":"planted-game","features":64,"samples":)" +
                         std::string(samples) + "}");
    tree = with(tree, "problem", R"({"kind":"saddle","name":"matrix-game"})");
    tree = with(tree, "privacy", R"({"notion":"zcdp","rho":0.1})");
    tree = with(tree, "algorithms", R"([{"id":"vertex-smd-boosted"}])");
    return guessed_seconds(with(tree, "run.diagnostics", "[]"));
  };
  EXPECT_LT(seconds("64000"), 6 * seconds("16000"));
}

TEST(Plan, MarksConstantsThatReadTheData) {
  Workspace workspace;
  const Json tree =
      with(small_experiment(), "problem.constants", R"({"smoothness":"data-spectral"})");
  auto session = open_session(workspace, tree);
  ASSERT_TRUE(session);
  const Json plan = *parse_json(*(*session)->plan());
  EXPECT_EQ(at_path(plan, "constants.certified"), Json(false));
  EXPECT_EQ(at_path(plan, "constants.rule"), Json("data-spectral"));
  EXPECT_LT(at_path(plan, "constants.smoothness").number(), 0.35);
  EXPECT_EQ(at_path(plan, "plans.0.privacy.certified"), Json(false));
  EXPECT_THAT(at_path(plan, "plans.0.privacy.reasons.0").text(), HasSubstr("from the data"));
}

TEST(Plan, TakesStatedConstants) {
  Workspace workspace;
  const Json tree = with(small_experiment(), "problem.constants",
                         R"({"smoothness":3,"strongConvexity":0.5,"initialGap":2})");
  auto session = open_session(workspace, tree);
  const Json plan = *parse_json(*(*session)->plan());
  EXPECT_EQ(at_path(plan, "constants.smoothness"), Json(3));
  EXPECT_EQ(at_path(plan, "constants.conditionNumber"), Json(6));
  EXPECT_EQ(at_path(plan, "constants.initialGap"), Json(2));
  EXPECT_EQ(at_path(plan, "constants.certified"), Json(true));
}

/// What all runs cost together, as the plan says beforehand.
Json planned_total(const Json& experiment) {
  Workspace workspace;
  auto session = open_session(workspace, experiment);
  EXPECT_TRUE(session) << session.error().message;
  const auto plan = (*session)->plan();
  EXPECT_TRUE(plan) << plan.error().message;
  return at_path(*parse_json(*plan), "total");
}

// Each of the ledger's units, with several repeats.
TEST(PlanTotal, IsThatOfTheResultWhoseRunsAllComplete) {
  const Json three = with(small_experiment(), "run.repeats", "3");
  const Json batches = with(three, "algorithms",
                            R"([{"id":"dp-gd","parameters":{"iterations":6,"batchSize":3}},
                                {"id":"dp-gd","parameters":{"iterations":6}}])");
  const char* kApproximate = R"({"notion":"approximate","epsilon":1,"delta":1e-6})";
  for (const Json& experiment :
       {three, batches, with(three, "privacy", R"({"notion":"zcdp","rho":0.1})"),
        with(three, "privacy", kApproximate), with(batches, "privacy", kApproximate),
        with(with(three, "privacy", kApproximate), "run.randomness.release", R"("hardened")")}) {
    const Json planned = planned_total(experiment);
    const Json stated = at_path(testing::result_of(experiment), "privacy.total");
    EXPECT_EQ(planned.member("accountant"), stated.member("accountant"));
    int numbers = 0;
    for (const char* figure : {"epsilon", "delta", "rho"}) {
      const Json& one = planned.member(figure);
      const Json& other = stated.member(figure);
      ASSERT_EQ(one.is_number(), other.is_number()) << figure;
      if (!one.is_number()) continue;
      ++numbers;
      EXPECT_NEAR(one.number(), other.number(), 1e-9 * other.number()) << figure;
    }
    EXPECT_GE(numbers, 1);
  }
}

TEST(PlanTotal, HoldsAtTheLeastDeltaOfItsRunsInWhateverOrderTheyCome) {
  const Json approximate =
      with(small_experiment(), "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-6})");
  for (const char* deltas : {"[1e-7,1e-5]", "[1e-5,1e-7]"}) {
    const std::string axes = std::string(R"([{"path":"privacy.delta","values":)") + deltas + "}]";
    EXPECT_EQ(planned_total(with(approximate, "sweep", axes)).member("delta"), Json(1e-7));
  }
}

TEST(Plan, SaysThatRecordsInAPlaneGiveNoStrongConvexity) {
  const Json flat =
      with(with(small_experiment(), "data.features", "[[0.1,0.3],[0.2,0.6],[-0.3,-0.9],[0.1,0.3]]"),
           "data.targets", "[1,-1,1,-1]");
  Json asked = with(flat, "problem.loss", R"("squared")");
  asked = with(asked, "problem.constants", R"({"strongConvexity":"data-spectral"})");
  asked = with(with(asked, "problem.gradientClip", R"({"norm":"l1","bound":1})"), "run.diagnostics",
               "[]");
  const Json report = testing::plan_of(asked);
  EXPECT_EQ(at_path(report, "constants.strongConvexity"), Json(0.1));  // the regularizer's
  EXPECT_THAT(write_json(at_path(report, "plans.0.notes")), HasSubstr("lie in a plane"));
  const Json full = testing::plan_of(with(asked, "data.features", "[[1,0],[0,1],[0.5,0],[0,0.5]]"));
  EXPECT_THAT(write_json(at_path(full, "plans.0.notes")),
              ::testing::Not(HasSubstr("lie in a plane")));
}

TEST(Plan, NamesASpectrumThatIsTooLargeToBeComputed) {
  Json asked = with(with(small_experiment(), "data.features", "[[1e200,1e200],[1e200,-1e200]]"),
                    "data.targets", "[1,-1]");
  asked = with(asked, "data.preprocess", "[]");
  asked = with(asked, "problem.gradientClip", R"({"norm":"l1","bound":1})");
  asked = with(asked, "problem.constants", R"({"smoothness":"data-spectral"})");
  Workspace workspace;
  const auto session = open_session(workspace, asked);
  ASSERT_TRUE(session);
  const auto report = (*session)->plan();
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().field, "problem.constants");
  const std::string refused = report.error().message;
  EXPECT_THAT(refused, HasSubstr("too large to be computed"));
  EXPECT_THAT(refused, ::testing::Not(HasSubstr("null")));
}

}  // namespace
}  // namespace noisy
