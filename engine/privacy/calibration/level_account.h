#pragma once

#include <optional>
#include <vector>

#include "engine/privacy/calibration/level_schedule.h"

namespace noisy {

/// What the dearest record has paid so far in a run of bias-reduced steps (level_vertices.h), in
/// units of (C_x^2 + C_y^2) / (2 b^2):
///
///     max over the blocks r that were read of (W_{N_r} / |B_r|)^2 D_r
///
/// with D_r the vertices that were drawn of each player since. It is the most of a few: of the
/// blocks of one level, which count alike, the first has paid most.
class LevelAccount {
 public:
  explicit LevelAccount(const PublicLevels& levels);

  /// The block of a step of level `read` is read, then the vertices of one of level `drawn` are
  /// drawn. Both in 0..M.
  void step(Index read, Index drawn);

  double dearest() const;

 private:
  struct Level {
    double share = 0;             ///< (W_N / |B|)^2
    std::optional<double> since;  ///< draws before its first block was read
  };
  std::vector<Level> levels_;
  Index output_;
  double draws_ = 0;
};

/// The dearest record's share when the first k releases are made, for k = 1 .. T - 1: release k
/// reads the block of step k and draws the vertices of step k + 1.
std::vector<double> dearest_shares(const PublicLevels& levels, const LevelSchedule& schedule);

/// The first record of the block that pays the most when all releases have been made.
Index dearest_record(const PublicLevels& levels, const LevelSchedule& schedule);

}  // namespace noisy
