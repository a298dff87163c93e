// The hidden minimization of a randomly tilted objective, and the one release that leaves it.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "engine/algorithm/frame/execute.h"
#include "engine/privacy/form/gradient.h"
#include "engine/privacy/form/minimizer.h"
#include "engine/privacy/form/solution.h"
#include "engine/privacy/release/objective_perturbation.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/random/distributions.h"
#include "engine/solver/newton.h"
#include "tests/algorithm/engine_runs.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

constexpr const char* kId = "objective-perturbation";

StreamFactory streams(std::uint64_t repeat = 0) {
  return StreamFactory::reproducible({.seed = 3, .algorithm = kId, .repeat = repeat});
}

PrivacyRequest approximate(double epsilon, double delta) {
  return {
      .notion = Notion::approximate, .epsilon = epsilon, .delta = delta, .mechanism = std::nullopt};
}

PlanInput input_for(const FiniteSum& data, const Regularizer& regularizer,
                    const PrivacyRequest& privacy) {
  return {.facts = public_facts(data, regularizer),
          .privacy = privacy,
          .parameters = {},
          .regularizer = regularizer,
          .domain = {}};
}

std::unique_ptr<AlgorithmPlan> planned(const PlanInput& input) {
  auto plan = find_algorithm(kId)->plan(input);
  EXPECT_TRUE(plan) << (plan ? "" : plan.error().message);
  return plan ? *std::move(plan) : nullptr;
}

Result<ReferenceOptimum> optimum_of(const FiniteSum& data, const Regularizer& regularizer) {
  NewtonSolver solver(data, regularizer, regularizer.strong_convexity());
  ThreadPool pool(1);
  while (!solver.advance(pool, Deadline::never())) {
  }
  return solver.result();
}

TEST(ObjectivePerturbation, WithoutNoiseIsTheMinimizerOfTheIndependentSolver) {
  const Setting setting = logistic_setting(4);
  const auto plan = planned(input_for(*setting.data, setting.regularizer,
                                      {.notion = Notion::none, .mechanism = std::nullopt}));
  NonPrivateOracle oracle(*setting.data, Regularizer{}, streams());
  const auto path = drive(*setting.data, oracle, plan->start(oracle, vector(setting.start)));
  ASSERT_EQ(path.size(), 1u);
  EXPECT_EQ(static_cast<double>(oracle.gradient_evaluations()),
            plan->summary().gradient_evaluations);
  const auto exact = optimum_of(*setting.data, setting.regularizer);
  ASSERT_TRUE(exact);
  EXPECT_LE((path[0] - exact->solution).norm(), 1e-9);
  EXPECT_FALSE(plan->summary().claim.certified());
}

/// Newton's method on the mean logistic loss of rows and labels, with (mu_r / 2) |x|^2,
/// (lambda / 2) |x - c|^2 and <b, x>.
Vector naive_minimizer(const DenseData& records, const naive::Numbers& labels, double strength,
                       double added, const Vector& centre, const Vector& b) {
  const Index n = records.samples();
  const Index d = records.features();
  Vector x = Vector::Zero(d);
  for (int step = 0; step < 5000; ++step) {
    Vector gradient = strength * x + added * (x - centre) + b;
    Eigen::MatrixXd hessian = (strength + added) * Eigen::MatrixXd::Identity(d, d);
    for (Index i = 0; i < n; ++i) {
      Vector row(d);
      records.copy_row(i, {row.data(), static_cast<std::size_t>(d)});
      const double y = labels[static_cast<std::size_t>(i)];
      const double p = 1 / (1 + std::exp(y * row.dot(x)));
      gradient -= y * p / static_cast<double>(n) * row;
      hessian += p * (1 - p) / static_cast<double>(n) * row * row.transpose();
    }
    if (gradient.norm() < 1e-14) break;
    // Damped: the logistic loss may overshoot.
    const Vector move = hessian.ldlt().solve(gradient);
    x -= move / std::max(1.0, move.norm());
  }
  return x;
}

