#include "engine/solver/gap/bracketed_descent.h"

#include <cmath>

#include "engine/math/reduce.h"
#include "engine/solver/gap/linear_minimizer.h"

namespace noisy {

BracketedDescent::BracketedDescent(Domain domain, double smoothness, Vector start)
    : domain_(std::move(domain)), smoothness_(smoothness), query_(start), best_(std::move(start)) {
  begin_anew();
}

void BracketedDescent::begin_anew() {
  query_ = x_ = z_ = best_;
  theta_ = 1;
  width_before_ = least_.width();
}

void BracketedDescent::take(const ConvexAnswer& answer) {
  if (answer.value + answer.value_error < least_.upper) {
    least_.upper = answer.value + answer.value_error;
    best_ = query_;
  }
  const Vector lowest = linear_minimizer(domain_, answer.gradient);
  const double length = math::l2_norm(query_) + math::l2_norm(lowest);
  rounding_ = answer.value_error + answer.gradient_error * length;
  const double descent = math::dot(answer.gradient, Vector(query_ - lowest));
  least_.lower = std::max(least_.lower, answer.value - descent - rounding_);
  step(answer.gradient, lowest);
  if (least_.width() <= width_before_ / 2 && std::isfinite(width_before_)) begin_anew();
  if (!std::isfinite(width_before_)) width_before_ = least_.width();
}

void BracketedDescent::step(const Vector& gradient, const Vector& lowest) {
  if (smoothness_ == 0) {
    query_ = lowest;
    return;
  }
  z_ -= gradient / (theta_ * smoothness_);
  domain_.project(z_);
  x_ = (1 - theta_) * x_ + theta_ * z_;
  const double square = theta_ * theta_;
  theta_ = (std::sqrt(square * square + 4 * square) - square) / 2;
  query_ = (1 - theta_) * x_ + theta_ * z_;
}

}  // namespace noisy
