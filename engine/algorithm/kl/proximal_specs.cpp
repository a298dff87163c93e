#include "engine/algorithm/kl/proximal_specs.h"

#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/kl/kl_entries.h"

namespace noisy {
namespace {

constexpr Words<ProximalMode, 3> kModes = {{{"growing-weight", ProximalMode::growing_weight},
                                            {"paper", ProximalMode::paper},
                                            {"practical", ProximalMode::practical}}};
constexpr Words<InnerStepRule, 2> kStepRules = {
    {{"linear-weight", InnerStepRule::linear_weight}, {"paper", InnerStepRule::paper}}};
constexpr Words<InnerNoise, 2> kNoises = {
    {{"exact", InnerNoise::exact}, {"paper", InnerNoise::paper}}};
constexpr Words<InnerLength, 2> kLengths = {
    {{"sufficient", InnerLength::sufficient}, {"paper", InnerLength::paper}}};

/// Passes over the data that one proximal step may take where the file says nothing.
constexpr double kInnerIterations = 20'000;
/// The same of noisy GD alone, which nothing is proven of that would need more.
constexpr double kDescentIterations = 1000;

InnerChoices read_choices(const ParameterSet& given, double most_iterations) {
  return {.step_rule = chosen(given, "stepRule", kStepRules, InnerStepRule::linear_weight),
          .noise = inner_noise(given),
          .length = chosen(given, "length", kLengths, InnerLength::sufficient),
          .most_iterations =
              static_cast<Index>(given.number("innerIterations").value_or(most_iterations))};
}

template <typename Value, std::size_t count>
ParameterSpec choice_spec(std::string name, std::string title, const Words<Value, count>& words,
                          std::string description, std::string source) {
  return {.name = std::move(name),
          .title = std::move(title),
          .type = ParameterType::choice,
          .choices = words_of(words),
          .default_value = std::string(words.front().first),
          .description = std::move(description),
          .source = std::move(source)};
}

std::vector<ParameterSpec> inner_specs(double most_iterations) {
  return {choice_spec("stepRule", "Inner steps", kStepRules,
                      "linear-weight: 2 / (Lambda (t + 1)), which goes with the average; paper: "
                      "1 / (Lambda t), as printed.",
                      "Algorithm 4"),
          choice_spec("noise", "Inner noise", kNoises,
                      "exact: what costs the budget; paper: as printed, which spends half of it.",
                      "Algorithm 4; exact derived"),
          choice_spec("length", "Inner length", kLengths,
                      "sufficient: n^2 rho / d steps; paper: more by ln(2/beta)^2, as printed.",
                      "Algorithm 4; sufficient derived"),
          {.name = "innerIterations",
           .title = "Most inner steps",
           .type = ParameterType::integer,
           .unit = "steps",
           .minimum = 2,
           .maximum = static_cast<double>(kMostInnerIterations),
           .default_value = most_iterations,
           .description = "Cap on the iterations of one proximal step; the stated bound is that of "
                          "the capped ones."}};
}

}  // namespace

ProximalMode proximal_mode(const ParameterSet& given) {
  return chosen(given, "mode", kModes, ProximalMode::growing_weight);
}

InnerNoise inner_noise(const ParameterSet& given) {
  return chosen(given, "noise", kNoises, InnerNoise::exact);
}

InnerChoices proximal_choices(const ParameterSet& given) {
  return read_choices(given, kInnerIterations);
}

InnerChoices noisy_gd_choices(const ParameterSet& given) {
  return read_choices(given, kDescentIterations);
}

std::vector<ParameterSpec> proximal_parameter_specs() {
  std::vector<ParameterSpec> specs = {
      choice_spec("mode", "Weights", kModes,
                  "growing-weight: as the targets fall, which proves the rate. paper: one weight, "
                  "as printed. practical: few steps, no promise.",
                  "Algorithm 2; growing weights derived"),
      {.name = "fixedWeight",
       .title = "Fixed weight",
       .type = ParameterType::boolean,
       .default_value = false,
       .description = "In the mode practical: the weight stays that of the weak convexity, to see "
                      "where it stalls."},
      {.name = "weakConvexity",
       .title = "Weak convexity",
       .type = ParameterType::number,
       .minimum = 0,
       .maximum = kLargest,
       .default_rule = "what is known of the problem, 0 where it is convex",
       .description = "W: the objective plus (W/2) ||w||^2 is convex. Any upper bound serves; the "
                      "modes with one weight need a positive one.",
       .source = "Algorithm 2"},
      failure_probability_spec()};
  for (ParameterSpec& spec : inner_specs(kInnerIterations)) specs.push_back(std::move(spec));
  specs.back().default_value.reset();
  specs.back().default_rule = "20000, and as many more as a promise takes";
  specs.push_back(kl_start_spec("Algorithm 2"));
  return specs;
}

std::vector<ParameterSpec> noisy_gd_parameter_specs() {
  std::vector<ParameterSpec> specs = {
      {.name = "proximalWeight",
       .title = "Weight",
       .type = ParameterType::number,
       .minimum = 0,
       .maximum = kLargest,
       .exclusive_minimum = true,
       .default_rule = "what ends lowest on records like most; without noise or smoothness L0 / (2 "
                       "distance), whose ball is as large as the public guess of the distance",
       .description = "Lambda of Lambda ||w - w_0||^2.",
       .source = "Algorithm 4"},
      failure_probability_spec()};
  for (ParameterSpec& spec : inner_specs(kDescentIterations)) specs.push_back(std::move(spec));
  specs.push_back(kl_start_spec("Algorithm 2"));
  return specs;
}

std::vector<StepColumn> proximal_columns() {
  return {{"round", "Proximal step", "", "t, from 1."},
          {"targetGap", "Target gap", "", "Phi_t, what the step is to end below."},
          {"proximalWeight", "Weight", "", "Lambda_t."},
          {"noiseScale", "Noise of the gradient", "",
           "Standard deviation of one coordinate of a released gradient."},
          {"stepSize", "Step size", "",
           "How much of the newest released gradient the point has taken in; little where it is an "
           "average."}};
}

}  // namespace noisy
