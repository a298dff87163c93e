#pragma once

#include <algorithm>
#include <array>

#include "engine/algorithm/frame/step_view.h"

namespace noisy {

/// What the steps of a run tell everybody, in the order of the entry's columns.
template <std::size_t columns>
class ToldStep {
 public:
  ToldStep() = default;
  ToldStep(const ToldStep&) = delete;
  ToldStep& operator=(const ToldStep&) = delete;

  void tell(const std::array<double, columns>& values) { values_ = values; }
  StepView view() const { return StepView(named_); }

 private:
  std::array<double, columns> values_{};
  PublicStep step_{values_};
  NamedView named_{step_};
};

}  // namespace noisy
