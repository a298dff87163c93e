#pragma once

#include "engine/problem/domain/domain.h"
#include "engine/solver/gap/bracket.h"

namespace noisy {

/// What is known of a convex function at one point.
struct ConvexAnswer {
  double value = 0;
  Vector gradient;
  double value_error = 0;     ///< of rounding, at most
  double gradient_error = 0;  ///< in the Euclidean norm
};

/// Brackets the minimum of a smooth convex function h over a bounded domain, by asking for it at
/// one feasible point after the other. Accelerated projected gradient descent that never leaves the
/// domain (Tseng 2008, algorithm 1): with theta_0 = 1,
///
///     y = (1 - theta) x + theta z,   z <- P(z - grad h(y) / (theta l)),   x <- (1 - theta) x +
///     theta z theta <- (sqrt(theta^4 + 4 theta^2) - theta^2) / 2
///
/// Every value is an upper bound, and every gradient gives a lower one,
///
///     min over s of h(y) + <grad h(y), s - y>                            (Frank and Wolfe 1956)
///
/// It begins anew from the best point whenever the bracket has been halved (Roulet and d'Aspremont
/// 2017), which makes it linear where h is strongly convex, without knowing how strongly.
///
/// A wrong l costs steps, never the truth of the bracket. What is proven of all records is often
/// far above what these records have, so that after the first step l is what two points in
/// succession show,
///
///     2 (h(y') - h(y) - <grad h(y), y' - y>) / ||y' - y||^2,
///
/// at least a 256th of what is proven. It is raised, with a new beginning, to what later ones show,
/// or four-fold where the bracket has not been halved for long, and never above what is proven.
/// Where that is 0, the second point is the minimizer; where h is quadratic with the proven
/// curvature in every direction, too.
class BracketedDescent {
 public:
  /// @param domain      with a projection and a linear minimizer
  /// @param smoothness  the proven l >= 0, finite
  /// @param start       in the domain
  BracketedDescent(Domain domain, double smoothness, Vector start);

  /// Where h is needed next.
  const Vector& query() const { return query_; }
  void take(const ConvexAnswer& answer);

  /// Of min h.
  const Bracket& least() const { return least_; }
  /// Where h was least so far.
  const Vector& best() const { return best_; }
  /// What rounding takes from the bracket at the last query: it cannot become much narrower.
  double rounding() const { return rounding_; }

 private:
  void step(const Vector& gradient);
  /// The curvature of h between the last point and this one, less what rounding may add.
  double shown_curvature(const ConvexAnswer& answer) const;
  /// Whether it is above l, or the first that is known; then l is set.
  bool has_new_curvature(const ConvexAnswer& answer);
  /// Whether the bracket has not been halved for long; then l is raised.
  bool has_stalled();
  void begin_anew();

  Domain domain_;
  double smoothness_;
  double curvature_;  ///< l
  Vector query_, x_, z_, best_, last_;
  ConvexAnswer best_answer_, last_answer_;
  double theta_ = 1;
  bool knows_curvature_ = false;
  Bracket least_;
  double rounding_ = 0;
  double width_before_ = std::numeric_limits<double>::infinity();
  int steps_ = 0;  ///< since it began anew
  int patience_ = 100;
};

}  // namespace noisy
