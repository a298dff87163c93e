#pragma once

#include "tests/algorithm/naive/kl_common.h"

/// Algorithm 3, descent with noise as long as the gradient allows, and Theorem 5's selection.
namespace noisy::naive {

struct AdaptiveSettings {
  double ratio = 0.5;             ///< r
  double norm_queries = 0;        ///< m; 0: the paper's
  bool takes_final_step = false;  ///< output after_final_step
};

/// The numbers of mode `filter`.
struct FilterNumbers {
  double reserve = 0;
  double main = 0;       ///< rho_main
  double norm_cost = 0;  ///< rho_norm
  double most = 0;       ///< m
  double norm_noise = 0;
  double tail = 0;         ///< q
  double norm_tail = 0;    ///< z
  double norm_error = 0;   ///< nu
  double least_noise = 0;  ///< sigma_floor
};

inline FilterNumbers filter_numbers(const KlConstants& c, const AdaptiveSettings& settings) {
  FilterNumbers out;
  out.reserve = settings.takes_final_step ? c.rho / 2 : 0;
  out.main = c.rho - out.reserve;
  const bool is_capped = settings.norm_queries > 0;
  out.norm_cost = is_capped ? out.main / 2 / settings.norm_queries : std::sqrt(c.rho) / c.samples;
  out.most = is_capped ? settings.norm_queries : down(out.main / out.norm_cost);
  if (out.most < 1) throw NoPlan("n is too small for one norm");
  const double d0 = c.record_move();
  out.norm_noise = d0 / std::sqrt(2 * out.norm_cost);
  out.tail = chi_radius(c.dimension, c.beta / (2 * out.most));
  out.norm_tail = std::sqrt(2 * std::log(4 * out.most / c.beta));
  out.norm_error = out.norm_tail * out.norm_noise;
  out.least_noise = d0 / std::sqrt(2 * (out.reserve > 0 ? out.reserve : out.main / 2));
  return out;
}

struct AdaptiveTrace {
  KlRun run;
  std::vector<double> norms = {};        ///< N_t
  std::vector<double> deviations = {};   ///< sigma_t
  std::vector<Numbers> points = {};      ///< w_0, ..., w_T
  std::vector<double> exact_norms = {};  ///< a_t, secret
};

/// Spending that may overshoot by rounding alone.
inline bool exceeds(double spent, double budget) {
  return spent > budget * (1 + 1e-12);
}

/// One noisy norm: it is added to the trace.
inline Numbers ask_norm(const KlConstants& c, const MeanGradient& gradient, const UnitDraws& draws,
                        const Numbers& w, double deviation, AdaptiveTrace& out) {
  const Numbers g = gradient(w);
  out.run.passes += 1;
  const Numbers noised = out.run.noised({norm(g)},
                                        {.kind = "gradient-length",
                                         .scale = deviation,
                                         .cost = gaussian_cost(c.record_move(), deviation)},
                                        draws);
  out.points.push_back(w);
  out.exact_norms.push_back(norm(g));
  out.norms.push_back(noised[0]);
  return g;
}

/// One step of 1 / (2 L1): it is added to the trace.
inline Numbers noisy_step(const KlConstants& c, const Numbers& w, const Numbers& g,
                          double deviation, const UnitDraws& draws, AdaptiveTrace& out) {
  const Numbers noised = out.run.noised(g,
                                        {.kind = "fresh-gradient",
                                         .scale = deviation,
                                         .cost = gaussian_cost(c.record_move(), deviation)},
                                        draws);
  const Numbers next = plus(w, -1 / (2 * c.smoothness), noised);
  out.run.path.push_back(next);
  return next;
}

/// Mode `filter`.
inline AdaptiveTrace run_filter(const KlConstants& c, const AdaptiveSettings& settings,
                                const MeanGradient& gradient, const UnitDraws& draws,
                                const Numbers& start) {
  const FilterNumbers numbers = filter_numbers(c, settings);
  AdaptiveTrace out;
  Numbers w = start;
  double spent = 0;
  for (double t = 0;; ++t) {
    const bool is_last = t == numbers.most;
    if (is_last || exceeds(spent + numbers.norm_cost, numbers.main)) {
      out.run.stop =
          is_last && settings.norm_queries > 0 ? "max_iterations" : "norm_budget_exhausted";
      break;
    }
    const Numbers g = ask_norm(c, gradient, draws, w, numbers.norm_noise, out);
    spent += numbers.norm_cost;
    const double deviation =
        std::max(settings.ratio * out.norms.back() / numbers.tail, numbers.least_noise);
    out.deviations.push_back(deviation);
    const double cost = gaussian_cost(c.record_move(), deviation);
    const bool is_floor = deviation == numbers.least_noise;
    if (is_floor || exceeds(spent + cost, numbers.main)) {
      out.run.stop = is_floor ? "gradient_at_noise_floor" : "step_would_overshoot";
      if (numbers.reserve > 0) w = noisy_step(c, w, g, deviation, draws, out);
      break;
    }
    w = noisy_step(c, w, g, deviation, draws, out);
    spent += cost;
  }
  out.run.answer = w;
  return out;
}

/// Mode `paper`. What it charges itself is less than what its releases cost.
struct PaperTrace {
  AdaptiveTrace trace;
  double charged = 0;
};

inline PaperTrace run_paper_adaptive(const KlConstants& c, bool takes_final_step,
                                     const MeanGradient& gradient, const UnitDraws& draws,
                                     const Numbers& start) {
  const double n = c.samples, l0 = c.lipschitz, root = std::sqrt(c.rho);
  const double ell = std::log(n * root / c.beta);
  if (!(n * root / c.beta > 1)) throw NoPlan("n*sqrt(rho) must exceed the failure probability");
  const double norm_noise = l0 / (std::sqrt(n) * std::sqrt(root));
  const double least = 2 * l0 / (n * root);
  PaperTrace out;
  Numbers w = start;
  for (;;) {
    const Numbers g = ask_norm(c, gradient, draws, w, norm_noise, out.trace);
    const double found = out.trace.norms.back();
    const double deviation = std::max(found / std::sqrt(c.dimension * ell), least);
    out.trace.deviations.push_back(deviation);
    const Numbers next = noisy_step(c, w, g, deviation, draws, out.trace);
    const double step = l0 * l0 * c.dimension * ell / (n * found * n * found);
    out.charged += root / n + (deviation == least ? c.rho / 2 : std::min(step, c.rho / 2));
    if (out.charged > c.rho / 2) {
      out.trace.run.answer = takes_final_step ? next : w;
      return out;
    }
    w = next;
  }
}

/// rho_in of the mode `paper_certified`: 1.5 rho_in + 2 sqrt(rho_in) / n = rho where a record is
/// replaced, and 4 rho where one is emptied.
inline double certified_inner_rho(const KlConstants& c) {
  const double half = 1 / c.samples;  // of the coefficient of the root
  const double rho = 4 * c.rho / (c.adjacency * c.adjacency);
  const double root = (-half + std::sqrt(half * half + 1.5 * rho)) / 1.5;
  return root * root;
}

/// Theorem 5: the index of the greatest -coefficient a_t + Gumbel_t.
///
/// @param coefficient  n sqrt(rho) / (2 L0), or n sqrt(2 rho_sel) / (adj L0)
inline std::size_t select_stationary(const KlConstants& c, double coefficient,
                                     const std::vector<double>& norms, const UnitDraws& draws,
                                     KlRun& run) {
  if (norms.empty()) throw NoPlan("there is nothing to choose from");
  const Numbers gumbels = draws.gumbels(run.releases.size(), norms.size());
  const double range = 2 * coefficient * c.record_move();
  run.releases.push_back(
      {.kind = "iterate-choice", .scale = 1 / coefficient, .cost = range * range / 8});
  std::size_t best = 0;
  for (std::size_t t = 1; t < norms.size(); ++t) {
    const auto score = [&](std::size_t i) { return -coefficient * norms[i] + gumbels[i]; };
    if (score(t) > score(best)) best = t;
  }
  return best;
}

}  // namespace noisy::naive
