#include "engine/data/sparse_generator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "engine/data/row_clip.h"
#include "engine/data/source_bounds.h"
#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

constexpr std::array<Index, kA9aGroups> kGroups = {5, 8, 5, 16, 5, 7, 14, 6, 5, 2, 2, 2, 5, 41};

/// Draws j < count with probability ~ 1 / (j + 1).
class Zipf {
 public:
  explicit Zipf(Index count) {
    double total = 0.0;
    for (Index j = 0; j < count; ++j) {
      total += 1.0 / static_cast<double>(j + 1);
      totals_.push_back(total);
    }
  }

  std::uint32_t operator()(Stream& stream) const {
    const double at = uniform(stream) * totals_.back();
    const auto found = std::upper_bound(totals_.begin(), totals_.end() - 1, at);
    return static_cast<std::uint32_t>(found - totals_.begin());
  }

 private:
  std::vector<double> totals_;
};

/// A row while it is drawn.
struct Row {
  std::vector<std::uint32_t> columns;
  std::vector<double> values;
};

/// Draws the features of rows.
class RowLaw {
 public:
  virtual ~RowLaw() = default;
  virtual void draw(Stream& stream, Row& row) const = 0;
  virtual void draw_weights(Stream& stream, std::vector<double>& weights) const = 0;
  virtual Index stored_per_row() const = 0;
};

class CensusLaw final : public RowLaw {
 public:
  CensusLaw() {
    for (const Index size : kGroups) groups_.emplace_back(size);
  }

  void draw(Stream& stream, Row& row) const override {
    row.columns.clear();
    row.values.assign(kGroups.size(), 1.0);
    std::uint32_t first = 0;
    for (std::size_t group = 0; group < kGroups.size(); ++group) {
      row.columns.push_back(first + groups_[group](stream));
      first += static_cast<std::uint32_t>(kGroups[group]);
    }
  }

  void draw_weights(Stream& stream, std::vector<double>& weights) const override {
    fill_normal(stream, 1.0, weights);
  }

  Index stored_per_row() const override { return kA9aGroups; }

 private:
  std::vector<Zipf> groups_;
};

class TextLaw final : public RowLaw {
 public:
  explicit TextLaw(Index features) : words_(features) {}

  void draw(Stream& stream, Row& row) const override {
    row.columns.clear();
    while (static_cast<Index>(row.columns.size()) < kTextWords) {
      const std::uint32_t word = words_(stream);
      const auto at = std::lower_bound(row.columns.begin(), row.columns.end(), word);
      if (at == row.columns.end() || *at != word) row.columns.insert(at, word);
    }
    row.values.resize(row.columns.size());
    for (double& value : row.values) value = uniform_positive(stream);
    clip_row(row.values, RowNorm::l2, 1.0, true);
  }

  void draw_weights(Stream& stream, std::vector<double>& weights) const override {
    for (double& weight : weights) {
      const bool matters = uniform(stream) < 0.1;
      const double drawn = normal(stream, 10.0);
      weight = matters ? drawn : 0.0;
    }
  }

  Index stored_per_row() const override { return kTextWords; }

 private:
  Zipf words_;
};

FeatureBounds census_bounds() {
  FeatureBounds bounds;
  bounds.l1 = static_cast<double>(kGroups.size());
  bounds.linf = 1.0;
  return bounds;
}

/// No row has more than 25 values, so l1 <= sqrt(25) l2.
FeatureBounds text_bounds() {
  FeatureBounds bounds;
  bounds.l2 = 1.0;
  bounds.l1 = 5.0;
  return bounds;
}

std::unique_ptr<RowLaw> law_of(const SyntheticParameters& parameters) {
  if (parameters.name == "a9a-like") return std::make_unique<CensusLaw>();
  return std::make_unique<TextLaw>(parameters.features);
}

Result<void> check(const SyntheticParameters& parameters) {
  if (parameters.samples < 1) {
    return fail(ErrorCode::invalid_value, "data.samples", "use at least one sample");
  }
  if (synthetic_features(parameters) < kFewestTextFeatures) {
    return fail(ErrorCode::invalid_value, "data.features", "use at least 100 features");
  }
  return {};
}

}  // namespace

bool is_sparse_generator(std::string_view name) {
  return name == "a9a-like" || name == "text-like";
}

FeatureBounds sparse_synthetic_bounds(const SyntheticParameters& parameters) {
  FeatureBounds bounds = parameters.name == "a9a-like" ? census_bounds() : text_bounds();
  bounds.target_lower = -1.0;
  bounds.target_upper = 1.0;
  return with_implied_bounds(bounds, synthetic_features(parameters));
}

double sparse_synthetic_bytes(const SyntheticParameters& parameters) {
  const auto samples = static_cast<double>(parameters.samples);
  const auto per_row = static_cast<double>(parameters.name == "a9a-like" ? kA9aGroups : kTextWords);
  return sparse_bytes(samples, static_cast<double>(synthetic_features(parameters)),
                      per_row * samples);
}

Result<SparseSyntheticData> make_sparse_synthetic(const SyntheticParameters& parameters,
                                                  double memory_bytes) {
  if (Result<void> checked = check(parameters); !checked) return std::unexpected(checked.error());
  if (sparse_synthetic_bytes(parameters) > memory_bytes) {
    return fail(ErrorCode::limit_exceeded, "data.samples",
                "so many samples and features pass the memory limit; use fewer");
  }
  const std::unique_ptr<RowLaw> law = law_of(parameters);
  const Index features = synthetic_features(parameters);
  const StreamFactory streams = StreamFactory::synthetic_data(parameters.seed, parameters.name);
  std::vector<double> weights(static_cast<std::size_t>(features));
  Stream model = streams.stream(StreamPurpose::model, 0);
  law->draw_weights(model, weights);
  SparseDataBuilder builder(features, memory_bytes);
  builder.expect(parameters.samples, parameters.samples * law->stored_per_row());
  Row row;
  for (Index i = 0; i < parameters.samples; ++i) {
    Stream stream = streams.stream(StreamPurpose::data, static_cast<std::uint64_t>(i));
    law->draw(stream, row);
    const double margin = math::sum_of(
        row.columns.size(), [&](std::size_t k) { return row.values[k] * weights[row.columns[k]]; });
    const double target = uniform(stream) < math::sigmoid(margin) ? 1.0 : -1.0;
    if (Result<void> added = builder.append(row.columns, row.values, target); !added) {
      return std::unexpected(added.error());
    }
  }
  return SparseSyntheticData{std::move(builder).finish(), sparse_synthetic_bounds(parameters),
                             std::move(weights)};
}

}  // namespace noisy
