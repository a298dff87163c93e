// The hidden minimization of a randomly tilted objective, and the one release that leaves it.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "engine/algorithm/frame/typical_problem.h"
#include "engine/privacy/form/minimizer.h"
#include "engine/privacy/release/objective_perturbation.h"
#include "engine/random/distributions.h"
#include "engine/solver/newton.h"
#include "tests/algorithm/baseline/tilted_plan.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

Result<ReferenceOptimum> optimum_of(const FiniteSum& data, const Regularizer& regularizer) {
  NewtonSolver solver(data, regularizer, regularizer.strong_convexity());
  ThreadPool pool(1);
  while (!solver.advance(pool, Deadline::never())) {
  }
  return solver.result();
}

TEST(ObjectivePerturbation, WithoutNoiseIsTheMinimizerOfTheIndependentSolver) {
  const Setting setting = logistic_setting(4);
  const auto plan = tilted_plan(tilted_input(*setting.data, setting.regularizer,
                                             {.notion = Notion::none, .mechanism = std::nullopt}));
  NonPrivateOracle oracle(*setting.data, Regularizer{}, tilt_streams());
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
      PlanInput input = tilted_input(*setting.data, l2, approximate(0.9, 1e-5));
      input.parameters.set("curvatureShare", share);
      const auto plan = tilted_plan(input);
      const Release release = planned_release(*plan, 1);
      for (const std::uint64_t repeat : {0, 1, 2}) {
        PrivateOracle oracle(*setting.data, Regularizer{}, tilt_streams(repeat),
                             plan->rule().cap());
        const auto path = drive(*setting.data, oracle, plan->start(oracle, vector(setting.start)));
        ASSERT_FALSE(oracle.refusal()) << oracle.refusal()->message;
        ASSERT_EQ(path.size(), 1u);
        EXPECT_EQ(oracle.ledger().releases(), 1);
        EXPECT_EQ(oracle.ledger().spent().value, plan->rule().cap().value);
        Stream stream = tilt_streams(repeat).stream(StreamPurpose::noise, 0);
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
      PlanInput input = tilted_input(*setting.data, {}, approximate(epsilon, 1e-6));
      input.parameters.set("curvatureShare", share);
      const auto plan = tilted_plan(input);
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
        planned_release(*tilted_plan(tilted_input(*setting.data, {}, approximate(epsilon, 1e-6))),
                        1)
            .noise_scale;
    EXPECT_LT(noise, last);
    last = noise;
  }
}

TEST(ObjectivePerturbation, DefaultShareEndsLowestOnRecordsLikeMostAndAStrongRegularizerIsEnough) {
  const Setting setting = logistic_setting(4);
  const PlanInput input = tilted_input(*setting.data, {}, approximate(1, 1e-6));
  const TypicalProblem problem(input.facts);
  const auto end = [&](const AlgorithmPlan& plan) {
    const Release release = planned_release(plan, 1);
    return problem.minimized(perturbed_objective(release).strong_convexity, release.noise_scale);
  };
  const auto best = tilted_plan(input);
  for (int k = 0; k < 60; ++k) {
    PlanInput other = input;
    other.parameters.set("curvatureShare", 0.98 * std::exp2(-k / 5.0));
    EXPECT_LE(end(*best), 1.05 * end(*tilted_plan(other)));
  }
  const double share = *best->summary().parameters.number("curvatureShare");
  EXPECT_GT(share, 0.001);
  EXPECT_LT(share, 0.5);
  const Regularizer strong{.kind = Regularizer::Kind::l2, .strength = 3};
  const auto plan = tilted_plan(tilted_input(*setting.data, strong, approximate(1, 1e-6)));
  EXPECT_EQ(perturbed_objective(planned_release(*plan, 1)).strong_convexity, 3);
}

/// The excess risk that the plan bounds, for n copies of the facts, at one share for all of them.
double bound_at(double samples, double strength) {
  const Setting setting = logistic_setting(4);
  const Regularizer l2{.kind = Regularizer::Kind::l2, .strength = strength};
  PlanInput input = tilted_input(*setting.data, l2, approximate(1, 1e-6));
  input.facts.samples = static_cast<Index>(samples);
  input.parameters.set("curvatureShare", 0.3);
  return tilted_plan(input)->summary().bound.value[1];
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
    PlanInput input = tilted_input(*setting.data, setting.regularizer, approximate(1, 1e-6));
    input.facts.distance = exact->solution.norm();
    const auto plan = tilted_plan(input);
    double sum = 0;
    double squares = 0;
    for (int run = 0; run < kRuns; ++run) {
      PrivateOracle oracle(*setting.data, Regularizer{},
                           tilt_streams(static_cast<std::uint64_t>(run)), plan->rule().cap());
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

TEST(ObjectivePerturbation, RefusesWhatItCannotProveWithItsPlace) {
  const Setting setting = logistic_setting(4);
  const auto error = [&](const PlanInput& input) {
    const auto plan = find_algorithm(kTiltedId)->plan(input);
    return plan ? std::string("planned")
                : std::string(code_text(plan.error().code)) + " " + plan.error().field;
  };
  const PlanInput sound = tilted_input(*setting.data, {}, approximate(1, 1e-5));
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
  EXPECT_EQ(tilted_plan(input)->summary().warnings.size(), 1u);

  // Losses whose derivative has kinks, and only those that are convex.
  for (const LinearLoss& loss : {huber_loss(0.5), smoothed_hinge_loss(0.5), geman_mcclure_loss()}) {
    const FeatureBounds bounds{.l1 = 1, .l2 = 1, .linf = 1, .target_lower = -1, .target_upper = 1};
    const EmpiricalRisk risk(*setting.records, bounds, loss);
    EXPECT_EQ(error(tilted_input(risk, {}, approximate(1, 1e-5))),
              loss.is_convex() ? "planned" : "unsupported-option problem.loss");
  }
}

}  // namespace
}  // namespace noisy::testing
