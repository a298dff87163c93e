#include "engine/problem/saddle/saddle_risk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "engine/problem/risk/absent_sum.h"
#include "engine/problem/risk/block_sums.h"
#include "engine/problem/saddle/query_family.h"

namespace noisy {
namespace {

/// So many coordinates of rows, some microseconds of work, are worth a look at the clock.
constexpr Index kWorthALook = 4096;
/// Covers the rounding of the few operations by which a loss computes its bounds.
constexpr double kConstantMargin = 1 + 1e-13;
/// t: how far outside, relative to its size, a domain's points may be.
constexpr double kOutside = 4 * Domain::kTolerance;

double root(Index count) {
  return square_root_upward(static_cast<double>(count));
}

/// Nothing is just outside of an unbounded set: all of space, or non-negative numbers.
double bounded_radius(const Domain& product) {
  double squares = 0;
  for (const auto& [domain, size] : product.factors) {
    const double radius = domain.is_bounded() ? domain.l2_radius(size) : 0;
    squares = add_upward(squares, multiply_upward(radius, radius));
  }
  return square_root_upward(squares);
}

/// At all points that the domain contains, those just outside of it included.
SaddleBounds widened(SaddleBounds bounds, const Domain& domain) {
  const double change = multiply_upward(bounds.smoothness.joint, kOutside * bounded_radius(domain));
  const auto widen = [](double bound, double by) { return (bound + by) * kConstantMargin; };
  bounds.lipschitz = widen(bounds.lipschitz, change);
  const double apart = bounds.differs_alike_everywhere ? 0 : 2 * change;
  bounds.primal_difference = widen(bounds.primal_difference, apart);
  bounds.dual_difference = widen(bounds.dual_difference, apart);
  bounds.coordinates.lipschitz = widen(bounds.coordinates.lipschitz, change);
  bounds.coordinates.difference = widen(bounds.coordinates.difference, apart);
  for (double* one : {&bounds.smoothness.joint, &bounds.smoothness.primal, &bounds.smoothness.dual,
                      &bounds.smoothness.coupling}) {
    *one *= kConstantMargin;
  }
  return bounds;
}

}  // namespace

Domain product_domain(const SaddleLoss& loss, Index features) {
  Domain product{.kind = Domain::Kind::product};
  product.factors = {
      {.domain = loss.primal_domain(features), .size = loss.primal_dimension(features)},
      {.domain = loss.dual_domain(features), .size = loss.dual_dimension(features)}};
  return product;
}

// ---- bounds -----------------------------------------------------------------------------------

SaddleRiskBounds::SaddleRiskBounds(std::shared_ptr<const SaddleLoss> loss,
                                   const FeatureBounds& records, Index features)
    : loss_(std::move(loss)),
      records_(records),
      features_(features),
      domain_(product_domain(*loss_, features)) {
  SaddleBounds bounds = loss_->bounds(records, features);
  bounds.primal_dimension = loss_->primal_dimension(features);
  bounds.dual_dimension = loss_->dual_dimension(features);
  bounds_ = widened(bounds, domain_);
}

GradientBounds SaddleRiskBounds::gradient_bounds() const {
  const double in_x = bounds_.primal_difference;
  const double in_y = bounds_.dual_difference;
  const double apart =
      square_root_upward(add_upward(multiply_upward(in_x, in_x), multiply_upward(in_y, in_y)));
  const double l2 = std::min(2 * bounds_.lipschitz, apart);
  const double by_parts = add_upward(multiply_upward(root(bounds_.primal_dimension), in_x),
                                     multiply_upward(root(bounds_.dual_dimension), in_y));
  return {.l1 = std::min(multiply_upward(root(dimension()), l2), by_parts),
          .l2 = l2,
          .linf = std::min({l2, std::max(in_x, in_y), bounds_.coordinates.difference})};
}

RegionBounds SaddleRiskBounds::bounds_within(double /*radius*/) const {
  return {.gradient_l2 = gradient_bounds().l2,
          .record_smoothness = bounds_.smoothness.joint,
          .record_gradient = bounds_.lipschitz};
}

double SaddleRiskBounds::summation_error(Index records) const {
  constexpr double kUnit = 0x1p-53;
  constexpr double kLargestGradient = 0x1p800;
  const GradientBounds apart = gradient_bounds();
  const double l2 = bounds_.lipschitz;
  const double l1 = multiply_upward(root(dimension()), l2);
  const bool is_known = domain_.is_bounded() && l1 <= kLargestGradient && apart.l1 > 0;
  if (!is_known) return std::numeric_limits<double>::infinity();
  const double roundings = static_cast<double>(records) + 3;
  const double of_mean = roundings * kUnit / (1 - roundings * kUnit);
  const double of_record = static_cast<double>(features_ + dimension() + 128) * 2 * kUnit;
  const double halves = std::max(2 * l2 / apart.l2, 2 * l1 / apart.l1);  // L in S / 2
  return (of_mean + of_record * (1 + of_mean)) * halves * (1 + 1e-10);
}

// ---- records ----------------------------------------------------------------------------------

/// Adds what a query asks of rows.
class SaddleRisk::Sums {
 public:
  explicit Sums(const SaddleRisk& risk) : risk_(risk) {}

