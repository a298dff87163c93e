#include "engine/experiment/make_risk.h"

#include "engine/problem/sparse_risk.h"

namespace noisy {

std::unique_ptr<FiniteSum> make_risk(const LoadedData& data, const FeatureBounds& bounds,
                                     const LinearLoss& loss,
                                     const std::optional<GradientClip>& clip,
                                     const Domain& domain) {
  if (const auto* sparse = std::get_if<SparseRecords>(&data.records)) {
    return std::make_unique<SparseRisk>(*sparse, bounds, loss, clip, domain);
  }
  return std::make_unique<EmpiricalRisk>(std::get<DenseData>(data.records), bounds, loss, clip,
                                         domain);
}

}  // namespace noisy
