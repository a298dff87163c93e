#include "engine/algorithm/erm/svrg_parameters.h"

#include "engine/algorithm/frame/common_specs.h"
#include "engine/algorithm/frame/parameter_words.h"

namespace noisy {
namespace {

constexpr double kMostSteps = 1e9;

constexpr Words<SvrgStepRule, 3> kStepRules = {
    {{"constant", SvrgStepRule::constant},
     {"bb-private", SvrgStepRule::private_barzilai_borwein},
     {"bb-exact", SvrgStepRule::exact_barzilai_borwein}}};
constexpr Words<AnchorNoise, 2> kAnchorNoises = {
    {{"per-step", AnchorNoise::per_step}, {"per-epoch", AnchorNoise::per_epoch}}};
constexpr Words<std::optional<VarianceLemma>, 3> kTheories = {
    {{"paper", VarianceLemma::paper}, {"tight", VarianceLemma::tight}, {"none", std::nullopt}}};

ParameterSpec epochs_spec(SvrgKind kind) {
  const bool doubles = kind == SvrgKind::doubling;
  return {.name = "epochs",
          .title = "Epochs",
          .type = ParameterType::integer,
          .unit = "epochs",
          .minimum = 1,
          .maximum = doubles ? 40 : 1e6,
          .default_rule = "where what is left of the initial gap meets the noise",
          .description = doubles ? "T, how often an anchor is taken; each epoch doubles the last."
                                 : "T, how often an anchor is taken.",
          .source = doubles ? "Theorem 4.4" : "Theorem 4.2"};
}

ParameterSpec inner_iterations_spec(SvrgKind kind) {
  const bool doubles = kind == SvrgKind::doubling;
  ParameterSpec spec{.name = "innerIterations",
                     .title = "Inner iterations",
                     .type = ParameterType::integer,
                     .unit = "steps",
                     .minimum = 1,
                     .maximum = kMostSteps,
                     .description = doubles ? "m; epoch s has 2^s m noisy steps."
                                            : "m, the noisy steps of each epoch.",
                     .source = doubles ? "Theorem 4.4; section 5" : "Theorem 4.2"};
  if (doubles) {
    spec.default_value = 10.0;
  } else {
    spec.default_rule = "ceil(200 kappa), with theory tight ceil(100 kappa)";
  }
  return spec;
}

ParameterSpec batch_size() {
  return batch_size_spec(
      {.default_rule = "the smallest whose noise is within 15% of a large batch's",
       .description = "b, records drawn without replacement in each inner step; the paper has 1, "
                      "for which little privacy is proven.",
       .source = "derived"});
}

ParameterSpec step_size(SvrgKind kind) {
  return step_size_spec({.default_rule = kind == SvrgKind::doubling
                                             ? "1/(13 L), with theory tight 1/(7 L)"
                                             : "1/(48 L), with theory tight 1/(24 L)",
                         .description = "eta, the step itself.",
                         .source = kind == SvrgKind::doubling ? "Theorem 4.4" : "Theorem 4.2"});
}

ParameterSpec step_scale_spec() {
  return {.name = "stepScale",
          .title = "Step scale",
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = 1e6,
          .exclusive_minimum = true,
          .default_rule = "that of the default step",
          .description = "c in step = c / L, L the smoothness of the loss.",
          .source = "derived"};
}

ParameterSpec step_rule_spec() {
  return {.name = "stepRule",
          .title = "Step rule",
          .type = ParameterType::choice,
          .choices = words_of(kStepRules),
          .default_value = std::string("constant"),
          .description =
              "Barzilai and Borwein's step from two epochs: bb-private takes the released "
              "gradients and is free; bb-exact takes exact ones, as the paper's experiments did, "
              "which no proof covers: not private.",
          .source = "Appendix A, repaired"};
}

ParameterSpec anchor_noise_spec() {
  return {
      .name = "anchorNoise",
      .title = "Anchor noise",
      .type = ParameterType::choice,
      .choices = words_of(kAnchorNoises),
      .default_value = std::string("per-step"),
      .description =
          "When the gradient at an anchor is noised: per-step, with every difference, as in the "
          "paper; per-epoch, once, in a release of its own, whose noise does not average out over "
          "an "
          "epoch. Large batches need the least noise with per-step, which counts difference and "
          "anchor at once.",
      .source = "derived"};
}

ParameterSpec anchor_weight_spec() {
  return {.name = "anchorWeight",
          .title = "Anchor weight",
          .type = ParameterType::number,
          .minimum = 1e-6,
          .maximum = 1e12,
          .default_rule = "the length of the last epoch",
          .description =
              "w, how the budget is divided between anchors and differences, with anchorNoise "
              "per-epoch: sigma_1^2 + w sigma_v^2 is made least. 1 gives a single step the least "
              "noise; the length of an epoch, the mean of its iterates.",
          .source = "derived"};
}

ParameterSpec theory_spec(SvrgKind kind) {
  const bool doubles = kind == SvrgKind::doubling;
  ParameterSpec spec{
      .name = "theory",
      .title = "Theory",
      .type = ParameterType::choice,
      .choices = words_of(kTheories),
      .description =
          doubles ? "The theorem's largest step, as printed or by a tighter lemma; none runs "
                    "other steps without a bound."
                  : "Condition (4), as printed or by a tighter lemma; none runs steps and "
                    "epochs outside of it, without a bound.",
      .source = doubles ? "Theorem 4.4" : "Theorem 4.2, condition (4)"};
  if (doubles) {
    spec.default_value = std::string("paper");
  } else {
    spec.default_rule =
        "paper; with noise, and neither epochs nor steps stated, none where other epochs end "
        "clearly lower on records like most";
  }
  return spec;
}

ParameterSpec start() {
  return start_spec(
      {.default_rule = "",
       .description = "The first anchor, chosen without looking at the data: one number for every "
                      "coordinate, or a vector. Moved into the domain.",
       .source = "Algorithm 1"});
}

}  // namespace

std::vector<ParameterSpec> svrg_parameter_specs(SvrgKind kind) {
  std::vector<ParameterSpec> specs = {epochs_spec(kind), inner_iterations_spec(kind), batch_size(),
                                      step_size(kind), step_scale_spec()};
  if (kind == SvrgKind::restarted) specs.push_back(step_rule_spec());
  specs.push_back(anchor_noise_spec());
  specs.push_back(anchor_weight_spec());
  specs.push_back(theory_spec(kind));
  specs.push_back(start());
  return specs;
}

Result<SvrgParameters> read_svrg_parameters(const ParameterSet& given, const RiskFacts& facts) {
  if (given.has("stepSize") && given.has("stepScale")) {
    return fail(ErrorCode::conflicting_fields, "stepSize", "give stepSize or stepScale, not both");
  }
  SvrgParameters out{.epochs = whole(given, "epochs"),
                     .inner_iterations = whole(given, "innerIterations"),
                     .batch_size = whole(given, "batchSize"),
                     .step_size = given.number("stepSize"),
                     .step_scale = given.number("stepScale"),
                     .anchor_weight = given.number("anchorWeight")};
  out.step_rule = chosen(given, "stepRule", kStepRules, out.step_rule);
  out.anchor_noise = chosen(given, "anchorNoise", kAnchorNoises, out.anchor_noise);
  out.theory = chosen(given, "theory", kTheories, out.theory);
  if (out.anchor_weight && out.anchor_noise == AnchorNoise::per_step) {
    return fail(ErrorCode::unsupported_option, "anchorWeight",
                "divides the budget of anchorNoise \"per-epoch\"; leave it out here");
  }
  if (out.batch_size && *out.batch_size > facts.samples) {
    return fail(ErrorCode::invalid_value, "batchSize",
                "batch size must be between 1 and n = " + std::to_string(facts.samples) +
                    " (sampling without replacement)");
  }
  return out;
}

}  // namespace noisy
