#include "engine/experiment/diagnostic_walks.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// Gradients computed together: 32 MB, and as many as make a pass efficient.
constexpr Index kGradientDoubles = Index{4} << 20;
constexpr Index kMostGradients = 64;

}  // namespace

void DiagnosticWalks::begin(std::vector<const Vector*> points) {
  points_ = std::move(points);
  gradients_.clear();
  gradient_norms_.clear();
  walk_ = Walk::errors;
}

std::unique_ptr<Pass> DiagnosticWalks::next() {
  take_gradients();
  if (points_.empty()) return nullptr;
  if (walk_ == Walk::errors) {
    walk_ = Walk::clips;
    if (problem_.error_rate) return values_pass(*problem_.error_rate, false, error_rates_);
  }
  if (walk_ == Walk::clips) {
    walk_ = Walk::gradients;
    if (problem_.wants_clipped_fraction) {
      return values_pass(*problem_.sum, true, clipped_fractions_);
    }
  }
  if (!problem_.exact || gradient_norms_.size() == points_.size()) return nullptr;
  return gradients_pass();
}

std::unique_ptr<Pass> DiagnosticWalks::values_pass(const FiniteSum& sum, bool counts_clips,
                                                   std::vector<double>& column) {
  column.assign(points_.size(), std::numeric_limits<double>::quiet_NaN());
  std::vector<PointQuery> queries;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    queries.push_back({.point = points_[i], .gradient = nullptr, .value = &column[i]});
  }
  evaluations_ += static_cast<double>(points_.size()) * static_cast<double>(sum.samples());
  return counts_clips ? sum.begin_clip_pass(queries) : sum.begin_pass(queries);
}

std::unique_ptr<Pass> DiagnosticWalks::gradients_pass() {
  const Index dimension = problem_.exact->dimension();
  const std::size_t first = gradient_norms_.size();
  const auto most =
      static_cast<std::size_t>(std::clamp<Index>(kGradientDoubles / dimension, 1, kMostGradients));
  gradients_.assign(std::min(most, points_.size() - first), Vector(dimension));
  std::vector<PointQuery> queries;
  for (std::size_t i = 0; i < gradients_.size(); ++i) {
    queries.push_back({.point = points_[first + i], .gradient = &gradients_[i], .value = nullptr});
  }
  evaluations_ +=
      static_cast<double>(gradients_.size()) * static_cast<double>(problem_.exact->samples());
  return problem_.exact->begin_pass(queries);
}

void DiagnosticWalks::take_gradients() {
  for (Vector& gradient : gradients_) {
    const Vector& x = *points_[gradient_norms_.size()];
    if (problem_.term) {
      Vector moved = x - gradient / problem_.smoothness;
      problem_.term->prox(1 / problem_.smoothness, moved);
      gradient = problem_.smoothness * (x - moved);
    } else {
      problem_.regularizer->add_gradient(x, gradient);
    }
    gradient_norms_.push_back(math::squared_norm(gradient));
  }
  gradients_.clear();
}

}  // namespace noisy
