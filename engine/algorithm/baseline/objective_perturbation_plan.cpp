#include "engine/algorithm/baseline/objective_perturbation_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/algorithm/baseline/objective_perturbation.h"
#include "engine/algorithm/frame/common_specs.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/frame/typical_problem.h"
#include "engine/math/elementary.h"
#include "engine/math/row_pass.h"
#include "engine/math/search.h"
#include "engine/privacy/accountant/renyi.h"
#include "engine/privacy/form/minimizer.h"
#include "engine/privacy/release/hockey_stick_account.h"
#include "engine/privacy/release/objective_perturbation.h"

namespace noisy {
namespace {

/// eta / m: the end of the minimization costs the square of this, beside the noise.
constexpr double kSolverShift = 1.0 / 32;
/// s in units of sigma / (L + mu).
constexpr double kSolutionNoise = 0.01;
/// Of gamma, relative to what rounding does to a gradient.
constexpr double kRoundingMargin = 8;
/// gamma relative to the gradients' bound, without noise.
constexpr double kExactTolerance = 1e-10;
constexpr double kLogTwo = 0.6931471805599453;
constexpr double kMostPasses = 1e7;
/// From where on minimization_passes holds in a ball.
constexpr double kLeastConditionInBall = 11;
/// Shares that are tried: kLargestShare times powers of 2^(-1/2), this many.
constexpr double kLargestShare = 0.95;
constexpr int kShares = 28;

Result<void> check_request(const PrivacyRequest& privacy) {
  if (privacy.notion == Notion::none) return {};
  if (privacy.release == ReleaseKind::hardened) {
    return fail(ErrorCode::unsupported_option, "run.randomness.release",
                "nothing bounds what rounding does to a minimizer: use \"floating\" releases");
  }
  if (privacy.calibration != Calibration::tight) {
    return fail(ErrorCode::unsupported_option, "privacy.calibration",
                "the published constants are not proven for replace-one neighbours: use \"tight\"");
  }
  if (privacy.noise_constant) {
    return fail(ErrorCode::conflicting_fields, "privacy.noiseConstant",
                "is the constant of calibration \"paper\": leave it out");
  }
  if (!(privacy.epsilon > 0) || !std::isfinite(privacy.epsilon)) {
    return fail(ErrorCode::invalid_budget, "privacy.epsilon", "must be positive and finite");
  }
  if (!(privacy.delta > 0) || !(privacy.delta < 1)) {
    return fail(ErrorCode::invalid_budget, "privacy.delta", "must lie between 0 and 1");
  }
  return {};
}

Result<void> check_facts(const PlanInput& input) {
  const RiskFacts& facts = input.facts;
  if (facts.samples < 2) return fail(ErrorCode::empty_data, "data", "need at least two records");
  if (facts.clips_gradients) {
    return fail(ErrorCode::unsupported_option, "problem.gradientClip",
                "the proof needs the losses' own curvature, which clipping changes: bound the rows "
                "instead (preprocess clip-rows), with a loss of bounded slope");
  }
  if (!(facts.l2_sensitivity > 0) || !std::isfinite(facts.l2_sensitivity) ||
      !std::isfinite(facts.smoothness_bound)) {
    return fail(ErrorCode::unbounded_sensitivity, "problem",
                "the slope of every record's loss must be bounded: bound the rows (preprocess "
                "clip-rows or scale-columns), with a loss like logistic or huber, or squared in a "
                "domain l2-ball with bounded targets");
  }
  if (!std::isfinite(facts.record_curvature)) {
    return fail(ErrorCode::unsupported_option, "problem.loss",
                "the proof needs a convex loss of one margin with a Lipschitz slope: logistic, "
                "squared, huber or smoothed-hinge");
  }
  return {};
}

double radius_of(const Domain& domain) {
  return domain.kind == Domain::Kind::l2_ball ? domain.radius
                                              : std::numeric_limits<double>::infinity();
}

class Planner {
 public:
  explicit Planner(const PlanInput& input)
      : facts_(input.facts),
        privacy_(input.privacy),
        work_(*input.work),
        regularizer_(input.regularizer),
        samples_(static_cast<double>(facts_.samples)),
        dimension_(static_cast<double>(facts_.dimension)),
        radius_(radius_of(input.domain)),
        strength_(input.regularizer.strong_convexity()) {}