TEST(ObjectivePerturbation, EqualsNewtonsMethodOnTheTiltedObjectiveWithTheSameNoise) {
  const Setting setting = logistic_setting(4);
  naive::Numbers labels;
  for (Index i = 0; i < setting.data->samples(); ++i) {
    labels.push_back(setting.records->targets()[static_cast<std::size_t>(i)]);
  }
  for (const double strength : {0.0, 0.2}) {
    const Regularizer l2{.kind = Regularizer::Kind::l2, .strength = strength};
    for (const double share : {0.2, 0.8}) {
      PlanInput input = input_for(*setting.data, l2, approximate(0.9, 1e-5));
      input.parameters.set("curvatureShare", share);
      const auto plan = planned(input);
      const Release release = planned_release(*plan, 1);
      for (const std::uint64_t repeat : {0, 1, 2}) {
        PrivateOracle oracle(*setting.data, Regularizer{}, streams(repeat), plan->rule().cap());
        const auto path = drive(*setting.data, oracle, plan->start(oracle, vector(setting.start)));
        ASSERT_FALSE(oracle.refusal()) << oracle.refusal()->message;
        ASSERT_EQ(path.size(), 1u);
        EXPECT_EQ(oracle.ledger().releases(), 1);
        EXPECT_EQ(oracle.ledger().spent().value, plan->rule().cap().value);
        Stream stream = streams(repeat).stream(StreamPurpose::noise, 0);
        Vector b(setting.data->dimension());
        Vector solution_noise(setting.data->dimension());
        for (double& value : b) value = release.noise_scale * normal(stream, 1);
        for (double& value : solution_noise) {
          value = perturbed_objective(release).solution_scale * normal(stream, 1);
        }
        const double added = perturbed_objective(release).strong_convexity - strength;
        const Vector exact =
            naive_minimizer(*setting.records, labels, strength, added, vector(setting.start), b);
        const double reach =
            perturbed_objective(release).tolerance / perturbed_objective(release).strong_convexity;
        EXPECT_LE((path[0] - solution_noise - exact).norm(), reach);
        EXPECT_GT((path[0] - exact).norm(), 0);
        EXPECT_LT(reach, 0.1 * perturbed_objective(release).solution_scale);
      }
    }
  }
}

TEST(ObjectivePerturbation, PlanKeepsItsSharesAndIsWorthTheRequest) {
  const Setting setting = logistic_setting(4);
  const double samples = static_cast<double>(setting.data->samples());
  double last = std::numeric_limits<double>::infinity();
  for (const double epsilon : {0.05, 0.5, 2.0, 8.0}) {
    for (const double share : {0.1, 0.5, 0.9}) {
      PlanInput input = input_for(*setting.data, {}, approximate(epsilon, 1e-6));
      input.parameters.set("curvatureShare", share);
      const auto plan = planned(input);
      const Release release = planned_release(*plan, 1);
      const double mu = perturbed_objective(release).strong_convexity;
      EXPECT_NEAR(std::log1p(perturbed_objective(release).record_curvature / (samples * mu)),
                  share * epsilon, 1e-9);
      EXPECT_LE(plan->rule().spent(plan->rule().cap()), epsilon * (1 + 1e-12));
      EXPECT_GE(plan->rule().spent(plan->rule().cap()), epsilon * (1 - 1e-6));
      EXPECT_EQ(plan->rule().spent(Cost{}), 0);
      EXPECT_EQ(plan->summary().claim.epsilon, epsilon);
      EXPECT_TRUE(plan->summary().claim.certified());
      // The end of the search costs a thousandth of what the noise does.
      EXPECT_NEAR(solver_shift(perturbed_objective(release)) * samples * release.noise_scale /
                      input.facts.l2_sensitivity,
                  1.0 / 32, 1e-9);
    }
    const double noise =
        planned_release(*planned(input_for(*setting.data, {}, approximate(epsilon, 1e-6))), 1)
            .noise_scale;
    EXPECT_LT(noise, last);
    last = noise;
  }
}

