#include "engine/question/recommend/public_twin.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

constexpr Index kMostColumns = 64;
constexpr Index kMostRows = 512;
/// Where n is so large, a twin has fewer different rows, and copies of each.
constexpr Index kManyRecords = 2048;
constexpr Index kCopiedRows = 256;
constexpr Index kCopies = 4;
/// Each class has a score: such twins have half the rows, and still more of them than weights.
constexpr Index kMostScores = 100;
constexpr Index kShareOfClasses = 2;
/// Regression: deviation of the targets, over half their range, and where that is unbounded.
constexpr double kTargetSpread = 0.35;
constexpr double kRareShare = 0.15;
/// Deviation of the intercept of the score, over that of the score.
constexpr double kScoreOffset = 0.4;

struct TwinSize {
  Index rows = 0;    ///< different ones
  Index copies = 1;  ///< of each, with targets of their own
};

TwinSize size_of(const TwinSource& source) {
  const Index share = source.prediction == Prediction::classes ? kShareOfClasses : 1;
  if (source.samples >= kManyRecords) return {kCopiedRows / share, kCopies};
  return {std::min(source.samples, kMostRows / share), 1};
}

/// The deviations of directions 1, 2, ..., whose squares add up to 1.
std::vector<double> deviations(Index count, double decay) {
  std::vector<double> out(static_cast<std::size_t>(count));
  double sum = 0;
  for (std::size_t k = 0; k < out.size(); ++k) {
    out[k] = math::pow(static_cast<double>(k + 1), -decay);
    sum += out[k];
  }
  for (double& variance : out) variance = std::sqrt(variance / sum);
  return out;
}

double length_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum);
}

std::vector<double> direction(Stream& stream, std::size_t count, double focus) {
  std::vector<double> out(count);
  fill_normal(stream, 1, out);
  for (std::size_t k = 0; k < count; ++k) out[k] *= math::pow(static_cast<double>(k + 1), -focus);
  const double length = length_of(out);
  if (length > 0) {
    for (double& value : out) value /= length;
  }
  return out;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

/// The law of targets, given the standardized coordinates of a row.
class TargetLaw {
 public:
  TargetLaw(const TwinSource& source, const TwinTraits& traits, Stream& stream, std::size_t count)
      : source_(source), signal_(traits.signal) {
    const Index scores = source.prediction == Prediction::classes ? source.classes : 1;
    for (Index k = 0; k < scores; ++k) {
      directions_.push_back(direction(stream, count, traits.focus));
      offsets_.push_back(normal(stream, kScoreOffset));
    }
  }

  /// @param level  in [0, 1): where in the law the target lies
  /// @param noise  standard normal: of numbers
  double target(const std::vector<double>& row, double level, double noise) const {
    if (source_.prediction == Prediction::labels) {
      return level < math::sigmoid(signal_ * score(row, 0)) ? 1.0 : -1.0;
    }
    if (source_.prediction == Prediction::classes) return class_at(row, level);
    return number_at(row, noise);
  }

 private:
  double score(const std::vector<double>& row, std::size_t k) const {
    return dot(row, directions_[k]) + offsets_[k];
  }

  double class_at(const std::vector<double>& row, double level) const {
    std::vector<double> logits(directions_.size());
    for (std::size_t k = 0; k < logits.size(); ++k) logits[k] = signal_ * score(row, k);
    const double total = math::log_sum_exp(logits);
    std::size_t k = 0;
    for (; k + 1 < logits.size(); ++k) {
      const double share = math::exp(logits[k] - total);
      if (level < share) break;
      level -= share;
    }
    return static_cast<double>(k);
  }

  /// A signal of s logits is worth a share s^2 / (s^2 + pi^2 / 3) of the variance, as in a logistic
  /// model.
  double number_at(const std::vector<double>& row, double noise) const {
    constexpr double kLogisticVariance = 3.289868133696453;
    const double share = signal_ * signal_ / (signal_ * signal_ + kLogisticVariance);
    const double standard = std::sqrt(share) * score(row, 0) + std::sqrt(1 - share) * noise;
    const bool is_bounded =
        std::isfinite(source_.target_lower) && std::isfinite(source_.target_upper);
    const double half = is_bounded ? (source_.target_upper - source_.target_lower) / 2 : 1;
    const double middle = is_bounded ? (source_.target_upper + source_.target_lower) / 2 : 0;
    const double target = middle + half * kTargetSpread * standard;
    return is_bounded ? std::clamp(target, source_.target_lower, source_.target_upper) : target;
  }

  const TwinSource& source_;
  double signal_;
  std::vector<std::vector<double>> directions_;
  std::vector<double> offsets_;
};

/// Independent coordinates of mean 0 and variance 1.
void draw_standard(Stream& stream, double rare, std::vector<double>& out) {
  if (rare == 0) return fill_normal(stream, 1, out);
  const double high = std::sqrt((1 - rare) / rare);
  for (double& value : out) value = uniform(stream) < rare ? high : -1 / high;
}

/// Cuts a row to the bound, or brings it there.
///
/// @return what it was multiplied by
double bound_row(const TwinSource& source, std::vector<double>& row) {
  const double length = length_of(row);
  if (!(length > 0) || (length <= source.row_bound && !source.is_normalized)) return 1;
  const double factor = source.row_bound / length;
  for (double& value : row) value *= factor;
  return factor;
}

}  // namespace

