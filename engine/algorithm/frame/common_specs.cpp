#include "engine/algorithm/frame/common_specs.h"

#include <utility>

namespace noisy {
namespace {

ParameterSpec with_texts(ParameterSpec spec, SpecTexts texts) {
  spec.default_rule = std::move(texts.default_rule);
  spec.description = std::move(texts.description);
  spec.source = std::move(texts.source);
  return spec;
}

}  // namespace

ParameterSpec iterations_spec(SpecTexts texts) {
  return with_texts({.name = "iterations",
                     .title = "Iterations",
                     .type = ParameterType::integer,
                     .unit = "steps",
                     .minimum = 1,
                     .maximum = 1e9},
                    std::move(texts));
}

ParameterSpec batch_size_spec(SpecTexts texts) {
  return with_texts({.name = "batchSize",
                     .title = "Batch size",
                     .type = ParameterType::integer,
                     .unit = "records",
                     .minimum = 1,
                     .maximum = 1e9},
                    std::move(texts));
}

ParameterSpec step_size_spec(SpecTexts texts) {
  return with_texts({.name = "stepSize",
                     .title = "Step size",
                     .type = ParameterType::number,
                     .minimum = 0,
                     .maximum = 1e9,
                     .exclusive_minimum = true},
                    std::move(texts));
}

ParameterSpec start_spec(SpecTexts texts) {
  const bool has_rule = !texts.default_rule.empty();
  ParameterSpec spec = with_texts({.name = "start",
                                   .title = "Starting point",
                                   .type = ParameterType::number_or_vector,
                                   .minimum = -1e9,
                                   .maximum = 1e9},
                                  std::move(texts));
  if (!has_rule) spec.default_value = 0.0;
  return spec;
}

}  // namespace noisy
