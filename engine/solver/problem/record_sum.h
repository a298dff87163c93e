#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "engine/data/dense_data.h"
#include "engine/problem/loss/loss.h"
#include "engine/problem/saddle_bounds.h"
#include "engine/solver/base/component_sum.h"

namespace noisy {

/// Bounds on one record's loss that solvers and certificates use.
struct RecordConstants {
  double smoothness = 0;  ///< l of every record, > 0 or 0
  /// Longest gradient of a record at points with ||x|| <= norm.
  std::function<double(double norm)> longest_gradient;
};

/// The records of an exact risk as components, phi_i(x) = f(x; y_i): full gradients are the risk's
/// own passes, in which no gradient is longer than its loss and its records allow.
class RecordSum : public ComponentSum {
 public:
  /// @param risk  convex; must outlive this
  RecordSum(const FiniteSum& risk, RecordConstants constants);
  /// With the constants that the risk enforces, which are public; of a saddle problem, too.
  explicit RecordSum(const FiniteSum& risk);

  Index components() const override { return risk_.samples(); }
  Index primal_dimension() const override;
  Index dual_dimension() const override { return risk_.dimension() - primal_dimension(); }
  OperatorSmoothness smoothness() const override;
  const LinearComponents* linear() const override { return risk_.linear_components(); }
  double lipschitz() const override;
  void component_at(Index i, const Vector& x, Vector& out) const override;
  std::unique_ptr<Pass> begin_pass(const Vector& x, OperatorMean& mean) const override;
  double rounding_error(double point_norm) const override;

 private:
  const FiniteSum& risk_;
  RecordConstants constants_;
  mutable BatchScratch scratch_;  ///< of component_at(), which one thread calls
};

/// The records of a dense generalized linear model, whose rows solvers may use one by one.
class LinearRecordSum final : public RecordSum, public LinearComponents {
 public:
  /// Copies the rows where they do not lie one after the other.
  ///
  /// @param data  must outlive this, as the risk
  /// @error out-of-memory
  static Result<std::unique_ptr<LinearRecordSum>> make(const FiniteSum& risk, const DenseData& data,
                                                       const LinearLoss& loss);

  std::span<const double> row(Index i) const override;
  double slope(Index i, double margin) const override;
  void fetch(Index i) const override;
  void component_at(Index i, const Vector& x, Vector& out) const override;
  const LinearComponents* linear() const override { return this; }

 private:
  LinearRecordSum(const FiniteSum& risk, const DenseData& data, std::optional<DenseData> copy,
                  const LinearLoss& loss);
  const DenseData& rows() const { return copy_ ? *copy_ : data_; }

  const DenseData& data_;
  std::optional<DenseData> copy_;
  LinearLoss loss_;
};

}  // namespace noisy
