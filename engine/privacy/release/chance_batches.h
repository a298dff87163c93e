#pragma once

#include "engine/privacy/release/release_form.h"

namespace noisy {

/// What a kind of release is besides whose batches are Poisson ones: each record is in a batch with
/// probability q = m / n, independently of all others, and a sum over the batch is divided by m,
/// which is public, and not by how many records it holds (Exact::mean_of_batch). All other kinds
/// draw exactly m records.
///
/// How many records were drawn is told to nobody: the proof is about a record whose coin is
/// unknown, and a batch's size would say something of it.
class ChanceBatches {
 public:
  virtual ~ChanceBatches() = default;
};

/// Whether a kind draws such batches.
inline bool draws_by_chance(const ReleaseForm& form) {
  return dynamic_cast<const ChanceBatches*>(&form) != nullptr;
}

}  // namespace noisy
