#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/data/dense_data.h"
#include "engine/data/feature_bounds.h"

namespace noisy {

/// A column by its header text, or by its number from 0.
using ColumnName = std::variant<std::string, Index>;

/// What the codes 0 to K - 1 of a column become.
enum class ColumnEncoding {
  code,     ///< one feature: the code k itself
  one_hot,  ///< K features: the one of the code is 1, all others are 0
  ordered   ///< one feature: 2 k / (K - 1) - 1, from -1 to 1
};

/// How the cells of one column become features. Public: stated from what the column means.
struct ColumnCoding {
  ColumnName name;
  std::vector<std::string> words;    ///< the cell that is word k has the code k
  std::optional<std::string> other;  ///< what all other cells are called: the code after the words
  std::vector<double> edges;         ///< ascending; the code of a number is how many are no larger
  std::size_t place = 0;             ///< in the experiment's data.columns
  ColumnEncoding encoding = ColumnEncoding::code;
  /// Of a column of numbers: they are clamped to [a, b] and mapped to [-1, 1]. b - a is positive
  /// and finite.
  std::optional<Interval> range;
  /// What a missing cell reads as, before everything else: a number, or the code of a word.
  std::optional<double> missing;
  bool has_indicator = false;  ///< one more feature: 1 where the cell is missing, else 0

  /// How many codes there are, 0 to levels() - 1; none where cells are numbers as they are.
  Index levels() const;
  bool is_coded() const { return levels() > 0; }
  /// How many features the column becomes.
  Index width() const;
};

/// The columns that are read, features in their order; of the target only where something is said
/// of it.
struct ColumnChoice {
  std::vector<ColumnCoding> features;
  std::optional<ColumnCoding> target;
};

/// d: how many features all columns of the choice become.
Index width_of(const ColumnChoice& choice);

/// `"age"`, or `column 3` of a number.
std::string column_text(const ColumnName& name);

/// "data.columns.2.name"
std::string column_field(const ColumnCoding& coding, std::string_view field);

/// The code of a number: how many edges are no larger.
double level_of(const ColumnCoding& coding, double value);

/// The code of a cell without blanks and quotes around it, or nothing where it has none.
std::optional<double> code_of_word(const ColumnCoding& coding, std::string_view cell);

/// The positions of chosen features that all go by number.
std::vector<Index> positions_of(const ColumnChoice& choice);

/// The features of the chosen columns of records of numbers; all go by number, and no cell is
/// missing.
///
/// @error out-of-memory
Result<DenseData> choose_columns(const DenseData& data, const ColumnChoice& choice,
                                 Index reserved_features);

}  // namespace noisy
