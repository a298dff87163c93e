#pragma once

#include <array>
#include <span>

#include "engine/solver/base/solver_work.h"

namespace noisy {

/// Steps that a solver makes before it lets the loop look at the deadline.
inline constexpr Index kStepsAtOnce = 256;

/// The components of the next steps. They are drawn ahead, so that their rows can be on the way
/// from memory when a step comes to them; the order of the draws is the same as one by one.
class DrawnComponents {
 public:
  explicit DrawnComponents(const SolverWork& work);

  /// Draws the next `count` <= kStepsAtOnce components.
  void draw(Index count);
  /// Draws components, and after each one a coin, until a coin shows up, with `probability`, or
  /// there are `most` <= kStepsAtOnce; true when one did. The last component is that coin's.
  bool draw_until(double probability, Index most);

  Index size() const { return size_; }
  /// One number for each component, which steps read too; none: no such numbers.
  void set_numbers(std::span<const double> numbers) { numbers_ = numbers; }
  /// The component of step k, and a hint that those of the steps after it will be needed.
  Index at(Index k) const {
    if (rows_ && k + ahead_ < size_) fetch(k + ahead_);
    return indices_[static_cast<std::size_t>(k)];
  }

 private:
  void append() { indices_[static_cast<std::size_t>(size_++)] = work_->draw_component(); }
  void fetch(Index k) const;

  const SolverWork* work_;
  const LinearComponents* rows_;
  Index ahead_;  ///< steps from the hint to the use
  std::span<const double> numbers_;
  std::array<Index, kStepsAtOnce> indices_;
  Index size_ = 0;
};

}  // namespace noisy
