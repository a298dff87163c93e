#include "engine/privacy/oracle/gradient_oracle.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "engine/math/reduce.h"
#include "engine/privacy/oracle/release_watcher.h"
#include "engine/privacy/release/chance_batches.h"
#include "engine/privacy/release/hardened.h"
#include "engine/privacy/release/neighbour_move.h"
#include "engine/privacy/release/noise.h"
#include "engine/problem/risk/coordinate_clip.h"
#include "engine/random/poisson_subset.h"

namespace noisy {
namespace {

/// A hardened release promises its sensitivity only where no record's gradient overflows.
/// Hardened releases of no others are proven.
bool is_within_range(const Vector& point, const Release& release) {
  return !release.is_hardened() || math::linf_norm(point) <= FiniteSum::kLargestCoordinate;
}

/// Laplace scale of a state-dependent release at this point, which is already released.
double scale_at(const FiniteSum& data, const Vector& point, const Release& release) {
  const double sensitivity = data.l1_sensitivity_at(point);
  if (!release.is_hardened()) {
    return sensitivity / (static_cast<double>(release.batch_size) * release.base_epsilon);
  }
  // Possible because the uniform bound's scale is, which check() has seen.
  return hardened_laplace_scale(grid_query(data, release), sensitivity, release.base_epsilon)
      .value_or(release.noise_scale);
}

}  // namespace

const FiniteSum& Exact::data() const {
  return oracle_.data_;
}

const Regularizer& Exact::regularizer() const {
  return oracle_.regularizer_;
}

Vector& Exact::value() {
  return oracle_.value_;
}

void Exact::mean_of_batch(const Vector& point, const Vector* anchor, Index batch_size) {
  const auto request = static_cast<std::uint64_t>(oracle_.requests_);
  const PointQuery query{
      .point = &point, .gradient = &oracle_.value_, .value = nullptr, .anchor = anchor};
  oracle_.value_.resize(data().dimension());
  if (draws_by_chance(*oracle_.request_->form)) {
    Stream coins = oracle_.streams_.stream(StreamPurpose::sampling, request);
    std::vector<Index> records = poisson_subset(coins, data().samples(), batch_size);
    const double size = static_cast<double>(records.size());
    // Nobody can see by whether records are read that a batch is empty.
    if (records.empty()) records.push_back(0);
    data().answer_batch(records, query, oracle_.scratch_);
    oracle_.value_ *= size / static_cast<double>(batch_size);
    if (size == 0) oracle_.value_.setZero();  // also where that was no number
  } else {
    const auto records = oracle_.batches_.take(request, batch_size);
    data().prefetch(oracle_.batches_.upcoming());
    data().answer_batch(records, query, oracle_.scratch_);
  }
  oracle_.evaluations_ += anchor ? 2 * batch_size : batch_size;
}

const math::PlacedSum& Exact::sum_of_block(const Vector& point, const RecordBlock& block,
                                           const CoordinateClip& clip) {
  math::PlacedSum& sum = oracle_.block_sum_;
  sum.clear(data().dimension());
  data().add_clipped_gradients(block.first, block.count, point, clip, oracle_.scratch_, sum);
  oracle_.evaluations_ += block.count;
  return sum;
}

const math::PlacedSum& Exact::placed_mean_of_block(const Vector& point, const RecordBlock& block,
                                                   double largest) {
  sum_of_block(point, block, {.most = largest});
  if (block.count > 1) oracle_.block_sum_.divide(static_cast<double>(block.count));
  return oracle_.block_sum_;
}

void Exact::mean_of_block(const Vector& point, const RecordBlock& block, double largest) {
  oracle_.value_ = placed_mean_of_block(point, block, largest).values();
}

void Exact::mean_of_block(std::span<const Vector* const> points, const RecordBlock& block,
                          double largest,
                          math::FunctionRef<void(std::span<const Vector>, Vector&)> add) {
  const CoordinateClip clip{.most = largest};
  Vector sum = Vector::Zero(data().dimension());
  std::vector<Vector> at(points.size());
  oracle_.value_.resize(data().dimension());
  for (Index record = block.first; record < block.first + block.count; ++record) {
    for (std::size_t k = 0; k < points.size(); ++k) {
      data().answer_batch({&record, 1},
                          {.point = points[k], .gradient = &oracle_.value_, .value = nullptr},
                          oracle_.scratch_);
      at[k] = oracle_.value_.unaryExpr(clip);
    }
    add(at, sum);
  }
  oracle_.value_ = sum / static_cast<double>(block.count);
  oracle_.evaluations_ += block.count * static_cast<Index>(points.size());
}

void Exact::values_in_block(std::span<const Vector* const> points, const RecordBlock& block,
                            math::FunctionRef<void(std::span<const double>)> take) {
  std::vector<double> values(points.size());
  for (Index record = block.first; record < block.first + block.count; ++record) {
    for (std::size_t k = 0; k < points.size(); ++k) {
      data().answer_batch({&record, 1},
                          {.point = points[k], .gradient = nullptr, .value = &values[k]},
                          oracle_.scratch_);
    }
    take(values);
  }
  oracle_.evaluations_ += block.count * static_cast<Index>(points.size());
}

void Exact::add_answers(const RecordBlock& block, std::span<std::int64_t> sums) {
  data().add_answers(block.first, block.count, sums);
  oracle_.evaluations_ += block.count;
}

void Exact::add_noise(const Release& release, const Vector& point, Vector& values) {
  oracle_.add_noise(release, point, values);
}

std::optional<Stream> Exact::noise_stream() const {
  return oracle_.noise_stream();
}

const Vector* Exact::published() const {
  return oracle_.published();
}

Stream Exact::work_stream() const {
  return oracle_.streams_.stream(StreamPurpose::sampling,
                                 static_cast<std::uint64_t>(oracle_.ledger_.releases()));
}

std::vector<Index> Exact::draw_batch(Index batch_size, std::optional<Stream>& rest) const {
  rest = oracle_.streams_.stream(StreamPurpose::sampling,
                                 static_cast<std::uint64_t>(oracle_.requests_));
  std::vector<Index> records(static_cast<std::size_t>(batch_size));
  SubsetSampler(data().samples()).sample(*rest, records);
  return records;
}

void Exact::charge(const Release& release) {
  oracle_.charge(release);
}

Index Exact::releases() const {
  return oracle_.ledger_.releases();
}

GradientOracle::GradientOracle(const FiniteSum& data, const Regularizer& regularizer,
                               const StreamFactory& streams)
    : data_(data),
      streams_(streams),
      regularizer_(regularizer),
      value_(data.dimension()),
      batches_(streams.key(StreamPurpose::sampling), data.samples()) {}

std::optional<Error> GradientOracle::refusal_of(const Request& request) const {
  if (request.release.form != request.form) {
    return Error{ErrorCode::internal, "release",
                 "the release is of another kind than what is asked"};
  }
  if (auto refusal = request.form->refusal(request, exact_)) return refusal;
  if (auto refusal = check(request)) return refusal;
  if (!request.point) return std::nullopt;
  const bool is_allowed = data_.is_allowed(*request.point);
  const bool is_finite = is_allowed || math::all_finite(math::view(*request.point));
  if (!is_finite || !is_within_range(*request.point, request.release)) {
    return Error{ErrorCode::diverged, "", "the point of a gradient request is not finite"};
  }
  if (!is_allowed) {
    return Error{ErrorCode::internal, "problem.domain",
                 "the point of a gradient request lies outside the domain that the "
                 "sensitivity rests on"};
  }
  return std::nullopt;
}

bool GradientOracle::begin(const Request& request) {
  request_ = &request;
  hidden_ = nullptr;
  point_ = nullptr;
  refusal_ = refusal_of(request);
  if (refusal_) return false;
  if (request.form->needs_pass(request, exact_)) {
    // A kind may have answered with fewer numbers.
    value_.resize(data_.dimension());
    point_ = request.point;
    return false;
  }
  answer();
  return true;
}

void GradientOracle::begin(Hidden& hidden) {
  hidden_ = nullptr;
  point_ = nullptr;
  hidden.prepare(exact_);
  const Vector& place = hidden.place();
  const bool is_usable =
      hidden.may_leave_domain() ? math::all_finite(math::view(place)) : data_.is_allowed(place);
  if (!is_usable) {
    refusal_ = Error{ErrorCode::diverged, "",
                     std::string(hidden.title()) + " is not finite or left the domain"};
    return;
  }
  hidden_ = &hidden;
  point_ = &hidden.place();
}

void GradientOracle::begin(HiddenWork& work) {
  hidden_ = nullptr;
  point_ = nullptr;
  refusal_ = work.begin(exact_);
  work_ = refusal_ ? nullptr : &work;
}

bool GradientOracle::advance(ThreadPool& pool, const Deadline& deadline) {
  if (!work_->advance(pool, deadline)) return false;
  refusal_ = work_->failure();
  hidden_evaluations_ += work_->evaluations();
  if (const SolveReport* report = work_->report()) solves_.add(*report);
  work_ = nullptr;
  return true;
}

Index GradientOracle::hidden_evaluations() const {
  return hidden_evaluations_ + (work_ ? work_->evaluations() : 0);
}

bool GradientOracle::begin_leak(const Hidden& hidden) {
  if (!allows_leaks()) {
    refusal_ = Error{ErrorCode::internal, "release",
                     "an exact gradient was asked for by a plan that claims privacy"};
    return false;
  }
  value_ = hidden.gradient();
  return true;
}

PointQuery GradientOracle::pending() {
  return {.point = point_, .gradient = hidden_ ? &hidden_->gradient() : &value_, .value = nullptr};
}

void GradientOracle::finish() {
  evaluations_ += data_.samples();
  if (Hidden* hidden = std::exchange(hidden_, nullptr)) {
    hidden->step();
    point_ = nullptr;
  } else {
    answer();
  }
}

void GradientOracle::answer() {
  request_->form->answer(*request_, exact_);
  replace(*request_, value_);
  if (const auto* watcher = dynamic_cast<const ReleaseWatcher*>(&data_)) {
    watcher->note(*request_, value_);
  }
  point_ = nullptr;
  ++requests_;
}

PrivateOracle::PrivateOracle(const FiniteSum& data, const Regularizer& regularizer,
                             const StreamFactory& streams, const Cost& cap)
    : GradientOracle(data, regularizer, streams),
      cost_(data, cap),
      noise_streams_(streams.key(StreamPurpose::noise)) {
  ledger_ = Ledger(cap);
}

std::optional<Error> PrivateOracle::check(const Request& request) const {
  const Release& release = request.release;
  if (!allows_outside_forms_ && !is_built_in(*release.form)) {
    return Error{ErrorCode::internal, "release",
                 "this kind of release comes from outside the engine, and the plan is certified"};
  }
  // Rounding of the plan's own arithmetic; far below any digit that a statement shows.
  constexpr double kSlack = 1 + 1e-12;
  if (!release.block.is_whole() && !release.form->reads_blocks()) {
    return Error{ErrorCode::internal, "release", "this kind of release reads all records"};
  }
  if (release.cost.neighbours != ledger_.cap().neighbours) {
    return Error{ErrorCode::internal, "release",
                 "this release is charged for other neighbours than the budget"};
  }
  if (!release.cost.counts_like(ledger_.cap())) {
    return Error{ErrorCode::internal, "release",
                 "this release is charged in another unit than the budget"};
  }
  if (!is_proven_for(ledger_.cap().neighbours, release, ledger_.cap().unit, data_.samples())) {
    return Error{ErrorCode::internal, "release",
                 "nothing is proven of this release for the neighbours of the budget"};
  }
  if (!(release.form->least_cost(request, exact(), cost_) <= release.cost.value * kSlack)) {
    return Error{ErrorCode::internal, "release",
                 "the noise of this release is too small for the cost that the plan states"};
  }
  if (!ledger_.allows(release)) {
    return Error{ErrorCode::invalid_budget, "privacy", "the privacy budget is used up"};
  }
  return std::nullopt;
}

std::optional<Stream> PrivateOracle::noise_stream() const {
  return streams_.stream(StreamPurpose::noise, static_cast<std::uint64_t>(ledger_.releases()));
}

void PrivateOracle::add_noise(const Release& release, const Vector& point, Vector& values) {
  Release executed = release;
  if (release.sensitivity == SensitivityRule::state_dependent) {
    executed.noise_scale = scale_at(data_, point, release);
  }
  Stream stream = noise_streams_.at(static_cast<std::uint64_t>(ledger_.releases()),
                                    static_cast<std::size_t>(values.size()));
  if (release.is_hardened()) {
    add_discrete_noise(stream, release.mechanism, executed.noise_scale, release.grid, values);
  } else {
    noise_.resize(values.size());
    noise_of(release.mechanism)
        .fill(stream, executed.noise_scale,
              {noise_.data(), static_cast<std::size_t>(noise_.size())});
    values += noise_;
  }
  ledger_.charge(executed);
}

}  // namespace noisy
