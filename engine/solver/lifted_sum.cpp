#include "engine/solver/lifted_sum.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

double column_dot(const Eigen::MatrixXd& vertices, Index column, const Vector& x) {
  return math::dot({vertices.data() + column * vertices.rows(), math::view(x).size()},
                   math::view(x));
}

Vector lifted(const Eigen::MatrixXd& vertices, const Vector& weights) {
  Vector x = Vector::Zero(vertices.rows());
  for (Index k = 0; k < vertices.cols(); ++k) x += weights[k] * vertices.col(k);
  return x;
}

/// One question about F, and where its answer goes.
struct Lifting {
  PointQuery asked;
  Vector point;
  Vector gradient;

  Lifting(const PointQuery& query, const Eigen::MatrixXd& vertices)
      : asked(query), point(lifted(vertices, *query.point)), gradient(vertices.rows()) {}

  PointQuery below() {
    return {
        .point = &point, .gradient = asked.gradient ? &gradient : nullptr, .value = asked.value};
  }

  void answer(const Eigen::MatrixXd& vertices) const {
    if (!asked.gradient) return;
    asked.gradient->resize(vertices.cols());
    for (Index k = 0; k < vertices.cols(); ++k) {
      (*asked.gradient)[k] = column_dot(vertices, k, gradient);
    }
  }
};

class LiftedPass final : public Pass {
 public:
  LiftedPass(const FiniteSum& data, const Eigen::MatrixXd& vertices,
             std::span<const PointQuery> queries)
      : vertices_(vertices) {
    std::vector<PointQuery> below;
    for (const PointQuery& query : queries) {
      below.push_back(liftings_.emplace_back(query, vertices).below());
    }
    pass_ = data.begin_pass(below);
  }

  bool advance(ThreadPool& pool, const Deadline& deadline) override {
    if (!pass_->advance(pool, deadline)) return false;
    for (const Lifting& lifting : liftings_) lifting.answer(vertices_);
    return true;
  }

 private:
  const Eigen::MatrixXd& vertices_;
  std::deque<Lifting> liftings_;  ///< which queries point into
  std::unique_ptr<Pass> pass_;
};

}  // namespace

LiftedSum::LiftedSum(const FiniteSum& data, Eigen::MatrixXd vertices)
    : data_(data), vertices_(std::move(vertices)) {}

std::unique_ptr<Pass> LiftedSum::begin_pass(std::span<const PointQuery> queries) const {
  return std::make_unique<LiftedPass>(data_, vertices_, queries);
}

void LiftedSum::answer_batch(std::span<const Index> records, const PointQuery& query,
                             BatchScratch& scratch) const {
  Lifting lifting(query, vertices_);
  data_.answer_batch(records, lifting.below(), scratch);
  lifting.answer(vertices_);
}

GradientBounds LiftedSum::gradient_bounds() const {
  constexpr double kUnbounded = std::numeric_limits<double>::infinity();
  return {.l1 = kUnbounded, .l2 = kUnbounded};
}

double LiftedSum::squared_norm_bound() const {
  double largest = 0;
  for (Index j = 0; j < vertices_.cols(); ++j) {
    const Vector column = vertices_.col(j);
    double row = 0;
    for (Index k = 0; k < vertices_.cols(); ++k) row += std::fabs(column_dot(vertices_, k, column));
    largest = std::max(largest, row);
  }
  return largest;
}

double LiftedSum::smoothness_bound() const {
  return data_.smoothness_bound() * squared_norm_bound();
}

}  // namespace noisy
