#pragma once

#include <vector>

#include "engine/privacy/accountant/loss_grid.h"

namespace noisy {

/// A bucket whose losses are on the mean this near to one of its ends counts as lying there.
inline constexpr double kAtTheEnd = 0x1p-46;

/// What lies between the grid points e and e + h: P's mass p and Q's mass q.
struct Bucket {
  double p_low = 0.0;         // p, not above the truth
  double p_high = 0.0;        // p, not below
  double scaled_q_low = 0.0;  // q e^e, not above
  double raised = 0.0;        // p - q e^e: how far the losses are above e, in mass
  double lowered = 0.0;       // q e^{e+h} - p: how far they are below e + h
  double error = 0.0;         // of raised and lowered
};

/// Mass at a grid point.
struct PointMass {
  std::size_t index = 0;
  double low = 0.0;   // not above the truth
  double high = 0.0;  // not below
};

/// A pair's masses between and at the points of a grid.
class Buckets {
 public:
  /// `count` buckets from the grid point offset + first step on.
  Buckets(double offset, double step, Index first, Index count)
      : offset_(offset), step_(step), first_(first), all_(static_cast<std::size_t>(count)) {}

  double offset() const { return offset_; }
  double step() const { return step_; }
  std::size_t count() const { return all_.size(); }
  double loss(std::size_t i) const {
    return offset_ + static_cast<double>(first_ + static_cast<Index>(i)) * step_;
  }
  /// Where a loss lies, in steps from the first grid point.
  double place(double loss) const { return (loss - offset_) / step_ - static_cast<double>(first_); }
  Bucket& operator[](std::size_t i) { return all_[i]; }
  const Bucket& operator[](std::size_t i) const { return all_[i]; }

  std::vector<PointMass> points;
  double below = 0.0;      // P below the first grid point, not below the truth
  double above = 0.0;      // P beyond the last, finite losses, not below the truth
  double above_low = 0.0;  // and not above the truth

 private:
  double offset_;
  double step_;
  Index first_;
  std::vector<Bucket> all_;
};

/// Fills in the masses of a pair. False when they leave the range of doubles.
bool fill(Buckets& buckets, const LossPair& pair);

}  // namespace noisy
