#include "engine/statement/write/plan_statement.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/experiment/plan/requested.h"
#include "engine/json/vocabulary.h"
#include "engine/privacy/release/neighbour_move.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/scale_runs.h"
#include "engine/privacy/release/statement_words.h"
#include "engine/problem/risk/softmax_risk.h"
#include "engine/statement/write/statement_records.h"

namespace noisy {
namespace {

/// What the texts of a statement depend on.
struct Facts {
  const PlannedAlgorithm& planned;
  const SweepPoint& point;
  const Objective& objective;
  const RiskFacts& risk;
  DescribedRelease of;                    ///< a release of the kind that is described
  const LedgerEntry* released = nullptr;  ///< what the ledger holds of this kind; null: nothing
  Index planned_releases = 0;             ///< of this kind
  bool is_group = false;                  ///< one of several kinds

  const ReleaseForm& form() const { return *of.release.form; }
};

/// S in a norm where a record is replaced, and in l2 where one is zeroed out (gradient_move).
double record_move(const Facts& facts, RowNorm norm) {
  if (facts.form().is_at_origin()) {
    return changed_records(facts.of.neighbours) * facts.risk.quadratic.slope;
  }
  constexpr double kEverywhere = std::numeric_limits<double>::infinity();
  if (facts.of.neighbours != Neighbours::replace_one) {
    return gradient_move(facts.of.bounds_within(kEverywhere), facts.of.neighbours);
  }
  return norm == RowNorm::l1     ? facts.risk.l1_sensitivity
         : norm == RowNorm::linf ? facts.risk.linf_sensitivity
                                 : facts.risk.l2_sensitivity;
}

/// sup||u|| of the rows. What one record's x - z is bounded by depends on x, too, where nothing of
/// it cancels.
double factor_bound(const Facts& facts, RowNorm norm) {
  const FeatureBounds& bounds = facts.objective.slope_factors;
  const double rows = norm == RowNorm::l1     ? bounds.l1
                      : norm == RowNorm::linf ? bounds.linf
                                              : bounds.l2;
  const bool is_whole = facts.of.neighbours == Neighbours::zero_out &&
                        facts.point.problem.loss->form == LossForm::distance;
  if (!is_whole) return rows;
  constexpr double kEverywhere = std::numeric_limits<double>::infinity();
  return facts.objective.exact->bounds_within(kEverywhere).record_gradient;
}

/// What is called a gradient there.
constexpr std::string_view kOperator = "the operator (grad_x F, -grad_y F) at z = (x, y)";

/// SaddleRiskBounds::gradient_bounds.
std::string saddle_formula(const Facts& facts, RowNorm norm) {
  const SaddleBounds& bounds = *facts.objective.sum->saddle();
  const std::string in_x = number_text(bounds.primal_difference);
  const std::string in_y = number_text(bounds.dual_difference);
  const std::string longest = "L = " + number_text(bounds.lipschitz) +
                              ", the longest gradient (grad_x, grad_y) of one record that domains "
                              "and the records' bounds allow (\"" +
                              facts.point.problem.loss->id + "\")";
  if (facts.of.neighbours == Neighbours::zero_out) return "S_2 = L, with " + longest;
  const std::string l2 = "min(2 L, sqrt(S_x^2 + S_y^2))";
  const double coordinate = bounds.coordinates.difference;
  const std::string by_coordinate =
      std::isfinite(coordinate)
          ? ", " + number_text(coordinate) + " by the bounds on single coordinates"
          : "";
  const std::string formula =
      norm == RowNorm::l1     ? "S_1 = min(sqrt(d) S_2, sqrt(d_x) S_x + sqrt(d_y) S_y), S_2 = " + l2
      : norm == RowNorm::linf ? "S_inf = min(S_2, max(S_x, S_y)" + by_coordinate + "), S_2 = " + l2
                              : "S_2 = " + l2;
  return formula + ", with S_x = " + in_x + " and S_y = " + in_y +
         ", how far two records' grad_x and grad_y can be apart, and " + longest +
         "; derivativeBound is half of it, featureBound 1";
}

/// S and where it comes from, LinearRisk's or RecordBounds::gradient_bounds: the bounds of loss and
/// features, or clipping where it bounds more.
Json sensitivity_json(const Facts& facts) {
  const RowNorm norm_id = facts.form().norm(facts.of);
  const bool l1 = norm_id == RowNorm::l1;
  const std::string norm = l1 ? "1" : norm_id == RowNorm::linf ? "inf" : "2";
  const bool is_zeroed = facts.of.neighbours == Neighbours::zero_out;
  const std::string moves =
      is_zeroed ? "value: how long one record's gradient can be, which is gone when the record is "
                  "zeroed out"
                : "value: how far one record's gradient can move when the record is exchanged";
  const std::string times = is_zeroed ? "" : "2 ";
  const double value = record_move(facts, norm_id);
  const bool is_saddle = facts.objective.saddle_loss != nullptr;
  const double features = is_saddle ? 1 : factor_bound(facts, norm_id);
  const bool has_classes = facts.objective.classes > 0;
  const bool is_at_origin = facts.form().is_at_origin();
  const double slope = is_saddle      ? value / changed_records(facts.of.neighbours)
                       : is_at_origin ? value / changed_records(facts.of.neighbours) / features
                       : has_classes  ? residual_bound(norm_id)
                                      : facts.objective.derivative_bound;
  const auto& clip = facts.point.problem.gradient_clip;
  const bool is_clipped =
      clip && !(changed_records(facts.of.neighbours) * slope * features <= value);
  std::string formula;
  if (is_saddle) {
    formula = saddle_formula(facts, norm_id);
  } else if (is_clipped) {
    const bool needs_root = l1 && clip->norm == GradientClip::Norm::l2;
    formula = "S_" + norm + " = " + times + "C" + (needs_root ? " sqrt(d)" : "") +
              ", gradients being clipped to C = " + number_text(clip->bound) + " in " +
              word_for(clip->norm);
  } else if (facts.objective.record_loss) {
    formula = "S_" + norm + " = " + times + "L_0" + (l1 ? " sqrt(d)" : "") +
              ", with L_0 = " + number_text(slope) +
              ", the longest gradient of one record that the domain and the records' bounds allow "
              "(\"" +
              facts.point.problem.loss->id + "\")";
  } else if (is_zeroed && facts.point.problem.loss->form == LossForm::distance) {
    formula =
        "S_2 = sup||x||_2 + sup||z||_2 >= ||x - z||_2, with sup||x||_2 from the domain and "
        "sup||z||_2 = " +
        number_text(facts.objective.slope_factors.l2) + " (preprocessing), together " +
        number_text(features);
  } else if (has_classes) {
    formula = "S_" + norm + " = " + times + "sup||p - e_y||_" + norm + " sup||u||_" + norm +
              ", with p the probabilities of the classes, y the record's own, sup||p - e_y||_" +
              norm + " = " + number_text(slope) + " and sup||u||_" + norm + " = " +
              number_text(features) + " (preprocessing)";
  } else {
    formula = "S_" + norm + " = " + times + "sup|phi'| sup||u||_" + norm +
              (is_at_origin ? " at x = 0" : "") + ", with sup|phi'| = " + number_text(slope) +
              " (" + facts.point.problem.loss->id + " loss) and sup||u||_" + norm + " = " +
              number_text(features) + " (preprocessing)";
  }
  if (facts.of.follows_state()) {
    formula += "; at the released point x the run uses S_1(x) = ";
    formula += has_classes ? "4 R max_y (1 - 1 / (1 + sum_{j != y} exp(R ||x_j - x_y||_inf)))"
                           : "2 R sup{|phi'(m)| : |m| <= R ||x||_inf}";
    formula += ", R = sup||u||_1, or less by clipping, which is never more";
  }
  const Json clip_json =
      is_clipped ? Json::object({{"norm", word_for(clip->norm)}, {"bound", clip->bound}}) : Json();
  Json out =
      Json::object({{"rule", word_for(facts.of.release.sensitivity)},
                    {"norm", word_for(norm_id)},
                    {"value", value},
                    {"mean", facts.form().mean_sensitivity(facts.of, value)},
                    {"derivativeBound", is_clipped ? Json() : Json(slope)},
                    {"featureBound", is_clipped ? Json() : Json(features)},
                    {"gradientClip", clip_json},
                    {"text", moves + "; mean: how far " + std::string(facts.form().moving_text()) +
                                 " can, " + facts.form().mean_text(facts.of)},
                    {"formula", std::move(formula)}});
  facts.form().describe_sensitivity(facts.of, out);
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

Json scales_json(const Facts& facts) {
  return runs_json(facts.released ? facts.released->scales.runs() : std::vector<ScaleRun>{});
}

/// The grids of hardened releases, [count, grid]. At a point's own sensitivity the scale is chosen
/// on the grid, so that the grid does not enter the cost.
Json grids_json(const Facts& facts) {
  if (!facts.of.is_hardened() || facts.of.follows_state()) return Json();
  return runs_json(facts.released ? facts.released->grids.runs() : std::vector<ScaleRun>{});
}

/// Lengths of steps, of kinds whose releases have one each.
std::vector<ScaleRun> step_runs(const Facts& facts) {
  return facts.released ? facts.released->steps.runs() : std::vector<ScaleRun>{};
}

Json noise_json(const Facts& facts) {
  std::string_view quantity = noise_of(facts.of.release.mechanism).quantity;
  std::string text = facts.form().noise_text(facts.of);
  if (facts.of.follows_state()) {
    quantity = kBaseEpsilon;
    text =
        "epsilon_0,t of Laplace noise with scale b_t = S_1(x_t) / (m epsilon_0,t), added to "
        "every coordinate of the mean gradient";
  }
  if (facts.of.is_hardened()) text += facts.form().grid_text();
  text +=
      "; [count, value] stands for so many releases, [count, first, last] for a geometric "
      "progression";
  Json out = Json::object({{"quantity", quantity},
                           {"planned", facts.planned_releases},
                           {"values", scales_json(facts)},
                           {"grids", grids_json(facts)}});
  if (std::vector<ScaleRun> steps = step_runs(facts); !steps.empty()) {
    out.set("steps", runs_json(steps));
    text += "; steps lists in the same way the most that the length s_t of each step may be";
  }
  out.set("text", std::move(text));
  return out;
}

/// The unit, its order where it has one, and how one release's cost follows.
Json cost_json(const Facts& facts) {
  const CostUnit unit = facts.of.unit;
  const bool has_order = unit == CostUnit::renyi;
  Json out = Json::object({{"unit", statement::unit_text(unit)}});
  if (has_order) out.set("order", facts.of.order);
  out.set("perRelease",
          facts.is_group && has_order ? "by group" : facts.form().cost_formula(facts.of));
  out.set("composition", statement::composition_text(unit));
  facts.form().describe_cost(facts.of, out);
  return out;
}

void set_batch(const Facts& facts, Json& out) {
  out.set("batchSize", facts.of.release.batch_size);
  out.set("sampler",
          facts.of.draws_batches() ? statement::kWithoutReplacement : statement::kAllRecords);
  const RecordBlock& block = facts.of.release.block;
  if (block.is_whole()) return;
  out.set("records", Json::object({{"first", block.first}, {"count", block.count}}));
}

/// One kind of release of a plan, and what a run released of it.
struct StatedKind {
  Release first;
  Index planned = 0;  ///< as many as were made, where that is open
  const LedgerEntry* released = nullptr;
};

std::vector<StatedKind> kinds_of(const BudgetRule& rule, const Ledger& ledger) {
  std::vector<StatedKind> out;
  for (const PlannedReleases& kind : rule.planned()) {
    const LedgerEntry* released = ledger.entry_like(kind.first);
    const Index made = released ? released->count : 0;
    out.push_back({.first = kind.first,
                   .planned = rule.length() == RunLength::open ? made : kind.count,
                   .released = released});
  }
  return out;
}

/// The kinds of release of a plan that has several, as an entry describes its only one.
Json groups_json(Facts facts, const std::vector<StatedKind>& kinds) {
  std::vector<Json> out;
  for (const StatedKind& kind : kinds) {
    facts.of.release = kind.first;
    facts.released = kind.released;
    facts.planned_releases = kind.planned;
    Json one = Json::object({{"form", kind.first.form->id()}});
    if (kind.first.mechanism != kinds.front().first.mechanism) {
      one.set("mechanism", word_for(kind.first.mechanism));
    }
    set_batch(facts, one);
    one.set("rule", word_for(kind.first.sensitivity));
    const RowNorm norm = facts.of.is_laplace() ? RowNorm::l1 : RowNorm::l2;
    one.set("mean", facts.form().mean_sensitivity(facts.of, record_move(facts, norm)));
    facts.form().describe(facts.of, one);
    one.set("noise", noise_json(facts));
    one.set("perRelease", facts.form().cost_formula(facts.of));
    out.push_back(std::move(one));
  }
  return Json::array(std::move(out));
}

/// What the first kind gives away, and what others add to that.
std::string released_text(Facts facts, const std::vector<StatedKind>& kinds) {
  std::string text = facts.form().released_text(facts.of);
  for (std::size_t k = 1; k < kinds.size(); ++k) {
    facts.of.release = kinds[k].first;
    text += facts.form().also_released_text(facts.of);
  }
  if (facts.objective.saddle_loss) text += "; a gradient is here " + std::string(kOperator);
  return text;
}

/// What a run that chooses its releases from earlier ones is stated at.
void add_cap(const Ledger& ledger, Json& cost) {
  cost.set("cap", ledger.cap().value);
  cost.set("spent", ledger.spent().value);
  cost.set("filter",
           "number and noise of the releases follow from what was released before, as long as what "
           "is left of the cap suffices; the whole run has the cap's guarantee, wherever it ends, "
           "and is stated at it (Feldman and Zrnic 2021; Whitehouse et al. 2023, Theorem 1)");
}

}  // namespace

DescribedRelease described(const Release& release, const AlgorithmPlan& plan,
                           const Objective& objective, const RiskFacts& risk) {
  return {
      .release = release,
      .unit = plan.rule().cap().unit,
      .order = plan.rule().cap().order,
      .neighbours = plan.rule().cap().neighbours,
      .samples = risk.samples,
      .dimension = risk.dimension,
      .bounds = {.l1 = risk.l1_sensitivity,
                 .l2 = risk.l2_sensitivity,
                 .linf = risk.linf_sensitivity},
      .curvature = objective.curvature,
      .smoothness = objective.sum->smoothness_bound(),
      .summation_error = objective.sum->summation_error(release.batch_size),
      .bounds_within = [&sum = *objective.sum](double radius) { return sum.bounds_within(radius); },
      .regularizer = &objective.regularizer,
      .domain = &objective.domain,
      .saddle = objective.sum->saddle()};
}

Json plan_statement(const PlannedAlgorithm& planned, const SweepPoint& point,
                    const Objective& objective, const ProblemFacts& problem, const Ledger& ledger) {
  const AlgorithmPlan& plan = *planned.plan;
  const PrivacyClaim& claim = plan.summary().claim;
  Json out = Json::object({{"algorithm", planned.entry->id},
                           {"label", planned.label},
                           {"sweep", point.values},
                           {"notion", word_for(claim.notion)},
                           {"guarantee", word_for(claim.guarantee)}});
  if (objective.data->has_header) out.set("header", *objective.data->has_header);
  if (claim.promises()) {
    const std::vector<StatedKind> kinds = kinds_of(plan.rule(), ledger);
    const Facts facts{.planned = planned,
                      .point = point,
                      .objective = objective,
                      .risk = problem.risk,
                      .of = described(kinds.front().first, plan, objective, problem.risk),
                      .released = kinds.front().released,
                      .planned_releases = kinds.front().planned,
                      .is_group = kinds.size() > 1};
    out.set("requested", requested_json(point.privacy));
    out.set("neighbours", word_for(claim.neighbours));
    out.set("calibration", word_for(point.privacy.calibration));
    out.set("release", word_for(claim.release));
    out.set("released", released_text(facts, kinds));
    if (!facts.is_group && facts.form().is_named(facts.of)) out.set("form", facts.form().id());
    out.set("mechanism", word_for(facts.of.release.mechanism));
    out.set("samples", facts.risk.samples);
    out.set("dimension", facts.risk.dimension);
    if (!facts.is_group) set_batch(facts, out);
    out.set("sensitivity", sensitivity_json(facts));
    if (facts.is_group) {
      out.set("groups", groups_json(facts, kinds));
    } else {
      facts.form().describe(facts.of, out);
      out.set("noise", noise_json(facts));
    }
    if (plan.rule().length() == RunLength::drawn) out.set("stopsAtRandom", true);
    Json cost = cost_json(facts);
    if (plan.rule().length() == RunLength::open) add_cap(ledger, cost);
    if (!facts.of.release.block.is_whole()) cost.set("blocks", statement::kParallelComposition);
    out.set("cost", std::move(cost));
    if (planned.score) out.set("score", record::json_of<record::kPlannedScore>(*planned.score));
    // The Renyi divergence of continuous Laplace noise holds for nothing else.
    const bool is_pure_only = facts.of.draws_batches() || facts.of.is_hardened();
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
