#pragma once

#include "engine/algorithm/erm/mirror_step.h"

namespace noisy {

/// What the key lemma compares a step with.
struct KeyLemmaFacts {
  const Vector* point = nullptr;  ///< u, any point of C
  Vector primal;              ///< the same as the geometry's primal vector: its weights in a lift
  double dual_noise = 0;      ///< ||b||_{C*}, b = g - grad F(x_{k+1})
  double value_at_query = 0;  ///< F(x_{k+1})
  double value = 0;           ///< F(y_{k+1})
};

/// The right side of the key lemma of DP-AccMD (Wang, Ye and Xu, Algorithm 3, repaired) minus its
/// left side:
///
/// alpha <g, z_k - u>
///   <= 2 alpha^2 L_C (F(x) - F(y)) + alpha^2 ||b||_{C*}^2 + B_w(u, z_k) - B_w(u, z_{k+1})
///
/// It holds for every u in C on every path, whatever the noise b, so the slack is never negative
/// but for rounding; unless L_C is too small for F, or y moved by a curvature below 2 L_C.
double key_lemma_slack(const MirrorStep& step, const KeyLemmaFacts& facts);

}  // namespace noisy
