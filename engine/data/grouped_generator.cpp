#include "engine/data/grouped_generator.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/data/source_bounds.h"
#include "engine/math/reduce.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

constexpr std::string_view kTilts = "balanced-tilts";
constexpr std::string_view kValues = "balanced-values";
constexpr std::string_view kBiased = "biased-signs";
constexpr std::string_view kHard = "hard-signs";
constexpr std::string_view kOneHot = "one-hot";

/// A target and how many records have it.
struct Level {
  double target;
  Index count;
};

Index signed_rows(const SyntheticParameters& parameters) {
  return std::min(parameters.signed_rows, parameters.samples);
}

std::vector<Level> levels_of(const SyntheticParameters& parameters) {
  const Index n = parameters.samples;
  if (parameters.name == kBiased) {
    const double share = 0.5 * (1 + parameters.bias);
    const Index positive = std::llround(share * static_cast<double>(n));
    return {{1, positive}, {-1, n - positive}};
  }
  return {{parameters.mean + parameters.spread, n / 2},
          {parameters.mean - parameters.spread, n / 2},
          {parameters.mean, n % 2}};
}

/// Rounds towards 0 until the row is no longer than the bound.
void shorten(std::span<double> row, double bound) {
  constexpr double kStep = 1 - 0x1p-52;
  while (math::l2_norm(row) > bound) {
    for (double& value : row) value *= kStep;
  }
}

/// A row of length `bound`.
std::vector<double> random_tilt(const SyntheticParameters& parameters) {
  const StreamFactory streams = StreamFactory::synthetic_data(parameters.seed, parameters.name);
  Stream stream = streams.stream(StreamPurpose::data, 0);
  std::vector<double> row(static_cast<std::size_t>(parameters.features));
  fill_normal(stream, 1, row);
  const double norm = math::l2_norm(row);
  for (double& value : row) value *= parameters.bound / norm;
  if (row.size() == 1) row[0] = std::copysign(parameters.bound, row[0]);
  shorten(row, parameters.bound);
  return row;
}

double sign_size(const SyntheticParameters& parameters) {
  std::vector<double> row(static_cast<std::size_t>(parameters.features),
                          parameters.bound / std::sqrt(static_cast<double>(parameters.features)));
  shorten(row, parameters.bound);
  return row.front();
}

/// Rows while they are put together.
class Builder {
 public:
  Builder(DenseData rows) : rows_(std::move(rows)) {}

  void add(Index count, std::span<const double> row, double target = 0) {
    if (count == 0) return;
    const auto next = static_cast<Index>(counts_.size());
    rows_.set_row(next, row);
    rows_.targets()[counts_.size()] = target;
    counts_.push_back(count);
  }

  Result<GroupedRecords> finish() && {
    if (static_cast<Index>(counts_.size()) < rows_.samples()) {
      std::vector<Index> kept(counts_.size());
      for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = static_cast<Index>(i);
      if (auto shrunk = rows_.keep_rows(kept); !shrunk) {
        return std::unexpected(std::move(shrunk.error()));
      }
    }
    return GroupedRecords{std::move(rows_), std::move(counts_)};
  }

 private:
  DenseData rows_;
  std::vector<Index> counts_;
};

void add_tilts(const SyntheticParameters& parameters, Builder& builder) {
  std::vector<double> row = random_tilt(parameters);
  builder.add(parameters.samples / 2, row);
  for (double& value : row) value = -value;
  builder.add(parameters.samples / 2, row);
  std::ranges::fill(row, 0);
  builder.add(parameters.samples % 2, row);
}

