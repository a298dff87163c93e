#include "engine/algorithm/baseline/adassp_plan.h"

#include <cmath>

#include "engine/algorithm/baseline/adassp.h"
#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/kl/kl_budget.h"
#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/calibration/gaussian_zcdp.h"
#include "engine/privacy/form/moment.h"
#include "engine/privacy/release/statement_words.h"

namespace noisy {
namespace {

enum class Eigenvalue { released, noisy_moments };

constexpr Words<Eigenvalue, 2> kEigenvalues = {
    {{"released", Eigenvalue::released}, {"noisy-moments", Eigenvalue::noisy_moments}}};

constexpr double kFailure = 0.05;

Result<void> check(const PlanInput& input) {
  const RiskFacts& facts = input.facts;
  if (facts.samples < 2) return fail(ErrorCode::empty_data, "data", "need at least two records");
  if (facts.clips_gradients) {
    return fail(ErrorCode::unsupported_option, "problem.gradientClip",
                "moments are those of gradients that nothing clips: leave it out, and bound the "
                "rows and the targets instead (preprocess clip-rows and clamp-target)");
  }
  const auto is_bound = [](double bound) { return bound > 0 && std::isfinite(bound); };
  if (!is_bound(facts.quadratic.curvature) || !is_bound(facts.quadratic.slope)) {
    return fail(ErrorCode::unbounded_sensitivity, "problem",
                "moments need the loss \"squared\" and a bound on the length of every row and on "
                "every target: use preprocess clip-rows or scale-columns, and clamp-target or "
                "scale-target");
  }
  if (!input.domain.has_projection()) {
    return fail(ErrorCode::unsupported_option, "problem.domain",
                "the solution is projected onto the domain, which is not possible here: use "
                "\"all\", or another domain");
  }
  if (facts.dimension > kMostMomentFeatures) {
    return fail(ErrorCode::limit_exceeded, "data",
                "a matrix of second moments is made of at most " +
                    std::to_string(kMostMomentFeatures) + " features");
  }
  if (input.privacy.calibration == Calibration::paper) {
    return fail(ErrorCode::unsupported_option, "privacy.calibration",
                "the paper adds up epsilons of single releases, which costs more: use \"tight\"");
  }
  return {};
}

class Planner {
 public:
  Planner(const PlanInput& input, const KlBudget& budget)
      : input_(input),
        facts_(input.facts),
        budget_(budget),
        is_private_(input.privacy.notion != Notion::none),
        is_hardened_(is_private_ && input.privacy.release == ReleaseKind::hardened),
        failure_(input.parameters.number("failure").value_or(kFailure)),
        eigenvalue_(chosen(input.parameters, "eigenvalue", kEigenvalues,
                           is_hardened_ ? Eigenvalue::noisy_moments : Eigenvalue::released)) {}

  Result<AdasspSetting> setting() const {
    if (is_hardened_ && eigenvalue_ == Eigenvalue::released) {
      return fail(
          ErrorCode::unsupported_option, "eigenvalue",
          "nothing bounds how rounding moves an exact eigenvalue: use \"noisy-moments\", or "
          "\"floating\" releases");
    }
    AdasspSetting out{.strength = input_.regularizer.strong_convexity(), .domain = input_.domain};
    for (const MomentPart part : parts()) {
      const auto release = release_of(part);
      if (!release) return std::unexpected(release.error());
      if (part == MomentPart::least_eigenvalue) out.eigenvalue = *release;
      if (part == MomentPart::second) out.second = *release;
      if (part == MomentPart::first) out.first = *release;
    }
    const double d = static_cast<double>(facts_.dimension);
    const double scale = out.second.noise_scale;
    out.ridge_target = scale * std::sqrt(d * math::log(2 * d * d / failure_));
    out.eigenvalue_margin = out.eigenvalue
                                ? out.eigenvalue->noise_scale * std::sqrt(math::log(6 / delta()))
                                : scale * std::sqrt((d + 1) * math::log(2 * d / failure_));
    return out;
  }

  std::vector<MomentPart> parts() const {
    if (eigenvalue_ == Eigenvalue::noisy_moments) return {MomentPart::second, MomentPart::first};
    return {MomentPart::least_eigenvalue, MomentPart::second, MomentPart::first};
  }

  FixedSchedule rule(const AdasspSetting& setting) const {
    std::vector<PlannedReleases> releases;
    const auto add = [&](const Release& release) {
      releases.push_back({.first = release, .last = release, .count = 1});
    };
    if (setting.eigenvalue) add(*setting.eigenvalue);
    add(setting.second);
    add(setting.first);
    const Cost cap = kl_cost(input_.privacy, is_private_ ? budget_.rho : 0);
    return {std::move(releases), cap, budget_.worth};
  }

