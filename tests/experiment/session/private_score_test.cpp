// Runs that publish one private figure of the rows that are held out: what it is, what both cost
// together, who may see it, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/experiment/result/replay.h"
#include "engine/privacy/score/private_score.h"
#include "engine/random/discrete.h"
#include "engine/statement/check/check.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::HasSubstr;
using testing::plan_of;
using testing::result_of;
using testing::run_experiment;
using testing::small_experiment;
using testing::with;
using testing::without;

constexpr const char* kHoldsOut = R"([{"kind":"clip-rows","norm":"l1","bound":1},
                                      {"kind":"hold-out","count":3,"seed":5}])";

Json scored(const char* privacy = R"({"notion":"pure","epsilon":2})",
            const char* score = R"({"epsilon":0.5})") {
  Json tree = with(small_experiment(), "data.preprocess", kHoldsOut);
  tree = with(tree, "run.diagnostics", R"(["held-out-accuracy"])");
  tree = with(tree, "run.privateScore", score);
  return with(tree, "privacy", privacy);
}

Json of_numbers() {
  Json tree =
      with(scored(), "problem", R"({"loss":"squared","gradientClip":{"norm":"l1","bound":1}})");
  tree = with(tree, "data.targets", "[10,30,-20,0,55,-35,20,5]");
  tree = with(tree, "data.preprocess", R"([{"kind":"clip-rows","norm":"l2","bound":1},
      {"kind":"clamp-target","lower":-40,"upper":60},{"kind":"hold-out","count":3,"seed":5}])");
  return with(tree, "run.diagnostics", R"(["held-out-mean-squared-error"])");
}

std::int64_t noise_of(const Json& experiment, std::uint64_t repeat, std::uint64_t scale) {
  const std::string id = at_path(experiment, "algorithms.0.id").text();
  Stream stream = StreamFactory::reproducible({.seed = 7, .algorithm = id, .repeat = repeat})
                      .stream(StreamPurpose::score, 0);
  return discrete_laplace(stream, scale);
}

std::string verdict_on(const Json& result) {
  const auto report = check_statement(write_json(result));
  return report ? report->json : report.error().field + ": " + report.error().message;
}

bool is_consistent(const Json& result) {
  const auto report = check_statement(write_json(result));
  return report && report->consistent;
}

TEST(PrivateScoreRun, IsTheExactCountWithTheNoiseOfItsOwnStream) {
  const Json tree = scored();
  const Json result = result_of(tree);
  for (std::uint64_t repeat : {0u, 1u}) {
    const Json run = at_path(result, "runs." + std::to_string(repeat));
    const double exact = at_path(run, "nonPrivate.final.heldOutAccuracy").number();
    const auto right = static_cast<std::int64_t>(std::lround(3 * exact));
    const double sum = at_path(run, "score.noisySum").number();
    EXPECT_EQ(sum,
              static_cast<double>(right * kScoreSteps + noise_of(tree, repeat, 2 * kScoreSteps)));
    EXPECT_EQ(at_path(run, "score.records"), Json(3));
    EXPECT_EQ(at_path(run, "score.measure"), Json("accuracy"));
    EXPECT_LE(at_path(run, "score.lower").number(), at_path(run, "score.upper").number());
  }
}

TEST(PrivateScoreRun, OfNumbersItIsTheRootOfTheMeanSquaredErrorInTheirUnit) {
  // So large a budget that the noise is nothing.
  const Json tree = with(with(of_numbers(), "privacy.epsilon", "1e5"), "run.privateScore", "{}");
  const Json run = at_path(result_of(tree), "runs.0");
  const double exact = std::sqrt(at_path(run, "nonPrivate.final.heldOutMeanSquaredError").number());
  EXPECT_EQ(at_path(run, "score.measure"), Json("rmse"));
  EXPECT_NEAR(at_path(run, "score.value").number(), exact, 0.05);
  EXPECT_LE(at_path(run, "score.lower").number(), exact);
  EXPECT_GE(at_path(run, "score.upper").number(), exact);
  EXPECT_LE(at_path(run, "score.upper").number(), 100);
}

