#include "engine/problem/saddle/linear_records.h"

#include <cmath>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

Vector mean_column(const Eigen::MatrixXd& records) {
  Vector total = Vector::Zero(records.rows());
  for (Index i = 0; i < records.cols(); ++i) total += records.col(i);
  return total / static_cast<double>(records.cols());
}

/// sum_j (|mean_j| + spread)^2
double longest_square(const Vector& mean, double spread) {
  return math::sum_of(static_cast<std::size_t>(mean.size()), [&](std::size_t j) {
    const double largest = std::abs(mean[static_cast<Index>(j)]) + spread;
    return largest * largest;
  });
}

void draw_column(Stream& stream, const Vector& mean, double spread, Eigen::MatrixXd& out, Index i) {
  for (Index j = 0; j < mean.size(); ++j) out(j, i) = mean[j] + spread * draw_sign(stream);
}

}  // namespace

SaddlePoint LinearRecords::mean() const {
  return {mean_column(primal), mean_column(dual)};
}

double LinearLaw::longest() const {
  return std::sqrt(longest_square(mean.primal, primal_spread) +
                   longest_square(mean.dual, dual_spread));
}

LinearRecords LinearLaw::draw(Index count, std::uint64_t seed, std::string_view name) const {
  LinearRecords out{Eigen::MatrixXd(mean.primal.size(), count),
                    Eigen::MatrixXd(mean.dual.size(), count)};
  const StreamFactory streams = StreamFactory::synthetic_data(seed, name);
  for (Index i = 0; i < count; ++i) {
    Stream stream = streams.stream(StreamPurpose::data, static_cast<std::uint64_t>(i));
    draw_column(stream, mean.primal, primal_spread, out.primal, i);
    draw_column(stream, mean.dual, dual_spread, out.dual, i);
  }
  return out;
}

}  // namespace noisy
