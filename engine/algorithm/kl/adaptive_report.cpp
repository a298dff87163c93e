#include "engine/algorithm/kl/adaptive_report.h"

#include "engine/algorithm/frame/grid_warning.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/kl/kl_report.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/release/neighbour_move.h"

namespace noisy {
namespace {

ClaimWords words_of(const AdaptiveOutline& planned) {
  const std::string noise =
      planned.gradients.is_hardened()
          ? "discrete Gaussian noise, drawn exactly in integers on power-of-two grids,"
          : "normal noise";
  return {.published =
              "all noisy gradients and their noisy lengths, at most " +
              std::to_string(planned.setting.most_queries) + " of each" +
              (planned.answer == AdaptiveAnswer::selected ? ", the iterate that was chosen" : "") +
              ", and every iterate made from them,",
          .noised = "with " + noise + " whose scale follows the noisy lengths"};
}

/// Theorem 4 where the KL constants happen to be known; the run does not use them.
void add_bound(const PlanInput& input, const AdaptiveOutline& planned, PlanSummary& summary) {
  const KlFacts& kl = input.facts.kl;
  const bool is_plain = !input.facts.clips_gradients &&
                        planned.answer != AdaptiveAnswer::selected &&
                        input.privacy.notion != Notion::none;
  if (!is_plain || !kl.is_known() || planned.setting.mode != AdaptiveMode::filter) return;
  const auto bound = adaptive_bound(
      planned.facts,
      {.output = planned.setting.output,
       .relative_noise = planned.setting.relative_noise,
       .most_norm_queries = planned.setting.most_queries},
      {.kappa = kl.exponent, .gamma = kl.constant, .initial_gap = input.facts.initial_gap});
  if (!bound) return;
  summary.bound = {.iteration = {0, static_cast<double>(summary.iterations)},
                   .value = {input.facts.initial_gap, bound->gap()}};
}

void add_warnings(const PlanInput& input, const AdaptiveOutline& planned, PlanSummary& summary) {
  if (planned.setting.mode == AdaptiveMode::paper && summary.claim.promises()) {
    const bool undercounts = planned.setting.norm_cost > planned.setting.norm_charge;
    summary.warnings.push_back(
        std::string("The printed charges ") + (undercounts ? "undercount" : "overcount") +
        ": this run may cost rho = " + figure_text(planned.setting.true_cost) + ", not " +
        figure_text(planned.facts.rho) + ".");
  }
  if (!planned.setting.has_assumption && planned.setting.mode != AdaptiveMode::filter) {
    summary.warnings.push_back(
        "Theorem 4 assumes L0^2 ln(n sqrt(rho) / beta) <= sqrt(rho) L1 n, which does not hold "
        "here.");
  }
  if (input.domain.kind != Domain::Kind::all) {
    summary.warnings.push_back(
        "Steps are projected onto the domain: the theorem is about all of space, and holds while "
        "no projection happens.");
  }
  add_clip_warning(input.facts, summary);
}

}  // namespace

PlanSummary report_descent(const PlanInput& input, const AdaptiveOutline& planned,
                           const AdaptiveChoice& choice, const FilterRule& rule) {
  PlanSummary summary;
  summary.iterations =
      choice.rules().most_norms + (planned.answer == AdaptiveAnswer::selected ? 1 : 0);
  summary.gradient_evaluations =
      static_cast<double>(choice.rules().most_norms) * static_cast<double>(input.facts.samples);
  summary.claim = privacy_claim(input, rule, words_of(planned));
  if (planned.setting.true_cost > planned.facts.rho * (1 + 1e-9)) {
    mark_overspent(planned.total_cost(), summary.claim);
  }
  summary.segments = {{.first = 1,
                       .count = summary.iterations,
                       .step_size = planned.setting.step_size,
                       .first_release = choice.rules().norm,
                       .last_release = choice.rules().norm}};
  summary.parameters = input.parameters;
  summary.parameters.set("maxNormQueries", static_cast<double>(choice.rules().most_norms));
  add_bound(input, planned, summary);
  add_warnings(input, planned, summary);
  if (planned.setting.mode != AdaptiveMode::paper) {
    const double exact = changed_records(input.privacy.neighbours);
    add_grid_warning(planned.facts.adjacency / exact - 1, summary);
  }
  return summary;
}

}  // namespace noisy
