#include "engine/problem/risk/sparse_risk.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "engine/math/row_kernel.h"
#include "engine/math/row_pass.h"
#include "engine/math/sparse_products.h"
#include "engine/problem/loss/loss_link.h"
#include "engine/problem/risk/coordinate_clip.h"
#include "engine/problem/risk/point_queries.h"

namespace noisy {
namespace {

class FullSparsePass : public Pass {
 public:
  FullSparsePass(const math::SparseMatrixView& view, const LinearLoss& loss,
                 std::span<const PointQuery> queries)
      : records_(static_cast<double>(view.rows.count)),
        queries_(queries.begin(), queries.end()),
        link_(loss.link),
        pass_(loss.pass, link_.get(), view, row_queries(queries)) {}

  bool advance(ThreadPool& pool, const Deadline& deadline) override {
    if (!pass_.advance(pool, deadline)) return false;
    for (const PointQuery& query : queries_) divide(query, records_);
    return true;
  }

 private:
  double records_;
  std::vector<PointQuery> queries_;
  std::shared_ptr<const void> link_;
  math::SparsePass pass_;
};

/// 0, 1, ...: the records' numbers, which ClipCountLink takes for targets.
struct RecordNumbers {
  std::vector<double> numbers;

  explicit RecordNumbers(Index count) : numbers(static_cast<std::size_t>(count)) {
    std::iota(numbers.begin(), numbers.end(), 0.0);
  }
};

class SparseClipCountPass final : private RecordNumbers, public FullSparsePass {
 public:
  SparseClipCountPass(const math::SparseMatrixView& view, const ClipCountLink& link,
                      std::span<const PointQuery> queries)
      : RecordNumbers(view.rows.count),
        FullSparsePass(
            numbered(view, numbers),
            {.pass = math::row_kernel::Pass<ClipCountLink, 2>::run, .link = lasting_link(link)},
            queries) {}

 private:
  /// Static, since it is called before the object is there.
  static math::SparseMatrixView numbered(math::SparseMatrixView view,
                                         const std::vector<double>& numbers) {
    view.targets = numbers.data();
    view.residual_caps = nullptr;
    return view;
  }
};

std::vector<double> row_caps(const SparseData& data, const GradientClip& clip) {
  std::vector<double> caps;
  std::vector<double> row;
  for (Index i = 0; i < data.samples(); ++i) {
    row.assign(data.values(i).begin(), data.values(i).end());
    caps.push_back(residual_cap(row, clip));
  }
  return caps;
}

}  // namespace

SparseRisk::SparseRisk(const SparseRecords& data, const FeatureBounds& bounds,
                       const LinearLoss& loss, const std::optional<GradientClip>& clip,
                       const Domain& domain)
    : LinearRisk(bounds, loss, clip, domain, data.rows.features()), data_(data) {
  if (clip) caps_ = row_caps(data.rows, *clip);
  clip_count_ = {
      .loss = &this->loss(), .targets = data.rows.targets().data(), .caps = caps_.data()};
}

math::SparseMatrixView SparseRisk::view() const {
  return {.rows = data_.rows.rows(),
          .segments = data_.columns.segments(),
          .first_segments = data_.columns.first_segments().data(),
          .targets = data_.rows.targets().data(),
          .residual_caps = caps_.empty() ? nullptr : caps_.data(),
          .dimension = dimension()};
}

SparseRisk::SparseRisk(std::unique_ptr<const SparseRecords> data, const SparseRisk& whole)
    : SparseRisk(*data, whole.bounds(), whole.loss(), whole.clip(), whole.domain()) {
  own_ = std::move(data);
}

std::unique_ptr<FiniteSum> SparseRisk::part(Index first, Index count) const {
  std::vector<Index> rows(static_cast<std::size_t>(count));
  std::iota(rows.begin(), rows.end(), first);
  return std::unique_ptr<FiniteSum>(
      new SparseRisk(std::make_unique<SparseRecords>(data_.rows.copy_rows(rows)), *this));
}

std::unique_ptr<Pass> SparseRisk::begin_pass(std::span<const PointQuery> queries) const {
  return std::make_unique<FullSparsePass>(view(), loss(), queries);
}

std::unique_ptr<Pass> SparseRisk::begin_clip_pass(std::span<const PointQuery> queries) const {
  if (!clip()) return nullptr;
  return std::make_unique<SparseClipCountPass>(view(), clip_count_, queries);
}

void SparseRisk::answer_batch(std::span<const Index> records, const PointQuery& query,
                              BatchScratch& scratch) const {
  math::sum_sparse_rows(loss().pass, loss().link.get(), view(), records, row_query(query),
                        scratch.features);
  divide(query, static_cast<double>(records.size()));
}

void SparseRisk::add_clipped_gradients(Index first, Index count, const Vector& point,
                                       const CoordinateClip& clip, BatchScratch&,
                                       math::PlacedSum& sum) const {
  const math::SparseView rows = data_.rows.rows();
  for (Index i = first; i < first + count; ++i) {
    double margin = 0;
    math::sparse_products(rows, i, i + 1, point.data(), 1, &margin);
    const auto at = static_cast<std::size_t>(i);
    double slope = loss().derivative(margin, data_.rows.targets()[at]);
    if (!caps_.empty()) slope = std::clamp(slope, -caps_[at], caps_[at]);
    for (Index k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
      sum.add(rows.places[k], clip(rows.values[k] * slope));
    }
  }
}

double SparseRisk::summation_error(Index records) const {
  if (!has_finite_sums()) return std::numeric_limits<double>::infinity();
  return math::mean_rounding_error(records);
}

}  // namespace noisy
