#include "engine/audit/canary.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <variant>

#include "engine/audit/piped_records.h"
#include "engine/math/reduce.h"
#include "engine/privacy/release/moments.h"
#include "engine/privacy/release/neighbour_move.h"
#include "engine/privacy/release/noise.h"
#include "engine/problem/risk/players.h"
#include "engine/random/stream.h"

namespace noisy {
namespace {

/// Keeps a norm below its bound whatever the rounding of its sum.
constexpr double kInside = 1 - 1e-14;
/// Share of a tilted record's norm on the common coordinate.
constexpr double kTilt = 0.002;
/// Of the attained share, for every doubling of the coordinates that Laplace noise covers: all must
/// reach their largest loss together for the whole epsilon to show, in one of 2^k runs.
constexpr double kSpreadingCost = 0.03;
/// Improvements below this are rounding.
constexpr double kClearlyBetter = 1 + 1e-9;
/// Size of a record that is to be cut down by the pipeline.
constexpr double kWild = 1e6;
/// Stand-in for a bound that is not there: such a record's gradient is limited by clipping.
constexpr double kUnboundedNorm = 16;

double finite_or(double bound, double otherwise) {
  return std::isfinite(bound) ? bound : otherwise;
}

struct Size {
  double l1;
  double l2;
  double linf;
};

/// Largest a for which `count` entries of size a obey the bounds.
double amplitude(const Size& size, Index count) {
  const auto k = static_cast<double>(count);
  return std::min(std::min(size.l1 / k, size.l2 / std::sqrt(k)) * kInside, size.linf);
}

using Features = std::vector<double>;

enum class Signs { alternating, equal };

/// Coordinates [first, first + count), as large as allowed.
Features pattern(const Size& size, Index features, Index first, Index count, double scale,
                 Signs signs = Signs::alternating) {
  Features out(static_cast<std::size_t>(features), 0.0);
  const double a = amplitude(size, count) * scale;
  for (Index j = 0; j < count; ++j) {
    out[static_cast<std::size_t>(first + j)] = signs == Signs::equal || j % 2 == 0 ? a : -a;
  }
  return out;
}

struct Pair {
  Features usual;
  Features odd;
  bool has_far_start;  ///< some start gives both records a large negative margin
};

Pair opposite(const Size& size, Index features, Index count, Signs signs = Signs::alternating) {
  Pair pair{pattern(size, features, 0, count, 1, signs), {}, false};
  pair.odd = pair.usual;
  for (double& value : pair.odd) value = -value;
  return pair;
}

Pair disjoint(const Size& size, Index features, Index count) {
  return {pattern(size, features, 0, count, 1), pattern(size, features, count, count, 1), true};
}

Pair tilted(const Size& size, Index features, Index count) {
  Pair pair{pattern(size, features, 0, count, 1 - kTilt), {}, true};
  pair.odd = pair.usual;
  for (double& value : pair.odd) value = -value;
  const auto common = static_cast<std::size_t>(count);
  pair.usual[common] = pair.odd[common] = amplitude(size, 1) * kTilt;
  return pair;
}

/// The first and the last coordinates.
Pair overlapping(const Size& size, Index features, Index count, Signs signs) {
  return {pattern(size, features, 0, count, 1, signs),
          pattern(size, features, features - count, count, 1, signs), count < features};
}

/// An odd record of zeros.
Pair lonely(const Size& size, Index features, Index count) {
  return {pattern(size, features, 0, count, 1), Features(static_cast<std::size_t>(features), 0.0),
          false};
}

/// The same, at a start where a saturated loss has its steepest slope, too.
Pair zeroed(const Size& size, Index features, Index count) {
  Pair pair = lonely(size, features, count);
  pair.has_far_start = true;
  return pair;
}

/// Whether one record's features are the other's or their opposite, as its second derivative is.
bool bend_alike(const Pair& pair) {
  const auto are_opposite = [](double x, double y) { return x == -y; };
  return pair.usual == pair.odd || std::ranges::equal(pair.usual, pair.odd, are_opposite);
}

/// Where both records have margin -far times their target's sign.
Vector far_start(const Pair& pair, double usual_target, double odd_target, double far) {
  const auto d = static_cast<Index>(pair.usual.size());
  Vector common = Vector::Zero(d);
  for (Index j = 0; j < d; ++j) {
    const auto at = static_cast<std::size_t>(j);
    common[j] = usual_target * pair.usual[at] + odd_target * pair.odd[at];
  }
  const double margin = usual_target * math::dot(math::view(common), pair.usual);
  if (!(std::fabs(margin) > 0)) return Vector::Zero(d);
  return -far / margin * common;
}

/// Of several classes, where the last one has the negative margins of the direction and class 0 its
/// margins; of other losses the direction itself.
Vector classes_start(Vector direction, Index classes) {
  if (classes == 0) return direction;
  const Index d = direction.size();
  Vector out = Vector::Zero(classes * d);
  out.head(d) = -direction;
  out.tail(d) = direction;
  return out;
}

class Finder {
 public:
  explicit Finder(const CanarySearch& search) : search_(search) {
    const FeatureBounds& bounds = search.shape->facts.bounds;
    const double unit = search.problem.gradient_clip
                            ? std::max(1.0, search.problem.gradient_clip->bound) * kUnboundedNorm
                            : 1.0;
    size_ = {finite_or(bounds.l1, unit), finite_or(bounds.l2, unit), finite_or(bounds.linf, unit)};
    targets_ = {finite_or(bounds.target_lower, -unit), finite_or(bounds.target_upper, unit)};
    classes_ = search.problem.loss->classes(search.problem.loss_parameters);
  }

