#pragma once

#include <limits>
#include <optional>

#include "engine/data/feature_bounds.h"
#include "engine/math/vector.h"

namespace noisy {

/// Where points and records lie: what the constants of a record loss are functions of.
struct Region {
  double radius = std::numeric_limits<double>::infinity();  ///< of the ball ||w||_2 <= radius
  Index dimension = 1;
  FeatureBounds records;  ///< what is enforced for every record
};

/// F(w) - F* <= (constant ||grad F(w)||)^exponent at all points of a region that are no nearer to 0
/// than the inner radius.
struct RegionCondition {
  double exponent = 2;
  double constant = 1;
  double inner_radius = 0;
};

/// The means over all records, which decide the minimizers. Not private.
struct RecordMeans {
  Vector tilt;  ///< of the features
  double target = 0;
  /// A > 0 where the rows are A e_1, ..., A e_d, each equally often, and all targets are one; else
  /// 0. Of losses of the product <u, w> alone.
  double axis_length = 0;
};

/// What the features u of a record are in its loss.
enum class RowUse {
  tilt,   ///< f(w; u, y) = g(w, y) + <u, w>
  none,   ///< f(w; u, y) = g(w, y)
  factor  ///< f(w; u, y) = g(<u, w>, y), g of one coordinate
};

/// A function of the point and of one record, of which everything is known in closed form:
///
///     f(w; u, y) = g(w, y) + <u, w>,   g(w, y)   or   g(<u, w>, y)
///
/// as RowUse says. Minimizers and gaps follow from the means over the records.
class RecordLoss {
 public:
  virtual ~RecordLoss() = default;

  /// g(w, y); of a factor, g(m, y) of the one product m = <u, w>.
  virtual double value(const Vector& w, double target) const = 0;
  /// Its gradient in w (where there is none, a subgradient).
  virtual void gradient(const Vector& w, double target, Vector& out) const = 0;

  virtual RowUse row_use() const { return RowUse::tilt; }
  /// Whether g is convex in w everywhere.
  virtual bool is_convex() const { return true; }
  /// The only d that it is a function of; nothing where any will do.
  virtual std::optional<Index> dimension() const { return std::nullopt; }

  /// sup ||grad g|| over the region and all targets within the records' bounds; of a factor, of f
  /// over their features too. So are the next two.
  virtual double slope(const Region& region) const = 0;
  /// A Lipschitz constant of grad g there; infinity where it is not Lipschitz.
  virtual double curvature(const Region& region) const = 0;
  /// The least W >= 0 with g + (W / 2) ||w||^2 convex there.
  virtual double weak_convexity(const Region& /*region*/) const { return 0; }
  /// The KL condition of F there, for records such as it is made for; nothing where none is known.
  virtual std::optional<RegionCondition> kl(const Region& region) const = 0;

  /// F(w) - F* without cancellation; nothing where these means have no closed form.
  virtual std::optional<double> gap(const Vector& w, const RecordMeans& means) const = 0;
  /// The minimizer of F that is nearest to w; nothing likewise.
  virtual std::optional<Vector> minimizer(const Vector& w, const RecordMeans& means) const = 0;
  /// sup F(w) - F* over the means that records such as it is made for can have: public.
  virtual double largest_gap(const Vector& w, const Region& region) const = 0;

  /// Of the ball around 0 that a problem has by default; infinity: all of space.
  virtual double default_radius() const = 0;
  /// Where runs begin by default.
  virtual Vector default_start(Index dimension) const = 0;
};

/// L_0 of one record's loss in the region: slope() and the longest tilt.
double record_lipschitz(const RecordLoss& loss, const Region& region);
/// The same of F where the tilts cancel.
double mean_lipschitz(const RecordLoss& loss, const Region& region);
/// sup |y| there.
double largest_target(const Region& region);

/// A tilted function of w alone whose least value is 0 at w = 0, for tilts that add up to 0: then F
/// is g itself.
class BalancedLoss : public RecordLoss {
 public:
  std::optional<double> gap(const Vector& w, const RecordMeans& means) const final;
  std::optional<Vector> minimizer(const Vector& w, const RecordMeans& means) const final;
  double largest_gap(const Vector& w, const Region& region) const final;
};

/// The point of this length whose coordinates are equal.
Vector diagonal_point(Index dimension, double length);

}  // namespace noisy
