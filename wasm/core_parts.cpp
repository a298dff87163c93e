#include "engine/algorithm/frame/optional_planners.h"
#include "engine/experiment/plan/population_drawer.h"
#include "engine/experiment/plan/record_objective.h"
#include "engine/experiment/session/engine_session.h"
#include "engine/experiment/session/survey.h"
#include "engine/privacy/form/optional_forms.h"

// What the core does without. These functions stand in the place of the engine's own, which are
// then not linked, nor is what they alone call; the whole engine has them.

namespace noisy {

OptionalPlanners optional_planners() {
  return {};
}

RecordObjectiveMaker record_objective_maker() {
  return nullptr;
}

PopulationDrawer population_drawer() {
  return nullptr;
}

std::span<const ReleaseForm* const> optional_forms() {
  return {};
}

Result<std::unique_ptr<Survey>> begin_survey(std::shared_ptr<Objective>, std::string_view,
                                             std::shared_ptr<math::ThreadPool>) {
  return fail(ErrorCode::unsupported_option, "",
              "this program was linked without surveys: use the whole engine");
}

Result<std::string> EngineSession::constants(double, double, int) {
  return fail(ErrorCode::unsupported_option, "",
              "this program was linked without estimates of constants: use the whole engine");
}

}  // namespace noisy
