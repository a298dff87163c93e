#include "engine/problem/risk/record_risk.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/math/reduce.h"
#include "engine/problem/loss/tilt_alone.h"
#include "engine/problem/risk/block_sums.h"
#include "engine/problem/risk/point_queries.h"

namespace noisy {
namespace {

/// So many coordinates of rows, some microseconds of work, are worth a look at the clock.
constexpr Index kWorthALook = 4096;
/// A domain accepts points that rounding put outside of it, and constants are rounded themselves.
constexpr double kRegionMargin = 1 + 4 * Domain::kTolerance;
constexpr double kConstantMargin = 1 + 1e-13;
/// Covers the rounding of a few operations where a bound must not be missed.
constexpr double kRoundingMargin = 1 - 1e-14;

/// L_0 there, of records that are not clipped.
double longest_gradient(const RecordLoss& loss, const Region& region) {
  return record_lipschitz(loss, region) * kConstantMargin;
}

double clip_factor(const Vector& gradient, const GradientClip& clip) {
  const bool l1 = clip.norm == GradientClip::Norm::l1;
  const double norm = l1 ? math::l1_norm(gradient) : math::l2_norm(gradient);
  return norm <= clip.bound ? 1 : clip.bound / norm * kRoundingMargin;
}

}  // namespace

// ---- bounds -----------------------------------------------------------------------------------

FeatureBounds unit_gradient(Index dimension) {
  return with_implied_bounds({.l2 = 1}, dimension);
}

Region RecordBounds::region(double radius) const {
  const double within = std::min(radius, domain_.l2_radius(features_));
  return {.radius = within * kRegionMargin, .dimension = features_, .records = bounds_};
}

GradientBounds RecordBounds::bounds_at(const Region& region) const {
  if (differs_by_tilt_alone(*loss_) && !clip_) {
    return {.l1 = 2 * bounds_.l1, .l2 = 2 * bounds_.l2, .linf = 2 * bounds_.linf};
  }
  const double l2 = 2 * longest_gradient(*loss_, region);
  const FeatureBounds unit = unit_gradient(features_);
  const GradientBounds bounds{.l1 = l2 * unit.l1, .l2 = l2, .linf = l2 * unit.linf};
  return clip_ ? clipped(bounds, *clip_, features_) : bounds;
}

RegionBounds RecordBounds::bounds_within(double radius) const {
  const Region where = region(radius);
  const double longest = longest_gradient(*loss_, where);
  RegionBounds bounds{.gradient_l2 = bounds_at(where).l2,
                      .record_gradient = clip_ ? std::min(longest, clip_->bound) : longest};
  if (!clip_ || clip_->norm == GradientClip::Norm::l2) {
    bounds.record_smoothness = loss_->curvature(where) * kConstantMargin;
  }
  return bounds;
}

double RecordBounds::smoothness_bound() const {
  return loss_->curvature(region(kEverywhere)) * kConstantMargin;
}

double RecordBounds::summation_error(Index records) const {
  constexpr double kUnit = 0x1p-53;
  constexpr double kLargestGradient = 0x1p800;
  const double longest = longest_gradient(*loss_, region(kEverywhere));
  const double longest_l1 = longest * unit_gradient(features_).l1;
  const bool is_finite = domain_.is_bounded() && gradient_bounds().l1 <= kLargestGradient;
  if (!is_finite || (!clip_ && !(longest_l1 <= kLargestGradient))) {
    return std::numeric_limits<double>::infinity();
  }
  const double roundings = static_cast<double>(records) + 6;
  const double of_mean = roundings * kUnit / (1 - roundings * kUnit) * (1 + 1e-10);
  if (!differs_by_tilt_alone(*loss_) || clip_) return of_mean;
  // What is rounded are gradients, which may be longer than S / 2.
  const double ratio = std::max(longest / bounds_.l2, longest_l1 / bounds_.l1);
  return std::isnan(ratio) ? of_mean : of_mean * ratio;
}

// ---- records ----------------------------------------------------------------------------------

/// Adds what a query asks of rows, each as often as its record occurs.
class RecordRisk::Sums {
 public:
  explicit Sums(const RecordRisk& risk) : risk_(risk) {}

