#include "engine/algorithm/frame/ranged_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/algorithm/frame/record_move.h"
#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/accountant/mechanism_renyi.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/privacy/form/column_range.h"

namespace noisy {
namespace {

/// The choices of ranges, then the releases of an algorithm's own rule.
class RangedRule final : public ScheduledRule {
 public:
  /// @param rule  must outlive this
  RangedRule(const ScheduledRule& rule, const PlannedReleases& ranges,
             const PrivacyRequest& privacy)
      : rule_(rule), ranges_(ranges), privacy_(privacy) {}

  Cost cap() const override {
    Cost cap = rule_.cap();
    cap.value += static_cast<double>(ranges_.count) * ranges_.first.cost.value;
    return cap;
  }
  Release at(Index number) const override {
    return number <= ranges_.count ? ranges_.first : rule_.at(number - ranges_.count);
  }
  Index count() const override { return ranges_.count + rule_.count(); }
  /// The algorithm's own kinds first: what is said of a plan begins with them.
  std::vector<PlannedReleases> planned() const override {
    std::vector<PlannedReleases> all = rule_.planned();
    all.push_back(ranges_);
    return all;
  }
  double spent(const Cost& cost) const override {
    const Worth worth{.notion = privacy_.notion, .delta = privacy_.delta};
    const bool is_converted = privacy_.notion == Notion::approximate;
    return is_converted ? std::min(worth.of(cost), privacy_.epsilon) : worth.of(cost);
  }

 private:
  const ScheduledRule& rule_;
  PlannedReleases ranges_;
  PrivacyRequest privacy_;
};

std::string figures(const PrivacyRequest& privacy) {
  if (privacy.notion == Notion::zcdp) return figure_text(privacy.rho) + "-zCDP";
  const std::string epsilon = figure_text(privacy.epsilon);
  return privacy.notion == Notion::pure
             ? epsilon + "-differentially private"
             : "(" + epsilon + ", " + figure_text(privacy.delta) + ")-differentially private";
}

/// Whose ranges are chosen: "the ranges of 3 columns and of the target".
std::string whose_ranges(const RangeShare& ranges) {
  const Index columns = ranges.count - (ranges.has_target ? 1 : 0);
  std::string whose = columns == 0   ? "the target"
                      : columns == 1 ? "one column"
                                     : std::to_string(columns) + " columns";
  if (ranges.has_target && columns > 0) whose += " and of the target";
  return (ranges.count == 1 ? "the range of " : "the ranges of ") + whose;
}

/// How far off choices may be: by b ln(m / p) values, m candidates, with probability 1 - p.
void tell_choices(const PlannedReleases& ranges, const RangeShare& share, PlanSummary& summary) {
  constexpr double kCandidates = 580;
  constexpr double kFailure = 0.05;
  const double off = ranges.first.noise_scale * math::log(kCandidates / kFailure);
  const auto records = static_cast<double>(ranges.first.batch_size);
  const std::string values =
      figure_text(std::ceil(off)) + " of the " + figure_text(records) + " values of its column";
  summary.notes.push_back("First a part of the budget chooses " + whose_ranges(share) +
                          "; each end is, with probability 95%, off by at most " + values +
                          " more than the best candidate.");
  if (off > 0.25 * records) {
    summary.warnings.push_back("The ends of ranges may be off by " + values +
                               ": raise the share of private-ranges or the budget, name fewer "
                               "columns, or state ranges (scale-columns, scale-target).");
  }
}

/// The algorithm's plan, whose runs begin after the choices.
class RangedPlan final : public AlgorithmPlan {
 public:
  /// @param privacy  of both together
  RangedPlan(std::unique_ptr<AlgorithmPlan> plan, const ScheduledRule& rule,
             const PlannedReleases& ranges, const RangeShare& share, const PrivacyRequest& privacy)
      : plan_(std::move(plan)), summary_(plan_->summary()), rule_(rule, ranges, privacy) {
    PrivacyClaim& claim = summary_.claim;
    claim.notion = privacy.notion;
    claim.epsilon = privacy.notion == Notion::zcdp ? 0 : privacy.epsilon;
    claim.delta = privacy.notion == Notion::approximate ? privacy.delta : 0;
    claim.rho = privacy.notion == Notion::zcdp ? privacy.rho : 0;
    claim.approximate.reset();
    tell_choices(ranges, share, summary_);
    if (!claim.promises()) return;
    claim.statement = "Publishing " + whose_ranges(share) +
                      ", chosen by the exponential mechanism, and everything that the "
                      "algorithm publishes of values clamped to them is " +
                      figures(privacy) + ". Of that, whatever the ranges: " + claim.statement;
  }

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return rule_; }
  bool adds_regularizer() const override { return plan_->adds_regularizer(); }
  bool leaks() const override { return plan_->leaks(); }
  std::optional<RateLaw> rate_law(const PlanInput& input) const override {
    return plan_->rate_law(input);
  }
  Run start(GradientOracle& data, Vector start) const override {
    return plan_->start(data, std::move(start));
  }

