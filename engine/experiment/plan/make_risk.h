#pragma once

#include <memory>
#include <optional>

#include "engine/experiment/plan/load_data.h"
#include "engine/problem/risk/empirical_risk.h"

namespace noisy {

/// The mean loss over loaded records, however they are stored.
///
/// @param data    must outlive it
/// @param bounds  what holds for every possible record
std::unique_ptr<FiniteSum> make_risk(const LoadedData& data, const FeatureBounds& bounds,
                                     const LinearLoss& loss,
                                     const std::optional<GradientClip>& clip = std::nullopt,
                                     const Domain& domain = {});

/// The same over sparse records. A program without them (loads_all_kinds()) has none to give.
std::unique_ptr<FiniteSum> make_sparse_risk(const SparseRecords& records,
                                            const FeatureBounds& bounds, const LinearLoss& loss,
                                            const std::optional<GradientClip>& clip,
                                            const Domain& domain);

}  // namespace noisy
