#include "engine/statement/write/stated_entry.h"

namespace noisy {

std::string_view StatedScore::text() const {
  return "of every held-out row a gain in [0, 1] is rounded to a whole number of steps: 1 where it "
         "is told right, or (error / range of the targets)^2; discrete Laplace noise with this "
         "scale, a whole number, too, is added to their sum, which one such row moves by `steps` "
         "at most: epsilon = steps / scale. A record's place decides whether it is learnt from or "
         "held out, so that it pays for the other releases or for this one, never for both "
         "(parallel composition): together they cost the larger of the two";
}

std::optional<StatedScore> stated_score(const std::optional<PrivateScore>& score) {
  if (!score) return std::nullopt;
  return StatedScore{.measure = score->measure,
                     .records = static_cast<double>(score->records),
                     .steps = static_cast<double>(kScoreSteps),
                     .scale = static_cast<double>(score->scale),
                     .epsilon = score->epsilon()};
}

}  // namespace noisy
