// What the oracle releases of a randomly tilted minimization, and what it refuses.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/privacy/form/gradient.h"
#include "engine/privacy/form/minimizer.h"
#include "engine/privacy/form/solution.h"
#include "engine/privacy/release/objective_perturbation.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/random/distributions.h"
#include "tests/algorithm/baseline/tilted_plan.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

/// Changes what the release says of the minimization by a factor.
void scale(double PerturbedObjective::*member, double factor, Release& release) {
  PerturbedObjective objective = perturbed_objective(release);
  objective.*member *= factor;
  release.details = details_of(objective);
}

/// What a private oracle says to this release after so many exact steps.
std::string refusal(const FiniteSum& data, const AlgorithmPlan& plan, const Release& drawn,
                    Release release, Index passes, double added, double budget,
                    CostUnit unit = CostUnit::renyi) {
  release.cost.unit = unit;
  PrivateOracle oracle(data, Regularizer{}, tilt_streams(),
                       Cost{unit, budget, plan.rule().cap().order});
  const auto run = [&]() -> noisy::Run {
    HiddenMinimization hidden({}, added, data.smoothness_bound(), Vector::Zero(data.dimension()),
                              drawn);
    for (Index k = 0; k < passes; ++k) {
      co_await oracle.advance(hidden);
      EXPECT_EQ(oracle.ledger().spent().value, 0);
    }
    const Vector& x = co_await oracle.ask(minimizer_of(hidden, release));
    co_yield Iterate{x};
  };
  const auto path = drive(data, oracle, run());
  EXPECT_EQ(path.empty(), oracle.refusal().has_value());
  EXPECT_EQ(path.empty(), oracle.ledger().releases() == 0);
  return oracle.refusal() ? std::string(code_text(oracle.refusal()->code)) : "released";
}

TEST(ObjectivePerturbation, OracleRefusesWhatTheProofDoesNotCover) {
  const Setting setting = logistic_setting(4);
  const FiniteSum& data = *setting.data;
  const auto plan = tilted_plan(tilted_input(data, {}, approximate(1, 1e-5)));
  const Release release = planned_release(*plan, 1);
  const double added = perturbed_objective(release).strong_convexity;
  const double budget = plan->rule().cap().value;
  const auto passes = static_cast<Index>(plan->summary().gradient_evaluations) / data.samples();
  const auto says = [&](const Release& other) {
    return refusal(data, *plan, other, other, passes, added, budget);
  };
  EXPECT_EQ(says(release), "released");
  EXPECT_EQ(refusal(data, *plan, release, release, passes, added, 0.99 * budget), "invalid-budget");
  EXPECT_EQ(refusal(data, *plan, release, release, passes, added, budget, CostUnit::rho),
            "internal");
  EXPECT_EQ(refusal(data, *plan, release, release, passes / 4, added, budget), "internal");
  EXPECT_EQ(refusal(data, *plan, release, release, 0, added, budget), "internal");
  EXPECT_EQ(refusal(data, *plan, release, release, passes, 0.99 * added, budget), "internal");

  Release other = release;
  other.noise_scale *= 0.999;
  EXPECT_EQ(says(other), "internal");                                                  // less noise
  EXPECT_EQ(refusal(data, *plan, other, release, passes, added, budget), "internal");  // or drawn
  other = release;
  scale(&PerturbedObjective::solution_scale, 0.99, other);
  EXPECT_EQ(says(other), "internal");
  EXPECT_EQ(refusal(data, *plan, other, release, passes, added, budget), "internal");
  other = release;
  scale(&PerturbedObjective::record_curvature, 0.99, other);  // below the data's
  EXPECT_EQ(says(other), "internal");
  other = release;
  scale(&PerturbedObjective::tolerance, 1.1, other);  // costs more than it states
  EXPECT_EQ(says(other), "internal");
  other = release;
  other.cost.value *= 0.999;
  EXPECT_EQ(says(other), "internal");
  other = release;
  other.form = solution_form();
  EXPECT_EQ(says(other), "internal");
  other = release;
  other.batch_size = data.samples() - 1;  // all records were read
  EXPECT_EQ(says(other), "internal");

  // And it is no gradient.
  PrivateOracle oracle(data, Regularizer{}, tilt_streams(),
                       Cost{CostUnit::renyi, budget, plan->rule().cap().order});
  const Vector zero = Vector::Zero(data.dimension());
  (void)oracle.ask(gradient_at(zero, release)).await_ready();
  EXPECT_TRUE(oracle.refusal());
}

TEST(ObjectivePerturbation, NoiseServesOneReleaseOnly) {
  const Setting setting = logistic_setting(4);
  const FiniteSum& data = *setting.data;
  const auto plan = tilted_plan(tilted_input(data, {}, approximate(1, 1e-5)));
  const Release release = planned_release(*plan, 1);
  const auto passes = static_cast<Index>(plan->summary().gradient_evaluations) / data.samples();
  const auto minimization = [&] {
    return HiddenMinimization({}, perturbed_objective(release).strong_convexity,
                              data.smoothness_bound(), Vector::Zero(data.dimension()), release);
  };
  const auto run = [&](PrivateOracle& oracle, bool with_another) -> noisy::Run {
    HiddenMinimization first = minimization(), second = minimization();
    for (Index k = 0; k < passes; ++k) {
      co_await oracle.advance(first);
      if (with_another) co_await oracle.advance(second);
    }
    const Vector& x = co_await oracle.ask(minimizer_of(first, release));
    co_yield Iterate{x};
    const Vector& again = co_await oracle.ask(minimizer_of(with_another ? second : first, release));
    co_yield Iterate{again};
  };
  for (const bool with_another : {false, true}) {
    PrivateOracle oracle(data, Regularizer{}, tilt_streams(), 4 * plan->rule().cap());
    EXPECT_EQ(drive(data, oracle, run(oracle, with_another)).size(), 1u);
    EXPECT_EQ(oracle.ledger().releases(), 1);
    EXPECT_EQ(oracle.refusal().value().code, ErrorCode::internal);
  }
}

