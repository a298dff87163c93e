#include "engine/privacy/gradient_oracle.h"

#include <limits>

#include "engine/privacy/amplification.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

constexpr double kUnproven = std::numeric_limits<double>::infinity();

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
  if (!refusal_ && !point.allFinite()) {
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
  const double records = static_cast<double>(release.batch_size);
  if (release.mechanism == Mechanism::laplace) {
    const double base = release.sensitivity == SensitivityRule::state_dependent
                            ? release.base_epsilon
                            : data_.gradient_bounds().l1 / (records * release.noise_scale);
    const double epsilon =
        amplified_epsilon(base, release.batch_size, data_.samples()).value_or(kUnproven);
    return unit_ == CostUnit::epsilon ? epsilon : 0.5 * epsilon * epsilon;
  }
  if (release.mechanism == Mechanism::gaussian && unit_ == CostUnit::rho &&
      release.batch_size == data_.samples()) {
    const double ratio = data_.gradient_bounds().l2 / (records * release.noise_scale);
    return ratio > 0 ? 0.5 * ratio * ratio : kUnproven;
  }
  return kUnproven;
}

void PrivateOracle::release(const Vector& point, const Release& release, Vector& gradient) {
  Release executed = release;
  if (release.sensitivity == SensitivityRule::state_dependent) {
    executed.noise_scale = data_.l1_sensitivity_at(point) /
                           (static_cast<double>(release.batch_size) * release.base_epsilon);
  }
  noise_.resize(gradient.size());
  Stream stream =
      streams_.stream(StreamPurpose::noise, static_cast<std::uint64_t>(ledger_.releases()));
  const std::span<double> values(noise_.data(), static_cast<std::size_t>(noise_.size()));
  if (release.mechanism == Mechanism::laplace) {
    fill_laplace(stream, executed.noise_scale, values);
  } else {
    fill_normal(stream, executed.noise_scale, values);
  }
  gradient += noise_;
  ledger_.charge(executed);
}

void NonPrivateOracle::release(const Vector&, const Release&, Vector&) {}

std::optional<Error> NonPrivateOracle::check(const Release&) const {
  return std::nullopt;
}

}  // namespace noisy
