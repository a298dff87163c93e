#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "engine/data/feature_bounds.h"
#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

struct DomainFactor;

/// A closed convex set C of feasible points, known to everybody.
///
/// | kind       | points                                                                     |
/// |------------|----------------------------------------------------------------------------|
/// | all        | every x                                                                    |
/// | l2_ball    | ||x||_2 <= radius                                                          |
/// | l1_ball    | ||x||_1 <= radius                                                          |
/// | linf_ball  | ||x||_inf <= radius                                                        |
/// | box        | lower_i <= x_i <= upper_i                                                  |
/// | nonnegative| x_i >= 0                                                                   |
/// | simplex    | x_i >= 0, sum_i x_i = 1                                                    |
/// | group_ball | sum_g ||x_g||_2 <= radius, blocks of group_size coordinates                |
/// | lp_ball    | ||x||_a <= radius with a = exponent in (1, 2]                              |
/// | hull       | convex hull of the vertices; of them and their mirror images if `mirrored` |
/// | product    | consecutive coordinates in the factors' sets, one after the other          |
///
/// No file names a product: it is what a problem brings itself.
struct Domain {
  enum class Kind {
    all,
    l2_ball,
    l1_ball,
    linf_ball,
    box,
    nonnegative,
    simplex,
    group_ball,
    lp_ball,
    hull,
    product
  };
  Kind kind = Kind::all;
  double radius = 1;         ///< of the balls, finite, > 0
  double exponent = 2;       ///< a of lp_ball, in (1, 2]
  Index group_size = 1;      ///< of group_ball, >= 1; the last block may be shorter
  Vector lower, upper;       ///< of the box: one entry for all coordinates, or one for each
  Eigen::MatrixXd vertices;  ///< of the hull, one per column
  bool mirrored = false;     ///< of the hull: -vertex belongs to it for every vertex
  std::vector<DomainFactor> factors;  ///< of the product, whose sizes add up to d

  /// How far outside rounding may put a point that contains() still accepts, relative to C's size.
  static constexpr double kTolerance = 1e-12;

  /// @error invalid-value, with the field below problem.domain, for shapes that do not fit d
  Result<void> validate(Index dimension) const;

  bool is_bounded() const;
  /// x in C exactly when -x in C.
  bool is_centrally_symmetric() const;

  /// Whether x lies in C, up to kTolerance.
  bool contains(std::span<const double> x) const;
  bool contains(const Vector& x) const;

  /// A point in the middle: 0 where C is symmetric, else the mean of the bounds or vertices.
  Vector centre(Index dimension) const;

  /// R_2 = sup of ||x||_2 over C, rounded up; infinity where C is unbounded. Likewise R_1, R_inf.
  double l2_radius(Index dimension) const;
  double l1_radius(Index dimension) const;
  double linf_radius(Index dimension) const;

  /// At least sup |<u, x>| over the x that contains() accepts and the records' u:
  ///
  ///     min( ||u||_1 R_inf, ||u||_2 R_2, ||u||_inf R_1 )                         (Hoelder)
  double margin_bound(const FeatureBounds& bounds, Index dimension) const;

  /// Whether project() is available: for every kind but lp_ball and hull, and for products of such.
  bool has_projection() const;
  /// x = argmin over C of ||u - x||_2, without scratch memory. Only when has_projection().
  void project(Vector& x) const;
};

/// One set of a product, and how many coordinates lie in it.
struct DomainFactor {
  Domain domain;
  Index size = 0;
};

}  // namespace noisy
