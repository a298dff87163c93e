#include "engine/problem/risk/softmax_risk.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "engine/math/elementary.h"
#include "engine/math/row_block.h"
#include "engine/math/vector_functions.h"
#include "engine/problem/risk/absent_sum.h"
#include "engine/problem/risk/block_sums.h"
#include "engine/problem/risk/linear_risk.h"
#include "engine/problem/risk/point_queries.h"

namespace noisy {
namespace {

/// Covers the rounding of some operations for each class where a bound must not be missed.
constexpr double kRoundUp = 1 + 1e-12;
constexpr double kRoundingMargin = 1 - 1e-12;
/// Scores are cut off here, far beyond where probabilities are 0 or 1: their differences are
/// finite, and what overflowed still gives probabilities.
constexpr double kLargestScore = 0x1p1000;

/// a * b where either may be infinite; 0 * infinity is 0: nothing times no bound is nothing.
double product(double a, double b) {
  return a > 0 && b > 0 ? a * b : 0;
}

auto weights_of(const Vector& point, Index classes, Index label) {
  const Index features = point.size() / classes;
  return point.segment(label * features, features);
}

/// ln(1 + sum_{j != y} exp(apart(j, y))), the largest over y.
template <class Apart>
double largest_over_labels(Index classes, const Apart& apart) {
  double largest = 0;
  for (Index y = 0; y < classes; ++y) {
    std::vector<double> exponents;
    for (Index j = 0; j < classes; ++j) exponents.push_back(j == y ? 0 : apart(j, y));
    const double most = std::ranges::max(exponents);
    if (!(most < kLargestScore)) return std::numeric_limits<double>::infinity();
    double sum = 0;
    for (const double exponent : exponents) sum += math::exp(exponent - most);
    largest = std::max(largest, most + math::log(sum));
  }
  return largest;
}

}  // namespace

// ---- bounds -----------------------------------------------------------------------------------

GradientBounds SoftmaxBounds::gradient_bounds() const {
  const GradientBounds bounds{.l1 = 2 * (residual_bound(RowNorm::l1) * bounds_.l1),
                              .l2 = 2 * (residual_bound(RowNorm::l2) * bounds_.l2),
                              .linf = 2 * (residual_bound(RowNorm::linf) * bounds_.linf)};
  return clip_ ? clipped(bounds, *clip_, dimension()) : bounds;
}

double SoftmaxBounds::l1_sensitivity_at(const Vector& point) const {
  const double everywhere = gradient_bounds().l1;
  if (!std::isfinite(bounds_.l1)) return everywhere;
  const double log_odds = largest_over_labels(classes_, [&](Index j, Index y) {
    const auto apart = weights_of(point, classes_, j) - weights_of(point, classes_, y);
    return bounds_.l1 * apart.template lpNorm<Eigen::Infinity>();
  });
  const double residual = 2 * (1 - math::exp(-log_odds));
  return std::min(everywhere, 2 * residual * bounds_.l1 * kRoundUp);
}

RegionBounds SoftmaxBounds::bounds_within(double) const {
  const double apart = gradient_bounds().l2;
  RegionBounds bounds{.gradient_l2 = apart, .record_gradient = apart / 2};
  // Two points' probabilities of one record are no farther apart than those are from a label.
  if (!clip_) bounds.record_change = apart / 2;
  if (!clip_ || clip_->norm == GradientClip::Norm::l2) {
    bounds.record_smoothness = smoothness_bound();
  }
  return bounds;
}

double SoftmaxBounds::smoothness_bound() const {
  return bounds_.l2 * bounds_.l2 / 2;
}

double SoftmaxBounds::summation_error(Index records) const {
  constexpr double kUnit = 0x1p-53;
  constexpr double kLargestGradient = 0x1p800;
  if (!(gradient_bounds().l1 <= kLargestGradient)) return std::numeric_limits<double>::infinity();
  const double roundings = static_cast<double>(records) + 6;
  return roundings * kUnit / (1 - roundings * kUnit) * (1 + 1e-10);
}

double largest_softmax_loss(const FeatureBounds& bounds, const Vector& point, Index classes) {
  return largest_over_labels(classes, [&](Index j, Index y) {
    const Vector apart = weights_of(point, classes, j) - weights_of(point, classes, y);
    return std::min({product(apart.lpNorm<Eigen::Infinity>(), bounds.l1),
                     product(apart.norm(), bounds.l2), product(apart.lpNorm<1>(), bounds.linf)});
  });
}

std::unique_ptr<FiniteSum> make_absent_softmax(Index samples, const FeatureBounds& bounds,
                                               const std::optional<GradientClip>& clip,
                                               Index classes, Index features) {
  return std::make_unique<AbsentSum<SoftmaxBounds>>(samples, bounds, clip, classes, features);
}

// ---- records ----------------------------------------------------------------------------------

/// Adds what a query asks of rows, a block of them at a time.
class SoftmaxRisk::Sums {
 public:
  /// @param rows  how many are likely to be added
  Sums(const SoftmaxRisk& risk, Index rows)
      : risk_(risk),
        block_(risk.data_.features(), rows),
        classes_(risk.classes()),
        labels_(size(block_.capacity())),
        caps_(size(block_.capacity())),
        heights_(size(block_.capacity())),
        totals_(size(block_.capacity())),
        residuals_(size(classes_ * block_.capacity())),
        gradient_(size(classes_ * block_.stride())) {}

