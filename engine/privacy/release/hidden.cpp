#include "engine/privacy/release/hidden.h"

#include <cmath>
#include <limits>
#include <utility>

#include "engine/math/reduce.h"

namespace noisy {

HiddenMinimization::HiddenMinimization(const Regularizer& regularizer, double added_strength,
                                       double smoothness, Vector centre)
    : regularizer_(regularizer),
      added_strength_(added_strength),
      centre_(std::move(centre)),
      linear_term_(centre_.size()),
      solution_noise_(centre_.size()),
      gradient_(centre_.size()) {
  const double mu = strong_convexity();
  step_size_ = 1 / (smoothness + mu);
  const double ratio = std::sqrt(mu * step_size_);  // 1 / sqrt(kappa)
  momentum_ = (1 - ratio) / (1 + ratio);
}

void HiddenMinimization::begin() {
  point_ = (added_strength_ * centre_ - linear_term_) / strong_convexity();
  ahead_ = point_;
  gradient_norm_ = std::numeric_limits<double>::infinity();
}

void HiddenMinimization::step() {
  regularizer_.add_gradient(ahead_, gradient_);
  gradient_ += added_strength_ * (ahead_ - centre_) + linear_term_;
  gradient_norm_ = math::l2_norm(gradient_);
  Vector next = ahead_ - step_size_ * gradient_;
  ahead_ = next + momentum_ * (next - point_);
  point_ = std::move(next);
}

}  // namespace noisy
