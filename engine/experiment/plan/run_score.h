#pragma once

#include <optional>

#include "engine/experiment/file/sweep.h"
#include "engine/experiment/plan/objective.h"
#include "engine/privacy/score/private_score.h"

namespace noisy {

/// The private figure that runs of a plan publish, where `run.privateScore` asks for one and they
/// are private; from public facts alone. It has the run's own epsilon unless the file states less;
/// of zCDP sqrt(2 rho), so that epsilon^2 / 2 is rho.
///
/// @error unsupported-option at "run.privateScore" where the problem predicts nothing
/// @error unsupported-option at "privacy.calibration" for any but "tight"
/// @error unsupported-neighbours  for add-remove neighbours: rows would change sides
/// @error unbounded-sensitivity  where numbers are predicted whose targets have no public range
/// @error invalid-value at "run.privateScore.epsilon" where it is above the run's
Result<std::optional<PrivateScore>> planned_score(const SweepPoint& point,
                                                  const Objective& objective, bool is_private);

/// A figure with its noise, which alone is left of the rows.
struct ReleasedScore {
  PrivateScore score;
  std::int64_t noisy_sum = 0;

  ScoreInterval interval() const { return score_interval(score, noisy_sum); }
};

/// Judges a solution by the rows that are held out, and adds the noise: one draw from the stream
/// `score` of step 0.
ReleasedScore release_score(const PrivateScore& score, const Objective& objective,
                            const Vector& solution, const StreamFactory& streams);

}  // namespace noisy
