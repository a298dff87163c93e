#include "engine/problem/saddle/task_population.h"

#include <cmath>
#include <string>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

/// Tasks that have their first input in common with every fourth.
constexpr Index kFirstInputs = 4;

Index fewest_inputs(Index tasks) {
  return kFirstInputs + (tasks + kFirstInputs - 1) / kFirstInputs;
}

Result<void> check(const SyntheticParameters& parameters) {
  if (parameters.atoms < 1) {
    return fail(ErrorCode::invalid_value, "data.atoms", "use at least one atom");
  }
  if (!(parameters.strength >= 0 && std::isfinite(parameters.strength))) {
    return fail(ErrorCode::invalid_value, "data.strength", "use a finite number of at least 0");
  }
  const Index inputs = parameters.features - parameters.tasks;
  if (parameters.tasks >= 2 && inputs >= fewest_inputs(parameters.tasks)) return {};
  return fail(ErrorCode::invalid_value, "data.tasks",
              "use at least 2 tasks, and " + std::to_string(fewest_inputs(parameters.tasks)) +
                  " features more than tasks; there are " + std::to_string(parameters.features));
}

}  // namespace

Result<DenseData> make_task_atoms(const SyntheticParameters& parameters) {
  if (auto ok = check(parameters); !ok) return std::unexpected(ok.error());
  Result<DenseData> data = DenseData::allocate(
      {.samples = parameters.atoms, .features = parameters.features, .layout = DataLayout::rows});
  if (!data) return data;
  const StreamFactory streams =
      StreamFactory::synthetic_data(parameters.population_seed, parameters.name);
  const Index inputs = parameters.features - parameters.tasks;
  Vector row(parameters.features);
  for (Index i = 0; i < parameters.atoms; ++i) {
    Stream stream = streams.stream(StreamPurpose::data, static_cast<std::uint64_t>(i));
    for (Index j = 0; j < inputs; ++j) row[j] = uniform(stream) < 0.5 ? -1 : 1;
    for (Index g = 0; g < parameters.tasks; ++g) {
      const double score = row[g % kFirstInputs] - row[kFirstInputs + g / kFirstInputs];
      const double chance = math::sigmoid(parameters.strength * score);
      row[inputs + g] = uniform(stream) < chance ? 1 : -1;
    }
    data->set_row(i, math::view(row));
  }
  return data;
}

}  // namespace noisy
