#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/data/feature_bounds.h"
#include "engine/math/error.h"
#include "engine/math/vector.h"
#include "engine/problem/domain/domain.h"
#include "engine/problem/saddle_bounds.h"

namespace noisy {

class QueryFamily;

/// One record of a data set: its features u and its target.
struct SaddleRecord {
  std::span<const double> features;
  double target = 0;
};

/// Where a point holds the weights w of a linear model of the features, whose scores are u.w.
struct LinearModel {
  Index size = 0;          ///< their number; 0: there is no such model
  bool is_signed = false;  ///< the first `size` coordinates minus the next, else the first alone
  double scale = 1;        ///< times this

  Vector of(const Vector& z) const {
    if (!is_signed) return scale * z.head(size);
    return scale * (z.head(size) - z.segment(size, size));
  }
};

/// What one record adds to a problem min over x in X, max over y in Y of F(x, y), for data of any
/// number of features: f(x, y; u, target), convex in x and concave in y. A point is z = (x, y), x
/// first.
class SaddleLoss {
 public:
  virtual ~SaddleLoss() = default;

  // Neither dimension falls where there are more features.
  virtual Index primal_dimension(Index features) const = 0;  ///< d_x
  virtual Index dual_dimension(Index features) const = 0;    ///< d_y
  virtual Domain primal_domain(Index features) const = 0;    ///< X, with a projection
  virtual Domain dual_domain(Index features) const = 0;      ///< Y, with a projection

  virtual double value(const SaddleRecord& record, const Vector& z) const = 0;
  /// out = (grad_x f, -grad_y f), which has the size of z.
  virtual void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const = 0;

  /// By what is enforced for every record.
  ///
  /// @param records   bounds on the features
  /// @param features  their number
  virtual SaddleBounds bounds(const FeatureBounds& records, Index features) const = 0;

  /// Whether records with so many features suit it.
  ///
  /// @error invalid-value, with the loss's parameter as the field
  virtual Result<void> check_features(Index /*features*/) const { return {}; }

  /// Of problems of synthetic data, what y asks of records with so many features, if they suit it;
  /// else null.
  virtual std::shared_ptr<const QueryFamily> queries(Index /*features*/) const { return nullptr; }

  /// For a classifier's accuracy and AUC.
  virtual LinearModel model(Index /*features*/) const { return {}; }
};

}  // namespace noisy
