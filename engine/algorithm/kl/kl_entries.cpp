#include "engine/algorithm/kl/kl_entries.h"

#include "engine/algorithm/frame/common_specs.h"

namespace noisy {

AlgorithmEntry kl_entry() {
  AlgorithmEntry entry;
  entry.paper =
      "Menart, Ullah, Arora, Bassily, Guzman: Differentially Private Non-Convex Optimization under "
      "the KL Condition with Optimal Rates";
  entry.notions = {Notion::approximate, Notion::zcdp, Notion::none};
  entry.neighbours = {Neighbours::replace_one, Neighbours::zero_out};
  entry.mechanisms = {Mechanism::gaussian};
  return entry;
}

ParameterSpec failure_probability_spec() {
  return {.name = "failureProbability",
          .title = "Failure probability",
          .type = ParameterType::number,
          .minimum = 1e-12,
          .maximum = 0.5,
          .default_value = kFailureProbability,
          .description =
              "beta: the error bound may fail with at most this chance. Privacy never "
              "depends on it.",
          .source = "Theorems 1, 2 and 4"};
}

ParameterSpec kl_start_spec(std::string source) {
  return start_spec({.default_rule = "0, or the gallery problem's own start",
                     .description = "w_0.",
                     .source = std::move(source)});
}

}  // namespace noisy
