#include "engine/algorithm/simplex/scaling_specs.h"

#include <utility>

namespace noisy {
namespace {

constexpr const char* kSteps = "stepsFactor";
constexpr const char* kDraws = "samplesFactor";
constexpr const char* kStepSize = "stepSizeFactor";

ParameterSpec factor_spec(const char* name, const char* title, std::string description) {
  return {.name = name,
          .title = title,
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = 1e6,
          .exclusive_minimum = true,
          .default_rule = "1",
          .description = std::move(description) +
                         ": a constant that the theorem leaves open. Only rule paper-scaling "
                         "looks at it.",
          .source = "beyond the paper"};
}

}  // namespace

std::vector<ParameterSpec> with_scaling_specs(std::vector<ParameterSpec> specs) {
  specs.push_back(factor_spec(kSteps, "Factor of the steps", "c_T, what T* is multiplied with"));
  specs.push_back(factor_spec(kDraws, "Factor of the vertices", "c_K, what K is multiplied with"));
  specs.push_back(factor_spec(kStepSize, "Factor of the step size",
                              "c_tau, what tau is multiplied with, within what the budget allows"));
  return specs;
}

ScalingConstants scaling_constants(const ParameterSet& given) {
  return {.steps = given.number(kSteps).value_or(1),
          .draws = given.number(kDraws).value_or(1),
          .step_size = given.number(kStepSize).value_or(1)};
}

}  // namespace noisy
