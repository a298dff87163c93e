// DP-SVRG and DP-SVRG++ equal their independent twin step for step, with the same draws.
#include <gtest/gtest.h>

#include "tests/algorithm/erm/svrg_runs.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

// Rounding over some tens of steps, and 1e-12 that a plan may keep below its budget.
constexpr double kTolerance = 4e-12;
constexpr double kConstant = 0.2;
constexpr double kRho = 3;
const PrivacyRequest kPerEpochPrivacy{
    .notion = Notion::approximate, .epsilon = 3, .delta = 1e-2, .mechanism = std::nullopt};

const naive::Numbers kStart = {0.2, -0.2, 0.1, -0.3};  // in every domain below

std::vector<naive::Term> terms() {
  return {{},
          {.l2 = 0.3},
          {.l1 = 0.05},
          {.l1 = 0.03, .l2 = 0.2},
          {.ball = 0.6},
          {.box = std::pair{-0.45, 0.3}},
          {.l2 = 0.1, .ball = 0.5},
          {.l1 = 0.02, .l2 = 0.2, .ball = 0.55},
          {.l1 = 0.04, .box = std::pair{-0.4, 0.35}}};
}

StreamFactory streams_of(const naive::Svrg& method) {
  return StreamFactory::reproducible({.seed = 314, .algorithm = svrg_id(method)});
}

std::string describe(const SvrgSetting& setting, const naive::Svrg& method, Index batch_size) {
  const naive::Term& term = method.term;
  return setting.name + " " + svrg_id(method) + " b=" + std::to_string(batch_size) + " " +
         method.step_rule + " l1=" + std::to_string(term.l1) + " l2=" + std::to_string(term.l2) +
         (term.ball ? " ball" : "") + (term.box ? " box" : "") +
         (method.per_epoch ? " per epoch" : "");
}

/// Calibrates by the specification's formulas: the theorem's noise for drawn batches, zCDP for all
/// records.
void expect_twins(const SvrgSetting& setting, naive::Svrg method, Index batch_size,
                  bool is_private) {
  SCOPED_TRACE(describe(setting, method, batch_size));
  const Index samples = setting.data->samples();
  PrivacyRequest privacy = kNoNotion;
  const double steps = static_cast<double>(method.steps());
  if (is_private && method.per_epoch) {
    privacy = kPerEpochPrivacy;
  } else if (is_private && batch_size == samples) {
    privacy = {.notion = Notion::zcdp, .rho = kRho, .mechanism = std::nullopt};
    method.noise =
        2 * setting.lipschitz / static_cast<double>(samples) * std::sqrt(steps / 2 / kRho);
  } else if (is_private) {
    privacy = theorem_privacy(kConstant);
    method.noise = theorem_noise(setting, kConstant, method.steps());
  }
  method.smoothness = setting.smoothness;
  method.strong_convexity = method.term.l2;
  const auto plan = svrg_plan(setting, method, batch_size, privacy);
  ASSERT_TRUE(plan);
  if (is_private && method.per_epoch) {  // calibrated by the accountant, which has tests of its own
    method.anchor_noise = planned_release(*plan, 1).noise_scale;
    method.noise = planned_release(*plan, 2).noise_scale;
  }
  const StreamFactory streams = streams_of(method);
  const auto draws = stream_draws(streams, samples, setting.data->dimension(), batch_size,
                                  is_private ? UnitNoise::normal : UnitNoise::none);
  const auto mine = naive::run(setting.problem, method, draws, kStart);
  if (is_private) {
    const SvrgRun theirs = run_svrg(setting, *plan, streams, kStart);
    EXPECT_FALSE(theirs.oracle->refusal()) << theirs.oracle->refusal()->message;
    expect_same_answers(theirs.path, mine, kTolerance);
  } else {
    NonPrivateOracle oracle(*setting.data, Regularizer{}, streams);
    expect_same_answers(drive(*setting.data, oracle, plan->start(oracle, vector(kStart))), mine,
                        kTolerance);
  }
}

