#include "engine/experiment/plan/make_risk.h"
#include "engine/problem/risk/drawn_risk.h"
#include "engine/problem/risk/sparse_risk.h"
#include "engine/problem/saddle/sign_population.h"

namespace noisy {

std::unique_ptr<FiniteSum> make_sparse_risk(const SparseRecords& records,
                                            const FeatureBounds& bounds, const LinearLoss& loss,
                                            const std::optional<GradientClip>& clip,
                                            const Domain& domain) {
  return std::make_unique<SparseRisk>(records, bounds, loss, clip, domain);
}

std::shared_ptr<const RowSource> rows_drawn_for(const DataSpec& data) {
  if (data.storage != Storage::drawn) return nullptr;
  return sign_rows(std::get<SyntheticParameters>(data.source)).value_or(nullptr);
}

std::unique_ptr<FiniteSum> make_drawn_risk(std::shared_ptr<const RowSource> rows,
                                           const FeatureBounds& bounds, const LinearLoss& loss,
                                           const Domain& domain) {
  return std::make_unique<DrawnRisk>(std::move(rows), bounds, loss, domain);
}

}  // namespace noisy
