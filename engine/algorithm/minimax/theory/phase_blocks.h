#pragma once

#include <optional>
#include <vector>

#include "engine/math/error.h"
#include "engine/math/index.h"
#include "engine/privacy/release/release.h"

namespace noisy {

/// How a phased method divides n records among its K phases, and how fast its weights grow.
enum class PhaseSchedule {
  equal,     ///< floor(n / K) records each, the remainder unused; mu_k = mu 2^k
  balanced,  ///< all records, the first n mod K phases one more than the others; mu_k = mu 2^k
  geometric  ///< n_k = floor(n / 2^k); mu_k = mu 8^k (the Phased-ERM of Feldman, Koren, Talwar
             ///< 2020)
};

/// K: ceil(log2 n), of the geometric schedule floor(log2 n) (bring-your-own-minimax, 2.2 and ER1).
///
/// @param samples  n >= 2
Index phase_count(Index samples, PhaseSchedule schedule);

/// The disjoint blocks of records of phases 1..K, one behind the other from record 0 on. They
/// depend on n alone, not on what the records hold.
///
/// @param phases  K, where it is not phase_count()
/// @error invalid-value at "phases" unless 1 <= K <= 64, n >= 2 and every phase has a record
Result<std::vector<RecordBlock>> phase_blocks(Index samples, PhaseSchedule schedule,
                                              std::optional<Index> phases = {});

/// mu_k / mu of phase k >= 1: 2^k, of the geometric schedule 8^k.
double phase_growth(PhaseSchedule schedule, Index phase);

}  // namespace noisy