  /// Forgets all but the memory it holds.
  void begin(const PointQuery& query) {
    query_ = query;
    value_ = 0;
    if (query.gradient) total_.setZero(risk_.dimension());
  }

  void add(Index row) {
    const SaddleRecord record = risk_.rows_.at(row, row_);
    if (query_.value) value_ += risk_.loss().value(record, *query_.point);
    if (!query_.gradient) return;
    operator_.resize(risk_.dimension());
    risk_.loss().operator_at(record, *query_.point, operator_);
    if (query_.anchor) {
      at_anchor_.resize(risk_.dimension());
      risk_.loss().operator_at(record, *query_.anchor, at_anchor_);
      operator_ -= at_anchor_;
    }
    total_ += operator_;
  }

  void add(const Sums& other) {
    if (query_.gradient) total_ += other.total_;
    value_ += other.value_;
  }

  void answer(double records) const {
    if (query_.gradient) *query_.gradient = total_ / records;
    if (query_.value) *query_.value = value_ / records;
  }

 private:
  const SaddleRisk& risk_;
  PointQuery query_;
  Vector total_, operator_, at_anchor_;
  double value_ = 0;
  std::vector<double> row_;
};

/// What queries ask of all rows.
class SaddleRisk::RowsPass final : public Pass {
 public:
  RowsPass(const SaddleRisk& risk, std::span<const PointQuery> queries)
      : risk_(risk),
        queries_(queries.begin(), queries.end()),
        sums_(Sums(risk), risk.samples(), risk.dimension()) {}

  bool advance(ThreadPool& pool, const Deadline& deadline) override {
    const Index work = risk_.samples() * (risk_.features() + risk_.dimension());
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
    sums_.of(query, pool).answer(static_cast<double>(risk_.samples()));
  }

  const SaddleRisk& risk_;
  std::vector<PointQuery> queries_;
  BlockSums<Sums> sums_;
  std::size_t next_ = 0;
};

SaddleRisk::SaddleRisk(std::shared_ptr<const SaddleLoss> loss, const DenseData& data,
                       const FeatureBounds& bounds)
    : SaddleRisk(SaddleRows(data), std::move(loss), bounds, data.features()) {}

SaddleRisk::SaddleRisk(std::shared_ptr<const SaddleLoss> loss, const SparseData& data,
                       const FeatureBounds& bounds)
    : SaddleRisk(SaddleRows(data), std::move(loss), bounds, data.features()) {}

SaddleRisk::SaddleRisk(SaddleRows rows, std::shared_ptr<const SaddleLoss> loss,
                       const FeatureBounds& bounds, Index features)
    : SaddleRiskBounds(std::move(loss), bounds, features), rows_(std::move(rows)) {}

std::unique_ptr<Pass> SaddleRisk::begin_pass(std::span<const PointQuery> queries) const {
  return std::make_unique<RowsPass>(*this, queries);
}

void SaddleRisk::answer_batch(std::span<const Index> records, const PointQuery& query,
                              BatchScratch&) const {
  Sums sums(*this);
  sums.begin(query);
  for (const Index record : records) sums.add(record);
  sums.answer(static_cast<double>(records.size()));
}

void SaddleRisk::add_clipped_gradients(Index first, Index count, const Vector& point,
                                       const CoordinateClip& clip, BatchScratch&,
                                       math::PlacedSum& sum) const {
  std::vector<double> room;
  Vector scratch;
  for (Index i = first; i < first + count; ++i) {
    loss().add_clipped(rows_.at(i, room), point, clip, scratch, sum);
  }
}

std::unique_ptr<FiniteSum> SaddleRisk::part(Index first, Index count) const {
  auto rows = rows_.copy(first, count);
  if (!rows) return nullptr;
  return std::unique_ptr<FiniteSum>(
      new SaddleRisk(*std::move(rows), shared_loss(), records(), features()));
}

void SaddleRisk::add_answers(Index first, Index count, std::span<std::int64_t> sums) const {
  const auto asked = queries();
  if (!asked) return;
  std::vector<double> room;
  for (Index i = first; i < first + count; ++i) {
    const SaddleRecord record = rows_.at(i, room);
    asked->add_record(record.features, record.target, sums);
  }
}

Vector SaddleRisk::cell_shares() const {
  const auto asked = queries();
  Vector counts = Vector::Zero(asked->cells());
  std::vector<double> room;
  for (Index i = 0; i < samples(); ++i) {
    const SaddleRecord record = rows_.at(i, room);
    counts[asked->cell_of(record.features, record.target)] += 1;
  }
  return counts / static_cast<double>(samples());
}

std::unique_ptr<SaddleRiskBounds> make_absent_saddle_risk(std::shared_ptr<const SaddleLoss> loss,
                                                          const AbsentRecords& records,
                                                          const FeatureBounds& bounds) {
  return std::make_unique<AbsentSum<SaddleRiskBounds>>(records.samples, std::move(loss), bounds,
                                                       records.features);
}

}  // namespace noisy