  /// Forgets all but the memory it holds.
  void begin(const PointQuery& query) {
    query_ = query;
    gradient_.setZero(risk_.dimension());
    tilt_.setZero(risk_.dimension());
    value_ = clipped_ = height_ = 0;
    target_ = std::numeric_limits<double>::quiet_NaN();
  }

  void add(Index row) { add(row, risk_.count_of(row)); }
  void add(Index row, double count) {
    const double target = risk_.rows_.targets()[static_cast<std::size_t>(row)];
    if (is_read()) {
      row_.resize(risk_.dimension());
      risk_.rows_.copy_row(row, {row_.data(), static_cast<std::size_t>(row_.size())});
    }
    if (use() == RowUse::factor) {
      set_product(target);
    } else {
      set_target(target);
    }
    if (has_tilt()) tilt_ += count * row_;
    value_ += count * height_;
    if (risk_.clip()) {
      add_clipped(count);
    } else if (query_.anchor) {
      gradient_ += count * (slope_ - anchor_slope_);
    } else {
      gradient_ += count * slope_;
    }
  }

  void add(const Sums& other) {
    gradient_ += other.gradient_;
    tilt_ += other.tilt_;
    value_ += other.value_;
    clipped_ += other.clipped_;
  }

  void answer(double records) {
    const bool is_apart = has_tilt() && !risk_.clip();
    if (query_.gradient) {
      *query_.gradient = (is_apart ? Vector(gradient_ + tilt_) : gradient_) / records;
    }
    if (query_.value) *query_.value = (value_ + math::dot(tilt_, *query_.point)) / records;
  }
  void answer_clipped(double records) {
    if (query_.value) *query_.value = clipped_ / records;
  }

 private:
  RowUse use() const { return risk_.loss().row_use(); }
  /// The tilts of a record's two gradients cancel where nothing is clipped.
  bool has_tilt() const { return use() == RowUse::tilt && (risk_.clip() || !query_.anchor); }
  bool is_read() const { return use() == RowUse::factor || has_tilt(); }

  /// Most rows have the target of the row before.
  void set_target(double target) {
    if (target == target_) return;
    target_ = target;
    const RecordLoss& loss = risk_.loss();
    if (query_.value) height_ = loss.value(*query_.point, target);
    loss.gradient(*query_.point, target, slope_);
    if (query_.anchor) loss.gradient(*query_.anchor, target, anchor_slope_);
  }

  /// Of g(<u, w>, y) with the row u: g' u.
  void set_product(double target) {
    if (query_.value) height_ = risk_.loss().value(product_at(*query_.point), target);
    set_slope(*query_.point, target, slope_);
    if (query_.anchor) set_slope(*query_.anchor, target, anchor_slope_);
  }
  void set_slope(const Vector& point, double target, Vector& out) {
    risk_.loss().gradient(product_at(point), target, inner_);
    out = inner_[0] * row_;
  }
  const Vector& product_at(const Vector& point) {
    product_ = Vector::Constant(1, math::dot(row_, point));
    return product_;
  }

  void add_clipped(double count) {
    if (add_clipped(slope_, count) < 1) clipped_ += count;
    if (query_.anchor) add_clipped(anchor_slope_, -count);
  }

  /// Gives what the gradient was multiplied with.
  double add_clipped(const Vector& slope, double count) {
    whole_ = slope;
    if (use() == RowUse::tilt) whole_ += row_;
    const double factor = clip_factor(whole_, *risk_.clip());
    gradient_ += count * (factor * whole_);
    return factor;
  }

  const RecordRisk& risk_;
  PointQuery query_;
  Vector gradient_;
  Vector tilt_;  ///< of all rows, apart: where tilts cancel, they do so exactly
  double value_ = 0;
  double clipped_ = 0;
  double target_ = std::numeric_limits<double>::quiet_NaN();
  double height_ = 0;
  Vector slope_, anchor_slope_, row_, whole_, product_, inner_;
};

/// What queries ask of all rows.
class RecordRisk::RowsPass final : public Pass {
 public:
  RowsPass(const RecordRisk& risk, std::span<const PointQuery> queries, bool counts_clipped)
      : risk_(risk),
        queries_(queries.begin(), queries.end()),
        counts_clipped_(counts_clipped),
        sums_(Sums(risk), risk.rows_.samples(), risk.dimension()) {}

