#pragma once

#include <string>
#include <vector>

#include "engine/experiment/file/experiment.h"

namespace noisy {

/// What a column of the records is called, and its codes.
struct ColumnLabel {
  std::string name;
  std::vector<std::string> codes;  ///< empty where they are numbers

  /// The label of a code; the number itself where nobody named it.
  std::string code(Index value) const;
};

/// The names of all columns of a data block after its steps, from the block alone: those that
/// data.columns lists, those of built-in data, else x1, x2, ... and "target". Codes are called as
/// the block's words, and as intervals "< 25", "[25, 40)", ">= 60" by its edges, where no step
/// changes values; those of a built-in data set's classes by the classes.
struct TableLabels {
  std::vector<ColumnLabel> features;
  ColumnLabel target;
};

/// @param features  how many columns the records have, with which the names must agree
TableLabels labels_of(const DataSpec& data, Index features);

}  // namespace noisy