  /// How many numbers it holds, about.
  Index numbers() const {
    return classes_ * (2 * block_.capacity() + block_.stride()) +
           2 * block_.capacity() * block_.stride();
  }

  void begin(const PointQuery& query) {
    query_ = query;
    block_.clear();
    std::ranges::fill(gradient_, 0.0);
    value_ = clipped_ = 0;
  }

  void add(Index row) {
    const auto i = size(block_.count());
    risk_.data_.copy_row(row, block_.append());
    labels_[i] = static_cast<Index>(risk_.data_.targets()[size(row)]);
    if (!risk_.caps_.empty()) caps_[i] = risk_.caps_[size(row)];
    if (block_.is_full()) take_block();
  }

  void add(Sums& other) {
    other.take_block();
    for (std::size_t i = 0; i < gradient_.size(); ++i) gradient_[i] += other.gradient_[i];
    value_ += other.value_;
    clipped_ += other.clipped_;
  }

  void answer(double records) {
    take_block();
    if (query_.value) *query_.value = value_ / records;
    if (!query_.gradient) return;
    const Index features = block_.features();
    query_.gradient->resize(classes_ * features);
    for (Index k = 0; k < classes_; ++k) {
      for (Index j = 0; j < features; ++j) {
        (*query_.gradient)[k * features + j] = gradient_[size(k * block_.stride() + j)] / records;
      }
    }
  }
  void answer_clipped(double records) {
    take_block();
    if (query_.value) *query_.value = clipped_ / records;
  }

 private:
  static std::size_t size(Index number) { return static_cast<std::size_t>(number); }

  /// The numbers of one class for the rows of the block, and for its padding.
  std::span<double> of_class(std::vector<double>& numbers, Index label) const {
    return std::span(numbers).subspan(size(label * block_.capacity()), size(block_.capacity()));
  }

  void take_block() {
    if (block_.count() == 0) return;
    clipped_ += static_cast<double>(set_residuals(*query_.point, residuals_));
    for (Index i = 0; i < block_.count(); ++i) value_ += heights_[size(i)];
    if (query_.gradient && query_.anchor) {
      anchor_residuals_.resize(residuals_.size());
      set_residuals(*query_.anchor, anchor_residuals_);
      for (std::size_t i = 0; i < residuals_.size(); ++i) residuals_[i] -= anchor_residuals_[i];
    }
    if (query_.gradient) block_.add_weighted_rows(residuals_.data(), classes_, gradient_.data());
    block_.clear();
  }

  /// p - e_y of each row, clipped, and the rows' losses.
  ///
  /// @return how many rows' gradients are clipped
  Index set_residuals(const Vector& point, std::vector<double>& out) {
    block_.scores(point.data(), classes_, out.data());
    set_exponents(out);
    for (Index i = 0; i < block_.count(); ++i) {
      heights_[size(i)] = -of_class(out, labels_[size(i)])[size(i)];
    }
    math::exp_each(out, out);
    std::ranges::fill(totals_, 0.0);
    each(out, [&](double& e, std::size_t i) { totals_[i] += e; });
    each(out, [&](double& e, std::size_t i) { e /= totals_[i]; });
    if (query_.value) {
      math::log_each(totals_, totals_);
      for (std::size_t i = 0; i < totals_.size(); ++i) heights_[i] += totals_[i];
    }
    for (Index i = 0; i < block_.count(); ++i) of_class(out, labels_[size(i)])[size(i)] -= 1;
    return risk_.clip() ? clip_rows(out) : 0;
  }

  /// From scores to their differences from the largest one of each row.
  void set_exponents(std::vector<double>& scores) {
    for (double& score : scores) {
      score = score > -kLargestScore ? std::min(score, kLargestScore) : -kLargestScore;
    }
    std::ranges::fill(totals_, -kLargestScore);
    each(scores, [&](double& score, std::size_t i) { totals_[i] = std::max(totals_[i], score); });
    each(scores, [&](double& score, std::size_t i) { score -= totals_[i]; });
  }

