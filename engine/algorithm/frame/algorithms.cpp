#include <algorithm>
#include <iterator>

#include "engine/algorithm/frame/catalogue_entries.h"

namespace noisy {
namespace {

std::vector<AlgorithmEntry> built_in_entries() {
  std::vector<AlgorithmEntry> all;
#define NOISY_APPEND(name) std::ranges::move(name##_entries(), std::back_inserter(all));
  NOISY_ALGORITHM_FILES(NOISY_APPEND)
#undef NOISY_APPEND
  std::ranges::stable_partition(
      all, [](const AlgorithmEntry& entry) { return entry.is_private && !entry.leaks; });
  return all;
}

Registry<AlgorithmEntry>& registry() {
  static Registry<AlgorithmEntry> all(built_in_entries());
  return all;
}

}  // namespace

const std::deque<AlgorithmEntry>& algorithms() {
  return registry().entries();
}

const AlgorithmEntry* find_algorithm(std::string_view id) {
  return registry().find(id);
}

bool tells(const AlgorithmEntry& algorithm, std::string_view view) {
  return std::ranges::find(algorithm.tells, view) != algorithm.tells.end();
}

Result<void> register_algorithm(AlgorithmEntry entry) {
  if (!entry.plan) {
    return fail(ErrorCode::invalid_value, "plan", "\"" + entry.id + "\" needs a planner");
  }
  if (auto checked = check_parameters(entry.parameters); !checked) return checked;
  if (auto checked = check_columns(entry.columns); !checked) return checked;
  if (entry.notions.empty() || entry.neighbours.empty() || entry.mechanisms.empty()) {
    return fail(
        ErrorCode::invalid_value, "notions",
        "\"" + entry.id + "\" serves no experiment: name its notions, neighbours and mechanisms");
  }
  return registry().add(std::move(entry));
}

}  // namespace noisy
