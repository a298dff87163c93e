#pragma once

#include <array>
#include <string>
#include <string_view>

#include "engine/experiment/session/session.h"
#include "engine/math/function_ref.h"
#include "engine/solver/base/outside_step.h"

namespace noisy {

/// How long work goes on before somebody hears how far it is.
inline constexpr double kSliceSeconds = 0.05;

/// Hears how far something is; false ends it.
using Listener = math::FunctionRef<bool(const Progress&)>;

/// Runs an experiment whose data are loaded, and gives its result. Where the listener ends it, runs
/// that still go on are cancelled, and the result says so.
inline Result<std::string> run_whole(Session& session, std::string_view experiment, int threads,
                                     Listener listener) {
  const Result<Index> count = session.run_count();
  if (!count) return std::unexpected(count.error());
  if (auto started = session.start(0, *count, threads); !started) {
    return std::unexpected(started.error());
  }
  for (bool done = false; !done;) {
    const Result<Progress> progress = session.advance(kSliceSeconds);
    if (!progress) return std::unexpected(progress.error());
    session.drain();
    done = progress->done;
    if (!listener(*progress) && !done) session.cancel();
  }
  const Result<std::string> group = session.group();
  if (!group) return group;
  return assemble(experiment, std::array{*group});
}

/// Measures to the end. Nobody is there to make the steps of outside solvers.
///
/// @param what  is measured, for the error
/// @error cancelled where the listener ends it
inline Result<std::string> measure_whole(Survey& survey, const std::string& what,
                                         Listener listener) {
  for (bool done = false; !done;) {
    const Result<Progress> progress = survey.advance(kSliceSeconds);
    if (!progress) return std::unexpected(progress.error());
    if (OutsideStep* step = survey.awaited_step()) decline(*step);
    done = progress->done;
    if (!listener(*progress) && !done) return fail(ErrorCode::cancelled, what, "interrupted");
  }
  return survey.result();
}

}  // namespace noisy