class SvrgTwin : public ::testing::TestWithParam<bool> {
 protected:
  void expect_all(const SvrgSetting& setting, bool is_private, bool per_epoch = false) const {
    for (const char* rule : {"constant", "bb-private", "bb-exact"}) {
      for (const Index batch_size : {Index{1}, Index{5}, setting.data->samples()}) {
        if (per_epoch && is_private && batch_size == setting.data->samples()) continue;  // refused
        for (const naive::Term& term : terms()) {
          expect_twins(setting,
                       {.doubles = GetParam(),
                        .epochs = 4,
                        .length = GetParam() ? std::size_t{3} : std::size_t{12},
                        .step_size = 0.05,
                        .step_rule = rule,
                        .per_epoch = per_epoch,
                        .term = term},
                       batch_size, is_private);
        }
      }
    }
  }
};

TEST_P(SvrgTwin, EqualsTheEngineOnLogisticLoss) {
  expect_all(svrg_logistic(), true);
}

TEST_P(SvrgTwin, EqualsTheEngineOnClippedSquaredLoss) {
  expect_all(svrg_clipped_squared(), true);
}

TEST_P(SvrgTwin, WithoutNoiseIsTheTextbookMethod) {
  expect_all(svrg_logistic(), false);
  expect_all(svrg_clipped_squared(), false);
}

TEST_P(SvrgTwin, EqualsTheEngineWithAnchorsNoisedOncePerEpoch) {
  expect_all(svrg_logistic(), true, true);
  expect_all(svrg_clipped_squared(), true, true);
}

TEST_P(SvrgTwin, WithoutNoiseReleasedAnchorsChangeNothingButTheCount) {
  expect_all(svrg_logistic(), false, true);
  expect_all(svrg_clipped_squared(), false, true);
}

INSTANTIATE_TEST_SUITE_P(BothKinds, SvrgTwin, ::testing::Values(false, true));

/// The last answer of the non-private entry `id`.
Vector solve(const SvrgSetting& setting, std::string_view id, const naive::Term& term,
             double epochs, double length) {
  const PlanInput input{.facts = public_facts(*setting.data, engine_regularizer(term)),
                        .privacy = kNoNotion,
                        .parameters = parameters({{"epochs", epochs},
                                                  {"innerIterations", length},
                                                  {"batchSize", 1.0},
                                                  {"stepSize", 0.1 / setting.smoothness},
                                                  {"theory", std::string("none")}}),
                        .regularizer = engine_regularizer(term),
                        .domain = engine_domain(term)};
  const auto plan = find_algorithm(id)->plan(input);
  EXPECT_TRUE(plan) << (plan ? "" : plan.error().message);
  NonPrivateOracle oracle(*setting.data, Regularizer{},
                          StreamFactory::reproducible({.seed = 2, .algorithm = std::string(id)}));
  return drive(*setting.data, oracle, (*plan)->start(oracle, vector(kStart))).back();
}

TEST(SvrgWithoutNoise, ReachesTheMinimizerOfTheCompositeObjective) {
  const SvrgSetting setting = svrg_logistic();
  for (const naive::Term& term : terms()) {
    if (term.l2 == 0) continue;  // linear convergence needs strong convexity
    SCOPED_TRACE(describe(setting, {.term = term}, 1));
    const Vector x = solve(setting, "svrg", term, 40, 400);
    EXPECT_LT(naive::stationarity(setting.problem, term, numbers(x)), 1e-10);
  }
}

TEST(SvrgWithoutNoise, DoublingEpochsNeedNoStrongConvexity) {
  const SvrgSetting setting = svrg_logistic();
  for (const naive::Term& term : terms()) {
    SCOPED_TRACE(describe(setting, {.doubles = true, .term = term}, 1));
    const double few =
        naive::stationarity(setting.problem, term, numbers(solve(setting, "svrg-pp", term, 3, 10)));
    const double many = naive::stationarity(setting.problem, term,
                                            numbers(solve(setting, "svrg-pp", term, 11, 10)));
    // The gap halves with every epoch, so what is left of the gradient falls at least as its root.
    EXPECT_LT(many, few / 16);
  }
}

}  // namespace
}  // namespace noisy::testing
