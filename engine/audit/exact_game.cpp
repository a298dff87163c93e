// What a game can at most find, where one release is all there is.
#include <array>

#include "engine/audit/audit_plan.h"
#include "engine/audit/epsilon_bound.h"
#include "engine/audit/exact_privacy.h"
#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/privacy/release/noise.h"

namespace noisy {
namespace {

/// Beyond this many scales a Laplace tail leaves the range of doubles.
constexpr double kMostScales = 600;

/// Chances of all vertices by a gradient.
std::vector<double> chances(const VertexSet& vertices, double scale, const Vector& gradient) {
  Vector products;
  vertices.products(gradient, products);
  products /= -scale;
  const double total = math::log_sum_exp(math::view(products));
  std::vector<double> out;
  for (const double product : products) out.push_back(math::exp(product - total));
  return out;
}

/// Of one choice: every outcome can be listed.
std::optional<double> exact_choice_epsilon(const AuditPlan& plan, const Release& release) {
  const Canary& canary = plan.rules.canary;
  const ProblemSpec& problem = plan.rules.problem;
  const auto vertices =
      VertexSet::create(problem.domain, domain_dimension(problem, plan.rules.shape->features()));
  const auto pair = records_like(*plan.rules.shape, {canary.usual, canary.odd});
  if (!vertices || !pair) return std::nullopt;
  const auto objective = make_objective(plan.rules.problem, *pair);
  BatchScratch scratch;
  std::array<Vector, 2> gradients;
  for (Index record = 0; record < 2; ++record) {
    Vector& gradient = gradients[static_cast<std::size_t>(record)];
    gradient.resize(canary.start.size());
    objective->sum->answer_batch(
        {&record, 1}, {.point = &canary.start, .gradient = &gradient, .value = nullptr}, scratch);
  }
  const double share = 1 / static_cast<double>(plan.rules.samples);
  gradients[1] = gradients[0] + share * (gradients[1] - gradients[0]);
  for (Vector& gradient : gradients) {
    objective->regularizer.add_gradient(canary.start, gradient);
  }
  const std::vector<double> p = chances(*vertices, release.noise_scale, gradients[0]);
  const std::vector<double> q = chances(*vertices, release.noise_scale, gradients[1]);
  if (plan.claim.delta == 0) return finite_epsilon(p, q);
  return least_epsilon([&](double epsilon) { return finite_delta(p, q, epsilon); },
                       plan.claim.delta);
}

}  // namespace

std::optional<double> exact_epsilon(const AuditPlan& plan) {
  if (plan.exact_mu && plan.rules.bug == PlantedBug::none)
    return gaussian_epsilon_of(*plan.exact_mu, plan.claim.delta);
  if (plan.iterations != 1 || plan.rules.bug != PlantedBug::none) return std::nullopt;
  if (plan.rules.plan->leaks()) return std::nullopt;
  const Release& release = plan.rules.plan->summary().segments.front().first_release;
  if (release.form->chooses_vertices()) return exact_choice_epsilon(plan, release);
  if (release.is_hardened() || !release.form->is_noisy_mean()) return std::nullopt;
  const double batch = static_cast<double>(plan.batch_size);
  const double rate = batch / static_cast<double>(plan.rules.samples);
  const Canary& canary = plan.rules.canary;
  double scale = release.noise_scale;
  if (release.sensitivity == SensitivityRule::state_dependent) {
    scale = canary.bound / (batch * release.base_epsilon);
  }
  const double shift = canary.attained / (batch * scale);
  if (noise_of(plan.mechanism).is_normal) {
    return least_epsilon(
        [&](double epsilon) { return sampled_gaussian_delta(shift, rate, epsilon); },
        plan.claim.delta);
  }
  if (shift > kMostScales) return std::nullopt;
  const LineMixture first{.centres = {0}, .weights = {1}};
  const LineMixture second{.centres = {0, shift}, .weights = {1 - rate, rate}};
  // The largest loss is that of the whole L1 distance on one coordinate, wherever it lies; at a
  // positive delta it matters how it is spread.
  if (plan.claim.delta == 0) return laplace_mixture_epsilon(first, second, 1);
  if (canary.differing != 1) return std::nullopt;
  return least_epsilon(
      [&](double epsilon) { return laplace_mixture_delta(first, second, 1, epsilon); },
      plan.claim.delta);
}

}  // namespace noisy
