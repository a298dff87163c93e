// What phases gain from strong concavity, on a population in closed form: experiment E8 of
// bring-your-own-minimax, 5.3.
#include <gtest/gtest.h>

#include "engine/algorithm/minimax/theory/base_regularization.h"
#include "engine/algorithm/minimax/theory/minimax_theorems.h"
#include "engine/algorithm/minimax/theory/phased_bound.h"
#include "engine/algorithm/minimax/theory/solution_phases.h"
#include "engine/problem/saddle/separable_bilinear.h"
#include "tests/problem/saddle/saddle_support.h"

namespace noisy::testing {
namespace {

constexpr Index kDimension = 5;

/// T4 with -(mu_y / 2) ||y||^2 added:
///
///     F(x, y) = sum_j h x_j y_j + b x_j - c y_j - (mu_y / 2) y_j^2,   b = -c = h / (4 sqrt d)
///
/// on the boxes |x_j|, |y_j| <= r = 1 / sqrt d, where max over y in one coordinate is
/// phi(x) = b x + max of (h x - c) y - (mu_y / 2) y^2.
class ConcaveBilinear {
 public:
  ConcaveBilinear(double strength, double modulus)
      : base_(SeparableBilinear::make({.dimension = kDimension, .strength = strength}).value()),
        strength_(strength),
        modulus_(modulus) {}

  double modulus() const { return modulus_; }
  LinearLaw law() const { return base_.law(); }
  /// Of every record's loss, concave part included: sqrt 2 is the two boxes' reach.
  double lipschitz() const { return base_.lipschitz() + modulus_; }
  double smoothness() const { return strength_ + modulus_; }

  /// Phi(x) - min Phi
  double excess(const Vector& x) const {
    double total = 0;
    for (const double coordinate : x) total += part(coordinate) - part(best());
    return total;
  }
  Domain domain() const { return base_.primal_domain(); }
  /// x of the saddle point with these means and weights: lambda_y is all of the concavity.
  Vector solve(const SaddlePoint& means, double primal_weight, double dual_weight,
               const Vector& centre) const {
    return base_
        .regularized_saddle(means, {primal_weight, dual_weight, {centre, Vector::Zero(kDimension)}})
        .primal;
  }

 private:
  double width() const { return base_.half_width(); }
  double b() const { return law().mean.primal[0]; }
  double part(double x) const {
    const double pull = strength_ * x + b();
    const double y = std::clamp(pull / modulus_, -width(), width());
    return b() * x + pull * y - modulus_ / 2 * y * y;
  }
  /// Where y answers within its bounds, or at the end: b > 0.
  double best() const {
    return std::max(-width(), -b() / strength_ - modulus_ * b() / (strength_ * strength_));
  }

