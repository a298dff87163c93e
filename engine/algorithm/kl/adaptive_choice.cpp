#include "engine/algorithm/kl/adaptive_choice.h"

#include <algorithm>
#include <utility>

namespace noisy {
namespace {

/// Releases of one kind in a ledger.
Index count_like(const Ledger& ledger, const Release& release) {
  const LedgerEntry* entry = ledger.entry_like(release);
  return entry ? entry->count : 0;
}

}  // namespace

AdaptiveChoice::Next AdaptiveChoice::after_norm(const Position& position) const {
  const double noise = rules_.noise_share * *position.norm;
  const Release release = rules_.gradient(std::max(noise, rules_.least_noise));
  if (release.mechanism == Mechanism::none) return {.release = release};
  // Where the noise is the least one, the norm is too short to tell from noise.
  if (noise <= rules_.least_noise) {
    if (!rules_.takes_last_step) return {.stop = AdaptiveStop::gradient_at_noise_floor};
    return {.release = release, .stop = AdaptiveStop::gradient_at_noise_floor};
  }
  const double charge = release.cost.value / rules_.undercount;
  const double charged = position.charged + charge;
  if (charged <= rules_.budget) return {.release = release};
  if (!rules_.takes_last_step) return {.stop = AdaptiveStop::step_would_overshoot};
  return {.release = release, .stop = AdaptiveStop::step_would_overshoot};
}

AdaptiveChoice::Next AdaptiveChoice::next(const Position& position) const {
  if (position.norm) return after_norm(position);
  if (position.norms >= rules_.most_norms) {
    return {.stop =
                rules_.is_cap ? AdaptiveStop::max_iterations : AdaptiveStop::norm_budget_exhausted};
  }
  const double charged = position.charged + rules_.norm.cost.value / rules_.undercount;
  if (rules_.checks_norms && charged > rules_.budget) {
    return {.stop = AdaptiveStop::norm_budget_exhausted};
  }
  return {.release = rules_.norm};
}

AdaptiveChoice::Position AdaptiveChoice::position_of(const History& history) const {
  const Index norms = count_like(history.ledger, rules_.norm);
  const Index gradients = count_like(history.ledger, rules_.gradient(rules_.least_noise));
  Position out{.norms = norms, .charged = history.ledger.spent().value / rules_.undercount};
  if (norms > gradients && history.last) out.norm = (*history.last)[0];
  return out;
}

}  // namespace noisy
