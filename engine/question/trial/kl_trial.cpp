#include "engine/question/trial/kl_trial.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/experiment/file/experiment.h"
#include "engine/question/trial/kl_changes.h"
#include "engine/question/trial/kl_ground.h"
#include "engine/question/trial/kl_methods.h"
#include "engine/question/trial/trial_point.h"
#include "engine/question/trial/trial_records.h"

namespace noisy {
namespace {

/// "A; B; C": titles have commas.
std::string listed(const std::vector<const AlgorithmEntry*>& entries) {
  std::string out;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i > 0) out += "; ";
    out += entries[i]->title;
  }
  return out;
}

/// Whether the experiment has them already, whatever else it says of them.
bool has_methods(const Experiment& given, const std::vector<const AlgorithmEntry*>& entries) {
  return std::ranges::equal(given.algorithms, entries, {}, &AlgorithmSpec::id,
                            [](const AlgorithmEntry* entry) { return entry->id; });
}

}  // namespace

Result<std::string> kl_trial(std::string_view text, const std::optional<StatedShape>& shape) {
  const auto given = read_experiment(text);
  if (!given) return std::unexpected(given.error());
  auto changes = change_for_kl(*given, shape);
  if (!changes) return std::unexpected(std::move(changes.error()));
  const auto point = trial_point(changes->experiment, shape, TrialDepth::plans);
  if (!point) return std::unexpected(point.error());
  const KlGround ground = kl_ground(*point);
  auto methods = fitting_methods(*point, !ground.assumed.empty());
  if (!methods) return std::unexpected(std::move(methods.error()));
  if (!has_methods(*given, methods->entries)) {
    changes->sentences.push_back("What runs: " + listed(methods->entries) + ".");
  }
  changes->experiment.set("algorithms", std::move(methods->kept));
  keep_measured(*given, methods->entries, changes->experiment);
  return write_json(
      record::json_of<record::kTrial>(record::Trial{.experiment = std::move(changes->experiment),
                                                    .changes = std::move(changes->sentences),
                                                    .ground = ground,
                                                    .methods = std::move(methods->sentences)}));
}

}  // namespace noisy
