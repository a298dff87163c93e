#include "engine/experiment/result/table.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/experiment/result/read_result.h"
#include "engine/experiment/result/slopes.h"
#include "engine/json/vocabulary.h"
#include "engine/statement/write/promise.h"

namespace noisy {

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

/// Numbers of some rows, one each, or one value for all of them.
struct Column {
  std::string name;
  const Json* values = nullptr;
  /// Where every row has a list of numbers: which of them.
  std::optional<std::size_t> coordinate = std::nullopt;
};

/// Rows that one object of the result gives.
struct Rows {
  std::vector<Column> columns;
  std::size_t count = 0;
};

std::string quoted_where_needed(std::string text) {
  constexpr std::string_view kFormulaSigns = "=+-@\t\r";
  if (!text.empty() && kFormulaSigns.find(text.front()) != std::string_view::npos) {
    text.insert(0, 1, '\'');
  }
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::string cell(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_number()) return number_text(value.number());
  return quoted_where_needed(value.is_text() ? value.text() : write_json(value));
}

std::string cell(const Column& column, std::size_t row) {
  if (!column.values->is_array()) return cell(*column.values);
  if (column.coordinate) {
    const auto rows = column.values->elements();
    const std::vector<double>* numbers = row < rows.size() ? rows[row].as_numbers() : nullptr;
    const bool is_there = numbers && *column.coordinate < numbers->size();
    return is_there ? cell(Json((*numbers)[*column.coordinate])) : "";
  }
  return row < column.values->size() ? cell(column.values->element(row)) : "";
}

/// The columns of a block whose members are values or lists of them.
void append_members(const Json& block, const std::string& prefix, std::vector<Column>& columns) {
  for (const auto& [name, values] : block.members()) columns.push_back({prefix + name, &values});
}

/// How many numbers the longest list of a list of them has; 0 for anything else.
std::size_t longest_list(const Json& values) {
  std::size_t longest = 0;
  for (const Json& list : values.elements()) {
    longest = std::max(longest, list.as_numbers() ? list.size() : 0);
  }
  return longest;
}

/// The columns of a trace: of iterates one for each coordinate.
void append_trace(const Json& trace, const std::string& prefix, std::vector<Column>& columns) {
  for (const auto& [name, values] : trace.members()) {
    const std::size_t coordinates = longest_list(values);
    if (coordinates == 0) columns.push_back({prefix + name, &values});
    for (std::size_t i = 0; i < coordinates; ++i) {
      columns.push_back({prefix + name + "." + std::to_string(i), &values, i});
    }
  }
}

/// What tells the rows of this object from those of others.
std::vector<Column> identity(const Json& object) {
  std::vector<Column> columns;
  for (const char* name : {"algorithm", "label"}) columns.push_back({name, &object.member(name)});
  append_members(object.member("sweep"), "sweep.", columns);
  return columns;
}

const std::string kNonPrivatePrefix = std::string(kNonPrivateKey) + ".";

Rows trace_rows(const Json& run) {
  std::vector<Column> traced;
  const Json& hidden = run.member(kNonPrivateKey);
  append_trace(run.member("trace"), "", traced);
  append_trace(hidden.member("trace"), kNonPrivatePrefix, traced);
  Rows rows{identity(run)};
  rows.columns.push_back({"repeat", &run.member("repeat")});
  if (const Json* stop = run.find("stop"))
    rows.columns.push_back({"stop", &stop->member("reason")});
  if (const Json* stop = hidden.find("stop")) {
    rows.columns.push_back({kNonPrivatePrefix + "stop", &stop->member("reason")});
  }
  for (Column& column : traced) {
    rows.count = std::max(rows.count, column.values->is_array() ? column.values->size() : 0);
    rows.columns.push_back(std::move(column));
  }
  return rows;
}

Rows summary_rows(const Json& entry) {
  Rows rows{identity(entry), 1};
  rows.columns.push_back({kNonPrivatePrefix + "repeats", &entry.member("repeats")});
  for (const auto& [name, statistics] : entry.member("final").members()) {
    append_members(statistics, kNonPrivatePrefix + name + ".", rows.columns);
  }
  return rows;
}

/// @param slopes  what slope_rows() gave, which must outlive the rows
std::vector<Rows> rows_of(const std::vector<Json>& slopes) {
  std::vector<Rows> all;
  for (const Json& row : slopes) {
    append_members(row, "", all.emplace_back(Rows{.columns = {}, .count = 1}).columns);
  }
  return all;
}

Rows block_rows(const Json& plan) {
  const Json& blocks = plan.member("blockCosts");
  Rows rows{identity(plan), blocks.member("block").size()};
  append_members(blocks, "", rows.columns);
  return rows;
}

/// The tree of a plan report, whose tables are none of a result's.
Result<Json> read_plans(std::string_view text) {
  Result<Json> tree = parse_json(text, kResultLimits);
  if (!tree || tree->find("plans")) return tree;
  return fail(ErrorCode::missing_field, "plans",
              "this is no plan report: noisy-descent plan writes them");
}

std::vector<Rows> rows_of(const Json& result, ResultTable table) {
  if (table == ResultTable::blocks) {
    std::vector<Rows> all;
    for (const Json& plan : result.member("plans").elements()) all.push_back(block_rows(plan));
    return all;
  }
  const bool is_summary = table == ResultTable::summary;
  const Json& objects =
      is_summary ? result.member(kNonPrivateKey).member("summary") : result.member("runs");
  std::vector<Rows> all;
  for (const Json& object : objects.elements()) {
    all.push_back(is_summary ? summary_rows(object) : trace_rows(object));
  }
  return all;
}

/// Every name once, in the order in which rows have them; those of every row also without rows.
std::vector<std::string> column_names(const std::vector<Rows>& all) {
  std::vector<std::string> names = {"algorithm", "label"};
  std::unordered_set<std::string_view> known = {"algorithm", "label"};
  for (const Rows& rows : all) {
    for (const Column& column : rows.columns) {
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

void append_rows(std::string& text, const Rows& rows, const std::vector<std::string>& names) {
  std::unordered_map<std::string_view, const Column*> by_name;
  for (const Column& column : rows.columns) by_name.emplace(column.name, &column);
  std::vector<const Column*> columns;
  for (const std::string& name : names) {
    const auto found = by_name.find(name);
    columns.push_back(found == by_name.end() ? nullptr : found->second);
  }
  std::vector<std::string> cells(columns.size());
  for (std::size_t row = 0; row < rows.count; ++row) {
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
  if (table == ResultTable::slopes) slopes = slope_rows(*tree);
  const std::vector<Rows> all =
      table == ResultTable::slopes ? rows_of(slopes) : rows_of(*tree, table);
  const std::vector<std::string> names = column_names(all);
  std::vector<std::string> header;
  for (const std::string& name : names) header.push_back(quoted_where_needed(name));
  std::string text;
  append_line(text, header);
  for (const Rows& rows : all) append_rows(text, rows, names);
  return text;
}

}  // namespace noisy
