#include "engine/experiment/plan/make_risk.h"
#include "engine/problem/risk/sparse_risk.h"

namespace noisy {

std::unique_ptr<FiniteSum> make_sparse_risk(const SparseRecords& records,
                                            const FeatureBounds& bounds, const LinearLoss& loss,
                                            const std::optional<GradientClip>& clip,
                                            const Domain& domain) {
  return std::make_unique<SparseRisk>(records, bounds, loss, clip, domain);
}

}  // namespace noisy
