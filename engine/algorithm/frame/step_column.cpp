#include "engine/algorithm/frame/step_column.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace noisy {
namespace {

/// What traces hold of every algorithm, and what the client's events of them hold beside.
constexpr std::array<std::string_view, 13> kTaken = {
    "iteration", "gradientEvaluations", "epsilonSpent", "rhoSpent", "seconds", "iterates",  "stop",
    "run",       "algorithm",           "label",        "sweep",    "repeat",  "nonPrivate"};

bool is_camel_case(std::string_view name) {
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_known = [&](char c) {
    return is_lower(c) || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  return !name.empty() && is_lower(name.front()) && std::ranges::all_of(name, is_known);
}

}  // namespace

Result<void> check_columns(std::span<const StepColumn> columns) {
  const auto refuse = [](const StepColumn& column, const char* why) {
    return fail(ErrorCode::invalid_value, "columns", "\"" + column.name + "\" " + why);
  };
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const StepColumn& column = columns[i];
    if (!is_camel_case(column.name)) return refuse(column, "is no word like \"noisyNorm\"");
    if (std::ranges::find(kTaken, column.name) != kTaken.end()) {
      return refuse(column, "is a name that every trace has: choose another one");
    }
    const auto before = columns.first(i);
    if (std::ranges::find(before, column.name, &StepColumn::name) != before.end()) {
      return refuse(column, "stands twice");
    }
    if (column.title.empty()) return refuse(column, "needs a title");
  }
  return {};
}

}  // namespace noisy
