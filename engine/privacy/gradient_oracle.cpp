#include "engine/privacy/gradient_oracle.h"

#include <algorithm>
#include <limits>

#include "engine/math/reduce.h"
#include "engine/privacy/amplification.h"
#include "engine/privacy/hardened.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

constexpr double kUnproven = std::numeric_limits<double>::infinity();

/// What the release's integer query is, by the bounds that the engine enforces.
GridQuery grid_query(const FiniteSum& data, const Release& release) {
  return {.dimension = data.dimension(),
          .batch_size = release.batch_size,
          .summation_error = data.summation_error(release.batch_size),
          .grid = release.grid};
}

/// A hardened release promises its sensitivity only where no record's gradient overflows.
bool is_within_range(const Vector& point, const Release& release) {
  if (!release.is_hardened()) return point.allFinite();
  return math::linf_norm(point) <= FiniteSum::kLargestCoordinate;
}

}  // namespace

GradientOracle::GradientOracle(const FiniteSum& data, const Regularizer& regularizer,
                               const StreamFactory& streams)
    : data_(data),
      streams_(streams),
      regularizer_(regularizer),
      gradient_(data.dimension()),
      sampler_(data.samples()) {}

GradientOracle::Answer GradientOracle::gradient(const Vector& point, const Release& release) {
  requested_ = release;
  point_ = nullptr;
  refusal_ = check(release);
  if (!refusal_ && !is_within_range(point, release)) {
    refusal_ = Error{ErrorCode::diverged, "", "the point of a gradient request is not finite"};
  }
  if (refusal_) return Answer(*this, false);

  point_ = &point;
  if (release.batch_size == data_.samples()) return Answer(*this, false);
  sample_batch(release.batch_size);
  data_.answer_batch(batch_, {.point = point_, .gradient = &gradient_, .value = nullptr}, scratch_);
  finish();
  return Answer(*this, true);
}

PointQuery GradientOracle::pending() {
  return {.point = point_, .gradient = &gradient_, .value = nullptr};
}

void GradientOracle::finish() {
  evaluations_ += requested_.batch_size;
  release(*point_, requested_, gradient_);
  regularizer_.add_gradient(*point_, gradient_);
  point_ = nullptr;
  ++requests_;
}

void GradientOracle::sample_batch(Index batch_size) {
  batch_.resize(static_cast<std::size_t>(batch_size));
  Stream stream = streams_.stream(StreamPurpose::sampling, static_cast<std::uint64_t>(requests_));
  sampler_.sample(stream, batch_);
}

PrivateOracle::PrivateOracle(const FiniteSum& data, const Regularizer& regularizer,
                             const StreamFactory& streams, CostUnit unit, double budget)
    : GradientOracle(data, regularizer, streams), unit_(unit), budget_(budget) {}

std::optional<Error> PrivateOracle::check(const Release& release) const {
  const double least = least_cost(release);
  // Rounding of the plan's own arithmetic; far below any digit that a statement shows.
  constexpr double kSlack = 1 + 1e-12;
  if (!(least <= release.cost * kSlack)) {
    return Error{ErrorCode::internal, "release",
                 "the noise of this release is too small for the cost that the plan states"};
  }
  if (!(ledger_.spent() + release.cost <= budget_ * kSlack)) {
    return Error{ErrorCode::invalid_budget, "privacy", "the privacy budget is used up"};
  }
  return std::nullopt;
}

double PrivateOracle::least_cost(const Release& release) const {
  if (release.mechanism == Mechanism::laplace) {
    const double epsilon =
        amplified_epsilon(laplace_base_epsilon(release), release.batch_size, data_.samples())
            .value_or(kUnproven);
    return unit_ == CostUnit::epsilon ? epsilon : 0.5 * epsilon * epsilon;
  }
  const bool is_proven_gaussian = release.mechanism == Mechanism::gaussian &&
                                  release.sensitivity == SensitivityRule::uniform &&
                                  unit_ == CostUnit::rho && release.batch_size == data_.samples();
  return is_proven_gaussian ? gaussian_rho_of(release) : kUnproven;
}

double PrivateOracle::laplace_base_epsilon(const Release& release) const {
  const double sensitivity = data_.gradient_bounds().l1;
  const bool is_uniform = release.sensitivity == SensitivityRule::uniform;
  if (!release.is_hardened()) {
    return is_uniform
               ? sensitivity / (static_cast<double>(release.batch_size) * release.noise_scale)
               : release.base_epsilon;
  }
  const double epsilon =
      hardened_laplace_epsilon(grid_query(data_, release), sensitivity, release.noise_scale);
  // At a point the scale falls as far as base_epsilon lets it.
  return is_uniform ? epsilon : std::max(epsilon, release.base_epsilon);
}

double PrivateOracle::gaussian_rho_of(const Release& release) const {
  const double sensitivity = data_.gradient_bounds().l2;
  if (release.is_hardened()) {
    return hardened_gaussian_rho(grid_query(data_, release), sensitivity, release.noise_scale);
  }
  const double ratio =
      sensitivity / (static_cast<double>(release.batch_size) * release.noise_scale);
  return ratio > 0 ? 0.5 * ratio * ratio : kUnproven;
}

double PrivateOracle::scale_at(const Vector& point, const Release& release) const {
  const double sensitivity = data_.l1_sensitivity_at(point);
  if (!release.is_hardened()) {
    return sensitivity / (static_cast<double>(release.batch_size) * release.base_epsilon);
  }
  // Possible because the uniform bound's scale is, which check() has seen.
  return hardened_laplace_scale(grid_query(data_, release), sensitivity, release.base_epsilon)
      .value_or(release.noise_scale);
}

void PrivateOracle::release(const Vector& point, const Release& release, Vector& gradient) {
  Release executed = release;
  if (release.sensitivity == SensitivityRule::state_dependent) {
    executed.noise_scale = scale_at(point, release);
  }
  Stream stream =
      streams_.stream(StreamPurpose::noise, static_cast<std::uint64_t>(ledger_.releases()));
  if (release.is_hardened()) {
    add_discrete_noise(stream, release.mechanism, executed.noise_scale, release.grid, gradient);
  } else {
    add_floating_noise(stream, executed, gradient);
  }
  ledger_.charge(executed);
}

void PrivateOracle::add_floating_noise(Stream& stream, const Release& release, Vector& gradient) {
  noise_.resize(gradient.size());
  const std::span<double> values(noise_.data(), static_cast<std::size_t>(noise_.size()));
  if (release.mechanism == Mechanism::laplace) {
    fill_laplace(stream, release.noise_scale, values);
  } else {
    fill_normal(stream, release.noise_scale, values);
  }
  gradient += noise_;
}

void NonPrivateOracle::release(const Vector&, const Release&, Vector&) {}

std::optional<Error> NonPrivateOracle::check(const Release&) const {
  return std::nullopt;
}

}  // namespace noisy
