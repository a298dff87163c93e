#pragma once

#include "engine/math/function_ref.h"
#include "engine/problem/saddle/saddle_loss.h"
#include "engine/problem/saddle/score_loss.h"

namespace noisy {

/// What one record says about one task: its target there, and the weight c it has in it.
struct TaskTarget {
  Index task = 0;
  double target = 1;
  double weight = 1;
};

/// Takes the targets of one record, one after the other.
using TaskTargetVisitor = math::FunctionRef<void(const TaskTarget&)>;

/// The largest of several losses of one sparse linear model (P3 of saddle-mirror-descent, 4.3):
///
///     f = sum_g y_g c_g l(w.a, t_g),   w = r (p - q),   x = (p, q)
///
/// for the record's inputs a and its targets. x lies in the simplex over the vertices +-r e_j of
/// the l1-ball of radius r, so that ||w||_1 <= r, and y in the simplex over the tasks: convex in x
/// because y, c >= 0 and l is convex, and linear in y.
///
/// Of a record with inputs |a_j| <= b, targets |t_g| <= T and weights of at most c, with the bounds
/// of l for M = r b >= |w.a| and T (ScoreLoss):
/// - |d f / d x_j| <= c M slope, because y averages the tasks, and |d f / d y_g| <= c value. L_0 is
///   the larger, attained.
/// - L_1 = c max(M^2 curvature, M slope) and L_2 = c max(M^3 third derivative, M^2 curvature), with
///   one r a_j for every derivative by x.
/// - S_inf = c max(2 M slope, range, value): the first is attained by inputs of opposite signs, the
///   others are of two records with a part in the same task, and of one without.
class SparseTaskRisk : public SaddleLoss {
 public:
  /// @param radius  r > 0
  /// @param loss    l; it outlives this
  SparseTaskRisk(double radius, const ScoreLoss& loss) : radius_(radius), loss_(loss) {}

  double radius() const { return radius_; }

  Index primal_dimension(Index features) const final { return 2 * inputs(features); }
  Domain primal_domain(Index) const final { return {.kind = Domain::Kind::simplex}; }
  Domain dual_domain(Index) const final { return {.kind = Domain::Kind::simplex}; }
  double value(const SaddleRecord& record, const Vector& z) const final;
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const final;
  void add_clipped(const SaddleRecord& record, const Vector& z, const CoordinateClip& clip,
                   Vector& scratch, math::PlacedSum& sum) const final;

 protected:
  /// The number of a: the first columns of the record.
  virtual Index inputs(Index features) const = 0;
  /// Calls visit(target) for each target that a record has, at most one for each task.
  virtual void each_target(const SaddleRecord& record, TaskTargetVisitor visit) const = 0;

  /// What differs between one task a record and all of them.
  struct TaskBounds {
    double weight = 1;           ///< c
    double target = 1;           ///< T
    double value = 1;            ///< ||grad_y f|| in units of c times the largest value of l
    double dual_difference = 0;  ///< S_y
    double coupling = 1;  ///< ||grad_xy f|| in units of c times the longest gradient of a task
  };
  /// Bounds in both norms, for inputs within `records`.
  SaddleBounds bounds_of(const FeatureBounds& records, Index features,
                         const TaskBounds& tasks) const;
  /// Those of l.
  ScoreBounds score_bounds(const FeatureBounds& records, double target) const {
    return loss_.bounds(largest_margin(records), target);
  }

 private:
  /// Calls put(j, value) for each coordinate of the operator that the record has: of a sparse
  /// record no others than those of its stored inputs and its labels.
  template <class Put>
  void each_part(const SaddleRecord& record, const Vector& z, const Put& put) const;
  /// M
  double largest_margin(const FeatureBounds& records) const { return radius_ * records.linf; }
  /// w.a
  double score(const SaddleRecord& record, const Vector& z, Index inputs) const;

  double radius_;
  const ScoreLoss& loss_;
};

}  // namespace noisy
