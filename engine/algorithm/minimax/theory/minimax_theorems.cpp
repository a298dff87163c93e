#include "engine/algorithm/minimax/theory/minimax_theorems.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

/// d ln(odds / delta) / (n epsilon)^2
double noise_term(const TheoremSetting& setting, double odds) {
  const double budget = setting.samples * setting.epsilon;
  return setting.dimension * math::log(odds / setting.delta) / (budget * budget);
}

/// 1 / sqrt(n) + factor sqrt(d ln(odds / delta)) / (n epsilon)
double slow_rate(const TheoremSetting& setting, double factor, double odds) {
  return 1 / std::sqrt(setting.samples) + factor * std::sqrt(noise_term(setting, odds));
}

/// L^2 (kappa_x kappa_y + kappa) / mu
double saddle_factor(const TheoremSetting& setting, const SaddleModuli& moduli) {
  const double least = std::min(moduli.primal, moduli.dual);
  const double kappa = moduli.smoothness / least;
  const double product = moduli.smoothness / moduli.primal * (moduli.smoothness / moduli.dual);
  return setting.lipschitz * setting.lipschitz * (product + kappa) / least;
}

/// L^2 kappa / mu
double minimization_factor(const TheoremSetting& setting, double modulus, double smoothness) {
  return setting.lipschitz * setting.lipschitz * smoothness / (modulus * modulus);
}

}  // namespace

double strongly_convex_distance_bound(const TheoremSetting& setting, double modulus) {
  const double reach = setting.lipschitz / modulus;
  return 65 * reach * reach * noise_term(setting, 2.5);
}

double strongly_convex_empirical_bound(const TheoremSetting& setting, double modulus,
                                       double smoothness) {
  return 33 * minimization_factor(setting, modulus, smoothness) * noise_term(setting, 2.5);
}

double strongly_convex_population_bound(const TheoremSetting& setting, double modulus,
                                        double smoothness) {
  return minimization_factor(setting, modulus, smoothness) *
         (7 / setting.samples + 48 * noise_term(setting, 2.5));
}

double convex_bound(const TheoremSetting& setting, double radius, double phases) {
  return 4 * setting.lipschitz * radius * phases * slow_rate(setting, 7, 2.5);
}

double saddle_empirical_bound(const TheoremSetting& setting, const SaddleModuli& moduli) {
  return 257 * saddle_factor(setting, moduli) * noise_term(setting, 5);
}

double saddle_population_bound(const TheoremSetting& setting, const SaddleModuli& moduli) {
  return 3 * saddle_factor(setting, moduli) * (3 / setting.samples + 128 * noise_term(setting, 5));
}

double weak_gap_bound(const TheoremSetting& setting, double radius, double phases) {
  return 16 * setting.lipschitz * radius * phases * phases * slow_rate(setting, 5, 5);
}

double strongly_concave_bound(const TheoremSetting& setting, double radius, double phases,
                              double dual_modulus) {
  const double squared = setting.lipschitz * setting.lipschitz * phases * phases / dual_modulus;
  return 6 * setting.lipschitz * radius * phases * slow_rate(setting, 4, 2.5) +
         squared * (8 / setting.samples + 65 * phases * noise_term(setting, 2.5));
}

double best_response_surplus(double lipschitz, double smoothness, double dual_modulus,
                             double sensitivity) {
  return lipschitz * smoothness / dual_modulus * sensitivity;
}

}  // namespace noisy
