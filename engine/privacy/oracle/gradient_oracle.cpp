#include "engine/privacy/oracle/gradient_oracle.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/math/reduce.h"
#include "engine/privacy/release/descent_sensitivity.h"
#include "engine/privacy/release/hardened.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

/// A hardened release promises its sensitivity only where no record's gradient overflows.
bool is_within_range(const Vector& point, const Release& release) {
  if (!release.is_hardened()) return point.allFinite();
  return math::linf_norm(point) <= FiniteSum::kLargestCoordinate;
}

/// The first of the least.
Index position_of_least(const Vector& values) {
  const std::span<const double> all = math::view(values);
  return static_cast<Index>(std::ranges::min_element(all) - all.begin());
}

}  // namespace

GradientOracle::GradientOracle(const FiniteSum& data, const Regularizer& regularizer,
                               const StreamFactory& streams)
    : data_(data),
      streams_(streams),
      regularizer_(regularizer),
      gradient_(data.dimension()),
      batches_(streams.key(StreamPurpose::sampling), data.samples()) {}

bool GradientOracle::accept(const Vector& point, const Release& release,
                            std::optional<Error> refusal) {
  requested_ = release;
  point_ = nullptr;
  filling_ = nullptr;
  selecting_ = nullptr;
  refusal_ = std::move(refusal);
  if (!refusal_ && !is_within_range(point, release)) {
    refusal_ = Error{ErrorCode::diverged, "", "the point of a gradient request is not finite"};
  }
  if (!refusal_ && !data_.is_allowed(point)) {
    refusal_ = Error{ErrorCode::internal, "problem.domain",
                     "the point of a gradient request lies outside the domain that the "
                     "sensitivity rests on"};
  }
  if (!refusal_) point_ = &point;
  return !refusal_;
}

GradientOracle::Answer GradientOracle::gradient(const Vector& point, const Release& release) {
  if (!accept(point, release, check(release))) return Answer(*this, false);
  if (release.batch_size == data_.samples()) return Answer(*this, false);
  answer_batch({.point = point_, .gradient = &gradient_, .value = nullptr}, release.batch_size);
  evaluations_ += release.batch_size;
  release_answer();
  return Answer(*this, true);
}

GradientOracle::Filled GradientOracle::take_anchor(Anchor& anchor, const Vector& point) {
  point_ = nullptr;
  if (!point.allFinite() || !data_.is_allowed(point)) {
    refusal_ = Error{ErrorCode::diverged, "", "the anchor is not finite or left the domain"};
    return {};
  }
  anchor.point_ = point;
  anchor.gradient_.resize(point.size());
  point_ = &anchor.point_;
  filling_ = &anchor;
  return {};
}

GradientOracle::Answer GradientOracle::variance_reduced_gradient(const Vector& point,
                                                                 const Anchor& anchor,
                                                                 const Release& release) {
  if (!accept(point, release, check(release))) return Answer(*this, false);
  const bool needs_all = release.batch_size == data_.samples();
  if (needs_all && release.form == ReleaseForm::variance_reduced) return Answer(*this, false);
  if (release.form == ReleaseForm::anchor) {
    gradient_ = anchor.gradient_;
  } else {
    answer_batch(
        {.point = point_, .gradient = &gradient_, .value = nullptr, .anchor = &anchor.point_},
        release.batch_size);
    evaluations_ += 2 * release.batch_size;
    if (release.form == ReleaseForm::variance_reduced) gradient_ += anchor.gradient_;
  }
  release_answer();
  return Answer(*this, true);
}

GradientOracle::Answer GradientOracle::leaked_gradient(const Anchor& anchor) {
  if (!allows_leaks()) {
    refusal_ = Error{ErrorCode::internal, "release",
                     "an exact gradient was asked for by a plan that claims privacy"};
    return Answer(*this, false);
  }
  gradient_ = anchor.gradient_;
  return Answer(*this, true);
}

GradientOracle::Filled GradientOracle::descend(HiddenDescent& hidden) {
  point_ = nullptr;
  if (!hidden.point_.allFinite() || !data_.is_allowed(hidden.point_)) {
    refusal_ = Error{ErrorCode::diverged, "", "the descent is not finite or left the domain"};
    return {};
  }
  point_ = &hidden.point_;
  descending_ = &hidden;
  return {};
}