  Result<ObjectivePerturbationSetting> exact() const {
    if (!(strength_ > 0)) {
      return fail(ErrorCode::invalid_value, "problem.regularizer",
                  "without noise nothing is added to the objective, which needs strong convexity: "
                  "add an l2 regularizer");
    }
    return setting({.form = minimizer_form(),
                    .batch_size = facts_.samples,
                    .cost = {.unit = CostUnit::renyi},
                    .details = details_of({.strong_convexity = strength_,
                                           .record_curvature = facts_.record_curvature,
                                           .tolerance = kExactTolerance * slope_bound()})});
  }

  Result<ObjectivePerturbationSetting> for_share(double share) const {
    return setting(release_for(strong_convexity_for(share)));
  }

  /// The share that ends lowest on records like most.
  double best_share() const {
    const TypicalProblem problem(facts_);
    double best = 0;
    double least = std::numeric_limits<double>::infinity();
    double last = -1;
    for (int k = kShares - 1; k >= 0; --k) {
      const double share = kLargestShare * math::exp(-0.5 * kLogTwo * k);
      const double mu = strong_convexity_for(share);
      if (mu == last) break;  // the regularizer's own: nothing is added any more
      last = mu;
      const double end = problem.minimized(mu - strength_, release_for(mu).noise_scale);
      if (end < least) {
        least = end;
        best = share;
      }
    }
    return best;
  }

  double excess_risk(const Release& release) const {
    const PerturbedObjective objective = perturbed_objective(release);
    const double added = objective.strong_convexity - strength_;
    return 0.5 * added * facts_.distance * facts_.distance + noise_risk(release);
  }

  double noise_risk(const Release& release) const {
    const PerturbedObjective objective = perturbed_objective(release);
    const double tilt = release.noise_scale * std::sqrt(dimension_) + objective.tolerance;
    const double square = objective.solution_scale * objective.solution_scale;
    const double projected = std::isfinite(radius_) ? std::sqrt(dimension_ * square) *
                                                          (slope_bound() + strength_ * radius_)
                                                    : 0;
    return tilt * tilt / (2 * objective.strong_convexity) +
           0.5 * (facts_.smoothness_bound + strength_) * dimension_ * square + projected;
  }

 private:
  double slope_bound() const { return facts_.l2_sensitivity / 2; }

  double strong_convexity_for(double share) const {
    const double needed =
        facts_.record_curvature / (samples_ * math::expm1(share * privacy_.epsilon));
    return std::max(strength_, needed);
  }

  PerturbedObjective objective_for(double mu, double deviation) const {
    const double shift = kSolverShift * facts_.l2_sensitivity / (samples_ * deviation);
    const double wanted = kSolutionNoise * deviation / (facts_.smoothness_bound + mu);
    const double rounding =
        math::mean_rounding_error(facts_.samples) + (dimension_ + 128) * 0x1p-52;
    const double size = slope_bound() + deviation * std::sqrt(dimension_);
    const double tolerance = std::max(0.5 * shift * mu * wanted, kRoundingMargin * rounding * size);
    return {.strong_convexity = mu,
            .record_curvature = facts_.record_curvature,
            .tolerance = tolerance,
            .solution_scale = 2 * tolerance / (mu * shift)};
  }

  Release release_with(double mu, double deviation) const {
    return {.form = minimizer_form(),
            .batch_size = facts_.samples,
            .mechanism = Mechanism::gaussian,
            .noise_scale = deviation,
            .details = details_of(objective_for(mu, deviation))};
  }

