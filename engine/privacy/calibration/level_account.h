#pragma once

#include <optional>
#include <vector>

#include "engine/privacy/calibration/level_schedule.h"

namespace noisy {

/// m_r, how long the step of a block is over the first: where D of the `all` vertices that all
/// releases draw of each player come after it,
///
///     m_r = min(g, sqrt(all / D))
///
/// so that no block pays more for its longer step than a first block of its level does: m_r^2 D_r
/// <= all. g where no draw comes after it. It depends on levels of other steps alone: what a step
/// adds up stays free of bias.
///
/// @param growth  g
/// @param later   D
double step_growth(Index growth, double all, double later);

/// The vertices that all releases of a schedule draw of each player: those of steps 2, 3, ..
double released_draws(const PublicLevels& levels, const LevelSchedule& schedule);

/// What the dearest record has paid so far in a run of bias-reduced steps (level_vertices.h), in
/// units of (C_x^2 + C_y^2) / (2 b^2):
///
///     max over the blocks r that were read of (m_r W_{N_r} / |B_r|)^2 D_r
///
/// with D_r the vertices that were drawn of each player since. It is the most of a few: of the
/// blocks of one level the first has paid most at any time. With s draws before a block and d
/// before now it has paid m^2 (d - s), and all (d - s) / (all - s) where g does not limit m, which
/// falls with s as d <= all; where it does, g^2 (d - s) falls with s, too, and is less than that of
/// a block before it that g does not limit.
class LevelAccount {
 public:
  /// @param all  released_draws
  LevelAccount(const PublicLevels& levels, double all);

  /// The block of a step of level `read` is read, then the vertices of one of level `drawn` are
  /// drawn. Both in 0..M.
  void step(Index read, Index drawn);

  double dearest() const;
  /// m of the block that is read next.
  double next_growth() const { return step_growth(rule_.growth, all_, all_ - draws_); }

 private:
  struct Level {
    double share = 0;             ///< (W_N / |B|)^2, of the first block times m^2
    std::optional<double> since;  ///< draws before its first block was read
  };
  std::vector<Level> levels_;
  PublicLevels rule_;
  double all_;
  double draws_ = 0;
};

/// The dearest record's share when the first k releases are made, for k = 1 .. T - 1: release k
/// reads the block of step k and draws the vertices of step k + 1.
std::vector<double> dearest_shares(const PublicLevels& levels, const LevelSchedule& schedule);

/// The first record of the block that pays the most when all releases have been made.
Index dearest_record(const PublicLevels& levels, const LevelSchedule& schedule);

}  // namespace noisy
