#include "engine/solver/gap/bracketed_descent.h"

#include <cmath>

#include "engine/math/reduce.h"
#include "engine/solver/gap/linear_minimizer.h"

namespace noisy {
namespace {

/// x is looked at after so many steps: the planes' bound is about it, not about y.
constexpr Index kStepsBetweenLooks = 4;

}  // namespace

BracketedDescent::BracketedDescent(Domain domain, double smoothness, Vector start)
    : domain_(std::move(domain)), smoothness_(smoothness), query_(start), best_(std::move(start)) {
  begin_anew();
}

void BracketedDescent::begin_anew() {
  query_ = x_ = z_ = best_;
  theta_ = 1;
  steps_ = 0;
  looks_at_x_ = false;
  total_ = {.slope = Vector::Zero(best_.size())};
  weight_ = 0;
  width_before_ = least_.width();
}

void BracketedDescent::take(const ConvexAnswer& answer) {
  const Plane plane{.constant = answer.value - math::dot(answer.gradient, query_),
                    .slope = answer.gradient,
                    .error = answer.value_error + answer.gradient_error * math::l2_norm(query_),
                    .gradient_error = answer.gradient_error};
  if (answer.value + answer.value_error < least_.upper) {
    least_.upper = answer.value + answer.value_error;
    best_ = query_;
  }
  rounding_ = answer.value_error + plane.error + plane.gradient_error * math::l2_norm(query_);
  raise_lower(plane);
  if (looks_at_x_) {
    looks_at_x_ = false;
    query_ = (1 - theta_) * x_ + theta_ * z_;
  } else {
    add_to_mean(plane);
    step(answer.gradient);
  }
  if (least_.width() <= width_before_ / 2 && std::isfinite(width_before_)) begin_anew();
  if (!std::isfinite(width_before_)) width_before_ = least_.width();
}

void BracketedDescent::raise_lower(const Plane& plane) {
  const Vector at = linear_minimizer(domain_, plane.slope);
  const double error = plane.error + plane.gradient_error * math::l2_norm(at);
  least_.lower = std::max(least_.lower, plane.constant + math::dot(plane.slope, at) - error);
}

void BracketedDescent::add_to_mean(const Plane& plane) {
  const double weight = 1 / theta_;
  weight_ += weight;
  total_.constant += weight * plane.constant;
  total_.slope += weight * plane.slope;
  total_.error += weight * plane.error;
  total_.gradient_error += weight * plane.gradient_error;
  raise_lower({.constant = total_.constant / weight_,
               .slope = total_.slope / weight_,
               .error = total_.error / weight_,
               .gradient_error = total_.gradient_error / weight_});
}

void BracketedDescent::step(const Vector& gradient) {
  if (smoothness_ == 0) {
    query_ = linear_minimizer(domain_, gradient);
    return;
  }
  z_ -= gradient / (theta_ * smoothness_);
  domain_.project(z_);
  x_ = (1 - theta_) * x_ + theta_ * z_;
  const double square = theta_ * theta_;
  theta_ = (std::sqrt(square * square + 4 * square) - square) / 2;
  ++steps_;
  looks_at_x_ = steps_ % kStepsBetweenLooks == 0;
  query_ = looks_at_x_ ? x_ : Vector((1 - theta_) * x_ + theta_ * z_);
}

}  // namespace noisy
