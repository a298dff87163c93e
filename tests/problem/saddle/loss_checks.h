#pragma once

#include <optional>

#include "engine/problem/saddle/saddle_loss.h"
#include "tests/problem/saddle/saddle_support.h"

namespace noisy::testing {

/// A loss, and what is enforced for its records.
struct LossCase {
  const SaddleLoss& loss;
  FeatureBounds records;
  Index features = 2;

  Index primal() const { return loss.primal_dimension(features); }
  SaddleBounds bounds() const { return loss.bounds(records, features); }
};

inline FeatureBounds rows_within(double length, double target = 1) {
  return {.l2 = length, .target_lower = -target, .target_upper = target};
}

/// A record within its bounds; most of the time as long as allowed, often along the axis of
/// `guide`, and with an extreme target.
class RecordDraws {
 public:
  RecordDraws(const LossCase& of, std::uint64_t seed) : of_(of), stream_(test_draws(seed)) {}

  SaddleRecord record(const Vector& guide) {
    Vector& u = features_.emplace_back(draw_unit_vector(stream_, of_.features));
    const double length = math::l2_norm(guide);
    if (uniform(stream_) < 0.6 && length > 0) u = draw_sign(stream_) * guide / length;
    u *= of_.records.l2 * (uniform(stream_) < 0.8 ? 1 : uniform(stream_));
    const bool is_upper = draw_sign(stream_) > 0;
    const double target = is_upper ? of_.records.target_upper : of_.records.target_lower;
    return {.features = math::view(u), .target = target};
  }

  /// Of the domains, often on their border.
  Vector point() {
    const double scale = uniform(stream_) < 0.4 ? 0.3 : 20;
    SaddlePoint z = random_point(stream_, of_.primal(), of_.bounds().dual_dimension, scale);
    if (uniform(stream_) < 0.2) z.primal.setZero();
    if (uniform(stream_) < 0.2) z.dual.setZero();
    return projected(z);
  }
  /// Near z, so that secants show the curvature there.
  Vector neighbour(const Vector& z, bool moves_primal, bool moves_dual) {
    SaddlePoint next = parts(z);
    const SaddlePoint step = random_point(stream_, next.primal.size(), next.dual.size(), 1e-3);
    if (moves_primal) next.primal += step.primal;
    if (moves_dual) next.dual += step.dual;
    return projected(next);
  }

  SaddlePoint parts(const Vector& z) const {
    return {z.head(of_.primal()), z.tail(z.size() - of_.primal())};
  }
  Vector projected(SaddlePoint z) const {
    of_.loss.primal_domain(of_.features).project(z.primal);
    of_.loss.dual_domain(of_.features).project(z.dual);
    return joined(z);
  }
  /// A direction of the model, or across it; any where a row is longer than a point.
  Vector guide(const Vector& z) {
    if (of_.features > z.size()) return draw_unit_vector(stream_, of_.features);
    Vector out = z.head(of_.features);
    return uniform(stream_) < 0.7 ? out : draw_unit_vector(stream_, of_.features);
  }

