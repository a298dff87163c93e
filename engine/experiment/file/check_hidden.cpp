#include "engine/experiment/file/check_hidden.h"

#include <algorithm>
#include <string>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/frame/step_view.h"

namespace noisy {
namespace {

/// "vertex-smd", "smd" and all others whose steps are drawn from what nobody sees.
std::string hiding_algorithms() {
  std::string out;
  for (const AlgorithmEntry& entry : algorithms()) {
    if (!tells(entry, HiddenPoint::kName)) continue;
    if (!out.empty()) out += ", ";
    out.append(1, '"').append(entry.id).append(1, '"');
  }
  return out;
}

}  // namespace

Result<void> check_hidden(const Experiment& experiment) {
  const auto has_it = [&](const AlgorithmSpec& spec) {
    return keeps_hidden(experiment.run, *find_algorithm(spec.id));
  };
  if (!experiment.run.keeps_hidden || std::ranges::any_of(experiment.algorithms, has_it)) return {};
  return fail(ErrorCode::unsupported_option, "run.trace.hiddenIterates",
              "no algorithm of this experiment draws from a point that it hides: add one that "
              "does, of " +
                  hiding_algorithms() + ", or leave it out");
}

}  // namespace noisy
