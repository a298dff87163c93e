#include "engine/problem/risk/drawn_risk.h"

#include "engine/math/reduce.h"
#include "engine/problem/risk/coordinate_clip.h"
#include "engine/problem/risk/point_queries.h"

namespace noisy {
namespace {

void clear(const PointQuery& query, Index dimension) {
  if (query.gradient) query.gradient->setZero(dimension);
  if (query.value) *query.value = 0;
}

Eigen::Map<const Vector> row_in(const BatchScratch& scratch) {
  return {scratch.features.data(), static_cast<Eigen::Index>(scratch.features.size())};
}

}  // namespace

/// One record after the other, so that sums have one order; each is made once for all queries.
class DrawnRisk::WholePass final : public Pass {
 public:
  WholePass(const DrawnRisk& risk, std::span<const PointQuery> queries)
      : risk_(risk), queries_(queries.begin(), queries.end()) {
    for (const PointQuery& query : queries_) clear(query, risk_.dimension());
  }

  bool advance(ThreadPool&, const Deadline& deadline) override {
    while (next_ < risk_.samples()) {
      const double target = risk_.take(next_++, scratch_);
      for (const PointQuery& query : queries_) risk_.add(query, target, scratch_);
      if (deadline.passed() && next_ < risk_.samples()) return false;
    }
    for (const PointQuery& query : queries_) divide(query, static_cast<double>(risk_.samples()));
    return true;
  }

 private:
  const DrawnRisk& risk_;
  std::vector<PointQuery> queries_;
  BatchScratch scratch_;
  Index next_ = 0;
};

DrawnRisk::DrawnRisk(std::shared_ptr<const RowSource> rows, const FeatureBounds& bounds,
                     const LinearLoss& loss, const Domain& domain)
    : LinearRisk(bounds, loss, std::nullopt, domain, rows->features()),
      rows_(std::move(rows)),
      count_(rows_->samples()) {}

std::unique_ptr<FiniteSum> DrawnRisk::part(Index first, Index count) const {
  auto out = std::make_unique<DrawnRisk>(rows_, bounds(), loss(), domain());
  out->first_ = first_ + first;
  out->count_ = count;
  return out;
}

double DrawnRisk::take(Index i, BatchScratch& scratch) const {
  scratch.features.resize(static_cast<std::size_t>(dimension()));
  return rows_->draw(first_ + i, std::span(scratch.features.data(), scratch.features.size()));
}

double DrawnRisk::slope(const Vector& point, double target, const BatchScratch& scratch) const {
  const std::span<const double> row(scratch.features.data(), scratch.features.size());
  return loss().derivative(math::dot(row, math::view(point)), target);
}

void DrawnRisk::add(const PointQuery& query, double target, const BatchScratch& scratch) const {
  if (query.gradient) {
    double slope_here = slope(*query.point, target, scratch);
    if (query.anchor) slope_here -= slope(*query.anchor, target, scratch);
    *query.gradient += slope_here * row_in(scratch);
  }
  if (!query.value) return;
  const std::span<const double> row(scratch.features.data(), scratch.features.size());
  *query.value += loss().value(math::dot(row, math::view(*query.point)), target);
}

std::unique_ptr<Pass> DrawnRisk::begin_pass(std::span<const PointQuery> queries) const {
  return std::make_unique<WholePass>(*this, queries);
}

void DrawnRisk::answer_batch(std::span<const Index> records, const PointQuery& query,
                             BatchScratch& scratch) const {
  clear(query, dimension());
  for (const Index record : records) add(query, take(record, scratch), scratch);
  divide(query, static_cast<double>(records.size()));
}

void DrawnRisk::add_clipped_gradients(Index first, Index count, const Vector& point,
                                      const CoordinateClip& clip, BatchScratch& scratch,
                                      math::PlacedSum& sum) const {
  Vector& all = sum.everywhere();
  for (Index record = first; record < first + count; ++record) {
    const double target = take(record, scratch);
    const double factor = slope(point, target, scratch);
    const auto row = row_in(scratch);
    for (Index j = 0; j < all.size(); ++j) all[j] += clip(factor * row[j]);
  }
}

}  // namespace noisy