TEST(PrivateScoreRun, ChangesNothingElseAndCostsNoMoreThanTheRun) {
  const Json with_score = result_of(scored());
  const Json alone = result_of(without(scored(), "run.privateScore"));
  EXPECT_EQ(at_path(with_score, "fingerprint"), at_path(alone, "fingerprint"));
  EXPECT_EQ(at_path(with_score, "runs.0.privacy.epsilon"), Json(2));
  EXPECT_EQ(at_path(with_score, "runs.0.privacy.certified"), Json(true));
  EXPECT_EQ(at_path(with_score, "privacy.total"), at_path(alone, "privacy.total"));
  EXPECT_THAT(at_path(with_score, "runs.0.privacy.statement").text(),
              HasSubstr("the larger of the two, not their sum"));
}

TEST(PrivateScoreRun, ItsOwnBudgetIsTheRunsWhereNoneIsStated) {
  const auto epsilon = [](const char* privacy) {
    return at_path(plan_of(scored(privacy, "{}")), "plans.0.score.epsilon").number();
  };
  EXPECT_NEAR(epsilon(R"({"notion":"pure","epsilon":2})"), 2, 1e-5);
  EXPECT_NEAR(epsilon(R"({"notion":"approximate","epsilon":0.7,"delta":1e-6})"), 0.7, 1e-5);
  EXPECT_NEAR(epsilon(R"({"notion":"zcdp","rho":0.5})"), 1, 1e-5);
}

TEST(PrivateScoreRun, TotalsOfManyRunsAreTheLargerSideOfTheDivision) {
  // Twenty training runs cost less together, as zCDP, than twenty figures do in pure epsilons.
  const Json tree = with(scored(R"({"notion":"approximate","epsilon":1,"delta":1e-5})", "{}"),
                         "run.repeats", "20");
  const Json result = result_of(tree);
  const double alone =
      at_path(result_of(without(tree, "run.privateScore")), "privacy.total.epsilon").number();
  EXPECT_LT(alone, 10);
  EXPECT_NEAR(at_path(result, "privacy.total.epsilon").number(), 20, 1e-3);
  EXPECT_TRUE(is_consistent(result)) << verdict_on(result);
}

TEST(PrivateScoreRun, StatementsAreCheckedAndEditedOnesAreNot) {
  for (const char* privacy : {R"({"notion":"pure","epsilon":2})", R"({"notion":"zcdp","rho":0.5})",
                              R"({"notion":"approximate","epsilon":1,"delta":1e-6})"}) {
    const Json result = result_of(scored(privacy));
    EXPECT_TRUE(is_consistent(result)) << verdict_on(result);
    const std::string entry = "privacy.statement.entries.0.score.";
    for (const auto& [place, lie] :
         {std::pair("runs.0.score.value", "0.123"), std::pair("runs.0.score.upper", "0.5"),
          std::pair("runs.0.score.noisySum", "0.5"), std::pair("runs.0.score.records", "4")}) {
      EXPECT_FALSE(is_consistent(with(result, place, lie))) << place;
    }
    for (const auto& [field, lie] :
         {std::pair("epsilon", "0.1"), std::pair("scale", "1048576"), std::pair("steps", "1"),
          std::pair("records", "4"), std::pair("measure", R"("rmse")")}) {
      EXPECT_FALSE(is_consistent(with(result, entry + field, lie))) << field;
    }
    EXPECT_FALSE(is_consistent(without(result, "runs.0.score")));
    EXPECT_FALSE(is_consistent(without(result, "privacy.statement.entries.0.score")));
  }
}

