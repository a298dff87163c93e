// Schedules as Menart et al. print them, which cost more than they state: seen in what they
// release, in what the oracle recomputes, and by arithmetic. Confidence 1 - 1e-6: a bound is wrong
// with probability at most 1e-6; seeds are fixed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/audit/planted/printed_plan.h"
#include "engine/privacy/release/release_cost.h"
#include "tests/audit/audits.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::audit;
using ::testing::HasSubstr;
using testing::one_release;

AuditPlan toy(PlantedBug bug) {
  const auto experiment = read_experiment(write_json(one_release())).value();
  return plan_planted_audit(expand_sweep(experiment)->front(), bug, 1).value();
}

constexpr PlantedBug kLiteral[] = {PlantedBug::printed_spider, PlantedBug::negative_norm};
constexpr PlantedBug kCorrected[] = {PlantedBug::corrected_spider, PlantedBug::corrected_norms};

AuditFinding found(const AuditPlan& plan) {
  constexpr Index kRuns = 20'000;
  const auto game = Game::create(plan.rules).value();
  ScoreTable scores = game->table(kRuns);
  EXPECT_TRUE(game->play(0, kRuns, scores));
  return judge(plan.claim, 0.999999, scores);
}

TEST(PrintedAudit, LiteralSchedulesAreRefuted) {
  for (const PlantedBug bug : kLiteral) {
    const AuditFinding finding = found(toy(bug));
    EXPECT_TRUE(finding.is_refuted);
    EXPECT_GT(finding.mu, 1.7);  // where sqrt(2) is claimed
  }
}

TEST(PrintedAudit, CorrectedOnesAreNotAndAreSeenToReleaseSomething) {
  for (const PlantedBug bug : kCorrected) {
    const AuditFinding finding = found(toy(bug));
    EXPECT_FALSE(finding.is_refuted) << finding.mu;
    EXPECT_GT(finding.mu, 0.7);
    EXPECT_LE(finding.mu, std::sqrt(2.0));
  }
}

/// What the oracle of runs says to it.
std::string refusal_of(AuditPlan plan) {
  plan.rules.bug = PlantedBug::none;
  const auto game = Game::create(plan.rules).value();
  ScoreTable scores = game->table(50);
  const auto played = game->play(0, 50, scores);
  return played ? "" : played.error().message;
}

TEST(PrintedAudit, TheOracleRefusesTheLiteralChargesAndTakesTheCorrectedOnes) {
  for (const PlantedBug bug : kLiteral) {
    EXPECT_THAT(refusal_of(toy(bug)), HasSubstr("too small for the cost"));
  }
  for (const PlantedBug bug : kCorrected) EXPECT_EQ(refusal_of(toy(bug)), "");
}

/// By hand, at S_2 = 2 L_0 = 1/2, L_1 = 1, rho = 1, n = 10^6.
const PrintedFacts kFacts{.samples = 1'000'000, .sensitivity = 0.5, .smoothness = 1, .rho = 1};

double cost_of(const Release& release, double move) {
  return rho_of_gaussian(move, release.noise_scale);
}

TEST(PrintedAudit, SpiderAsPrintedCostsTwoAndAQuarterTimesWhatItCharges) {
  const PrintedSpider plan(nullptr, kFacts, Printing::literal);
  // L_0 sqrt(K) / (n sqrt(rho)), as printed.
  EXPECT_DOUBLE_EQ(plan.fresh().noise_scale, 0.25 * std::sqrt(2.0) / 1e6);
  const double fresh = cost_of(plan.fresh(), 0.5e-6);
  const double difference = cost_of(plan.difference(), 2 * plan.step_length() / 1e6);
  EXPECT_NEAR(fresh, 1, 1e-12);              // 2 rho / K
  EXPECT_NEAR(difference, 1.0 / 16, 1e-12);  // rho / (8 K)
  EXPECT_NEAR(2 * (fresh + 2 * difference), 2.25, 1e-12);
  EXPECT_NEAR(2 * (plan.fresh().cost.value + 2 * plan.difference().cost.value), 1, 1e-12);
  EXPECT_THAT(plan.gap_text(), HasSubstr("charged rho = 1 and cost 2.25"));
}

TEST(PrintedAudit, ANegativeLengthAsPrintedIsChargedFarLessThanItsStepCosts) {
  const PrintedNorms plan(nullptr, kFacts, Printing::literal);
  const double deviation = 0.25 / 1e3;  // L_0 / (sqrt(n) rho^(1/4))
  EXPECT_DOUBLE_EQ(plan.length().noise_scale, deviation);
  const double log_term = std::log(1e6 / 0.05);
  for (const double norm : {-deviation, -3 * deviation}) {
    const Release step = plan.gradient(norm);
    EXPECT_DOUBLE_EQ(step.noise_scale, 0.5e-6);  // the floor, 2 L_0 / (n sqrt(rho))
    EXPECT_NEAR(cost_of(step, 0.5e-6), 0.5, 1e-12);
    EXPECT_NEAR(step.cost.value, log_term * std::pow(0.25 / (1e6 * norm), 2), 1e-15);
    EXPECT_LT(step.cost.value, 2e-5);
  }
  // A positive one of that size brings noise in proportion, and costs twice what is charged.
  const Release step = plan.gradient(3 * deviation);
  EXPECT_NEAR(cost_of(step, 0.5e-6) / step.cost.value, 2, 1e-9);
  const PrintedNorms corrected(nullptr, kFacts, Printing::corrected);
  EXPECT_NEAR(corrected.gradient(-deviation).cost.value, 0.5, 1e-12);
}

TEST(PrintedAudit, ReportShowsWhatIsChargedAndWhatItCosts) {
  const auto report = audit(one_release(), {.runs = 2000, .planted = "negative-norm"});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(at_path(*report, "planted").text(), "negative-norm");
  EXPECT_EQ(at_path(*report, "claimed.rho").number(), 1);
  EXPECT_THAT(at_path(*report, "notes.0").text(), HasSubstr("and costs 0.5."));
}

}  // namespace
}  // namespace noisy
