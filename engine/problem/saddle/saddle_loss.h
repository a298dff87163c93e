#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/data/feature_bounds.h"
#include "engine/math/error.h"
#include "engine/math/placed_sum.h"
#include "engine/math/vector.h"
#include "engine/problem/domain/domain.h"
#include "engine/problem/saddle_bounds.h"

namespace noisy {

struct CoordinateClip;
class QueryFamily;

/// One record of a data set: its features u and its target. Losses see sparse ones only where they
/// say that they take them.
struct SaddleRecord {
  std::span<const double> features;  ///< all of them; of a sparse record those that are stored
  double target = 0;
  std::span<const std::uint32_t> places{};  ///< of a sparse record where these stand, increasing
  Index width = 0;                          ///< of a sparse record p, else 0

  bool is_sparse() const { return width > 0; }
  /// p
  Index size() const { return is_sparse() ? width : std::ssize(features); }
  /// u_j
  double at(Index j) const {
    if (!is_sparse()) return features[static_cast<std::size_t>(j)];
    const auto place = std::ranges::lower_bound(places, static_cast<std::uint32_t>(j));
    if (place == places.end() || *place != static_cast<std::uint32_t>(j)) return 0;
    return features[static_cast<std::size_t>(place - places.begin())];
  }
};

/// A mean of public models with weights that a point holds first.
class ModelMean {
 public:
  virtual ~ModelMean() = default;
  virtual Vector at(const Vector& z) const = 0;
};

/// Where a point holds the weights w of a linear model of the features, whose scores are u.w.
struct LinearModel {
  Index size = 0;          ///< their number; 0: there is no such model
  bool is_signed = false;  ///< the first `size` coordinates minus the next, else the first alone
  double scale = 1;        ///< times this
  const ModelMean* mean = nullptr;  ///< it is that instead, a part of the loss

  Vector of(const Vector& z) const {
    if (mean) return mean->at(z);
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
  /// Adds the same to `sum`, each coordinate clipped.
  ///
  /// @param scratch  room for one operator
  virtual void add_clipped(const SaddleRecord& record, const Vector& z, const CoordinateClip& clip,
                           Vector& scratch, math::PlacedSum& sum) const;
  /// Whether all that is asked of one record takes sparse ones, too.
  virtual bool takes_sparse() const { return false; }

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
