#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/diagnostic/diagnostic.h"
#include "engine/experiment/session/active_run.h"

namespace noisy::testing {

/// What measures these diagnostics, as a session makes it.
inline std::vector<NamedMeter> meters_of(std::initializer_list<std::string_view> ids,
                                         const MeasuredProblem& problem) {
  std::vector<NamedMeter> out;
  for (const std::string_view id : ids) {
    auto meter = find_diagnostic(id)->meter(problem);
    EXPECT_TRUE(meter && *meter) << id;
    out.push_back({column_name(id), *std::move(meter)});
  }
  return out;
}

/// A diagnostic by its column's name; empty where there is none.
inline std::vector<double> column_named(const std::vector<NamedColumn>& columns,
                                        std::string_view name) {
  for (const NamedColumn& column : columns) {
    if (column.name == name) return column.values;
  }
  return {};
}

inline std::vector<double> measured(const ActiveRun& run, std::string_view name) {
  return column_named(run.measured(), name);
}

}  // namespace noisy::testing
