#pragma once

#include "tests/algorithm/naive/kl_common.h"

/// Algorithm 1, KL Spider: its three plans and its run.
namespace noisy::naive {

struct SpiderRound {
  double target = 0;            ///< Phi_k
  double length = 1;            ///< T_k
  double steps = 1;             ///< N_k
  double step_length = 0;       ///< s_k
  double fresh_noise = 0;       ///< sigma_hat
  double difference_noise = 0;  ///< sigma_k; 0 where there is no difference
  double threshold = 0;
};

struct SpiderPlan {
  std::vector<SpiderRound> rounds = {};
  double contraction = 0;        ///< c
  double event_probability = 0;  ///< beta', of the paper's modes
  double floor = 0;              ///< of the paper's modes
  double tail = 0;               ///< q, of the accuracy-driven mode
  double need = 0;               ///< rho that the accuracy-driven mode needs
  bool is_vacuous = false;

  double radius() const {
    double sum = 0;
    for (const SpiderRound& round : rounds) sum += round.steps * round.step_length;
    return sum;
  }
  double steps() const {
    double sum = 0;
    for (const SpiderRound& round : rounds) sum += round.steps;
    return sum;
  }
};

inline double difference_move(const KlConstants& c, const SpiderRound& round) {
  return c.adjacency * c.smoothness * round.step_length / c.samples;
}

/// rho of all releases that a plan allows.
inline double spider_cost(const KlConstants& c, const SpiderPlan& plan) {
  double sum = 0;
  for (const SpiderRound& round : plan.rounds) {
    sum += gaussian_cost(c.record_move(), round.fresh_noise);
    if (round.steps > 1) {
      sum += (round.steps - 1) * gaussian_cost(difference_move(c, round), round.difference_noise);
    }
  }
  return sum;
}

inline void require_spider_exponent(const KlConstants& c) {
  if (c.kappa < 1 || c.kappa > 2) {
    throw NoPlan(
        "KL Spider needs 1 <= kappa <= 2; use the KL proximal point method for kappa >= 2.");
  }
}

/// Mode `paper`.
inline SpiderPlan paper_spider(const KlConstants& c) {
  require_spider_exponent(c);
  const double f0 = c.gap(), kappa = c.kappa, gamma = c.gamma;
  const double budget = c.samples * std::sqrt(c.rho);
  const double e_term = gamma * c.lipschitz * std::sqrt(c.dimension) / budget;
  SpiderPlan plan;
  const double bend = gamma * gamma * c.smoothness;
  plan.contraction = 1 + std::pow(f0, (2 - kappa) / kappa) / (64 * bend);
  const double rounds = (1 + 64 * std::pow(f0, -(2 - kappa) / kappa) * bend) *
                        (std::log(f0) + kappa * std::log(1 / e_term));
  if (!(rounds > 0)) throw NoPlan("budget too small");
  const double k_all = up(rounds);
  const double ratio =
      gamma * c.lipschitz * std::sqrt(k_all * c.dimension) / (budget * std::pow(f0, 1 / kappa));
  plan.event_probability = c.beta / k_all * std::min(1.0, std::pow(ratio, 2 - kappa));
  plan.floor = std::min(
      f0,
      std::pow(32 * gamma * c.lipschitz *
                   std::sqrt(k_all * c.dimension * std::log(1 / plan.event_probability)) / budget,
               kappa));
  plan.is_vacuous = plan.floor == f0;
  double target = f0;
  for (double k = 1; k <= k_all; ++k) {
    target = std::max(target / plan.contraction, plan.floor);
    SpiderRound round;
    round.target = target;
    round.length = std::pow(f0 / target, (2 - kappa) / kappa);
    round.steps = std::ceil(round.length - 1e-9);
    const double size = std::pow(target, 1 / kappa);
    round.fresh_noise = c.lipschitz * std::sqrt(k_all) / budget;
    round.difference_noise = size * std::sqrt(round.length * k_all) / (gamma * budget);
    round.step_length = size / (4 * gamma * c.smoothness);
    round.threshold = 7.0 / 8 * size / gamma;
    plan.rounds.push_back(round);
  }
  return plan;
}

/// Mode `paper_certified`: all noise longer by one factor, so that the releases cost rho.
inline SpiderPlan certified_spider(const KlConstants& c) {
  SpiderPlan plan = paper_spider(c);
  const double factor = std::sqrt(spider_cost(c, plan) / c.rho);
  for (SpiderRound& round : plan.rounds) {
    round.fresh_noise *= factor;
    round.difference_noise *= factor;
  }
  return plan;
}

/// The rounds of the mode `accuracy_driven`, without noise: they do not depend on the budget.
inline SpiderRound accuracy_round(const KlConstants& c, double contraction, double k, double error,
                                  double step) {
  SpiderRound round;
  const double f0 = c.gap();
  round.target = f0 * std::pow(contraction, -k);
  round.length = std::pow(f0 / round.target, (2 - c.kappa) / c.kappa);
  round.steps = std::max(1.0, std::ceil(round.length - 1e-9));
  const double slope = std::pow(round.target, 1 / c.kappa) / c.gamma;
  round.step_length = step * slope / c.smoothness;
  round.threshold = (1 - error) * slope;
  return round;
}

inline double accuracy_contraction(const KlConstants& c, double error, double step) {
  const double gain = step * (1 - 2 * error) - step * step / 2;
  return 1 + gain * std::pow(c.gap(), (2 - c.kappa) / c.kappa) / (c.gamma * c.gamma * c.smoothness);
}

/// What K rounds need, and the q that they need it with.
struct SpiderNeed {
  double rho = 0;
  double tail = 0;
};

inline SpiderNeed spider_need(const KlConstants& c, const std::vector<SpiderRound>& rounds,
                              double error) {
  double steps = 0, sum = 0;
  for (const SpiderRound& round : rounds) {
    steps += round.steps;
    const double moves = c.record_move() + (round.steps - 1) * difference_move(c, round);
    sum += moves * moves / std::pow(round.target, 2 / c.kappa);
  }
  const double q = chi_radius(c.dimension, c.beta / steps);
  return {.rho = c.gamma * c.gamma * q * q / (2 * error * error) * sum, .tail = q};
}

/// Mode `accuracy_driven`.
///
/// @param error  e, the share of a gradient that its noise may have
/// @param step   s, of the steps
inline SpiderPlan accuracy_spider(const KlConstants& c, double error = 1.0 / 8,
                                  double step = 1.0 / 4, double max_total_steps = 1e7) {
  require_spider_exponent(c);
  SpiderPlan plan;
  plan.contraction = accuracy_contraction(c, error, step);
  for (double k = 1;; ++k) {
    std::vector<SpiderRound> more = plan.rounds;
    more.push_back(accuracy_round(c, plan.contraction, k, error, step));
    const SpiderNeed need = spider_need(c, more, error);
    if (need.rho > c.rho) break;
    plan.rounds = more;
    plan.need = need.rho;
    plan.tail = need.tail;
    if (plan.steps() > max_total_steps) throw NoPlan("plan needs too many gradient passes");
  }
  if (plan.rounds.empty()) throw NoPlan("budget too small");
  const double scale = std::sqrt(plan.need / c.rho);
  for (SpiderRound& round : plan.rounds) {
    const double allowed =
        scale * error * std::pow(round.target, 1 / c.kappa) / (c.gamma * plan.tail);
    const double moves = c.record_move() + (round.steps - 1) * difference_move(c, round);
    const double share = c.record_move() / moves;
    round.fresh_noise = allowed * std::sqrt(share);
    if (round.steps > 1) {
      round.difference_noise = allowed * std::sqrt((1 - share) / (round.steps - 1));
    }
  }
  return plan;
}

/// B2: rounds of one length and one target, with the budget split alike, and no stopping test.
inline SpiderPlan fixed_spider(const KlConstants& c, double rounds, double steps, double target,
                               double step = 1.0 / 4) {
  SpiderPlan plan;
  SpiderRound round;
  round.target = target;
  round.length = steps;
  round.steps = steps;
  round.step_length = step * std::pow(target, 1 / c.kappa) / (c.gamma * c.smoothness);
  const double moves = c.record_move() + (steps - 1) * difference_move(c, round);
  const double allowed = moves / std::sqrt(2 * c.rho / rounds);
  const double share = c.record_move() / moves;
  round.fresh_noise = allowed * std::sqrt(share);
  if (steps > 1) round.difference_noise = allowed * std::sqrt((1 - share) / (steps - 1));
  plan.rounds.assign(static_cast<std::size_t>(rounds), round);
  return plan;
}

/// How the noise of an estimate is kept: added to each difference, or as one sum (identity O-3).
enum class SpiderEstimate { recursive, cumulative };

struct SpiderTrace {
  KlRun run;
  std::vector<double> executed = {};    ///< t_k
  std::vector<Numbers> round_end = {};  ///< w after round k
};

inline SpiderTrace run_spider(const KlConstants& c, const SpiderPlan& plan,
                              const MeanGradient& gradient, const UnitDraws& draws,
                              const Numbers& start,
                              SpiderEstimate kept = SpiderEstimate::recursive) {
  SpiderTrace out;
  KlRun& run = out.run;
  Numbers w = start;
  for (const SpiderRound& round : plan.rounds) {
    Numbers g = gradient(w);
    run.passes += 1;
    Numbers est = run.noised(g,
                             {.kind = "fresh-gradient",
                              .scale = round.fresh_noise,
                              .cost = gaussian_cost(c.record_move(), round.fresh_noise)},
                             draws);
    Numbers noise = minus(est, g);
    double t = 0;
    while (t < round.steps && norm(est) >= round.threshold) {
      const Numbers w_new = plus(w, -round.step_length / norm(est), est);
      t += 1;
      if (t < round.steps) {
        const Numbers g_new = gradient(w_new);
        run.passes += 1;
        const Numbers difference = minus(g_new, g);
        const Numbers noised =
            run.noised(difference,
                       {.kind = "step-difference",
                        .scale = round.difference_noise,
                        .cost = gaussian_cost(difference_move(c, round), round.difference_noise)},
                       draws);
        noise = plus(noise, 1, minus(noised, difference));
        est = kept == SpiderEstimate::recursive ? plus(est, 1, noised) : plus(g_new, 1, noise);
        g = g_new;
      }
      w = w_new;
      run.path.push_back(w);
    }
    out.executed.push_back(t);
    out.round_end.push_back(w);
  }
  run.answer = w;
  return out;
}

}  // namespace noisy::naive
