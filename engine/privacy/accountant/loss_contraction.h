#pragma once

#include <vector>

#include "engine/privacy/accountant/loss_buckets.h"

namespace noisy {

/// The parts of the buckets that go to their upper ends.
///
/// Over x = e^epsilon the curve delta = E_Q[(e^L - x)_+] is convex, and so is that of masses on the
/// grid, with its corners at the grid points. Merge each bucket into its mean of e^L under Q first;
/// the curve then has one corner in each bucket. With w the grid curve's distance below it, sending
/// the part g of a bucket's q up and 1 - g down gives
///
///     w(low end) = w(high end) + (1 - g) (p - q x_low) - g (q x_high - p),
///
/// and the grid curve stays below the corner while w(high end) >= g (q x_high - p). So w is 0 at
/// the far ends and of second order in between: from either end as little distance as possible is
/// left behind, and where the two sweeps meet the nearer side gives way.
class Contraction {
 public:
  /// @param meeting  the grid point up to which the sweep from below goes
  Contraction(const Buckets& buckets, std::size_t meeting);

  double to_high(std::size_t i) const { return to_high_[i]; }

  std::size_t meeting() const { return meeting_; }

  /// By how much the curve may still be too high from the meeting point down.
  double missing() const { return missing_; }

  /// By how much it stays too low there: a mean lost.
  double lost() const { return lost_; }

 private:
  double raised(std::size_t i) const;
  double lowered(std::size_t i) const;
  bool at_an_end(double distance, std::size_t i) const;
  double sweep_up();
  double sweep_down();
  double rounding() const;
  double raise_high_side(double need);
  double raise_low_side(double need);

  const Buckets& buckets_;
  std::vector<double> to_high_;
  std::size_t meeting_;
  double missing_ = 0.0;
  double lost_ = 0.0;
};

/// The better of two meeting points, at either end of the most massive bucket.
Contraction best_contraction(const Buckets& buckets);

}  // namespace noisy