TEST(ObjectivePerturbation, CostIsProvenOnlyWhereTheMinimizationIsAsItIsStated) {
  const Setting setting = logistic_setting(4);
  const auto plan = tilted_plan(tilted_input(*setting.data, {}, approximate(1, 1e-5)));
  const Release release = planned_release(*plan, 1);
  const PerturbedObjective stated = perturbed_objective(release);
  EXPECT_EQ(stated.record_curvature, setting.data->rank_one_curvature());
  EXPECT_TRUE(covers(stated, stated));
  const auto unproven = [&](double PerturbedObjective::*member, double factor) {
    PerturbedObjective executed = stated;
    executed.*member *= factor;
    return !covers(stated, executed);
  };
  EXPECT_TRUE(unproven(&PerturbedObjective::tolerance, 1.01));
  EXPECT_TRUE(unproven(&PerturbedObjective::strong_convexity, 0.99));
  EXPECT_TRUE(unproven(&PerturbedObjective::solution_scale, 0.99));
  EXPECT_TRUE(unproven(&PerturbedObjective::record_curvature, 1.01));
  EXPECT_FALSE(unproven(&PerturbedObjective::tolerance, 0.99));
}

// The first gradient of the tilted objective is that of the risk alone, where everything else is
// smallest: at -b / lambda.
TEST(ObjectivePerturbation, LeavesAQuarterOfTheToleranceToRounding) {
  const Setting setting = logistic_setting(4);
  const FiniteSum& data = *setting.data;
  const auto plan = tilted_plan(tilted_input(data, {}, approximate(1, 1e-5)));
  Release release = planned_release(*plan, 1);
  const double added = perturbed_objective(release).strong_convexity;
  Stream stream = tilt_streams().stream(StreamPurpose::noise, 0);
  Vector start(data.dimension());
  for (double& value : start) value = -release.noise_scale * normal(stream, 1) / added;
  NonPrivateOracle exact(data, Regularizer{}, tilt_streams());
  const auto ask = [&]() -> noisy::Run {
    const Vector& gradient = co_await exact.ask(gradient_at(start, {.batch_size = data.samples()}));
    co_yield Iterate{gradient};
  };
  const double gradient = drive(data, exact, ask())[0].norm();
  constexpr double kEverything = 1e300;
  release.cost.value = kEverything / 2;
  const auto says_at = [&](double share) {
    PerturbedObjective objective = perturbed_objective(release);
    objective.tolerance = gradient / share;
    release.details = details_of(objective);
    return refusal(data, *plan, release, release, 1, added, kEverything);
  };
  EXPECT_EQ(says_at(0.749), "released");
  EXPECT_EQ(says_at(0.751), "internal");
}

TEST(ObjectivePerturbation, EveryReleaseOfAnOracleHasNoiseOfItsOwn) {
  const Setting setting = logistic_setting(4);
  const FiniteSum& data = *setting.data;
  const auto plan = tilted_plan(tilted_input(data, {}, approximate(1, 1e-5)));
  const Release release = planned_release(*plan, 1);
  const auto passes = static_cast<Index>(plan->summary().gradient_evaluations) / data.samples();
  PrivateOracle oracle(data, Regularizer{}, tilt_streams(), 4 * plan->rule().cap());
  const auto run = [&]() -> noisy::Run {
    for (int turn = 0; turn < 2; ++turn) {
      HiddenMinimization hidden({}, perturbed_objective(release).strong_convexity,
                                data.smoothness_bound(), Vector::Zero(data.dimension()), release);
      for (Index k = 0; k < passes; ++k) co_await oracle.advance(hidden);
      const Vector& x = co_await oracle.ask(minimizer_of(hidden, release));
      co_yield Iterate{x};
    }
  };
  const auto released = drive(data, oracle, run());
  ASSERT_EQ(released.size(), 2u);
  EXPECT_EQ(oracle.ledger().spent().value, 2 * plan->rule().cap().value);
  for (Index j = 0; j < data.dimension(); ++j) EXPECT_NE(released[0][j], released[1][j]);
}

TEST(ObjectivePerturbation, OracleRefusesLossesThatClippingOrConvexityLeaveUnproven) {
  const Setting setting = logistic_setting(4);
  const auto plan = tilted_plan(tilted_input(*setting.data, {}, approximate(1, 1e-5)));
  const Release release = planned_release(*plan, 1);
  const auto passes =
      static_cast<Index>(plan->summary().gradient_evaluations) / setting.data->samples();
  const FeatureBounds bounds{
      .l1 = 1.5, .l2 = 1.5, .linf = 1.5, .target_lower = -1, .target_upper = 1};
  const GradientClip clip{.norm = GradientClip::Norm::l2, .bound = 1.5};
  const EmpiricalRisk clipped(*setting.records, bounds, logistic_loss(), clip);
  const EmpiricalRisk sigmoid(*setting.records, bounds, sigmoid_loss());
  for (const FiniteSum* data :
       {static_cast<const FiniteSum*>(&clipped), static_cast<const FiniteSum*>(&sigmoid)}) {
    EXPECT_EQ(data->rank_one_curvature(), std::numeric_limits<double>::infinity());
    EXPECT_EQ(refusal(*data, *plan, release, release, passes,
                      perturbed_objective(release).strong_convexity, plan->rule().cap().value),
              "internal");
  }
}

}  // namespace
}  // namespace noisy::testing
