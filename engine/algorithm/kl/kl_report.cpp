#include "engine/algorithm/kl/kl_report.h"

#include <utility>

#include "engine/algorithm/kl/theory/kl_condition.h"
#include "engine/math/figure_text.h"

namespace noisy {

std::string budget_field(const PrivacyRequest& privacy) {
  return privacy.notion == Notion::zcdp ? "privacy.rho" : "privacy.epsilon";
}

std::string nothing_fits(double start_gap) {
  return "budget too small: the guaranteed accuracy is no better than the initial gap bound, " +
         figure_text(start_gap);
}

void mark_overspent(double rho, PrivacyClaim& claim) {
  if (!claim.promises()) return;
  claim.reasons.push_back("the printed noise costs more than was asked for, rho = " +
                          figure_text(rho));
}

void add_kl_note(const KlFacts& kl, const KlSetting& setting, PlanSummary& summary) {
  summary.notes.push_back("KL condition: kappa = " + figure_text(kl.exponent) +
                          ", gamma = " + figure_text(kl.constant) + ": " + kl.source + ".");
  for (std::string& sentence : kl_contradictions(setting)) {
    summary.warnings.push_back(std::move(sentence));
  }
}

void add_clip_warning(const RiskFacts& facts, PlanSummary& summary) {
  if (!facts.clips_gradients) return;
  summary.warnings.push_back(
      "Gradients are clipped: privacy holds, but no theorem bounds the error where a record's "
      "gradient is longer than the bound.");
}

void append(Curve& curve, Index iteration, double value) {
  curve.iteration.push_back(static_cast<double>(iteration));
  curve.value.push_back(value);
}

}  // namespace noisy
