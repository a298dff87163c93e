#pragma once

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "engine/math/aligned.h"
#include "engine/math/deadline.h"
#include "engine/math/placed_sum.h"
#include "engine/math/thread_pool.h"
#include "engine/math/vector.h"
#include "engine/problem/gradient_bounds.h"

namespace noisy {

using math::Deadline;
using math::ThreadPool;

/// What is asked about one point. A null answer is not computed.
struct PointQuery {
  const Vector* point = nullptr;  ///< d coordinates, all finite
  Vector* gradient = nullptr;     ///< receives the mean record gradient, d coordinates
  double* value = nullptr;        ///< receives the mean record loss
  /// When set, the gradient is the mean of grad f_i(point) - grad f_i(anchor), each record's
  /// difference formed before the mean is, and no value is asked for.
  const Vector* anchor = nullptr;
};

/// One walk over all records that answers many queries at once. It can be left between windows of
/// rows and continued, so a long pass never blocks cancellation. The answers are complete, and
/// have the same bits whatever the threads and the company, when advance() has returned true.
class Pass {
 public:
  virtual ~Pass() = default;
  virtual bool advance(ThreadPool& pool, const Deadline& deadline) = 0;
};

/// Buffers that mini-batch answers reuse; one per run.
struct BatchScratch {
  math::AlignedDoubles features;
  std::vector<double> targets;
  std::vector<double> caps;
};

struct CoordinateClip;
class LinearComponents;
class QueryFamily;
struct SaddleBounds;

/// The empirical part of an objective: F(x) = (1/n) sum_i f(x; y_i), without regularizer.
///
/// Only oracles, the reference solver and diagnostics hold one; a private algorithm never does.
class FiniteSum {
 public:
  virtual ~FiniteSum() = default;

  virtual Index samples() const = 0;    ///< n, public
  virtual Index dimension() const = 0;  ///< d, public

  /// Starts a pass over all records. The queries' targets must outlive the pass.
  virtual std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const = 0;

  /// Means over the given records (a mini-batch), answered at once on the calling thread.
  virtual void answer_batch(std::span<const Index> records, const PointQuery& query,
                            BatchScratch& scratch) const = 0;

  /// Adds the gradients of the records from `first` on at a point to `sum`, one after the other,
  /// each coordinate clipped. Where records are sparse this costs what they store, and no look at
  /// the other coordinates.
  virtual void add_clipped_gradients(Index first, Index count, const Vector& point,
                                     const CoordinateClip& clip, BatchScratch& scratch,
                                     math::PlacedSum& sum) const;

  /// Says that a batch of these records is likely to be asked for soon.
  virtual void prefetch(std::span<const Index> /*records*/) const {}

  /// Starts a pass whose values are the shares of records whose gradients are clipped at the
  /// points: a diagnostic, not private. Null when nothing is clipped.
  virtual std::unique_ptr<Pass> begin_clip_pass(std::span<const PointQuery> /*queries*/) const {
    return nullptr;
  }

  /// Starts a pass that gives the mean Hessian at a point, d x d: for the reference optimum, not
  /// private. Null where the losses are not known to be twice continuously differentiable.
  virtual std::unique_ptr<Pass> begin_hessian_pass(const Vector& /*point*/,
                                                   Eigen::MatrixXd& /*hessian*/) const {
    return nullptr;
  }

  /// Whether part() is there; public.
  virtual bool has_parts() const { return false; }

  /// The same sum over the records first .. first + count - 1 alone, with the same bounds and
  /// points; it copies them. Null where that is not known, or they do not fit in memory.
  virtual std::unique_ptr<FiniteSum> part(Index /*first*/, Index /*count*/) const {
    return nullptr;
  }

  /// The records one by one, where their gradients are of one linear form and lie ready for it;
  /// else null. Lives as long as the sum.
  virtual const LinearComponents* linear_components() const { return nullptr; }

  /// Of a saddle problem, whose points are z = (x, y) and whose "gradient" is the operator
  /// (grad_x F, -grad_y F), what is public of it; of a minimization null.
  virtual const SaddleBounds* saddle() const { return nullptr; }

  /// Of a saddle problem of synthetic data, the queries about its records, which are public; else
  /// null.
  virtual std::shared_ptr<const QueryFamily> queries() const { return nullptr; }

  /// Adds the answers of records to all queries, which are whole numbers: sums_j += q_j(z) for
  /// those from `first` on.
  virtual void add_answers(Index /*first*/, Index /*count*/,
                           std::span<std::int64_t> /*sums*/) const {}

  /// Public sensitivity bounds that hold at every point where is_allowed().
  virtual GradientBounds gradient_bounds() const = 0;

  /// Public bounds that hold at every allowed point with ||x||_2 <= radius: no looser than
  /// gradient_bounds(), and tighter where a smaller region allows it.
  ///
  /// @param radius  > 0, or infinity for all allowed points
  virtual RegionBounds bounds_within(double /*radius*/) const {
    return {.gradient_l2 = gradient_bounds().l2};
  }

  /// S_1(x): a public bound on the L1 distance of two records' gradients at this point, never
  /// above gradient_bounds().l1 (Kuru et al., Prop. 3.1).
  virtual double l1_sensitivity_at(const Vector& point) const = 0;

  /// What rounding does to the computed mean of `records` record gradients: w, such that it differs
  /// from the exact mean of the computed record gradients by at most w S / 2 in norm, in L1 and in
  /// L2, where S is the sensitivity in that norm and S / 2 bounds one record's gradient. It is
  /// promised for points within kLargestCoordinate, and with it that no record's gradient is NaN.
  /// Infinity when nothing is proven: then there are no hardened releases.
  virtual double summation_error(Index /*records*/) const {
    return std::numeric_limits<double>::infinity();
  }

  /// Whether every record's gradient is known to be that of a convex function; of a saddle problem,
  /// the operator of a convex-concave one.
  virtual bool is_convex() const { return false; }

  /// The largest mu with f_i - (mu / 2) ||x||^2 convex for every possible record.
  virtual double record_convexity() const { return 0; }

  /// A public bound on the largest eigenvalue of one record's Hessian, where that Hessian is known
  /// to be positive semidefinite and of rank one at all points of space: phi(u'x) with a convex phi
  /// whose derivative is Lipschitz, never clipped (almost everywhere, where phi' has kinks).
  /// Infinity where it is not known.
  virtual double rank_one_curvature() const { return std::numeric_limits<double>::infinity(); }

  /// What bounds a record's sufficient statistics, where there are some.
  virtual QuadraticBounds quadratic_bounds() const { return {}; }

  /// How far from 0 all points are allowed (is_allowed), in l2; 0 where that is not known.
  virtual double allowed_radius() const { return 0; }

  /// Whether the bounds above hold at this point: false outside the domain that they rest on, and
  /// where a coordinate is not finite.
  virtual bool is_allowed(const Vector& point) const { return point.allFinite(); }

  /// Points beyond it may overflow within one record's gradient.
  static constexpr double kLargestCoordinate = 0x1p400;

  /// A public upper bound on the smoothness constant of F (without regularizer); infinity if none.
  virtual double smoothness_bound() const = 0;
};

}  // namespace noisy
