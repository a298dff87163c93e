#include "engine/data/generator.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/data/covertype_surrogate.h"
#include "engine/data/grouped_generator.h"
#include "engine/data/source_bounds.h"
#include "engine/data/sparse_generator.h"
#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

constexpr std::string_view kBiased = "biased-signs";
constexpr std::string_view kWeights = "planted-weights";
constexpr std::string_view kTaskAtoms = "task-atoms";
constexpr std::string_view kMarkovBits = "markov-bits";
constexpr std::array<std::string_view, 12> kPopulations = {
    "atoms",           "two-classes",  "sphere",        "tilted-directions",   "shifted-signs",
    "matched-moments", "planted-game", "rank-one-game", "rock-paper-scissors", "planted-arm",
    kWeights,          kTaskAtoms};
constexpr std::span<const std::string_view> kSigns = std::span(kPopulations).subspan(6, 5);
constexpr std::array<std::string_view, 23> kNames = {
    "logistic",      "linear",        covertype::kName, "a9a-like",        "text-like",
    kPopulations[0], kPopulations[1], kPopulations[2],  kPopulations[3],   kPopulations[4],
    kPopulations[5], kSigns[0],       kSigns[1],        kSigns[2],         kSigns[3],
    kSigns[4],       kTaskAtoms,      "balanced-tilts", "balanced-values", kBiased,
    "hard-signs",    "one-hot",       kMarkovBits};

Result<void> check(const SyntheticParameters& parameters) {
  if (std::find(kNames.begin(), kNames.end(), parameters.name) == kNames.end() ||
      is_sparse_generator(parameters.name) || is_grouped_generator(parameters.name) ||
      is_population_generator(parameters.name)) {
    return fail(ErrorCode::unknown_name, "data.name",
                "no generator of dense data has this name; there are logistic, linear, "
                "covertype-surrogate");
  }
  if (parameters.samples < 1) {
    return fail(ErrorCode::invalid_value, "data.samples", "use at least one sample");
  }
  if (synthetic_features(parameters) < 1) {
    return fail(ErrorCode::invalid_value, "data.features", "use at least one feature");
  }
  if (!(parameters.noise >= 0.0 && std::isfinite(parameters.noise))) {
    return fail(ErrorCode::invalid_value, "data.noise", "use a finite noise of at least 0");
  }
  return {};
}

/// Shifts w by tau (1, ..., 1). With m the shifted mean weight and V = sum (w_i - mean)^2 the
/// equation d m / 2 = z sqrt((V + d m^2) / 12) has the solution m = z sqrt(V / (3 d^2 - z^2 d)).
Result<void> shift_to_fraction(std::vector<double>& weights, double fraction) {
  if (!(fraction > 0.0 && fraction < 1.0)) {
    return fail(ErrorCode::invalid_value, "data.positiveFraction", "use a number between 0 and 1");
  }
  const auto d = static_cast<double>(weights.size());
  const double z = normal_quantile(fraction);
  const double denominator = 3.0 * d * d - z * z * d;
  if (weights.size() == 1 || denominator <= 0.0) {
    return fail(ErrorCode::invalid_value, "data.positiveFraction",
                "so few features cannot reach this fraction; use more features or leave it out");
  }
  const double mean = math::sum(weights) / d;
  const double spread = math::sum_of(
      weights.size(), [&](std::size_t i) { return (weights[i] - mean) * (weights[i] - mean); });
  const double shift = z * std::sqrt(spread / denominator) - mean;
  for (double& weight : weights) weight += shift;
  return {};
}

Result<std::vector<double>> hidden_weights(const SyntheticParameters& parameters,
                                           const StreamFactory& streams) {
  std::vector<double> weights(static_cast<std::size_t>(synthetic_features(parameters)));
  Stream stream = streams.stream(StreamPurpose::model, 0);
  const bool is_covertype = parameters.name == covertype::kName;
  fill_normal(stream, is_covertype ? covertype::kSurrogateWeightDeviation : 1.0, weights);
  if (parameters.name == "logistic" && parameters.positive_fraction) {
    Result<void> shifted = shift_to_fraction(weights, *parameters.positive_fraction);
    if (!shifted) return std::unexpected(shifted.error());
  }
  return weights;
}

/// Draws a row's target after its features, from the row's own stream.
class TargetLaw {
 public:
  TargetLaw(const SyntheticParameters& parameters, std::span<const double> weights)
      : parameters_(parameters),
        weights_(weights),
        is_sign_(parameters.name == "logistic" &&
                 parameters.labels == SyntheticParameters::Labels::sign),
        half_sum_(0.5 * math::sum(weights)),
        signal_scale_(0.4 / std::sqrt(math::squared_norm(weights) / 12.0)) {}

  double operator()(std::span<const double> row, Stream& stream) const {
    const double margin = math::dot(row, weights_);
    if (parameters_.name == "linear") {
      const double signal = signal_scale_ * (margin - half_sum_);
      return std::clamp(signal + normal(stream, parameters_.noise), -1.0, 1.0);
    }
    const bool is_positive = is_sign_ ? margin >= 0.0 : uniform(stream) < math::sigmoid(margin);
    return is_positive ? 1.0 : -1.0;
  }

