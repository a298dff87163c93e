#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/data/column_coding.h"

namespace noisy {

// What the features are that the columns of a choice become.

/// What holds for every record of the choice, from the entries alone. Column j becomes the features
/// u_j, and
///
///     l1 = sum_j max ||u_j||_1     l2^2 = sum_j max ||u_j||_2^2     linf = max_j max ||u_j||_inf
///
/// where the maxima of u_j go over the cells that the column can have:
///
/// - a number with a range, and an ordered code, lie in [-1, 1] and reach both ends: 1, 1 and 1
/// - of one-hot features one is 1 and all others are 0, however many there are: 1, 1 and 1
/// - a code lies in [0, K - 1]; a number without a range, in the interval that is enforced for it
/// - where the cell is missing, the indicator adds 1 to ||u||_1 and ||u||_2^2 of the features m of
///   the number or word that stands for it, and to no others: ||m||_1 + 1, which is 2 of one-hot
///   features and of the ends of a range, and 1 of its middle
///
/// Every record obeys the bounds, and some record reaches them all at once where every column
/// reaches its own three with one cell. Choices of plain numbers and codes alone keep the l2 that
/// follows from l1 and linf (with_implied_bounds), as from before columns became other features:
/// their noise stays what it was.
///
/// @param uncoded  of the features that are numbers as they are, by their place in the choice;
///                 empty where nothing is enforced for them
FeatureBounds bounds_of_choice(const ColumnChoice& choice, std::span<const Interval> uncoded);

/// The features that are numbers as they are, in their order: no entry bounds them.
std::vector<Index> unranged_features(const ColumnChoice& choice);

/// The bounds once every one of them lies in [-1, 1].
FeatureBounds bounds_once_ranged(const ColumnChoice& choice);

/// Where a feature comes from.
struct FeatureOrigin {
  std::size_t column = 0;            ///< in ColumnChoice::features
  std::optional<std::size_t> level;  ///< of one-hot features: the code at which it is 1
  bool is_indicator = false;         ///< it is 1 where the cell is missing

  friend bool operator==(const FeatureOrigin&, const FeatureOrigin&) = default;
};

/// Of every feature, in their order: width_of(choice) of them.
std::vector<FeatureOrigin> feature_origins(const ColumnChoice& choice);

/// How many codes a feature has that is the code itself, 0 to this - 1; 0 of every other feature.
Index levels_of(const ColumnChoice& choice, const FeatureOrigin& origin);

/// Writes an edge of a column into a name.
using EdgeText = std::string (*)(double edge);

/// What the levels of a column are called, by their codes: its words and `other`, or the intervals
/// "< 25", "[25, 40)" and ">= 40" between its edges.
std::vector<std::string> level_texts(const ColumnCoding& coding, EdgeText edge_text);

/// What the features of one column of this name are called: "age", "job=clerk" or "age < 25" of
/// one-hot features, and then "age is missing" of an indicator.
std::vector<std::string> feature_names(const ColumnCoding& coding, const std::string& column,
                                       EdgeText edge_text);

/// The same of all columns of a choice. A column that goes by a number has the name at this place
/// of `names`, and "column 3" where there is none.
std::vector<std::string> feature_names(const ColumnChoice& choice,
                                       std::span<const std::string> names, EdgeText edge_text);

/// Writes the features of one cell.
///
/// @param value     the number in the cell, or the code of its word; NaN where it is missing, which
///                  takes a coding that says what it reads as
/// @param features  coding.width() of them
void write_features(const ColumnCoding& coding, double value, std::span<double> features);

}  // namespace noisy
