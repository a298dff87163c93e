// Runs that choose ranges of columns: what they choose, what their algorithm then sees, what both
// cost together, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/audit/audit_session.h"
#include "engine/data/private_ranges.h"
#include "engine/random/distributions.h"
#include "engine/random/exact_bernoulli.h"
#include "engine/random/stream.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::HasSubstr;
using testing::open_session;
using testing::plan_of;
using testing::result_of;
using testing::run_experiment;
using testing::run_to_end;
using testing::small_experiment;
using testing::with;

constexpr const char* kRanges = R"([{"kind":"private-ranges","lower":-100,"upper":100,"share":0.2},
                                    {"kind":"clip-rows","norm":"l2","bound":1}])";

/// Two columns of other scales, one value far out, and labels.
Json ranged_experiment(const char* privacy = R"({"notion":"zcdp","rho":0.5})") {
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"inline",
      "features":[[0.5,10],[0.2,-40],[-0.3,60],[0.9,0],[-0.7,-20],[0.1,80],[0,-50],[4321.125,40]],
      "targets":[1,1,-1,1,-1,-1,1,1]})");
  tree = with(tree, "data.preprocess", kRanges);
  tree = with(tree, "run.diagnostics", R"(["objective","accuracy"])");
  return with(tree, "privacy", privacy);
}

/// The same with a target of numbers, whose range is chosen, too.
Json ranged_target(const char* privacy = R"({"notion":"zcdp","rho":0.5})") {
  Json tree = with(ranged_experiment(privacy), "data.targets", "[3,9,-70,20,31,-12,45,97531.25]");
  tree = with(tree, "problem.loss", R"("squared")");
  tree = with(tree, "problem.gradientClip", R"({"bound":1})");
  tree = with(tree, "run.diagnostics", R"(["objective"])");
  return with(tree, "data.preprocess.0.of", R"("both")");
}

/// The columns, and the target after them.
std::vector<std::vector<double>> columns_of(const Json& experiment) {
  std::vector<std::vector<double>> columns(2);
  columns.push_back(*at_path(experiment, "data.targets").as_numbers());
  const Json rows = at_path(experiment, "data.features");
  for (const Json& row : rows.elements()) {
    for (std::size_t j = 0; j < 2; ++j) columns[j].push_back(row.element(j).number());
  }
  return columns;
}

/// The exponential mechanism over all candidates, as it is defined, counting one by one.
double naive_end(const std::vector<double>& values, double quantile, double scale, Stream stream) {
  const std::vector<double> candidates = range_candidates({-100, 100});
  const auto below = [&](double t) -> long {
    return std::ranges::count_if(values, [=](double v) { return v < t; });
  };
  // Of the lower end the next candidate counts, too, of the upper one the last.
  const auto score = [&](double t) {
    const auto at = std::ranges::find(candidates, t);
    const bool is_lower = quantile < 0.5;
    const bool is_alone = is_lower ? at + 1 == candidates.end() : at == candidates.begin();
    const long edge = is_lower ? std::ssize(values) : 0;
    const long other = is_alone ? edge : below(is_lower ? at[1] : at[-1]);
    const long wanted = std::lround(quantile * static_cast<double>(values.size()));
    const long own = below(t);
    return std::min({0L, wanted - std::min(own, other), std::max(own, other) - wanted});
  };
  long best = score(candidates.front());
  for (const double t : candidates) best = std::max(best, score(t));
  while (true) {
    const double t = candidates[bounded_integer(stream, candidates.size())];
    const auto behind = static_cast<std::uint64_t>(best - score(t));
    if (bernoulli_exp(stream, WideInteger{behind} << 32,
                      static_cast<std::uint64_t>(scale * 0x1p32)))
      return t;
  }
}

