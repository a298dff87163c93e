#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/privacy/accountant/pld.h"

namespace noisy {
namespace {

constexpr Index kMostSensitivity = 1000000;
constexpr double kLargestSigma = 20000.0;

std::unexpected<Error> invalid(const char* field, const char* message) {
  return fail(ErrorCode::invalid_value, field, message);
}

bool nonnegative(double x) {
  return x >= 0.0 && std::isfinite(x);
}

/// A pair of two outcomes with losses epsilon and -epsilon, and one that gives all away.
LossPairPointer response_pair(double epsilon, double delta) {
  if (epsilon == 0.0) return atom_pair({{0.0, 1.0 - delta, 1.0 - delta}}, delta, delta, 0.0, true);
  const double likely = (1.0 - delta) * math::sigmoid(epsilon);
  const double unlikely = (1.0 - delta) * math::sigmoid(-epsilon);
  return atom_pair({{epsilon, likely, unlikely}, {-epsilon, unlikely, likely}}, delta, delta, 0.0,
                   true);
}

/// ln of e^{-x^2 / (2 sigma^2)}
double log_weight(Index x, double sigma) {
  const double scaled = static_cast<double>(x) / sigma;
  return -0.5 * scaled * scaled;
}

/// The discrete Gaussian on [-reach, reach] and the same moved by the sensitivity.
LossPairPointer discrete_gaussian_pair(double sigma, Index sensitivity, Index reach,
                                       double beyond) {
  math::CompensatedSum total;
  for (Index x = -reach; x <= reach; ++x) total.add(math::exp(log_weight(x, sigma)));
  const double norm = (1.0 - beyond) / total.value();
  const double move = static_cast<double>(sensitivity);
  const double half_spacing = 0.5 * move / (sigma * sigma);
  std::vector<LossAtom> atoms;
  math::CompensatedSum lost;
  lost.add(beyond);
  for (Index x = -reach; x <= reach; ++x) {
    const double p = norm * math::exp(log_weight(x, sigma));
    if (x - sensitivity < -reach) {
      lost.add(p);
      continue;
    }
    const double q = norm * math::exp(log_weight(x - sensitivity, sigma));
    const double loss = half_spacing * (move - 2.0 * static_cast<double>(x));
    atoms.push_back({loss, p, q});
  }
  return atom_pair(std::move(atoms), lost.value(), lost.value(), 2.0 * half_spacing, true);
}

}  // namespace

Result<LossMechanism> LossMechanism::gaussian(double noise_multiplier) {
  if (!nonnegative(noise_multiplier))
    return invalid("noiseMultiplier", "the noise multiplier must be finite and not negative");
  const double mu = 1.0 / noise_multiplier;
  if (!std::isfinite(mu)) return LossMechanism(not_private_pair());
  return LossMechanism(gaussian_pair(mu), mu);
}

Result<LossMechanism> LossMechanism::laplace(double noise_multiplier) {
  if (!nonnegative(noise_multiplier))
    return invalid("noiseMultiplier", "the noise multiplier must be finite and not negative");
  const double epsilon = 1.0 / noise_multiplier;
  if (!std::isfinite(epsilon)) return LossMechanism(not_private_pair());
  return LossMechanism(laplace_pair(epsilon));
}

Result<LossMechanism> LossMechanism::discrete_laplace(double scale, Index sensitivity) {
  if (!(scale > 0.0) || !std::isfinite(scale) || !std::isfinite(1.0 / scale))
    return invalid("scale", "the scale must be positive and finite");
  if (sensitivity < 1 || sensitivity > kMostSensitivity)
    return invalid("sensitivity", "the sensitivity must be a whole number from 1 to 1000000");
  const double rate = 1.0 / scale;
  const double move = static_cast<double>(sensitivity);
  // P(x) = tanh(rate / 2) e^{-rate |x|}; outcomes up to 0 share a loss, so do those from `move` on.
  const double peak = -math::expm1(-rate) / (1.0 + math::exp(-rate));
  const double tail = 1.0 / (1.0 + math::exp(-rate));
  std::vector<LossAtom> atoms;
  for (Index x = 0; x <= sensitivity; ++x) {
    const double at = static_cast<double>(x);
    const double weight = x == 0 ? tail : peak;
    const double other = x == sensitivity ? tail : peak;
    const double p = (x == sensitivity ? tail : weight) * math::exp(-rate * at);
    const double q = (x == 0 ? tail : other) * math::exp(-rate * (move - at));
    atoms.push_back({rate * (move - 2.0 * at), p, q});
  }
  return LossMechanism(atom_pair(std::move(atoms), 0.0, 0.0, 2.0 * rate, true));
}

Result<LossMechanism> LossMechanism::discrete_gaussian(double sigma, Index sensitivity,
                                                       std::optional<Index> truncation) {
  if (!(sigma >= 0x1p-20) || !(sigma <= kLargestSigma))
    return invalid("sigma", "sigma must lie between 1e-6 and 20000");
  if (sensitivity < 1 || sensitivity > kMostSensitivity)
    return invalid("sensitivity", "the sensitivity must be a whole number from 1 to 1000000");
  if (truncation && (*truncation < 1 || *truncation > kMostSensitivity))
    return invalid("truncation", "the truncation must be a whole number from 1 to 1000000");
  if (truncation && sensitivity > 2 * *truncation) return LossMechanism(not_private_pair());
  if (truncation) {
    return LossMechanism(discrete_gaussian_pair(sigma, sensitivity, *truncation, 0.0));
  }
  // P(|x| > reach) <= 2 e^{-reach^2 / (2 sigma^2)} = 2e-302 with a sub-Gaussian tail (Canonne,
  // Kamath, Steinke 2020, The discrete Gaussian).
  constexpr double kStandardDeviations = 37.0;
  const auto reach = static_cast<Index>(std::ceil(kStandardDeviations * sigma)) + sensitivity + 1;
  return LossMechanism(discrete_gaussian_pair(sigma, sensitivity, reach, 0.0));
}

Result<LossMechanism> LossMechanism::randomized_response(double noise, Index buckets) {
  if (!(noise >= 0.0 && noise <= 1.0)) return invalid("noise", "the noise must lie in [0, 1]");
  if (buckets < 2) return invalid("buckets", "there must be at least two values");
  if (noise == 0.0) return LossMechanism(not_private_pair());
  const double count = static_cast<double>(buckets);
  const double other = noise / count;
  const double own = 1.0 - noise + other;
  if (own <= other) return LossMechanism(perfectly_private_pair());
  // ln(own / other), without cancellation for noise near 1.
  const double epsilon = math::log1p((1.0 - noise) / other);
  std::vector<LossAtom> atoms{{epsilon, own, other}, {-epsilon, other, own}};
  if (buckets > 2) atoms.push_back({0.0, other * (count - 2.0), other * (count - 2.0)});
  return LossMechanism(atom_pair(std::move(atoms), 0.0, 0.0, epsilon, true));
}

Result<LossMechanism> LossMechanism::randomized_response_against_uniform(double noise,
                                                                         Index buckets) {
  if (!(noise >= 0.0 && noise <= 1.0)) return invalid("noise", "the noise must lie in [0, 1]");
  if (buckets < 2) return invalid("buckets", "there must be at least two values");
  const double count = static_cast<double>(buckets);
  const double others = 1.0 - 1.0 / count;
  if (noise == 1.0) return LossMechanism(perfectly_private_pair());
  std::vector<LossAtom> atoms{
      {math::log1p((1.0 - noise) * (count - 1.0)), 1.0 - noise * others, 1.0 / count}};
  if (noise > 0.0) atoms.push_back({math::log(noise), noise * others, others});
  return LossMechanism(atom_pair(std::move(atoms), 0.0, noise > 0.0 ? 0.0 : others, 0.0, false));
}

Result<LossMechanism> LossMechanism::exponential(double epsilon) {
  if (!nonnegative(epsilon)) return invalid("epsilon", "epsilon must be finite and not negative");
  if (epsilon == 0.0) return LossMechanism(perfectly_private_pair());
  return LossMechanism(bounded_range_pair(epsilon));
}

Result<LossMechanism> LossMechanism::approximate(double epsilon, double delta) {
  if (!nonnegative(epsilon)) return invalid("epsilon", "epsilon must be finite and not negative");
  if (!(delta >= 0.0 && delta <= 1.0)) return invalid("delta", "delta must lie in [0, 1]");
  if (delta == 1.0) return LossMechanism(not_private_pair());
  return LossMechanism(response_pair(epsilon, delta));
}

Result<LossMechanism> LossMechanism::gaussian_mixture(double standard_deviation,
                                                      std::span<const double> sensitivities,
                                                      std::span<const double> probabilities) {
  if (!nonnegative(standard_deviation))
    return invalid("standardDeviation", "the standard deviation must be finite and not negative");
  if (sensitivities.empty() || sensitivities.size() != probabilities.size())
    return invalid("sensitivities", "there must be as many sensitivities as probabilities");
  const double total = math::compensated_sum(probabilities);
  if (!(std::fabs(total - 1.0) <= 1e-9))
    return invalid("probabilities", "the probabilities must sum to 1");
  std::vector<double> shifts;
  std::vector<double> weights;
  bool moves = false;
  for (std::size_t j = 0; j < sensitivities.size(); ++j) {
    if (!nonnegative(sensitivities[j]))
      return invalid("sensitivities", "every sensitivity must be finite and not negative");
    if (!(probabilities[j] >= 0.0))
      return invalid("probabilities", "no probability may be negative");
    if (probabilities[j] == 0.0) continue;
    moves = moves || sensitivities[j] > 0.0;
    shifts.push_back(sensitivities[j] / standard_deviation);
    weights.push_back(probabilities[j] / total);
  }
  if (!moves) return LossMechanism(perfectly_private_pair());
  const bool finite =
      std::all_of(shifts.begin(), shifts.end(), [](double shift) { return std::isfinite(shift); });
  if (!finite) return LossMechanism(not_private_pair());
  return LossMechanism(gaussian_mixture_pair(std::move(shifts), std::move(weights)));
}

Result<LossMechanism> LossMechanism::outcomes(std::span<const double> p,
                                              std::span<const double> q) {
  if (p.empty() || p.size() != q.size()) return invalid("outcomes", "there must be as many p as q");
  std::vector<LossAtom> atoms;
  double infinite = 0.0;
  double vanishing = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!(p[i] >= 0.0) || !(q[i] >= 0.0))
      return invalid("outcomes", "no probability may be negative");
    if (q[i] == 0.0)
      infinite += p[i];
    else if (p[i] == 0.0)
      vanishing += q[i];
    else
      atoms.push_back({math::log(p[i] / q[i]), p[i], q[i]});
  }
  if (!(std::fabs(math::compensated_sum(p) - 1.0) <= 1e-9) ||
      !(std::fabs(math::compensated_sum(q) - 1.0) <= 1e-9))
    return invalid("outcomes", "the probabilities of each side must sum to 1");
  return LossMechanism(atom_pair(std::move(atoms), infinite, vanishing, 0.0, false));
}

}  // namespace noisy
