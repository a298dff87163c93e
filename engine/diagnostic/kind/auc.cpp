#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/score_meter.h"

namespace noisy {
namespace {

/// P(s+ > s-) + P(s+ = s-) / 2 of a positive and a negative record drawn at random, which is the
/// area under the ROC curve (Hanley and McNeil 1982); NaN without both kinds or with scores that
/// are no numbers. Exact up to the division: pairs are counted.
double area_under_curve(std::span<const double> scores, std::span<const double> labels) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (std::ranges::any_of(scores, [](double score) { return score != score; })) return kNone;
  std::ranges::sort(order, {}, [&](std::size_t i) { return scores[i]; });
  double positives = 0, negatives = 0, won = 0;
  for (std::size_t i = 0; i < order.size();) {
    double tied_positives = 0, tied_negatives = 0;
    for (const double score = scores[order[i]]; i < order.size() && scores[order[i]] == score;
         ++i) {
      (labels[order[i]] > 0 ? tied_positives : tied_negatives) += 1;
    }
    won += tied_positives * (negatives + tied_negatives / 2);
    positives += tied_positives;
    negatives += tied_negatives;
  }
  const double pairs = positives * negatives;
  return pairs > 0 ? won / pairs : kNone;
}

double figure(const ScoredRecords& scored) {
  return area_under_curve(scored.scores, scored.targets);
}

}  // namespace

DiagnosticEntry auc_diagnostic() {
  return score_diagnostic<kAuc, figure>();
}

DiagnosticEntry held_out_auc_diagnostic() {
  return score_diagnostic<kAuc, figure, Rows::held_out>();
}

}  // namespace noisy