  RenyiBound by_renyi(const Release& release) const {
    const auto divergence = [&](double order) {
      work_.add(1);
      return release.form->renyi(release, facts_.samples, facts_.l2_sensitivity, order);
    };
    return renyi_epsilon(RenyiCurve(divergence, std::numeric_limits<double>::infinity()),
                         privacy_.delta);
  }

  /// The least epsilon that is proven of the release.
  double proven(const Release& release) const {
    return std::min(
        by_renyi(release).value,
        hockey_stick_epsilon(release, facts_.samples, facts_.l2_sensitivity, 1, privacy_.delta));
  }

  /// The release with the least noise that is worth the request.
  Release release_for(double mu) const {
    constexpr double kTolerance = 1e-9;
    constexpr double kFarthest = 0x1p200;
    const double unit = facts_.l2_sensitivity / samples_;
    const auto epsilon_of = [&](double multiplier) {
      return proven(release_with(mu, multiplier * unit));
    };
    math::Edge edge{.holds = 1, .fails = 1};
    while (epsilon_of(edge.holds) > privacy_.epsilon && edge.holds < kFarthest) edge.holds *= 4;
    edge.fails = edge.holds / 4;
    while (epsilon_of(edge.fails) <= privacy_.epsilon && edge.fails > 1 / kFarthest) {
      edge.holds = edge.fails;
      edge.fails /= 4;
    }
    edge = math::narrow_value(edge, kTolerance, privacy_.epsilon, epsilon_of);
    return release_with(mu, edge.holds * unit);
  }

  Result<ObjectivePerturbationSetting> setting(Release release) const {
    PerturbedObjective objective = perturbed_objective(release);
    const double mu = objective.strong_convexity;
    const double least = std::isfinite(radius_) ? kLeastConditionInBall : 1;
    const double condition = std::max(least, (facts_.smoothness_bound + mu) / mu);
    const double passes = minimization_passes(condition, 0.5 * objective.tolerance / slope_bound());
    if (!(passes <= kMostPasses)) {
      return fail(ErrorCode::limit_exceeded, "curvatureShare",
                  "the minimization would take more than 10^7 passes: state a smaller share, or "
                  "add an l2 regularizer");
    }
    ObjectivePerturbationSetting out{.regularizer = regularizer_,
                                     .added_strength = std::max(0.0, mu - strength_),
                                     .smoothness = facts_.smoothness_bound,
                                     .passes = static_cast<Index>(passes),
                                     .radius = radius_,
                                     .release = release};
    // The oracle adds the two again.
    objective.strong_convexity = std::min(mu, out.added_strength + regularizer_.strong_convexity());
    out.release.details = details_of(objective);
    if (release.mechanism == Mechanism::none) return out;
    if (!(proven(out.release) <= privacy_.epsilon * (1 + 1e-12))) {
      return fail(ErrorCode::no_certificate, "privacy.epsilon",
                  "no noise proves this target: raise epsilon or delta, or state another "
                  "curvatureShare");
    }
    const double order = by_renyi(out.release).order;
    out.release.cost = {
        CostUnit::renyi,
        out.release.form->renyi(out.release, facts_.samples, facts_.l2_sensitivity, order), order};
    return out;
  }

