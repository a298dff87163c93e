#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <memory>
#include <string>
#include <utility>

#include "wasm/bindings/convert.h"
#include "wasm/bindings/session_handle.h"

using emscripten::val;

// Surveys of the objective, which are asked later than the first screen, if at all.

namespace noisy::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(SurveyTextOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(SurveyProgressOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(SurveyOutcome)

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

EMSCRIPTEN_BINDINGS(noisy_descent_surveys) {
#define NOISY_FAILURE " | {error: {code: string, field: string, message: string}}"
  emscripten::register_type<SurveyTextOutcome>("{value: string}" NOISY_FAILURE);
  emscripten::register_type<SurveyProgressOutcome>(
      "{value: {done: boolean, gradientEvaluations: number, totalEvaluations: "
      "number}}" NOISY_FAILURE);
  emscripten::register_type<SurveyOutcome>("{value: Survey}" NOISY_FAILURE);
#undef NOISY_FAILURE

  emscripten::class_<SurveyHandle>("Survey")
      .function("advance(seconds)", &SurveyHandle::advance)
      .function("result", &SurveyHandle::result);

  emscripten::function("openSurvey(session, request, threads)", &open_survey);
}

}  // namespace noisy::wasm
