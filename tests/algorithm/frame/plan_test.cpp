#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include "engine/algorithm/frame/algorithm.h"

namespace noisy {
namespace {

/// The constants of the logistic experiment in Kuru et al., section 5, with m = n.
RiskFacts logistic_facts() {
  return {.samples = 100'000,
          .dimension = 20,
          .smoothness = 5.1033,
          .strong_convexity = 0.02,
          .l1_sensitivity = 40,
          .l2_sensitivity = 10};
}

PlanInput input(Index iterations, double epsilon = 1) {
  PlanInput out{.facts = logistic_facts(), .privacy = {.notion = Notion::pure, .epsilon = epsilon}};
  out.parameters.set("iterations", static_cast<double>(iterations));
  return out;
}

Result<std::unique_ptr<AlgorithmPlan>> plan(std::string_view id, const PlanInput& in) {
  return find_algorithm(id)->plan(in);
}

const PlanSummary& summary_of(const Result<std::unique_ptr<AlgorithmPlan>>& made) {
  return made.value()->summary();
}

TEST(Plan, UniformBudgetGivesThePublishedLaplaceScale) {
  const auto hundred = plan("dp-gd", input(100));
  EXPECT_NEAR(summary_of(hundred).segments.front().first_release.noise_scale, 0.04, 0.04e-12);
  PlanInput small_batch = input(100);
  small_batch.parameters.set("batchSize", 1000.0);
  const auto sampled = plan("dp-gd", small_batch);
  EXPECT_NEAR(summary_of(sampled).segments.front().first_release.noise_scale, 0.057499981800279,
              1e-14);
}

TEST(Plan, ReportsTheSameNoiseAtASmallDelta) {
  EXPECT_NEAR(summary_of(plan("dp-gd", input(100))).claim.approximate->epsilon, 0.517, 5e-4);
  EXPECT_NEAR(summary_of(plan("dp-gd", input(1000))).claim.approximate->epsilon, 0.166, 5e-4);
}

TEST(Plan, SelectsThePublishedHorizons) {
  for (const auto& [mode, horizon] : std::vector<std::pair<std::string, Index>>{
           {"corrected", 121}, {"paper-text", 106}, {"published-figures", 136}}) {
    PlanInput in = input(1000);
    in.parameters.set("horizon", mode);
    EXPECT_EQ(summary_of(plan("dp-nag-opt", in)).iterations, horizon) << mode;
    in.parameters.set("iterations", 50.0);
    EXPECT_EQ(summary_of(plan("dp-nag-opt", in)).iterations, 50) << mode;
  }
  EXPECT_EQ(summary_of(plan("dp-masg-opt", input(1000))).iterations, 89);
}

TEST(Plan, StagesOfTheMultiStageMethodEndWhereThePaperEndsThem) {
  const auto made = plan("dp-masg", input(1041));
  std::vector<Index> ends;
  for (const PlanSegment& segment : summary_of(made).segments) {
    ends.push_back(segment.first + segment.count - 1);
  }
  EXPECT_EQ(ends, (std::vector<Index>{89, 225, 497, 1041}));
}

TEST(Plan, EveryPureAlgorithmSpendsItsBudgetAndNoMore) {
  int planned = 0;
  for (const AlgorithmEntry& entry : algorithms()) {
    const bool is_pure = std::ranges::find(entry.notions, Notion::pure) != entry.notions.end();
    if (!entry.is_private || !is_pure) continue;
    ++planned;
    PlanInput in = input(300);
    if (entry.id == "noisy-frank-wolfe" || entry.id == "vr-frank-wolfe") {
      in.domain = {.kind = Domain::Kind::l1_ball, .radius = 1};
      in.facts.linf_sensitivity = 2;
      in.facts.record_curvature = 5;
      in.facts.bounds_within = [](double) { return RegionBounds{.record_gradient = 5}; };
    }
    const auto made = entry.plan(in);
    ASSERT_TRUE(made) << entry.id << ": " << made.error().message;
    double sum = 0, dearest = 0;
    for (const double cost : summary_of(made).cost.value) {
      sum += cost;
      dearest = std::max(dearest, cost);
    }
    // A record of one of several disjoint blocks pays for that one alone.
    bool is_whole = true;
    for (const PlanSegment& segment : summary_of(made).segments) {
      EXPECT_GT(segment.count, 0);
      is_whole = is_whole && segment.first_release.block.is_whole();
    }
    EXPECT_LE(is_whole ? sum : dearest, 1) << entry.id;
    // Its noise is solved for, and rounded up.
    if (entry.id == "vr-frank-wolfe") {
      EXPECT_NEAR((*made)->rule().cap().value, 1, 1e-14);
      EXPECT_LE((*made)->rule().cap().value, 1);
    } else {
      EXPECT_EQ((*made)->rule().cap().value, 1) << entry.id;
    }
    EXPECT_TRUE(summary_of(made).claim.certified()) << entry.id;
  }
  EXPECT_GE(planned, 6);
}

TEST(Plan, PublishedFiguresShowTheirTrueEpsilon) {
  PlanInput in = input(100);
  in.privacy.calibration = Calibration::published_figures;
  EXPECT_NEAR(summary_of(plan("dp-gd", in)).claim.epsilon, std::sqrt(2.0), 1e-9);
  in.parameters.set("batchSize", 1000.0);
  EXPECT_NEAR(summary_of(plan("dp-gd", in)).claim.epsilon, 1.661, 5e-4);
  in.parameters.set("iterations", 1000.0);
  EXPECT_NEAR(summary_of(plan("dp-gd", in)).claim.epsilon, 1.443, 5e-4);
  in.parameters.set("horizon", std::string("published-figures"));
  in.parameters.set("division", std::string("remark-4-2"));
  EXPECT_NEAR(summary_of(plan("dp-nag-opt", in)).claim.epsilon, 1.693, 5e-4);
}

TEST(Plan, GaussianNoiseUnderZcdpHasTheScaleOfItsShare) {
  PlanInput in = input(100);
  in.privacy = {.notion = Notion::zcdp, .rho = 0.5};
  const auto made = plan("dp-gd", in);
  const double expected = 10 / (1e5 * std::sqrt(2 * 0.5 / 100));
  const Release& release = summary_of(made).segments.front().first_release;
  EXPECT_EQ(release.mechanism, Mechanism::gaussian);
  EXPECT_NEAR(release.noise_scale, expected, 1e-11 * expected);
}

TEST(Plan, ApproximateNotionShowsEpsilonSoFarAndEndsAtTheRequest) {
  PlanInput in = input(100);
  in.privacy = {.notion = Notion::approximate, .epsilon = 1, .delta = 1e-6};
  const auto made = plan("dp-nag", in);
  const double half = (*made)->rule().spent(0.5 * (*made)->rule().cap());
  EXPECT_GT(half, 0.5);
  EXPECT_LT(half, 1);
  EXPECT_NEAR((*made)->rule().spent((*made)->rule().cap()), 1, 1e-9);
}

TEST(Plan, CalibrationThroughZcdpShowsWhatItsOwnConversionProves) {
  PlanInput in = input(100);
  in.privacy = {
      .notion = Notion::approximate, .epsilon = 1, .delta = 1e-6, .calibration = Calibration::zcdp};
  const auto made = plan("dp-nag", in);
  EXPECT_NEAR((*made)->rule().spent((*made)->rule().cap()), 1, 1e-9);
  // It proves less than the exact conversion, so it needs more noise.
  in.privacy.calibration = Calibration::tight;
  EXPECT_LT((*made)->rule().cap().value, (*plan("dp-nag", in))->rule().cap().value);
}

TEST(Plan, RefusesACalibrationThatItDoesNotHave) {
  const PrivacyRequest pure{.notion = Notion::pure, .epsilon = 1};
  const PrivacyRequest approximate{.notion = Notion::approximate, .epsilon = 1, .delta = 1e-6};
  for (auto [privacy, calibration] : {std::pair(pure, Calibration::zcdp),
                                      {pure, Calibration::advanced},
                                      {approximate, Calibration::advanced},
                                      {approximate, Calibration::published_figures}}) {
    PlanInput in = input(100);
    privacy.calibration = calibration;
    in.privacy = privacy;
    const auto made = plan("dp-gd", in);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, ErrorCode::unsupported_option);
    EXPECT_EQ(made.error().field, "privacy.calibration");
  }
}

TEST(Plan, TakesOneStepAndSaysSoWhereOneStepReachesTheMinimum) {
  // alpha mu = 1: every weight but the last is 0, which would ask for infinite noise before it.
  for (const char* id : {"dp-gd-opt", "dp-hb-opt", "dp-nag-opt", "dp-masg-opt"}) {
    PlanInput in = input(100);
    in.facts.strong_convexity = in.facts.smoothness;
    const auto made = plan(id, in);
    ASSERT_TRUE(made) << id;
    EXPECT_EQ(summary_of(made).iterations, 1) << id;
    EXPECT_NEAR(summary_of(made).segments.front().first_release.cost.value, 1, 1e-11) << id;
    EXPECT_THAT(summary_of(made).warnings,
                ::testing::Contains(::testing::HasSubstr("a single step reaches the minimum")))
        << id;
  }
}

struct BadPlan {
  std::string algorithm;
  std::string parameter;
  ParameterValue value;
  ErrorCode code;
  std::string field;
};

TEST(Plan, RefusesWhatItCannotDoAndNamesTheField) {
  const std::vector<BadPlan> cases = {
      {"dp-gd", "batchSize", 100'001.0, ErrorCode::invalid_value, "batchSize"},
      {"dp-nag", "stepSize", 1.0, ErrorCode::unstable_step, "stepSize"},
  };
  for (const BadPlan& bad : cases) {
    PlanInput in = input(100);
    in.parameters.set(bad.parameter, bad.value);
    const auto made = plan(bad.algorithm, in);
    ASSERT_FALSE(made) << bad.parameter;
    EXPECT_EQ(made.error().code, bad.code);
    EXPECT_EQ(made.error().field, bad.field);
  }
}

TEST(Plan, RefusesBothStepSizeAndStepScale) {
  PlanInput in = input(100);
  in.parameters.set("stepSize", 0.1);
  in.parameters.set("stepScale", 0.5);
  const auto made = plan("dp-gd", in);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::conflicting_fields);
}

TEST(Plan, RefusesAStepBesideTheMomentumThatHasItsOwn) {
  for (const char* step : {"stepSize", "stepScale"}) {
    PlanInput in = input(100);
    in.parameters.set("momentum", std::string("polyak"));
    in.parameters.set(step, 0.5);
    const auto made = plan("dp-hb", in);
    ASSERT_FALSE(made) << step;
    EXPECT_EQ(made.error().code, ErrorCode::conflicting_fields);
    EXPECT_EQ(made.error().field, step);
  }
}

TEST(Plan, RefusesUnboundedSensitivity) {
  PlanInput in = input(100);
  in.facts.l1_sensitivity = std::numeric_limits<double>::infinity();
  const auto made = plan("dp-gd", in);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::unbounded_sensitivity);
}

TEST(Plan, RefusesGaussianNoiseUnderPureDpAndOnMiniBatchesUnderZcdp) {
  PlanInput in = input(100);
  in.privacy.mechanism = Mechanism::gaussian;
  EXPECT_EQ(plan("dp-gd", in).error().code, ErrorCode::unsupported_mechanism);
  in.privacy = {.notion = Notion::zcdp, .rho = 1};
  in.parameters.set("batchSize", 1000.0);
  EXPECT_EQ(plan("dp-gd", in).error().code, ErrorCode::unsupported_notion);
}

}  // namespace
}  // namespace noisy