double GradientOracle::sensitivity_of(const HiddenDescent& hidden) const {
  if (!data_.is_convex()) return std::numeric_limits<double>::infinity();
  const double move = data_.gradient_bounds().l2 / static_cast<double>(data_.samples());
  return descent_sensitivity({.step_size = hidden.step_size_,
                              .smoothness = data_.smoothness_bound(),
                              .strong_convexity = hidden.strong_convexity(),
                              .steps = hidden.steps_},
                             move);
}

GradientOracle::Answer GradientOracle::release_solution(const HiddenDescent& hidden,
                                                        const Release& release) {
  point_ = nullptr;
  refusal_ = check_solution(release, sensitivity_of(hidden));
  if (!refusal_ && !hidden.point_.allFinite()) {
    refusal_ = Error{ErrorCode::diverged, "", "the descent is not finite"};
  }
  if (refusal_) return Answer(*this, false);
  gradient_ = hidden.point_;
  this->release(hidden.point_, release, gradient_);
  ++requests_;
  return Answer(*this, true);
}

GradientOracle::Answer GradientOracle::select_vertex(const Vector& point, const VertexSet& vertices,
                                                     const Release& release) {
  const double sensitivity = vertices.score_sensitivity(data_.gradient_bounds()).value() /
                             static_cast<double>(data_.samples());
  if (accept(point, release, check_selection(release, sensitivity))) selecting_ = &vertices;
  return Answer(*this, false);
}

void GradientOracle::draw_minimizer_noise(const Release&, Vector& linear_term,
                                          Vector& solution_noise) {
  linear_term.setZero();
  solution_noise.setZero();
}

void GradientOracle::perturb(HiddenMinimization& hidden, const Release& release) {
  draw_minimizer_noise(release, hidden.linear_term_, hidden.solution_noise_);
  hidden.noise_number_ = ledger_.releases();
  hidden.linear_scale_ = release.noise_scale;
  hidden.solution_scale_ = release.objective.solution_scale;
  hidden.begin();
}

GradientOracle::Filled GradientOracle::descend(HiddenMinimization& hidden) {
  point_ = nullptr;
  if (!hidden.ahead_.allFinite() || !data_.is_allowed(hidden.ahead_)) {
    refusal_ = Error{ErrorCode::diverged, "", "the minimization is not finite"};
    return {};
  }
  point_ = &hidden.ahead_;
  minimizing_ = &hidden;
  return {};
}

GradientOracle::Answer GradientOracle::release_minimizer(const HiddenMinimization& hidden,
                                                         const Release& release) {
  point_ = nullptr;
  refusal_.reset();
  constexpr double kShare = 0.75;
  const bool has_noise =
      hidden.linear_scale_ == release.noise_scale && hidden.noise_number_ == ledger_.releases();
  if (!has_noise || !(hidden.gradient_norm_ <= kShare * release.objective.tolerance)) {
    refusal_ = Error{ErrorCode::internal, "release",
                     "the hidden minimization did not reach the tolerance that its release rests "
                     "on, or its noise is another's or used up"};
    return Answer(*this, false);
  }
  refusal_ = check_minimizer(release, {.strong_convexity = hidden.strong_convexity(),
                                       .record_curvature = data_.rank_one_curvature(),
                                       .tolerance = hidden.gradient_norm_,
                                       .solution_scale = hidden.solution_scale_});
  if (refusal_) return Answer(*this, false);
  gradient_ = hidden.point_ + hidden.solution_noise_;
  charge(release);
  ++requests_;
  return Answer(*this, true);
}

PointQuery GradientOracle::pending() {
  Vector* target = &gradient_;
  if (filling_) target = &filling_->gradient_;
  if (descending_) target = &descending_->gradient_;
  if (minimizing_) target = &minimizing_->gradient_;
  return {.point = point_, .gradient = target, .value = nullptr};
}

