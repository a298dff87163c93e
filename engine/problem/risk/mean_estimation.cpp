#include "engine/problem/risk/mean_estimation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

constexpr Index kBlockRecords = 256;
/// Covers the rounding of a few operations where a bound must not be missed.
constexpr double kRoundingMargin = 1 - 1e-14;
constexpr double kRoundUp = 1 + 1e-13;
/// A domain, and a region's ball, accept points that rounding put outside of them.
constexpr double kDomainMargin = 1 + 4 * Domain::kTolerance;

/// Everything is known in closed form, so a pass is over as soon as it begins.
class FinishedPass final : public Pass {
 public:
  bool advance(ThreadPool&, const Deadline&) override { return true; }
};

/// The mean of numbered records, coordinate by coordinate in one fixed order.
template <class Number>
Vector mean_of(const DenseData& data, Index count, const Number& number) {
  Vector mean(data.features());
  for (Index j = 0; j < data.features(); ++j) {
    const double sum = math::sum_of(static_cast<std::size_t>(count), [&](std::size_t i) {
      return data.feature(number(static_cast<Index>(i)), j);
    });
    mean[j] = sum / static_cast<double>(count);
  }
  return mean;
}

/// The mean of ||z - centre||_2^2 / 2 over numbered records.
template <class Number>
double spread_of(const DenseData& data, Index count, const Number& number, const Vector& centre) {
  Vector row(data.features());
  const double sum = math::sum_of(static_cast<std::size_t>(count), [&](std::size_t i) {
    data.copy_row(number(static_cast<Index>(i)),
                  {row.data(), static_cast<std::size_t>(row.size())});
    row -= centre;
    return math::squared_norm(row);
  });
  return sum / static_cast<double>(count) / 2;
}

Index itself(Index i) {
  return i;
}

/// What a record's gradient is multiplied with.
double clip_factor(const Vector& gradient, const GradientClip& clip) {
  const bool l1 = clip.norm == GradientClip::Norm::l1;
  const double norm = l1 ? math::l1_norm(gradient) : math::l2_norm(gradient);
  if (norm <= clip.bound) return 1;
  return clip.bound / norm * kRoundingMargin;
}

/// Adds the clipped gradients, the values and the clipped records of [first, last).
struct ClippedSums {
  Vector gradient;
  double value = 0;
  double clipped_records = 0;

  template <class Number>
  void add(const DenseData& data, Index first, Index last, const Number& number,
           const PointQuery& query, const GradientClip& clip) {
    gradient.setZero(data.features());
    Vector row(data.features());
    for (Index i = first; i < last; ++i) {
      data.copy_row(number(i), {row.data(), static_cast<std::size_t>(row.size())});
      const Vector difference = *query.point - row;
      const double factor = clip_factor(difference, clip);
      gradient += factor * difference;
      value += 0.5 * math::squared_norm(difference);
      clipped_records += factor < 1 ? 1 : 0;
      if (!query.anchor) continue;
      const Vector at_anchor = *query.anchor - row;
      gradient -= clip_factor(at_anchor, clip) * at_anchor;
    }
  }
};

}  // namespace

/// Blocks of records on all threads, their sums added in block order.
class MeanEstimationRisk::ClippedPass final : public Pass {
 public:
  ClippedPass(const DenseData& data, const GradientClip& clip, std::span<const PointQuery> queries,
              bool counts)
      : data_(data), clip_(clip), queries_(queries.begin(), queries.end()), counts_(counts) {}

  bool advance(ThreadPool& pool, const Deadline& deadline) override {
    while (next_ < queries_.size()) {
      answer(queries_[next_++], pool);
      if (next_ < queries_.size() && deadline.passed()) return false;
    }
    return true;
  }

 private:
  void answer(const PointQuery& query, ThreadPool& pool) {
    const Index blocks = (data_.samples() + kBlockRecords - 1) / kBlockRecords;
    std::vector<ClippedSums> parts(static_cast<std::size_t>(blocks));
    pool.parallel_for(blocks, [&](Index block) {
      const Index first = block * kBlockRecords;
      const Index last = std::min(first + kBlockRecords, data_.samples());
      parts[static_cast<std::size_t>(block)].add(data_, first, last, itself, query, clip_);
    });
    Vector gradient = Vector::Zero(data_.features());
    double value = 0;
    for (const ClippedSums& part : parts) {
      gradient += part.gradient;
      value += counts_ ? part.clipped_records : part.value;
    }
    const auto records = static_cast<double>(data_.samples());
    if (query.gradient) *query.gradient = gradient / records;
    if (query.value) *query.value = value / records;
  }

  const DenseData& data_;
  GradientClip clip_;
  std::vector<PointQuery> queries_;
  bool counts_;  ///< the values are the clipped share
  std::size_t next_ = 0;
};

