#include "engine/data/labels.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace noisy {
namespace {

constexpr std::size_t kMostCounted = 5;

/// Up to kMostCounted + 1 distinct values, in increasing order.
std::vector<double> some_distinct(std::span<const double> targets) {
  std::vector<double> seen;
  for (const double target : targets) {
    const auto at = std::lower_bound(seen.begin(), seen.end(), target);
    if (at != seen.end() && *at == target) continue;
    seen.insert(at, target);
    if (seen.size() > kMostCounted) break;
  }
  return seen;
}

/// How many there are: they stand in records, which no error tells.
std::string counted(std::span<const double> seen) {
  if (seen.size() == 1) return "one value";
  const bool is_all = seen.size() <= kMostCounted;
  return (is_all ? std::to_string(seen.size()) : "more than " + std::to_string(kMostCounted)) +
         " distinct values";
}

bool all_among(std::span<const double> values, double first, double second) {
  return std::all_of(values.begin(), values.end(),
                     [=](double value) { return value == first || value == second; });
}

}  // namespace

Result<void> use_binary_labels(std::span<double> targets) {
  const std::vector<double> seen = some_distinct(targets);
  if (all_among(seen, -1.0, 1.0)) return {};
  if (!all_among(seen, 0.0, 1.0)) {
    return fail(ErrorCode::invalid_labels, "data.target",
                "the targets hold " + counted(seen) +
                    ", a two-class loss needs -1 and 1 or 0 and 1 and no other; say which values "
                    "are positive "
                    "with a step {\"kind\": \"labels\", \"positive\": [...]} in data.preprocess, "
                    "or use a loss for numbers, such as \"squared\"");
  }
  for (double& target : targets) target = target == 1.0 ? 1.0 : -1.0;
  return {};
}

Result<void> use_classes(std::span<double> targets, Index classes) {
  const auto is_class = [most = static_cast<double>(classes)](double target) {
    return target >= 0 && target < most && target == std::floor(target);
  };
  if (std::ranges::all_of(targets, is_class)) return {};
  const std::vector<double> seen = some_distinct(targets);
  if (!all_among(seen, -1.0, 1.0)) {
    return fail(ErrorCode::invalid_labels, "data.target",
                "the targets hold " + counted(seen) +
                    ", and problem.classes = " + std::to_string(classes) +
                    " takes the whole numbers from 0 to " + std::to_string(classes - 1) +
                    ": state how many classes there are, or list the target's words in "
                    "data.columns, which numbers them");
  }
  for (double& target : targets) target = std::max(target, 0.0);
  return {};
}

void map_labels(std::span<double> targets, std::span<const double> positive) {
  for (double& target : targets) {
    target = std::find(positive.begin(), positive.end(), target) != positive.end() ? 1.0 : -1.0;
  }
}

}  // namespace noisy
