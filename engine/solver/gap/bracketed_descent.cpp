#include "engine/solver/gap/bracketed_descent.h"

#include <algorithm>
#include <cmath>

#include "engine/math/reduce.h"
#include "engine/solver/gap/linear_minimizer.h"

namespace noisy {
namespace {

/// Of the proven smoothness, the least that l is.
constexpr double kLeastShare = 1.0 / 256;
/// By how much l is raised where nothing else says how large it is.
constexpr double kRaise = 4;

}  // namespace

BracketedDescent::BracketedDescent(Domain domain, double smoothness, Vector start)
    : domain_(std::move(domain)),
      smoothness_(smoothness),
      curvature_(smoothness),
      query_(std::move(start)),
      x_(query_),
      z_(query_) {}

void BracketedDescent::begin_anew() {
  x_ = z_ = best_;
  theta_ = 1;
  width_before_ = least_.width();
  steps_ = 0;
  last_ = best_;
  last_answer_ = best_answer_;
  step(best_answer_.gradient);
}

void BracketedDescent::take(const ConvexAnswer& answer) {
  const bool is_first = last_.size() == 0;
  if (is_first || answer.value + answer.value_error < least_.upper) {
    least_.upper = answer.value + answer.value_error;
    best_ = query_;
    best_answer_ = answer;
  }
  const Vector lowest = linear_minimizer(domain_, answer.gradient);
  const double length = math::l2_norm(query_) + math::l2_norm(lowest);
  rounding_ = answer.value_error + answer.gradient_error * length;
  const double descent = math::dot(answer.gradient, Vector(query_ - lowest));
  least_.lower = std::max(least_.lower, answer.value - descent - rounding_);
  const bool is_halved = least_.width() <= width_before_ / 2;
  if (is_first || has_new_curvature(answer) || is_halved || has_stalled()) {
    begin_anew();
    return;
  }
  last_ = query_;
  last_answer_ = answer;
  step(answer.gradient);
}

double BracketedDescent::shown_curvature(const ConvexAnswer& answer) const {
  const Vector moved = query_ - last_;
  const double length = math::l2_norm(moved);
  if (length == 0) return 0;
  const double rounding =
      answer.value_error + last_answer_.value_error + last_answer_.gradient_error * length;
  const double above =
      answer.value - last_answer_.value - math::dot(last_answer_.gradient, moved) - rounding;
  return 2 * above / (length * length);
}

bool BracketedDescent::has_new_curvature(const ConvexAnswer& answer) {
  const bool is_first = !knows_curvature_;
  if (!is_first && curvature_ >= smoothness_) return false;
  const double shown = shown_curvature(answer);
  if (!is_first && !(shown > curvature_)) return false;
  knows_curvature_ = true;
  curvature_ = std::min(std::max(shown, kLeastShare * smoothness_), smoothness_);
  return true;
}

bool BracketedDescent::has_stalled() {
  if (++steps_ < patience_ || curvature_ >= smoothness_) return false;
  curvature_ = std::min(kRaise * curvature_, smoothness_);
  patience_ *= 2;
  return true;
}

void BracketedDescent::step(const Vector& gradient) {
  if (smoothness_ == 0) {
    query_ = linear_minimizer(domain_, gradient);
    return;
  }
  z_ -= gradient / (theta_ * curvature_);
  domain_.project(z_);
  x_ = (1 - theta_) * x_ + theta_ * z_;
  const double square = theta_ * theta_;
  theta_ = (std::sqrt(square * square + 4 * square) - square) / 2;
  query_ = (1 - theta_) * x_ + theta_ * z_;
}

}  // namespace noisy