MeanEstimationRisk::MeanEstimationRisk(const DenseData& data, const FeatureBounds& bounds,
                                       const Domain& domain, std::optional<GradientClip> clip)
    : MeanEstimationBounds(bounds, domain, clip, data.features()),
      data_(data),
      mean_(mean_of(data, data.samples(), itself)),
      spread_(spread_of(data, data.samples(), itself, mean_)) {}

MeanEstimationRisk::MeanEstimationRisk(std::unique_ptr<const DenseData> data,
                                       const MeanEstimationRisk& whole)
    : MeanEstimationRisk(*data, whole.bounds(), whole.domain(), whole.clip()) {
  own_ = std::move(data);
}

std::unique_ptr<FiniteSum> MeanEstimationRisk::part(Index first, Index count) const {
  auto rows = data_.copy_rows(first, count);
  if (!rows) return nullptr;
  return std::unique_ptr<FiniteSum>(
      new MeanEstimationRisk(std::make_unique<DenseData>(*std::move(rows)), *this));
}

std::unique_ptr<Pass> MeanEstimationRisk::begin_pass(std::span<const PointQuery> queries) const {
  if (clip()) return std::make_unique<ClippedPass>(data_, *clip(), queries, false);
  for (const PointQuery& query : queries) answer(mean_, spread_, query);
  return std::make_unique<FinishedPass>();
}

std::unique_ptr<Pass> MeanEstimationRisk::begin_clip_pass(
    std::span<const PointQuery> queries) const {
  if (!clip()) return nullptr;
  return std::make_unique<ClippedPass>(data_, *clip(), queries, true);
}

void MeanEstimationRisk::answer_batch(std::span<const Index> records, const PointQuery& query,
                                      BatchScratch&) const {
  const auto count = static_cast<Index>(records.size());
  const auto number = [&](Index i) { return records[static_cast<std::size_t>(i)]; };
  if (clip()) {
    ClippedSums sums;
    sums.add(data_, 0, count, number, query, *clip());
    if (query.gradient) *query.gradient = sums.gradient / static_cast<double>(count);
    if (query.value) *query.value = sums.value / static_cast<double>(count);
    return;
  }
  if (query.anchor) return answer(mean_, 0, query);
  const Vector mean = mean_of(data_, count, number);
  answer(mean, query.value ? spread_of(data_, count, number, mean) : 0, query);
}

void MeanEstimationRisk::answer(const Vector& mean, double spread, const PointQuery& query) const {
  if (query.gradient && query.anchor) {
    *query.gradient = *query.point - *query.anchor;  // the records cancel
  } else if (query.gradient) {
    *query.gradient = *query.point - mean;
  }
  // ||x - z||^2 averaged is ||x - mean||^2 plus the spread: no cancellation.
  if (query.value) {
    const Vector difference = *query.point - mean;
    *query.value = 0.5 * math::squared_norm(difference) + spread;
  }
}

double MeanEstimationBounds::longest_gradient(double radius) const {
  const double within = std::min(radius, domain_.l2_radius(dimension())) * kDomainMargin;
  const double longest = (within + bounds_.l2) * kRoundUp;
  return clip_ ? std::min(longest, clip_->bound) : longest;
}

RegionBounds MeanEstimationBounds::bounds_within(double radius) const {
  RegionBounds bounds{.gradient_l2 = gradient_bounds().l2,
                      .record_gradient = longest_gradient(radius)};
  if (!clip_ || clip_->norm == GradientClip::Norm::l2) bounds.record_smoothness = 1;
  return bounds;
}

GradientBounds MeanEstimationBounds::gradient_bounds() const {
  const GradientBounds bounds{.l1 = 2 * bounds_.l1, .l2 = 2 * bounds_.l2, .linf = 2 * bounds_.linf};
  return clip_ ? clipped(bounds, *clip_, dimension()) : bounds;
}

double MeanEstimationBounds::summation_error(Index records) const {
  constexpr double kUnit = 0x1p-53;
  if (clip_ || !domain_.is_bounded() || !std::isfinite(bounds_.l1)) {
    return std::numeric_limits<double>::infinity();
  }
  // A term of the mean goes through at most 64 additions in its lane, 3 between the lanes, one per
  // halving of the blocks, and the division.
  const double roundings = 68 + std::ceil(static_cast<double>(records) / 512);
  const double of_mean = roundings * kUnit / (1 - roundings * kUnit);
  const double l1 = domain_.l1_radius(dimension()) / bounds_.l1;
  const double l2 = domain_.l2_radius(dimension()) / bounds_.l2;
  return (of_mean + 2 * kUnit * (1 + std::max(l1, l2))) * (1 + 1e-10);
}

}  // namespace noisy
