#include "engine/statement/write/plan_statement.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/experiment/plan/requested.h"
#include "engine/json/vocabulary.h"
#include "engine/privacy/release/chance_batches.h"
#include "engine/privacy/release/neighbour_move.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/scale_runs.h"
#include "engine/privacy/release/statement_words.h"
#include "engine/problem/loss/tilt_alone.h"
#include "engine/problem/risk/softmax_risk.h"
#include "engine/statement/write/statement_records.h"

namespace noisy {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

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
  if (facts.of.neighbours != Neighbours::replace_one) {
    return gradient_move(facts.of.bounds_within(kUnbounded), facts.of.neighbours);
  }
  return norm == RowNorm::l1     ? facts.risk.l1_sensitivity
         : norm == RowNorm::linf ? facts.risk.linf_sensitivity
                                 : facts.risk.l2_sensitivity;
}

/// Of a problem of the gallery whose records differ by their tilts alone.
bool has_tilts_alone(const Facts& facts) {
  const RecordLoss* loss = facts.objective.record_loss.get();
  return loss && differs_by_tilt_alone(*loss) && !facts.point.problem.gradient_clip;
}

/// sup||u|| of the rows. What one record's x - z is bounded by depends on x, too, where nothing of
/// it cancels.
double factor_bound(const Facts& facts, RowNorm norm) {
  const FeatureBounds& bounds = facts.objective.slope_factors;
  const double rows = norm == RowNorm::l1     ? bounds.l1
                      : norm == RowNorm::linf ? bounds.linf
                                              : bounds.l2;
  const bool is_whole =
      facts.of.neighbours == Neighbours::zero_out &&
      (facts.point.problem.loss->form == LossForm::distance || has_tilts_alone(facts));
  if (!is_whole) return rows;
  return facts.objective.exact->bounds_within(kUnbounded).record_gradient;
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
void state_sensitivity(const Facts& facts, StatedEntry& out) {
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
  } else if (has_tilts_alone(facts) && !is_zeroed) {
    formula = "S_" + norm + " = 2 sup||u||_" + norm +
              ": records differ by their tilts u alone (\"" + facts.point.problem.loss->id +
              "\"), with sup||u||_" + norm + " = " + number_text(features) +
              ", enforced for every record";
  } else if (facts.objective.record_loss) {
    formula = "S_" + norm + " = " + times + "L_0" + (l1 ? " sqrt(d)" : "") +
              ", with L_0 = " + number_text(has_tilts_alone(facts) ? features : slope) +
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
  out.rule = facts.of.release.sensitivity;
  out.norm = norm_id;
  out.sensitivity = value;
  out.mean_sensitivity = facts.form().mean_sensitivity(facts.of, value);
  if (is_clipped) out.clip = *clip;
  out.derivative_bound = is_clipped ? kUnbounded : slope;
  out.feature_bound = is_clipped ? kUnbounded : features;
  out.sensitivity_text = moves;
  if (!facts.is_group) {  // the groups have means of their own
    out.sensitivity_text += "; mean: how far " + std::string(facts.form().moving_text()) +
                            " can, " + facts.form().mean_text(facts.of);
  }
  out.sensitivity_formula = std::move(formula);
  facts.form().describe_sensitivity(facts.of, out.own_sensitivity);
}

void state_noise(const Facts& facts, StatedEntry& out) {
  out.quantity = noise_of(facts.of.release.mechanism).quantity;
  out.planned = static_cast<double>(facts.planned_releases);
  // At a point's own sensitivity the scale is chosen on the grid, so that the grid does not enter
  // the cost.
  out.has_grids = facts.of.is_hardened() && !facts.of.follows_state();
  if (facts.released) {
    out.values = facts.released->scales.runs();
    out.grids = facts.released->grids.runs();
    out.steps = facts.released->steps.runs();
  }
  std::string text = facts.form().noise_text(facts.of);
  if (facts.of.follows_state()) {
    out.quantity = kBaseEpsilon;
    text =
        "epsilon_0,t of Laplace noise with scale b_t = S_1(x_t) / (m epsilon_0,t), added to "
        "every coordinate of the mean gradient";
  }
  if (facts.of.is_hardened()) text += facts.form().grid_text();
  text +=
      "; [count, value] stands for so many releases, [count, first, last] for a geometric "
      "progression";
  if (!out.steps.empty()) {
    text += "; steps lists in the same way the most that the length s_t of each step may be";
  }
  out.noise_text = std::move(text);
}

/// What a release reads, how it is noised, and how its cost follows.
void state_release(const Facts& facts, StatedEntry& out) {
  const Release& release = facts.of.release;
  out.form = release.form;
  out.mechanism = release.mechanism;
  out.batch_size = static_cast<double>(release.batch_size);
  out.draws_batches = facts.of.draws_batches();
  out.draws_by_chance = draws_by_chance(*release.form);
  out.block = release.block;
  out.cost_formula = facts.form().cost_formula(facts.of);
  facts.form().describe(facts.of, out.own);
  state_noise(facts, out);
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

/// A kind of release of a plan that has several, as an entry states its only one.
void state_kind(Facts facts, const StatedKind& kind, const StatedKind& first, StatedEntry& out) {
  facts.of.release = kind.first;
  facts.released = kind.released;
  facts.planned_releases = kind.planned;
  state_release(facts, out);
  out.names_form = true;
  if (out.mechanism != first.first.mechanism) out.own_mechanism = out.mechanism;
  out.rule = kind.first.sensitivity;
  const RowNorm norm = facts.of.is_laplace() ? RowNorm::l1 : RowNorm::l2;
  out.mean_sensitivity = facts.form().mean_sensitivity(facts.of, record_move(facts, norm));
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

/// What a plan promises.
void state_promise(const Facts& facts, const std::vector<StatedKind>& kinds, const Ledger& ledger,
                   StatedEntry& out) {
  const BudgetRule& rule = facts.planned.plan->rule();
  const PrivacyClaim& claim = facts.planned.plan->summary().claim;
  out.requested = requested_json(facts.point.privacy);
  out.neighbours = claim.neighbours;
  out.calibration = facts.point.privacy.calibration;
  out.release = claim.release;
  out.released = released_text(facts, kinds);
  out.names_form = !facts.is_group && facts.form().is_named(facts.of);
  out.samples = static_cast<double>(facts.risk.samples);
  out.dimension = static_cast<double>(facts.risk.dimension);
  state_release(facts, out);
  state_sensitivity(facts, out);
  out.stops_at_random = rule.length() == RunLength::drawn;
  out.unit = facts.of.unit;
  out.order = facts.of.order;
  facts.form().describe_cost(facts.of, out.own_cost);
  if (facts.is_group) {
    out.kinds = std::vector<StatedEntry>(kinds.size());
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      state_kind(facts, kinds[k], kinds.front(), out.kinds[k]);
    }
    out.own = {};  // the groups have their own
    if (out.unit == CostUnit::renyi) out.cost_formula = "by group";
  }
  if (rule.length() == RunLength::open) {
    out.cap = ledger.cap().value;
    out.spent = ledger.spent().value;
  }
  out.score = stated_score(facts.planned.score);
}

}  // namespace

Json stated_rows(const std::vector<ScaleRun>& runs) {
  std::vector<Json> out;
  for (const ScaleRun& run : runs) {
    std::vector<double> numbers = {static_cast<double>(run.count), run.first};
    if (!run.is_constant()) numbers.push_back(run.last);
    out.push_back(Json::numbers(std::move(numbers)));
  }
  return Json::array(std::move(out));
}

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
  StatedEntry entry;
  entry.algorithm = planned.entry->id;
  entry.label = planned.label;
  entry.sweep = point.values;
  entry.notion = claim.notion;
  entry.guarantee = claim.guarantee;
  entry.has_header = objective.data->has_header;
  entry.certified = claim.certified();
  entry.reasons = claim.reasons;
  if (!claim.promises()) return record::json_of<record::kEntry>(entry);
  const std::vector<StatedKind> kinds = kinds_of(plan.rule(), ledger);
  const Facts facts{.planned = planned,
                    .point = point,
                    .objective = objective,
                    .risk = problem.risk,
                    .of = described(kinds.front().first, plan, objective, problem.risk),
                    .released = kinds.front().released,
                    .planned_releases = kinds.front().planned,
                    .is_group = kinds.size() > 1};
  state_promise(facts, kinds, ledger, entry);
  Json out = record::json_of<record::kEntry>(entry);
  // The Renyi divergence of continuous Laplace noise holds for nothing else.
  const bool is_pure_only = facts.of.draws_batches() || facts.of.is_hardened();
  // Where Renyi orders give no less than the sum, delta buys nothing.
  if (claim.approximate && claim.approximate->epsilon < claim.epsilon * (1 - 1e-6)) {
    out.set("approximate", Json::object({{"accountant", is_pure_only ? statement::kRenyiPure
                                                                     : statement::kRenyiLaplace},
                                         {"epsilon", claim.approximate->epsilon},
                                         {"delta", claim.approximate->delta}}));
  }
  return out;
}

}  // namespace noisy
