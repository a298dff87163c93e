#pragma once

#include <array>
#include <limits>
#include <span>

#include "engine/algorithm/frame/step_view.h"
#include "engine/algorithm/minimax/solution_plan.h"

namespace noisy {

/// What a step that released a certified solution shows to diagnostics: the solve itself stays
/// closed to all but them.
struct SolveView {
  static constexpr std::string_view kName = "certified-solve";
  const HiddenSolve* solve = nullptr;
};

/// Both views of such a step.
class SolvedStep {
 public:
  SolvedStep(const SolutionStep& step, const HiddenSolve& solve, SolutionAccuracy accuracy)
      : values_{step.regularization, static_cast<double>(step.release.batch_size), step.noise,
                certified_distance(step, accuracy), step.dual_noise},
        solve_{&solve},
        public_{std::span(values_).first(step.part == SolutionPart::saddle ? 5 : 4)} {}
  SolvedStep(const SolvedStep&) = delete;
  SolvedStep& operator=(const SolvedStep&) = delete;

  StepView view() const { return StepView(named_); }

 private:
  /// NaN where nothing is certified.
  static double certified_distance(const SolutionStep& step, SolutionAccuracy accuracy) {
    const bool is_certified = accuracy == SolutionAccuracy::certified;
    return is_certified ? step.distance : std::numeric_limits<double>::quiet_NaN();
  }

  std::array<double, 5> values_;  ///< the last one of pairs (x, y)
  SolveView solve_;
  PublicStep public_;
  std::array<NamedView, 2> named_{NamedView(public_), NamedView(solve_)};
};

}  // namespace noisy
