#include <algorithm>
#include <cmath>

#include "engine/privacy/accountant/pld.h"

namespace noisy {
namespace {

Result<LossMechanism> merged(const LossMechanism& mechanism, Index steps) {
  // Gaussian releases without sampling are one with the root of the sum of squares; a little less
  // noise than exact, against rounding.
  const double root = std::sqrt(static_cast<double>(steps));
  return LossMechanism::gaussian((1.0 - 0x1p-50) / (mechanism.gaussian_mu() * root));
}

Result<PrivacyLossDistribution> compose_settings(std::span<const LossSetting> settings,
                                                 LossDirection direction) {
  PrivacyLossDistribution total;
  for (const LossSetting& setting : settings) {
    const double rate = setting.sampling == LossSampling::none ? 1.0 : setting.sampling_rate;
    if (setting.sampling == LossSampling::without_replacement &&
        direction != LossDirection::exchange)
      return fail(ErrorCode::unsupported_neighbours, "neighbours",
                  "sampling without replacement needs replace-one neighbours");
    if (setting.steps < 0)
      return fail(ErrorCode::invalid_value, "steps", "the count must not be negative");
    if (setting.steps == 0) continue;
    const bool whole = rate == 1.0 && setting.mechanism.gaussian_mu() > 0.0 && setting.steps > 1;
    const auto mechanism =
        whole ? merged(setting.mechanism, setting.steps) : Result<LossMechanism>(setting.mechanism);
    if (!mechanism) return std::unexpected(mechanism.error());
    const auto one = PrivacyLossDistribution::of(*mechanism, direction, rate);
    if (!one) return one;
    const auto all = one->compose_self(whole ? 1 : setting.steps);
    if (!all) return all;
    total = total.compose(*all);
  }
  return total;
}

bool directions_differ(const LossSetting& setting) {
  return !setting.mechanism.pair()->symmetric() ||
         (setting.sampling != LossSampling::none && setting.sampling_rate < 1.0);
}

template <typename Query>
Result<CertifiedBounds> worst(std::span<const LossSetting> settings, Neighbours neighbours,
                              const Query& query) {
  const auto answer = [&](LossDirection direction) -> Result<CertifiedBounds> {
    const auto losses = compose_settings(settings, direction);
    if (!losses) return std::unexpected(losses.error());
    return query(*losses);
  };
  if (neighbours == Neighbours::replace_one) return answer(LossDirection::exchange);
  const auto remove = answer(LossDirection::remove);
  if (!remove || std::none_of(settings.begin(), settings.end(), directions_differ)) return remove;
  const auto add = answer(LossDirection::add);
  if (!add) return add;
  CertifiedBounds both = remove->pessimistic >= add->pessimistic ? *remove : *add;
  both.optimistic = std::max(remove->optimistic, add->optimistic);
  return both;
}

}  // namespace

Result<CertifiedBounds> pld_epsilon(std::span<const LossSetting> settings, Neighbours neighbours,
                                    double delta, const LossAccuracy& accuracy) {
  return worst(settings, neighbours, [&](const PrivacyLossDistribution& losses) {
    return losses.epsilon(delta, accuracy);
  });
}

Result<CertifiedBounds> pld_delta(std::span<const LossSetting> settings, Neighbours neighbours,
                                  double epsilon, const LossAccuracy& accuracy) {
  return worst(settings, neighbours, [&](const PrivacyLossDistribution& losses) {
    return losses.delta(epsilon, accuracy);
  });
}

}  // namespace noisy