TEST(PrivateRanges, AreThoseOfANaiveExponentialMechanismWithTheSameDraws) {
  // So large a budget that the scores decide.
  const Json experiment = ranged_target(R"({"notion":"zcdp","rho":400})");
  const Json result = result_of(experiment);
  const auto columns = columns_of(experiment);
  for (Index repeat = 0; repeat < 2; ++repeat) {
    const Json run = at_path(result, "runs." + std::to_string(repeat));
    const double scale = at_path(run, "privacy.ledger.0.noiseScaleFirst").number();
    const StreamFactory streams = StreamFactory::reproducible(
        {.seed = 7, .algorithm = "dp-gd", .repeat = static_cast<std::uint64_t>(repeat)});
    ASSERT_EQ(at_path(run, "ranges").size(), 3u);
    for (std::size_t j = 0; j < 3; ++j) {
      const double one =
          naive_end(columns[j], 0.05, scale, streams.stream(StreamPurpose::ranges, 2 * j));
      const double other =
          naive_end(columns[j], 0.95, scale, streams.stream(StreamPurpose::ranges, 2 * j + 1));
      const Json range = at_path(run, "ranges." + std::to_string(j));
      if (j < 2) EXPECT_EQ(range.member("column"), Json(static_cast<double>(j)));
      EXPECT_EQ(range.find("isTarget") != nullptr, j == 2);
      EXPECT_EQ(range.member("lower"), Json(std::min(one, other)));
      EXPECT_EQ(range.member("upper"), Json(std::max(one, other)));
    }
  }
}

TEST(PrivateRanges, EveryRepeatChoosesItsOwn) {
  const Json result = result_of(ranged_experiment());
  EXPECT_NE(at_path(result, "runs.0.ranges"), at_path(result, "runs.1.ranges"));
}

TEST(PrivateRanges, AnAlgorithmSeesColumnsThatAreScaledToThem) {
  // Nothing is private here, so that the steps are those on columns with stated ranges.
  const Json ranged = with(ranged_experiment(R"({"notion":"none"})"), "run.repeats", "1");
  const Json result = result_of(ranged);
  const Json ranges = at_path(result, "runs.0.nonPrivate.ranges");
  ASSERT_EQ(ranges.size(), 2u);
  const auto list = [&](const char* end) {
    return "[" + write_json(ranges.element(0).member(end)) + "," +
           write_json(ranges.element(1).member(end)) + "]";
  };
  const Json stated = with(
      ranged, "data.preprocess.0",
      R"({"kind":"scale-columns","lower":)" + list("lower") + R"(,"upper":)" + list("upper") + "}");
  const Json same = result_of(stated);
  EXPECT_EQ(at_path(result, "runs.0.nonPrivate.fingerprint"),
            at_path(same, "runs.0.nonPrivate.fingerprint"));
  EXPECT_EQ(at_path(result, "runs.0.nonPrivate.final"), at_path(same, "runs.0.nonPrivate.final"));
  EXPECT_EQ(at_path(result, "runs.0.nonPrivate.solution"),
            at_path(same, "runs.0.nonPrivate.solution"));
}

TEST(PrivateRanges, AnAlgorithmSeesATargetThatIsScaledToThem) {
  const Json ranged = with(ranged_target(R"({"notion":"none"})"), "run.repeats", "1");
  const Json alone = with(ranged, "data.preprocess.0.of", R"("target")");
  const Json result = result_of(alone);
  const Json ranges = at_path(result, "runs.0.nonPrivate.ranges");
  ASSERT_EQ(ranges.size(), 1u);
  Json step = Json::object({{"kind", "scale-target"}});
  for (const char* end : {"lower", "upper"}) step.set(end, ranges.element(0).member(end));
  const Json same = result_of(with(alone, "data.preprocess.0", write_json(step)));
  EXPECT_EQ(at_path(result, "runs.0.nonPrivate.solution"),
            at_path(same, "runs.0.nonPrivate.solution"));
  EXPECT_NE(at_path(result, "runs.0.nonPrivate.solution"),
            at_path(result_of(ranged), "runs.0.nonPrivate.solution"));
}

TEST(PrivateRanges, OfATargetAreTwoMoreChoicesAndShowNoRecord) {
  const Json secure = with(ranged_target(), "run", R"({"randomness":{"mode":"secure"}})");
  const Json result = result_of(secure);
  EXPECT_EQ(at_path(result, "runs.0.privacy.ledger.0.count"), Json(6));
  Json outcome = result;
  outcome.erase("experiment");
  EXPECT_EQ(write_json(outcome).find("97531"), std::string::npos);
  EXPECT_THAT(at_path(result, "runs.0.privacy.statement").text(),
              HasSubstr("the ranges of 2 columns and of the target"));
  const Json other = with(secure, "data.targets", "[1e9,-1e9,0,0,0,0,0,0]");
  EXPECT_EQ(plan_of(secure).member("plans"), plan_of(other).member("plans"));
}

