#include "engine/privacy/release/moments.h"

#include <cmath>

#include "engine/math/row_pass.h"
#include "engine/privacy/release/neighbour_move.h"
#include "engine/privacy/release/release_cost.h"

namespace noisy {
namespace {

constexpr double kRootTwo = 1.4142135623730951;  // rounded up

}  // namespace

double moment_move(MomentPart part, const QuadraticBounds& bounds, Index dimension,
                   Neighbours neighbours) {
  const double records = changed_records(neighbours);
  if (!std::isfinite(records)) return kUnproven;
  if (part == MomentPart::first) return records * bounds.slope;
  const bool can_be_orthogonal = part == MomentPart::second && records > 1 && dimension > 1;
  return can_be_orthogonal ? kRootTwo * bounds.curvature : bounds.curvature;
}

Index moment_numbers(MomentPart part, Index dimension) {
  if (part == MomentPart::least_eigenvalue) return 1;
  return part == MomentPart::second ? dimension * (dimension + 1) / 2 : dimension;
}

GridQuery moment_query(MomentPart part, const QuadraticBounds& bounds, Index dimension, double move,
                       Index samples, double grid) {
  constexpr double kRoundUp = 1 + 0x1p-40;
  const double d = static_cast<double>(dimension), n = static_cast<double>(samples);
  const double sums = math::mean_rounding_error(samples);
  const double own = (d + 128) * 0x1p-52;  // r - 1
  GridQuery query{
      .dimension = moment_numbers(part, dimension), .batch_size = samples, .grid = grid};
  if (part == MomentPart::least_eigenvalue) {
    query.summation_error = kUnproven;
  } else if (part == MomentPart::first) {
    // r is the query's own; w G on either side.
    query.summation_error = 2 * sums * bounds.slope / move * kRoundUp;
  } else {
    const double points = 2 * (bounds.slope + bounds.curvature);
    const double per_record = 2 * std::sqrt(d) * own * points;
    const double whole =
        2 * std::sqrt(d) * (sums * (1 + own) * points + 0x1p-51 * (bounds.curvature + points));
    query.summation_error = (per_record / n + whole) / move * kRoundUp;
  }
  return query;
}

Vector packed_symmetric(const Eigen::MatrixXd& matrix) {
  Vector packed(moment_numbers(MomentPart::second, matrix.rows()));
  Index next = 0;
  for (Index i = 0; i < matrix.rows(); ++i) {
    packed[next++] = matrix(i, i);
    for (Index j = i + 1; j < matrix.cols(); ++j) packed[next++] = kRootTwo * matrix(i, j);
  }
  return packed;
}

Eigen::MatrixXd unpacked_symmetric(const Vector& packed, Index dimension) {
  Eigen::MatrixXd matrix(dimension, dimension);
  Index next = 0;
  for (Index i = 0; i < dimension; ++i) {
    matrix(i, i) = packed[next++];
    for (Index j = i + 1; j < dimension; ++j) {
      matrix(i, j) = matrix(j, i) = packed[next++] / kRootTwo;
    }
  }
  return matrix;
}

}  // namespace noisy
