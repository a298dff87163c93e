#pragma once

#include "engine/algorithm/simplex/theory/simplex_setting.h"

namespace noisy {

/// Parts of the bound on the expected excess risk of Algorithm 5's output.
struct AnytimeBound {
  double start = 0.0;          ///< ln d / (tau T), the distance to go
  double gradients = 0.0;      ///< tau L_0^2 / 2, of single batches' gradients
  double sampling_bias = 0.0;  ///< 2 b'_K, of gradients at averages of K vertices
  double delay = 0.0;          ///< (1/T) sum_{t > q} 4 L_1 q / (q floor(t/q) + 1), of old vertices
  double sampling_spread = 0.0;  ///< 4 tau q V_K, of the same vertices being used q times
  double output_bias = 0.0;      ///< 2 L_1 / K, of the output's K vertices

  double total() const {
    return start + gradients + sampling_bias + delay + sampling_spread + output_bias;
  }
};

struct AnytimeBoundSetting {
  SimplexRegularity regularity;
  double log_dimension = 0.0;  ///< ln d
};

/// b'_K = min(2 L_2 / K, 4 L_1 / sqrt(K)), of one simplex (Cor. 2.4, Cor. 2.6).
double sampling_bias(const SimplexRegularity& regularity, Index draws);

/// V_K = 2 (2 L_1^2 / K) (1 + ln(2 d)) + 2 b'_K^2 >= E |grad F(average) - grad F(w)|_inf^2, with
/// first-order smoothness alone (derived: McDiarmid's inequality for each coordinate).
double sampling_spread(const AnytimeBoundSetting& setting, Index draws);

/// (1/T) sum_{t=q+1}^{T} 4 L_1 q / (q floor(t/q) + 1)
double resampling_delay(double smoothness, Index steps, Index period);

/// The sum of all parts; it holds for tau <= anytime_utility_cap.
AnytimeBound anytime_bound(const AnytimeBoundSetting& setting, Index steps, Index draws,
                           Index period, double step_size);

/// The step size for which the bound is least, without its cap: sqrt(ln d / (T (L_0^2 / 2 + 4 q
/// V_K))).
double anytime_bound_step_size(const AnytimeBoundSetting& setting, Index steps, Index draws,
                               Index period);

}  // namespace noisy
