// Each kind of release of gradients behind the wall, once, in the distinguishing game: on records
// and points where one record does the most, the audit finds nearly what it costs; with half of the
// noise it refutes that; and the oracle does not let half of the noise pass. Confidence 1 - 1e-6: a
// bound is wrong with probability at most 1e-6; seeds are fixed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/audit/finding.h"
#include "engine/privacy/form/fresh_gradient.h"
#include "engine/privacy/form/gradient_norm.h"
#include "engine/privacy/form/iterate_choice.h"
#include "engine/privacy/form/step_difference.h"
#include "engine/privacy/release/release_cost.h"

namespace noisy {
namespace {

using ::testing::HasSubstr;

constexpr double kConfidence = 0.999999;
constexpr Index kRecords = 1000;
constexpr double kDelta = 1e-6;

/// One release at the second of two points, or of both.
class OneAnswer final : public AlgorithmPlan {
 public:
  OneAnswer(const Release& release, Vector second)
      : release_(release),
        second_(std::move(second)),
        rule_({{.first = release, .last = release, .count = 1}}, release.cost,
              {.notion = Notion::zcdp}) {
    summary_.iterations = 1;
    summary_.segments = {
        {.first = 1, .count = 1, .first_release = release, .last_release = release}};
  }

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return rule_; }
  Run start(GradientOracle& data, Vector start) const override;

  const Release& release() const { return release_; }
  const Vector& second() const { return second_; }

