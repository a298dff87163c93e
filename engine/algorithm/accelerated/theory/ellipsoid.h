#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

namespace noisy {

/// A half-space that contains everything sought: f(x) >= violation + gradient . (x - centre) for a
/// convex f that has to be at most 0, so gradient . (x - centre) <= -violation.
template <std::size_t N>
struct Cut {
  std::array<double, N> gradient{};
  double violation = 0.0;
};

/// The deep-cut ellipsoid method: an ellipsoid that contains the solutions shrinks with every cut.
/// It is kept as the image of the unit ball under a matrix, so rounding cannot make it indefinite.
template <std::size_t N>
class Ellipsoid {
 public:
  explicit Ellipsoid(double radius) {
    for (std::size_t i = 0; i < N; ++i) factor_[i][i] = radius;
  }

  const std::array<double, N>& centre() const { return centre_; }

  /// How much gradient . x varies from the centre to the edge.
  double reach(const std::array<double, N>& gradient) const { return norm(pulled_back(gradient)); }

  /// Cuts the ellipsoid. False when nothing is left of it.
  bool cut(const Cut<N>& cut) {
    constexpr double n = static_cast<double>(N);
    std::array<double, N> normal = pulled_back(cut.gradient);
    const double width = norm(normal);
    if (!(width > 0.0) || !(cut.violation < width)) return false;
    const double depth = cut.violation / width;
    for (double& entry : normal) entry /= width;
    const double step = (1.0 + n * depth) / (n + 1.0);
    const double grow = std::sqrt(n * n * (1.0 - depth * depth) / (n * n - 1.0));
    // Along the normal the semi-axis shrinks to (1 - depth) n / (n + 1), elsewhere it grows.
    const double along = (1.0 - depth) * n / (n + 1.0);
    for (std::size_t i = 0; i < N; ++i) {
      double direction = 0.0;
      for (std::size_t j = 0; j < N; ++j) direction += factor_[i][j] * normal[j];
      centre_[i] -= step * direction;
      for (std::size_t j = 0; j < N; ++j)
        factor_[i][j] = grow * factor_[i][j] + (along - grow) * direction * normal[j];
    }
    return true;
  }

 private:
  std::array<double, N> pulled_back(const std::array<double, N>& gradient) const {
    std::array<double, N> result{};
    for (std::size_t j = 0; j < N; ++j)
      for (std::size_t i = 0; i < N; ++i) result[j] += factor_[i][j] * gradient[i];
    return result;
  }

  static double norm(const std::array<double, N>& vector) {
    double sum = 0.0;
    for (const double entry : vector) sum += entry * entry;
    return std::sqrt(sum);
  }

  std::array<double, N> centre_{};
  std::array<std::array<double, N>, N> factor_{};
};

}  // namespace noisy
