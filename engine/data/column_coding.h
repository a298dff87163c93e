#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/data/dense_data.h"
#include "engine/data/feature_bounds.h"

namespace noisy {

/// A column by its header text, or by its number from 0.
using ColumnName = std::variant<std::string, Index>;

/// How the cells of one column become numbers. Public: stated from what the column means.
struct ColumnCoding {
  ColumnName name;
  std::vector<std::string> words;    ///< the cell that is word k has the code k
  std::optional<std::string> other;  ///< what all other cells are called: the code after the words
  std::vector<double> edges;         ///< ascending; the code of a number is how many are no larger
  std::size_t place = 0;             ///< in the experiment's data.columns

  /// How many codes there are, 0 to levels() - 1; none where cells are numbers as they are.
  Index levels() const;
  bool is_coded() const { return levels() > 0; }
};

/// The columns that are read, features in their order; of the target only where it is coded.
struct ColumnChoice {
  std::vector<ColumnCoding> features;
  std::optional<ColumnCoding> target;
};

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

/// What holds for every record of the choice: a coded column lies in [0, levels - 1].
///
/// @param uncoded  of the features that are numbers as they are, by their place in the choice;
///                 empty where nothing is enforced for them
FeatureBounds bounds_of_choice(const ColumnChoice& choice, std::span<const Interval> uncoded);

/// The chosen columns of records of numbers, coded; all go by number.
///
/// @error out-of-memory
Result<DenseData> choose_columns(const DenseData& data, const ColumnChoice& choice,
                                 Index reserved_features);

}  // namespace noisy
