#include "engine/solver/problem/record_sum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/math/reduce.h"
#include "engine/math/row_pass.h"

namespace noisy {
namespace {

/// Asks for one gradient; the answer becomes the mean of the operator.
class GradientPass final : public Pass {
 public:
  GradientPass(const FiniteSum& risk, const Vector& x, OperatorMean& mean) {
    mean.value.resize(x.size());
    mean.longest_gradient = 0;
    const PointQuery query{.point = &x, .gradient = &mean.value};
    pass_ = risk.begin_pass({&query, 1});
  }
  bool advance(ThreadPool& pool, const Deadline& deadline) override {
    return pass_->advance(pool, deadline);
  }

 private:
  std::unique_ptr<Pass> pass_;
};

/// What the records themselves are bounded by.
struct RowExtent {
  double norm = 0;    ///< largest ||u_i||
  double target = 0;  ///< largest |y_i|
};

RowExtent extent_of(const DenseData& data) {
  RowExtent out;
  std::vector<double> row(static_cast<std::size_t>(data.features()));
  for (Index i = 0; i < data.samples(); ++i) {
    data.copy_row(i, row);
    out.norm = std::max(out.norm, math::l2_norm(row));
  }
  for (const double target : data.targets()) out.target = std::max(out.target, std::abs(target));
  return out;
}

RecordConstants constants_of(const DenseData& data, const LinearLoss& loss) {
  const RowExtent extent = extent_of(data);
  return {.smoothness = loss.curvature_bound * extent.norm * extent.norm,
          .longest_gradient = [extent, bound = loss.derivative_bound](double norm) {
            return bound(extent.norm * norm, extent.target) * extent.norm;
          }};
}

}  // namespace

RecordSum::RecordSum(const FiniteSum& risk, RecordConstants constants)
    : risk_(risk), constants_(std::move(constants)) {}

RecordSum::RecordSum(const FiniteSum& risk)
    : RecordSum(risk,
                {.smoothness = risk.smoothness_bound(), .longest_gradient = [&risk](double norm) {
                   return risk.bounds_within(norm).record_gradient;
                 }}) {}

Index RecordSum::primal_dimension() const {
  const SaddleBounds* saddle = risk_.saddle();
  return saddle ? saddle->primal_dimension : risk_.dimension();
}

OperatorSmoothness RecordSum::smoothness() const {
  const SaddleBounds* saddle = risk_.saddle();
  if (!saddle) return {.joint = constants_.smoothness};
  const SaddleSmoothness& l = saddle->smoothness;
  return {.joint = l.joint, .primal = l.primal, .dual = l.dual, .coupling = l.coupling};
}

double RecordSum::lipschitz() const {
  return constants_.longest_gradient(std::numeric_limits<double>::infinity());
}

void RecordSum::component_at(Index i, const Vector& x, Vector& out) const {
  risk_.answer_batch({&i, 1}, {.point = &x, .gradient = &out}, scratch_);
}

std::unique_ptr<Pass> RecordSum::begin_pass(const Vector& x, OperatorMean& mean) const {
  return std::make_unique<GradientPass>(risk_, x, mean);
}

double RecordSum::rounding_error(double point_norm) const {
  constexpr double kUnit = 0x1p-53;
  const double longest = constants_.longest_gradient(point_norm);
  const double evaluated = static_cast<double>(dimension()) * constants_.smoothness * point_norm;
  double summed = math::mean_rounding_error(components()) * longest;
  if (const double stated = risk_.summation_error(components()); std::isfinite(stated)) {
    summed = std::max(summed, stated * risk_.gradient_bounds().l2 / 2);
  }
  return summed + kUnit * (8 * longest + evaluated);
}

LinearRecordSum::LinearRecordSum(const FiniteSum& risk, const DenseData& data,
                                 std::optional<DenseData> copy, const LinearLoss& loss)
    : RecordSum(risk, constants_of(data, loss)), data_(data), copy_(std::move(copy)), loss_(loss) {}

Result<std::unique_ptr<LinearRecordSum>> LinearRecordSum::make(const FiniteSum& risk,
                                                               const DenseData& data,
                                                               const LinearLoss& loss) {
  std::optional<DenseData> copy;
  if (data.layout() != DataLayout::rows) {
    auto rows = data.copy_rows(0, data.samples());
    if (!rows) return std::unexpected(std::move(rows.error()));
    copy = *std::move(rows);
  }
  return std::unique_ptr<LinearRecordSum>(new LinearRecordSum(risk, data, std::move(copy), loss));
}

std::span<const double> LinearRecordSum::row(Index i) const {
  return {rows().row(i), static_cast<std::size_t>(rows().features())};
}

double LinearRecordSum::slope(Index i, double margin) const {
  return loss_.derivative(margin, data_.targets()[static_cast<std::size_t>(i)]);
}

void LinearRecordSum::fetch(Index i) const {
  LinearComponents::fetch(i);
  __builtin_prefetch(data_.targets().data() + i);
}

void LinearRecordSum::component_at(Index i, const Vector& x, Vector& out) const {
  const auto u = row(i);
  const double slope_here = slope(i, math::dot(u, math::view(x)));
  for (std::size_t j = 0; j < u.size(); ++j) out[static_cast<Index>(j)] = slope_here * u[j];
}

}  // namespace noisy