 private:
  std::unique_ptr<AlgorithmPlan> plan_;
  PlanSummary summary_;
  RangedRule rule_;
};

Result<void> check(const AlgorithmEntry& entry, const PlanInput& input) {
  if (input.facts.saddle || input.facts.queries || entry.problem_use == ProblemUse::saddles) {
    return fail(ErrorCode::unsupported_option, "data.preprocess",
                "private-ranges are for minimization: state the ranges of a saddle problem's "
                "columns (scale-columns)");
  }
  if (input.privacy.neighbours == Neighbours::add_remove) {
    return fail(ErrorCode::unsupported_neighbours, "privacy.neighbours",
                "private-ranges count with the public n: use \"replace-one\" or \"zero-out\"");
  }
  if (input.privacy.calibration == Calibration::tight) return {};
  return fail(ErrorCode::unsupported_option, "privacy.calibration",
              "with private-ranges noise is calibrated as \"tight\" only");
}

/// So many choices; their costs are counted in the unit of `counted`.
PlannedReleases choices(double scale, const PlanInput& input, Index count, const Cost& counted) {
  const bool is_hardened = input.privacy.release == ReleaseKind::hardened;
  Release release{.form = column_range_form(),
                  .batch_size = input.facts.samples,
                  .mechanism = Mechanism::exponential,
                  .cost = counted,
                  .base_epsilon = 2 / scale,
                  .noise_scale = scale,
                  .grid = is_hardened ? kColumnRangeGrid : 0};
  release.cost.value = column_range_cost(release, counted.unit, counted.order);
  return {.first = release, .last = release, .count = count};
}

/// Divergences of all releases of a rule that counts them.
RenyiCurve curve_of(const BudgetRule& rule, const PlanInput& input) {
  const RiskFacts& facts = input.facts;
  const GradientBounds bounds{.l1 = facts.l1_sensitivity,
                              .l2 = record_move(facts, input.privacy.neighbours),
                              .linf = facts.linf_sensitivity};
  RenyiCurve sum;
  for (const PlannedReleases& kind : rule.planned()) {
    const ReleaseForm& form = *kind.first.form;
    const double sensitivity = form.sum_sensitivity(bounds, input.domain, facts.dimension);
    const auto at = [release = kind.first, samples = facts.samples, sensitivity](double order) {
      return release.form->renyi(release, samples, sensitivity, order);
    };
    sum = sum.plus(RenyiCurve(at, std::numeric_limits<double>::infinity())
                       .times(static_cast<double>(kind.count)));
  }
  return sum;
}

/// The largest range eta of choices that leave both together at (epsilon, delta), by regula falsi
/// (Illinois) in eta^2, which divergences are nearly linear in: each look takes many integrals.
///
/// @param guess  of eta, > 0
double range_beside(const RenyiCurve& algorithm, const PrivacyRequest& privacy, double count,
                    double guess) {
  // What a statement finds by its own search may differ in the last digits.
  const double wanted = privacy.epsilon * (1 - 2e-8);
  const auto excess = [&](double square) {
    const RenyiCurve choices = bounded_range_curve(std::sqrt(square)).times(count);
    return renyi_epsilon(algorithm.plus(choices), privacy.delta).value - wanted;
  };
  double low = 0, high = guess * guess;
  double below = excess(low), above = excess(high);
  if (!(below < 0)) return 0;
  for (int i = 0; i < 40 && !(above > 0); ++i) {
    low = std::exchange(high, 4 * high);
    below = std::exchange(above, excess(4 * low));
  }
  double left = -below;
  for (int i = 0; i < 40 && left > 1e-8 * privacy.epsilon; ++i) {
    const double middle = high - above * (high - low) / (above - below);
    const double value = excess(middle);
    if (value <= 0) {
      low = middle;
      below = value;
      left = -value;
      above *= 0.5;
    } else {
      high = middle;
      above = value;
      below *= 0.5;
    }
  }
  return std::sqrt(low);
}

using Planned = Result<std::unique_ptr<AlgorithmPlan>>;

Planned with_ranges(std::unique_ptr<AlgorithmPlan> plan, const PlannedReleases& ranges,
                    const RangeShare& share, const PrivacyRequest& privacy) {
  const auto* rule = dynamic_cast<const ScheduledRule*>(&plan->rule());
  if (!rule || rule->length() != RunLength::fixed) {
    return fail(ErrorCode::unsupported_option, "data.preprocess",
                "private-ranges need an algorithm whose releases are fixed beforehand: use "
                "another one or other parameters, or state the ranges (scale-columns)");
  }
  return std::make_unique<RangedPlan>(std::move(plan), *rule, ranges, share, privacy);
}

/// Costs of both kinds in one unit, which the algorithm counts in as well.
Planned in_unit(const AlgorithmEntry& entry, const PlanInput& input, double scale,
                const RangeShare& share, const PrivacyRequest& asked) {
  Planned plan = entry.plan(input);
  if (!plan) return plan;
  const Cost cap = (*plan)->rule().cap();
  const CostUnit wanted = asked.notion == Notion::pure ? CostUnit::epsilon : CostUnit::rho;
  if (cap.unit != wanted) {
    return fail(ErrorCode::unsupported_option, "data.preprocess",
                "private-ranges cannot be counted together with this algorithm's releases");
  }
  return with_ranges(*std::move(plan), choices(scale, input, 2 * share.count, cap), share, asked);
}

Planned plan_pure(const AlgorithmEntry& entry, PlanInput& input, const RangeShare& ranges) {
  const Index count = 2 * ranges.count;
  const PrivacyRequest asked = input.privacy;
  const auto scale = column_range_scale(ranges.share * asked.epsilon / static_cast<double>(count));
  if (!scale) return std::unexpected(scale.error());
  input.privacy.epsilon -= static_cast<double>(count) * 2 / *scale;
  return in_unit(entry, input, *scale, ranges, asked);
}

bool counts_divergences(const AlgorithmPlan& plan) {
  return plan.rule().cap().unit == CostUnit::renyi;
}

/// The algorithm's plan for an epsilon. The divergences of choices are added to those of its
/// releases, which may prove less than an account of its releases alone (HockeyStickAccount): so it
/// is planned for less until they prove that epsilon.
Planned planned_beside(const AlgorithmEntry& entry, PlanInput& input, double epsilon) {
  constexpr int kMostPlans = 12;
  constexpr double kRounding = 1 + 1e-9, kMargin = 1 - 1e-3;
  input.privacy.epsilon = epsilon;
  Planned plan = entry.plan(input);
  for (int i = 0; i < kMostPlans && plan && counts_divergences(**plan); ++i) {
    const double proven =
        renyi_epsilon(curve_of((*plan)->rule(), input), input.privacy.delta).value;
    if (proven <= epsilon * kRounding) break;
    input.privacy.epsilon *= kMargin * epsilon / proven;
    plan = entry.plan(input);
  }
  return plan;
}

/// @param rho  of both together
Planned plan_zcdp(const AlgorithmEntry& entry, PlanInput& input, double rho,
                  const RangeShare& ranges) {
  const Index count = 2 * ranges.count;
  const PrivacyRequest asked = input.privacy;
  const auto scale =
      column_range_scale(std::sqrt(8 * ranges.share * rho / static_cast<double>(count)));
  if (!scale) return std::unexpected(scale.error());
  const double rest = rho - static_cast<double>(count) * 0.5 / (*scale * *scale);
  const auto& notions = entry.notions;
  const bool has_zcdp = std::ranges::find(notions, Notion::zcdp) != notions.end();
  if (asked.notion == Notion::approximate) {
    Planned plan =
        planned_beside(entry, input, zcdp_epsilon(rest, asked.delta, ZcdpConversion::optimal));
    if (!plan && !has_zcdp) return plan;
    if (plan && counts_divergences(**plan)) {
      const double range = range_beside(curve_of((*plan)->rule(), input), asked,
                                        static_cast<double>(count), 2 / *scale);
      const auto beside = column_range_scale(range);
      if (!beside) return std::unexpected(beside.error());
      const Cost cap = (*plan)->rule().cap();
      return with_ranges(*std::move(plan), choices(*beside, input, count, cap), ranges, asked);
    }
    if (!has_zcdp) {
      return fail(ErrorCode::unsupported_option, "data.preprocess",
                  "private-ranges cannot be counted together with this algorithm's releases");
    }
    input.privacy.epsilon = input.privacy.delta = 0;
  }
  input.privacy.notion = Notion::zcdp;
  input.privacy.rho = rest;
  return in_unit(entry, input, *scale, ranges, asked);
}

}  // namespace

Planned plan_with_ranges(const AlgorithmEntry& entry, PlanInput& input, const RangeShare& ranges) {
  if (!entry.is_private || input.privacy.notion == Notion::none) return entry.plan(input);
  if (auto checked = check(entry, input); !checked) return std::unexpected(checked.error());
  const PrivacyRequest& asked = input.privacy;
  const bool is_zcdp = asked.notion == Notion::zcdp;
  // What cannot be planned at all is refused in the algorithm's own words.
  const bool is_budget = is_zcdp ? asked.rho > 0 && std::isfinite(asked.rho)
                                 : asked.epsilon > 0 && std::isfinite(asked.epsilon);
  const bool has_delta =
      asked.notion != Notion::approximate || (asked.delta > 0 && asked.delta < 1);
  if (!is_budget || !has_delta) return entry.plan(input);
  if (asked.notion == Notion::pure) return plan_pure(entry, input, ranges);
  const double rho =
      is_zcdp ? asked.rho : zcdp_rho(asked.epsilon, asked.delta, ZcdpConversion::optimal);
  return plan_zcdp(entry, input, rho, ranges);
}

}  // namespace noisy
