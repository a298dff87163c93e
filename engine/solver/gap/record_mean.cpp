#include "engine/solver/gap/record_mean.h"

#include <cmath>
#include <vector>

#include "engine/math/reduce.h"
#include "engine/solver/base/component_sum.h"
#include "engine/solver/gap/linear_minimizer.h"

namespace noisy {
namespace {

/// The records' operators at z with two more coordinates, f and |f|, so that the walk over
/// components takes their means as well.
class ValuedSum final : public ComponentSum {
 public:
  ValuedSum(const SaddleLoss& loss, const DenseData& data, const SaddleBounds& bounds, Vector z)
      : loss_(loss), data_(data), bounds_(bounds), z_(std::move(z)) {}

  Index components() const override { return data_.samples(); }
  Index primal_dimension() const override { return bounds_.primal_dimension; }
  Index dual_dimension() const override { return bounds_.dual_dimension + 2; }
  OperatorSmoothness smoothness() const override { return {}; }
  double lipschitz() const override { return bounds_.lipschitz; }

  void component_at(Index i, const Vector&, Vector& out) const override {
    std::vector<double> copy;
    const SaddleRecord record{.features = row(i, copy),
                              .target = data_.targets()[static_cast<std::size_t>(i)]};
    const Index size = z_.size();
    Vector slopes(size);
    loss_.operator_at(record, z_, slopes);
    out.head(size) = slopes;
    out[size] = loss_.value(record, z_);
    out[size + 1] = std::abs(out[size]);
  }
  double gradient_length(Index, const Vector&, const Vector& component) const override {
    return math::l2_norm(
        math::view(component).first(static_cast<std::size_t>(component.size()) - 2));
  }

 private:
  /// Copied only where its values do not lie side by side.
  std::span<const double> row(Index i, std::vector<double>& copy) const {
    const auto features = static_cast<std::size_t>(data_.features());
    if (data_.layout() == DataLayout::rows) return {data_.row(i), features};
    copy.resize(features);
    data_.copy_row(i, copy);
    return copy;
  }

  const SaddleLoss& loss_;
  const DenseData& data_;
  SaddleBounds bounds_;
  Vector z_;
};

class RecordMeanPass final : public Pass {
 public:
  RecordMeanPass(ValuedSum sum, SaddleMeanAnswer& answer)
      : sum_(std::move(sum)), extended_(Vector::Zero(sum_.dimension())), answer_(answer) {
    pass_ = sum_.begin_pass(extended_, mean_);
  }

  bool advance(ThreadPool& pool, const Deadline& deadline) override {
    if (!pass_->advance(pool, deadline)) return false;
    const Index size = extended_.size() - 2;
    answer_ = {.value = mean_.value[size],
               .slopes = mean_.value.head(size),
               .value_size = mean_.value[size + 1],
               .gradient_size = mean_.longest_gradient};
    return true;
  }

 private:
  ValuedSum sum_;
  Vector extended_;  ///< as long as what is averaged; the sum knows its point
  SaddleMeanAnswer& answer_;
  OperatorMean mean_;
  std::unique_ptr<Pass> pass_;
};

bool is_usable(const Domain& domain) {
  return domain.has_projection() && has_linear_minimizer(domain);
}

}  // namespace

RecordMean::RecordMean(const SaddleLoss& loss, const DenseData& data, const FeatureBounds& bounds)
    : loss_(&loss),
      data_(&data),
      bounds_(loss.bounds(bounds, data.features())),
      primal_domain_(loss.primal_domain(data.features())),
      dual_domain_(loss.dual_domain(data.features())) {}

Result<RecordMean> RecordMean::make(const SaddleLoss& loss, const DenseData& data,
                                    const FeatureBounds& bounds) {
  if (data.samples() < 1) {
    return fail(ErrorCode::empty_data, "data", "a mean needs at least one record");
  }
  RecordMean out(loss, data, bounds);
  if (!is_usable(out.primal_domain_) || !is_usable(out.dual_domain_)) {
    return fail(ErrorCode::unsupported_domain, "problem.domain",
                "gaps need bounded domains that linear functions can be minimized over");
  }
  if (!std::isfinite(out.bounds_.smoothness.primal + out.bounds_.smoothness.dual)) {
    return fail(ErrorCode::unbounded_sensitivity, "data",
                "gaps need enforced bounds on the records; clip or scale the rows");
  }
  return out;
}

std::unique_ptr<Pass> RecordMean::begin_pass(const Vector& z, SaddleMeanAnswer& answer) const {
  return std::make_unique<RecordMeanPass>(ValuedSum(*loss_, *data_, bounds_, z), answer);
}

}  // namespace noisy