  Canary find() {
    const Index d = search_.shape->features();
    if (search_.neighbours == Neighbours::zero_out) {
      for (Index count = 1; count <= d; count = count < d ? std::min(2 * count, d) : d + 1) {
        try_pair(zeroed(size_, d, count));
      }
      return best_;
    }
    for (Index count = 1; count <= d; count = count < d ? std::min(2 * count, d) : d + 1) {
      try_pair(search_.leaks ? lonely(size_, d, count) : opposite(size_, d, count));
      if (2 * count <= d) try_pair(disjoint(size_, d, count));
      if (count + 1 <= d && !search_.leaks) try_pair(tilted(size_, d, count));
    }
    if (search_.is_by_coordinates) find_random(d);
    if (search_.pipeline) find_wild(search_.pipeline->features);
    return best_;
  }

 private:
  /// Records far outside of every bound, put through the pipeline.
  void find_wild(Index d) {
    constexpr Size kWildSize{.l1 = HUGE_VAL, .l2 = HUGE_VAL, .linf = kWild};
    for (Index count = 1; count <= d; count = count < d ? std::min(2 * count, d) : d + 1) {
      for (const Signs signs : {Signs::alternating, Signs::equal}) {
        try_piped(overlapping(kWildSize, d, count, signs));
        try_piped(opposite(kWildSize, d, count, signs));
      }
    }
  }

  /// Rows of signs that follow no rule: of a matrix, both rows and columns differ.
  void find_random(Index d) {
    constexpr int kTries = 16;
    Stream signs = StreamFactory::reproducible({.seed = 1, .algorithm = "audit/canary"})
                       .stream(StreamPurpose::sampling, 0);
    for (int k = 0; k < kTries; ++k) {
      Pair pair = opposite(size_, d, d, Signs::equal);
      for (std::size_t j = 0; j < pair.usual.size(); ++j) {
        if (signs.next_word() % 2 == 0) std::swap(pair.usual[j], pair.odd[j]);
      }
      try_pair(pair);
    }
  }

  void try_piped(const Pair& raw) {
    const auto piped =
        piped_records(*search_.shape, *search_.pipeline, {{raw.usual, -kWild}, {raw.odd, kWild}});
    if (!piped) return;
    const Pair pair{piped->front().features, piped->back().features, raw.has_far_start};
    if (search_.problem.loss->takes_labels || classes_ > 0) return try_pair(pair, targets_);
    try_pair(pair, {piped->front().target, piped->back().target});
  }