  SeparableBilinear base_;
  double strength_, modulus_;
};

struct Excess {
  double mean = 0;     ///< E[Phi(x~)] - Phi*
  double of_mean = 0;  ///< max over y of E[F(x~, y)] - Phi*: F is linear in x
  double last_sensitivity = 0;
};

SolutionSetting setting_of(const ConcaveBilinear& problem, SolutionMethod method, Index samples,
                           SolutionNoise noise) {
  return {.method = method,
          .samples = samples,
          .primal_dimension = kDimension,
          .dual_dimension = kDimension,
          .lipschitz = problem.lipschitz(),
          .dual_modulus = method == SolutionMethod::strongly_concave_primal ? problem.modulus() : 0,
          .primal_radius = 1,
          .dual_radius = 1,
          .tolerance_ratio = 1e-3,
          .budget = {noise, 0.999999, 1e-7}};
}

Excess excess_of(const ConcaveBilinear& problem, const SolutionSetting& setting,
                 RegularizationRule rule, std::uint64_t runs = 40) {
  const bool is_pair = is_one_of_pair(setting.method);
  const auto phases = solution_phases(setting, base_regularization(setting, rule).value()).value();
  Excess out{.last_sensitivity = phases.back().sensitivity};
  Vector mean = Vector::Zero(kDimension);
  for (std::uint64_t run = 0; run < runs; ++run) {
    Stream stream = test_draws(run);
    Vector x = Vector::Zero(kDimension);
    for (const SolutionPhase& phase : phases) {
      SaddlePoint means = problem.law().mean;
      const double deviation =
          problem.law().primal_spread / std::sqrt(static_cast<double>(phase.block.count));
      for (double& coordinate : means.primal) coordinate += normal(stream, deviation);
      for (double& coordinate : means.dual) coordinate += normal(stream, deviation);
      // A pair adds its weight to the problem's own concavity.
      const double dual_weight = phase.dual_weight + (is_pair ? problem.modulus() : 0);
      x = problem.solve(means, phase.primal_weight, dual_weight, x);
      for (double& coordinate : x) coordinate += normal(stream, phase.primal_noise);
      problem.domain().project(x);
    }
    out.mean += problem.excess(x) / static_cast<double>(runs);
    mean += x / static_cast<double>(runs);
  }
  out.of_mean = problem.excess(mean);
  return out;
}

constexpr double kStrengths[] = {1, 1.0 / 4, 1.0 / 16, 1.0 / 64};

/// The largest excess over the family, as theorems bound the worst case.
Excess worst_of(double modulus, SolutionMethod method, Index samples) {
  Excess worst;
  for (const double h : kStrengths) {
    const ConcaveBilinear problem(h, modulus);
    const Excess found =
        excess_of(problem, setting_of(problem, method, samples, SolutionNoise::certified_analytic),
                  RegularizationRule::derived_optimal);
    worst.mean = std::max(worst.mean, found.mean);
  }
  return worst;
}

/// Corollary 4.9 as corrected (ER5), for n so large that it says something: of the mean it holds by
/// itself, of E[Phi(x~)] with what the best response follows (ER16).
TEST(StrongConcavity, ExcessIsBelowTheCorrectedBoundsOfCorollary49) {
  constexpr Index kSamples = Index{1} << 20;
  for (const double h : kStrengths) {
    for (const double modulus : {0.3, 1.0}) {
      const ConcaveBilinear problem(h, modulus);
      const SolutionSetting setting = setting_of(problem, SolutionMethod::strongly_concave_primal,
                                                 kSamples, SolutionNoise::paper);
      const Excess found = excess_of(problem, setting, RegularizationRule::paper);
      const double bound = strongly_concave_bound({.lipschitz = problem.lipschitz(),
                                                   .samples = static_cast<double>(kSamples),
                                                   .dimension = kDimension,
                                                   .epsilon = 0.999999,
                                                   .delta = 1e-7},
                                                  1, 20, modulus);
      const double surplus = best_response_surplus(problem.lipschitz(), problem.smoothness(),
                                                   modulus, found.last_sensitivity);
      EXPECT_LE(found.of_mean, bound);
      EXPECT_LE(found.mean, bound + surplus);
      EXPECT_LE(found.of_mean, found.mean + 1e-12);
    }
  }
}

/// The same of the bound that is derived for the noise which is added, a tenth of the paper's.
TEST(StrongConcavity, ExcessIsBelowTheDerivedBound) {
  constexpr Index kSamples = Index{1} << 20;
  for (const double h : kStrengths) {
    for (const double modulus : {0.1, 0.3, 1.0}) {
      const ConcaveBilinear problem(h, modulus);
      const SolutionSetting setting = setting_of(problem, SolutionMethod::strongly_concave_primal,
                                                 kSamples, SolutionNoise::certified_analytic);
      const double mu = base_regularization(setting, RegularizationRule::derived_optimal).value();
      const Excess found = excess_of(problem, setting, RegularizationRule::derived_optimal);
      const double bound = PhasedBound::create(setting).value().at(mu);
      const double surplus = best_response_surplus(problem.lipschitz(), problem.smoothness(),
                                                   modulus, found.last_sensitivity);
      EXPECT_LE(found.of_mean, bound);
      EXPECT_LE(found.mean, bound + surplus);
    }
  }
}

/// Of a pair's worst excess, at mu_y = part L_1 / (D sqrt n), L_1 = 2.5 without the concave part.
double share_of_pair(double part, Index samples) {
  const double modulus = part * 2.5 / std::sqrt(static_cast<double>(samples));
  return worst_of(modulus, SolutionMethod::strongly_concave_primal, samples).mean /
         worst_of(modulus, SolutionMethod::convex_concave_primal, samples).mean;
}

/// A pair does not mind a small mu_y, and x alone profits from a large one. They cross near
/// L / (D sqrt n) at n = 4096, and the earlier the more records there are: what is proven of the
/// concave variant falls with 1 / (mu_y n).
TEST(StrongConcavity, XAloneOvertakesThePairAsConcavityGrows) {
  constexpr Index kFew = Index{1} << 12, kMany = Index{1} << 16;
  EXPECT_GT(share_of_pair(0.01, kFew), 4);
  EXPECT_GT(share_of_pair(1, kFew), 1.1);
  EXPECT_LT(share_of_pair(4, kFew), 0.8);
  EXPECT_GT(share_of_pair(0.01, kMany), 3);
  EXPECT_LT(share_of_pair(0.25, kMany), 0.5);
  EXPECT_LT(share_of_pair(4, kMany), 0.1);
}

}  // namespace
}  // namespace noisy::testing
