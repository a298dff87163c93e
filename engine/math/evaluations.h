#pragma once

namespace noisy::math {

/// Counts evaluations of one kind of function: the unit in which the work of a search or of a walk
/// is measured, the same on every machine.
class Evaluations {
 public:
  void add(double count) { count_ += count; }
  double count() const { return count_; }

 private:
  double count_ = 0;
};

}  // namespace noisy::math