TEST(PrivateScoreRun, StaysInWhatIsPublishedAndTakesNothingFromIt) {
  Json tree = with(scored(), "run", R"({"randomness":{"mode":"secure"},"privateScore":{}})");
  const Json result = result_of(tree);
  EXPECT_EQ(write_json(at_path(result, "privacy.reasons")),
            R"(["the experiment holds the records themselves"])");
  const auto redacted = redact(write_json(result));
  ASSERT_TRUE(redacted);
  const Json kept = *parse_json(*redacted);
  EXPECT_EQ(at_path(kept, "runs.0.score"), at_path(result, "runs.0.score"));
  EXPECT_EQ(at_path(kept, "privacy.releasable"), Json(true));
  EXPECT_TRUE(is_consistent(kept)) << verdict_on(kept);
}

TEST(PrivateScoreRun, AStatementSaysThatHeldOutRowsAreReadByTheFigureAlone) {
  const std::string text =
      write_json(at_path(result_of(scored()), "privacy.statement.assumptions"));
  EXPECT_THAT(text, HasSubstr("only the private figure of them depends on them"));
}

TEST(PrivateScoreRun, JudgesRowsClampedToTheRangesThatTheRunChose) {
  const Json tree = with(scored(R"({"notion":"zcdp","rho":0.5})"), "data.preprocess",
                         R"([{"kind":"private-ranges","lower":-5,"upper":5},
                             {"kind":"clip-rows","norm":"l2","bound":1},
                             {"kind":"hold-out","share":0.4,"seed":5}])");
  const Json result = result_of(tree);
  EXPECT_EQ(at_path(result, "runs.0.score.records"), Json(3));
  EXPECT_TRUE(is_consistent(result)) << verdict_on(result);
}

TEST(PrivateScoreRun, OfWhatIsNotPrivateThereIsNone) {
  const Json tree = with(scored(), "algorithms",
                         R"([{"id":"dp-gd","parameters":{"iterations":4}},
                             {"id":"gd","parameters":{"iterations":4}}])");
  const Json result = result_of(tree);
  EXPECT_TRUE(at_path(result, "runs.0").find("score"));
  EXPECT_FALSE(at_path(result, "runs.2").find("score"));
  EXPECT_FALSE(at_path(result, "runs.2.nonPrivate").find("score"));
}

TEST(PrivateScoreRun, WhatCannotBeDoneIsRefusedByName) {
  const auto refusal = [](const Json& tree) {
    const auto result = run_experiment(tree);
    return result ? "none" : result.error().field + ": " + result.error().message;
  };
  EXPECT_THAT(refusal(with(with(scored(), "data.preprocess", "[]"), "run.diagnostics", "[]")),
              HasSubstr("run.privateScore: is a figure of rows that no run sees"));
  EXPECT_THAT(refusal(scored(R"({"notion":"pure","epsilon":2})", R"({"epsilon":3})")),
              HasSubstr("run.privateScore.epsilon: is more than the run's own 2"));
  EXPECT_THAT(refusal(scored(R"({"notion":"pure","epsilon":2})", R"({"epsilon":0})")),
              HasSubstr("run.privateScore.epsilon"));
  EXPECT_THAT(
      refusal(with(scored(), "sweep", R"([{"path":"data.preprocess.1.seed","values":[1,2]}])")),
      HasSubstr("run.privateScore: the rows that are held out must be the same"));
  EXPECT_THAT(refusal(scored(R"({"notion":"pure","epsilon":2,"calibration":"published-figures"})")),
              HasSubstr("privacy.calibration"));
  EXPECT_THAT(refusal(with(of_numbers(), "data.preprocess",
                           R"([{"kind":"clip-rows","bound":1},{"kind":"hold-out","count":3}])")),
              HasSubstr("run.privateScore: nothing limits one row's"));
  EXPECT_THAT(refusal(with(with(scored(), "problem", R"({"loss":"mean-estimation"})"),
                           "run.diagnostics", "[]")),
              HasSubstr("judges predictions"));
}

}  // namespace
}  // namespace noisy
