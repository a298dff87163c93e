#pragma once

#include <cstdint>

#include "engine/data/dense_data.h"
#include "engine/problem/saddle/saddle_problem.h"

namespace noisy {

struct SphereParameters {
  Vector mean;        ///< m
  double radius = 1;  ///< r > 0, with ||m|| + r <= 1
};

/// T1 (bring-your-own-minimax, 5.1): records uniform on the sphere of radius r around m, within the
/// unit ball, whose mean is estimated by f(x; u) = ||x - u||^2 / 2.
class SpherePopulation {
 public:
  /// @error invalid-value when a parameter is out of its range
  static Result<SpherePopulation> make(const SphereParameters& parameters);

  const SphereParameters& parameters() const { return parameters_; }
  /// Record i depends on the seed and i alone; targets 0.
  ///
  /// @error out-of-memory
  Result<DenseData> draw(Index count, std::uint64_t seed) const;

  /// F(x) - F* = ||x - m||^2 / 2
  double excess(const Vector& x) const;
  /// E of it at the mean of n records plus normal noise, where nothing is projected:
  /// (d sigma^2 + r^2 / n) / 2
  double expected_excess(Index records, double noise) const;

 private:
  explicit SpherePopulation(const SphereParameters& parameters) : parameters_(parameters) {}

  SphereParameters parameters_;
};

struct TiltParameters {
  Index features = 5;  ///< d >= 2
  double tilt = 0.5;   ///< s, within [0, 1]
};

/// T2 (bring-your-own-minimax, 5.1): unit records u = s e_1 + sqrt(1 - s^2) v, v uniform on the
/// unit sphere across e_1, of the linear loss f(x; u) = -u.x on ||x|| <= D.
class TiltPopulation {
 public:
  /// @error invalid-value when a parameter is out of its range
  static Result<TiltPopulation> make(const TiltParameters& parameters);

  const TiltParameters& parameters() const { return parameters_; }
  /// Record i depends on the seed and i alone; targets 0.
  ///
  /// @error out-of-memory
  Result<DenseData> draw(Index count, std::uint64_t seed) const;

  /// F(x) = -s x_1
  double value(const Vector& x) const { return -parameters_.tilt * x[0]; }
  /// F* = -D s
  double least(double radius) const { return -radius * parameters_.tilt; }

 private:
  explicit TiltPopulation(const TiltParameters& parameters) : parameters_(parameters) {}

  TiltParameters parameters_;
};

}  // namespace noisy
