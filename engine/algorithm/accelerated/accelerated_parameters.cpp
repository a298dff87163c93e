#include "engine/algorithm/accelerated/accelerated_parameters.h"

#include <algorithm>

#include "engine/algorithm/frame/common_specs.h"
#include "engine/algorithm/frame/parameter_words.h"

namespace noisy {
namespace {

constexpr double kMostIterations = 1e9;

constexpr Words<MomentumRule, 3> kMomentumRules = {{{"nesterov", MomentumRule::nesterov},
                                                    {"critical", MomentumRule::critical},
                                                    {"polyak", MomentumRule::polyak}}};
constexpr Words<SensitivityRule, 2> kSensitivities = {
    {{"uniform", SensitivityRule::uniform}, {"state-dependent", SensitivityRule::state_dependent}}};
constexpr Words<Division, 3> kDivisions = {{{"uniform", Division::uniform},
                                            {"remark-4-2", Division::remark_4_2},
                                            {"exact-subsampled", Division::exact_subsampled}}};
constexpr Words<std::optional<HorizonMode>, 4> kHorizons = {
    {{"corrected", HorizonMode::corrected},
     {"paper-text", HorizonMode::paper_text},
     {"published-figures", HorizonMode::published_figures},
     {"all", std::nullopt}}};

ParameterSpec iterations() {
  ParameterSpec spec = iterations_spec(
      {.default_rule = "",
       .description = "T, the number of noisy gradients. More steps converge further but each "
                      "gets less budget, so more noise.",
       .source = "Remark 4.1"});
  spec.default_value = 200.0;
  return spec;
}

ParameterSpec batch_size() {
  return batch_size_spec({.default_rule = "n: every record in every step",
                          .description =
                              "m, records drawn without replacement in each step; the sampling "
                              "amplifies privacy.",
                          .source = "Thm A.3"});
}

ParameterSpec step_scale_spec() {
  return {.name = "stepScale",
          .title = "Step scale",
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = 1,
          .exclusive_minimum = true,
          .default_value = 1.0,
          .description = "c in step = c / L. Smaller steps average the noise but converge slower.",
          .source = "section 5"};
}

ParameterSpec step_size() {
  return step_size_spec({.default_rule = "stepScale / L",
                         .description = "The step itself, in place of stepScale / L.",
                         .source = "section 3"});
}

ParameterSpec momentum_spec() {
  return {.name = "momentum",
          .title = "Momentum",
          .type = ParameterType::number_or_choice,
          .minimum = 0,
          .maximum = 0.999999,
          .choices = words_of(kMomentumRules),
          .default_value = std::string("nesterov"),
          .start = FormStart{0.9},
          .description =
              "beta: a number in [0, 1), or a rule: nesterov (1 - sqrt(a mu)) / (1 + "
              "sqrt(a mu)), critical (1 - sqrt(a mu))^2, polyak with its own step. "
              "Momentum does not lower the noise; it raises the noise floor.",
          .source = "Prop. 3.1; section 5"};
}

ParameterSpec sensitivity_spec() {
  return {.name = "sensitivity",
          .title = "Sensitivity",
          .type = ParameterType::choice,
          .choices = words_of(kSensitivities),
          .default_value = std::string("uniform"),
          .description =
              "Scale the noise by one bound for all points, or by the bound at the "
              "current, already released point.",
          .source = "Prop. 3.1"};
}

ParameterSpec division_spec(std::string_view default_division) {
  return {.name = "division",
          .title = "Budget division",
          .type = ParameterType::choice,
          .choices = words_of(kDivisions),
          .default_value = std::string(default_division),
          .description =
              "How the budget is spread over the steps: evenly, or by the weight of each "
              "step's noise in the error bound (the two differ only for m < n).",
          .source = "Prop. 4.2, Remark 4.2"};
}

ParameterSpec horizon_spec(std::string_view default_horizon) {
  return {.name = "horizon",
          .title = "Horizon selection",
          .type = ParameterType::choice,
          .choices = words_of(kHorizons),
          .default_value = std::string(default_horizon),
          .description =
              "Which form of the bound chooses how many of the T steps are run; it "
              "depends on the guess of the initial gap. all: every one of them.",
          .source = default_horizon == "all"
                        ? "Remark 4.1; descent's bound is too loose to choose by, so "
                          "all steps are run unless the file says otherwise"
                        : "Remark 4.1"};
}

ParameterSpec include_sampling_noise_spec() {
  return {
      .name = "includeSamplingNoise",
      .title = "Count sampling noise",
      .type = ParameterType::boolean,
      .default_value = false,
      .description = "Adds the mini-batch sampling error to the score that selects the horizon.",
      .source = "Prop. 3.3"};
}

ParameterSpec stage_exponent_spec() {
  return {.name = "stageExponent",
          .title = "Stage exponent",
          .type = ParameterType::number,
          .minimum = 1,
          .maximum = 100,
          .default_value = 1.0,
          .description = "p in the stage lengths 2^k ceil(sqrt(kappa) ln 2^(p+2)).",
          .source = "eq. 33"};
}

ParameterSpec first_stage_spec() {
  return {.name = "firstStage",
          .title = "First stage",
          .type = ParameterType::integer,
          .unit = "steps",
          .minimum = 1,
          .maximum = kMostIterations,
          .default_rule = "ceil(2 sqrt(kappa) ln sqrt(kappa))",
          .description = "n_1, the length of the first stage.",
          .source = "eq. 33; section 5"};
}

ParameterSpec scale_condition_number_spec() {
  return {.name = "scaleConditionNumber",
          .title = "Rescale kappa",
          .type = ParameterType::boolean,
          .default_value = false,
          .description = "Uses kappa / c in the stage lengths, which is the rate of a step c / L.",
          .source = "eq. 33, derived"};
}

ParameterSpec start() {
  return start_spec({.default_rule = "",
                     .description = "x_0, chosen without looking at the data: one number for every "
                                    "coordinate, or a vector.",
                     .source = "section 1"});
}

std::vector<ParameterSpec> all_specs(std::string_view default_division,
                                     std::string_view default_horizon) {
  return {iterations(),
          batch_size(),
          step_scale_spec(),
          step_size(),
          momentum_spec(),
          sensitivity_spec(),
          division_spec(default_division),
          horizon_spec(default_horizon),
          include_sampling_noise_spec(),
          stage_exponent_spec(),
          first_stage_spec(),
          scale_condition_number_spec(),
          start()};
}

/// No step may be given that the run would not take.
Result<void> check_step(const ParameterSet& given) {
  if (given.has("stepSize") && given.has("stepScale")) {
    return fail(ErrorCode::conflicting_fields, "stepSize", "give stepSize or stepScale, not both");
  }
  if (given.text("momentum") != "polyak") return {};
  for (const char* name : {"stepSize", "stepScale"}) {
    if (!given.has(name)) continue;
    return fail(ErrorCode::conflicting_fields, name,
                "the momentum \"polyak\" has its own step: leave this out, or give the momentum as "
                "a number");
  }
  return {};
}

}  // namespace

std::vector<ParameterSpec> accelerated_parameter_specs(
    std::initializer_list<std::string_view> names, std::string_view default_division,
    std::string_view default_horizon) {
  const std::vector<ParameterSpec> all = all_specs(default_division, default_horizon);
  std::vector<ParameterSpec> chosen_specs;
  for (std::string_view name : names) {
    const auto found = std::ranges::find(all, name, &ParameterSpec::name);
    if (found != all.end()) chosen_specs.push_back(*found);
  }
  // Methods that have noise choose T, and with it the step, by what is left of it.
  if (std::ranges::find(names, "sensitivity") == names.end()) return chosen_specs;
  for (ParameterSpec& spec : chosen_specs) {
    if (spec.name == "iterations") {
      spec.default_value.reset();
      spec.start = FormStart{20};
      spec.default_rule =
          "with noise and all records in every step, as many as end lowest on records like most; "
          "else 200";
    } else if (spec.name == "stepScale") {
      spec.default_value.reset();
      spec.start = FormStart{1};
      spec.default_rule = "1; beside iterations that are chosen, what ends lowest with them";
    } else if (spec.name == "momentum") {
      spec.default_value.reset();
      spec.default_rule = "nesterov; beside iterations that are chosen, what ends lowest with them";
    } else if (spec.name == "horizon" && default_horizon != "all") {
      spec.default_value.reset();
      spec.default_rule = "all where iterations are chosen, else " + std::string(default_horizon);
    }
  }
  return chosen_specs;
}

Result<AcceleratedParameters> read_accelerated_parameters(
    const ParameterSet& given, const RiskFacts& facts, Division default_division,
    std::optional<HorizonMode> default_horizon) {
  AcceleratedParameters out;
  out.iterations = whole(given, "iterations").value_or(out.iterations);
  out.batch_size = whole(given, "batchSize");
  if (out.batch_size && *out.batch_size > facts.samples) {
    return fail(ErrorCode::invalid_value, "batchSize",
                "batch size must be between 1 and n = " + std::to_string(facts.samples) +
                    " (sampling without replacement)");
  }
  if (auto checked = check_step(given); !checked) return std::unexpected(checked.error());
  out.step_scale = given.number("stepScale").value_or(out.step_scale);
  out.step_size = given.number("stepSize");
  out.momentum = given.number("momentum");
  out.momentum_rule = chosen(given, "momentum", kMomentumRules, out.momentum_rule);
  out.sensitivity = chosen(given, "sensitivity", kSensitivities, out.sensitivity);
  out.division = chosen(given, "division", kDivisions, default_division);
  out.horizon = chosen(given, "horizon", kHorizons, default_horizon);
  out.include_sampling_noise = given.flag("includeSamplingNoise").value_or(false);
  out.stage_exponent = given.number("stageExponent").value_or(out.stage_exponent);
  out.first_stage = whole(given, "firstStage");
  out.scale_condition_number = given.flag("scaleConditionNumber").value_or(false);
  return out;
}

double resolved_step_size(const AcceleratedParameters& parameters, const RiskFacts& facts) {
  return parameters.step_size.value_or(parameters.step_scale / facts.smoothness);
}

}  // namespace noisy
