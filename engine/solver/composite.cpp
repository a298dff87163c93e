#include "engine/solver/composite.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

constexpr double kTolerance = 1e-12;
constexpr Index kMostIterations = 100'000;
/// Without strong convexity the momentum is at most that of a condition number of 10^8.
constexpr double kLeastConvexity = 1e-8;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

CompositeSolver::CompositeSolver(const FiniteSum& data, const ProximalTerm& term,
                                 const CompositeFacts& facts)
    : data_(data),
      term_(term),
      facts_(facts),
      current_(Vector::Zero(data.dimension())),
      gradient_(data.dimension()),
      last_gradient_(data.dimension()),
      mapping_(data.dimension()) {
  const double root =
      std::sqrt(1 / std::clamp(facts.strong_convexity / facts.smoothness, kLeastConvexity, 1.0));
  largest_momentum_ = (root - 1) / (root + 1);
  term_.prox(0, current_);
  previous_ = ahead_ = current_;
}

bool CompositeSolver::advance(ThreadPool& pool, const Deadline& deadline) {
  while (!finished_) {
    if (!pass_) {
      const PointQuery query =
          evaluates_solution_
              ? PointQuery{.point = &current_, .gradient = &last_gradient_, .value = &value_}
              : PointQuery{.point = &ahead_,
                           .gradient = &gradient_,
                           .value = iterations_ == 0 ? &initial_value_ : nullptr};
      pass_ = data_.begin_pass({&query, 1});
    }
    if (!pass_->advance(pool, deadline)) return false;
    pass_.reset();
    if (evaluates_solution_) {
      finish();
    } else {
      step();
    }
    if (!finished_ && deadline.passed()) return false;
  }
  return true;
}

void CompositeSolver::step() {
  previous_.swap(current_);
  current_ = ahead_ - gradient_ / facts_.smoothness;
  term_.prox(1 / facts_.smoothness, current_);
  mapping_ = facts_.smoothness * (ahead_ - current_);
  norm_ = math::l2_norm(mapping_);
  if (initial_norm_ < 0) {
    initial_norm_ = norm_;
    initial_value_ += term_.value(ahead_);
  }
  ++iterations_;
  if (has_converged() || iterations_ == kMostIterations || !std::isfinite(norm_)) {
    evaluates_solution_ = true;
    return;
  }
  const Vector moved = current_ - previous_;
  if (math::dot(mapping_, moved) > 0) {
    inertia_ = 1;
    ahead_ = current_;
    return;
  }
  const double next = (1 + std::sqrt(1 + 4 * inertia_ * inertia_)) / 2;
  const double momentum = std::min((inertia_ - 1) / next, largest_momentum_);
  inertia_ = next;
  ahead_ = current_ + momentum * moved;
}

double CompositeSolver::largest_optimum() const {
  const Index d = data_.dimension();
  if (term_.domain().is_bounded()) return term_.domain().l2_radius(d);
  const Regularizer& regularizer = term_.regularizer();
  const double strength = regularizer.strength;
  const double room = initial_value_ - facts_.least_loss;
  switch (regularizer.kind) {
    case Regularizer::Kind::none:
      return kInfinity;
    case Regularizer::Kind::l2:
      return strength > 0 ? std::sqrt(2 * room / strength) : kInfinity;
    case Regularizer::Kind::linf:
      return strength > 0 ? std::sqrt(static_cast<double>(d)) * room / strength : kInfinity;
    case Regularizer::Kind::l1:
    case Regularizer::Kind::elastic_net:
    case Regularizer::Kind::l2_norm:
    case Regularizer::Kind::group_l2:
      return strength > 0 ? room / strength : kInfinity;
  }
  return kInfinity;
}

void CompositeSolver::finish() {
  finished_ = true;
  value_ += term_.value(current_);
  const double norm = math::l2_norm(Vector(mapping_ + last_gradient_ - gradient_));
  const double distance = math::l2_norm(current_) + largest_optimum();
  certificate_ = std::isfinite(distance) ? norm * distance : kInfinity;
  if (facts_.strong_convexity > 0) {
    certificate_ = std::min(certificate_, norm * norm / (2 * facts_.strong_convexity));
  }
}

bool CompositeSolver::has_converged() const {
  return norm_ <= kTolerance * std::max(1.0, initial_norm_);
}

Result<ReferenceOptimum> CompositeSolver::result() const {
  if (!has_converged()) {
    return fail(ErrorCode::no_reference, "problem",
                "the exact optimum was not found in " + std::to_string(kMostIterations) +
                    " iterations: add an l2 regularizer, or give it a larger strength");
  }
  return ReferenceOptimum{.solution = current_,
                          .value = value_,
                          .certificate = certificate_,
                          .iterations = iterations_};
}

}  // namespace noisy
