#pragma once

#include "tests/algorithm/naive/kl_inner.h"

/// Algorithm 2, the KL proximal point method: its three plans and its run.
namespace noisy::naive {

struct ProximalStep {
  double weight = 0;  ///< Lambda_t
  double target = 0;  ///< Phi_t; 0 in the paper's mode
};

struct ProximalPlan {
  std::vector<ProximalStep> steps = {};
  double contraction = 0;
  double inner_steps = 2;  ///< T_in
  double inner_rho = 0;
  double inner_beta = 0;

  double radius(const KlConstants& c) const {
    double sum = 0;
    for (const ProximalStep& step : steps) sum += c.lipschitz / (2 * step.weight);
    return sum;
  }
};

inline void require_proximal_exponent(const KlConstants& c) {
  if (c.kappa < 2) throw NoPlan("proximal point needs kappa >= 2; use KL Spider");
}

inline double capped(double steps, double cap) {
  return cap > 0 ? std::min(steps, cap) : steps;
}

/// Mode `paper`: one weight, for so many steps.
inline ProximalPlan paper_proximal(const KlConstants& c, double cap = 0) {
  require_proximal_exponent(c);
  if (!(c.weak_convexity > 0)) throw NoPlan("mode paper needs a positive weak-convexity constant");
  const double f0 = c.gap();
  const double bracket =
      std::log(f0) + c.kappa * std::log(c.samples * std::sqrt(c.rho) /
                                        (c.gamma * c.lipschitz * std::sqrt(c.dimension)));
  const double steps =
      (1 + 32 * std::pow(f0, (c.kappa - 2) / c.kappa) * c.gamma * c.gamma * c.weak_convexity) *
      bracket;
  if (!(steps > 0)) throw NoPlan("budget too small");
  ProximalPlan plan;
  const double count = up(steps);
  plan.steps.assign(static_cast<std::size_t>(count), {.weight = c.weak_convexity});
  plan.inner_rho = c.rho / count;
  plan.inner_beta = c.beta / count;
  plan.inner_steps =
      std::max(2.0, capped(paper_inner_steps(c, plan.inner_rho, plan.inner_beta), cap));
  return plan;
}

/// The smallest weight that a target allows: max(L~1, phi^(-(kappa-2)/kappa) / (5 gamma^2)).
inline double growing_weight(const KlConstants& c, double phi) {
  return std::max(c.weak_convexity,
                  std::pow(phi, -(c.kappa - 2) / c.kappa) / (5 * c.gamma * c.gamma));
}

/// Mode `growing_weight` with T steps, whether or not its guarantee holds.
inline ProximalPlan growing_with(const KlConstants& c, double count, double cap) {
  const double f0 = c.gap();
  ProximalPlan plan;
  const double other = c.weak_convexity > 0 ? std::pow(f0, -(c.kappa - 2) / c.kappa) /
                                                  (32 * c.gamma * c.gamma * c.weak_convexity)
                                            : std::numeric_limits<double>::infinity();
  plan.contraction = 1 + std::min(5.0 / 32, other);
  for (double t = 1; t <= count; ++t) {
    plan.steps.push_back({.weight = growing_weight(c, f0 * std::pow(plan.contraction, 1 - t)),
                          .target = f0 * std::pow(plan.contraction, -t)});
  }
  plan.inner_rho = c.rho / count;
  plan.inner_beta = c.beta / count;
  plan.inner_steps = std::max(2.0, capped(enough_inner_steps(c, plan.inner_rho), cap));
  return plan;
}

inline bool is_feasible(const KlConstants& c, const ProximalPlan& plan, bool paper_noise = false) {
  const double bound =
      inner_bound(c, plan.inner_rho, std::log(2 / plan.inner_beta), plan.inner_steps, paper_noise);
  for (const ProximalStep& step : plan.steps) {
    const double tau = c.lipschitz * c.lipschitz * bound / step.weight;
    if (tau > step.target / 16) return false;
    if (tau > std::pow(step.target, 2 / c.kappa) / (32 * c.gamma * c.gamma * step.weight)) {
      return false;
    }
  }
  return true;
}

/// Mode `growing_weight`: the most steps that keep the guarantee.
inline ProximalPlan growing_proximal(const KlConstants& c, double cap = 0,
                                     bool paper_noise = false) {
  require_proximal_exponent(c);
  ProximalPlan best;
  for (double count = 1;; ++count) {
    ProximalPlan plan = growing_with(c, count, cap);
    if (!is_feasible(c, plan, paper_noise)) break;
    best = plan;
  }
  if (best.steps.empty()) throw NoPlan("budget too small");
  return best;
}

/// Mode `practical`: targets fall fourfold down to what the noise allows; no guarantee.
inline ProximalPlan practical_proximal(const KlConstants& c, double cap = 0) {
  require_proximal_exponent(c);
  const double f0 = c.gap();
  double floor = f0;
  double count = 0;
  for (int turn = 0; turn < 1000; ++turn) {
    count = up(std::log(f0 / floor) / std::log(4.0)) + 2;
    const double next = std::min(
        f0, std::pow(2 * c.gamma * c.lipschitz * std::sqrt(count) / (c.samples * std::sqrt(c.rho)),
                     c.kappa));
    if (next == floor) break;
    floor = next;
  }
  ProximalPlan plan;
  for (double t = 1; t <= count; ++t) {
    const double phi = std::max(f0 * std::pow(4.0, -t), floor);
    plan.steps.push_back({.weight = growing_weight(c, phi), .target = phi});
  }
  plan.inner_rho = c.rho / count;
  plan.inner_beta = c.beta / count;
  plan.inner_steps = std::max(2.0, capped(enough_inner_steps(c, plan.inner_rho), cap));
  return plan;
}

struct ProximalTrace {
  KlRun run;
  std::vector<Numbers> outer = {};  ///< w_1, ..., w_T
};

inline ProximalTrace run_proximal(const KlConstants& c, const ProximalPlan& plan,
                                  const MeanGradient& gradient, const UnitDraws& draws,
                                  const Numbers& start, bool paper_step = false,
                                  bool paper_noise = false) {
  ProximalTrace out;
  Numbers w = start;
  for (const ProximalStep& step : plan.steps) {
    const InnerSettings inner{.rho = plan.inner_rho,
                              .beta = plan.inner_beta,
                              .weight = step.weight,
                              .steps = plan.inner_steps,
                              .paper_step = paper_step,
                              .paper_noise = paper_noise};
    w = run_inner(c, inner, gradient, draws, w, out.run);
    out.outer.push_back(w);
  }
  out.run.answer = w;
  return out;
}

}  // namespace noisy::naive
