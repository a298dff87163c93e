#include "engine/data/column_features.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/data/range_scale.h"

namespace noisy {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// The largest norms of the features that one column becomes.
struct ColumnBounds {
  double l1 = 0;
  double square = 0;  ///< of the l2 norm
  double linf = 0;

  /// Of the features of one more cell.
  void include(std::span<const double> features) {
    double sum = 0;
    double square_sum = 0;
    for (const double feature : features) {
      const double size = std::fabs(feature);
      sum = add_upward(sum, size);
      square_sum = add_upward(square_sum, multiply_upward(size, size));
      linf = std::max(linf, size);
    }
    l1 = std::max(l1, sum);
    square = std::max(square, square_sum);
  }
};

/// @param interval  in which the number in a cell lies where the column is neither coded nor scaled
ColumnBounds bounds_of(const ColumnCoding& coding, const Interval& interval) {
  ColumnBounds bounds;
  if (coding.is_coded()) {
    const double last = static_cast<double>(coding.levels() - 1);
    const double most = coding.encoding == ColumnEncoding::code ? last : 1.0;
    bounds.include({&most, 1});
  } else if (coding.range) {
    const double most = 1.0;
    bounds.include({&most, 1});
  } else {
    bounds.include({&interval.lower, 1});
    bounds.include({&interval.upper, 1});
  }
  if (!coding.missing) return bounds;
  std::vector<double> features(static_cast<std::size_t>(coding.width()));
  write_features(coding, kMissing, features);
  bounds.include(features);
  return bounds;
}

/// Whether the column becomes something else than plain numbers and codes.
bool is_made(const ColumnCoding& coding) {
  return coding.range || coding.missing || coding.encoding != ColumnEncoding::code;
}

double feature_of(const ColumnCoding& coding, double number) {
  if (coding.range) return RangeScale(*coding.range, {-1, 1})(number);
  const double value = coding.edges.empty() ? number : level_of(coding, number);
  if (coding.encoding != ColumnEncoding::ordered) return value;
  return 2 * value / static_cast<double>(coding.levels() - 1) - 1;
}

}  // namespace

void write_features(const ColumnCoding& coding, double value, std::span<double> features) {
  const bool is_missing = std::isnan(value);
  if (coding.has_indicator) {
    features.back() = is_missing ? 1 : 0;
    features = features.first(features.size() - 1);
  }
  const double feature = feature_of(coding, is_missing ? coding.missing.value_or(0) : value);
  if (coding.encoding != ColumnEncoding::one_hot) {
    features[0] = feature;
    return;
  }
  std::ranges::fill(features, 0.0);
  features[static_cast<std::size_t>(feature)] = 1;
}

FeatureBounds bounds_of_choice(const ColumnChoice& choice, std::span<const Interval> uncoded) {
  FeatureBounds bounds;
  if (choice.target && choice.target->is_coded()) {
    bounds.target_lower = 0;
    bounds.target_upper = static_cast<double>(choice.target->levels() - 1);
  }
  ColumnBounds sum;
  for (std::size_t j = 0; j < choice.features.size(); ++j) {
    const ColumnCoding& coding = choice.features[j];
    const bool is_plain = !coding.is_coded() && !coding.range;
    if (is_plain && uncoded.empty()) return bounds;
    const ColumnBounds one = bounds_of(coding, is_plain ? uncoded[j] : Interval{});
    sum.l1 = add_upward(sum.l1, one.l1);
    sum.square = add_upward(sum.square, one.square);
    sum.linf = std::max(sum.linf, one.linf);
  }
  bounds.l1 = sum.l1;
  bounds.linf = sum.linf;
  if (std::ranges::any_of(choice.features, is_made)) bounds.l2 = square_root_upward(sum.square);
  return with_implied_bounds(bounds, width_of(choice));
}

std::vector<Index> unranged_features(const ColumnChoice& choice) {
  std::vector<Index> out;
  Index next = 0;
  for (const ColumnCoding& coding : choice.features) {
    if (!coding.is_coded() && !coding.range) out.push_back(next);
    next += coding.width();
  }
  return out;
}

FeatureBounds bounds_once_ranged(const ColumnChoice& choice) {
  ColumnChoice ranged = choice;
  for (ColumnCoding& coding : ranged.features) {
    if (coding.is_coded() || coding.range) continue;
    coding.range = Interval{-1, 1};
    // Where a missing cell's number lies in a range that nobody knows yet: at its end, at worst.
    if (coding.missing) coding.missing = 1;
  }
  return bounds_of_choice(ranged, {});
}

std::vector<FeatureOrigin> feature_origins(const ColumnChoice& choice) {
  std::vector<FeatureOrigin> origins;
  for (std::size_t j = 0; j < choice.features.size(); ++j) {
    const ColumnCoding& coding = choice.features[j];
    if (coding.encoding == ColumnEncoding::one_hot) {
      const auto levels = static_cast<std::size_t>(coding.levels());
      for (std::size_t k = 0; k < levels; ++k) origins.push_back({.column = j, .level = k});
    } else {
      origins.push_back({.column = j});
    }
    if (coding.has_indicator) origins.push_back({.column = j, .is_indicator = true});
  }
  return origins;
}

Index levels_of(const ColumnChoice& choice, const FeatureOrigin& origin) {
  const ColumnCoding& coding = choice.features[origin.column];
  const bool is_code = coding.encoding == ColumnEncoding::code && !origin.is_indicator;
  return is_code ? coding.levels() : 0;
}

std::vector<std::string> level_texts(const ColumnCoding& coding, EdgeText edge_text) {
  std::vector<std::string> texts = coding.words;
  if (coding.other) texts.push_back(*coding.other);
  const std::vector<double>& edges = coding.edges;
  if (edges.empty()) return texts;
  texts.push_back("< " + edge_text(edges.front()));
  for (std::size_t k = 1; k < edges.size(); ++k) {
    texts.push_back("[" + edge_text(edges[k - 1]) + ", " + edge_text(edges[k]) + ")");
  }
  texts.push_back(">= " + edge_text(edges.back()));
  return texts;
}

std::vector<std::string> feature_names(const ColumnCoding& coding, const std::string& column,
                                       EdgeText edge_text) {
  std::vector<std::string> names = {column};
  if (coding.encoding == ColumnEncoding::one_hot) {
    names = level_texts(coding, edge_text);
    for (std::string& name : names) {
      const bool is_inner = !coding.edges.empty() && name.starts_with('[');
      const char* const joint = coding.edges.empty() ? "=" : is_inner ? " in " : " ";
      name.insert(0, column + joint);
    }
  }
  if (coding.has_indicator) names.push_back(column + " is missing");
  return names;
}

std::vector<std::string> feature_names(const ColumnChoice& choice,
                                       std::span<const std::string> names, EdgeText edge_text) {
  std::vector<std::string> all;
  for (const ColumnCoding& coding : choice.features) {
    const auto* number = std::get_if<Index>(&coding.name);
    const bool is_named = number && *number >= 0 && *number < std::ssize(names);
    const std::string column = is_named ? names[static_cast<std::size_t>(*number)]
                               : number ? column_text(coding.name)
                                        : std::get<std::string>(coding.name);
    for (std::string& name : feature_names(coding, column, edge_text)) {
      all.push_back(std::move(name));
    }
  }
  return all;
}

}  // namespace noisy