  void try_pair(const Pair& pair) { try_pair(pair, targets_); }

  void try_pair(const Pair& pair, const std::array<double, 2>& targets) {
    if (search_.leaks && bend_alike(pair)) return;
    for (const double usual : targets) {
      for (const double odd : targets) {
        if (!search_.is_variance_reduced) consider(pair, usual, odd, search_.start);
        if (search_.is_variance_reduced) {
          consider_points(pair, usual, odd);
          continue;
        }
        if (pair.has_far_start && !search_.leaks && !search_.has_region) {
          const Vector far = far_start(pair, sign_of(usual), sign_of(odd), search_.far_margin);
          consider(pair, usual, odd, classes_start(far, classes_));
        }
      }
    }
  }

  /// Far points on both sides, where saturated losses have their extreme slopes.
  void consider_points(const Pair& pair, double usual_target, double odd_target) {
    if (!pair.has_far_start) return;
    const Vector far = classes_start(far_start(pair, 1, 1, search_.far_margin), classes_);
    for (const double side : {1.0, -1.0}) {
      consider(pair, usual_target, odd_target, side * far, -side * far);
    }
  }

  void consider(const Pair& pair, double usual_target, double odd_target, const Vector& start,
                const Vector& anchor = {}) {
    Canary canary{.usual = {pair.usual, usual_target},
                  .odd = {pair.odd, odd_target},
                  .start = start,
                  .anchor = anchor};
    const auto data = records_like(*search_.shape, {canary.usual, canary.odd});
    if (!data) return;
    const auto objective = make_objective(search_.problem, *data);
    const FiniteSum& sum = *objective->sum;
    const bool is_inside = search_.stays_in_domain || search_.neighbours == Neighbours::zero_out;
    if (is_inside && !objective->domain.contains(start)) return;
    if (!sum.is_allowed(start) || (anchor.size() > 0 && !sum.is_allowed(anchor))) return;
    const bool l1 = noise_of(search_.mechanism).norm == RowNorm::l1;
    Vector distance = gradient(sum, 0, start) - gradient(sum, 1, start);
    const double at_start = math::l2_norm(distance);
    if (search_.is_variance_reduced) {
      distance -= gradient(sum, 0, anchor) - gradient(sum, 1, anchor);
    }
    canary.attained = l1 ? math::l1_norm(distance) : math::l2_norm(distance);
    canary.bound = l1 ? sum.gradient_bounds().l1
                      : gradient_move(sum.bounds_within(HUGE_VAL), search_.neighbours);
    if (search_.vertices) {
      Vector products;
      search_.vertices->products(distance, products);
      canary.attained = math::linf_norm(products);
      canary.bound = search_.vertices->score_sensitivity(sum.gradient_bounds()).value();
    }
    if (search_.is_by_moments) {
      distance = moment_distance(sum);
      canary.attained = math::l2_norm(distance);
      canary.bound = std::sqrt(2.0);
    }
    if (search_.is_by_coordinates) {
      canary.attained = math::linf_norm(distance);
      canary.bound = sum.gradient_bounds().linf;
    }
    if (search_.rule == SensitivityRule::state_dependent) {
      canary.bound = sum.l1_sensitivity_at(start);
    }
    double worth = canary.attained / canary.bound;
    if (search_.is_variance_reduced) {
      const double apart = canary.bound;
      canary.bound = 2 * change_bound(apart, sum.bounds_within(HUGE_VAL));
      worth = canary.attained / canary.bound + at_start / apart;
    }
    canary.differing = (distance.array() != 0).count();
    if (search_.is_by_coordinates) worth = mean_range(sum, distance) / (2 * canary.bound);
    if (l1 && canary.differing > 0) {
      const auto differing = static_cast<std::uint64_t>(canary.differing);
      worth -= kSpreadingCost * static_cast<double>(std::bit_width(differing) - 1);
    }
    if (!(worth > best_worth_ * kClearlyBetter)) return;
    best_worth_ = worth;
    best_ = std::move(canary);
  }

