#pragma once

#include <memory>
#include <optional>

#include "engine/problem/domain/domain.h"

namespace noisy {

/// A bounded set with a distance-generating function w that is 1-strongly convex in the set's norm:
/// what mirror descent and its accelerated form work with (table 2.5 of the specification).
///
/// The mirror iterate is kept as a state that loses no digits: the point itself for Euclidean and
/// p-norm generators, log-weights for entropy. Where the geometry is a lift, x = A u with u in a
/// simplex, "primal" vectors are the weights u; elsewhere they are points.
class Geometry {
 public:
  enum class Generator {
    automatic,  ///< the best of the set: see table
    euclidean,  ///< ||x||_2^2 / (2 R^2): l2 and l_inf balls
    p_norm,     ///< (K / 2) ||x||_q^2: l1 balls, group balls (of block norms), l_a balls
    lift,       ///< entropy on the weights of the vertices: l1 balls, hulls
    entropy     ///< sum x ln x: the simplex
  };

  /// Automatic: euclidean for l2 and l_inf balls, lift for l1 balls and hulls, entropy for the
  /// simplex, p_norm for group and l_a balls.
  ///
  /// @error unsupported-domain for an unbounded set or one without a geometry (box: use l_inf);
  ///        unsupported-option at "geometry" when the generator does not serve the set;
  ///        invalid-value as Domain::validate
  static Result<std::unique_ptr<const Geometry>> create(const Domain& set, Generator generator,
                                                        Index dimension);
  virtual ~Geometry() = default;

  const Domain& set() const { return set_; }
  Index dimension() const { return dimension_; }
  Generator generator() const { return generator_; }

  /// The state of argmin over C of w.
  virtual Vector centre_state() const = 0;

  /// @error infeasible-start when the point is not in C, or where the generator's gradient does not
  ///        exist (a zero weight)
  Result<Vector> state_of(const Vector& point) const;

  /// x from the mirror iterate's state.
  virtual void point_of(const Vector& state, Vector& point) const = 0;

  /// z = argmin over C of B_w(z, z_k) + weight <gradient, z>, from state to state. The gradient has
  /// p coordinates, also in a lift.
  virtual void mirror_step(double weight, const Vector& gradient, Vector& state) const = 0;

  /// The primal vector of a point of C: the point, or in a lift weights u with A u = x. Nothing for
  /// a hull, whose weights the point alone does not give away.
  virtual std::optional<Vector> primal_of(const Vector& point) const { return point; }

  /// w(primal)
  virtual double distance(const Vector& primal) const = 0;

  /// B_w(primal, z) = w(primal) - w(z) - <grad w(z), primal - z>, with 0 ln 0 = 0.
  virtual double divergence(const Vector& primal, const Vector& state) const = 0;

  /// Theta >= sup over u in C of B_w(u, z).
  virtual double bregman_radius(const Vector& state) const = 0;

 protected:
  Geometry(Domain set, Generator generator, Index dimension);
  virtual Result<Vector> interior_state(const Vector& point) const = 0;

 private:
  Domain set_;
  Generator generator_;
  Index dimension_;
};

}  // namespace noisy
