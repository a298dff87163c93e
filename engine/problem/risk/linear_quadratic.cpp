#include "engine/problem/risk/linear_quadratic.h"

#include <Eigen/Cholesky>
#include <cmath>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// Everything is known in closed form, so a pass is over as soon as it begins.
class FinishedPass final : public Pass {
 public:
  bool advance(ThreadPool&, const Deadline&) override { return true; }
};

}  // namespace

Result<LinearQuadraticRisk> LinearQuadraticRisk::create(Eigen::MatrixXd hessian,
                                                        Eigen::MatrixXd records, double radius) {
  if (!(radius > 0) || !std::isfinite(radius)) {
    return fail(ErrorCode::invalid_value, "radius", "the bound R must be positive and finite");
  }
  if (records.cols() < 1 || hessian.rows() != hessian.cols() || hessian.rows() != records.rows()) {
    return fail(ErrorCode::invalid_value, "hessian", "Q must be d x d, with records of length d");
  }
  if (!hessian.allFinite() || !records.allFinite()) {
    return fail(ErrorCode::not_finite, "hessian", "Q and the records must be finite");
  }
  for (Eigen::Index i = 0; i < records.cols(); ++i) {
    const double norm = records.col(i).lpNorm<1>();
    if (norm > radius) records.col(i) *= radius / norm;
  }
  return LinearQuadraticRisk(std::move(hessian), std::move(records), radius);
}

LinearQuadraticRisk::LinearQuadraticRisk(Eigen::MatrixXd hessian, Eigen::MatrixXd records,
                                         double radius)
    : hessian_(std::move(hessian)),
      records_(std::move(records)),
      radius_(radius),
      mean_(Vector::Zero(records_.rows())) {
  for (Eigen::Index i = 0; i < records_.cols(); ++i) mean_ += records_.col(i);
  mean_ /= static_cast<double>(records_.cols());
  is_convex_ = hessian_.ldlt().isPositive();
}

std::unique_ptr<Pass> LinearQuadraticRisk::begin_pass(std::span<const PointQuery> queries) const {
  for (const PointQuery& query : queries) answer(mean_, query);
  return std::make_unique<FinishedPass>();
}

void LinearQuadraticRisk::answer_batch(std::span<const Index> records, const PointQuery& query,
                                       BatchScratch&) const {
  Vector mean = Vector::Zero(dimension());
  for (const Index record : records) mean += records_.col(record);
  mean /= static_cast<double>(records.size());
  answer(mean, query);
}

double LinearQuadraticRisk::smoothness_bound() const {
  return hessian_.cwiseAbs().rowwise().sum().maxCoeff();
}

void LinearQuadraticRisk::answer(const Vector& mean, const PointQuery& query) const {
  // The records cancel in a difference: Q x - Q a = Q (x - a).
  const Vector x = query.anchor ? Vector(*query.point - *query.anchor) : *query.point;
  Vector product = Vector::Zero(x.size());
  for (Eigen::Index j = 0; j < x.size(); ++j) product += hessian_.col(j) * x[j];
  if (query.gradient && query.anchor) {
    *query.gradient = product;
  } else if (query.gradient) {
    *query.gradient = product - mean;
  }
  if (query.value)
    *query.value = 0.5 * math::dot(math::view(x), math::view(product)) -
                   math::dot(math::view(mean), math::view(x));
}

}  // namespace noisy