TEST(ObjectivePerturbation, DefaultShareHasTheLeastBoundAndAStrongRegularizerNeedsNothingMore) {
  const Setting setting = logistic_setting(4);
  const PlanInput input = input_for(*setting.data, {}, approximate(1, 1e-6));
  const auto best = planned(input);
  for (int k = 0; k < 60; ++k) {
    PlanInput other = input;
    other.parameters.set("curvatureShare", 0.98 * std::exp2(-k / 5.0));
    EXPECT_LE(best->summary().bound.value[1], 1.05 * planned(other)->summary().bound.value[1]);
  }
  const double share = *best->summary().parameters.number("curvatureShare");
  EXPECT_GT(share, 0.001);
  EXPECT_LT(share, 0.5);
  const Regularizer strong{.kind = Regularizer::Kind::l2, .strength = 3};
  const auto plan = planned(input_for(*setting.data, strong, approximate(1, 1e-6)));
  EXPECT_EQ(perturbed_objective(planned_release(*plan, 1)).strong_convexity, 3);
}

/// The excess risk that the plan bounds, for n copies of the facts.
double bound_at(double samples, double strength) {
  const Setting setting = logistic_setting(4);
  const Regularizer l2{.kind = Regularizer::Kind::l2, .strength = strength};
  PlanInput input = input_for(*setting.data, l2, approximate(1, 1e-6));
  input.facts.samples = static_cast<Index>(samples);
  return planned(input)->summary().bound.value[1];
}

TEST(ObjectivePerturbation, BoundFallsLikeOneOverNSquaredWhereStronglyConvexElseOneOverN) {
  EXPECT_NEAR(std::log10(bound_at(1e4, 0.2) / bound_at(1e3, 0.2)), -2, 0.02);
  EXPECT_NEAR(std::log10(bound_at(1e4, 0) / bound_at(1e3, 0)), -1, 0.02);
}

TEST(ObjectivePerturbation, MeanExcessRiskFallsLikeOneOverNSquaredAndStaysBelowTheBound) {
  // 100 runs each: a mean of squares in 4 dimensions has a relative standard error of about 0.07, a
  // slope over a decade one of 0.045. Five of them: false alarms at a rate below 1e-6.
  constexpr int kRuns = 100;
  std::vector<double> means;
  for (const std::size_t samples : {2000, 6000, 20000}) {
    const Setting setting = logistic_setting(7, samples);
    const auto exact = optimum_of(*setting.data, setting.regularizer);
    ASSERT_TRUE(exact);
    PlanInput input = input_for(*setting.data, setting.regularizer, approximate(1, 1e-6));
    input.facts.distance = exact->solution.norm();
    const auto plan = planned(input);
    double sum = 0;
    double squares = 0;
    for (int run = 0; run < kRuns; ++run) {
      PrivateOracle oracle(*setting.data, Regularizer{}, streams(static_cast<std::uint64_t>(run)),
                           plan->rule().cap());
      const auto path = drive(*setting.data, oracle, plan->start(oracle, Vector::Zero(4)));
      ASSERT_EQ(path.size(), 1u);
      const double excess = setting.problem.objective(numbers(path[0])) - exact->value;
      sum += excess;
      squares += excess * excess;
    }
    const double mean = sum / kRuns;
    const double error = std::sqrt((squares / kRuns - mean * mean) / kRuns);
    means.push_back(mean);
    // The rows are short, so that the regularizer makes most of the curvature: the bound is near.
    EXPECT_LE(mean - 5 * error, plan->summary().bound.value[1]);
    EXPECT_GT(mean + 5 * error, plan->summary().bound.value[1] / 2);
  }
  EXPECT_NEAR(std::log10(means[2] / means[0]), -2, 0.225);
}

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
  PrivateOracle oracle(data, Regularizer{}, streams(), Cost{unit, budget, plan.rule().cap().order});
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
  const auto plan = planned(input_for(data, {}, approximate(1, 1e-5)));
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
  PrivateOracle oracle(data, Regularizer{}, streams(),
                       Cost{CostUnit::renyi, budget, plan->rule().cap().order});
  const Vector zero = Vector::Zero(data.dimension());
  (void)oracle.ask(gradient_at(zero, release)).await_ready();
  EXPECT_TRUE(oracle.refusal());
}

