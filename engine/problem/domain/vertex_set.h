#pragma once

#include "engine/data/feature_bounds.h"
#include "engine/math/error.h"
#include "engine/problem/domain/domain.h"
#include "engine/problem/gradient_bounds.h"

namespace noisy {

/// By how much one record can move a vertex's product with the sum of record gradients:
///
///     |<v, g - g'>| <= ||g - g'||_p ||v||_q <= S_p R_q,   1/p + 1/q = 1                (Hoelder)
///
/// The mean over n records moves it by 1/n of that.
struct ScoreSensitivity {
  RowNorm norm = RowNorm::l2;  ///< p, of the gradient
  double gradient = 0;         ///< S_p
  RowNorm dual = RowNorm::l2;  ///< q
  double radius = 0;           ///< R_q = max ||v||_q
  double value() const { return gradient * radius; }
};

/// The points whose convex hull a domain is, numbered from 0.
///
/// | domain  | vertices                                         | K     | a product with u costs |
/// |---------|--------------------------------------------------|-------|------------------------|
/// | l1_ball | R e_0 .. R e_{d-1}, then -R e_0 .. -R e_{d-1}    | 2d    | O(1)                   |
/// | simplex | e_0 .. e_{d-1}                                   | d     | O(1)                   |
/// | hull    | the columns, then their mirror images if it says | as is | O(d)                   |
class VertexSet {
 public:
  /// @error unsupported-domain at "problem.domain" for sets that are no hull of a list of points
  static Result<VertexSet> create(const Domain& set, Index dimension);

  Index count() const { return count_; }

  /// out_k = <v_k, u> for every vertex, in one fixed order of operations.
  void products(const Vector& u, Vector& out) const;

  /// out = v_k.
  void take(Index k, Vector& out) const;

  /// R, where every vertex is R e_j, or -R e_j for as many k after those; 0 of a hull.
  double axis_length() const;

  /// The mean of vertices that came so often each.
  Vector mean(const Vector& counts) const;

  /// The least of the bounds by (S_inf, R_1), (S_2, R_2) and (S_1, R_inf). Of the l1 ball and the
  /// simplex that is R S_inf; S_2 is taken where S_inf is not known, since it is never below it.
  ScoreSensitivity score_sensitivity(const GradientBounds& bounds) const;

 private:
  VertexSet(const Domain& set, Index dimension);

  Domain set_;
  Index dimension_;
  Index count_;
};

}  // namespace noisy
