#include "engine/algorithm/kl/spider_specs.h"

#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/kl/kl_entries.h"

namespace noisy {
namespace {

constexpr Words<SpiderMode, 3> kModes = {{{"accuracy-driven", SpiderMode::accuracy_driven},
                                          {"paper-certified", SpiderMode::paper_certified},
                                          {"paper", SpiderMode::paper}}};

ParameterSpec fraction(std::string name, std::string title, double maximum, double value,
                       std::string description) {
  return {.name = std::move(name),
          .title = std::move(title),
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = maximum,
          .exclusive_minimum = true,
          .default_value = value,
          .description = std::move(description),
          .source = "section 2.2; constants derived"};
}

ParameterSpec mode_spec() {
  return {.name = "mode",
          .title = "Constants",
          .type = ParameterType::choice,
          .choices = words_of(kModes),
          .default_value = "accuracy-driven",
          .description =
              "accuracy-driven: as many rounds as the budget certifies, with the "
              "tightest constants of the proof. paper: as printed, shown with its true "
              "cost. paper-certified: the printed schedule, with noise for the "
              "budget.",
          .source = "Algorithm 1"};
}

ParameterSpec radius_spec() {
  return {.name = "radius",
          .title = "Radius",
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = kLargest,
          .exclusive_minimum = true,
          .default_rule = "the least region that the plan certainly stays in",
          .description = "Of the ball around 0 whose bounds on gradients are used.",
          .source = "section 2.2, derived"};
}

ParameterSpec most_steps_spec() {
  return {.name = "maxTotalSteps",
          .title = "Most steps",
          .type = ParameterType::integer,
          .unit = "steps",
          .minimum = 1,
          .maximum = static_cast<double>(kMostSpiderSteps),
          .default_value = static_cast<double>(kUsualSpiderSteps),
          .description = "A plan with more steps over all rounds is refused."};
}

}  // namespace

SpiderOptions spider_options(const ParameterSet& given) {
  return {.mode = chosen(given, "mode", kModes, SpiderMode::accuracy_driven),
          .error_fraction = given.number("errorFraction").value_or(kUsualErrorFraction),
          .step_fraction = given.number("stepFraction").value_or(kUsualStepFraction),
          .most_steps = whole(given, "maxTotalSteps").value_or(kUsualSpiderSteps)};
}

std::vector<ParameterSpec> spider_parameter_specs() {
  std::vector<ParameterSpec> specs = fixed_round_parameter_specs();
  specs.insert(specs.begin(), mode_spec());
  return specs;
}

std::vector<ParameterSpec> fixed_round_parameter_specs() {
  return {failure_probability_spec(),
          fraction("errorFraction", "Error share", 0.5, kUsualErrorFraction,
                   "e: the share of a round's gradient that an estimate may be wrong by."),
          fraction("stepFraction", "Step share", 2, kUsualStepFraction,
                   "s: steps are s / L1 times a round's gradient long, below 2 (1 - 2 e)."),
          radius_spec(),
          most_steps_spec(),
          kl_start_spec("Algorithm 1")};
}

std::vector<StepColumn> spider_columns() {
  return {{"round", "Round", "", "k, from 1."},
          {"targetGap", "Target gap", "", "Phi_k, what the round is to end below."},
          {"estimateNorm", "Estimated gradient", "", "Length of the private gradient estimate."},
          {"threshold", "Threshold", "", "The round ends once the estimate is shorter."},
          {"noiseScale", "Noise of the estimate", "",
           "Standard deviation of one coordinate of the estimate."}};
}

}  // namespace noisy
