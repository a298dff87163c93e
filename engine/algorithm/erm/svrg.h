#pragma once

#include "engine/algorithm/erm/svrg_plan.h"

namespace noisy {

/// Variance-reduced proximal gradient descent with noise in every step: DP-SVRG (Wang, Ye and Xu,
/// Algorithm 1) and, when epochs go on where the last one ended, DP-SVRG++ (Algorithm 2).
///
/// In epoch s, with anchor a = a_{s-1} and B_t a batch of b records:
///
/// v_t = grad F_B(x_{t-1}) - grad F_B(a) + grad F(a) + noise
/// x_t = prox_{eta r}(x_{t-1} - eta v_t),   a_s = mean of x_1 .. x_{m_s}
///
/// Where anchors are noised once per epoch, a noisy grad F(a) is released first, and v_t is the sum
/// of it and of a noisy difference grad F_B(x_{t-1}) - grad F_B(a).
///
/// What is yielded, after every release, is the running mean of the epoch, or the anchor before its
/// first step: the answer if the run ended there.
Run svrg(GradientOracle& data, const SvrgPlan& plan, Vector anchor_point);

}  // namespace noisy
