#include "engine/privacy/score/private_score.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/json/vocabulary.h"
#include "engine/random/discrete.h"

namespace noisy {

template <>
std::span<const Word<ScoreMeasure>> vocabulary() {
  static constexpr std::array<Word<ScoreMeasure>, 2> kWords = {
      {{ScoreMeasure::accuracy, "accuracy", "Accuracy", "The share of rows that are told right."},
       {ScoreMeasure::rmse, "rmse", "Root of the mean squared error",
        "Of predictions clamped to the targets' range."}}};
  return kWords;
}

namespace {

constexpr double kSteps = static_cast<double>(kScoreSteps);

}  // namespace

Result<std::uint64_t> score_scale(double epsilon) {
  const double scale = std::ceil(kSteps / epsilon);
  if (epsilon > 0 && scale >= 1 && scale <= static_cast<double>(kLargestDiscreteScale)) {
    return static_cast<std::uint64_t>(scale);
  }
  return fail(ErrorCode::invalid_value, "run.privateScore.epsilon",
              "must be between 0.000001 and 1000000");
}

std::int64_t score_term(double gain) {
  return gain > 0 ? static_cast<std::int64_t>(std::floor(std::min(gain, 1.0) * kSteps + 0.5)) : 0;
}

std::int64_t noisy_score(std::int64_t sum, const PrivateScore& score, Stream& stream) {
  return sum + discrete_laplace(stream, score.scale);
}

}  // namespace noisy
