#pragma once

#include <optional>

#include "tests/algorithm/naive/run.h"

namespace noisy::naive {

/// r(x) = l1 ||x||_1 + (l2 / 2) ||x||_2^2 on an l2 ball or a box, or on the whole space.
struct Term {
  double l1 = 0;
  double l2 = 0;
  std::optional<double> ball = {};                    ///< radius
  std::optional<std::pair<double, double>> box = {};  ///< lower and upper bound of all coordinates

  Numbers prox(double step, Numbers y) const {
    for (double& value : y) {
      const double threshold = step * l1;
      if (value > threshold) {
        value -= threshold;
      } else if (value < -threshold) {
        value += threshold;
      } else {
        value = 0;
      }
      value /= 1 + step * l2;
      if (box) value = std::min(std::max(value, box->first), box->second);
    }
    const double length = norm(y);
    if (ball && length > *ball) {
      for (double& value : y) value *= *ball / length;
    }
    return y;
  }

  double value(const Numbers& x) const { return l1 * norm_1(x) + 0.5 * l2 * dot(x, x); }
};

/// DP-SVRG, or DP-SVRG++ when epochs double, with all its choices made.
struct Svrg {
  bool doubles = false;
  std::size_t epochs = 3;  ///< T
  std::size_t length = 6;  ///< m
  double step_size = 0.1;  ///< eta, of the first epoch under a rule
  std::string step_rule = "constant";
  double noise = 0;             ///< sigma; with anchors released sigma_1, of a difference
  bool per_epoch = false;       ///< each epoch begins with a release of its anchor's gradient
  double anchor_noise = 0;      ///< sigma_v of that
  double smoothness = 1;        ///< L of F, for the clamp
  double strong_convexity = 0;  ///< mu of F + r, for the clamp
  Term term = {};

  std::size_t epoch_length(std::size_t s) const {
    if (!doubles) return length;
    std::size_t out = length;
    for (std::size_t i = 0; i < s; ++i) out *= 2;
    return out;
  }

  std::size_t steps() const {
    std::size_t sum = 0;
    for (std::size_t s = 1; s <= epochs; ++s) sum += epoch_length(s);
    return sum;
  }
};

/// Where and what the step rule compares from epoch to epoch.
struct StepMemory {
  Numbers point = {};
  Numbers gradient = {};
};

/// eta_s = ||dx||^2 / (m <dx, dg>), the smooth part of r counted in dg; the last step where that is
/// not positive and finite. Private quotients are clamped.
inline double next_step(const Svrg& method, double last, const StepMemory& before,
                        const StepMemory& now) {
  if (before.point.empty()) return last;
  const double m = static_cast<double>(method.length);
  const Numbers dx = minus(now.point, before.point);
  const Numbers dg = plus(minus(now.gradient, before.gradient), method.term.l2, dx);
  double step = dot(dx, dx) / dot(dx, dg) / m;
  if (!(step > 0) || std::isinf(step)) return last;
  if (method.step_rule == "bb-exact") return step;
  const double low = 1 / (m * (method.smoothness + method.term.l2));
  double high = 1 / (24 * method.smoothness);
  if (method.strong_convexity > 0) high = std::min(high, 1 / (m * method.strong_convexity));
  step = std::min(step, high);
  return std::max(step, low);
}

/// One release: where its step led, what its differences were taken from, and what the run would
/// answer after it, the mean of its epoch's iterates so far, or the anchor where that was released.
struct SvrgStep {
  std::size_t epoch = 1;
  double step_size = 0;
  Numbers point = {};
  Numbers anchor = {};
  Numbers answer = {};
};

inline std::vector<SvrgStep> steps_of(const Problem& problem, const Svrg& method,
                                      const Draws& draws, const Numbers& start) {
  std::vector<std::size_t> all(problem.samples);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  std::vector<SvrgStep> steps;
  Numbers anchor = start;
  Numbers x = start;
  double eta = method.step_size;
  StepMemory memory;
  std::size_t draw = 0;
  for (std::size_t s = 1; s <= method.epochs; ++s) {
    const Numbers full = problem.batch_gradient(all, anchor);
    if (!method.doubles) x = anchor;
    if (method.step_rule == "bb-exact") {
      const StepMemory now{anchor, full};
      eta = next_step(method, eta, memory, now);
      memory = now;
    }
    Numbers estimate_there = full;
    if (method.per_epoch) {
      ++draw;
      estimate_there = plus(full, method.anchor_noise, draws.noise(draw));
      steps.push_back(
          {.epoch = s, .step_size = eta, .point = x, .anchor = anchor, .answer = anchor});
      if (method.step_rule == "bb-private") {
        const StepMemory now{anchor, estimate_there};
        eta = next_step(method, eta, memory, now);
        memory = now;
      }
    }
    Numbers sum(start.size(), 0.0);
    Numbers mean;
    for (std::size_t t = 1; t <= method.epoch_length(s); ++t) {
      ++draw;
      const auto batch = draws.batch(draw);
      Numbers v = minus(problem.batch_gradient(batch, x), problem.batch_gradient(batch, anchor));
      v = plus(v, 1, estimate_there);
      v = plus(v, method.noise, draws.noise(draw));
      if (t == 1 && method.step_rule == "bb-private" && !method.per_epoch) {
        const StepMemory now{x, v};
        eta = next_step(method, eta, memory, now);
        memory = now;
      }
      x = method.term.prox(eta, plus(x, -eta, v));
      sum = plus(sum, 1, x);
      mean = sum;
      for (double& value : mean) value /= static_cast<double>(t);
      steps.push_back({.epoch = s, .step_size = eta, .point = x, .anchor = anchor, .answer = mean});
    }
    anchor = mean;
  }
  return steps;
}

/// The answers alone.
inline std::vector<Numbers> run(const Problem& problem, const Svrg& method, const Draws& draws,
                                const Numbers& start) {
  std::vector<Numbers> answers;
  for (SvrgStep& step : steps_of(problem, method, draws, start)) {
    answers.push_back(std::move(step.answer));
  }
  return answers;
}

/// ||x - prox(x - eta grad F(x))||_inf / eta: 0 exactly at the minimizers of F + r.
inline double stationarity(const Problem& problem, const Term& term, const Numbers& x) {
  constexpr double kStep = 0.5;
  std::vector<std::size_t> all(problem.samples);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  const Numbers next = term.prox(kStep, plus(x, -kStep, problem.batch_gradient(all, x)));
  return norm_infinity(minus(next, x)) / kStep;
}

}  // namespace noisy::naive