TEST(PrivateRanges, WithoutNoiseTheQuantilesAreThoseOfTheColumn) {
  const Json result = result_of(ranged_experiment(R"({"notion":"none"})"));
  const Json range = at_path(result, "runs.0.nonPrivate.ranges.1");
  // 0.4 of eight values is none, and 7.6 are all of them.
  EXPECT_LE(range.member("lower").number(), -50);
  EXPECT_GT(range.member("upper").number(), 80);
}

TEST(PrivateRanges, WhatFollowsIsPlannedForWhateverTheRecordsAre) {
  const Json one = ranged_experiment();
  const Json other =
      with(one, "data.features", "[[0,0],[0,0],[0,0],[0,0],[0,0],[0,0],[0,0],[1e300,-1e300]]");
  for (const char* part : {"plans", "data", "constants"}) {
    EXPECT_EQ(plan_of(one).member(part), plan_of(other).member(part)) << part;
  }
  EXPECT_EQ(at_path(plan_of(one), "data.bounds.l2"), Json(1));
}

/// What the ledger's lines cost by their noise alone: eta^2 / 8 each, and (S / (n sigma))^2 / 2.
double rho_of(const Json& ledger, double moves) {
  double rho = 0;
  for (const Json& line : ledger.elements()) {
    const double scale = line.member("noiseScaleFirst").number();
    const double count = line.member("count").number();
    const bool chooses = line.member("mechanism") == Json("exponential");
    rho += count * (chooses ? 0.5 / (scale * scale) : 0.5 * (moves / scale) * (moves / scale));
  }
  return rho;
}

TEST(PrivateRanges, CostWithTheAlgorithmWhatWasAskedFor) {
  for (const char* steps : {"1", "12", "40"}) {
    const Json experiment = with(ranged_experiment(), "algorithms.0.parameters.iterations", steps);
    const Json result = result_of(experiment);
    const Json privacy = at_path(result, "runs.0.privacy");
    // Logistic: S_2 = 2 sup|phi'| = 2, over n = 8.
    EXPECT_NEAR(rho_of(privacy.member("ledger"), 0.25), 0.5, 1e-9) << steps;
    EXPECT_EQ(privacy.member("rho"), Json(0.5));
    EXPECT_EQ(at_path(privacy, "ledger.0.release"), Json("column-range"));
    EXPECT_EQ(at_path(privacy, "ledger.0.count"), Json(4));
    EXPECT_NEAR(at_path(privacy, "ledger.0.cost").number(), 0.1, 1e-8);
    EXPECT_EQ(privacy.member("certified"), Json(true));
  }
}

TEST(PrivateRanges, ApproximateBudgetsConvertToRhoOfBothTogether) {
  const Json result =
      result_of(ranged_experiment(R"({"notion":"approximate","epsilon":1,"delta":1e-6})"));
  const Json privacy = at_path(result, "runs.0.privacy");
  const double rho = rho_of(privacy.member("ledger"), 0.25);
  // The conversion of Canonne, Kamath and Steinke over a fine grid of orders.
  double epsilon = 1e9;
  for (double order = 1.01; order < 1e4; order *= 1.0005) {
    epsilon = std::min(epsilon,
                       order * rho + std::log1p(-1 / order) - std::log(1e-6 * order) / (order - 1));
  }
  EXPECT_NEAR(epsilon, 1, 1e-5);
  EXPECT_EQ(privacy.member("epsilon"), Json(1));
  EXPECT_EQ(privacy.member("delta"), Json(1e-6));
  EXPECT_EQ(privacy.member("notion"), Json("approximate"));
}

TEST(PrivateRanges, PureBudgetsAddUp) {
  const Json result = result_of(ranged_experiment(R"({"notion":"pure","epsilon":2})"));
  const Json privacy = at_path(result, "runs.0.privacy");
  double epsilon = 0;
  for (const Json& line : privacy.member("ledger").elements()) {
    epsilon += line.member("cost").number();
  }
  EXPECT_NEAR(epsilon, 2, 1e-12);
  EXPECT_NEAR(at_path(privacy, "ledger.0.cost").number(), 0.4, 1e-8);
  EXPECT_NEAR(4 * 2 / at_path(privacy, "ledger.0.noiseScaleFirst").number(), 0.4, 1e-8);
}

TEST(PrivateRanges, TracesBeginWithWhatTheyCost) {
  const Json result = result_of(ranged_experiment());
  const Json spent = at_path(result, "runs.0.trace.rhoSpent");
  EXPECT_NEAR(spent.element(0).number(), 0.1, 1e-8);
  EXPECT_NEAR(spent.element(spent.size() - 1).number(), 0.5, 1e-9);
}

