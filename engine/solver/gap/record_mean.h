#pragma once

#include "engine/data/dense_data.h"
#include "engine/problem/saddle/saddle_loss.h"
#include "engine/solver/gap/saddle_mean.h"

namespace noisy {

/// The mean of a loss over records: the empirical saddle function, or, where the records are all
/// atoms of a population with the same weight, that of the population.
class RecordMean final : public SaddleMean {
 public:
  /// @param loss, data  must outlive this
  /// @param bounds      of the records
  /// @error empty-data without records; unsupported-domain when a domain has no projection or
  /// linear
  ///        minimizer; unbounded-sensitivity when the bounds leave the curvature infinite
  static Result<RecordMean> make(const SaddleLoss& loss, const DenseData& data,
                                 const FeatureBounds& bounds);

  Index primal_dimension() const override { return bounds_.primal_dimension; }
  Index dual_dimension() const override { return bounds_.dual_dimension; }
  const Domain& primal_domain() const override { return primal_domain_; }
  const Domain& dual_domain() const override { return dual_domain_; }
  SaddleSmoothness smoothness() const override { return bounds_.smoothness; }
  Index records() const override { return data_->samples(); }
  std::unique_ptr<Pass> begin_pass(const Vector& z, SaddleMeanAnswer& answer) const override;

 private:
  RecordMean(const SaddleLoss& loss, const DenseData& data, const FeatureBounds& bounds);

  const SaddleLoss* loss_;
  const DenseData* data_;
  SaddleBounds bounds_;
  Domain primal_domain_, dual_domain_;
};

}  // namespace noisy
