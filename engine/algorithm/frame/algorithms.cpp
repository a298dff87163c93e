#include <algorithm>
#include <iterator>

#include "engine/algorithm/frame/catalogue_entries.h"

namespace noisy {
namespace {

std::vector<AlgorithmEntry> all_entries() {
  std::vector<AlgorithmEntry> all;
  for (auto make :
       {gradient_descent_entries, heavy_ball_entries, nesterov_entries, multistage_nesterov_entries,
        svrg_entries, accmd_entries, noisy_mirror_descent_entries, frank_wolfe_entries,
        output_perturbation_entries, objective_perturbation_entries, sgd_entries}) {
    std::ranges::move(make(), std::back_inserter(all));
  }
  std::ranges::stable_partition(
      all, [](const AlgorithmEntry& entry) { return entry.is_private && !entry.leaks; });
  return all;
}

}  // namespace

std::span<const AlgorithmEntry> algorithms() {
  static const std::vector<AlgorithmEntry> all = all_entries();
  return all;
}

const AlgorithmEntry* find_algorithm(std::string_view id) {
  const auto all = algorithms();
  const auto found = std::ranges::find(all, id, &AlgorithmEntry::id);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace noisy
