#pragma once

#include <array>

#include "engine/algorithm/frame/step_view.h"
#include "engine/experiment/file/experiment.h"

namespace noisy {

/// A diagnostic of steps, and what says whether a method has it.
struct StepDiagnostic {
  Diagnostic diagnostic;
  bool StepDiagnostics::*flag;
};

/// The diagnostics that only some methods have, in the order of the vocabulary.
inline constexpr std::array<StepDiagnostic, 4> kStepDiagnostics = {
    {{Diagnostic::noise_ratio, &StepDiagnostics::noise_ratio},
     {Diagnostic::anchor_distance, &StepDiagnostics::anchor_distance},
     {Diagnostic::potential, &StepDiagnostics::potential},
     {Diagnostic::key_lemma_slack, &StepDiagnostics::key_lemma_slack}}};

/// Those of a method's that the experiment asks for.
inline StepDiagnostics asked_of(const StepDiagnostics& known, const RunSpec& run) {
  StepDiagnostics out;
  for (const auto& [diagnostic, flag] : kStepDiagnostics) {
    out.*flag = known.*flag && run.wants(diagnostic);
  }
  return out;
}

}  // namespace noisy
