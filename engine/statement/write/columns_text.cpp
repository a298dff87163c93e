#include "engine/statement/write/columns_text.h"

#include "engine/data/text_lines.h"

namespace noisy {
namespace {

/// How the cells of one column become numbers.
std::string coding_text(const ColumnCoding& column) {
  const std::string name = column_text(column.name);
  if (!column.is_coded()) return name + " as a number";
  const std::string codes = " as a code from 0 to " + std::to_string(column.levels() - 1);
  if (column.words.empty()) {
    return name + codes + " by " + std::to_string(column.edges.size()) +
           (column.edges.size() == 1 ? " edge" : " edges");
  }
  return name + codes + " by a list of words" +
         (column.other ? ", all other cells being " + quoted(*column.other) : "");
}

}  // namespace

std::string columns_text(const ColumnChoice& columns, std::size_t most) {
  std::string listed;
  if (columns.features.size() <= most) {
    for (const ColumnCoding& column : columns.features) {
      listed += (listed.empty() ? ": " : "; ") + coding_text(column);
    }
    if (columns.target) listed += "; the target " + coding_text(*columns.target);
  }
  return std::to_string(columns.features.size()) +
         (columns.features.size() == 1 ? " column is" : " columns are") +
         " read beside the target. Which ones, their words and their edges stand in "
         "experiment.data.columns and were not computed from the data" +
         listed + ".";
}

}  // namespace noisy
