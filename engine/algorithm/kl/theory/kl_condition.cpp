#include "engine/algorithm/kl/theory/kl_condition.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"

namespace noisy {
namespace {

constexpr const char* kExponent = "problem.constants.klExponent";
constexpr const char* kConstant = "problem.constants.klConstant";

bool is_positive(double number) {
  return number > 0.0 && std::isfinite(number);
}

std::unexpected<Error> refuse(std::string field, std::string message) {
  return fail(ErrorCode::invalid_value, std::move(field), std::move(message));
}

}  // namespace

Result<KlCondition> kl_condition(double exponent, double constant) {
  if (!(exponent >= 1.0) || !std::isfinite(exponent))
    return refuse(kExponent, "the exponent kappa must be at least 1");
  if (!is_positive(constant))
    return refuse(kConstant, "the constant gamma must be positive and finite");
  return KlCondition{exponent, constant};
}

Result<KlCondition> kl_of_pl(double mu) {
  return kl_condition(2.0, 1.0 / std::sqrt(2.0 * mu));
}

Result<KlCondition> kl_of_lojasiewicz(double constant, double theta) {
  return kl_condition(1.0 / theta, 1.0 / constant);
}

Result<KlCondition> kl_of_plain_constant(double constant, double exponent) {
  return kl_condition(exponent, log_power(constant, 1.0 / exponent));
}

Result<double> pl_of_kl(const KlCondition& condition) {
  if (condition.exponent != 2.0)
    return refuse(kExponent, "only kappa = 2 is a Polyak-Lojasiewicz inequality");
  return 0.5 / (condition.constant * condition.constant);
}

Result<KlCondition> weakened(const KlCondition& condition, double exponent, double lipschitz) {
  if (!(exponent >= 1.0 && exponent <= condition.exponent))
    return refuse(kExponent, "only a smaller exponent of at least 1 follows");
  if (!is_positive(lipschitz))
    return refuse("problem.constants", "the gradient bound L0 must be positive and finite");
  const double log_constant = condition.exponent * math::log(condition.constant) +
                              (condition.exponent - exponent) * math::log(lipschitz);
  return kl_condition(exponent, math::exp(log_constant / exponent));
}

Result<GrowthCondition> growth_of_kl(const KlCondition& condition) {
  const double kappa = condition.exponent;
  if (!(kappa > 1.0)) return refuse(kExponent, "kappa = 1 implies no growth");
  return GrowthCondition{(kappa - 1.0) / (condition.constant * kappa), kappa / (kappa - 1.0)};
}

Result<KlCondition> kl_of_convex_growth(const GrowthCondition& growth) {
  if (!(growth.exponent > 1.0) || !std::isfinite(growth.exponent))
    return refuse("growthExponent", "the growth's exponent tau must be above 1");
  if (!is_positive(growth.constant))
    return refuse("growthConstant", "the growth's constant lambda must be positive and finite");
  return kl_condition(growth.exponent / (growth.exponent - 1.0), 1.0 / growth.constant);
}

double kl_distance(const KlCondition& condition, double gap) {
  const double kappa = condition.exponent;
  if (!(kappa > 1.0)) return std::numeric_limits<double>::infinity();
  return kappa / (kappa - 1.0) * condition.constant * log_power(gap, (kappa - 1.0) / kappa);
}

Result<KlCondition> kl_of_sharp(double slope, double initial_gap, double exponent) {
  return kl_condition(exponent, log_power(initial_gap, 1.0 / exponent) / slope);
}

std::vector<std::string> kl_contradictions(const KlSetting& setting) {
  std::vector<std::string> found;
  const KlSetting known = normalized(setting);
  if (known.initial_gap < setting.initial_gap)
    found.push_back("F0 = " + figure_text(setting.initial_gap) +
                    " is more than (gamma L0)^kappa = " + figure_text(known.initial_gap) +
                    ", which bounds every gap: the smaller number is used.");
  const double squared = known.gamma * known.gamma;
  if (known.smoothness_risk > 0.0 && known.initial_gap > 0.0 &&
      log_power(known.initial_gap, (2.0 - known.kappa) / known.kappa) >
          2.0 * squared * known.smoothness_risk * (1.0 + 1e-12))
    found.push_back(
        "gamma, L1 and F0 are mutually inconsistent (F0 too large, or gamma or L1 too small): "
        "F0^((2-kappa)/kappa) must be at most 2 gamma^2 L1.");
  return found;
}

double lower_bound_rate(const KlSetting& setting) {
  const double x = setting.gamma * setting.lipschitz *
                   std::sqrt(static_cast<double>(setting.dimension) / setting.rho) /
                   setting.samples;
  return log_power(x, setting.kappa);
}

Result<double> one_dimensional_lower_bound(double kappa, double samples, double epsilon,
                                           double delta) {
  if (!(kappa >= 2.0) || !std::isfinite(kappa))
    return refuse(kExponent, "the lower bound is for kappa >= 2");
  if (!(samples >= 1.0) || !std::isfinite(samples))
    return refuse("data", "need at least one record");
  if (!(epsilon > 0.0 && epsilon <= std::numbers::ln2))
    return refuse("epsilon", "the lower bound is for epsilon in (0, ln 2]");
  if (!(delta >= 0.0 && delta <= -math::expm1(-epsilon) / 16.0))
    return refuse("delta", "the lower bound is for delta of at most (1 - e^-epsilon)/16");
  return 0.25 * log_power(samples * epsilon, -kappa);
}

}  // namespace noisy
