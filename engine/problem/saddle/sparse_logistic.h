#pragma once

#include <vector>

#include "engine/problem/saddle/saddle_loss.h"

namespace noisy {

/// What one record says about one task: its label b = +-1 there, and the weight c it has in it.
struct TaskLabel {
  Index task = 0;
  double label = 1;
  double weight = 1;
};

/// The largest of several logistic losses of one sparse linear model, above that of a coin (P3 of
/// saddle-mirror-descent, 4.3):
///
///     f = sum_g y_g c_g ( log(1 + exp(-b_g w.a)) - ln 2 ),   w = r (p - q),   x = (p, q)
///
/// for the record's inputs a and its labels. x lies in the simplex over the vertices +-r e_j of the
/// l1-ball of radius r, so that ||w||_1 <= r, and y in the simplex over the tasks: convex in x
/// because y, c >= 0, and linear in y.
///
/// Of a record with inputs |a_j| <= b and weights of at most c, with M = r b >= |w.a| and s = M
/// sigmoid(M):
/// - |d f / d x_j| <= c s, because the slope of a task's loss is at most sigmoid(M) and those of
/// all
///   tasks are averaged by y; |d f / d y_g| <= c (softplus(M) - ln 2) <= c s. So L_0 = c s,
///   attained.
/// - L_1 = c max(M^2 / 4, s) and L_2 = c max(M^3 / (6 sqrt(3)), M^2 / 4), the maxima of the second
///   and third derivatives of softplus, with one r a_j for every derivative by x.
/// - S_inf = 2 c s: both are attained, by inputs of opposite signs. Two records' derivatives by y_g
///   are at most c M <= 2 c s apart.
class SparseLogistic : public SaddleLoss {
 public:
  /// @param radius  r > 0
  explicit SparseLogistic(double radius) : radius_(radius) {}

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
  /// The labels that a record has, at most one for each task.
  virtual void labels_of(const SaddleRecord& record, std::vector<TaskLabel>& out) const = 0;

  /// What differs between one task a record and all of them.
  struct TaskBounds {
    double weight = 1;       ///< c
    double value = 1;        ///< ||grad_y f|| in units of c (softplus(M) - ln 2)
    double dual_difference;  ///< S_y
    double coupling = 1;     ///< ||grad_xy f|| in units of c times the longest gradient of a task
  };
  /// Bounds in both norms, for inputs within `records`.
  SaddleBounds bounds_of(const FeatureBounds& records, Index features,
                         const TaskBounds& tasks) const;
  /// M and softplus(M) - ln 2
  double largest_margin(const FeatureBounds& records) const { return radius_ * records.linf; }
  static double largest_value(double margin);

 private:
  /// Calls put(j, value) for each coordinate of the operator that the record has: of a sparse
  /// record no others than those of its stored inputs and its labels.
  template <class Put>
  void each_part(const SaddleRecord& record, const Vector& z, const Put& put) const;
  /// w.a
  double score(const SaddleRecord& record, const Vector& z, Index inputs) const;

  double radius_;
};

}  // namespace noisy
