#include "engine/solver/problem/less_convex_sum.h"

#include <algorithm>

#include "engine/solver/base/condition_number.h"

namespace noisy {

class LessConvexSum::LessConvexPass final : public Pass {
 public:
  LessConvexPass(const LessConvexSum& sum, const Vector& z, OperatorMean& mean)
      : sum_(sum), z_(z), mean_(mean), pass_(sum.whole_.begin_pass(z, mean)) {}

  bool advance(ThreadPool& pool, const Deadline& deadline) override {
    if (!pass_->advance(pool, deadline)) return false;
    sum_.add_curvature(-1, z_, mean_.value);
    return true;
  }

 private:
  const LessConvexSum& sum_;
  const Vector& z_;
  OperatorMean& mean_;
  std::unique_ptr<Pass> pass_;
};

OperatorSmoothness LessConvexSum::smoothness() const {
  return less_convex(whole_.smoothness(), is_saddle(), primal_, dual_);
}

void LessConvexSum::add_curvature(double factor, const Vector& z, Vector& out) const {
  const Index split = primal_dimension();
  out.head(split) += factor * primal_ * z.head(split);
  out.tail(dual_dimension()) += factor * dual_ * z.tail(dual_dimension());
}

void LessConvexSum::component_at(Index i, const Vector& z, Vector& out) const {
  whole_.component_at(i, z, out);
  add_curvature(-1, z, out);
}

double LessConvexSum::gradient_length(Index i, const Vector& z, const Vector& component) const {
  Vector of_record = component;
  add_curvature(1, z, of_record);
  return whole_.gradient_length(i, z, of_record);
}

std::unique_ptr<Pass> LessConvexSum::begin_pass(const Vector& z, OperatorMean& mean) const {
  return std::make_unique<LessConvexPass>(*this, z, mean);
}

double LessConvexSum::rounding_error(double point_norm) const {
  constexpr double kUnit = 0x1p-53;
  const double mean = whole_.lipschitz() + std::max(primal_, dual_) * point_norm;
  const double moved = 2 * std::max(primal_, dual_) * point_norm;
  return whole_.rounding_error(point_norm) + kUnit * (mean + moved);
}

}  // namespace noisy
