#include "engine/audit/finding.h"

namespace noisy {
namespace {

/// Rounding of the plan's own arithmetic; far below any digit that is shown.
constexpr double kClaimSlack = 1 + 1e-9;
/// Of exact figures, which differences of probabilities give.
constexpr double kExactSlack = 1 + 1e-6;

}  // namespace

AuditFinding judge(const AuditClaim& claim, double confidence, const ScoreTable& scores,
                   std::optional<double> exact) {
  const std::size_t rounds = scores.first.front().size();
  const ScoreTable choice = part_of(scores, 0, rounds / 2);
  const ScoreTable held_out = part_of(scores, rounds / 2, rounds);
  const double error = (1 - confidence) / (claim.gaussian_mu ? 2 : 1);
  AuditFinding finding;
  finding.attack = choose_attack(choice, AttackGoal::epsilon, claim.delta, error);
  if (finding.attack) {
    finding.counts = count_attack(*finding.attack, held_out);
    finding.rates = rate_bounds(finding.counts, error);
    finding.epsilon = epsilon_needed(finding.rates.hit, finding.rates.false_hit, claim.delta);
  }
  finding.exact = exact;
  finding.exceeds_exactly = exact && *exact > claim.epsilon * kExactSlack;
  finding.is_refuted = finding.exceeds_exactly || finding.epsilon > claim.epsilon * kClaimSlack;
  if (!claim.gaussian_mu) return finding;

  finding.gaussian_attack = choose_attack(choice, AttackGoal::gaussian_mu, claim.delta, error);
  if (finding.gaussian_attack) {
    finding.gaussian_counts = count_attack(*finding.gaussian_attack, held_out);
    finding.gaussian_rates = rate_bounds(finding.gaussian_counts, error);
    finding.mu = gaussian_mu_needed(finding.gaussian_rates);
  }
  finding.is_refuted |= finding.mu > *claim.gaussian_mu * kClaimSlack;
  return finding;
}

}  // namespace noisy
