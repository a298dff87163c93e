#pragma once

#include <optional>

#include "engine/diagnostic/meter.h"

namespace noisy {

/// Of the batch that the step's released gradient was made from: it keeps its size m.
class BatchMeter : public StepMeter<Index> {
 protected:
  std::optional<Index> look(const TracedStep& at) const final {
    if (at.iteration == 0 || at.ledger.releases() == 0) return std::nullopt;
    const Release& release = at.ledger.last();
    if (!release.form->estimates_gradient()) return std::nullopt;
    return release.batch_size;
  }
};

}  // namespace noisy
