#include <array>

#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/score_meter.h"
#include "engine/math/elementary.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

double loss(const ScoredRecords& scored, std::size_t i) {
  if (scored.classes == 0) {
    return math::log_sum_exp(std::array{0.0, -scored.targets[i] * scored.scores[i]});
  }
  const auto classes = static_cast<std::size_t>(scored.classes);
  const auto own = scored.scores.subspan(i * classes, classes);
  return math::log_sum_exp(own) - own[static_cast<std::size_t>(scored.targets[i])];
}

double figure(const ScoredRecords& scored) {
  const auto records = static_cast<std::size_t>(scored.records());
  return math::sum_of(records, [&](std::size_t i) { return loss(scored, i); }) /
         static_cast<double>(records);
}

}  // namespace

DiagnosticEntry log_loss_diagnostic() {
  return score_diagnostic<kLogLoss, figure>();
}

DiagnosticEntry held_out_log_loss_diagnostic() {
  return score_diagnostic<kLogLoss, figure, Rows::held_out>();
}

}  // namespace noisy
