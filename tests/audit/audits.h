#pragma once

#include "engine/audit/audit_session.h"
#include "tests/experiment/file/experiments.h"

namespace noisy::testing {

/// An experiment whose audit is tight: one release on all records, rows bounded in L1.
inline Json one_release() {
  return with(with(small_experiment(), "algorithms.0.parameters.iterations", "1"),
              "privacy.epsilon", "1");
}

/// Plays an audit to its end and gives the report as a tree.
///
/// @param file  the text of the experiment's data file, where it has one
inline Result<Json> audit(const Json& experiment, const AuditOptions& options = {}, int threads = 2,
                          double slice = 10, std::string_view file = "") {
  auto session = AuditSession::open(write_json(experiment), options);
  if (!session) return std::unexpected(session.error());
  if (!file.empty()) {
    const auto fed = (*session)->feed(std::as_bytes(std::span(file)), 0);
    if (!fed) return std::unexpected(fed.error());
  }
  if (auto loaded = (*session)->load(); !loaded) return std::unexpected(loaded.error());
  const auto pool = std::make_shared<math::ThreadPool>(threads);
  if (auto started = (*session)->start(pool); !started) return std::unexpected(started.error());
  while (true) {
    const auto progress = (*session)->advance(slice);
    if (!progress) return std::unexpected(progress.error());
    if (progress->done) break;
  }
  const auto report = (*session)->result();
  if (!report) return std::unexpected(report.error());
  return parse_json(*report);
}

}  // namespace noisy::testing
