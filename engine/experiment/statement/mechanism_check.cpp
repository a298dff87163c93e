#include "engine/experiment/statement/mechanism_check.h"

#include <algorithm>
#include <cmath>

#include "engine/experiment/statement/words.h"

namespace noisy {
namespace {

using namespace statement;

bool is_grid(double value) {
  int exponent;
  return std::frexp(value, &exponent) == 0.5;
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
    findings.expect(
        is_mean || entry.clip || entry.row_bound >= entry.feature_bound * (1 - kUnderstated), place,
        "descent.rowBound is below sensitivity.featureBound");
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

/// What is proven for a form of release, and in which unit.
void check_form(const StatedEntry& entry, const std::string& place, Findings& findings) {
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
    findings.expect(entry.mechanism == Mechanism::laplace || !entry.draws_batches, place,
                    "Gaussian noise on batches drawn without replacement is counted in Renyi "
                    "divergence, or not at all");
    return;
  }
  findings.expect(entry.mechanism == Mechanism::gaussian && entry.draws_batches != is_anchor &&
                      entry.notion == Notion::approximate,
                  place,
                  "Renyi divergence counts Gaussian noise on drawn batches, and on anchors of all "
                  "records beside them");
  findings.expect(is_gradient || is_reduced || is_anchor || is_difference, place,
                  "nothing is proven here for this form of release");
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
  expect(entry.is_l1 == laplace, "Laplace noise goes with the l1 norm, Gaussian noise with l2");
  expect(laplace || !follows_state, "state-dependent sensitivity goes with Laplace noise");
  expect(entry.quantity == (follows_state ? kBaseEpsilon
                            : laplace     ? kLaplaceScale
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
  check_mean(entry, place + ".sensitivity.mean", findings);
}

}  // namespace noisy