 private:
  const SyntheticParameters& parameters_;
  std::span<const double> weights_;
  bool is_sign_;
  double half_sum_;
  double signal_scale_;
};

FeatureBounds unit_bounds(Index features) {
  FeatureBounds bounds;
  bounds.linf = 1.0;
  bounds.target_lower = -1.0;
  bounds.target_upper = 1.0;
  return with_implied_bounds(bounds, features);
}

/// Bits of the chain.
void draw_markov_bits(Stream& stream, std::span<double> row) {
  double last = 0;
  for (std::size_t b = 0; b < row.size(); ++b) {
    const double drawn = uniform(stream);
    if (b == 0) {
      last = drawn < BitChain::first ? 1 : 0;
    } else if (drawn >= BitChain::stays(static_cast<Index>(b))) {
      last = 1 - last;
    }
    row[b] = last;
  }
}

/// Records without targets.
Result<SyntheticData> draw_bits(const SyntheticParameters& parameters, DenseData data,
                                const StreamFactory& streams) {
  std::vector<double> row(static_cast<std::size_t>(parameters.features));
  for (Index i = 0; i < parameters.samples; ++i) {
    Stream stream = streams.stream(StreamPurpose::data, static_cast<std::uint64_t>(i));
    draw_markov_bits(stream, row);
    data.set_row(i, row);
    data.targets()[static_cast<std::size_t>(i)] = 0;
  }
  return SyntheticData{std::move(data), unit_bounds(parameters.features), {}};
}

}  // namespace

std::span<const std::string_view> synthetic_names() {
  return kNames;
}

bool is_bit_generator(std::string_view name) {
  return name == kMarkovBits;
}

double BitChain::probability(std::span<const double> bits) {
  double all = 1;
  for (std::size_t b = 0; b < bits.size(); ++b) {
    const double same = b == 0 ? first : stays(static_cast<Index>(b));
    const double before = b == 0 ? 1 : bits[b - 1];
    all *= bits[b] == before ? same : 1 - same;
  }
  return all;
}

bool is_population_generator(std::string_view name) {
  return std::find(kPopulations.begin(), kPopulations.end(), name) != kPopulations.end();
}

bool is_sign_generator(std::string_view name) {
  return std::find(kSigns.begin(), kSigns.end(), name) != kSigns.end();
}

bool is_atom_generator(std::string_view name) {
  return name == "atoms" || name == kTaskAtoms;
}

bool has_signs(std::string_view name) {
  return is_sign_generator(name) || name == kTaskAtoms;
}

Index synthetic_features(const SyntheticParameters& parameters) {
  if (parameters.name == covertype::kName) return covertype::kSurrogateFeatures;
  if (parameters.name == kBiased) return 1;
  return parameters.name == "a9a-like" ? kA9aFeatures : parameters.features;
}

FeatureBounds synthetic_bounds(const SyntheticParameters& parameters) {
  if (parameters.name == covertype::kName) return covertype::surrogate_bounds();
  return unit_bounds(synthetic_features(parameters));
}

FeatureBounds population_bounds(const SyntheticParameters& parameters) {
  if (has_signs(parameters.name)) {
    FeatureBounds signs = unit_bounds(synthetic_features(parameters));
    if (parameters.name == kWeights) {  // one sign and a quarter
      signs.target_lower = -1.25;
      signs.target_upper = 1.25;
    }
    return signs;
  }
  FeatureBounds bounds;
  bounds.l2 = 1.0;
  bounds.target_lower = -1.0;
  bounds.target_upper = 1.0;
  return with_implied_bounds(bounds, synthetic_features(parameters));
}

Result<SyntheticData> make_synthetic(const SyntheticParameters& parameters, DataLayout layout,
                                     Index reserved_features, double memory_bytes) {
  if (Result<void> checked = check(parameters); !checked) return std::unexpected(checked.error());
  const Index features = synthetic_features(parameters);
  const DenseShape shape{parameters.samples, features, layout, reserved_features};
  if (stored_bytes(shape) > memory_bytes) {
    return fail(ErrorCode::limit_exceeded, "data.samples",
                "so many samples and features pass the memory limit; use fewer");
  }
  Result<DenseData> data = DenseData::allocate(shape);
  if (!data) return std::unexpected(data.error());
  const StreamFactory streams = StreamFactory::synthetic_data(parameters.seed, parameters.name);
  if (parameters.name == kMarkovBits) return draw_bits(parameters, *std::move(data), streams);
  Result<std::vector<double>> weights = hidden_weights(parameters, streams);
  if (!weights) return std::unexpected(weights.error());
  const TargetLaw draw_target(parameters, *weights);
  const bool is_covertype = parameters.name == covertype::kName;
  std::vector<double> row(weights->size());
  for (Index i = 0; i < parameters.samples; ++i) {
    Stream stream = streams.stream(StreamPurpose::data, static_cast<std::uint64_t>(i));
    is_covertype ? covertype::draw_surrogate_row(stream, row) : fill_uniform(stream, row);
    data->set_row(i, row);
    data->targets()[static_cast<std::size_t>(i)] = draw_target(row, stream);
  }
  return SyntheticData{std::move(*data), synthetic_bounds(parameters), std::move(*weights)};
}

}  // namespace noisy
