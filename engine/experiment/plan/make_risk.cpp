#include "engine/experiment/plan/make_risk.h"

namespace noisy {

std::unique_ptr<FiniteSum> make_risk(const LoadedData& data, const FeatureBounds& bounds,
                                     const LinearLoss& loss,
                                     const std::optional<GradientClip>& clip,
                                     const Domain& domain) {
  if (const auto* sparse = std::get_if<SparseRecords>(&data.records)) {
    return make_sparse_risk(*sparse, bounds, loss, clip, domain);
  }
  if (const auto* absent = std::get_if<AbsentRecords>(&data.records)) {
    if (absent->rows) return make_drawn_risk(absent->rows, bounds, loss, domain);
    return make_absent_risk(*absent, bounds, loss, clip, domain);
  }
  return std::make_unique<EmpiricalRisk>(std::get<DenseData>(data.records), bounds, loss, clip,
                                         domain);
}

}  // namespace noisy
