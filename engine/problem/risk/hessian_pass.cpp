#include "engine/problem/risk/hessian_pass.h"

#include <algorithm>

#include "engine/math/panel_packing.h"
#include "engine/math/weighted_gram.h"

namespace noisy {
namespace {

/// Sums kept apart, whatever the threads: enough for eight of them.
constexpr Index kMostParts = 32;

math::PanelView shape_of(const math::RowView& rows) {
  return {.targets = rows.targets,
          .rows = rows.rows,
          .dimension = rows.dimension,
          .stride = math::panel_stride(rows.dimension)};
}

}  // namespace

HessianPass::HessianPass(const LinearLoss& loss, const math::PanelView& panels, const Vector& point,
                         Eigen::MatrixXd& hessian)
    : loss_(loss), view_(panels), point_(point), hessian_(hessian) {
  blocks_per_part_ = std::max<Index>(1, (view_.blocks() + kMostParts - 1) / kMostParts);
  parts_ = (view_.blocks() + blocks_per_part_ - 1) / blocks_per_part_;
}

HessianPass::HessianPass(const LinearLoss& loss, const math::RowView& rows, const Vector& point,
                         Eigen::MatrixXd& hessian)
    : HessianPass(loss, shape_of(rows), point, hessian) {
  rows_ = rows;
}

bool HessianPass::advance(ThreadPool& pool, const Deadline& deadline) {
  sums_.resize(static_cast<std::size_t>(parts_ * view_.dimension * view_.dimension));
  while (next_part_ < parts_) {
    const Index count = std::min<Index>(pool.threads(), parts_ - next_part_);
    pool.parallel_for(count, [&](Index i) { add_part(next_part_ + i); });
    next_part_ += count;
    if (next_part_ < parts_ && deadline.passed()) return false;
  }
  finish();
  return true;
}

void HessianPass::add_part(Index part) {
  const Index dimension = view_.dimension;
  double* gram = sums_.data() + part * dimension * dimension;
  std::vector<double> scratch;
  const Index last = std::min((part + 1) * blocks_per_part_, view_.blocks());
  for (Index block = part * blocks_per_part_; block < last; ++block) {
    add_block(block, gram, scratch);
  }
}

void HessianPass::add_block(Index block, double* gram, std::vector<double>& scratch) const {
  const Index dimension = view_.dimension;
  const Index first_row = block * math::kBlockRows;
  const Index rows = std::min(math::kBlockRows, view_.rows - first_row);
  const Index panels = (rows + math::kPanelRows - 1) / math::kPanelRows;
  const Index scaled = panels * math::kPanelRows * dimension;
  scratch.resize(static_cast<std::size_t>(scaled + (rows_ ? panels * view_.stride : 0)));
  const double* features = view_.features + block * math::kBlockPanels * view_.stride;
  if (rows_) {
    double* packed = scratch.data() + scaled;
    math::pack_panels(rows_->features + first_row * rows_->row_stride, rows_->row_stride, dimension,
                      rows, packed, view_.stride);
    features = packed;
  }
  double weights[math::kBlockRows] = {};
  for (Index row = 0; row < rows; ++row) {
    const double* column =
        features + row / math::kPanelRows * view_.stride + row % math::kPanelRows;
    double margin = 0;
    for (Index j = 0; j < dimension; ++j) margin += column[j * math::kPanelRows] * point_[j];
    weights[row] = loss_.curvature(margin, view_.targets[first_row + row]);
  }
  math::add_weighted_gram(features, view_.stride, panels, dimension, weights, scratch.data(), gram);
}

void HessianPass::finish() {
  const Index dimension = view_.dimension;
  hessian_.setZero(dimension, dimension);
  for (Index part = 0; part < parts_; ++part) {
    const double* gram = sums_.data() + part * dimension * dimension;
    for (Index j = 0; j < dimension; ++j) {
      for (Index k = 0; k <= j; ++k) hessian_(j, k) += gram[j * dimension + k];
    }
  }
  hessian_ /= static_cast<double>(view_.rows);
  for (Index j = 0; j < dimension; ++j) {
    for (Index k = 0; k < j; ++k) hessian_(k, j) = hessian_(j, k);
  }
}

}  // namespace noisy