TEST(ObjectivePerturbation, NoiseServesOneReleaseOnly) {
  const Setting setting = logistic_setting(4);
  const FiniteSum& data = *setting.data;
  const auto plan = planned(input_for(data, {}, approximate(1, 1e-5)));
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
    PrivateOracle oracle(data, Regularizer{}, streams(), 4 * plan->rule().cap());
    EXPECT_EQ(drive(data, oracle, run(oracle, with_another)).size(), 1u);
    EXPECT_EQ(oracle.ledger().releases(), 1);
    EXPECT_EQ(oracle.refusal().value().code, ErrorCode::internal);
  }
}

TEST(ObjectivePerturbation, CostIsProvenOnlyWhereTheMinimizationIsAsItIsStated) {
  const Setting setting = logistic_setting(4);
  const auto plan = planned(input_for(*setting.data, {}, approximate(1, 1e-5)));
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
  const auto plan = planned(input_for(data, {}, approximate(1, 1e-5)));
  Release release = planned_release(*plan, 1);
  const double added = perturbed_objective(release).strong_convexity;
  Stream stream = streams().stream(StreamPurpose::noise, 0);
  Vector start(data.dimension());
  for (double& value : start) value = -release.noise_scale * normal(stream, 1) / added;
  NonPrivateOracle exact(data, Regularizer{}, streams());
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
  const auto plan = planned(input_for(data, {}, approximate(1, 1e-5)));
  const Release release = planned_release(*plan, 1);
  const auto passes = static_cast<Index>(plan->summary().gradient_evaluations) / data.samples();
  PrivateOracle oracle(data, Regularizer{}, streams(), 4 * plan->rule().cap());
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
  const auto plan = planned(input_for(*setting.data, {}, approximate(1, 1e-5)));
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

TEST(ObjectivePerturbation, RefusesWhatItCannotProveWithItsPlace) {
  const Setting setting = logistic_setting(4);
  const auto error = [&](const PlanInput& input) {
    const auto plan = find_algorithm(kId)->plan(input);
    return plan ? std::string("planned")
                : std::string(code_text(plan.error().code)) + " " + plan.error().field;
  };
  const PlanInput sound = input_for(*setting.data, {}, approximate(1, 1e-5));
  EXPECT_EQ(error(sound), "planned");
  PlanInput input = sound;
  input.facts.clips_gradients = true;
  EXPECT_EQ(error(input), "unsupported-option problem.gradientClip");
  input = sound;
  input.facts.record_curvature = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error(input), "unsupported-option problem.loss");
  input = sound;
  input.facts.l2_sensitivity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error(input), "unbounded-sensitivity problem");
  input = sound;
  input.privacy.release = ReleaseKind::hardened;
  EXPECT_EQ(error(input), "unsupported-option run.randomness.release");
  for (const Calibration calibration : {Calibration::paper, Calibration::zcdp}) {
    input = sound;
    input.privacy.calibration = calibration;
    EXPECT_EQ(error(input), "unsupported-option privacy.calibration");
  }
  input = sound;
  input.privacy.noise_constant = 8;
  EXPECT_EQ(error(input), "conflicting-fields privacy.noiseConstant");
  input = sound;
  input.privacy.delta = 0;
  EXPECT_EQ(error(input), "invalid-budget privacy.delta");
  input = sound;
  input.privacy.epsilon = 40;
  input.parameters.set("curvatureShare", 0.99);
  EXPECT_EQ(error(input), "limit-exceeded curvatureShare");
  input = sound;
  input.privacy = {.notion = Notion::none, .mechanism = std::nullopt};
  EXPECT_EQ(error(input), "invalid-value problem.regularizer");
  input = sound;
  input.privacy.delta = 0.1;
  EXPECT_EQ(planned(input)->summary().warnings.size(), 1u);

  // Losses whose derivative has kinks, and only those that are convex.
  for (const LinearLoss& loss : {huber_loss(0.5), smoothed_hinge_loss(0.5), geman_mcclure_loss()}) {
    const FeatureBounds bounds{.l1 = 1, .l2 = 1, .linf = 1, .target_lower = -1, .target_upper = 1};
    const EmpiricalRisk risk(*setting.records, bounds, loss);
    EXPECT_EQ(error(input_for(risk, {}, approximate(1, 1e-5))),
              loss.is_convex() ? "planned" : "unsupported-option problem.loss");
  }
}

}  // namespace
}  // namespace noisy::testing
