#include "engine/solver/base/fused_updates.h"

#include "engine/math/lanes.h"
#include "engine/math/reduce.h"

namespace noisy {

double row_product(std::span<const double> row, const Vector& z) {
  // Written with code vectors, because compilers do not see them in eight plain sums.
  using Pair = math::Lanes<2>::Double;
  constexpr std::size_t kPairs = math::detail::kSumLanes / 2;
  const double* u = row.data();
  const double* x = z.data();
  Pair sums[kPairs] = {};
  std::size_t j = 0;
  for (; j + math::detail::kSumLanes <= row.size(); j += math::detail::kSumLanes) {
    for (std::size_t k = 0; k < kPairs; ++k) {
      sums[k] += math::load<Pair>(u + j + 2 * k) * math::load<Pair>(x + j + 2 * k);
    }
  }
  double lanes[math::detail::kSumLanes];
  for (std::size_t k = 0; k < kPairs; ++k) math::store(lanes + 2 * k, sums[k]);
  for (std::size_t k = 0; j < row.size(); ++j, ++k) lanes[k] += u[j] * x[j];
  return math::detail::add_lanes(lanes);
}

void add_row(const Vector& mean, double change, std::span<const double> row, Vector& out) {
  const Index size = out.size();
  const double* __restrict m = mean.data();
  const double* __restrict u = row.data();
  double* __restrict v = out.data();
  for (Index j = 0; j < size; ++j) v[j] = m[j] + change * u[j];
}

void shrink_and_move(Vector& z, double keep, const Vector& pull, double weight,
                     std::span<const double> row) {
  const Index size = z.size();
  const double* __restrict p = pull.data();
  const double* __restrict u = row.data();
  double* __restrict x = z.data();
  for (Index j = 0; j < size; ++j) x[j] = (keep * x[j] + p[j]) - weight * u[j];
}

void add_scaled(double weight, std::span<const double> row, Vector& total) {
  const Index size = total.size();
  const double* __restrict u = row.data();
  double* __restrict t = total.data();
  for (Index j = 0; j < size; ++j) t[j] += weight * u[j];
}

void shrink_and_move(Vector& z, Vector& mean, const TableStep& step, const Vector& pull,
                     std::span<const double> row) {
  const auto [keep, size_of_step, change, portion] = step;
  const double moved = portion * change;
  const Index size = z.size();
  const double* __restrict p = pull.data();
  const double* __restrict u = row.data();
  double* __restrict x = z.data();
  double* __restrict g = mean.data();
  for (Index j = 0; j < size; ++j) {
    x[j] = (keep * x[j] + p[j]) - size_of_step * (g[j] + change * u[j]);
    g[j] += moved * u[j];
  }
}

}  // namespace noisy
