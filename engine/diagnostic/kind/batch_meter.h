#pragma once

#include <optional>

#include "engine/diagnostic/meter.h"
#include "engine/privacy/release/chance_batches.h"

namespace noisy {

/// Of the step's batch of m records, drawn without replacement, or all of them: it keeps m. Of
/// other batches, and of estimates that are more than a batch's mean, it keeps nothing.
class BatchMeter : public StepMeter<Index> {
 protected:
  std::optional<Index> look(const TracedStep& at) const final {
    if (at.iteration == 0 || at.ledger.releases() == 0) return std::nullopt;
    const Release& release = at.ledger.last();
    if (!release.form->is_noisy_mean() || draws_by_chance(*release.form)) return std::nullopt;
    return release.batch_size;
  }
};

}  // namespace noisy