std::vector<TwinTraits> twin_family(const TwinSource& source) {
  // Who knows the law of such labels gets 0.79, 0.9, 0.96 and 0.99 of them right.
  constexpr std::array<double, 4> kSignals = {2, 5, 12, 50};
  constexpr std::array<double, 3> kFills = {0.4, 0.7, 1};
  constexpr std::array<double, 2> kDecays = {0.6, 1.5};
  constexpr std::array<double, 2> kOffsets = {0.1, 0.5};
  // A bit for each of decay, offset, focus and rare. Found by search: each value of a trait comes
  // with each value of another about equally often. The second dozen has all bits turned round.
  constexpr std::array<unsigned, 12> kDesign = {0b0100, 0b0010, 0b1010, 0b1000, 0b1111, 0b1101,
                                                0b0111, 0b0001, 0b0001, 0b1011, 0b1100, 0b0110};
  std::vector<TwinTraits> family;
  for (std::size_t k = 0; k < 2 * kDesign.size(); ++k) {
    const unsigned bits = kDesign[k % kDesign.size()] ^ (k < kDesign.size() ? 0b0000 : 0b1111);
    const auto has = [&](int place) { return (bits >> place) & 1; };
    const double decay = kDecays[has(3)];
    family.push_back({.fill = source.is_normalized ? 1 : kFills[k % kFills.size()],
                      .offset = kOffsets[has(2)],
                      .decay = decay,
                      .focus = decay / 2 + has(1),
                      .rare = has(0) ? kRareShare : 0,
                      .signal = kSignals[k % kSignals.size()]});
  }
  return family;
}

Index twin_columns(const TwinSource& source) {
  if (source.prediction != Prediction::classes) return std::min(source.columns, kMostColumns);
  const Index most = std::max<Index>(4, kMostScores / source.classes);
  return std::min(source.columns, most);
}

Result<DenseData> draw_twin(const TwinSource& source, const TwinTraits& traits,
                            std::uint64_t number) {
  const Index columns = twin_columns(source);
  const bool has_intercept = source.intercept != 0 && columns > 1;
  const auto varying = static_cast<std::size_t>(has_intercept ? columns - 1 : columns);
  const TwinSize size = size_of(source);
  auto data = DenseData::allocate({.samples = size.rows * size.copies, .features = columns});
  if (!data) return data;

  const StreamFactory streams = StreamFactory::synthetic_data(number, "public-twin");
  Stream model = streams.stream(StreamPurpose::model, 0);
  const std::vector<double> spread = deviations(static_cast<Index>(varying), traits.decay);
  const std::vector<double> common = direction(model, varying, 0);
  const TargetLaw law(source, traits, model, varying);
  const double scale = traits.fill * source.row_bound;
  const double around = scale * std::sqrt(1 - traits.offset);
  const double middle = scale * std::sqrt(traits.offset);

  std::vector<double> standard(varying);
  std::vector<double> row(static_cast<std::size_t>(columns));
  for (Index i = 0; i < size.rows; ++i) {
    Stream stream = streams.stream(StreamPurpose::data, static_cast<std::uint64_t>(i));
    draw_standard(stream, traits.rare, standard);
    for (std::size_t k = 0; k < varying; ++k) {
      row[k] = middle * common[k] + around * spread[k] * standard[k];
    }
    if (has_intercept) row.back() = source.intercept;
    // Targets follow the row as it is learned from.
    const double factor = bound_row(source, row);
    for (double& value : standard) value *= factor;
    const double level = uniform(stream);
    const double noise = normal(stream, 1);
    for (Index copy = 0; copy < size.copies; ++copy) {
      const Index at = i * size.copies + copy;
      data->set_row(at, row);
      const double place = (level + static_cast<double>(copy)) / static_cast<double>(size.copies);
      data->targets()[static_cast<std::size_t>(at)] =
          law.target(standard, place, copy % 2 == 0 ? noise : -noise);
    }
  }
  return data;
}

}  // namespace noisy
