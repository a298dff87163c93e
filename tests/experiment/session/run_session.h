#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/experiment/session/session.h"
#include "engine/json/json.h"
#include "engine/statement/write/promise.h"
#include "tests/experiment/file/experiments.h"

namespace noisy::testing {

/// How a test runs an experiment; the result must not depend on it.
struct RunOptions {
  int threads = 1;
  double slice = 10;  ///< seconds
  Index groups = 1;   ///< the runs are dealt to so many sessions
  std::string data;   ///< bytes of the file
};

inline Result<std::unique_ptr<Session>> open_session(Workspace& workspace, const Json& experiment,
                                                     const std::string& data = "") {
  auto session = workspace.open(write_json(experiment), "");
  if (!session) return session;
  if ((*session)->needs_bytes() && !data.empty()) {
    const auto bytes = std::as_bytes(std::span(data.data(), data.size()));
    if (auto fed = (*session)->feed(bytes, static_cast<double>(data.size())); !fed) {
      return std::unexpected(fed.error());
    }
  }
  if (auto loaded = (*session)->load(); !loaded) return std::unexpected(loaded.error());
  return session;
}

/// Starts runs [first, last) and works until they have ended.
inline Result<void> run_to_end(Session& session, Index first, Index last,
                               const RunOptions& options = {}) {
  if (auto started = session.start(first, last, options.threads); !started) return started;
  for (bool done = false; !done;) {
    const Result<Progress> progress = session.advance(options.slice);
    if (!progress) return std::unexpected(progress.error());
    done = progress->done;
  }
  return {};
}

/// Runs an experiment to its end and gives the result as a tree.
inline Result<Json> run_experiment(const Json& experiment, const RunOptions& options = {}) {
  Workspace workspace;
  std::vector<std::string> groups;
  for (Index g = 0; g < options.groups; ++g) {
    auto session = open_session(workspace, experiment, options.data);
    if (!session) return std::unexpected(session.error());
    const Result<Index> count = (*session)->run_count();
    if (!count) return std::unexpected(count.error());
    const Index first = *count * g / options.groups;
    const Index last = *count * (g + 1) / options.groups;
    if (auto ran = run_to_end(**session, first, last, options); !ran) {
      return std::unexpected(ran.error());
    }
    const Result<std::string> group = (*session)->group();
    if (!group) return std::unexpected(group.error());
    groups.insert(groups.begin(), *group);
  }
  const Result<std::string> result = assemble(write_json(experiment), groups);
  if (!result) return std::unexpected(result.error());
  return parse_json(*result);
}

/// The same of an experiment that must run.
inline Json result_of(const Json& experiment, const RunOptions& options = {}) {
  const Result<Json> result = run_experiment(experiment, options);
  EXPECT_TRUE(result) << result.error().field << ": " << result.error().message;
  return result ? *result : Json();
}

/// The plan report of an experiment; null where nothing can be planned.
inline Json plan_of(const Json& experiment) {
  Workspace workspace;
  auto session = open_session(workspace, experiment);
  if (!session) return {};
  const auto plan = (*session)->plan();
  return plan ? parse_json(*plan, {.bytes = std::size_t{1} << 26}).value() : Json();
}

/// A trace without its times, which differ from run to run.
inline Json without_times(Json trace) {
  trace.erase("seconds");
  return trace;
}

}  // namespace noisy::testing
