#include "engine/experiment/session/diagnostic_walks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/math/reduce.h"
#include "engine/problem/geometry/gauge.h"
#include "engine/problem/geometry/geometry.h"

namespace noisy {
namespace {

/// Gradients computed together: 32 MB, and as many as make a pass efficient.
constexpr Index kGradientDoubles = Index{4} << 20;
constexpr Index kMostGradients = 64;

}  // namespace

void DiagnosticWalks::begin(std::vector<const TracedPoint*> points) {
  points_ = std::move(points);
  found_.assign(points_.size(), {});
  gradients_.clear();
  taken_ = 0;
  list_gradients();
  walk_ = Walk::errors;
}

void DiagnosticWalks::list_gradients() {
  asked_.clear();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const TracedPoint& point = *points_[i];
    if (problem_.wants_gradient_norm || !std::isnan(point.noise_norm)) asked_.push_back({i, false});
    if (point.mirror) asked_.push_back({i, true});
  }
}

std::unique_ptr<Pass> DiagnosticWalks::next() {
  take_gradients();
  if (walk_ == Walk::errors) {
    walk_ = Walk::clips;
    if (problem_.error_rate && !points_.empty()) {
      return values_pass(*problem_.error_rate, false, &WalkedPoint::error_rate);
    }
  }
  if (walk_ == Walk::clips) {
    walk_ = Walk::inner_values;
    if (problem_.wants_clipped_fraction && !points_.empty()) {
      return values_pass(*problem_.sum, true, &WalkedPoint::clipped_fraction);
    }
  }
  if (walk_ == Walk::inner_values) {
    walk_ = Walk::gradients;
    if (auto pass = inner_values_pass()) return pass;
  }
  return taken_ < asked_.size() ? gradients_pass() : nullptr;
}

std::unique_ptr<Pass> DiagnosticWalks::values_pass(const FiniteSum& sum, bool counts_clips,
                                                   double WalkedPoint::*column) {
  std::vector<PointQuery> queries;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    queries.push_back(
        {.point = &points_[i]->iterate, .gradient = nullptr, .value = &(found_[i].*column)});
  }
  evaluations_ += static_cast<double>(queries.size()) * static_cast<double>(sum.samples());
  return counts_clips ? sum.begin_clip_pass(queries) : sum.begin_pass(queries);
}

std::unique_ptr<Pass> DiagnosticWalks::inner_values_pass() {
  std::vector<PointQuery> queries;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (!points_[i]->epoch) continue;
    queries.push_back(
        {.point = &points_[i]->epoch->point, .gradient = nullptr, .value = &found_[i].inner_value});
  }
  if (queries.empty()) return nullptr;
  evaluations_ +=
      static_cast<double>(queries.size()) * static_cast<double>(problem_.sum->samples());
  return problem_.sum->begin_pass(queries);
}

std::unique_ptr<Pass> DiagnosticWalks::gradients_pass() {
  const Index dimension = problem_.exact->dimension();
  const auto most =
      static_cast<std::size_t>(std::clamp<Index>(kGradientDoubles / dimension, 1, kMostGradients));
  gradients_.assign(std::min(most, asked_.size() - taken_), Vector(dimension));
  std::vector<PointQuery> queries;
  for (std::size_t i = 0; i < gradients_.size(); ++i) {
    const auto [index, at_query] = asked_[taken_ + i];
    const TracedPoint& point = *points_[index];
    queries.push_back({.point = at_query ? &point.mirror->query() : &point.iterate,
                       .gradient = &gradients_[i],
                       .value = at_query ? &found_[index].query_value : nullptr});
  }
  evaluations_ +=
      static_cast<double>(gradients_.size()) * static_cast<double>(problem_.exact->samples());
  return problem_.exact->begin_pass(queries);
}

void DiagnosticWalks::take_gradients() {
  for (Vector& gradient : gradients_) {
    const auto [index, at_query] = asked_[taken_++];
    if (at_query) {
      take_query_gradient(index, gradient);
    } else {
      take_iterate_gradient(index, gradient);
    }
  }
  gradients_.clear();
}

void DiagnosticWalks::take_iterate_gradient(std::size_t index, Vector& gradient) {
  const Vector& x = points_[index]->iterate;
  WalkedPoint& found = found_[index];
  std::optional<Vector> mapping;
  if (problem_.term && problem_.wants_gradient_norm) {
    mapping = x - gradient / problem_.smoothness;
    problem_.term->prox(1 / problem_.smoothness, *mapping);
    *mapping = problem_.smoothness * (x - *mapping);
  }
  problem_.regularizer->add_gradient(x, gradient);
  const double plain = math::squared_norm(gradient);
  found.plain_gradient_norm = std::sqrt(plain);
  found.gradient_norm = mapping ? math::squared_norm(*mapping) : plain;
}

void DiagnosticWalks::take_query_gradient(std::size_t index, const Vector& gradient) {
  const MirrorStep step = points_[index]->mirror->view();
  found_[index].dual_noise = dual_norm(step.geometry->set(), Vector(*step.gradient - gradient));
}

}  // namespace noisy
