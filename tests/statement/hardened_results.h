#pragma once

#include <string>
#include <vector>

#include "engine/experiment/result/replay.h"
#include "tests/statement/statements.h"

namespace noisy::testing {

/// With hardened releases.
inline Json hardened(const Json& tree, const char* mode) {
  return with(tree, "run.randomness",
              std::string(R"({"mode":")") + mode + R"(","release":"hardened"})");
}

/// Paths of the noise of the first statement's kinds.
inline std::vector<std::string> noise_paths(const Json& result) {
  const std::string entry = "privacy.statement.entries.0.";
  const Json groups = at_path(result, entry + "groups");
  if (!groups.is_array()) return {entry + "noise."};
  std::vector<std::string> out;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    out.push_back(entry + "groups." + std::to_string(k) + ".noise.");
  }
  return out;
}

/// Checks that hardened results of an experiment may be released, cost what floating ones do, and
/// that their statements are accepted, none with 15% less noise or on another grid.
inline void expect_hardened_costs_as_floating(const Json& tree) {
  const Json secure = with(hardened(tree, "secure"), "run.diagnostics", "[]");
  const auto redacted = redact(write_json(result_of(secure)));
  ASSERT_TRUE(redacted) << redacted.error().message;
  const Json result = *parse_json(*redacted);
  EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
  EXPECT_EQ(at_path(result, "privacy.releasable"), Json(true))
      << write_json(at_path(result, "privacy.reasons"));
  const Json report = report_of(result);
  EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report, JsonLayout::pretty);
  EXPECT_EQ(at_path(report, "experiment.compared"), Json(true));
  const Json floating = result_of(with(secure, "run.randomness.release", R"("floating")"));
  EXPECT_EQ(at_path(floating, "privacy.releasable"), Json(false));
  for (const char* figure : {"runs.0.privacy.rho", "runs.0.privacy.epsilon"}) {
    EXPECT_EQ(at_path(floating, figure), at_path(result, figure)) << figure;
  }
  for (const std::string& noise : noise_paths(result)) {
    const auto expect_noticed = [&](const std::string& path, double factor) {
      const double stated = at_path(result, path).number();
      const Json forged = with(result, path, write_json(Json(factor * stated)));
      EXPECT_NE(at_path(report_of(forged), "consistent"), Json(true)) << path << " " << factor;
    };
    expect_noticed(noise + "values.0.1", 0.85);
    for (const double factor : {0.5, 0.7, 2.0}) expect_noticed(noise + "grids.0.1", factor);
  }
}

}  // namespace noisy::testing
