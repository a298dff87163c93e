#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/plan/load_data.h"
#include "engine/question/recommend/candidate.h"
#include "engine/question/recommend/public_twin.h"

namespace noisy {

/// Where a candidate ends on a twin.
struct TwinEnd {
  double gap = 0;  ///< F(x_T) - F*, regularizer included; infinity where the steps run away
  Vector point;
};

/// A twin on which candidates are played: the engine's own loss and clipping on its records, and
/// the noise that the engine plans for n.
class TwinPlayer {
 public:
  /// @param problem  whose plain objective is measured, its l2 regularizer included
  /// @param number   of the twin: names its records and its noise
  /// @error out-of-memory
  static Result<TwinPlayer> create(const TwinSource& source, const TwinTraits& traits,
                                   const ProblemSpec& problem, std::uint64_t number);

  /// Runs each candidate once, from 0. All of them meet the same noise, up to its scale.
  ///
  /// x_{t+1} = x_t + beta (x_t - x_{t-1}) - alpha (g_t + r'(x_t) + noise)
  std::vector<TwinEnd> play(std::span<const Candidate> candidates,
                            const StatedChoice& stated) const;

  /// F(0) - F*.
  double start_gap() const { return start_gap_; }
  /// How well a point predicts: the share of records that it gets right, or R^2.
  double score(const Vector& point) const;
  /// The same of who knows the targets alone.
  double blind_score() const;

 private:
  TwinPlayer() = default;
  void play_clip(std::span<const Candidate> candidates, std::span<const std::size_t> chosen,
                 const StatedChoice& stated, std::vector<TwinEnd>& ends) const;

  std::shared_ptr<const LoadedData> data_;
  ProblemSpec problem_;
  Prediction prediction_ = Prediction::labels;
  Index classes_ = 0;
  std::uint64_t number_ = 0;
  double best_value_ = 0;
  double start_gap_ = 0;
};

}  // namespace noisy
