// The certificate's allowance for rounding, against solutions in long double.
#include <limits>
#include <vector>

#include "engine/solver/base/certificate.h"
#include "tests/solver/support/closed_forms.h"
#include "tests/solver/support/solve.h"

namespace noisy::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// One coordinate of z*, as a sum: where the centre is large, no digits of the offset are lost.
struct ExactCoordinate {
  double base;
  long double offset;
  double weight;

  double rounded() const { return static_cast<double>(base + offset); }
  /// What it adds to ||z - z*||_W^2.
  long double squared_distance(double z) const {
    const long double off = (static_cast<long double>(z) - base) - offset;
    return weight * off * off;
  }
};

/// Coordinate j of A, which does not depend on the point.
long double exact_slope(const Block& block, Index j) {
  long double total = 0;
  Vector slope(block.dimension());
  for (Index i = 0; i < block.components(); ++i) {
    block.sum().component_at(i, block.start(), slope);
    total += slope[j];
  }
  return total / static_cast<long double>(block.components());
}

/// The coordinates of P(c - slope / weight) from `first` on; the domain is a ball around 0.
void add_exact_part(std::vector<ExactCoordinate>& exact, const Block& block, Index first,
                    Index size, double weight) {
  const std::size_t begin = exact.size();
  long double squared = 0;
  for (Index j = first; j < first + size; ++j) {
    const double c = block.centre()[j];
    exact.push_back({.base = c, .offset = -exact_slope(block, j) / weight, .weight = weight});
    const long double value = c + exact.back().offset;
    squared += value * value;
  }
  const long double radius = block.terms().primal_domain.radius;
  if (block.is_unconstrained() || squared <= radius * radius) return;
  for (std::size_t k = begin; k < exact.size(); ++k) {
    const long double value = exact[k].base + exact[k].offset;
    exact[k] = {.base = 0, .offset = radius / std::sqrt(squared) * value, .weight = weight};
  }
}

std::vector<ExactCoordinate> exact_solution(const Block& block) {
  std::vector<ExactCoordinate> exact;
  const Index d_x = block.sum().primal_dimension();
  add_exact_part(exact, block, 0, d_x, block.primal_weight());
  add_exact_part(exact, block, d_x, block.sum().dual_dimension(), block.dual_weight());
  return exact;
}

Vector rounded(const std::vector<ExactCoordinate>& exact) {
  Vector out(static_cast<Index>(exact.size()));
  for (Index j = 0; j < out.size(); ++j) out[j] = exact[static_cast<std::size_t>(j)].rounded();
  return out;
}

double exact_distance(const std::vector<ExactCoordinate>& exact, const Vector& z) {
  long double total = 0;
  for (Index j = 0; j < z.size(); ++j) {
    total += exact[static_cast<std::size_t>(j)].squared_distance(z[j]);
  }
  return static_cast<double>(std::sqrt(total));
}

/// Every combination of small and large weights and centres, with and without balls.
std::vector<BlockSetting> extreme_settings() {
  std::vector<BlockSetting> all;
  for (const double primal_weight : {1e-6, 1.0, 1e6}) {
    for (const double dual_weight : {1e-6, 1e6}) {
      for (const double centre : {0.0, 1.0, 1e6}) {
        for (const double radius : {kInfinity, 0.7, 1e5}) {
          all.push_back({primal_weight, dual_weight, centre, radius});
        }
      }
    }
  }
  return all;
}

/// At the exact solution what is left of the residual is rounding alone.
TEST(CertificateRounding, KeepsTheResidualAboveTheDistanceAtTheExactSolution) {
  int needed = 0;
  std::uint64_t seed = 0;
  for (const double smoothness : {0.0, 1.0}) {
    for (const Index dual : {0, 3}) {
      for (const BlockSetting& setting : extreme_settings()) {
        const LooseLinearSum sum(40, 3, dual, smoothness, ++seed);
        const Block block = block_of(sum, setting);
        const std::vector<ExactCoordinate> exact = exact_solution(block);
        SolverLoop loop(sum);
        const Certificate found = run_task(loop, certify(loop, block, rounded(exact)));
        const double distance = exact_distance(exact, found.point);
        EXPECT_LE(distance, found.residual.value)
            << "l " << smoothness << ", d_y " << dual << ", weights " << setting.primal_weight
            << ", " << setting.dual_weight << ", c " << setting.centre << ", r " << setting.radius;
        if (distance > found.residual.value - found.rounding) ++needed;
      }
    }
  }
  EXPECT_GT(needed, 0) << "no case rounds so badly that the allowance matters";
}

}  // namespace
}  // namespace noisy::testing
