#include "engine/statement/check/mechanism_check.h"

#include <algorithm>
#include <cmath>

#include "engine/privacy/release/objective_perturbation.h"
#include "engine/statement/write/words.h"

namespace noisy {
namespace {

using namespace statement;

bool is_grid(double value) {
  int exponent;
  return std::frexp(value, &exponent) == 0.5;
}

/// The rows' bound behind a curvature must not be below that behind the sensitivity.
bool has_row_bound(const StatedEntry& entry) {
  return entry.row_bound >= entry.feature_bound * (1 - kUnderstated);
}

/// What is said of the objective behind a released minimizer.
void check_objective(const StatedEntry& entry, const std::string& place, Findings& findings) {
  const PerturbedObjective& objective = entry.objective;
  findings.expect(entry.mechanism == Mechanism::gaussian && entry.unit == CostUnit::renyi &&
                      !entry.draws_batches && entry.release == ReleaseKind::floating &&
                      entry.planned == 1 && entry.notion == Notion::approximate && !entry.clip,
                  place,
                  "a minimizer is released once, with floating Gaussian noise, in Renyi "
                  "divergence, without clipping");
  const double strength = entry.added_strength + entry.regularizer_strength;
  findings.expect(std::fabs(objective.strong_convexity - strength) <= strength * kUnderstated,
                  place + ".objective.strongConvexity",
                  "is not addedStrength + regularizerStrength");
  findings.compare(place + ".objective.solverShift", entry.solver_shift, solver_shift(objective));
  findings.compare(place + ".objective.recordCurvature", objective.record_curvature,
                   entry.curvature_bound * entry.row_bound * entry.row_bound);
  findings.expect(has_row_bound(entry), place + ".objective.rowBound",
                  "is below sensitivity.featureBound");
}

/// What the mean moves by is S / m; a hardened release adds what rounding may do to it. What a
/// solution moves by follows from the steps behind it.
void check_mean(const StatedEntry& entry, const std::string& place, Findings& findings) {
  // A difference holds a record's gradient twice.
  const double times = entry.form == ReleaseForm::difference ? 2 : 1;
  const double mean = times * entry.sensitivity / entry.batch_size;
  if (entry.form == ReleaseForm::solution) {
    findings.compare(place, entry.mean_sensitivity, descent_sensitivity(entry.descent, mean));
    findings.compare(place + ", smoothness", entry.descent.smoothness,
                     entry.curvature_bound * entry.row_bound * entry.row_bound);
    // A mean's loss curves by 1 whatever its records are; every other one by their rows.
    const bool is_mean = entry.curvature_bound == 1 && entry.row_bound == 1;
    findings.expect(is_mean || entry.clip || has_row_bound(entry), place,
                    "descent.rowBound is below sensitivity.featureBound");
    return;
  }
  if (entry.is_choice()) {
    findings.compare(place, entry.mean_sensitivity, mean * entry.vertex_radius);
    return;
  }
  const bool is_plain =
      entry.release == ReleaseKind::floating || entry.rule == SensitivityRule::state_dependent;
  if (is_plain) {
    findings.compare(place, entry.mean_sensitivity, mean);
  } else {
    findings.expect(entry.mean_sensitivity >= mean * (1 - kUnderstated), place,
                    "understated: less than value / batchSize");
  }
}

/// The norm of the vertices in which Hoelder's inequality goes with this one of the gradients.
RowNorm dual_of(RowNorm norm) {
  if (norm == RowNorm::l2) return RowNorm::l2;
  return norm == RowNorm::l1 ? RowNorm::linf : RowNorm::l1;
}

/// A choice is made among scores of all records, and nothing else is.
void check_choice(const StatedEntry& entry, const std::string& place, Findings& findings) {
  const bool is_exponential = entry.mechanism == Mechanism::exponential;
  findings.expect(is_exponential == entry.is_choice(), place,
                  "the exponential mechanism chooses vertices, and nothing else does");
  if (!is_exponential || !entry.is_choice()) return;
  findings.expect(!entry.draws_batches && entry.release == ReleaseKind::floating &&
                      entry.rule == SensitivityRule::uniform,
                  place,
                  "a vertex is chosen by all records, with floating noise and uniform sensitivity");
  findings.expect(entry.vertex_norm == dual_of(entry.norm), place + ".sensitivity.vertices.norm",
                  "is not dual to sensitivity.norm");
}

/// What is proven for a form of release, and in which unit.
void check_form(const StatedEntry& entry, const std::string& place, Findings& findings) {
  if (entry.form == ReleaseForm::minimizer) return check_objective(entry, place, findings);
  const bool is_gradient = entry.form == ReleaseForm::gradient;
  const bool is_reduced = entry.form == ReleaseForm::variance_reduced;
  const bool is_anchor = entry.form == ReleaseForm::anchor;
  const bool is_difference = entry.form == ReleaseForm::difference;
  if (entry.form == ReleaseForm::solution) {
    findings.expect(entry.mechanism == Mechanism::gaussian && entry.unit == CostUnit::rho &&
                        !entry.draws_batches && entry.release == ReleaseKind::floating &&
                        entry.planned == 1,
                    place, "a solution is released once, with floating Gaussian noise, in rho");
  }
  if (entry.unit != CostUnit::renyi) {
    findings.expect(entry.mechanism != Mechanism::gaussian || !entry.draws_batches, place,
                    "Gaussian noise on batches drawn without replacement is counted in Renyi "
                    "divergence, or not at all");
    return;
  }
  const bool is_sampled =
      entry.mechanism == Mechanism::gaussian && entry.draws_batches != is_anchor;
  findings.expect((is_sampled || entry.is_choice()) && entry.notion == Notion::approximate, place,
                  "Renyi divergence counts Gaussian noise on drawn batches, and on anchors of all "
                  "records beside them, and choices");
  findings.expect(is_gradient || is_reduced || is_anchor || is_difference || entry.is_choice(),
                  place, "nothing is proven here for this form of release");
  findings.expect(
      entry.values.size() <= 1 && std::ranges::all_of(entry.values, &ScaleRun::is_constant), place,
      "releases that are counted in Renyi divergence are alike");
}

}  // namespace

void check_mechanism(const StatedEntry& entry, const std::string& place, Findings& findings) {
  const bool laplace = entry.mechanism == Mechanism::laplace;
  const bool follows_state = entry.rule == SensitivityRule::state_dependent;
  const auto expect = [&](bool holds, const char* problem) {
    findings.expect(holds, place, problem);
  };
  expect(entry.mechanism != Mechanism::none, "a private run needs noise");
  const bool is_exponential = entry.mechanism == Mechanism::exponential;
  expect(is_exponential || entry.norm == (laplace ? RowNorm::l1 : RowNorm::l2),
         "Laplace noise goes with the l1 norm, Gaussian noise with l2");
  expect(laplace || !follows_state, "state-dependent sensitivity goes with Laplace noise");
  expect(entry.quantity == (follows_state    ? kBaseEpsilon
                            : laplace        ? kLaplaceScale
                            : is_exponential ? kGumbelScale
                                             : kStandardDeviation),
         "noise.quantity is not what this mechanism has");
  expect((entry.unit == CostUnit::epsilon) == (entry.notion == Notion::pure),
         "pure DP is counted in epsilon, and nothing else is");
  expect(entry.samples >= 2 && entry.batch_size >= 1, "needs two records and a batch of one");
  expect(entry.draws_batches ? entry.batch_size < entry.samples : entry.batch_size == entry.samples,
         "batchSize does not suit the sampler");
  const bool needs_grids = entry.release == ReleaseKind::hardened && !follows_state;
  expect(entry.values.empty() || needs_grids == !entry.grids.empty(),
         "hardened noise, and only that, has grids");
  expect(std::ranges::all_of(entry.grids, [](const ScaleRun& run) { return is_grid(run.first); }),
         "a grid is a power of two");
  check_form(entry, place, findings);
  check_choice(entry, place, findings);
  check_mean(entry, place + ".sensitivity.mean", findings);
}

}  // namespace noisy