 private:
  const LossCase& of_;
  Stream stream_;
  std::vector<Vector> features_;
};

inline Vector operator_of(const SaddleLoss& loss, const SaddleRecord& record, const Vector& z) {
  Vector out(z.size());
  loss.operator_at(record, z, out);
  return out;
}

/// What part of each declared bound a random search attains.
struct Attained {
  double lipschitz = 0, primal_difference = 0, dual_difference = 0;
  double joint = 0, primal = 0, dual = 0, coupling = 0;
};

/// A part's share of its bound; 0 where both are 0.
inline double share_of(double found, double bound) {
  return found <= 1e-9 && bound == 0 ? 0 : found / bound;
}

inline void raise(double& largest, double to) {
  largest = std::max(largest, to);
}

inline void compare_records(const LossCase& of, RecordDraws& draws, Attained& out) {
  const SaddleBounds bounds = of.bounds();
  const Vector z = draws.point();
  const Vector guide = draws.guide(z);
  const Vector a = operator_of(of.loss, draws.record(guide), z);
  const Vector b = operator_of(of.loss, draws.record(guide), z);
  const SaddlePoint apart = draws.parts(a - b);
  raise(out.lipschitz, share_of(a.norm(), bounds.lipschitz));
  raise(out.primal_difference, share_of(apart.primal.norm(), bounds.primal_difference));
  raise(out.dual_difference, share_of(apart.dual.norm(), bounds.dual_difference));
}

inline void compare_points(const LossCase& of, RecordDraws& draws, Attained& out) {
  const SaddleSmoothness l = of.bounds().smoothness;
  const Vector z = draws.point();
  const SaddleRecord record = draws.record(draws.guide(z));
  const Vector at_z = operator_of(of.loss, record, z);
  for (const auto& [x, y] :
       {std::pair(true, false), std::pair(false, true), std::pair(true, true)}) {
    const Vector next = draws.neighbour(z, x, y);
    const double moved = (next - z).norm();
    if (moved < 1e-5) continue;
    const SaddlePoint change = draws.parts((operator_of(of.loss, record, next) - at_z) / moved);
    raise(out.joint, share_of(joined(change).norm(), l.joint));
    if (!y) raise(out.primal, share_of(change.primal.norm(), l.primal));
    if (!y) raise(out.coupling, share_of(change.dual.norm(), l.coupling));
    if (!x) raise(out.dual, share_of(change.dual.norm(), l.dual));
    if (!x) raise(out.coupling, share_of(change.primal.norm(), l.coupling));
  }
}

inline Attained attained_by(const LossCase& of, int trials = 20'000) {
  RecordDraws draws(of, 1);
  Attained out;
  for (int trial = 0; trial < trials; ++trial) compare_records(of, draws, out);
  for (int trial = 0; trial < trials / 2; ++trial) compare_points(of, draws, out);
  return out;
}

/// No bound is passed, and each is attained to the given part.
inline void expect_tight(const LossCase& of, const Attained& least) {
  // Secants over 1e-3 lose about nine digits to the difference of operators.
  constexpr double kRounding = 1e-7;
  const Attained found = attained_by(of);
  const auto check = [](const char* name, double part, double at_least) {
    EXPECT_LE(part, 1 + kRounding) << name;
    EXPECT_GE(part, at_least) << name;
  };
  check("L", found.lipschitz, least.lipschitz);
  check("S_x", found.primal_difference, least.primal_difference);
  check("S_y", found.dual_difference, least.dual_difference);
  check("l", found.joint, least.joint);
  check("l_xx", found.primal, least.primal);
  check("l_yy", found.dual, least.dual);
  check("l_xy", found.coupling, least.coupling);
}

/// operator_at() is the gradient of value().
inline void expect_slopes(const LossCase& of) {
  RecordDraws draws(of, 2);
  for (int trial = 0; trial < 200; ++trial) {
    const Vector z = draws.point();
    const SaddleRecord record = draws.record(draws.guide(z));
    const auto value = [&](const SaddlePoint& at) { return of.loss.value(record, joined(at)); };
    const double size = 1 + operator_of(of.loss, record, z).norm();
    EXPECT_LE((operator_of(of.loss, record, z) - slopes_of(value, draws.parts(z))).norm(),
              1e-8 * size);
  }
}

/// (f(a) + f(b)) / 2 - f((a + b) / 2), at least modulus / 8 ||a - b||^2 of what curves upwards.
inline double bend(const LossCase& of, const SaddleRecord& record, const Vector& a,
                   const Vector& b) {
  return (of.loss.value(record, a) + of.loss.value(record, b)) / 2 -
         of.loss.value(record, (a + b) / 2);
}

inline void expect_convex_concave(const LossCase& of) {
  const SaddleBounds bounds = of.bounds();
  RecordDraws draws(of, 3);
  for (int trial = 0; trial < 3000; ++trial) {
    const Vector z = draws.point();
    const Vector other = draws.point();
    const SaddleRecord record = draws.record(draws.guide(z));
    Vector moved = z;
    moved.head(of.primal()) = other.head(of.primal());
    const double across = (moved - z).squaredNorm();
    EXPECT_GE(bend(of, record, z, moved), bounds.primal_modulus / 8 * across - 1e-11);
    moved = z;
    moved.tail(bounds.dual_dimension) = other.tail(bounds.dual_dimension);
    const double up = (moved - z).squaredNorm();
    EXPECT_LE(bend(of, record, z, moved), -bounds.dual_modulus / 8 * up + 1e-11);
  }
}

/// The sizes and radii are those of the domains.
inline void expect_sizes(const LossCase& of) {
  const SaddleBounds bounds = of.bounds();
  const Domain x = of.loss.primal_domain(of.features);
  const Domain y = of.loss.dual_domain(of.features);
  EXPECT_EQ(bounds.primal_dimension, of.primal());
  EXPECT_EQ(bounds.dual_dimension, of.loss.dual_dimension(of.features));
  EXPECT_TRUE(x.validate(bounds.primal_dimension).has_value());
  EXPECT_TRUE(y.validate(bounds.dual_dimension).has_value());
  EXPECT_NEAR(bounds.primal_radius, x.l2_radius(bounds.primal_dimension), 1e-14);
  EXPECT_NEAR(bounds.dual_radius, y.l2_radius(bounds.dual_dimension), 1e-14);
  EXPECT_LE(bounds.primal_difference, 2 * bounds.lipschitz);
  EXPECT_LE(bounds.dual_difference, 2 * bounds.lipschitz);
}

inline void expect_sound(const LossCase& of, const Attained& least) {
  expect_sizes(of);
  expect_slopes(of);
  expect_convex_concave(of);
  expect_tight(of, least);
}

}  // namespace noisy::testing
