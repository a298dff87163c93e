#pragma once

#include <memory>

#include "engine/data/feature_bounds.h"
#include "engine/data/row_source.h"
#include "engine/problem/domain/domain.h"
#include "engine/problem/loss/loss.h"
#include "engine/problem/risk/finite_sum.h"
#include "engine/problem/risk/gradient_clip.h"
#include "engine/problem/risk/record_risk.h"

namespace noisy {

/// How many records there are and of how many features, where the records themselves are not kept:
/// all that a plan needs of them beside their bounds.
struct AbsentRecords {
  Index samples = 0;
  Index features = 0;
  bool is_sparse = false;  ///< how they would be stored
  /// What makes them when they are read; null where nothing can.
  std::shared_ptr<const RowSource> rows = nullptr;
};

/// EmpiricalRisk or SparseRisk without their records: the same public facts. What only records
/// could answer comes out as NaN.
std::unique_ptr<FiniteSum> make_absent_risk(const AbsentRecords& records,
                                            const FeatureBounds& bounds, const LinearLoss& loss,
                                            const std::optional<GradientClip>& clip,
                                            const Domain& domain);

/// MeanEstimationRisk without its records, likewise.
std::unique_ptr<FiniteSum> make_absent_mean(const AbsentRecords& records,
                                            const FeatureBounds& bounds, const Domain& domain,
                                            const std::optional<GradientClip>& clip);

/// RecordRisk without its records, likewise.
std::unique_ptr<RecordBounds> make_absent_record_risk(std::shared_ptr<const RecordLoss> loss,
                                                      const AbsentRecords& records,
                                                      const FeatureBounds& bounds,
                                                      const Domain& domain,
                                                      const std::optional<GradientClip>& clip);

}  // namespace noisy