  /// The two records' first moments' difference and then their second ones', each over the most
  /// that it can be.
  Vector moment_distance(const FiniteSum& sum) const {
    const Index d = sum.dimension();
    const QuadraticBounds bounds = sum.quadratic_bounds();
    const auto most = [&](MomentPart part) {
      return moment_move(part, bounds, d, search_.neighbours);
    };
    const auto between = [&](const Vector& point) -> Vector {
      return gradient(sum, 0, point) - gradient(sum, 1, point);
    };
    const Vector at_origin = between(Vector::Zero(d));
    Vector out(d + d * d);
    out.head(d) = at_origin / most(MomentPart::first);
    for (Index j = 0; j < d; ++j) {
      const Vector column = between(Vector::Unit(d, j)) - at_origin;
      out.segment(d + j * d, d) = column / most(MomentPart::second);
    }
    return out;
  }

  /// How far apart the coordinates of a player are moved, in the mean over the players: what is
  /// added to all of them moves no choice.
  static double mean_range(const FiniteSum& sum, Vector& distance) {
    const std::vector<SimplexPlayer> players = simplex_players(sum);
    double total = 0;
    for (const SimplexPlayer& player : players) {
      const auto [least, most] = std::ranges::minmax(player.of(distance));
      total += most - least;
    }
    return total / static_cast<double>(players.size());
  }

  /// What far starts take for the target: of several classes the last one is positive.
  double sign_of(double target) const {
    if (classes_ == 0) return target;
    return target > 0 ? 1 : -1;
  }

  static Vector gradient(const FiniteSum& sum, Index record, const Vector& point) {
    BatchScratch scratch;
    Vector out(sum.dimension());
    sum.answer_batch({&record, 1}, {.point = &point, .gradient = &out, .value = nullptr}, scratch);
    return out;
  }

  const CanarySearch& search_;
  Size size_{};
  std::array<double, 2> targets_{};
  Index classes_ = 0;  ///< of a loss of several classes
  Canary best_;
  double best_worth_ = 0;
};

Result<StoredRecords> dense_records(Index features, const std::vector<Record>& records) {
  auto data = DenseData::allocate(
      {.samples = std::ssize(records), .features = features, .layout = DataLayout::rows});
  if (!data) return std::unexpected(std::move(data.error()));
  for (std::size_t i = 0; i < records.size(); ++i) {
    data->set_row(static_cast<Index>(i), records[i].features);
    data->targets()[i] = records[i].target;
  }
  return *std::move(data);
}

Result<StoredRecords> sparse_records(Index features, const std::vector<Record>& records) {
  std::vector<std::uint32_t> columns(static_cast<std::size_t>(features));
  std::iota(columns.begin(), columns.end(), std::uint32_t{0});
  const auto size = static_cast<double>(records.size());
  SparseDataBuilder builder(features, sparse_bytes(size, static_cast<double>(features),
                                                   size * static_cast<double>(features)));
  for (const Record& record : records) {
    auto added = builder.append(columns, record.features, record.target);
    if (!added) return std::unexpected(std::move(added.error()));
  }
  return SparseRecords(std::move(builder).finish());
}

}  // namespace

Canary find_canary(const CanarySearch& search) {
  return Finder(search).find();
}

Result<StoredRecords> stored_like(const LoadedData& shape, Index features,
                                  const std::vector<Record>& records) {
  return std::holds_alternative<SparseRecords>(shape.records) ? sparse_records(features, records)
                                                              : dense_records(features, records);
}

Result<std::shared_ptr<const LoadedData>> records_like(const LoadedData& shape,
                                                       const std::vector<Record>& records) {
  auto stored = stored_like(shape, shape.features(), records);
  if (!stored) return std::unexpected(std::move(stored.error()));
  return std::make_shared<const LoadedData>(LoadedData{
      .records = *std::move(stored), .facts = shape.facts, .target = "", .hash = "", .counts = {}});
}

}  // namespace noisy
