#pragma once

#include <vector>

#include "engine/algorithm/kl/theory/inner_descent.h"
#include "engine/algorithm/kl/theory/kl_setting.h"

namespace noisy {

/// Which weights the KL proximal point method (Menart et al., Algorithm 2) runs with.
enum class ProximalMode {
  paper,           ///< one weight, as printed; the proof of its rate for kappa > 2 has a gap
  growing_weight,  ///< the weight grows as the target falls: the rate, proven
  practical        ///< targets that fall by 4 from step to step; promises nothing
};

struct ProximalOptions {
  InnerChoices inner;
  /// Mode practical: the weight stays the weak convexity's, as the paper has it.
  bool has_fixed_weight = false;
  Index most_steps = 100'000;  ///< cap on T; fewer steps than feasible keep the promise
};

/// Outer step t: F + weight |w - w_{t-1}|^2 is minimized within `radius` of w_{t-1}.
struct ProximalStep {
  double target = 0.0;     ///< Phi_t
  double weight = 0.0;     ///< Lambda_t
  double radius = 0.0;     ///< L_0 / (2 Lambda_t)
  double inner_gap = 0.0;  ///< tau_t: how far from minimal the result is at most, likely
};

/// What the KL proximal point method will do, known before it starts.
struct ProximalSchedule {
  ProximalMode mode = ProximalMode::growing_weight;
  double contraction = 0.0;  ///< c, the factor between two targets
  /// Empty when there is nothing to do: the start is returned and nothing is spent.
  std::vector<ProximalStep> steps;
  double inner_rho = 0.0;                  ///< of one outer step
  double inner_failure_probability = 0.0;  ///< of one outer step
  InnerDescent inner;                      ///< the same in every outer step
  double start_gap = 0.0;                  ///< F_0, at most (gamma L_0)^kappa
  double true_cost = 0.0;                  ///< zCDP of all outer steps
  double radius = 0.0;         ///< sum of the steps' radii: no iterate is farther from the start
  double public_radius = 0.0;  ///< 2 (kappa/(kappa-1)) gamma F_0^((kappa-1)/kappa), see below
  /// The gap that is proven with probability 1 - beta; infinity in mode practical and for the
  /// paper's inner steps.
  double proven_gap = 0.0;
  /// (x sqrt(1 + F_0^((kappa-2)/kappa) gamma^2 weak_convexity))^kappa with x = gamma L_0 sqrt(d) /
  /// (n sqrt(rho)): Theorem 2 without its constant and logarithms.
  double paper_rate = 0.0;
  double paper_radius = 0.0;  ///< the same of the paper's likely radius; infinity without weight
  double passes = 0.0;        ///< T (T_in - 1), gradients over all records
  bool is_vacuous = false;    ///< the budget is too small for any step: `steps` is empty
  bool was_clamped = false;   ///< the given gap was more than (gamma L_0)^kappa
};

/// The schedule of the KL proximal point method, kappa >= 2.
///
/// growing_weight: c = 1 + min(5/32, F_0^(-(kappa-2)/kappa) / (32 gamma^2 W)), W the weak
/// convexity, Phi_t = F_0 c^-t, Lambda_t = max(W, Phi_{t-1}^(-(kappa-2)/kappa) / (5 gamma^2)), and
/// T the largest number with tau_t <= Phi_t / 16 and tau_t <= Phi_t^(2/kappa) / (32 gamma^2
/// Lambda_t) for all t <= T. Proof that F(w_t) - F* <= Phi_t: h, g are the gaps at w_{t-1} and at
/// the exact minimizer w+ of the step's objective, r = |w+ - w_{t-1}|. The objective is
/// Lambda_t-strongly convex, so h >= g + (3/2) Lambda_t r^2, and F(w_t) <= F(w+) + Lambda_t r^2 +
/// tau_t. Where g <= Phi_t / 2: gap <= (2/3) h + g / 3 + tau_t <= (37/48 + 8/48 + 3/48) Phi_t. Else
/// KL at w+ gives 2 Lambda_t r >= (Phi_t / 2)^(1/kappa) / gamma, and gap <= h - Lambda_t r^2 / 2 +
/// tau_t <= Phi_{t-1} - Phi_t^(2/kappa) / (32 gamma^2 Lambda_t) <= Phi_t.
///
/// paper: the targets are max(F_0 c^-t, paper_rate), claimed, not proven; proven_gap is
/// max(F_0 c'^-T, 16 tau, (32 gamma^2 W tau)^(kappa/2)) with c' - 1 = min(5/32, c - 1), by the
/// proof above with Lambda_t = W.
///
/// practical: the least T >= ceil(ln(F_0 / floor) / ln 4) + 2, Phi_t = max(F_0 4^-t, floor), floor
/// = min(F_0, (2 gamma L_0 sqrt(T) / (n sqrt(rho)))^kappa), and Phi_t in Lambda_t.
///
/// A ball of `public_radius` around the start holds all exact proximal points where the minimizer
/// is unique (Lemma 7), so projecting onto it too loses nothing.
///
/// @param setting         its smoothness constants are not read
/// @param weak_convexity  W >= 0 with F + (W/2) |w|^2 convex
/// @error invalid-value at "problem.constants.klExponent" unless kappa >= 2, at
///        "weakConvexity" unless W >= 0 is finite, and positive where it is the
///        weight, at "maxOuterSteps" unless positive, or as check_kl_setting and inner_descent
Result<ProximalSchedule> proximal_schedule(const KlSetting& setting, double weak_convexity,
                                           ProximalMode mode, const ProximalOptions& options = {});

}  // namespace noisy
