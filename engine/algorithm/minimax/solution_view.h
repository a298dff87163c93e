#pragma once

#include <array>

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
  SolvedStep(const SolutionStep& step, const HiddenSolve& solve)
      : values_{step.regularization, static_cast<double>(step.release.batch_size), step.noise,
                step.distance},
        solve_{&solve} {}
  SolvedStep(const SolvedStep&) = delete;
  SolvedStep& operator=(const SolvedStep&) = delete;

  StepView view() const { return StepView(named_); }

 private:
  std::array<double, 4> values_;
  SolveView solve_;
  PublicStep public_{values_};
  std::array<NamedView, 2> named_{NamedView(public_), NamedView(solve_)};
};

}  // namespace noisy