TEST(PrivateRanges, HardenedSecureRunsAreReleasableAndShowNoRecord) {
  const Json result =
      result_of(with(ranged_experiment(), "run", R"({"randomness":{"mode":"secure"}})"));
  // Nothing else takes away from it.
  EXPECT_EQ(write_json(at_path(result, "privacy.reasons")),
            R"(["the experiment holds the records themselves"])");
  EXPECT_EQ(at_path(result, "runs.0.ranges").size(), 2u);
  EXPECT_EQ(at_path(result, "runs.0.privacy.ledger.0.gridFirst"), Json(0x1p-32));
  Json outcome = result;
  outcome.erase("experiment");
  EXPECT_EQ(write_json(outcome).find("4321.125"), std::string::npos);
}

TEST(PrivateRanges, AreDrawnFromTheRowsThatRunsLearnFromAlone) {
  const Json held = with(ranged_experiment(), "data.preprocess",
                         R"([{"kind":"private-ranges","lower":-100,"upper":100},
                             {"kind":"clip-rows","norm":"l2","bound":1},
                             {"kind":"hold-out","count":3,"seed":4}])");
  const Json tree = with(held, "run.diagnostics", R"(["objective","held-out-accuracy"])");
  const Json result = result_of(tree);
  EXPECT_EQ(at_path(result, "privacy.statement.entries.0.samples"), Json(5));
  // Changing a held-out row changes held-out figures alone.
  for (std::size_t row = 0; row < 8; ++row) {
    const Json other = with(tree, "data.features." + std::to_string(row), "[-99.5,99.5]");
    const Json moved = result_of(other);
    const bool is_held = at_path(moved, "runs.0.nonPrivate.trace.objective") ==
                         at_path(result, "runs.0.nonPrivate.trace.objective");
    if (is_held) {
      EXPECT_EQ(at_path(moved, "runs.0.ranges"), at_path(result, "runs.0.ranges"));
    }
  }
}

TEST(PrivateRanges, SomeColumnsMayBeNamedWithEndsOfTheirOwn) {
  const Json tree = with(ranged_experiment(), "data.preprocess.0",
                         R"({"kind":"private-ranges","columns":[1],"lower":[-90],"upper":[90]})");
  const Json result = result_of(tree);
  ASSERT_EQ(at_path(result, "runs.0.ranges").size(), 1u);
  EXPECT_EQ(at_path(result, "runs.0.ranges.0.column"), Json(1));
  EXPECT_EQ(at_path(result, "runs.0.privacy.ledger.0.count"), Json(2));
}

TEST(PrivateRanges, ConstantColumnsAndValuesOutsideOfTheEndsRun) {
  const Json tree = with(ranged_experiment(), "data.features",
                         "[[7,1e9],[7,1e9],[7,-1e9],[7,1e9],[7,1e9],[7,1e9],[7,1e9],[7,1e9]]");
  const Json result = result_of(tree);
  const Json ranges = at_path(result, "runs.0.ranges");
  EXPECT_EQ(ranges.size(), 2u);
  for (const Json& range : ranges.elements()) {
    EXPECT_LT(range.member("lower").number(), range.member("upper").number());
  }
}

TEST(PrivateRanges, SweepsAndGroupsOfRunsGiveTheSameBits) {
  const Json tree = with(ranged_experiment(), "sweep",
                         R"([{"path":"privacy.rho","values":[0.2,2]},
                             {"path":"data.preprocess.0.share","values":[0.1,0.5]}])");
  const Json result = result_of(tree);
  EXPECT_EQ(at_path(result, "runs").size(), 8u);
  EXPECT_NEAR(at_path(result, "runs.2.privacy.ledger.0.cost").number(), 0.1, 1e-8);
  const Json other = result_of(tree, {.slice = 1e-5, .groups = 3});
  for (std::size_t i = 0; i < 8; ++i) {
    const std::string run = "runs." + std::to_string(i);
    EXPECT_EQ(at_path(result, run + ".fingerprint"), at_path(other, run + ".fingerprint"));
    EXPECT_EQ(at_path(result, run + ".ranges"), at_path(other, run + ".ranges"));
  }
}

TEST(PrivateRanges, SuboptimalityIsMeasuredOnARunsOwnRecords) {
  const Json tree = with(ranged_experiment(), "run.diagnostics", R"(["suboptimality"])");
  const Json result = result_of(tree);
  for (const char* run : {"runs.0", "runs.1"}) {
    const Json gap = at_path(result, std::string(run) + ".nonPrivate.final.suboptimality");
    ASSERT_TRUE(gap.is_number());
    EXPECT_GT(gap.number(), 0);
  }
}