  bool advance(ThreadPool& pool, const Deadline& deadline) override {
    const Index work = risk_.rows_.samples() * risk_.dimension();
    Index worked = 0;
    while (next_ < queries_.size()) {
      answer(queries_[next_++], pool);
      worked += work;
      if (next_ == queries_.size() || worked < kWorthALook) continue;
      if (deadline.passed()) return false;
      worked = 0;
    }
    return true;
  }

 private:
  void answer(const PointQuery& query, ThreadPool& pool) {
    Sums& all = sums_.of(query, pool);
    const auto records = static_cast<double>(risk_.samples());
    if (counts_clipped_) return all.answer_clipped(records);
    all.answer(records);
  }

  const RecordRisk& risk_;
  std::vector<PointQuery> queries_;
  bool counts_clipped_;  ///< the values are the clipped share
  BlockSums<Sums> sums_;
  std::size_t next_ = 0;
};

RecordRisk::RecordRisk(std::shared_ptr<const RecordLoss> loss, const CountedRecords& records,
                       const FeatureBounds& bounds, const Domain& domain,
                       std::optional<GradientClip> clip)
    : RecordBounds(std::move(loss), bounds, domain, clip, records.rows->features()),
      rows_(*records.rows),
      counts_(records.counts),
      ends_(counts_.size()) {
  std::partial_sum(counts_.begin(), counts_.end(), ends_.begin());
  samples_ = ends_.empty() ? rows_.samples() : ends_.back();
}

Index RecordRisk::row_of(Index record) const {
  if (ends_.empty()) return record;
  return std::ranges::upper_bound(ends_, record) - ends_.begin();
}

std::unique_ptr<Pass> RecordRisk::begin_pass(std::span<const PointQuery> queries) const {
  return std::make_unique<RowsPass>(*this, queries, false);
}

std::unique_ptr<Pass> RecordRisk::begin_clip_pass(std::span<const PointQuery> queries) const {
  if (!clip()) return nullptr;
  return std::make_unique<RowsPass>(*this, queries, true);
}

void RecordRisk::answer_batch(std::span<const Index> records, const PointQuery& query,
                              BatchScratch&) const {
  Sums sums(*this);
  sums.begin(query);
  for (const Index record : records) sums.add(row_of(record), 1);
  sums.answer(static_cast<double>(records.size()));
}

RecordMeans RecordRisk::means() const {
  const auto rows = static_cast<std::size_t>(rows_.samples());
  const auto records = static_cast<double>(samples_);
  RecordMeans means{.tilt = Vector(rows_.features())};
  for (Index j = 0; j < rows_.features(); ++j) {
    means.tilt[j] = math::sum_of(rows,
                                 [&](std::size_t i) {
                                   const auto row = static_cast<Index>(i);
                                   return count_of(row) * rows_.feature(row, j);
                                 }) /
                    records;
  }
  means.target = math::sum_of(rows,
                              [&](std::size_t i) {
                                return count_of(static_cast<Index>(i)) * rows_.targets()[i];
                              }) /
                 records;
  if (loss().row_use() == RowUse::factor) means.axis_length = axis_length();
  return means;
}

double RecordRisk::axis_length() const {
  const Index rows = rows_.samples();
  const double target = rows_.targets().front();
  double length = 0;
  std::vector<double> counts(static_cast<std::size_t>(rows_.features()));
  for (Index row = 0; row < rows; ++row) {
    const std::optional<Index> axis = axis_of(row);
    if (!axis || rows_.targets()[static_cast<std::size_t>(row)] != target) return 0;
    const double entry = rows_.feature(row, *axis);
    if (!(entry > 0) || (row > 0 && entry != length)) return 0;
    length = entry;
    counts[static_cast<std::size_t>(*axis)] += count_of(row);
  }
  const bool is_even =
      std::ranges::all_of(counts, [&](double count) { return count == counts.front(); });
  return is_even ? length : 0;
}

std::optional<Index> RecordRisk::axis_of(Index row) const {
  std::optional<Index> axis;
  for (Index j = 0; j < rows_.features(); ++j) {
    if (rows_.feature(row, j) == 0) continue;
    if (axis) return std::nullopt;
    axis = j;
  }
  return axis;
}

}  // namespace noisy
