#include "engine/experiment/result/table.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/result/assembly.h"
#include "engine/experiment/result/read_result.h"
#include "engine/experiment/result/result_records.h"
#include "engine/experiment/result/slopes.h"
#include "engine/experiment/session/plan_records.h"
#include "engine/json/path.h"
#include "engine/json/vocabulary.h"
#include "engine/statement/write/promise.h"

namespace noisy {

using record::Csv;
using record::Holds;

template <>
std::span<const Word<ResultTable>> vocabulary() {
  static constexpr std::array<Word<ResultTable>, 4> kWords = {
      {{ResultTable::traces, "traces", "Traces", "A row for each traced iterate of each run."},
       {ResultTable::summary, "summary", "Summary",
        "A row for each algorithm and sweep point: statistics of the repeats at their ends."},
       {ResultTable::slopes, "slopes", "Slopes",
        "A row for each algorithm and diagnostic of a sweep over a number: the power that it falls "
        "with, beside that of a theorem."},
       {ResultTable::blocks, "blocks", "Blocks",
        "Of a plan: a row for each block of records that are read once, with what one record of it "
        "pays."}}};
  return kWords;
}

namespace {

/// What one record of the result gives: a value for all of its rows, or a list with one for each.
struct Column {
  std::string name;
  const Json* values = nullptr;
  bool is_list = false;
  /// Where every row has a list of numbers: which of them.
  std::optional<std::size_t> coordinate = std::nullopt;
};

using Columns = std::vector<Column>;

std::string quoted_where_needed(std::string text) {
  constexpr std::string_view kFormulaSigns = "=+-@\t\r";
  if (!text.empty() && kFormulaSigns.find(text.front()) != std::string_view::npos) {
    text.insert(0, 1, '\'');
  }
  return text.find_first_of(",\"\r\n") == std::string::npos ? text : in_quotes(text);
}

std::string cell(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_number()) return number_text(value.number());
  return quoted_where_needed(value.is_text() ? value.text() : write_json(value));
}

std::string cell(const Column& column, std::size_t row) {
  if (!column.is_list) return cell(*column.values);
  if (column.coordinate) {
    const auto rows = column.values->elements();
    const std::vector<double>* numbers = row < rows.size() ? rows[row].as_numbers() : nullptr;
    const bool is_there = numbers && *column.coordinate < numbers->size();
    return is_there ? cell(Json((*numbers)[*column.coordinate])) : "";
  }
  return row < column.values->size() ? cell(column.values->element(row)) : "";
}

/// How many numbers the longest list of a list of them has; 0 for anything else.
std::size_t longest_list(const Json& values) {
  std::size_t longest = 0;
  for (const Json& list : values.elements()) {
    longest = std::max(longest, list.as_numbers() ? list.size() : 0);
  }
  return longest;
}

/// Adds a list; of iterates one for each coordinate.
void append_list(const Json& values, const std::string& name, Columns& columns) {
  const std::size_t coordinates = longest_list(values);
  if (coordinates == 0) columns.push_back({name, &values, true});
  for (std::size_t i = 0; i < coordinates; ++i) {
    columns.push_back({join_path(name, i), &values, true, i});
  }
}

void append_record(const Json& object, const record::Layout& layout, const std::string& path,
                   Columns& columns);

void append_field(const Json& value, const record::Slot& slot, const std::string& path,
                  Columns& columns) {
  const std::string name = slot.csv == Csv::key      ? std::string(slot.key())
                           : slot.csv == Csv::column ? join_path(path, slot.key())
                                                     : path;
  if (slot.holds == Holds::list) {
    append_list(value, name, columns);
  } else if (slot.holds == Holds::map) {
    for (const auto& [key, one] : value.members()) {
      const std::string inner = join_path(name, key);
      if (slot.inside) append_record(one, *slot.inside, inner, columns);
      if (!slot.inside) columns.push_back({inner, &one});
    }
  } else if (slot.inside) {
    append_record(value, *slot.inside, name, columns);
  } else {
    columns.push_back({name, &value});
  }
}

/// Adds what the record's table marks, in the file's order.
///
/// @param path  the names of the records around it
void append_record(const Json& object, const record::Layout& layout, const std::string& path,
                   Columns& columns) {
  for (const auto& [key, value] : object.members()) {
    const record::Slot* slot = layout.find(key);
    if (!slot && layout.has_others) append_list(value, join_path(path, key), columns);
    if (slot && slot->csv != Csv::left_out) append_field(value, *slot, path, columns);
  }
}

/// The tree of a plan report, whose tables are none of a result's.
Result<Json> read_plans(std::string_view text) {
  Result<Json> tree = parse_json(text, kResultLimits);
  if (!tree || tree->find("plans")) return tree;
  return fail(ErrorCode::missing_field, "plans",
              "this is no plan report: noisy-descent plan writes them");
}

/// The columns of each record of a table; those with one value for all rows come first.
std::vector<Columns> columns_of(const Json& file, ResultTable table) {
  std::vector<Columns> all;
  const auto add = [&](const Json& records, const record::Layout& layout, const char* path) {
    for (const Json& object : records.elements()) {
      Columns& columns = all.emplace_back();
      append_record(object, layout, path, columns);
      std::ranges::stable_partition(columns, [](const Column& one) { return !one.is_list; });
    }
  };
  if (table == ResultTable::traces) add(file.member("runs"), record::layout<record::kRun>, "");
  if (table == ResultTable::blocks) add(file.member("plans"), record::layout<record::kPlan>, "");
  if (table == ResultTable::summary) {
    const Json& summary = file.member(kNonPrivateKey).member("summary");
    add(summary, record::layout<record::kSummary>, kNonPrivateKey);
  }
  return all;
}

/// @param slopes  what slope_rows() gave, which must outlive the columns
std::vector<Columns> columns_of(const std::vector<Json>& slopes) {
  std::vector<Columns> all;
  for (const Json& row : slopes) {
    Columns& columns = all.emplace_back();
    for (const auto& [name, value] : row.members()) columns.push_back({name, &value});
  }
  return all;
}

/// As many as its longest list has numbers. Without lists a run has none, a summary has one.
std::size_t row_count(const Columns& columns, ResultTable table) {
  std::size_t count = table == ResultTable::summary || table == ResultTable::slopes ? 1 : 0;
  for (const Column& column : columns) {
    if (column.is_list) count = std::max(count, column.values->size());
  }
  return count;
}

/// Every name once, in the order in which rows have them; those of every row also without rows.
std::vector<std::string> column_names(const std::vector<Columns>& all) {
  std::vector<std::string> names = {"algorithm", "label"};
  std::unordered_set<std::string_view> known = {"algorithm", "label"};
  for (const Columns& columns : all) {
    for (const Column& column : columns) {
      if (known.insert(column.name).second) names.push_back(column.name);
    }
  }
  return names;
}

void append_line(std::string& text, const std::vector<std::string>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text += ',';
    text += cells[i];
  }
  text += '\n';
}

