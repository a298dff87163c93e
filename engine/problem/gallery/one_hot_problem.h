#pragma once

#include "engine/problem/loss/record_loss.h"

namespace noisy {

/// A loss g(<u, w>, y) whose least value 0 every target can reach, for the rows A e_1, ..., A e_d
/// in equal shares and one target y: then F(w) = (g(A w_1, y) + ... + g(A w_d, y)) / d with F* = 0.
class OneHotProblem : public RecordLoss {
 public:
  RowUse row_use() const final { return RowUse::factor; }
  std::optional<double> gap(const Vector& w, const RecordMeans& means) const final;
  std::optional<Vector> minimizer(const Vector& w, const RecordMeans& means) const final;
  /// g is convex in y.
  double largest_gap(const Vector& w, const Region& region) const final;

 protected:
  /// g and its derivative in m.
  virtual double height(double product, double target) const = 0;
  virtual double derivative(double product, double target) const = 0;
  /// The m nearest to this one with g(m, y) = 0.
  virtual double root(double product, double target) const = 0;
  /// Whether there is one.
  virtual bool has_root(double /*target*/) const { return true; }

 private:
  double value(const Vector& product, double target) const final {
    return height(product[0], target);
  }
  void gradient(const Vector& product, double target, Vector& out) const final {
    out = Vector::Constant(1, derivative(product[0], target));
  }
  /// F on rows of this length.
  double mean_height(const Vector& w, double length, double target) const;
  bool is_known(const RecordMeans& means) const;
};

/// sup |<u, w>| in the region.
double largest_product(const Region& region);

}  // namespace noisy