 private:
  Release release_;
  Vector second_;
  FixedSchedule rule_;
  PlanSummary summary_;
};

Run ask_once(GradientOracle& data, const OneAnswer& plan, Vector x) {
  HiddenGradient hidden;
  KeptNorms kept;
  for (const Vector& point : {x, plan.second()}) {
    co_await data.advance(hidden.at(point));
    kept.keep(hidden);
  }
  const Release& release = plan.release();
  if (release.form == fresh_gradient_form()) {
    co_await data.ask(fresh_gradient_of(hidden, release));
  } else if (release.form == gradient_norm_form()) {
    co_await data.ask(gradient_norm_of(hidden, release));
  } else if (release.form == step_difference_form()) {
    co_await data.ask(step_difference_of(hidden, release));
  } else {
    co_await data.ask(choice_of(kept, release));
  }
  co_yield Iterate{x};
}

Run OneAnswer::start(GradientOracle& data, Vector start) const {
  return ask_once(data, *this, std::move(start));
}

/// A release, its problem, and what is claimed of it.
struct Case {
  ProblemSpec problem;
  FeatureBounds bounds;
  Canary canary;
  Vector second;
  Release release;
  AuditClaim claim;
};

/// Mean estimation of numbers in [-1, 1], from -1 to 1: S_2 = 2, whatever the points.
Case of_means(const ReleaseForm* form) {
  Case out{.problem = {.loss = find_loss("mean-estimation")},
           .bounds = with_implied_bounds({.l2 = 1}, 1)};
  out.canary.usual = {.features = {-1}};
  out.canary.odd = {.features = {1}};
  // The gradients there are 3 and -3.
  out.canary.start = Vector::Constant(1, -4);
  out.second = Vector::Constant(1, 2);
  out.release = {.form = form, .batch_size = kRecords};
  return out;
}

/// The curvature of (w_1 w_2 - y)^2 / 2 at 0 turns around with y: nearly 2 L_1 for each unit of a
/// step.
constexpr double kRadius = 0.1;
constexpr double kStep = 0.05;
Case of_differences() {
  Case out{.problem = {.loss = find_loss("hyperbola"),
                       .domain = {.kind = Domain::Kind::l2_ball, .radius = kRadius}},
           .bounds = with_implied_bounds({.l2 = 1}, 2)};
  out.bounds.target_lower = -1;
  out.bounds.target_upper = 1;
  out.canary.usual = {.features = {0, 0}, .target = -1};
  out.canary.odd = {.features = {0, 0}, .target = 1};
  out.canary.start = Vector{{0.0, 0.0}};
  out.second = Vector{{kStep, 0.0}};
  out.release = {
      .form = step_difference_form(), .batch_size = kRecords, .details = details_of_step(0, kStep)};
  return out;
}

/// Noise as wide as one record moves it: rho = 1/2, mu = 1.
Case with_normal_noise(Case out, double move) {
  constexpr double kRounding = 1 + 1e-9;  ///< of the bounds, which are rounded upwards
  out.release.mechanism = Mechanism::gaussian;
  out.release.noise_scale = move;
  out.release.cost = {CostUnit::rho, 0.5 * kRounding};
  out.claim = {.notion = Notion::zcdp,
               .epsilon = gaussian_epsilon_of(1, kDelta),
               .delta = kDelta,
               .rho = 0.5,
               .gaussian_mu = 1};
  return out;
}

/// Odds of e for the widest range, 2 S_2 / (n b).
Case choice() {
  Case out = of_means(iterate_choice_form());
  out.release.mechanism = Mechanism::exponential;
  out.release.noise_scale = 4.0 / kRecords;
  out.release.cost = {CostUnit::rho, 0.125 * (1 + 1e-9)};
  out.claim = {.notion = Notion::pure, .epsilon = 1};
  return out;
}

GameRules rules_of(const Case& one) {
  const Index features = one.canary.start.size();
  auto shape = std::make_shared<const LoadedData>(
      LoadedData{.records = AbsentRecords{.samples = kRecords, .features = features},
                 .facts = {.features = features, .bounds = one.bounds},
                 .target = "",
                 .hash = "",
                 .counts = {}});
  return {.problem = one.problem,
          .shape = std::move(shape),
          .plan = std::make_shared<OneAnswer>(one.release, one.second),
          .samples = kRecords,
          .is_counted = true,
          .canary = one.canary};
}

AuditFinding found(const Case& one, PlantedBug bug) {
  constexpr Index kRuns = 20'000;
  GameRules rules = rules_of(one);
  rules.bug = bug;
  const auto game = Game::create(rules).value();
  ScoreTable scores = game->table(kRuns);
  const auto played = game->play(0, kRuns, scores);
  EXPECT_TRUE(played) << played.error().message;
  return judge(one.claim, kConfidence, scores);
}

/// What the real oracle says to a plan with half of its noise.
std::string refusal_of_halved(Case one) {
  one.release.noise_scale /= 2;
  const auto game = Game::create(rules_of(one)).value();
  ScoreTable scores = game->table(1);
  const auto played = game->play(0, 1, scores);
  return played ? "" : played.error().message;
}

void expect_judged(const Case& one) {
  const AuditFinding right = found(one, PlantedBug::none);
  EXPECT_FALSE(right.is_refuted) << right.mu;
  EXPECT_GT(right.mu, 0.85);
  const AuditFinding halved = found(one, PlantedBug::halved_sensitivity);
  EXPECT_TRUE(halved.is_refuted);
  EXPECT_GT(halved.mu, 1.7);
  EXPECT_THAT(refusal_of_halved(one), HasSubstr("noise of this release is too small"));
}

TEST(GradientKindsAudit, FreshGradient) {
  expect_judged(with_normal_noise(of_means(fresh_gradient_form()), 2.0 / kRecords));
}

TEST(GradientKindsAudit, LengthOfTheGradient) {
  expect_judged(with_normal_noise(of_means(gradient_norm_form()), 2.0 / kRecords));
}

TEST(GradientKindsAudit, DifferenceAlongAStep) {
  const double smoothness = 1.5 * kRadius * kRadius + 1;
  expect_judged(with_normal_noise(of_differences(), 2 * smoothness * kStep / kRecords));
}

/// Between equal scores, which move opposite ways: (1 + e) / 2 for the odds of e, (1 + e^2) / 2
/// with half of the noise.
TEST(GradientKindsAudit, ChoiceOfAnIterate) {
  const Case one = choice();
  const double exact = std::log((1 + std::exp(1)) / 2);
  const AuditFinding right = found(one, PlantedBug::none);
  EXPECT_FALSE(right.is_refuted);
  EXPECT_GT(right.epsilon, 0.7 * exact);
  EXPECT_LE(right.epsilon, exact);
  const AuditFinding halved = found(one, PlantedBug::halved_sensitivity);
  EXPECT_TRUE(halved.is_refuted);
  EXPECT_GT(halved.epsilon, 1.1);
  EXPECT_LE(halved.epsilon, std::log((1 + std::exp(2)) / 2));
  EXPECT_THAT(refusal_of_halved(one), HasSubstr("noise of this release is too small"));
}

}  // namespace
}  // namespace noisy