void GradientOracle::finish() {
  evaluations_ += data_.samples();
  if (HiddenDescent* hidden = std::exchange(descending_, nullptr)) {
    hidden->step();
    point_ = nullptr;
  } else if (HiddenMinimization* minimized = std::exchange(minimizing_, nullptr)) {
    minimized->step();
    point_ = nullptr;
  } else if (std::exchange(filling_, nullptr)) {
    point_ = nullptr;
  } else if (const VertexSet* vertices = std::exchange(selecting_, nullptr)) {
    release_vertex(*vertices);
  } else {
    release_answer();
  }
}

void GradientOracle::release_vertex(const VertexSet& vertices) {
  regularizer_.add_gradient(*point_, gradient_);
  vertices.products(gradient_, products_);
  // The vertex takes the exact gradient's place, so that no later answer can show it.
  vertices.take(select(requested_, products_), gradient_);
  point_ = nullptr;
  ++requests_;
}

void GradientOracle::release_answer() {
  release(*point_, requested_, gradient_);
  regularizer_.add_gradient(*point_, gradient_);
  point_ = nullptr;
  ++requests_;
}

void GradientOracle::answer_batch(const PointQuery& query, Index batch_size) {
  const auto records = batches_.take(static_cast<std::uint64_t>(requests_), batch_size);
  data_.prefetch(batches_.upcoming());
  data_.answer_batch(records, query, scratch_);
}

PrivateOracle::PrivateOracle(const FiniteSum& data, const Regularizer& regularizer,
                             const StreamFactory& streams, const Cost& cap)
    : GradientOracle(data, regularizer, streams), cost_(data, cap.unit, cap.order) {
  ledger_ = Ledger(cap);
}

std::optional<Error> PrivateOracle::check(const Release& release) const {
  return check_cost(release, cost_.least(release));
}

std::optional<Error> PrivateOracle::check_solution(const Release& release,
                                                   double sensitivity) const {
  return check_cost(release, cost_.least_of_solution(release, sensitivity));
}

std::optional<Error> PrivateOracle::check_selection(const Release& release,
                                                    double sensitivity) const {
  return check_cost(release, cost_.least_of_selection(release, sensitivity));
}

Index PrivateOracle::select(const Release& release, Vector& products) {
  Stream stream =
      streams_.stream(StreamPurpose::noise, static_cast<std::uint64_t>(ledger_.releases()));
  noise_.resize(products.size());
  fill_gumbel(stream, release.noise_scale,
              {noise_.data(), static_cast<std::size_t>(noise_.size())});
  products -= noise_;
  ledger_.charge(release);
  return position_of_least(products);
}

std::optional<Error> PrivateOracle::check_minimizer(const Release& release,
                                                    const PerturbedObjective& executed) const {
  return check_cost(release, cost_.least_of_minimizer(release, executed));
}

void PrivateOracle::draw_minimizer_noise(const Release& release, Vector& linear_term,
                                         Vector& solution_noise) {
  Stream stream =
      streams_.stream(StreamPurpose::noise, static_cast<std::uint64_t>(ledger_.releases()));
  const auto fill = [&](double scale, Vector& noise) {
    fill_normal(stream, scale, {noise.data(), static_cast<std::size_t>(noise.size())});
  };
  fill(release.noise_scale, linear_term);
  fill(release.objective.solution_scale, solution_noise);
}

std::optional<Error> PrivateOracle::check_cost(const Release& release, double least) const {
  // Rounding of the plan's own arithmetic; far below any digit that a statement shows.
  constexpr double kSlack = 1 + 1e-12;
  if (!release.cost.counts_like(ledger_.cap())) {
    return Error{ErrorCode::internal, "release",
                 "this release is charged in another unit than the budget"};
  }
  if (!(least <= release.cost.value * kSlack)) {
    return Error{ErrorCode::internal, "release",
                 "the noise of this release is too small for the cost that the plan states"};
  }
  if (!ledger_.allows(release)) {
    return Error{ErrorCode::invalid_budget, "privacy", "the privacy budget is used up"};
  }
  return std::nullopt;
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

std::optional<Error> NonPrivateOracle::check_solution(const Release&, double) const {
  return std::nullopt;
}

std::optional<Error> NonPrivateOracle::check_selection(const Release&, double) const {
  return std::nullopt;
}

Index NonPrivateOracle::select(const Release&, Vector& products) {
  return position_of_least(products);
}

}  // namespace noisy