  const RiskFacts& facts_;
  const PrivacyRequest& privacy_;
  math::Evaluations& work_;
  const Regularizer& regularizer_;
  double samples_;
  double dimension_;
  double radius_;    ///< of the domain
  double strength_;  ///< of the regularizer
};

FixedSchedule rule_of(const PrivacyRequest& privacy, const Release& release) {
  return {{{.first = release, .last = release, .count = 1}},
          release.cost,
          {.notion = privacy.notion, .delta = privacy.delta, .epsilon = privacy.epsilon}};
}

ClaimWords words() {
  return {.published = "the minimizer of the objective with a secret random linear term",
          .noised =
              "with Gaussian noise in the term and, far less, on each coordinate of the minimizer"};
}

void add_curves(const PlanInput& input, const Planner& planner, const Release& release,
                PlanSummary& summary) {
  if (release.mechanism == Mechanism::none) return;
  summary.noise_scale = {.iteration = {1}, .value = {release.noise_scale}};
  summary.cost = {.iteration = {1}, .value = {release.cost.value}};
  summary.bound = {.iteration = {0, 1},
                   .value = {input.facts.initial_gap, planner.excess_risk(release)}};
  summary.noise_floor = {.iteration = {1}, .value = {planner.noise_risk(release)}};
}

PlanSummary report(const PlanInput& input, const Planner& planner,
                   const ObjectivePerturbationSetting& setting, const BudgetRule& rule) {
  const double samples = static_cast<double>(input.facts.samples);
  const Release& release = setting.release;
  const double mu = perturbed_objective(release).strong_convexity;
  const double step = 1 / (setting.smoothness + mu);
  const double ratio = std::sqrt(mu * step);
  PlanSummary summary;
  summary.iterations = 1;
  summary.gradient_evaluations = static_cast<double>(setting.passes) * samples;
  summary.claim = privacy_claim(input, rule, words());
  summary.segments = {{.first = 1,
                       .count = 1,
                       .step_size = step,
                       .momentum = (1 - ratio) / (1 + ratio),
                       .first_release = release,
                       .last_release = release}};
  summary.parameters = input.parameters;
  add_curves(input, planner, release, summary);
  if (input.privacy.notion == Notion::approximate && input.privacy.delta * samples >= 1) {
    summary.warnings.push_back(
        "Delta is at least 1/n: a mechanism that publishes one record outright would do.");
  }
  return summary;
}

}  // namespace

std::vector<ParameterSpec> objective_perturbation_specs() {
  ParameterSpec share{.name = "curvatureShare",
                      .title = "Share for curvature",
                      .type = ParameterType::number,
                      .minimum = 0,
                      .maximum = 0.99,
                      .exclusive_minimum = true,
                      .default_rule = "what ends lowest on records like most",
                      .description =
                          "The part of epsilon that pays for the change of the minimizer's density "
                          "by one record's curvature. Less of it means more strong convexity is "
                          "added to the objective; more of it leaves less for the linear term.",
                      .source = "derived"};
  ParameterSpec start = start_spec(
      {.default_rule = "",
       .description = "x_0, the centre of the added term (lambda / 2) |x - x_0|^2, chosen without "
                      "looking at the data: one number for every coordinate, or a vector.",
       .source = "derived"});
  return {std::move(share), std::move(start)};
}

Run ObjectivePerturbationPlan::start(GradientOracle& data, Vector start) const {
  return objective_perturbation(data, *this, std::move(start));
}

Result<std::unique_ptr<AlgorithmPlan>> plan_objective_perturbation(const PlanInput& input) {
  if (const auto checked = check_request(input.privacy); !checked) {
    return std::unexpected(checked.error());
  }
  if (const auto checked = check_facts(input); !checked) return std::unexpected(checked.error());
  const Planner planner(input);
  const bool is_exact = input.privacy.notion == Notion::none;
  double share = input.parameters.number("curvatureShare").value_or(0);
  if (share == 0 && !is_exact) share = planner.best_share();
  const auto setting = is_exact ? planner.exact() : planner.for_share(share);
  if (!setting) return std::unexpected(setting.error());
  FixedSchedule rule = rule_of(input.privacy, setting->release);
  PlanSummary summary = report(input, planner, *setting, rule);
  if (!is_exact) summary.parameters.set("curvatureShare", share);
  return std::make_unique<ObjectivePerturbationPlan>(*setting, std::move(rule), std::move(summary));
}

}  // namespace noisy
