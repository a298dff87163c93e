#include "engine/problem/risk/empirical_risk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/math/panel_packing.h"
#include "engine/math/row_kernel.h"
#include "engine/math/row_pass.h"
#include "engine/problem/loss/loss_link.h"
#include "engine/problem/risk/hessian_pass.h"
#include "engine/problem/risk/point_queries.h"

namespace noisy {
namespace {

math::PanelView panels_of(const DenseData& data, const std::vector<double>& caps) {
  return {.features = data.panel(0),
          .targets = data.targets().data(),
          .residual_caps = caps.empty() ? nullptr : caps.data(),
          .rows = data.samples(),
          .dimension = data.features(),
          .stride = data.panel_stride()};
}

math::RowView rows_of(const DenseData& data, const std::vector<double>& caps) {
  return {.features = data.row(0),
          .row_stride = data.row_stride(),
          .targets = data.targets().data(),
          .residual_caps = caps.empty() ? nullptr : caps.data(),
          .rows = data.samples(),
          .dimension = data.features()};
}

class FullPass final : public Pass {
 public:
  /// @param view  a PanelView or a RowView
  template <class View>
  FullPass(const View& view, const LinearLoss& loss, std::span<const PointQuery> queries)
      : records_(static_cast<double>(view.rows)),
        queries_(queries.begin(), queries.end()),
        pass_(loss.pass, loss.link.get(), view, row_queries(queries)) {}

  bool advance(ThreadPool& pool, const Deadline& deadline) override {
    if (!pass_.advance(pool, deadline)) return false;
    for (const PointQuery& query : queries_) divide(query, records_);
    return true;
  }

 private:
  double records_;
  std::vector<PointQuery> queries_;
  math::RowPass pass_;
};

/// Values alone, of a loss that is given the records' numbers as targets.
class ClipCountPass final : public Pass {
 public:
  ClipCountPass(const DenseData& data, const ClipCountLink& link,
                std::span<const PointQuery> queries)
      : numbers_(static_cast<std::size_t>(data.samples())) {
    std::iota(numbers_.begin(), numbers_.end(), 0.0);
    const LinearLoss loss{.pass = math::row_kernel::Pass<ClipCountLink, 2>::run,
                          .link = lasting_link(link)};
    if (data.layout() == DataLayout::rows) {
      pass_.emplace(numbered(rows_of(data, {})), loss, queries);
    } else {
      pass_.emplace(numbered(panels_of(data, {})), loss, queries);
    }
  }

  bool advance(ThreadPool& pool, const Deadline& deadline) override {
    return pass_->advance(pool, deadline);
  }

 private:
  template <class View>
  View numbered(View view) const {
    view.targets = numbers_.data();
    return view;
  }

  std::vector<double> numbers_;
  std::optional<FullPass> pass_;
};

}  // namespace

EmpiricalRisk::EmpiricalRisk(const DenseData& data, const FeatureBounds& bounds,
                             const LinearLoss& loss, const std::optional<GradientClip>& clip,
                             const Domain& domain)
    : LinearRisk(bounds, loss, clip, domain, data.features()), data_(data) {
  if (clip) caps_ = row_caps(data, *clip);
  clip_count_ = {.loss = &this->loss(), .targets = data.targets().data(), .caps = caps_.data()};
}

EmpiricalRisk::EmpiricalRisk(std::unique_ptr<const DenseData> data, const EmpiricalRisk& whole)
    : EmpiricalRisk(*data, whole.bounds(), whole.loss(), whole.clip(), whole.domain()) {
  own_ = std::move(data);
}

std::unique_ptr<FiniteSum> EmpiricalRisk::part(Index first, Index count) const {
  auto rows = data_.copy_rows(first, count);
  if (!rows) return nullptr;
  return std::unique_ptr<FiniteSum>(
      new EmpiricalRisk(std::make_unique<DenseData>(*std::move(rows)), *this));
}

const LinearComponents* EmpiricalRisk::linear_components() const {
  return clip() || data_.layout() != DataLayout::rows ? nullptr : this;
}

std::span<const double> EmpiricalRisk::row(Index i) const {
  return {data_.row(i), static_cast<std::size_t>(dimension())};
}

double EmpiricalRisk::slope(Index i, double margin) const {
  return loss().derivative(margin, data_.targets()[static_cast<std::size_t>(i)]);
}

void EmpiricalRisk::fetch(Index i) const {
  LinearComponents::fetch(i);
  __builtin_prefetch(data_.targets().data() + i);
}

std::unique_ptr<Pass> EmpiricalRisk::begin_pass(std::span<const PointQuery> queries) const {
  if (data_.layout() == DataLayout::rows) {
    return std::make_unique<FullPass>(rows_of(data_, caps_), loss(), queries);
  }
  return std::make_unique<FullPass>(panels_of(data_, caps_), loss(), queries);
}

void EmpiricalRisk::answer_batch(std::span<const Index> records, const PointQuery& query,
                                 BatchScratch& scratch) const {
  const Index count = static_cast<Index>(records.size());
  const Index stride = math::panel_stride(dimension());
  const Index panels = (count + kPanelRows - 1) / kPanelRows;
  scratch.features.resize(static_cast<std::size_t>(panels * stride));
  scratch.targets.resize(records.size());
  if (data_.layout() == DataLayout::rows) {
    math::gather_panels(data_.row(0), data_.row_stride(), dimension(), records,
                        scratch.features.data(), stride);
  } else {
    math::gather_panels_from_panels(data_.panel(0), data_.panel_stride(), dimension(), records,
                                    scratch.features.data(), stride);
  }
  math::gather_values(data_.targets().data(), records, scratch.targets.data());
  if (!caps_.empty()) {
    scratch.caps.resize(records.size());
    math::gather_values(caps_.data(), records, scratch.caps.data());
  }
  const math::PanelView view{.features = scratch.features.data(),
                             .targets = scratch.targets.data(),
                             .residual_caps = caps_.empty() ? nullptr : scratch.caps.data(),
                             .rows = count,
                             .dimension = dimension(),
                             .stride = stride};
  const math::RowQuery row = row_query(query);
  math::sum_rows(loss().pass, loss().link.get(), view, {&row, 1});
  divide(query, static_cast<double>(count));
}

void EmpiricalRisk::prefetch(std::span<const Index> records) const {
  for (const Index record : records) {
    if (data_.layout() == DataLayout::rows) {
      math::prefetch(data_.row(record), dimension());
    } else {
      // One value of the record lies in each line of its panel.
      math::prefetch(data_.panel(record / kPanelRows), dimension() * kPanelRows);
    }
    math::prefetch(data_.targets().data() + record, 1);
  }
}

std::unique_ptr<Pass> EmpiricalRisk::begin_clip_pass(std::span<const PointQuery> queries) const {
  if (!clip()) return nullptr;
  return std::make_unique<ClipCountPass>(data_, clip_count_, queries);
}

std::unique_ptr<Pass> EmpiricalRisk::begin_hessian_pass(const Vector& point,
                                                        Eigen::MatrixXd& hessian) const {
  if (!loss().curvature) return nullptr;
  if (data_.layout() == DataLayout::rows) {
    return std::make_unique<HessianPass>(loss(), rows_of(data_, {}), point, hessian);
  }
  return std::make_unique<HessianPass>(loss(), panels_of(data_, {}), point, hessian);
}

double EmpiricalRisk::summation_error(Index records) const {
  if (!has_finite_sums()) return std::numeric_limits<double>::infinity();
  return math::mean_rounding_error(records);
}

}  // namespace noisy