void add_signs(const SyntheticParameters& parameters, Builder& builder) {
  const StreamFactory streams = StreamFactory::synthetic_data(parameters.seed, parameters.name);
  const double size = sign_size(parameters);
  std::vector<double> row(static_cast<std::size_t>(parameters.features));
  for (Index i = 0; i < signed_rows(parameters); ++i) {
    Stream stream = streams.stream(StreamPurpose::data, static_cast<std::uint64_t>(i));
    fill_uniform(stream, row);
    for (double& value : row) value = value < 0.5 ? -size : size;
    builder.add(1, row);
  }
  std::ranges::fill(row, 0);
  builder.add(parameters.samples - signed_rows(parameters), row);
}

void add_axes(const SyntheticParameters& parameters, Builder& builder) {
  std::vector<double> row(static_cast<std::size_t>(parameters.features));
  for (double& value : row) {
    value = parameters.bound;
    builder.add(parameters.samples / parameters.features, row, parameters.mean);
    value = 0;
  }
}

Index row_count(const SyntheticParameters& parameters) {
  constexpr Index kLevels = 3;
  if (parameters.name == kHard) return signed_rows(parameters) + 1;
  return parameters.name == kOneHot ? parameters.features : kLevels;
}

DenseShape shape_of(const SyntheticParameters& parameters, DataLayout layout) {
  const Index rows = row_count(parameters);
  return {.samples = rows, .features = synthetic_features(parameters), .layout = layout};
}

}  // namespace

bool is_grouped_generator(std::string_view name) {
  return name == kTilts || name == kHard || name == kOneHot || has_targets_only(name);
}

bool has_targets_only(std::string_view name) {
  return name == kValues || name == kBiased;
}

double grouped_synthetic_bytes(const SyntheticParameters& parameters) {
  return stored_bytes(shape_of(parameters, DataLayout::rows));
}

Result<GroupedRecords> make_grouped_synthetic(const SyntheticParameters& parameters,
                                              DataLayout layout, double memory_bytes) {
  const DenseShape shape = shape_of(parameters, layout);
  if (stored_bytes(shape) > memory_bytes) {
    const bool is_one_hot = parameters.name == kOneHot;
    return fail(ErrorCode::limit_exceeded, is_one_hot ? "data.features" : "data.signed",
                is_one_hot ? "a row for each of so many columns passes the memory limit; use fewer"
                           : "so many rows of signs pass the memory limit; use fewer");
  }
  if (parameters.name == kOneHot && parameters.samples % parameters.features != 0) {
    return fail(ErrorCode::invalid_value, "data.samples",
                "every column is to have as many records: use a multiple of data.features");
  }
  Result<DenseData> rows = DenseData::allocate(shape);
  if (!rows) return std::unexpected(std::move(rows.error()));
  Builder builder(*std::move(rows));
  if (parameters.name == kTilts) {
    add_tilts(parameters, builder);
  } else if (parameters.name == kHard) {
    add_signs(parameters, builder);
  } else if (parameters.name == kOneHot) {
    add_axes(parameters, builder);
  } else {
    const std::vector<double> zeros(static_cast<std::size_t>(shape.features));
    for (const Level& level : levels_of(parameters)) {
      builder.add(level.count, zeros, level.target);
    }
  }
  return std::move(builder).finish();
}

FeatureBounds grouped_synthetic_bounds(const SyntheticParameters& parameters) {
  FeatureBounds bounds;
  bounds.target_lower = bounds.target_upper = 0;
  if (has_targets_only(parameters.name)) {
    bounds.l1 = bounds.l2 = bounds.linf = 0;
    const bool is_biased = parameters.name == kBiased;
    bounds.target_lower = is_biased ? -1 : parameters.mean - parameters.spread;
    bounds.target_upper = is_biased ? 1 : parameters.mean + parameters.spread;
    return bounds;
  }
  bounds.l2 = parameters.bound;
  if (parameters.name == kOneHot) {
    bounds.target_upper = std::fabs(parameters.mean);
    bounds.target_lower = -bounds.target_upper;
  }
  if (parameters.name == kHard) bounds.linf = sign_size(parameters);
  return with_implied_bounds(bounds, parameters.features);
}

}  // namespace noisy
