#include "engine/solver/newton.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

constexpr double kTolerance = 1e-12;
constexpr Index kMostIterations = 100;
constexpr int kMostHalvings = 40;
/// Added to the diagonal, relative to its largest entry.
constexpr double kRidge = 1e-10;
/// Share of the decrease that the slope promises which a step must bring.
constexpr double kSufficient = 1e-4;
/// Promised decreases below this share of the value drown in its rounding: the step is taken.
constexpr double kRounding = 1e-13;

}  // namespace

bool solve_positive(Eigen::MatrixXd a, Vector& b) {
  const Index d = b.size();
  for (Index j = 0; j < d; ++j) {
    for (Index i = 0; i < j; ++i) {
      for (Index k = 0; k < i; ++k) a(i, j) -= a(k, i) * a(k, j);
      a(i, j) /= a(i, i);
    }
    for (Index k = 0; k < j; ++k) a(j, j) -= a(k, j) * a(k, j);
    if (!(a(j, j) > 0)) return false;
    a(j, j) = std::sqrt(a(j, j));
  }
  for (Index i = 0; i < d; ++i) {
    for (Index k = 0; k < i; ++k) b[i] -= a(k, i) * b[k];
    b[i] /= a(i, i);
  }
  for (Index i = d - 1; i >= 0; --i) {
    for (Index k = i + 1; k < d; ++k) b[i] -= a(i, k) * b[k];
    b[i] /= a(i, i);
  }
  return true;
}

NewtonSolver::NewtonSolver(const FiniteSum& data, const Regularizer& regularizer,
                           double strong_convexity)
    : data_(data),
      regularizer_(regularizer),
      strong_convexity_(strong_convexity),
      point_(Vector::Zero(data.dimension())),
      trial_(point_),
      step_(point_),
      gradient_(point_),
      trial_gradient_(point_) {}

bool NewtonSolver::fits(const FiniteSum& data, const Regularizer& regularizer) {
  if (!regularizer.is_smooth() || !data.is_convex() || data.dimension() > kMostFeatures) {
    return false;
  }
  const Vector origin = Vector::Zero(data.dimension());
  Eigen::MatrixXd hessian;
  return data.begin_hessian_pass(origin, hessian) != nullptr;
}

bool NewtonSolver::advance(ThreadPool& pool, const Deadline& deadline) {
  while (!finished_) {
    if (!pass_) begin_next_pass();
    if (!pass_->advance(pool, deadline)) return false;
    pass_.reset();
    if (wants_hessian_) {
      move();
    } else {
      take_trial();
    }
    if (!finished_ && deadline.passed()) return false;
  }
  return true;
}

void NewtonSolver::begin_next_pass() {
  if (wants_hessian_) {
    pass_ = data_.begin_hessian_pass(point_, hessian_);
    return;
  }
  const PointQuery query{.point = &trial_, .gradient = &trial_gradient_, .value = &trial_value_};
  pass_ = data_.begin_pass({&query, 1});
}

void NewtonSolver::take_trial() {
  regularizer_.add_gradient(trial_, trial_gradient_);
  trial_value_ += regularizer_.value(trial_);
  const bool is_first = initial_norm_ < 0;
  const double allowed = value_ + kSufficient * slope_;
  const bool is_rounding = -slope_ <= kRounding * std::max(1.0, std::fabs(value_));
  if (!is_first && !(trial_value_ <= allowed) && !is_rounding) {
    if (++halvings_ > kMostHalvings) {
      finished_ = true;
      return;
    }
    step_ /= 2;
    slope_ /= 2;
    trial_ = point_ + step_;
    return;
  }
  point_ = trial_;
  gradient_ = trial_gradient_;
  value_ = trial_value_;
  if (is_first) initial_norm_ = math::l2_norm(gradient_);
  finished_ = has_converged() || iterations_ == kMostIterations || !gradient_.allFinite();
  wants_hessian_ = true;
}

void NewtonSolver::move() {
  wants_hessian_ = false;
  ++iterations_;
  halvings_ = 0;
  const double ridge = kRidge * hessian_.diagonal().maxCoeff() + regularizer_.smoothness();
  hessian_.diagonal().array() += ridge;
  step_ = -gradient_;
  finished_ = !solve_positive(hessian_, step_);
  slope_ = math::dot(gradient_, step_);
  trial_ = point_ + step_;
}

bool NewtonSolver::has_converged() const {
  return math::l2_norm(gradient_) <= kTolerance * std::max(1.0, initial_norm_);
}

Result<ReferenceOptimum> NewtonSolver::result() const {
  if (!has_converged()) {
    return fail(ErrorCode::no_reference, "problem",
                "the exact optimum was not found by " + std::to_string(iterations_) +
                    " steps of Newton's method: add an l2 regularizer, or give it a larger "
                    "strength");
  }
  const double norm = math::l2_norm(gradient_);
  const double certificate = strong_convexity_ > 0 ? norm * norm / (2 * strong_convexity_)
                                                   : std::numeric_limits<double>::infinity();
  return ReferenceOptimum{
      .solution = point_, .value = value_, .certificate = certificate, .iterations = iterations_};
}

}  // namespace noisy