TEST(PrivateRanges, DrawnBatchesAreCountedWithThemInRenyiDivergence) {
  const Json tree = with(ranged_experiment(R"({"notion":"approximate","epsilon":1,"delta":1e-5})"),
                         "algorithms.0.parameters.batchSize", "3");
  const Json result = result_of(tree);
  const Json privacy = at_path(result, "runs.0.privacy");
  EXPECT_EQ(privacy.member("epsilon"), Json(1));
  EXPECT_EQ(privacy.member("certified"), Json(true));
  EXPECT_EQ(at_path(privacy, "ledger.0.unit"), Json("renyi"));
  EXPECT_EQ(at_path(privacy, "ledger.1.batchSize"), Json(3));
  const Json figure = at_path(result, "privacy.statement.entries.0.figures.0");
  EXPECT_EQ(figure.member("accountant"), Json("renyi"));
  EXPECT_NEAR(figure.member("epsilon").number(), 1, 1e-6);
  EXPECT_LE(figure.member("epsilon").number(), 1);
}

TEST(PrivateRanges, ACancelledRunThatChoseNoneHasNone) {
  Workspace workspace;
  auto session = open_session(workspace, ranged_experiment());
  ASSERT_TRUE(session);
  ASSERT_TRUE((*session)->start(0, 2, 1));
  (*session)->cancel();
  const auto group = (*session)->group();
  ASSERT_TRUE(group) << group.error().message;
  const Json runs = parse_json(*group)->member("runs");
  EXPECT_EQ(at_path(runs, "0.status"), Json("cancelled"));
  EXPECT_FALSE(runs.element(0).find("ranges"));
}

TEST(PrivateRanges, WhatCannotBeDoneIsRefusedByName) {
  const auto refusal = [](const Json& tree) {
    const auto result = run_experiment(tree);
    return result ? "none" : result.error().field + ": " + result.error().message;
  };
  const Json tree = ranged_experiment();
  EXPECT_THAT(refusal(with(tree, "data.preprocess",
                           R"([{"kind":"clip-rows","bound":1},{"kind":"private-ranges"}])")),
              HasSubstr("data.preprocess.1: must stand before clip-rows"));
  EXPECT_THAT(refusal(with(tree, "data.preprocess",
                           R"([{"kind":"private-ranges"},{"kind":"standardize"}])")),
              HasSubstr("standardize is not"));
  EXPECT_THAT(refusal(with(tree, "data.preprocess.0.columns", "[2]")), HasSubstr("columns"));
  EXPECT_THAT(refusal(with(tree, "data.preprocess.0.share", "1")), HasSubstr("share"));
  EXPECT_THAT(refusal(with(tree, "data.preprocess.0.quantiles", "[0.5]")), HasSubstr("quantiles"));
  EXPECT_THAT(refusal(with(tree, "privacy.neighbours", R"("add-remove")")),
              HasSubstr("privacy.neighbours"));
  EXPECT_THAT(refusal(with(tree, "problem.constants", R"({"smoothness":"data-spectral"})")),
              HasSubstr("problem.constants"));
  EXPECT_THAT(
      refusal(with(with(tree, "problem", R"({"kind":"saddle","name":"auc","positiveShare":0.6})"),
                   "algorithms", R"([{"id":"dp-sgda"}])")),
      HasSubstr("private-ranges are for minimization"));
  EXPECT_THAT(refusal(with(tree, "privacy", R"({"notion":"pure","epsilon":1e-9})")),
              HasSubstr("private-ranges has is too small"));
}

TEST(PrivateRanges, HaveNoObjectiveToSurveyAndNoGame) {
  Workspace workspace;
  auto session = open_session(workspace, ranged_experiment());
  ASSERT_TRUE(session);
  const auto survey = (*session)->survey(R"({"points":[[0,0]]})", 1);
  ASSERT_FALSE(survey);
  EXPECT_EQ(survey.error().field, "data.preprocess");
  auto audit = AuditSession::open(write_json(ranged_experiment()), {.runs = 2000});
  ASSERT_TRUE(audit);
  const auto loaded = (*audit)->load();
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().message, HasSubstr("no game is known where runs choose ranges"));
}

}  // namespace
}  // namespace noisy
