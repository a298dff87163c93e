#include <algorithm>
#include <cmath>

#include "engine/math/binomial.h"
#include "engine/math/elementary.h"
#include "engine/privacy/score/private_score.h"

namespace noisy {
namespace {

constexpr double kSteps = static_cast<double>(kScoreSteps);
constexpr double kNoiseError = 0.01;
constexpr double kSideError = 0.02;
static_assert(kNoiseError + 2 * kSideError <= 1 - kScoreCoverage + 1e-12);

/// z, beyond which the noise is with probability kNoiseError at most.
double noise_reach(double scale) {
  return std::ceil(scale * math::log(2 / (kNoiseError * (1 + math::exp(-1 / scale)))));
}

double divergence_term(double share, double other) {
  return share > 0 ? share * math::log(share / other) : 0;
}

/// The least p that a mean of at least `share` leaves possible: h KL(share || p) = ln(1 / error).
double mean_lower_bound(double share, double records) {
  const double most = -math::log(kSideError) / records;
  double low = 0, high = share;
  for (int step = 0; step < 100; ++step) {
    const double middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) break;
    const double divergence =
        divergence_term(share, middle) + divergence_term(1 - share, 1 - middle);
    (divergence > most ? low : high) = middle;
  }
  return low;
}

/// Of a count of right answers within `reach` steps of the noisy one.
ScoreInterval accuracy_interval(const PrivateScore& score, double noisy, double reach) {
  const auto count = [&](double steps) {
    return static_cast<Index>(std::clamp(steps, 0.0, static_cast<double>(score.records)));
  };
  return {.lower = proportion_lower_bound(count(std::ceil((noisy - reach) / kSteps)), score.records,
                                          kSideError),
          .upper = proportion_upper_bound(count(std::floor((noisy + reach) / kSteps)),
                                          score.records, kSideError)};
}

ScoreInterval rmse_interval(const PrivateScore& score, double noisy, double reach) {
  const auto records = static_cast<double>(score.records);
  const auto mean = [&](double steps) { return std::clamp(steps / kSteps / records, 0.0, 1.0); };
  const double rounding = 0.5 * records;
  const double least = mean_lower_bound(mean(noisy - reach - rounding), records);
  const double most = 1 - mean_lower_bound(1 - mean(noisy + reach + rounding), records);
  return {.lower = score.width * std::sqrt(least), .upper = score.width * std::sqrt(most)};
}

}  // namespace

ScoreInterval score_interval(const PrivateScore& score, std::int64_t noisy_sum) {
  const auto noisy = static_cast<double>(noisy_sum);
  const double share = std::clamp(noisy / kSteps / static_cast<double>(score.records), 0.0, 1.0);
  const double reach = noise_reach(static_cast<double>(score.scale));
  if (score.measure == ScoreMeasure::accuracy) {
    ScoreInterval out = accuracy_interval(score, noisy, reach);
    out.value = share;
    return out;
  }
  ScoreInterval out = rmse_interval(score, noisy, reach);
  out.value = score.width * std::sqrt(share);
  return out;
}

}  // namespace noisy
