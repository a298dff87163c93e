#include "engine/statement/write/plan_statement.h"

#include <algorithm>
#include <cmath>

#include "engine/experiment/file/vocabulary.h"
#include "engine/experiment/plan/requested.h"
#include "engine/privacy/release/descent_sensitivity.h"
#include "engine/privacy/release/objective_perturbation.h"
#include "engine/privacy/release/variance_reduction.h"
#include "engine/problem/domain/vertex_set.h"
#include "engine/statement/write/schedule.h"
#include "engine/statement/write/words.h"

namespace noisy {
namespace {

/// What the texts of a statement depend on.
struct Facts {
  const PlannedAlgorithm& planned;
  const SweepPoint& point;
  const Objective& objective;
  const RiskFacts& risk;
  Release first;  ///< of the kind that is described
  CostUnit unit;
  Index planned_releases;  ///< of this kind
  bool is_group = false;   ///< one of several kinds

  bool is_laplace() const { return first.mechanism == Mechanism::laplace; }
  bool draws_batches() const { return first.batch_size < risk.samples; }
  bool is_hardened() const { return first.is_hardened(); }
  bool is_reduced() const { return first.form == ReleaseForm::variance_reduced; }
  bool is_difference() const { return first.form == ReleaseForm::difference; }
  bool is_solution() const { return first.form == ReleaseForm::solution; }
  bool is_choice() const { return first.form == ReleaseForm::vertex; }
  bool is_minimizer() const { return first.form == ReleaseForm::minimizer; }
  bool follows_state() const { return first.sensitivity == SensitivityRule::state_dependent; }
};

/// The exact steps behind a released solution, which its sensitivity follows from.
ExactDescent descent_of(const Facts& facts) {
  const ParameterSet& parameters = facts.planned.plan->summary().parameters;
  return {.step_size = parameters.number("stepSize").value_or(0),
          .smoothness = facts.objective.sum->smoothness_bound(),
          .strong_convexity = facts.objective.regularizer.strong_convexity(),
          .steps = static_cast<Index>(parameters.number("iterations").value_or(0))};
}

Json descent_json(const Facts& facts) {
  const ExactDescent descent = descent_of(facts);
  return Json::object({{"steps", descent.steps},
                       {"stepSize", descent.step_size},
                       {"smoothness", descent.smoothness},
                       {"curvatureBound", facts.objective.curvature},
                       {"rowBound", std::sqrt(descent.smoothness / facts.objective.curvature)},
                       {"strongConvexity", descent.strong_convexity}});
}

/// The objective behind a released minimizer, which the rest of its divergence follows from.
Json objective_json(const Facts& facts) {
  const PerturbedObjective& objective = facts.first.objective;
  const double curvature = facts.objective.curvature;
  const double regularizer = facts.objective.regularizer.strong_convexity();
  return Json::object(
      {{"strongConvexity", objective.strong_convexity},
       {"regularizerStrength", regularizer},
       {"addedStrength", std::max(0.0, objective.strong_convexity - regularizer)},
       {"recordCurvature", objective.record_curvature},
       {"curvatureBound", curvature},
       {"rowBound", std::sqrt(objective.record_curvature / curvature)},
       {"tolerance", objective.tolerance},
       {"solutionDeviation", objective.solution_scale},
       {"solverShift", solver_shift(objective)},
       {"text",
        "the minimizer of F(x) + r(x) + (addedStrength / 2) |x - x_0|^2 + <b, x> over all of space "
        "with b = the noise, for convex losses phi(<u, x>) with Lipschitz phi'; the search ends "
        "where the gradient is at most the tolerance, and independent normal noise of "
        "solutionDeviation is added to every coordinate of where it ended; strongConvexity = "
        "regularizerStrength + addedStrength, recordCurvature = curvatureBound rowBound^2 by "
        "enforced bounds; solverShift = 2 tolerance / (strongConvexity solutionDeviation), how far "
        "the search's end can move over its noise"}});
}

/// What a choice's vertices are, and how far one record can move their scores. Only of choices.
struct Choice {
  Index count = 0;
  ScoreSensitivity sensitivity;
};

Choice choice_of(const Facts& facts) {
  const auto vertices = VertexSet::create(facts.objective.domain, facts.risk.dimension);
  if (!vertices) return {};
  return {.count = vertices->count(),
          .sensitivity = vertices->score_sensitivity({.l1 = facts.risk.l1_sensitivity,
                                                      .l2 = facts.risk.l2_sensitivity,
                                                      .linf = facts.risk.linf_sensitivity})};
}

Json vertices_json(const Choice& choice) {
  return Json::object(
      {{"norm", word_for(choice.sensitivity.dual)}, {"radius", choice.sensitivity.radius}});
}

/// The norm in which a record's gradient is bounded.
RowNorm norm_of(const Facts& facts) {
  if (facts.is_choice()) return choice_of(facts).sensitivity.norm;
  return facts.is_laplace() ? RowNorm::l1 : RowNorm::l2;
}

/// How far the mean of a batch can move, S / m, and the mean difference of two gradients, 2 S / m;
/// hardened releases add what rounding can do to it before it meets the grid (GridQuery).
double mean_sensitivity(const Facts& facts, double sensitivity) {
  const double records = static_cast<double>(facts.first.batch_size);
  if (facts.is_solution()) return descent_sensitivity(descent_of(facts), sensitivity / records);
  if (facts.is_choice()) return choice_of(facts).sensitivity.value() / records;
  if (facts.is_difference()) return 2 * sensitivity / records;
  if (!facts.is_hardened() || facts.follows_state()) return sensitivity / records;
  const double margin = 1 + (static_cast<double>(facts.risk.dimension) + 128) * 0x1p-52;
  const double rounding = facts.objective.sum->summation_error(facts.first.batch_size);
  return sensitivity * (margin / records + rounding);
}

std::string mean_text(const Facts& facts) {
  if (facts.is_solution()) {
    return "D_T of the last of T exact steps: D_t = (1 - eta mu) D_(t-1) + eta S / n, D_0 = 0, for "
           "convex losses and eta of at most 1 / (L + mu), without mu 2 / L; with T = steps, eta = "
           "stepSize, L = smoothness = curvatureBound rowBound^2 by enforced bounds, mu = "
           "strongConvexity of the regularizer";
  }
  if (facts.is_choice())
    return "S R / n by Hoelder's inequality, with R = vertices.radius, the longest vertex in "
           "vertices.norm";
  if (!facts.is_hardened() || facts.follows_state()) return "S / m";
  return "S (r / m + w) with r = 1 + (d + 128) 2^-52 for the rounding of one record's gradient and "
         "w = " +
         number_text(facts.objective.sum->summation_error(facts.first.batch_size)) +
         " for that of the sum";
}

/// S and where it comes from, EmpiricalRisk::gradient_bounds: the bounds of loss and features, or
/// clipping where it bounds more.
Json sensitivity_json(const Facts& facts) {
  const FeatureBounds& bounds = facts.objective.data->facts.bounds;
  const RowNorm norm_id = norm_of(facts);
  const bool l1 = norm_id == RowNorm::l1, linf = norm_id == RowNorm::linf;
  const std::string norm = l1 ? "1" : linf ? "inf" : "2";
  const std::string moves =
      "value: how far one record's gradient can move when the record is exchanged";
  const double value = l1     ? facts.risk.l1_sensitivity
                       : linf ? facts.risk.linf_sensitivity
                              : facts.risk.l2_sensitivity;
  const double features = l1 ? bounds.l1 : linf ? bounds.linf : bounds.l2;
  const double slope = facts.objective.derivative_bound;
  const auto& clip = facts.point.problem.gradient_clip;
  const bool is_clipped = clip && !(2 * slope * features <= value);
  std::string formula;
  if (is_clipped) {
    const bool needs_root = l1 && clip->norm == GradientClip::Norm::l2;
    formula = "S_" + norm + " = 2 C" + (needs_root ? " sqrt(d)" : "") +
              ", gradients being clipped to C = " + number_text(clip->bound) + " in " +
              word_for(clip->norm);
  } else {
    formula = "S_" + norm + " = 2 sup|phi'| sup||u||_" + norm +
              ", with sup|phi'| = " + number_text(slope) + " (" +
              word_for(facts.point.problem.loss) + " loss) and sup||u||_" + norm + " = " +
              number_text(features) + " (preprocessing)";
  }
  if (facts.follows_state()) {
    formula +=
        "; at the released point x the run uses S_1(x) = 2 R sup{|phi'(m)| : |m| <= R ||x||_inf}, "
        "R = sup||u||_1, or less by clipping, which is never more";
  }
  const Json clip_json =
      is_clipped ? Json::object({{"norm", word_for(clip->norm)}, {"bound", clip->bound}}) : Json();
  const std::string moved = facts.is_solution() ? "the solution"
                            : facts.is_choice() ? "a vertex's score"
                                                : "the mean of the batch";
  Json out =
      Json::object({{"rule", word_for(facts.first.sensitivity)},
                    {"norm", word_for(norm_id)},
                    {"value", value},
                    {"mean", mean_sensitivity(facts, value)},
                    {"derivativeBound", is_clipped ? Json() : Json(slope)},
                    {"featureBound", is_clipped ? Json() : Json(features)},
                    {"gradientClip", clip_json},
                    {"text", moves + "; mean: how far " + moved + " can, " + mean_text(facts)},
                    {"formula", std::move(formula)}});
  if (facts.is_solution()) out.set("descent", descent_json(facts));
  if (facts.is_choice()) out.set("vertices", vertices_json(choice_of(facts)));
  if (facts.is_group) {  // the groups have means of their own
    out.erase("mean");
    out.set("text", moves);
  }
  return out;
}

Json runs_json(const std::vector<ScaleRun>& runs) {
  std::vector<Json> out;
  for (const ScaleRun& run : runs) {
    std::vector<double> numbers = {static_cast<double>(run.count), run.first};
    if (!run.is_constant()) numbers.push_back(run.last);
    out.push_back(Json::numbers(std::move(numbers)));
  }
  return Json::array(std::move(out));
}

Json scales_json(const Facts& facts, Index releases) {
  if (facts.is_group) {
    if (releases == 0) return Json::array({});
    return runs_json(
        {{.count = releases, .first = facts.first.noise_scale, .last = facts.first.noise_scale}});
  }
  const auto& rule = dynamic_cast<const ScheduledRule&>(facts.planned.plan->rule());
  const bool are_equal = rule.planned().front().is_constant;
  const auto scale_at = [&](Index t) {
    const Release release = rule.at(t);
    return facts.follows_state() ? release.base_epsilon : release.noise_scale;
  };
  std::vector<ScaleRun> runs;
  if (releases > 0 && are_equal) {
    runs.push_back({.count = releases, .first = scale_at(1), .last = scale_at(1)});
  } else {
    runs = scale_runs(releases, scale_at);
  }
  return runs_json(runs);
}

/// The grids of hardened releases, [count, grid]. At a point's own sensitivity the scale is chosen
/// on the grid, so that the grid does not enter the cost.
Json grids_json(const Facts& facts, Index releases) {
  if (!facts.is_hardened() || facts.follows_state()) return Json();
  const auto& rule = dynamic_cast<const ScheduledRule&>(facts.planned.plan->rule());
  const bool are_equal = rule.planned().front().is_constant;
  std::vector<ScaleRun> runs;
  for (Index t = 1; t <= releases; ++t) {
    const double grid = rule.at(t).grid;
    if (runs.empty() || runs.back().first != grid) {
      runs.push_back({.count = 0, .first = grid, .last = grid});
    }
    runs.back().count += are_equal ? releases : 1;
    if (are_equal) break;
  }
  return runs_json(runs);
}

std::string noised_text(const Facts& facts) {
  switch (facts.first.form) {
    case ReleaseForm::solution:
      return "solution";
    case ReleaseForm::variance_reduced:
      return "variance-reduced gradient";
    case ReleaseForm::difference:
      return "mean difference of the gradients here and at the anchor";
    case ReleaseForm::anchor:
      return "mean gradient at an anchor";
    case ReleaseForm::minimizer:
      return "linear term of the objective";
    case ReleaseForm::gradient:
    case ReleaseForm::vertex:
      break;
  }
  return "mean gradient";
}

Json noise_json(const Facts& facts, Index releases) {
  std::string_view quantity =
      facts.is_laplace() ? statement::kLaplaceScale : statement::kStandardDeviation;
  std::string text = facts.is_laplace()
                         ? "scale b_t of independent Laplace noise (standard deviation sqrt(2) b_t)"
                         : "standard deviation sigma_t of independent normal noise";
  text += (facts.is_minimizer() ? ", which is every coordinate of the "
                                : ", added to every coordinate of the ") +
          noised_text(facts);
  if (facts.is_choice()) {
    quantity = statement::kGumbelScale;
    text =
        "scale b_t of the exponential mechanism: vertex v is chosen with probability "
        "proportional to exp(-<v, gradient> / b_t), the gradient being that of the mean over all "
        "records and of the smooth regularizer";
  }
  if (facts.follows_state()) {
    quantity = statement::kBaseEpsilon;
    text =
        "epsilon_0,t of Laplace noise with scale b_t = S_1(x_t) / (m epsilon_0,t), added to "
        "every coordinate of the mean gradient";
  }
  if (facts.is_hardened()) {
    text +=
        ", as an integer on a power-of-two grid to which the mean is rounded (discrete noise, "
        "drawn exactly)";
  }
  text +=
      "; [count, value] stands for so many releases, [count, first, last] for a geometric "
      "progression";
  return Json::object({{"quantity", quantity},
                       {"planned", facts.planned_releases},
                       {"values", scales_json(facts, releases)},
                       {"grids", grids_json(facts, releases)},
                       {"text", std::move(text)}});
}

std::string release_formula(const Facts& facts) {
  if (facts.is_minimizer()) return statement::minimizer_formula();
  if (facts.unit == CostUnit::renyi) return statement::divergence_formula(facts.first.form);
  if (facts.is_choice()) {
    const std::string range = "epsilon_t = 2 mean / b_t";
    return facts.unit == CostUnit::epsilon ? range : "rho_t = epsilon_t^2 / 8 with " + range;
  }
  // D is what the rounded mean moves by: rounding to the grid adds 1 step per coordinate.
  const std::string moves = facts.is_hardened() ? "D_t" : "mean";
  std::string note;
  if (facts.is_hardened() && !facts.follows_state()) {
    note = facts.is_laplace() ? ", D_t = mean + d grid_t" : ", D_t = mean + sqrt(d) grid_t";
  }
  if (!facts.is_laplace()) return "rho_t = (" + moves + " / sigma_t)^2 / 2" + note;
  const std::string base = facts.follows_state() ? "epsilon_0,t" : moves + " / b_t";
  const std::string epsilon =
      facts.draws_batches() ? "ln(1 + (m/n) (exp(" + base + ") - 1))" : base;
  if (facts.unit == CostUnit::epsilon) return "epsilon_t = " + epsilon + note;
  return "rho_t = epsilon_t^2 / 2 with epsilon_t = " + epsilon + note;
}

/// The order of the divergences, and the split of the noise that was found best.
Json renyi_cost_json(const Facts& facts) {
  const double order = facts.planned.plan->rule().cap().order;
  Json out = Json::object({{"unit", statement::kRenyiUnit},
                           {"order", order},
                           {"perRelease", facts.is_group ? "by group" : release_formula(facts)},
                           {"composition", statement::theorem_text(statement::kRenyi)}});
  if (!facts.is_reduced()) return out;
  const VarianceReducedNoise reduced{
      .samples = facts.risk.samples,
      .batch_size = facts.first.batch_size,
      .noise = facts.first.noise_scale / (facts.risk.l2_sensitivity / 2)};
  out.set("share", best_variance_reduced_renyi(reduced, order).share);
  return out;
}

Json cost_json(const Facts& facts) {
  if (facts.unit == CostUnit::renyi) return renyi_cost_json(facts);
  const bool pure = facts.unit == CostUnit::epsilon;
  return Json::object(
      {{"unit", pure ? statement::kEpsilonUnit : statement::kRhoUnit},
       {"perRelease", release_formula(facts)},
       {"composition", statement::theorem_text(pure ? statement::kBasic : statement::kZcdp)}});
}

std::string released_text(const Facts& facts) {
  if (facts.is_solution()) {
    return "the noisy end of " + std::to_string(descent_of(facts).steps) + " exact steps, " +
           std::to_string(facts.risk.dimension) +
           " numbers, and nothing that was computed on the way";
  }
  if (facts.is_group) {
    return "the noisy mean gradient at the anchor of every epoch, the noisy mean difference of "
           "every inner step to it, " +
           std::to_string(facts.risk.dimension) +
           " numbers each, and everything made from them: iterates, trace and solution";
  }
  if (facts.is_choice()) {
    return "the vertex that every iteration chooses among " +
           std::to_string(choice_of(facts).count) +
           ", and everything made from them: iterates, trace and solution";
  }
  if (facts.is_minimizer()) {
    return "the noisy minimizer of the objective with a random linear term, " +
           std::to_string(facts.risk.dimension) +
           " numbers, and nothing that was computed on the way";
  }
  const std::string what = facts.is_reduced()
                               ? "the noisy variance-reduced gradient of every inner step, "
                               : "the noisy mean gradient of every iteration, ";
  return what + std::to_string(facts.risk.dimension) +
         " numbers each, and everything made from them: iterates, trace and solution";
}

void set_batch(const Facts& facts, Json& out) {
  out.set("batchSize", facts.first.batch_size);
  out.set("sampler",
          facts.draws_batches() ? statement::kWithoutReplacement : statement::kAllRecords);
}

/// The kinds of release of a plan that has several, as an entry describes its only one.
Json groups_json(Facts facts, Index releases) {
  const AlgorithmPlan& plan = *facts.planned.plan;
  const std::vector<PlannedReleases> planned = plan.rule().planned();
  std::vector<Json> out;
  for (const PlannedReleases& group : planned_among(plan.rule(), releases)) {
    facts.first = group.first;
    facts.planned_releases = planned[out.size()].count;
    Json one = Json::object({{"form", word_for(group.first.form)}});
    set_batch(facts, one);
    one.set("rule", word_for(group.first.sensitivity));
    one.set("mean", mean_sensitivity(facts, facts.risk.l2_sensitivity));
    one.set("noise", noise_json(facts, group.count));
    one.set("perRelease", release_formula(facts));
    out.push_back(std::move(one));
  }
  return Json::array(std::move(out));
}

}  // namespace

Json plan_statement(const PlannedAlgorithm& planned, const SweepPoint& point,
                    const Objective& objective, const ProblemFacts& problem, Index releases) {
  const AlgorithmPlan& plan = *planned.plan;
  const PrivacyClaim& claim = plan.summary().claim;
  Json out = Json::object({{"algorithm", planned.entry->id},
                           {"label", planned.label},
                           {"sweep", point.values},
                           {"notion", word_for(claim.notion)},
                           {"guarantee", word_for(claim.guarantee)}});
  if (objective.data->has_header) out.set("header", *objective.data->has_header);
  if (claim.promises()) {
    const std::vector<PlannedReleases> groups = plan.rule().planned();
    const Facts facts{.planned = planned,
                      .point = point,
                      .objective = objective,
                      .risk = problem.risk,
                      .first = groups.front().first,
                      .unit = plan.rule().cap().unit,
                      .planned_releases = plan.summary().iterations,
                      .is_group = groups.size() > 1};
    out.set("requested", requested_json(point.privacy));
    out.set("neighbours", word_for(claim.neighbours));
    out.set("calibration", word_for(point.privacy.calibration));
    out.set("release", word_for(claim.release));
    out.set("released", released_text(facts));
    if (!facts.is_group &&
        (facts.unit == CostUnit::renyi || facts.is_solution() || facts.is_choice())) {
      out.set("form", word_for(facts.first.form));
    }
    out.set("mechanism", word_for(facts.first.mechanism));
    out.set("samples", facts.risk.samples);
    out.set("dimension", facts.risk.dimension);
    if (!facts.is_group) set_batch(facts, out);
    out.set("sensitivity", sensitivity_json(facts));
    if (facts.is_minimizer()) out.set("objective", objective_json(facts));
    if (facts.is_group) {
      out.set("groups", groups_json(facts, releases));
    } else {
      out.set("noise", noise_json(facts, releases));
    }
    if (plan.rule().length() == RunLength::drawn) out.set("stopsAtRandom", true);
    out.set("cost", cost_json(facts));
    // The Renyi divergence of continuous Laplace noise holds for nothing else.
    const bool is_pure_only = facts.draws_batches() || facts.is_hardened();
    // Where Renyi orders give no less than the sum, delta buys nothing.
    if (claim.approximate && claim.approximate->epsilon < claim.epsilon * (1 - 1e-6)) {
      out.set("approximate", Json::object({{"accountant", is_pure_only ? statement::kRenyiPure
                                                                       : statement::kRenyiLaplace},
                                           {"epsilon", claim.approximate->epsilon},
                                           {"delta", claim.approximate->delta}}));
    }
  }
  out.set("certified", claim.certified());
  out.set("reasons", Json::texts(claim.reasons));
  return out;
}

}  // namespace noisy
