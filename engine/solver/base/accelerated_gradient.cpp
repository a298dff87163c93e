#include "engine/solver/base/accelerated_gradient.h"

#include <cmath>

namespace noisy {

AcceleratedGradient::AcceleratedGradient(const Block& block, Vector start)
    : block_(&block),
      condition_(condition(block)),
      x_(std::move(start)),
      before_(x_),
      ahead_(x_),
      gradient_(x_.size()) {
  const double root = std::sqrt(condition_);
  momentum_ = (root - 1) / (root + 1);
}

double AcceleratedGradient::condition(const Block& block) {
  return block.sum().smoothness().joint / block.primal_weight() + 1;
}

void AcceleratedGradient::step(const Vector& a) {
  block_->add_regularizer(ahead_, a, gradient_);
  before_.swap(x_);
  x_ = ahead_;
  block_->descend(x_, gradient_, 1 / condition_);
  block_->project(x_);
  distance_ = (condition_ - 1) * block_->norm(ahead_ - x_);
  ahead_ = x_ + momentum_ * (x_ - before_);
}

}  // namespace noisy
