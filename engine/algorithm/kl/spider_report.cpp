#include "engine/algorithm/kl/spider_report.h"

#include <cmath>

#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/kl/kl_report.h"
#include "engine/math/figure_text.h"

namespace noisy {
namespace {

/// What every round does, in steps of one length each.
void add_rounds(const SpiderSchedule& schedule, const RoundsRule& rule, PlanSummary& summary) {
  Index first = 1;
  for (std::size_t k = 0; k < schedule.rounds.size(); ++k) {
    const SpiderRound& round = schedule.rounds[k];
    const RoundReleases& releases = rule.round(k);
    const auto add = [&](Index count, const Release& release) {
      summary.segments.push_back({.first = first,
                                  .count = count,
                                  .step_size = round.step_length,
                                  .first_release = release,
                                  .last_release = release});
      if (release.mechanism != Mechanism::none) {
        append(summary.noise_scale, first, release.noise_scale);
        append(summary.cost, first, release.cost.value);
      }
      first += count;
    };
    add(1, releases.fresh);
    if (releases.differences > 0) add(releases.differences, releases.difference);
  }
}

void add_bound(const SpiderSchedule& schedule, PlanSummary& summary) {
  append(summary.bound, 0, schedule.start_gap);
  Index iteration = 0;
  for (const SpiderRound& round : schedule.rounds) {
    append(summary.bound, iteration += round.steps, round.target);
  }
}

ClaimWords words_of(const RoundsRule& rule) {
  return {.published = "the noisy gradients and differences of all " +
                       std::to_string(rule.planned().front().count) + " rounds, at most " +
                       std::to_string(rule.count()) + ", and every iterate made from them,",
          .noised = "with normal noise on each coordinate"};
}

void add_warnings(const PlanInput& input, const ResolvedSchedule& planned, PlanSummary& summary) {
  const SpiderSchedule& schedule = planned.schedule;
  add_kl_note(input.facts.kl, planned.setting, summary);
  add_clip_warning(input.facts, summary);
  if (schedule.mode == SpiderMode::accuracy_driven || schedule.true_cost == 0) return;
  if (schedule.is_vacuous) {
    summary.warnings.push_back(
        "With the paper's constants the guarantee is no better than the initial gap: use the mode "
        "\"accuracy-driven\".");
  }
  if (schedule.mode == SpiderMode::paper) {
    summary.warnings.push_back("The printed noise costs rho = " + figure_text(schedule.true_cost) +
                               ", not " + figure_text(planned.setting.rho) +
                               "; the printed loop, one step longer, would cost " +
                               figure_text(schedule.literal_cost) + ".");
  }
}

}  // namespace

PlanSummary report_rounds(const PlanInput& input, const ResolvedSchedule& planned,
                          const SpiderOptions& options, const RoundsRule& rule) {
  const SpiderSchedule& schedule = planned.schedule;
  PlanSummary summary;
  summary.iterations = rule.count();
  summary.gradient_evaluations =
      static_cast<double>(rule.count()) * static_cast<double>(input.facts.samples);
  summary.claim = privacy_claim(input, rule, words_of(rule));
  if (rule.cap().value > planned.setting.rho * (1 + 1e-9)) {
    mark_overspent(rule.cap().value, summary.claim);
  }
  summary.parameters = input.parameters;
  if (std::isfinite(planned.region)) summary.parameters.set("radius", planned.region);
  summary.parameters.set("maxTotalSteps", static_cast<double>(options.most_steps));
  add_rounds(schedule, rule, summary);
  // The guarantee of equal rounds is about one iterate, nobody knows which.
  if (!input.facts.clips_gradients && !options.has_equal_rounds) add_bound(schedule, summary);
  add_warnings(input, planned, summary);
  return summary;
}

std::unexpected<Error> no_round(const PlanInput& input, const SpiderOptions& options,
                                const ResolvedSchedule& planned) {
  std::string text = nothing_fits(planned.schedule.start_gap);
  const double half = 0.5 * planned.schedule.start_gap;
  const auto rho = rho_for_target(planned.setting, half, options.error_fraction,
                                  options.step_fraction, options.most_steps);
  const auto samples = n_for_target(planned.setting, half, options.error_fraction,
                                    options.step_fraction, options.most_steps);
  const bool is_zcdp = input.privacy.notion == Notion::zcdp;
  if (rho && samples) {
    const double budget =
        is_zcdp ? *rho : zcdp_epsilon(*rho, input.privacy.delta, ZcdpConversion::optimal);
    text += std::string("; ") + (is_zcdp ? "rho" : "epsilon") + " = " + figure_text(budget) +
            " or n = " + figure_text(*samples) + " records would guarantee half of it";
  }
  return fail(ErrorCode::no_certificate, budget_field(input.privacy), std::move(text));
}

}  // namespace noisy
