#include "engine/algorithm/kl/theory/spider_ladder.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/kl/theory/rounding.h"
#include "engine/algorithm/kl/theory/tails.h"
#include "engine/math/elementary.h"

namespace noisy {

double spider_round_steps(double kappa, double log_ratio) {
  constexpr double kSlack = 1e-9;
  const double length = math::exp((2.0 - kappa) / kappa * log_ratio);
  return std::max(1.0, std::ceil(length - kSlack));
}

double spider_decrease(double error_fraction, double step_fraction) {
  return step_fraction * (1.0 - 2.0 * error_fraction) - step_fraction * step_fraction / 2.0;
}

SpiderRung spider_rung(const KlSetting& setting, double step_fraction, double gradient,
                       double steps) {
  SpiderRung rung;
  rung.target = log_power(setting.gamma * gradient, setting.kappa);
  rung.steps = steps;
  rung.gradient = gradient;
  rung.step_length = step_fraction * gradient / setting.smoothness_risk;
  rung.difference_sensitivity =
      setting.adjacency * setting.smoothness_sample * rung.step_length / setting.samples;
  rung.reach = setting.gradient_sensitivity() + (steps - 1.0) * rung.difference_sensitivity;
  return rung;
}

SpiderLadder::SpiderLadder(const KlSetting& setting, double error_fraction, double step_fraction)
    : setting_(setting),
      step_fraction_(step_fraction),
      growth_(spider_decrease(error_fraction, step_fraction) *
              log_power(setting.initial_gap, (2.0 - setting.kappa) / setting.kappa) /
              (setting.gamma * setting.gamma * setting.smoothness_risk)) {}

SpiderRung SpiderLadder::rung(double k) const {
  const double log_ratio = k * math::log1p(growth_);
  const double log_target = math::log(setting_.initial_gap) - log_ratio;
  SpiderRung rung =
      spider_rung(setting_, step_fraction_, math::exp(log_target / setting_.kappa) / setting_.gamma,
                  spider_round_steps(setting_.kappa, log_ratio));
  rung.target = setting_.initial_gap * math::exp(-log_ratio);
  return rung;
}

double SpiderLadder::rounds_to(double target) const {
  if (target >= setting_.initial_gap) return 0.0;
  return steady_ceil(math::log(setting_.initial_gap / target) / math::log1p(growth_));
}

SpiderNeed::SpiderNeed(const KlSetting& setting, double error_fraction)
    : dimension_(setting.dimension),
      failure_probability_(setting.failure_probability),
      error_fraction_(error_fraction) {}

void SpiderNeed::add(const SpiderRung& rung, double count) {
  const double ratio = rung.reach / rung.gradient;
  squares_.add(count * ratio * ratio);
  steps_ += count * rung.steps;
}

double SpiderNeed::chi_radius() const {
  return noisy::chi_radius(dimension_, event_failure_probability());
}

double SpiderNeed::value() const {
  const double ratio = chi_radius() / error_fraction_;
  return 0.5 * ratio * ratio * squares_.value();
}

}  // namespace noisy
