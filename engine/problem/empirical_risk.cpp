#include "engine/problem/empirical_risk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/math/panel_packing.h"
#include "engine/math/reduce.h"
#include "engine/math/row_kernel.h"
#include "engine/math/row_pass.h"
#include "engine/problem/hessian_pass.h"
#include "engine/problem/loss_link.h"
#include "engine/problem/point_queries.h"

namespace noisy {
namespace {

/// Covers the rounding of a few operations where a bound must not be missed.
constexpr double kRoundingMargin = 1 - 1e-14;

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

/// ||row||, also where squares overflow or vanish: there the row is scaled by a power of two.
double row_norm(std::span<double> row, GradientClip::Norm norm) {
  if (norm == GradientClip::Norm::l1) return math::l1_norm(row);
  const double largest = math::linf_norm(row);
  const double factor = largest > 0x1p400 ? 0x1p-700 : largest < 0x1p-400 ? 0x1p700 : 1;
  if (factor != 1) {
    for (double& value : row) value *= factor;
  }
  return math::l2_norm(row) / factor;
}

std::vector<double> row_caps(const DenseData& data, const GradientClip& clip) {
  std::vector<double> caps;
  std::vector<double> row(static_cast<std::size_t>(data.features()));
  for (Index i = 0; i < data.samples(); ++i) {
    data.copy_row(i, row);
    const double norm = row_norm(row, clip.norm);
    caps.push_back(norm > 0 ? clip.bound / norm * kRoundingMargin
                            : std::numeric_limits<double>::infinity());
  }
  return caps;
}

/// a * b where either may be infinite; 0 * infinity is infinity here: nothing is known.
double bound_product(double a, double b) {
  const double product = a * b;
  return std::isnan(product) ? std::numeric_limits<double>::infinity() : product;
}

}  // namespace

EmpiricalRisk::EmpiricalRisk(const DenseData& data, const FeatureBounds& bounds,
                             const LinearLoss& loss, std::optional<GradientClip> clip,
                             const Domain& domain)
    : data_(data),
      bounds_(bounds),
      loss_(loss),
      clip_(clip),
      domain_(domain),
      slope_(slope_bound(loss, bounds, clip ? Domain{} : domain, data.features())) {
  if (clip_) caps_ = row_caps(data, *clip_);
  clip_count_ = {.loss = &loss_, .targets = data.targets().data(), .caps = caps_.data()};
}

std::unique_ptr<Pass> EmpiricalRisk::begin_pass(std::span<const PointQuery> queries) const {
  if (data_.layout() == DataLayout::rows) {
    return std::make_unique<FullPass>(rows_of(data_, caps_), loss_, queries);
  }
  return std::make_unique<FullPass>(panels_of(data_, caps_), loss_, queries);
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
  math::sum_rows(loss_.pass, loss_.link.get(), view, {&row, 1});
  divide(query, static_cast<double>(count));
}

std::unique_ptr<Pass> EmpiricalRisk::begin_clip_pass(std::span<const PointQuery> queries) const {
  if (!clip_) return nullptr;
  return std::make_unique<ClipCountPass>(data_, clip_count_, queries);
}

std::unique_ptr<Pass> EmpiricalRisk::begin_hessian_pass(const Vector& point,
                                                        Eigen::MatrixXd& hessian) const {
  if (!loss_.curvature) return nullptr;
  if (data_.layout() == DataLayout::rows) {
    return std::make_unique<HessianPass>(loss_, rows_of(data_, {}), point, hessian);
  }
  return std::make_unique<HessianPass>(loss_, panels_of(data_, {}), point, hessian);
}

GradientBounds EmpiricalRisk::gradient_bounds() const {
  const GradientBounds bounds{.l1 = 2 * bound_product(slope_.value, bounds_.l1),
                              .l2 = 2 * bound_product(slope_.value, bounds_.l2)};
  return clip_ ? clipped(bounds, *clip_, dimension()) : bounds;
}

bool EmpiricalRisk::is_allowed(const Vector& point) const {
  return !slope_.needs_domain || domain_.contains(point);
}

double EmpiricalRisk::l1_sensitivity_at(const Vector& point) const {
  const double margin = bound_product(bounds_.l1, point.lpNorm<Eigen::Infinity>());
  const double slope = loss_.derivative_bound(margin, target_bound());
  return std::min(gradient_bounds().l1, 2 * bound_product(slope, bounds_.l1) / kRoundingMargin);
}

double EmpiricalRisk::summation_error(Index records) const {
  // Margins of at most sup||u||_1 * kLargestCoordinate are finite, and so are sums of gradients.
  // Where features have no bound, clipping turns whatever the margin is into a bounded gradient.
  constexpr double kLargestFeature = 0x1p400;
  constexpr double kLargestGradient = 0x1p800;
  const bool is_finite = clip_ || bounds_.l1 <= kLargestFeature;
  if (!is_finite || !(gradient_bounds().l1 <= kLargestGradient)) {
    return std::numeric_limits<double>::infinity();
  }
  return math::mean_rounding_error(records);
}

double EmpiricalRisk::smoothness_bound() const {
  return bound_product(loss_.curvature_bound, bounds_.l2 * bounds_.l2);
}

double EmpiricalRisk::target_bound() const {
  return std::max(std::fabs(bounds_.target_lower), std::fabs(bounds_.target_upper));
}

}  // namespace noisy
