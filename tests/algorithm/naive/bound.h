#pragma once

#include "tests/algorithm/naive/schedule.h"

namespace noisy::naive {

/// The error bound E_T <= h 2^(s_T - s_1) prod_i f_i E_0 + sum_t a_{T,t} (d b_t^2 + sigma_s^2 / 2).
struct Bound {
  double initial_factor = 1;    ///< h
  Numbers contraction = {};     ///< f_t, without the doubling at a new stage
  Numbers gain = {};            ///< c_t: a_{T,t} = c_t 2^(s_T - s_t) prod_{i > t} f_i
  std::vector<int> stage = {};  ///< s_t
};

inline Bound nesterov_bound(const Schedule& schedule, double mu, double smoothness) {
  Bound bound{.initial_factor = 2};
  for (const Iteration& step : schedule) {
    bound.contraction.push_back(1 - std::sqrt(mu * step.step_size));
    bound.gain.push_back(step.step_size * (1 + step.step_size * smoothness));
    bound.stage.push_back(step.stage);
  }
  return bound;
}

inline Bound descent_bound(const Schedule& schedule, double mu, double smoothness) {
  Bound bound;
  for (const Iteration& step : schedule) {
    const double alpha = step.step_size;
    bound.contraction.push_back(1 - mu * alpha * (2 - smoothness * alpha));
    bound.gain.push_back(smoothness * alpha * alpha);
    bound.stage.push_back(1);
  }
  return bound;
}

/// Contraction rho^2 with the spectral rate of the heavy ball; the gain matters to the horizon.
inline Bound heavy_ball_bound(const Schedule& schedule, double mu, double smoothness) {
  Bound bound;
  for (const Iteration& step : schedule) {
    const double rate = heavy_ball_rate(step.step_size, step.momentum, mu, smoothness);
    bound.contraction.push_back(rate * rate);
    bound.gain.push_back(smoothness * step.step_size * step.step_size);
    bound.stage.push_back(1);
  }
  return bound;
}

/// ln a_{horizon,t} for t = 1..horizon.
inline Numbers log_weights(const Bound& bound, std::size_t horizon) {
  Numbers out;
  for (std::size_t t = 0; t < horizon; ++t) {
    double weight = std::log(bound.gain[t]);
    weight += (bound.stage[horizon - 1] - bound.stage[t]) * std::log(2.0);
    for (std::size_t i = t + 1; i < horizon; ++i) weight += std::log(bound.contraction[i]);
    out.push_back(weight);
  }
  return out;
}

struct HorizonOptions {
  double initial_gap = 10;    ///< E_0
  double initial_weight = 2;  ///< h: 2 corrected and published figures, 1 paper text
  double noise_weight = 1;    ///< w: 1/2 in the published figures
  double noise = 0;           ///< d (S_1 / (n epsilon))^2, or what multiplies (sum a^p)^(1/p)
  double power = 1.0 / 3;     ///< p
  double sampling_trace = 0;  ///< sigma_s^2, 0 to leave it out
};

inline double horizon_score(const Bound& bound, std::size_t tau, const HorizonOptions& options) {
  double initial = options.initial_weight * options.initial_gap;
  for (std::size_t i = 0; i < tau; ++i) initial *= bound.contraction[i];
  initial *= std::pow(2.0, bound.stage[tau - 1] - bound.stage[0]);
  double powers = 0;
  double sum = 0;
  for (const double weight : log_weights(bound, tau)) {
    powers += std::exp(options.power * weight);
    sum += std::exp(weight);
  }
  return initial + options.noise_weight * options.noise * std::pow(powers, 1 / options.power) +
         0.5 * options.sampling_trace * sum;
}

/// T' in 1..T with the least score, the smallest on ties.
inline std::size_t best_horizon(const Bound& bound, const HorizonOptions& options) {
  std::size_t best = 1;
  for (std::size_t tau = 2; tau <= bound.gain.size(); ++tau) {
    if (horizon_score(bound, tau, options) < horizon_score(bound, best, options)) best = tau;
  }
  return best;
}

}  // namespace noisy::naive
