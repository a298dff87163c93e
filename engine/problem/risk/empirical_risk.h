#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/data/dense_data.h"
#include "engine/problem/risk/clip_count.h"
#include "engine/problem/risk/linear_components.h"
#include "engine/problem/risk/linear_risk.h"

namespace noisy {

/// Mean loss of a generalized linear model over a dense data set.
class EmpiricalRisk final : public LinearRisk, private LinearComponents {
 public:
  /// @param data    must outlive this; finite, targets as the loss needs them
  /// @param bounds  what the preprocessing enforces for every possible record
  /// @param domain  where points lie
  EmpiricalRisk(const DenseData& data, const FeatureBounds& bounds, const LinearLoss& loss,
                const std::optional<GradientClip>& clip = std::nullopt, const Domain& domain = {});

  Index samples() const override { return data_.samples(); }
  Index dimension() const override { return data_.features(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override;
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch& scratch) const override;
  void prefetch(std::span<const Index> records) const override;
  std::unique_ptr<Pass> begin_clip_pass(std::span<const PointQuery> queries) const override;
  std::unique_ptr<Pass> begin_hessian_pass(const Vector& point,
                                           Eigen::MatrixXd& hessian) const override;
  /// The rows' fixed order of summation decides (math::mean_rounding_error).
  double summation_error(Index records) const override;
  /// With rows one after the other, as linear_components() needs them.
  std::unique_ptr<FiniteSum> part(Index first, Index count) const override;
  /// Without clipping, of data in the layout `rows`.
  const LinearComponents* linear_components() const override;

 private:
  /// The same with data of its own.
  EmpiricalRisk(std::unique_ptr<const DenseData> data, const EmpiricalRisk& whole);

  std::span<const double> row(Index i) const override;
  double slope(Index i, double margin) const override;
  void fetch(Index i) const override;

  std::unique_ptr<const DenseData> own_;
  const DenseData& data_;
  std::vector<double> caps_;  ///< per row, C / ||u_i||; empty without clipping
  ClipCountLink clip_count_;
};

}  // namespace noisy