  Index clip_rows(std::vector<double>& residuals) {
    const bool is_l1 = risk_.clip()->norm == GradientClip::Norm::l1;
    std::ranges::fill(totals_, 0.0);
    each(residuals, [&](double& r, std::size_t i) { totals_[i] += is_l1 ? std::fabs(r) : r * r; });
    Index clipped = 0;
    for (std::size_t i = 0; i < totals_.size(); ++i) {
      const double length = is_l1 ? totals_[i] : std::sqrt(totals_[i]);
      const bool is_longer = length > caps_[i];
      totals_[i] = is_longer ? caps_[i] / length * kRoundingMargin : 1;
      clipped += is_longer && i < size(block_.count()) ? 1 : 0;
    }
    each(residuals, [&](double& r, std::size_t i) { r *= totals_[i]; });
    return clipped;
  }

  /// Calls it with each number and the position of its row in the block.
  template <class Function>
  void each(std::vector<double>& numbers, const Function& function) const {
    for (Index k = 0; k < classes_; ++k) {
      const std::span<double> own = of_class(numbers, k);
      for (std::size_t i = 0; i < own.size(); ++i) function(own[i], i);
    }
  }

  const SoftmaxRisk& risk_;
  PointQuery query_;
  math::RowBlock block_;
  Index classes_;
  std::vector<Index> labels_;                         ///< of the block's rows
  std::vector<double> caps_;                          ///< likewise, with clipping
  std::vector<double> heights_;                       ///< likewise: their losses
  std::vector<double> totals_;                        ///< likewise, over the classes
  std::vector<double> residuals_, anchor_residuals_;  ///< class after class
  std::vector<double> gradient_;                      ///< class after class, padded
  double value_ = 0;
  double clipped_ = 0;
};

/// What queries ask of all rows, one query after the other.
class SoftmaxRisk::RowsPass final : public Pass {
 public:
  RowsPass(const SoftmaxRisk& risk, std::span<const PointQuery> queries, bool counts_clipped)
      : records_(static_cast<double>(risk.samples())),
        queries_(queries.begin(), queries.end()),
        counts_clipped_(counts_clipped),
        sums_(Sums(risk, risk.samples()), risk.samples(), Sums(risk, risk.samples()).numbers()) {}

  bool advance(ThreadPool& pool, const Deadline& deadline) override {
    while (next_ < queries_.size()) {
      Sums& all = sums_.of(queries_[next_++], pool);
      counts_clipped_ ? all.answer_clipped(records_) : all.answer(records_);
      if (next_ < queries_.size() && deadline.passed()) return false;
    }
    return true;
  }

 private:
  double records_;
  std::vector<PointQuery> queries_;
  bool counts_clipped_;  ///< the values are the clipped share
  BlockSums<Sums> sums_;
  std::size_t next_ = 0;
};

SoftmaxRisk::SoftmaxRisk(const DenseData& data, const FeatureBounds& bounds,
                         const std::optional<GradientClip>& clip, Index classes)
    : SoftmaxBounds(bounds, clip, classes, data.features()), data_(data) {
  if (clip) caps_ = row_caps(data, *clip);
}

SoftmaxRisk::SoftmaxRisk(std::unique_ptr<const DenseData> data, const SoftmaxRisk& whole)
    : SoftmaxRisk(*data, whole.bounds(), whole.clip(), whole.classes()) {
  own_ = std::move(data);
}

std::unique_ptr<FiniteSum> SoftmaxRisk::part(Index first, Index count) const {
  auto rows = data_.copy_rows(first, count);
  if (!rows) return nullptr;
  return std::unique_ptr<FiniteSum>(
      new SoftmaxRisk(std::make_unique<DenseData>(*std::move(rows)), *this));
}

std::unique_ptr<Pass> SoftmaxRisk::begin_pass(std::span<const PointQuery> queries) const {
  return std::make_unique<RowsPass>(*this, queries, false);
}

std::unique_ptr<Pass> SoftmaxRisk::begin_clip_pass(std::span<const PointQuery> queries) const {
  if (!clip()) return nullptr;
  return std::make_unique<RowsPass>(*this, queries, true);
}

void SoftmaxRisk::answer_batch(std::span<const Index> records, const PointQuery& query,
                               BatchScratch&) const {
  Sums sums(*this, std::ssize(records));
  sums.begin(query);
  for (const Index record : records) sums.add(record);
  sums.answer(static_cast<double>(records.size()));
}

}  // namespace noisy
