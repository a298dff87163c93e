#include "engine/privacy/release/amplification.h"

#include "engine/math/elementary.h"
#include "engine/privacy/checks.h"

namespace noisy {
namespace {

// Above this e^r soon leaves the range of doubles; the other form loses nothing there.
constexpr double kLargeExponent = 700.0;
// In the inverse e^r meets the factor n/m, which may be 2^63, so the other form starts earlier.
constexpr double kLargeTarget = 30.0;
constexpr double kUlp = 0x1p-52;
// The evaluation of g is wrong by at most 4 ulps, so a computed value below the target by this much
// is below it in exact arithmetic.
constexpr double kEvaluationMargin = 4 * kUlp;
constexpr int kMaxRoundingSteps = 64;

}  // namespace

Result<void> check_sampling(Index batch_size, Index samples) {
  if (samples < 2) return fail(ErrorCode::invalid_value, "data", "need at least two records");
  if (batch_size < 1 || batch_size > samples)
    return fail(ErrorCode::invalid_value, "batchSize",
                "batch size must be between 1 and n (sampling without replacement)");
  return {};
}

Result<SamplingAmplification> SamplingAmplification::create(Index batch_size, Index samples) {
  if (auto sizes = check_sampling(batch_size, samples); !sizes)
    return std::unexpected(sizes.error());
  SamplingAmplification amplification;
  if (batch_size == samples) return amplification;
  const double m = static_cast<double>(batch_size);
  const double n = static_cast<double>(samples);
  amplification.rate_ = m / n;
  amplification.inverse_rate_ = n / m;
  amplification.excess_ = static_cast<double>(samples - batch_size) / m;
  amplification.log_rate_ = math::log(amplification.rate_);
  return amplification;
}

double SamplingAmplification::amplified(double base_epsilon) const {
  if (full_batch()) return base_epsilon;
  // ln(q e^r + 1 - q), where 1 - q no longer shows.
  if (base_epsilon > kLargeExponent) return base_epsilon + log_rate_;
  return math::log1p(rate_ * math::expm1(base_epsilon));
}

double SamplingAmplification::base(double target_epsilon) const {
  if (full_batch()) return target_epsilon;
  double budget;
  if (target_epsilon > kLargeTarget)
    budget = target_epsilon - log_rate_ + math::log1p((rate_ - 1.0) * math::exp(-target_epsilon));
  else
    budget = math::log1p(inverse_rate_ * math::expm1(target_epsilon));
  // g(r) >= r g'(0) and r g'(r) >= g(r): one ulp less of r is at least one ulp less of g(r).
  const double limit = target_epsilon * (1.0 - kEvaluationMargin);
  for (int step = 0; step < kMaxRoundingSteps && amplified(budget) > limit; ++step)
    budget -= budget * kUlp;
  return budget;
}

double SamplingAmplification::slope(double base_epsilon) const {
  return 1.0 / (1.0 + excess_ * math::exp(-base_epsilon));
}

double SamplingAmplification::slope_complement(double base_epsilon) const {
  const double odds = excess_ * math::exp(-base_epsilon);
  return odds / (1.0 + odds);
}

Result<double> amplified_epsilon(double base_epsilon, Index batch_size, Index samples) {
  if (auto checked = check_budget(base_epsilon, "privacy.epsilon"); !checked)
    return std::unexpected(checked.error());
  const auto sampling = SamplingAmplification::create(batch_size, samples);
  if (!sampling) return std::unexpected(sampling.error());
  return sampling->amplified(base_epsilon);
}

Result<double> base_epsilon(double target_epsilon, Index batch_size, Index samples) {
  if (auto checked = check_budget(target_epsilon, "privacy.epsilon"); !checked)
    return std::unexpected(checked.error());
  const auto sampling = SamplingAmplification::create(batch_size, samples);
  if (!sampling) return std::unexpected(sampling.error());
  return sampling->base(target_epsilon);
}

}  // namespace noisy
