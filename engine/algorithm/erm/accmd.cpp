#include "engine/algorithm/erm/accmd.h"

#include "engine/algorithm/erm/erm_entries.h"
#include "engine/algorithm/erm/mirror_step.h"
#include "engine/algorithm/erm/theory/accmd_bound.h"
#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/common_specs.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/frame/start_point.h"
#include "engine/privacy/form/anchored.h"
#include "engine/privacy/form/gradient.h"
#include "engine/problem/geometry/gauge.h"
#include "engine/problem/geometry/gauge_prox.h"

namespace noisy {
namespace {

/// T without noise, where no trade-off stops it.
constexpr Index kNoiselessIterations = 200;

enum class SmoothnessRule { tight, paper };

constexpr Words<SmoothnessRule, 2> kSmoothnessRules = {
    {{"tight", SmoothnessRule::tight}, {"paper", SmoothnessRule::paper}}};
constexpr Words<AccmdStep, 2> kSteps = {
    {{"gauge-prox", AccmdStep::gauge_prox}, {"convex-combination", AccmdStep::convex_combination}}};

ParameterSpec iterations() {
  return iterations_spec(
      {.default_rule =
           "(24 L_C^2 Theta n^2 rho / (G^2 W_C))^(1/4), where the bound is least; 200 without "
           "noise",
       .description = "T, the number of noisy gradients of all records.",
       .source = "Theorem 5.4, constants derived"});
}

ParameterSpec y_step_spec() {
  return {.name = "yStep",
          .title = "Descent step",
          .type = ParameterType::choice,
          .choices = words_of(kSteps),
          .default_rule = "gauge-prox, where it is known and the geometry is no lift",
          .description =
              "How y moves: to the minimizer of the quadratic model in the set's norm, or to the "
              "convex combination of y and the mirror iterate.",
          .source = "Algorithm 3, repaired"};
}

ParameterSpec smoothness_rule_spec() {
  return {.name = "gaugeSmoothness",
          .title = "Smoothness in the set's norm",
          .type = ParameterType::choice,
          .choices = words_of(kSmoothnessRules),
          .default_value = std::string("tight"),
          .description =
              "L_C: tight is L R_2^2 with the radius of the set, paper is L ||C||_2^2 with its "
              "diameter, four times as much for symmetric sets.",
          .source = "Lemma 5.1"};
}

Result<AccmdStep> chosen_step(const PlanInput& input, const Geometry& geometry) {
  const bool is_known = has_gauge_prox(input.domain);
  const bool is_lift = geometry.generator() == Geometry::Generator::lift;
  const AccmdStep natural =
      is_known && !is_lift ? AccmdStep::gauge_prox : AccmdStep::convex_combination;
  const AccmdStep step = chosen(input.parameters, "yStep", kSteps, natural);
  if (step == AccmdStep::convex_combination || is_known) return step;
  return fail(ErrorCode::unsupported_option, "yStep",
              "the gauge-prox of this set is not known: use \"convex-combination\"");
}

Result<void> check_symmetry(const Domain& domain) {
  if (domain.kind == Domain::Kind::simplex || domain.is_centrally_symmetric()) return {};
  return fail(ErrorCode::unsupported_domain, "problem.domain",
              "must be centrally symmetric (x in C exactly when -x in C), or the simplex: use a "
              "ball, or a hull with mirrored vertices");
}

struct Smoothness {
  double tight;  ///< L R_2^2
  double paper;  ///< L ||C||_2^2
};

Smoothness smoothness_of(const PlanInput& input, const MirrorSetting& mirror) {
  const double smoothness = input.facts.loss_smoothness;
  const double diameter = l2_diameter(input.domain, input.facts.dimension);
  return {.tight = smoothness * mirror.l2_radius * mirror.l2_radius,
          .paper = smoothness * diameter * diameter};
}

Result<Index> chosen_iterations(const PlanInput& input, const AccmdGeometry& geometry) {
  if (const auto given = whole(input.parameters, "iterations")) return *given;
  if (input.privacy.notion == Notion::none) return kNoiselessIterations;
  const auto ratio = noise_ratio(input);
  if (!ratio) return std::unexpected(ratio.error());
  return accmd_iterations(geometry, {.samples = input.facts.samples,
                                     .dimension = input.facts.dimension,
                                     .lipschitz = input.facts.l2_sensitivity / 2,
                                     .noise_ratio = *ratio});
}

PlanSummary report(const PlanInput& input, const AccmdSetting& setting, const MirrorSetting& mirror,
                   const AccmdGeometry& constants, const ReleaseRule& rule) {
  PlanSummary summary =
      report_full_batch(input, mirror, rule, setting.iterations, 1 / setting.mirror_smoothness);
  summary.parameters.set(
      "yStep",
      std::string(setting.step == AccmdStep::gauge_prox ? "gauge-prox" : "convex-combination"));
  if (setting.form == AccmdForm::literal) {
    summary.gradient_evaluations *= 2;
    mark_leak(summary.claim,
              "the printed form publishes iterates made from exact gradients, which no noise "
              "covers");
    return summary;
  }
  if (!input.facts.is_convex) return summary;
  const double scale = rule.at(1).noise_scale;
  add_bound(
      setting.iterations,
      [&](Index t) {
        const ErrorBound bound = accmd_bound(constants, scale * scale, t);
        return std::pair(bound.total(), bound.privacy);
      },
      summary);
  return summary;
}

AlgorithmEntry accmd_entry() {
  AlgorithmEntry entry = erm_entry();
  entry.term_use = TermUse::domain_only;
  entry.notions = {Notion::approximate, Notion::zcdp, Notion::none};
  entry.needs = {"smoothness", "bounded gradient sensitivity", "a bounded symmetric domain"};
  entry.parameters = {iterations(), geometry_spec(), y_step_spec(), smoothness_rule_spec(),
                      domain_start_spec()};
  return entry;
}

AlgorithmEntry dp_accmd() {
  AlgorithmEntry entry = accmd_entry();
  entry.id = "dp-accmd";
  entry.title = "DP-AccMD";
  entry.tells.push_back(MirrorStep::kName);
  entry.neighbours.push_back(Neighbours::zero_out);
  entry.theorem = "Algorithm 3, repaired; Theorems 5.3 and 5.4 (constants derived)";
  entry.summary =
      "Accelerated mirror descent in the geometry of a symmetric set. Where the set is small in "
      "noise's eyes, as an l1 ball is, the error hardly grows with the number of coordinates.";
  entry.guarantee =
      "The whole path is private: every step reads one noisy gradient and nothing else.";
  entry.plan = optional_planners().accmd;
  return entry;
}

AlgorithmEntry dp_accmd_literal() {
  AlgorithmEntry entry = accmd_entry();
  entry.id = "dp-accmd-literal";
  entry.title = "DP-AccMD as printed (leaks, for audits)";
  entry.leaks = true;
  entry.theorem = "Algorithm 3 as printed";
  entry.summary =
      "The printed algorithm, whose descent step reads the exact gradient: with T = 1 its output "
      "holds no noise at all. Kept so that an audit can refute it; use dp-accmd.";
  entry.guarantee = "None: its output depends on exact gradients.";
  std::erase_if(entry.parameters, [](const ParameterSpec& spec) {
    return spec.name == "yStep" || spec.name == "gaugeSmoothness";
  });
  entry.plan = optional_planners().accmd_literal;
  return entry;
}

AlgorithmEntry linear_coupling() {
  AlgorithmEntry entry = accmd_entry();
  entry.id = "accmd";
  entry.title = "Accelerated mirror descent (not private)";
  entry.tells = {MirrorStep::kName};
  entry.paper = "Allen-Zhu and Orecchia 2017";
  entry.theorem = "linear coupling of gradient and mirror descent";
  entry.summary = "Accelerated mirror descent with exact gradients: what DP-AccMD does to noise.";
  entry.is_private = false;
  entry.notions = {Notion::none};
  entry.mechanisms = {Mechanism::none};
  entry.guarantee = "None: it reads the data exactly.";
  std::erase(entry.needs, "bounded gradient sensitivity");
  entry.plan = optional_planners().accmd;
  return entry;
}

}  // namespace

Result<std::unique_ptr<AlgorithmPlan>> plan_accmd(const PlanInput& input, AccmdForm form) {
  if (auto checked = check_symmetry(input.domain); !checked) {
    return std::unexpected(checked.error());
  }
  auto mirror = mirror_setting(input);
  if (!mirror) return std::unexpected(mirror.error());
  const auto step = chosen_step(input, *mirror->geometry);
  if (!step) return std::unexpected(step.error());

  const Smoothness smoothness = smoothness_of(input, *mirror);
  const auto rule_of_constants =
      chosen(input.parameters, "gaugeSmoothness", kSmoothnessRules, SmoothnessRule::tight);
  const AccmdGeometry constants{.gauge_smoothness = rule_of_constants == SmoothnessRule::tight
                                                        ? smoothness.tight
                                                        : smoothness.paper,
                                .bregman_radius = mirror->bregman_radius,
                                .dual_noise = mirror->dual_noise};
  const auto iterations = chosen_iterations(input, constants);
  if (!iterations) return std::unexpected(iterations.error());
  auto rule = full_batch_rule(input, *iterations);
  if (!rule) return std::unexpected(rule.error());

  AccmdSetting setting{.form = form,
                       .step = *step,
                       .iterations = *iterations,
                       .mirror_smoothness = constants.gauge_smoothness,
                       .step_curvature = 2 * constants.gauge_smoothness};
  if (form == AccmdForm::literal) {
    setting.mirror_smoothness = input.facts.loss_smoothness;
    setting.step_curvature = smoothness.paper;
    if (!has_gauge_prox(input.domain)) {
      return fail(ErrorCode::unsupported_domain, "problem.domain",
                  "the printed descent step is known for balls in l2, l1 and l_inf and for the "
                  "simplex");
    }
    setting.step = AccmdStep::gauge_prox;
  }
  PlanSummary summary = report(input, setting, *mirror, constants, *rule);
  return std::make_unique<AccmdPlan>(setting, *std::move(mirror), *std::move(rule),
                                     std::move(summary));
}

Run AccmdPlan::start(GradientOracle& data, Vector start) const {
  const bool is_literal = setting_.form == AccmdForm::literal;
  return is_literal ? accmd_literal(data, *this, std::move(start))
                    : accmd(data, *this, std::move(start));
}

Run accmd(GradientOracle& data, const AccmdPlan& plan, Vector start) {
  const AccmdSetting& setting = plan.setting();
  const Geometry& geometry = plan.geometry();
  Vector state = plan.state_of(start);
  Vector z, x;
  geometry.point_of(state, z);
  Vector y = z, state_before;
  for (Index k = 0; k < setting.iterations; ++k) {
    const double steps = static_cast<double>(k + 2);
    const double weight = steps / (4 * setting.mirror_smoothness), coupling = 2 / steps;
    x = coupling * z + (1 - coupling) * y;
    const Vector& gradient = co_await data.ask(gradient_at(x, plan.rule().at(k + 1)));
    state_before = state;
    geometry.mirror_step(weight, gradient, state);
    geometry.point_of(state, z);
    if (setting.step == AccmdStep::convex_combination) {
      y = coupling * z + (1 - coupling) * y;
    } else {
      y = x;
      gauge_prox(geometry.set(), setting.step_curvature, gradient, y);
    }
    const MirrorStep told{.geometry = &geometry,
                          .smoothness = setting.mirror_smoothness,
                          .weight = weight,
                          .query = &x,
                          .gradient = &gradient,
                          .state_before = &state_before,
                          .state = &state};
    const NamedView view(told);
    co_yield Iterate{y, StepView(view)};
  }
}

Run accmd_literal(GradientOracle& data, const AccmdPlan& plan, Vector start) {
  const AccmdSetting& setting = plan.setting();
  const Geometry& geometry = plan.geometry();
  Vector state = plan.state_of(start);
  Vector z, x;
  geometry.point_of(state, z);
  Vector y = z;
  Anchor anchor;
  for (Index k = 0; k < setting.iterations; ++k) {
    const double steps = static_cast<double>(k + 2);
    x = 2 / steps * z + (1 - 2 / steps) * y;
    const Vector& noisy = co_await data.ask(gradient_at(x, plan.rule().at(k + 1)));
    geometry.mirror_step(steps / (4 * setting.mirror_smoothness), noisy, state);
    geometry.point_of(state, z);
    co_await data.advance(anchor.at(x));
    const Vector& exact = co_await data.leak(anchor);
    y = x;
    gauge_prox(geometry.set(), setting.step_curvature, exact, y);
    co_yield Iterate{y};
  }
}

std::vector<AlgorithmEntry> accmd_entries() {
  return {dp_accmd(), dp_accmd_literal(), linear_coupling()};
}

}  // namespace noisy