void append_rows(std::string& text, const Columns& given, std::size_t count,
                 const std::vector<std::string>& names) {
  std::unordered_map<std::string_view, const Column*> by_name;
  for (const Column& column : given) by_name.emplace(column.name, &column);
  std::vector<const Column*> columns;
  for (const std::string& name : names) {
    const auto found = by_name.find(name);
    columns.push_back(found == by_name.end() ? nullptr : found->second);
  }
  std::vector<std::string> cells(columns.size());
  for (std::size_t row = 0; row < count; ++row) {
    std::ranges::transform(columns, cells.begin(),
                           [&](const Column* column) { return column ? cell(*column, row) : ""; });
    append_line(text, cells);
  }
}

}  // namespace

Result<std::string> result_table(std::string_view result, ResultTable table) {
  const Result<Json> tree = table == ResultTable::blocks ? read_plans(result) : read_result(result);
  if (!tree) return std::unexpected(tree.error());
  std::vector<Json> slopes;
  if (table == ResultTable::slopes) {
    const auto experiment = read_experiment_tree(tree->member("experiment"));
    if (experiment) {
      if (const auto axis = slopes_axis(*experiment); !axis) return std::unexpected(axis.error());
    }
    slopes = slope_rows(*tree);
  }
  const std::vector<Columns> all =
      table == ResultTable::slopes ? columns_of(slopes) : columns_of(*tree, table);
  const std::vector<std::string> names = column_names(all);
  std::vector<std::string> header;
  for (const std::string& name : names) header.push_back(quoted_where_needed(name));
  std::string text;
  append_line(text, header);
  for (const Columns& columns : all) append_rows(text, columns, row_count(columns, table), names);
  return text;
}

}  // namespace noisy
