#include "engine/privacy/accountant/mechanism_renyi.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/math/elementary.h"
#include "engine/privacy/accountant/laplace_renyi.h"

namespace noisy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Two outcomes' log probabilities under neighbouring data, and how often such a pair occurs.
struct Outcome {
  double log_first;
  double log_second;
  double log_count = 0.0;
};

/// ln of the sum of count first^alpha second^(1 - alpha), over alpha - 1; the KL divergence at 1.
double divergence(std::span<const Outcome> outcomes, double order) {
  if (order == 1.0) {
    double sum = 0.0;
    for (const Outcome& outcome : outcomes)
      sum += math::exp(outcome.log_first + outcome.log_count) *
             (outcome.log_first - outcome.log_second);
    return sum;
  }
  std::vector<double> terms;
  for (const Outcome& outcome : outcomes)
    terms.push_back(outcome.log_first + outcome.log_count +
                    (order - 1.0) * (outcome.log_first - outcome.log_second));
  return math::log_sum_exp(terms) / (order - 1.0);
}

std::vector<Outcome> swapped(std::span<const Outcome> outcomes) {
  std::vector<Outcome> out;
  for (const Outcome& outcome : outcomes)
    out.push_back({outcome.log_second, outcome.log_first, outcome.log_count});
  return out;
}

std::vector<Outcome> randomized_response(double noise, double categories, bool replace_special) {
  const double log_other = math::log(noise / categories);
  const double log_true = math::log1p(-noise * (1.0 - 1.0 / categories));
  if (replace_special) {
    const double log_uniform = -math::log(categories);
    return {{log_true, log_uniform}, {log_other, log_uniform, math::log(categories - 1.0)}};
  }
  std::vector<Outcome> out = {{log_true, log_other}, {log_other, log_true}};
  if (categories > 2) out.push_back({log_other, log_other, math::log(categories - 2.0)});
  return out;
}

}  // namespace

RenyiCurve gaussian_curve(double mu) {
  if (mu == 0) return {};
  return RenyiCurve([mu](double order) { return 0.5 * order * mu * mu; }, kInfinity);
}

RenyiCurve zcdp_curve(double rho, double xi) {
  if (rho == 0 && xi == 0) return {};
  return RenyiCurve([=](double order) { return xi + order * rho; }, kInfinity);
}

double laplace_renyi(double order, double epsilon) {
  if (order == 1.0) return epsilon + math::expm1(-epsilon);
  return laplace_renyi_divergence(order, epsilon);
}

RenyiCurve laplace_curve(double epsilon) {
  return RenyiCurve([epsilon](double order) { return laplace_renyi_divergence(order, epsilon); },
                    epsilon);
}

double discrete_laplace_renyi(double order, double epsilon, Index sensitivity) {
  const double step = epsilon / static_cast<double>(sensitivity);
  const double log_start = math::log(math::tanh(0.5 * step));  // P(0) = (1 - p) / (1 + p)
  const double log_tail = -math::log(-math::expm1(-step));     // sum of p^k over k >= 0
  std::vector<Outcome> outcomes = {{log_start, log_start - epsilon, log_tail},
                                   {log_start - epsilon, log_start, log_tail}};
  for (Index k = 1; k < sensitivity; ++k) {
    const double here = step * static_cast<double>(k);
    outcomes.push_back({log_start - here, log_start - (epsilon - here)});
  }
  return std::max(0.0, divergence(outcomes, order));
}

double bounded_range_renyi(double order, double epsilon) {
  if (order == 1.0) {
    const double inverse = math::expm1(epsilon) / epsilon;
    return std::max(0.0, 1.0 / inverse - 1.0 + math::log(inverse));
  }
  constexpr double kSmall = 1e-3;
  const double b = order - 1.0;
  // The series' first omitted term is of relative size (alpha eps)^2: the bound is tight there.
  if (order * epsilon < kSmall) return 0.125 * order * epsilon * epsilon;
  if (epsilon > 700) return epsilon;
  const double k = -math::expm1(-b * epsilon) / math::expm1(epsilon);
  const double ratio = std::clamp(b * (1.0 + k) / (order * k), 1.0, math::exp(epsilon));
  const double t = math::log(ratio);
  return std::min(epsilon, t + math::log1p(-k * (ratio - 1.0)) / b);
}

RenyiCurve bounded_range_curve(double epsilon) {
  return RenyiCurve([epsilon](double order) { return bounded_range_renyi(order, epsilon); },
                    epsilon);
}

RenyiCurve pure_curve(double epsilon) {
  return RenyiCurve([epsilon](double order) { return pure_renyi_divergence(order, epsilon); },
                    epsilon);
}

double randomized_response_renyi(double order, double noise, double categories,
                                 bool replace_special) {
  const auto outcomes = randomized_response(noise, categories, replace_special);
  return std::max({0.0, divergence(outcomes, order), divergence(swapped(outcomes), order)});
}

double randomized_response_epsilon(double noise, double categories, bool replace_special) {
  double largest = 0.0;
  for (const Outcome& outcome : randomized_response(noise, categories, replace_special))
    largest = std::max(largest, std::fabs(outcome.log_first - outcome.log_second));
  return largest;
}

double private_selection_epsilon(double epsilon, double shape) {
  return epsilon * (2.0 + shape);
}

}  // namespace noisy
