#pragma once

#include "tests/experiment/session/run_session.h"

namespace noisy::testing {

/// What a survey of an experiment answers to a request.
inline Result<Json> survey_of(const Json& experiment, const std::string& request,
                              double slice = 10) {
  Workspace workspace;
  const auto session = open_session(workspace, experiment);
  if (!session) return std::unexpected(session.error());
  const auto survey = (*session)->survey(request, 1);
  if (!survey) return std::unexpected(survey.error());
  for (bool done = false; !done;) {
    const auto progress = (*survey)->advance(slice);
    if (!progress) return std::unexpected(progress.error());
    EXPECT_LE(progress->gradient_evaluations, progress->total_evaluations);
    done = progress->done;
  }
  const auto text = (*survey)->result();
  if (!text) return std::unexpected(text.error());
  return parse_json(*text, {.bytes = std::size_t{1} << 26});
}

/// The same of a request that must be answered.
inline Json answer_of(const Json& experiment, const std::string& request, double slice = 10) {
  const auto result = survey_of(experiment, request, slice);
  EXPECT_TRUE(result) << result.error().field << ": " << result.error().message;
  return result ? *result : Json();
}

}  // namespace noisy::testing
