#pragma once

#include "engine/algorithm/simplex/theory/simplex_setting.h"

namespace noisy {

/// Parts of the bound on E Gap of Algorithm 1's output.
struct MirrorBound {
  double start = 0.0;             ///< 2 ell / (tau T), the distance to go
  double gradients = 0.0;         ///< 5 tau L_0^2, of single batches' gradients
  double sampling_bias = 0.0;     ///< 4 b_K, of gradients at averages of K vertices
  double output_bias = 0.0;       ///< 4 L_1 / T, of the output's T vertices
  double output_deviation = 0.0;  ///< 4 L_1 sqrt(ell / T), of the same

  double total() const {
    return start + gradients + sampling_bias + output_bias + output_deviation;
  }
};

/// The bound's arguments.
struct MirrorBoundSetting {
  SimplexRegularity regularity;
  double log_dimension = 0.0;  ///< ell
};

/// b_K, how far a gradient at the averages of K vertices of each player is from that at the
/// iterates, in expectation: 0 for L_2 = 0, else min(4 L_2 / K, 4 sqrt(2) L_1 / sqrt(K)), the
/// product's constants (Cor. 2.4, Cor. 2.6, E10).
double saddle_sampling_bias(const SimplexRegularity& regularity, Index draws);

/// E Gap <= 2 ell / (tau T) + 5 tau L_0^2 + 4 b_K + 4 L_1 / T + 4 L_1 sqrt(ell / T)
///
/// Lemma 3.8, bias times the factor |(x - w, y - v)|_1 <= 4 that the paper leaves out (E11), and
/// Lemma 3.11 with its constant (E7). Fresh vertices for the output.
MirrorBound mirror_bound(const MirrorBoundSetting& setting, Index steps, Index draws,
                         double step_size);

/// The step size for which the bound is least: sqrt(2 ell / (5 T)) / L_0.
double mirror_bound_step_size(const MirrorBoundSetting& setting, Index steps);

}  // namespace noisy
