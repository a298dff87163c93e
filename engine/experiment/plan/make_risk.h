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

/// What makes a block's records whenever they are read; null where they are kept, and in a program
/// that draws none.
std::shared_ptr<const RowSource> rows_drawn_for(const DataSpec& data);

/// The same over records that are made when they are read. A program that draws none has none.
std::unique_ptr<FiniteSum> make_drawn_risk(std::shared_ptr<const RowSource> rows,
                                           const FeatureBounds& bounds, const LinearLoss& loss,
                                           const Domain& domain);

}  // namespace noisy
