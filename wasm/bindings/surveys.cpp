#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <memory>
#include <string>
#include <utility>

#include "engine/solver/base/outside_solver.h"
#include "engine/solver/base/outside_step.h"
#include "wasm/bindings/convert.h"
#include "wasm/bindings/session_handle.h"

using emscripten::val;

// Surveys of the objective, and steps of solvers outside the engine, which are asked for later than
// the first screen, if at all.

namespace noisy::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(SurveyTextOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(SurveyDoneOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(SurveyStepOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(AwaitedStepsOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(NumbersOrNull)
EMSCRIPTEN_DECLARE_VAL_TYPE(SurveyProgressOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(SurveyOutcome)

/// A copy in JavaScript's own memory.
val copied_out(const Vector& values) {
  return val::global("Float64Array")
      .new_(val(
          emscripten::typed_memory_view(static_cast<std::size_t>(values.size()), values.data())));
}

Vector copied_in(const val& numbers) {
  const auto values = emscripten::convertJSArrayToNumberVector<double>(numbers);
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

val smoothness_value(const OperatorSmoothness& smoothness) {
  val value = val::object();
  value.set("joint", smoothness.joint);
  value.set("primal", smoothness.primal);
  value.set("dual", smoothness.dual);
  value.set("coupling", smoothness.coupling);
  return value;
}

val weights_value(const Block& block) {
  val value = val::object();
  value.set("primal", block.primal_weight());
  value.set("dual", block.is_saddle() ? block.dual_weight() : 0);
  return value;
}

/// What a solver's function is called with: the SolverState of the client.
val step_value(const OutsideStep& step) {
  const ComponentSum& sum = step.block.sum();
  val value = val::object();
  value.set("solver", step.solver);
  value.set("dimension", static_cast<double>(sum.dimension()));
  value.set("primalDimension", static_cast<double>(sum.primal_dimension()));
  value.set("dualDimension", static_cast<double>(sum.dual_dimension()));
  value.set("components", static_cast<double>(sum.components()));
  value.set("point", copied_out(step.point));
  value.set("operator", copied_out(step.value));
  value.set("fullOperator", copied_out(step.full));
  value.set("centre", copied_out(step.block.centre()));
  value.set("weights", weights_value(step.block));
  value.set("smoothness", smoothness_value(sum.smoothness()));
  value.set("condition", step.block.condition_number());
  value.set("attempt", static_cast<double>(step.attempt));
  value.set("step", static_cast<double>(step.number));
  value.set("residual", step.residual);
  value.set("target", step.target);
  value.set("gradients", static_cast<double>(step.evaluations));
  return value;
}

void answer(OutsideStep& step, const val& next, const std::string& failure) {
  StepAnswer given{.next = {}, .failure = failure};
  if (!next.isNull()) given.next = copied_in(next);
  step.answer = std::move(given);
}

/// A Survey as JavaScript sees it.
class SurveyHandle {
 public:
  explicit SurveyHandle(std::unique_ptr<Survey> survey) : survey_(std::move(survey)) {}

  SurveyProgressOutcome advance(double seconds) {
    return guarded<SurveyProgressOutcome>([&] {
      const Result<Progress> progress = survey_->advance(seconds);
      return progress ? success(progress_value(*progress)) : failure(progress.error());
    });
  }

  SurveyStepOutcome awaited_step() {
    return guarded<SurveyStepOutcome>([&] {
      const OutsideStep* step = survey_->awaited_step();
      return success(step ? step_value(*step) : val::null());
    });
  }

  /// An answer that nothing waits for is dropped.
  SurveyDoneOutcome answer_step(const NumbersOrNull& next, const std::string& failure) {
    return guarded<SurveyDoneOutcome>([&] {
      if (OutsideStep* step = survey_->awaited_step()) answer(*step, next, failure);
      return success(val::null());
    });
  }

  SurveyTextOutcome result() const {
    return guarded<SurveyTextOutcome>([&] { return outcome(survey_->result()); });
  }

 private:
  std::shared_ptr<Survey> survey_;
};

SurveyOutcome open_survey(const SessionHandle& handle, const std::string& request, int threads) {
  return guarded<SurveyOutcome>([&] {
    Result<std::unique_ptr<Survey>> survey = handle.session().survey(request, threads);
    if (!survey) return failure(survey.error());
    return success(val(SurveyHandle(std::move(*survey))));
  });
}

/// From the next start() on, awaitedSteps() are answered.
void answer_steps(const SessionHandle& handle) {
  handle.session().answer_steps();
}

AwaitedStepsOutcome awaited_steps(const SessionHandle& handle) {
  return guarded<AwaitedStepsOutcome>([&] {
    val steps = val::array();
    for (const auto& [run, step] : handle.session().awaited_steps()) {
      val value = val::object();
      value.set("run", static_cast<double>(run));
      value.set("state", step_value(*step));
      steps.call<void>("push", value);
    }
    return success(steps);
  });
}

/// An answer that no run waits for is dropped.
SurveyDoneOutcome answer_step(const SessionHandle& handle, double run, const NumbersOrNull& next,
                              const std::string& failure) {
  return guarded<SurveyDoneOutcome>([&] {
    for (const AwaitedStep& awaited : handle.session().awaited_steps()) {
      if (static_cast<double>(awaited.run) == run) answer(*awaited.step, next, failure);
    }
    return success(val::null());
  });
}

/// Lets a solver be chosen whose steps are asked for as awaitedStep(), or as awaitedSteps().
SurveyDoneOutcome register_outside_solver(const std::string& name) {
  return guarded<SurveyDoneOutcome>([&] {
    const Result<void> added = register_solver(outside_solver(name));
    if (!added) return failure({added.error().code, "name", added.error().message});
    return success(val::null());
  });
}

EMSCRIPTEN_BINDINGS(noisy_descent_surveys) {
#define NOISY_FAILURE " | {error: {code: string, field: string, message: string}}"
  emscripten::register_type<SurveyTextOutcome>("{value: string}" NOISY_FAILURE);
  emscripten::register_type<SurveyDoneOutcome>("{value: null}" NOISY_FAILURE);
  emscripten::register_type<NumbersOrNull>("Float64Array | null");
#define NOISY_STATE                                                                          \
  "{solver: string, dimension: number, primalDimension: number, "                            \
  "dualDimension: number, components: number, point: Float64Array, operator: Float64Array, " \
  "fullOperator: Float64Array, centre: Float64Array, "                                       \
  "weights: {primal: number, dual: number}, "                                                \
  "smoothness: {joint: number, primal: number, dual: number, coupling: number}, "            \
  "condition: number, attempt: number, step: number, residual: number, target: number, "     \
  "gradients: number}"
  emscripten::register_type<SurveyStepOutcome>("{value: null | " NOISY_STATE "}" NOISY_FAILURE);
  emscripten::register_type<AwaitedStepsOutcome>("{value: {run: number, state: " NOISY_STATE
                                                 "}[]}" NOISY_FAILURE);
#undef NOISY_STATE
  emscripten::register_type<SurveyProgressOutcome>(
      "{value: {done: boolean, gradientEvaluations: number, totalEvaluations: "
      "number}}" NOISY_FAILURE);
  emscripten::register_type<SurveyOutcome>("{value: Survey}" NOISY_FAILURE);
#undef NOISY_FAILURE

  emscripten::class_<SurveyHandle>("Survey")
      .function("advance(seconds)", &SurveyHandle::advance)
      .function("awaitedStep", &SurveyHandle::awaited_step)
      .function("answerStep(next, failure)", &SurveyHandle::answer_step)
      .function("result", &SurveyHandle::result);

  emscripten::function("openSurvey(session, request, threads)", &open_survey);
  emscripten::function("answerSteps(session)", &answer_steps);
  emscripten::function("awaitedSteps(session)", &awaited_steps);
  emscripten::function("answerStep(session, run, next, failure)", &answer_step);
  emscripten::function("registerSolver(name)", &register_outside_solver);
}

}  // namespace noisy::wasm
