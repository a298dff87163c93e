#include "engine/algorithm/minimax/theory/phased_bound.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/algorithm/minimax/theory/base_regularization.h"
#include "engine/algorithm/minimax/theory/minimax_theorems.h"
#include "tests/algorithm/minimax/theory/least_bound.h"
#include "tests/algorithm/minimax/theory/solution_settings.h"

namespace noisy {
namespace {

PhasedBound bound_of(const SolutionSetting& setting) {
  return PhasedBound::create(setting).value();
}

double least_bound(const SolutionSetting& setting) {
  const PhasedBound bound = bound_of(setting);
  return bound.at(bound.best_regularization());
}

/// n = 1e6, d = 5, epsilon = 0.5, delta = 1e-7, L = D = 1 of 5.3.
SolutionSetting large_setting(SolutionMethod method,
                              PhaseSchedule schedule = PhaseSchedule::equal) {
  SolutionSetting setting = golden_setting(method, SolutionNoise::certified_analytic);
  setting.samples = 1'000'000;
  setting.budget.delta = 1e-7;
  setting.schedule = schedule;
  return setting;
}

/// sigma_k m mu_k / L of a minimization: the mode's noise coefficient c.
double noise_coefficient(const SolutionSetting& setting, int releases) {
  return (2 + 2 * tolerance_ratio(setting)) *
         solution_noise_multiplier(setting.budget, releases).value();
}

/// V = d c^2 + rho^2
double noise_and_distance(const SolutionSetting& setting, int releases) {
  const double c = noise_coefficient(setting, releases), rho = tolerance_ratio(setting);
  return static_cast<double>(setting.primal_dimension) * c * c + rho * rho;
}

// ---- closed forms of 2.2 and 2.4, which bound the sums from above ------------------------------

/// A of A / mu + mu D^2 with L = 1.
double equal_closed_form(const SolutionSetting& setting) {
  const double size =
      static_cast<double>(phase_blocks(setting.samples, setting.schedule)->at(0).count);
  const auto phases = static_cast<double>(phase_count(setting.samples, setting.schedule));
  const double v = noise_and_distance(setting, 1);
  return std::sqrt(v) / (std::exp2(phases) * size) + v / (size * size) + 2 / size;
}

/// A' of A' / mu + 4 mu D^2 with L = 1.
double geometric_closed_form(const SolutionSetting& setting) {
  const double n = static_cast<double>(setting.samples);
  const auto phases = static_cast<double>(phase_count(setting.samples, PhaseSchedule::geometric));
  const double v = noise_and_distance(setting, 1);
  return std::sqrt(v) / (n * std::exp2(2 * phases)) + 4 * v / (n * n) + 2 / (3 * n);
}

/// A of Algorithm 4: A / mu + mu (D_x^2 + D_y^2 / 2) with L = 1, whose noise counts the paper's
/// sensitivity.
double pair_closed_form(const SolutionSetting& setting) {
  const double size =
      static_cast<double>(phase_blocks(setting.samples, setting.schedule)->at(0).count);
  const auto phases = static_cast<double>(phase_count(setting.samples, setting.schedule));
  const double v = noise_and_distance(setting, 2);
  const double stability = std::sqrt(2.0) * (4 + 2 * tolerance_ratio(setting));
  return std::sqrt(v) / (std::exp2(phases / 2) * size) + (phases - 1) * v / (size * size) +
         stability * phases / size;
}

TEST(PhasedBound, OfEqualBlocksIsItsClosedForm) {
  for (const Index samples : {1024, 5000, 1'000'000}) {
    SolutionSetting setting = large_setting(SolutionMethod::convex);
    setting.samples = samples;
    setting.primal_radius = 3;
    for (const double mu : {1e-4, 0.1, 30.0}) {
      const double closed = equal_closed_form(setting) / mu + mu * 9;
      EXPECT_LE(bound_of(setting).at(mu), closed * (1 + 1e-14));
      EXPECT_GE(bound_of(setting).at(mu), closed * (1 - 2e-3));
    }
  }
}

TEST(PhasedBound, OfGeometricBlocksIsItsClosedFormAtPowersOfTwoOnly) {
  SolutionSetting setting = large_setting(SolutionMethod::convex, PhaseSchedule::geometric);
  // The bound's part that falls with mu, by its closed form.
  const auto ratio = [&](Index samples) {
    setting.samples = samples;
    constexpr double kTiny = 1e-12;
    return bound_of(setting).at(kTiny) * kTiny / geometric_closed_form(setting);
  };
  for (const Index samples : {1024, 1 << 20}) {
    EXPECT_LE(ratio(samples), 1 + 1e-14);
    EXPECT_GE(ratio(samples), 0.99);
  }
  EXPECT_GT(ratio(23), 1.1);  // n_k are floors (10.3)
}

TEST(PhasedBound, OfThePairIsBelowItsClosedFormByItsTighterSensitivity) {
  const SolutionSetting setting = large_setting(SolutionMethod::convex_concave_primal);
  const double closed = 2 * std::sqrt(pair_closed_form(setting) * 1.5);
  EXPECT_NEAR(2 * closed, 0.235, 5e-4);  // Algorithms 4 and 5
  EXPECT_LT(least_bound(setting), closed);
  EXPECT_GT(least_bound(setting), 0.85 * closed);
}

TEST(PhasedBound, HasTheReferenceValuesOfMinimization) {
  EXPECT_NEAR(least_bound(large_setting(SolutionMethod::convex)), 0.0128, 5e-5);
  EXPECT_NEAR(least_bound(large_setting(SolutionMethod::convex, PhaseSchedule::geometric)), 0.0033,
              5e-5);
}

// ---- the sums, term by term -------------------------------------------------------------------

/// Two phases by hand, of a saddle point with weights (a_k, b).
TEST(PhasedBound, OfTwoPhasesOfASaddlePointIsTheSumOfItsTerms) {
  for (const SolutionMethod method :
       {SolutionMethod::convex_concave_primal, SolutionMethod::strongly_concave_primal}) {
    SolutionSetting setting = golden_setting(method, SolutionNoise::paper);
    setting.phases = 2;
    setting.lipschitz = 1.5;
    setting.primal_radius = 2;
    setting.dual_radius = 3;
    const double mu = 0.04, squared = 1.5 * 1.5, n = 500, rho = 0.5;
    const auto phases = solution_phases(setting, mu).value();
    const double a1 = 0.08, a2 = 0.16, b = phases[0].dual_weight, m1 = std::min(a1, b),
                 m2 = std::min(a2, b);
    const double e1 =
        5 * std::pow(phases[0].primal_noise, 2) + rho * rho * squared / (a1 * m1 * n * n);
    const double e2 =
        5 * std::pow(phases[1].primal_noise, 2) + rho * rho * squared / (a2 * m2 * n * n);
    const double constant = 2 * std::sqrt(2.0) * squared / n;
    double expected = 1.5 * std::sqrt(e2) + a2 / 2 * e1 + constant / m1 + constant / m2 +
                      1.5 * std::sqrt(a2 / b) * phases[0].sensitivity + a1 / 2 * 4;
    if (is_one_of_pair(method)) expected += mu / 2 * 9;
    EXPECT_NEAR(bound_of(setting).at(mu), expected, 1e-12 * expected);
    // What follows one record is at most what the paper's sensitivity says.
    EXPECT_LE(phases[0].sensitivity, (2 + 2 * rho) * 1.5 / (n * std::sqrt(a1 * m1)));
  }
}

TEST(PhasedBound, OfTwoPhasesOfAMinimizationIsTheSumOfItsTerms) {
  SolutionSetting setting = golden_setting(SolutionMethod::convex, SolutionNoise::paper);
  setting.phases = 2;
  setting.samples = 901;
  setting.schedule = PhaseSchedule::balanced;
  setting.lipschitz = 1.5;
  setting.primal_radius = 2;
  const auto phases = solution_phases(setting, 0.1).value();
  const auto error = [&](int k) {
    return 5 * std::pow(phases[k].primal_noise, 2) + std::pow(phases[k].primal_distance, 2);
  };
  const double expected = 1.5 * std::sqrt(error(1)) + 0.4 / 2 * error(0) +
                          2 * 1.5 * 1.5 * (1 / (0.2 * 451) + 1 / (0.4 * 450)) + 0.2 / 2 * 4;
  EXPECT_NEAR(bound_of(setting).at(0.1), expected, 1e-12 * expected);
}

// ---- the best regularization ------------------------------------------------------------------

TEST(PhasedBound, IsLeastAtItsBestRegularization) {
  for (const SolutionMethod method : kSolutionMethods)
    for (const SolutionNoise noise : kSolutionNoises)
      for (const PhaseSchedule schedule : kPhaseSchedules)
        for (const Index samples : {23, 1000, 1 << 17}) {
          if (!is_phased(method)) continue;
          SolutionSetting setting = golden_setting(method, noise);
          setting.samples = samples;
          setting.schedule = schedule;
          setting.dual_radius = 0.3;
          expect_least(bound_of(setting));
        }
}

TEST(PhasedBound, OfAFixedModulusIsLeastAtItsBestRegularizationOnEitherSideOfIt) {
  for (const double modulus : {1e-6, 1e-3, 1.0, 1e4}) {
    SolutionSetting setting =
        golden_setting(SolutionMethod::strongly_concave_primal, SolutionNoise::certified_analytic);
    setting.dual_modulus = modulus;
    expect_least(bound_of(setting));
  }
}

TEST(PhasedBound, OfAHugeFixedModulusIsThatOfTheMinimizationPlusWhatFollowsTheOtherPart) {
  // y hardly answers: what differs is 2 sqrt(2) for 2, and the sensitivity is 2 L / (m mu_k).
  SolutionSetting setting =
      golden_setting(SolutionMethod::strongly_concave_primal, SolutionNoise::certified_analytic);
  setting.dual_modulus = 1e12;
  SolutionSetting minimization = setting;
  minimization.method = SolutionMethod::convex;
  const double ratio = bound_of(setting).at(0.1) / bound_of(minimization).at(0.1);
  EXPECT_GT(ratio, 1);
  EXPECT_LT(ratio, std::sqrt(2.0));
}

// ---- against the theorems ---------------------------------------------------------------------

TheoremSetting theorem_of(const SolutionSetting& setting) {
  return {.lipschitz = setting.lipschitz,
          .samples = static_cast<double>(setting.samples),
          .dimension = static_cast<double>(setting.primal_dimension),
          .epsilon = setting.budget.epsilon,
          .delta = setting.budget.delta};
}

/// With the paper's mu and noise.
double paper_bound(const SolutionSetting& setting) {
  return bound_of(setting).at(base_regularization(setting, RegularizationRule::paper).value());
}

TEST(PhasedBound, WithThePapersChoicesIsBelowItsTheorems) {
  for (const Index samples : {64, 1000, 65'536, 1'000'000})
    for (const Index dimension : {1, 50, 10'000})
      for (const double epsilon : {0.01, 0.9}) {
        SolutionSetting setting = golden_setting(SolutionMethod::convex, SolutionNoise::paper);
        setting.samples = samples;
        setting.primal_dimension = setting.dual_dimension = dimension;
        setting.lipschitz = 3;
        setting.primal_radius = setting.dual_radius = 0.2;
        setting.budget = {SolutionNoise::paper, epsilon, 0.1 / static_cast<double>(samples)};
        const TheoremSetting theorem = theorem_of(setting);
        const auto phases = static_cast<double>(phase_count(samples, setting.schedule));
        EXPECT_LE(paper_bound(setting), convex_bound(theorem, 0.2, phases));
        setting.method = SolutionMethod::convex_concave_primal;
        EXPECT_LE(paper_bound(setting), weak_gap_bound(theorem, 0.2, phases) / 2);
        setting.method = SolutionMethod::convex_concave_dual;
        EXPECT_LE(paper_bound(setting), weak_gap_bound(theorem, 0.2, phases) / 2);
        setting.method = SolutionMethod::strongly_concave_primal;
        for (const double factor : {1.0, 30.0}) {
          setting.dual_modulus = factor * 3 / (0.2 * std::sqrt(theorem.samples));
          EXPECT_LE(paper_bound(setting),
                    strongly_concave_bound(theorem, 0.2, phases, setting.dual_modulus));
        }
      }
}

// ---- symmetries -------------------------------------------------------------------------------

TEST(PhasedBound, OfTheDualIsThatOfTheMirroredProblem) {
  for (const SolutionMethod method :
       {SolutionMethod::convex_concave_dual, SolutionMethod::strongly_convex_dual}) {
    SolutionSetting setting = golden_setting(method, SolutionNoise::certified_analytic);
    setting.primal_dimension = 1;
    setting.dual_dimension = 40;
    setting.primal_radius = 7;
    EXPECT_EQ(bound_of(setting).at(0.3), bound_of(mirrored(setting)).at(0.3));
    SolutionSetting other = setting;
    std::swap(other.primal_dimension, other.dual_dimension);
    EXPECT_GT(bound_of(setting).at(0.3), bound_of(other).at(0.3));  // y alone is noisy
  }
}

TEST(PhasedBound, HasTheUnitsOfALoss) {
  const double a = 7, b = 0.03;  // losses, parameters
  for (const SolutionMethod method : kSolutionMethods) {
    if (!is_phased(method)) continue;
    const SolutionSetting setting = golden_setting(method, SolutionNoise::certified_analytic);
    const SolutionSetting other = in_other_units(setting, a, b);
    const double mu = bound_of(setting).best_regularization();
    EXPECT_NEAR(bound_of(other).best_regularization() / (mu * a / (b * b)), 1, 1e-6);
    EXPECT_NEAR(least_bound(other) / (a * least_bound(setting)), 1, 1e-12);
  }
}

// ---- wrong input ------------------------------------------------------------------------------

TEST(PhasedBound, NeedsPhasesAndRadii) {
  EXPECT_EQ(
      PhasedBound::create(golden_setting(SolutionMethod::strongly_convex, SolutionNoise::zcdp))
          .error()
          .code,
      ErrorCode::unsupported_option);
  for (const double radius : {0.0, -1.0, HUGE_VAL, std::nan("")}) {
    SolutionSetting setting =
        golden_setting(SolutionMethod::convex_concave_primal, SolutionNoise::zcdp);
    setting.dual_radius = radius;
    EXPECT_EQ(PhasedBound::create(setting).error().field, "domainRadius");
    setting.method = SolutionMethod::strongly_concave_primal;  // the dual radius is not read
    EXPECT_TRUE(PhasedBound::create(setting));
    setting.primal_radius = radius;
    EXPECT_EQ(PhasedBound::create(setting).error().field, "domainRadius");
  }
}

}  // namespace
}  // namespace noisy
