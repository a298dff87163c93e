#pragma once

#include <optional>
#include <string>

#include "tests/algorithm/naive/bound.h"
#include "tests/algorithm/naive/privacy.h"
#include "tests/algorithm/naive/run.h"

namespace noisy::naive {

/// What a plan may know of the problem.
struct Facts {
  double samples = 0;
  double dimension = 0;
  double smoothness = 0;
  double strong_convexity = 0;
  double l1_sensitivity = 0;
  double l2_sensitivity = 0;
  double initial_gap = 10;
};

enum class Noise { laplace_epsilon, laplace_rho, gaussian_rho };

/// A method with its options, in the words of the experiment file.
struct Method {
  std::string id = "dp-gd";
  int iterations = 10;
  std::optional<int> batch_size = {};
  double step_scale = 1;
  std::optional<double> step_size = {};
  std::optional<double> momentum = {};
  std::string momentum_rule = "nesterov";
  std::string division = "uniform";
  std::string horizon = "corrected";
  bool include_sampling_noise = false;
  bool state_dependent = false;
  MultistageOptions multistage = {};
  Noise noise = Noise::laplace_epsilon;
  double budget = 1;  ///< epsilon, or rho
  bool published_noise = false;

  bool selects_horizon() const { return id.ends_with("-opt"); }
};

struct Plan {
  Schedule schedule;
  Numbers shares;  ///< epsilon_t, or rho_t
};

inline Schedule schedule_of(const Method& method, const Facts& facts) {
  const double mu = facts.strong_convexity;
  const double smoothness = facts.smoothness;
  const double alpha = method.step_size.value_or(method.step_scale / smoothness);
  if (method.id.starts_with("dp-gd")) return descent(method.iterations, alpha);
  if (method.id.starts_with("dp-nag")) return nesterov(method.iterations, alpha, mu);
  if (method.id.starts_with("dp-masg")) {
    MultistageOptions options = method.multistage;
    options.scale = method.step_scale;
    return multistage(method.iterations, mu, smoothness, options);
  }
  if (method.momentum) return heavy_ball(method.iterations, alpha, *method.momentum);
  if (method.momentum_rule == "critical") {
    return heavy_ball(method.iterations, alpha, std::pow(1 - std::sqrt(alpha * mu), 2));
  }
  if (method.momentum_rule == "polyak") {
    const double root = std::sqrt(smoothness / mu);
    return heavy_ball(method.iterations, 4 / std::pow(std::sqrt(mu) + std::sqrt(smoothness), 2),
                      std::pow((root - 1) / (root + 1), 2));
  }
  return heavy_ball(method.iterations, alpha, nesterov_momentum(alpha, mu));
}

inline Bound bound_of(const Method& method, const Schedule& schedule, const Facts& facts) {
  const double mu = facts.strong_convexity;
  if (method.id.starts_with("dp-gd")) return descent_bound(schedule, mu, facts.smoothness);
  if (method.id.starts_with("dp-hb")) return heavy_ball_bound(schedule, mu, facts.smoothness);
  return nesterov_bound(schedule, mu, facts.smoothness);
}

inline Sampling sizes_of(const Method& method, const Facts& facts) {
  return {facts.samples, method.batch_size ? *method.batch_size : facts.samples};
}

/// The noise term of the bound, divided optimally, is noise (sum_j a_j^power)^(1/power).
inline HorizonOptions horizon_options(const Method& method, const Bound& bound,
                                      const Facts& facts) {
  HorizonOptions options{.initial_gap = facts.initial_gap};
  options.initial_weight = method.horizon == "paper-text" ? 1 : bound.initial_factor;
  options.noise_weight = method.horizon == "published-figures" ? 0.5 : 1;
  const double n = facts.samples;
  const double s1 = facts.l1_sensitivity;
  if (method.noise == Noise::laplace_epsilon) {
    options.noise = facts.dimension * std::pow(s1 / (n * method.budget), 2);
  } else {
    options.power = 0.5;
    options.noise =
        method.noise == Noise::laplace_rho
            ? facts.dimension * s1 * s1 / (2 * n * n * method.budget)
            : facts.dimension * std::pow(facts.l2_sensitivity / n, 2) / (4 * method.budget);
  }
  if (method.include_sampling_noise) {
    options.sampling_trace = sampling_trace_bound(s1, sizes_of(method, facts));
  }
  return options;
}

inline Numbers divide(const Method& method, const Numbers& log_weights, const Facts& facts) {
  const std::size_t steps = log_weights.size();
  const Numbers weights = method.division == "uniform" ? Numbers(steps, 0.0) : log_weights;
  if (method.noise == Noise::gaussian_rho) return power_division(weights, 0.5, method.budget);
  if (method.noise == Noise::laplace_rho) {
    // epsilon_t^2 / 2 is what a step costs in rho.
    Numbers epsilons = power_division(weights, 0.5, 2 * method.budget);
    for (double& value : epsilons) value = std::sqrt(value);
    return epsilons;
  }
  if (method.division == "exact-subsampled") {
    return exact_subsampled_division(weights, method.budget, sizes_of(method, facts));
  }
  return power_division(weights, 1.0 / 3, method.budget);
}

inline Plan plan(const Method& method, const Facts& facts) {
  Plan out{.schedule = schedule_of(method, facts), .shares = {}};
  const Bound bound = bound_of(method, out.schedule, facts);
  if (method.selects_horizon()) {
    out.schedule.resize(best_horizon(bound, horizon_options(method, bound, facts)));
  }
  out.shares = divide(method, log_weights(bound, out.schedule.size()), facts);
  return out;
}

/// Laplace scale b_t, or Gaussian standard deviation, given S_1 (or S_2) where the gradient is
/// asked.
inline double noise_scale(const Method& method, double share, double sensitivity, Sampling sizes) {
  if (method.noise == Noise::gaussian_rho) {
    return sensitivity / (sizes.samples * std::sqrt(2 * share));
  }
  const double scale = laplace_scale(sensitivity, share, sizes);
  return method.published_noise ? scale / std::sqrt(2.0) : scale;
}

inline std::vector<Numbers> run(const Problem& problem, const Method& method, const Facts& facts,
                                const Draws& draws, const Numbers& start) {
  const Plan made = plan(method, facts);
  const auto scale = [&](std::size_t t, const Numbers& point) {
    const double uniform =
        method.noise == Noise::gaussian_rho ? facts.l2_sensitivity : facts.l1_sensitivity;
    const double sensitivity = method.state_dependent ? problem.l1_sensitivity_at(point) : uniform;
    return noise_scale(method, made.shares[t - 1], sensitivity, sizes_of(method, facts));
  };
  return run(problem, made.schedule, scale, draws, start);
}

}  // namespace noisy::naive
