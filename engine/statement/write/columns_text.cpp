#include "engine/statement/write/columns_text.h"

#include <algorithm>

#include "engine/data/column_features.h"
#include "engine/data/private_ranges.h"
#include "engine/data/text_lines.h"
#include "engine/json/json.h"

namespace noisy {
namespace {

/// What the codes of a column become.
std::string codes_text(const ColumnCoding& column) {
  switch (column.encoding) {
    case ColumnEncoding::one_hot:
      return " as " + std::to_string(column.levels()) +
             " features of which one is 1 and all others 0";
    case ColumnEncoding::ordered:
      return " as one of " + std::to_string(column.levels()) + " equal steps from -1 to 1";
    case ColumnEncoding::code:
      break;
  }
  return " as a code from 0 to " + std::to_string(column.levels() - 1);
}

std::string number_of(const ColumnCoding& column) {
  if (!column.range) return " as a number";
  return " as a number, clamped to [" + number_text(column.range->lower) + ", " +
         number_text(column.range->upper) + "] and mapped to [-1, 1]";
}

/// What a missing cell reads as.
std::string missing_text(const ColumnCoding& column) {
  if (!column.missing) return "";
  const bool is_word = !column.words.empty();
  const std::string filling =
      is_word ? quoted(level_texts(column, &number_text)[static_cast<std::size_t>(*column.missing)])
              : number_text(*column.missing);
  return ", a missing cell being " + filling +
         (column.has_indicator ? " with 1 in a feature that is 0 elsewhere" : "");
}

/// How the cells of one column become features.
std::string coding_text(const ColumnCoding& column) {
  const std::string name = column_text(column.name);
  if (!column.is_coded()) return name + number_of(column) + missing_text(column);
  if (column.words.empty()) {
    return name + codes_text(column) + " by " + std::to_string(column.edges.size()) +
           (column.edges.size() == 1 ? " edge" : " edges") + missing_text(column);
  }
  return name + codes_text(column) + " by a list of words" +
         (column.other ? ", all other cells being " + quoted(*column.other) : "") +
         missing_text(column);
}

bool has_range(const ColumnCoding& column) {
  return column.range.has_value();
}

bool has_range_or_filling(const ColumnCoding& column) {
  return column.range || column.missing;
}

/// Whether this holds for a column that is read.
bool any_column(const ColumnChoice& columns, bool (*holds)(const ColumnCoding&)) {
  return std::ranges::any_of(columns.features, holds) || (columns.target && holds(*columns.target));
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
         " read beside the target. Which ones, " +
         (any_column(columns, &has_range_or_filling)
              ? "their words, edges, ranges and fillings of missing cells"
              : "their words and their edges") +
         " stand in experiment.data.columns and were not computed from the data" + listed + ".";
}

std::string columns_reason(const ColumnChoice& columns) {
  return any_column(columns, &has_range) ? "by the ranges and codes of experiment.data.columns"
                                         : "by the codes of experiment.data.columns";
}

std::string private_ranges_text(const PrivateRanges& step, std::size_t most) {
  const std::size_t count = std::max(step.lower.size(), step.upper.size());
  std::string ends;
  for (std::size_t i = 0; i < count && count <= most; ++i) {
    const Interval range = public_ends(step, i);
    ends +=
        (i > 0 ? ", [" : "[") + number_text(range.lower) + ", " + number_text(range.upper) + "]";
  }
  if (ends.empty()) ends = "those of experiment.data.preprocess";
  const std::string whose = !step.has_target()   ? "Columns are"
                            : step.has_columns() ? "Columns and the target are"
                                                 : "Targets are";
  return whose +
         " clamped to ranges that every run chooses by the exponential mechanism, for a "
         "part of its budget, and mapped to [-1, 1] (private-ranges). The ends are the quantiles " +
         number_text(step.quantiles[0]) + " and " + number_text(step.quantiles[1]) +
         ", between coarse ends that were not computed from the data: " + ends + ".";
}

}  // namespace noisy