  PlanSummary report(const AdasspSetting& setting, const ScheduledRule& rule) const {
    PlanSummary summary;
    summary.iterations = rule.count();
    summary.gradient_evaluations =
        static_cast<double>(facts_.dimension + 1) * static_cast<double>(facts_.samples);
    summary.claim = privacy_claim(
        input_, rule,
        {.published = "the noisy moments, and the solution made from them,",
         .noised = is_hardened_ ? "with discrete Gaussian noise, drawn exactly in integers on "
                                  "power-of-two grids, on each of their numbers"
                                : "with Gaussian noise on each of their numbers"});
    summary.segments = {{.first = 1,
                         .count = rule.count(),
                         .first_release = setting.eigenvalue.value_or(setting.second),
                         .last_release = setting.first}};
    summary.parameters = input_.parameters;
    summary.parameters.set("failure", failure_);
    summary.parameters.set("eigenvalue", std::string(word_of(kEigenvalues, eigenvalue_)));
    if (!is_private_) return summary;
    summary.noise_scale = {.iteration = {1}, .value = {setting.first.noise_scale}};
    summary.cost = {.iteration = {1}, .value = {rule.cap().value}};
    summary.notes.push_back("The ridge is " + figure_text(setting.ridge_target) +
                            " less what the second moments' least eigenvalue is known to be.");
    return summary;
  }

 private:
  double delta() const {
    return input_.privacy.notion == Notion::approximate ? input_.privacy.delta
                                                        : statement::kReportedDelta;
  }

  Result<Release> release_of(MomentPart part) const {
    Release release{.form = moment_form(part),
                    .batch_size = facts_.samples,
                    .details = details_of_moment(facts_.quadratic)};
    if (!is_private_) return release;
    const double share = budget_.rho / static_cast<double>(parts().size());
    const double move =
        moment_move(part, facts_.quadratic, facts_.dimension, input_.privacy.neighbours);
    const auto floating = gaussian_scale(move, facts_.samples, facts_.samples, share);
    if (!floating) return std::unexpected(floating.error());
    release.mechanism = Mechanism::gaussian;
    release.cost = kl_cost(input_.privacy, share);
    release.noise_scale = *floating;
    if (!is_hardened_) return release;
    const GridQuery query = moment_query(part, facts_.quadratic, facts_.dimension, move,
                                         facts_.samples, choose_grid(*floating, move));
    const auto hardened = hardened_gaussian_scale(query, move, share);
    if (!hardened) return std::unexpected(hardened.error());
    release.noise_scale = *hardened;
    release.grid = query.grid;
    return release;
  }

  const PlanInput& input_;
  const RiskFacts& facts_;
  const KlBudget& budget_;
  bool is_private_;
  bool is_hardened_;
  double failure_;
  Eigenvalue eigenvalue_;
};

}  // namespace

std::vector<ParameterSpec> adassp_specs() {
  ParameterSpec failure{.name = "failure",
                        .title = "Failure probability",
                        .type = ParameterType::number,
                        .minimum = 0,
                        .maximum = 0.5,
                        .exclusive_minimum = true,
                        .default_value = kFailure,
                        .description =
                            "How likely the second moments' noise may outweigh the "
                            "ridge and the data together: less of it is a larger ridge.",
                        .source = "Wang 2018, Algorithm 2"};
  ParameterSpec eigenvalue{.name = "eigenvalue",
                           .title = "Least eigenvalue",
                           .type = ParameterType::choice,
                           .choices = words_of(kEigenvalues),
                           .default_rule = "released, or noisy-moments for hardened releases",
                           .description =
                               "Whether the least eigenvalue has a third of the budget, or is "
                               "that of the noisy second moments, which costs nothing.",
                           .source = "Wang 2018, Algorithm 2; the second is derived"};
  return {std::move(failure), std::move(eigenvalue)};
}

Run AdasspPlan::start(GradientOracle& data, Vector start) const {
  return adassp(data, *this, start.size());
}

Result<std::unique_ptr<AlgorithmPlan>> plan_adassp(const PlanInput& input) {
  if (const auto checked = check(input); !checked) return std::unexpected(checked.error());
  const auto budget = kl_budget(input.privacy, ZcdpConversion::gaussian);
  if (!budget) return std::unexpected(budget.error());
  const Planner planner(input, *budget);
  auto setting = planner.setting();
  if (!setting) return std::unexpected(setting.error());
  FixedSchedule rule = planner.rule(*setting);
  PlanSummary summary = planner.report(*setting, rule);
  return std::make_unique<AdasspPlan>(*std::move(setting), std::move(rule), std::move(summary));
}

}  // namespace noisy
