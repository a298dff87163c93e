#include <algorithm>
#include <cmath>

#include "engine/algorithm/erm/svrg_parameters.h"
#include "engine/algorithm/erm/theory/svrg_plus_bound.h"
#include "engine/privacy/calibration/gaussian_zcdp.h"

namespace noisy {
namespace {

constexpr double kMostSteps = 1e9;
/// Epochs where there is no noise to balance the initial gap with.
constexpr Index kNoiselessEpochs = 10;

/// C_sig of large batches, whose noise is nearly that of a Gaussian query of sensitivity 2G/n: 2 /
/// rho. A request whose budget is wrong is refused where its noise is calibrated.
double large_batch_noise(const PrivacyRequest& privacy) {
  const double rho = privacy.notion == Notion::zcdp
                         ? privacy.rho
                         : standard_rho(privacy.epsilon, privacy.delta).value_or(1);
  return 2 / rho;
}

std::optional<double> given_step(const SvrgParameters& parameters, double smoothness) {
  if (parameters.step_scale) return *parameters.step_scale / smoothness;
  return parameters.step_size;
}

Result<void> check_strong_convexity(const SvrgParameters& parameters, double strong_convexity) {
  if (strong_convexity > 0) return {};
  if (parameters.theory) {
    return fail(ErrorCode::invalid_value, "problem.regularizer",
                "dp-svrg's theorem needs a strongly convex objective, and mu = 0 here: add an l2 "
                "or elastic-net regularizer, use dp-svrg-pp, or set parameters.theory to \"none\" "
                "with innerIterations");
  }
  if (parameters.inner_iterations) return {};
  return fail(ErrorCode::missing_field, "innerIterations",
              "without strong convexity no theorem gives the epochs' length: state it");
}

Result<void> resolve_restarted(const SvrgParameters& parameters, const PlanInput& input,
                               SvrgSetting& setting) {
  const double mu = setting.strong_convexity;
  if (const auto checked = check_strong_convexity(parameters, mu); !checked) return checked;
  const VarianceLemma lemma = parameters.theory.value_or(VarianceLemma::paper);
  const SvrgEpoch theory = mu > 0
                               ? theory_epoch(lemma, setting.smoothness, mu)
                               : SvrgEpoch{.step_size = 1 / (48 * setting.smoothness), .length = 1};
  setting.step_size = given_step(parameters, setting.smoothness).value_or(theory.step_size);
  SvrgEpoch epoch{.lemma = lemma,
                  .step_size = setting.step_size,
                  .smoothness = setting.smoothness,
                  .strong_convexity = mu};
  const bool keeps_step = setting.step_size == theory.step_size || !parameters.theory;
  const double length = keeps_step ? theory.length : std::floor(shortest_epoch(epoch)) + 1;
  const bool is_too_long = length > kMostSteps && (keeps_step || std::isfinite(length));
  if (!parameters.inner_iterations && parameters.theory && is_too_long) {
    return fail(ErrorCode::limit_exceeded, "problem.regularizer",
                "the theorem's epochs would have more than 10^9 steps, about 100 L / mu: "
                "strengthen the regularizer, or set parameters.theory to \"none\" with "
                "innerIterations");
  }
  epoch.length = parameters.inner_iterations ? static_cast<double>(*parameters.inner_iterations)
                                             : std::min(length, kMostSteps);
  setting.inner_iterations = static_cast<Index>(epoch.length);
  if (parameters.theory) {
    if (const auto checked = check_epoch(epoch); !checked) return checked;
  }
  if (parameters.epochs || input.privacy.notion == Notion::none) {
    setting.epochs = parameters.epochs.value_or(kNoiselessEpochs);
    return {};
  }
  const auto epochs = svrg_epochs(svrg_theorem_facts(input), epoch.length);
  if (!epochs) return std::unexpected(epochs.error());
  setting.epochs = *epochs;
  return {};
}

Result<void> resolve_doubling(const SvrgParameters& parameters, const PlanInput& input,
                              SvrgSetting& setting) {
  constexpr Index kLength = 10;
  const VarianceLemma lemma = parameters.theory.value_or(VarianceLemma::paper);
  const double most = svrg_plus_step(lemma, setting.smoothness);
  setting.step_size = given_step(parameters, setting.smoothness).value_or(most);
  setting.inner_iterations = parameters.inner_iterations.value_or(kLength);
  if (parameters.theory && setting.step_size > most * (1 + 1e-12)) {
    return fail(ErrorCode::unstable_step, "stepSize",
                "the theorem needs a step of at most " + std::to_string(most) +
                    " here; set parameters.theory to \"none\" to run without its bound");
  }
  if (parameters.epochs || input.privacy.notion == Notion::none) {
    setting.epochs = parameters.epochs.value_or(kNoiselessEpochs);
    return {};
  }
  const auto epochs = svrg_plus_epochs({.lemma = lemma,
                                        .step_size = std::min(setting.step_size, most),
                                        .smoothness = setting.smoothness,
                                        .distance = input.facts.distance,
                                        .length = static_cast<double>(setting.inner_iterations)},
                                       svrg_theorem_facts(input));
  if (!epochs) return std::unexpected(epochs.error());
  setting.epochs = *epochs;
  return {};
}

double total_steps(const SvrgSetting& setting) {
  const double length = static_cast<double>(setting.inner_iterations);
  return setting.kind == SvrgKind::doubling ? svrg_plus_inner_steps(length, setting.epochs)
                                            : length * static_cast<double>(setting.epochs);
}

}  // namespace

ErmFacts svrg_theorem_facts(const PlanInput& input) {
  const RiskFacts& facts = input.facts;
  return {.samples = facts.samples,
          .dimension = facts.dimension,
          .lipschitz = facts.l2_sensitivity / 2,
          .smoothness = facts.loss_smoothness,
          .initial_gap = facts.initial_gap,
          .noise_ratio = large_batch_noise(input.privacy)};
}

Index SvrgSetting::length(Index epoch) const {
  return kind == SvrgKind::doubling ? inner_iterations << epoch : inner_iterations;
}

Index SvrgSetting::anchors(Index releases) const {
  if (!releases_anchors()) return 0;
  if (kind == SvrgKind::restarted) return (releases + inner_iterations) / (inner_iterations + 1);
  Index count = 0;
  for (Index epoch = 1; releases > 0; ++epoch) {
    ++count;
    releases -= 1 + length(epoch);
  }
  return count;
}

Result<SvrgSetting> resolve_svrg(SvrgKind kind, const SvrgParameters& parameters,
                                 const PlanInput& input) {
  SvrgSetting setting{.kind = kind,
                      .anchor_noise = parameters.anchor_noise,
                      .smoothness = input.facts.loss_smoothness,
                      .strong_convexity = input.facts.strong_convexity};
  if (!(setting.smoothness > 0)) {
    return fail(ErrorCode::invalid_value, "problem.constants.smoothness",
                "nothing is left for the loss when the regularizer's share is taken off: state the "
                "smoothness of the whole objective");
  }
  const auto resolved = kind == SvrgKind::doubling ? resolve_doubling(parameters, input, setting)
                                                   : resolve_restarted(parameters, input, setting);
  if (!resolved) return std::unexpected(resolved.error());
  const double steps = total_steps(setting);
  if (steps > kMostSteps) {
    return fail(ErrorCode::limit_exceeded, "epochs",
                "the epochs have more than 10^9 steps in all: state fewer epochs or shorter ones "
                "(innerIterations)");
  }
  setting.steps = static_cast<Index>(steps);
  return setting;
}

}  // namespace noisy
