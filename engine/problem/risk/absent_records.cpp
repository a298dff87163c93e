#include "engine/problem/risk/absent_records.h"

#include <limits>
#include <vector>

#include "engine/math/row_pass.h"
#include "engine/problem/risk/absent_sum.h"
#include "engine/problem/risk/linear_risk.h"
#include "engine/problem/risk/mean_estimation.h"
#include "engine/problem/risk/record_risk.h"

namespace noisy {
namespace {

class EmptyPass final : public Pass {
 public:
  explicit EmptyPass(std::span<const PointQuery> queries)
      : queries_(queries.begin(), queries.end()) {}

  bool advance(ThreadPool&, const Deadline&) override {
    for (const PointQuery& query : queries_) answer_nothing(query);
    return true;
  }

 private:
  std::vector<PointQuery> queries_;
};

class AbsentLinearRisk final : public AbsentSum<LinearRisk> {
 public:
  AbsentLinearRisk(const AbsentRecords& records, const FeatureBounds& bounds,
                   const LinearLoss& loss, const std::optional<GradientClip>& clip,
                   const Domain& domain)
      : AbsentSum(records.samples, bounds, loss, clip, domain, records.features),
        features_(records.features) {}

  Index dimension() const override { return features_; }
  double summation_error(Index records) const override {
    if (!has_finite_sums()) return std::numeric_limits<double>::infinity();
    return math::mean_rounding_error(records);
  }

 private:
  Index features_;
};

}  // namespace

void answer_nothing(const PointQuery& query) {
  constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
  if (query.gradient) query.gradient->setConstant(query.point->size(), kNothing);
  if (query.value) *query.value = kNothing;
}

std::unique_ptr<Pass> begin_absent_pass(std::span<const PointQuery> queries) {
  return std::make_unique<EmptyPass>(queries);
}

std::unique_ptr<FiniteSum> make_absent_risk(const AbsentRecords& records,
                                            const FeatureBounds& bounds, const LinearLoss& loss,
                                            const std::optional<GradientClip>& clip,
                                            const Domain& domain) {
  return std::make_unique<AbsentLinearRisk>(records, bounds, loss, clip, domain);
}

std::unique_ptr<FiniteSum> make_absent_mean(const AbsentRecords& records,
                                            const FeatureBounds& bounds, const Domain& domain,
                                            const std::optional<GradientClip>& clip) {
  return std::make_unique<AbsentSum<MeanEstimationBounds>>(records.samples, bounds, domain, clip,
                                                           records.features);
}

std::unique_ptr<RecordBounds> make_absent_record_risk(std::shared_ptr<const RecordLoss> loss,
                                                      const AbsentRecords& records,
                                                      const FeatureBounds& bounds,
                                                      const Domain& domain,
                                                      const std::optional<GradientClip>& clip) {
  return std::make_unique<AbsentSum<RecordBounds>>(records.samples, std::move(loss), bounds, domain,
                                                   clip, records.features);
}

}  // namespace noisy
