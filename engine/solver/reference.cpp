#include "engine/solver/reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

constexpr double kTolerance = 1e-12;
constexpr Index kMostIterations = 100'000;
/// Without strong convexity the momentum is that of a condition number of 10^8.
constexpr double kLeastConvexity = 1e-8;

}  // namespace

ReferenceSolver::ReferenceSolver(const FiniteSum& data, const Regularizer& regularizer,
                                 double smoothness, double strong_convexity)
    : data_(data),
      regularizer_(regularizer),
      smoothness_(smoothness),
      strong_convexity_(strong_convexity),
      current_(Vector::Zero(data.dimension())),
      previous_(current_),
      ahead_(current_),
      gradient_(data.dimension()) {
  const double root = std::sqrt(1 / std::max(strong_convexity / smoothness, kLeastConvexity));
  momentum_ = (root - 1) / (root + 1);
}

bool ReferenceSolver::advance(ThreadPool& pool, const Deadline& deadline) {
  while (!finished_) {
    if (!pass_) {
      const PointQuery query{.point = &ahead_, .gradient = &gradient_, .value = &value_};
      pass_ = data_.begin_pass({&query, 1});
    }
    if (!pass_->advance(pool, deadline)) return false;
    pass_.reset();
    step();
    if (!finished_ && deadline.passed()) return false;
  }
  return true;
}

void ReferenceSolver::step() {
  regularizer_.add_gradient(ahead_, gradient_);
  gradient_norm_ = math::l2_norm(math::view(gradient_));
  if (initial_norm_ < 0) initial_norm_ = gradient_norm_;
  if (has_converged() || iterations_ == kMostIterations || !std::isfinite(gradient_norm_)) {
    value_ += regularizer_.value(ahead_);
    finished_ = true;
    return;
  }
  ++iterations_;
  previous_.swap(current_);
  current_ = ahead_ - gradient_ / smoothness_;
  const Vector moved = current_ - previous_;
  const bool overshoots = math::dot(math::view(gradient_), math::view(moved)) > 0;
  ahead_ = current_;
  if (!overshoots) ahead_ += momentum_ * moved;
}

bool ReferenceSolver::has_converged() const {
  return gradient_norm_ <= kTolerance * std::max(1.0, initial_norm_);
}

Result<ReferenceOptimum> ReferenceSolver::result() const {
  if (!has_converged()) {
    return fail(ErrorCode::no_reference, "problem",
                "the exact optimum was not found in " + std::to_string(kMostIterations) +
                    " iterations: add an l2 regularizer, or give it a larger strength");
  }
  const double certificate = strong_convexity_ > 0
                                 ? gradient_norm_ * gradient_norm_ / (2 * strong_convexity_)
                                 : std::numeric_limits<double>::infinity();
  return ReferenceOptimum{
      .solution = ahead_, .value = value_, .certificate = certificate, .iterations = iterations_};
}

}  // namespace noisy
