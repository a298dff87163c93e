#include "engine/algorithm/accelerated/theory/lmi_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace noisy {
namespace {

constexpr double kStartRadius = 1e4;
constexpr int kMaxCuts = 4000;
constexpr double kObjectiveWidth = 1e-5;

LmiVariables variables_at(const LmiPoint& point) {
  return {point[0], point[1], point[2], point[3]};
}

}  // namespace

double scale_of(const LmiPoint& point) {
  double scale = 1.0;
  for (const double entry : point) scale = std::max(scale, std::fabs(entry));
  return scale;
}

LmiInequality::LmiInequality(const ScaledHeavyBall& method, double rate)
    : constant_(heavy_ball_lmi(method, {}, rate)) {
  for (std::size_t k = 0; k < 4; ++k) {
    LmiPoint unit{};
    unit[k] = 1.0;
    coefficients_[k] = heavy_ball_lmi(method, variables_at(unit), rate);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) coefficients_[k][i][j] -= constant_[i][j];
  }
}

SmallSymmetric<3> LmiInequality::at(const LmiPoint& point) const {
  SmallSymmetric<3> matrix = constant_;
  for (std::size_t k = 0; k < 4; ++k)
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) matrix[i][j] += point[k] * coefficients_[k][i][j];
  return matrix;
}

std::optional<Cut<4>> LmiInequality::violated(const LmiPoint& point) const {
  const double allowed = kLmiTolerance * scale_of(point);
  Cut<4> worst{{0.0, 0.0, 0.0, -1.0}, -point[3]};
  const auto lyapunov = small_eigen<2>(lyapunov_matrix(point));
  if (-lyapunov.values[0] > worst.violation) {
    const auto& v = lyapunov.vectors[0];
    worst = {{-v[0] * v[0], -2.0 * v[0] * v[1], -v[1] * v[1], 0.0}, -lyapunov.values[0]};
  }
  const auto decrease = small_eigen<3>(at(point));
  if (-decrease.values[0] > worst.violation) {
    worst.violation = -decrease.values[0];
    const auto& v = decrease.vectors[0];
    for (std::size_t k = 0; k < 4; ++k) {
      double form = 0.0;
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) form += v[i] * coefficients_[k][i][j] * v[j];
      worst.gradient[k] = -form;
    }
  }
  if (worst.violation > allowed) return worst;
  return std::nullopt;
}

std::optional<LmiPoint> feasible_point(const LmiInequality& inequality) {
  Ellipsoid<4> ellipsoid(kStartRadius);
  for (int step = 0; step < kMaxCuts; ++step) {
    const auto cut = inequality.violated(ellipsoid.centre());
    if (!cut) return ellipsoid.centre();
    if (!ellipsoid.cut(*cut)) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<LmiPoint> least_feasible_point(const LmiInequality& inequality,
                                             const LmiPoint& objective, double constant) {
  Ellipsoid<4> ellipsoid(kStartRadius);
  std::optional<LmiPoint> best;
  double best_value = std::numeric_limits<double>::infinity();
  for (int step = 0; step < kMaxCuts; ++step) {
    const LmiPoint& centre = ellipsoid.centre();
    auto cut = inequality.violated(centre);
    if (!cut) {
      double value = constant;
      for (std::size_t k = 0; k < 4; ++k) value += objective[k] * centre[k];
      if (value < best_value) {
        best_value = value;
        best = centre;
      }
      if (ellipsoid.reach(objective) <= kObjectiveWidth * best_value) break;
      cut = Cut<4>{objective, value - best_value};
    }
    if (!ellipsoid.cut(*cut)) break;
  }
  return best;
}

}  // namespace noisy
