#include "engine/experiment/file/read_columns.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "engine/data/builtin_data.h"
#include "engine/data/number_text.h"
#include "engine/data/text_lines.h"

namespace noisy {
namespace {

constexpr std::size_t kFewestWords = 2;

Result<void> store_name(const Json& value, const FieldPlace& at, ColumnCoding& column) {
  Result<ParameterValue> checked = check_value(value, at.path, at.spec);
  if (!checked) return std::unexpected(std::move(checked.error()));
  if (auto* text = std::get_if<std::string>(&*checked)) {
    column.name = std::move(*text);
    return {};
  }
  const double number = std::get<double>(*checked);
  column.name = static_cast<Index>(number);
  if (number == std::floor(number)) return {};
  return fail(ErrorCode::invalid_value, at.path, "must be a whole number or a column's name");
}

/// A word as a cell can have it: on one line, without blanks around it.
Result<std::string> read_word(const Json& value, const std::string& path) {
  const ParameterSpec spec{
      .name = "word", .type = ParameterType::choice, .maximum = FormatLimits::kTitleLength};
  Result<ParameterValue> checked = check_value(value, path, spec);
  if (!checked) return std::unexpected(std::move(checked.error()));
  std::string word = std::get<std::string>(*std::move(checked));
  const bool is_cell = !word.empty() && trimmed(word).size() == word.size() &&
                       word.find_first_of("\r\n") == std::string::npos;
  if (is_cell) return word;
  return fail(ErrorCode::invalid_value, path,
              "must be a word on one line, without blanks around it: cells are compared without");
}

Result<void> store_words(const Json& value, const FieldPlace& at, ColumnCoding& column) {
  auto words = read_list(value, at.path, FormatLimits::kColumnWords, &read_word);
  if (!words) return std::unexpected(std::move(words.error()));
  column.words = std::move(*words);
  for (std::size_t k = 0; k < column.words.size(); ++k) {
    if (std::find(column.words.begin(), column.words.begin() + static_cast<std::ptrdiff_t>(k),
                  column.words[k]) == column.words.begin() + static_cast<std::ptrdiff_t>(k)) {
      continue;
    }
    return fail(ErrorCode::invalid_value, join_path(at.path, k),
                quoted(column.words[k]) + " is in the list before: leave it out");
  }
  if (column.words.size() >= kFewestWords) return {};
  return fail(ErrorCode::invalid_value, at.path,
              "needs 2 words or more: a column of one says nothing");
}

Result<void> store_other(const Json& value, const FieldPlace& at, ColumnCoding& column) {
  Result<std::string> word = read_word(value, at.path);
  if (!word) return std::unexpected(std::move(word.error()));
  column.other = std::move(*word);
  return {};
}

Result<void> store_edges(const Json& value, const FieldPlace& at, ColumnCoding& column) {
  const auto refused = fail(ErrorCode::invalid_value, at.path,
                            "must be 1 to " + std::to_string(FormatLimits::kColumnWords - 1) +
                                " finite numbers, each larger than the one before");
  const std::vector<double>* edges = value.as_numbers();
  if (!edges || edges->size() >= FormatLimits::kColumnWords) return refused;
  const bool is_finite =
      std::ranges::all_of(*edges, [](double edge) { return std::isfinite(edge); });
  if (!is_finite || std::ranges::adjacent_find(*edges, std::greater_equal()) != edges->end()) {
    return refused;
  }
  column.edges = *edges;
  return {};
}

const std::vector<Field<ColumnCoding>>& column_fields() {
  static const std::vector<Field<ColumnCoding>> kFields = {
      {{.name = "name",
        .title = "the column's header text, or its number from 0",
        .type = ParameterType::number_or_choice,
        .minimum = 0,
        .maximum = FormatLimits::kFeatures},
       &store_name},
      {{.name = "words", .default_rule = "none"}, &store_words},
      {{.name = "other", .default_rule = "other cells are errors"}, &store_other},
      {{.name = "edges", .default_rule = "none"}, &store_edges}};
  return kFields;
}

Result<ColumnCoding> read_column(const Json& block, const std::string& path) {
  ColumnCoding column;
  if (auto read = read_fields(block, path, column_fields(), column); !read) {
    return std::unexpected(std::move(read.error()));
  }
  if (!column.words.empty() && !column.edges.empty()) {
    return fail(ErrorCode::conflicting_fields, join_path(path, "edges"),
                "a column has \"words\" or \"edges\": leave one out");
  }
  if (!column.other) return column;
  if (column.words.empty()) {
    return fail(ErrorCode::conflicting_fields, join_path(path, "other"),
                "names the cells that are none of \"words\": give them, or leave it out");
  }
  if (std::ranges::find(column.words, *column.other) == column.words.end()) return column;
  return fail(ErrorCode::invalid_value, join_path(path, "other"),
              "is one of the words: give other cells a name of their own");
}

/// The name as the target field would say it, or nothing for the last column.
std::optional<ColumnName> name_of(const TargetColumn& target) {
  if (const auto* text = std::get_if<std::string>(&target)) return *text;
  if (const auto* number = std::get_if<Index>(&target)) return *number;
  return std::nullopt;
}

bool is_text(const ColumnName& name) {
  return std::holds_alternative<std::string>(name);
}

/// Moves the entry with the target's name out of the features.
Result<void> part_target(ColumnChoice& columns, const std::optional<ColumnName>& target,
                         const std::string& path) {
  const auto found = std::ranges::find_if(columns.features, [&](const ColumnCoding& column) {
    return target && column.name == *target;
  });
  if (found != columns.features.end()) {
    columns.target = std::move(*found);
    columns.features.erase(found);
  }
  if (!columns.features.empty()) return {};
  return fail(ErrorCode::invalid_value, join_path(path, "columns"),
              "must list at least one column beside the target");
}

Result<void> refuse_words(const ColumnCoding& column) {
  if (column.words.empty()) return {};
  return fail(ErrorCode::conflicting_fields, column_field(column, "words"),
              "its cells are numbers: use \"edges\"; words are for the cells of CSV files");
}

/// Columns whose names are no two for one number, once they are numbers.
Result<void> check_distinct(const ColumnChoice& columns) {
  std::map<ColumnName, const ColumnCoding*> seen;
  for (const ColumnCoding& column : columns.features) {
    const auto [at, is_new] = seen.try_emplace(column.name, &column);
    if (is_new) continue;
    return fail(ErrorCode::invalid_value, column_field(column, "name"),
                column_text(column.name) + " is in data.columns." +
                    std::to_string(at->second->place) + ", too: leave one out");
  }
  return {};
}

/// @param count  columns beside the target, whose number comes after theirs
Result<void> settle_numbers(ColumnChoice& columns, Index count, const std::string& path) {
  for (const ColumnCoding& column : columns.features) {
    if (auto numbers = refuse_words(column); !numbers) return numbers;
    if (std::get<Index>(column.name) <= count) continue;
    return fail(ErrorCode::unknown_name, column_field(column, "name"),
                "the records have columns 0 to " + std::to_string(count - 1) + ", and the target " +
                    std::to_string(count));
  }
  if (auto distinct = check_distinct(columns); !distinct) return distinct;
  return part_target(columns, count, path);
}

/// Whether the first line is a header must not depend on a record.
Result<void> settle_header(FileSource& source, const std::string& path) {
  const auto& columns = source.columns->features;
  const auto named = std::ranges::find_if(
      columns, [](const ColumnCoding& column) { return is_text(column.name); });
  const bool has_names =
      named != columns.end() || std::holds_alternative<std::string>(source.target);
  if (source.header == CsvHeader::no && named != columns.end()) {
    return fail(ErrorCode::conflicting_fields, column_field(*named, "name"),
                "the file has no header (data.header is \"no\"): name columns by their numbers, "
                "from 0");
  }
  if (source.header != CsvHeader::automatic) return {};
  if (!has_names) {
    return fail(ErrorCode::missing_field, join_path(path, "header"),
                "is required where data.columns has numbers alone: say \"yes\" or \"no\", since a "
                "record of words could be taken for a header");
  }
  source.header = CsvHeader::yes;
  return {};
}

/// How many levels a problem of categories takes a column to have, as the file says it; nothing
/// where it says it for another number of columns, which the problem refuses.
std::optional<double> stated_levels(const ProblemSpec& problem, std::size_t column) {
  const auto each = problem.loss_parameters.vector("levels");
  if (each && each->size() > 1) {
    return column < each->size() ? std::optional((*each)[column]) : std::nullopt;
  }
  if (each) return each->front();
  const auto all = problem.loss_parameters.number("levels");
  return all ? all : std::get<double>(*problem.loss->parameter("levels")->default_value);
}

std::unexpected<Error> too_few_levels(const ColumnCoding& column, std::string field,
                                      const std::string& remedy) {
  return fail(ErrorCode::conflicting_fields, std::move(field),
              column_text(column.name) + " has " + std::to_string(column.levels()) +
                  " codes (data.columns), and fewer levels would make one of several: " + remedy);
}

}  // namespace

Result<ColumnChoice> read_columns(const Json& value, const std::string& path) {
  auto columns = read_list(value, path, FormatLimits::kColumns, &read_column);
  if (!columns) return std::unexpected(std::move(columns.error()));
  for (std::size_t i = 0; i < columns->size(); ++i) (*columns)[i].place = i;
  ColumnChoice choice{.features = std::move(*columns), .target = std::nullopt};
  if (auto distinct = check_distinct(choice); !distinct) {
    return std::unexpected(std::move(distinct.error()));
  }
  return choice;
}

Result<void> settle_columns(FileSource& source, const std::string& path) {
  if (!source.columns) return {};
  if (source.format == FileFormat::libsvm) {
    return fail(ErrorCode::conflicting_fields, join_path(path, "columns"),
                "are of CSV files: a LIBSVM file has numbers without names; its columns are chosen "
                "with select-columns in data.preprocess");
  }
  if (auto settled = settle_header(source, path); !settled) return settled;
  return part_target(*source.columns, name_of(source.target), path);
}

Result<void> settle_columns(BuiltinSource& source, const std::string& path) {
  const BuiltinData* data = find_builtin(source.name);
  if (!source.columns || !data) return {};
  std::vector<std::string> names;
  for (const BuiltinColumn& column : data->columns) names.push_back(column.name);
  names.emplace_back("target");
  for (ColumnCoding& column : source.columns->features) {
    const auto* name = std::get_if<std::string>(&column.name);
    if (!name) continue;
    const auto found = std::ranges::find(names, *name);
    if (found == names.end()) {
      return fail(ErrorCode::unknown_name, column_field(column, "name"),
                  quoted(*name) + " is no column of " + data->name +
                      ": the catalogue lists them, and \"target\" is the target's." +
                      did_you_mean(*name, names));
    }
    column.name = static_cast<Index>(found - names.begin());
  }
  return settle_numbers(*source.columns, std::ssize(data->columns), path);
}

Result<void> settle_columns(InlineSource& source, const std::string& path) {
  if (!source.columns || source.features.empty()) return {};
  for (const ColumnCoding& column : source.columns->features) {
    if (!is_text(column.name)) continue;
    return fail(ErrorCode::unknown_name, column_field(column, "name"),
                "inline records have no header: name columns by their numbers, from 0");
  }
  return settle_numbers(*source.columns, std::ssize(source.features.front()), path);
}

Result<void> complete_levels(const DataSpec& data, ProblemSpec& problem) {
  const ColumnChoice* columns = coded_columns(data);
  if (!columns || !problem.loss->parameter("targetLevels")) return {};
  ParameterSet& parameters = problem.loss_parameters;
  std::vector<double> codes;
  for (const ColumnCoding& column : columns->features) {
    codes.push_back(static_cast<double>(column.levels()));
  }
  const bool are_coded = std::ranges::all_of(codes, [](double levels) { return levels > 0; });
  if (are_coded && !parameters.has("levels")) parameters.set("levels", codes);
  for (std::size_t j = 0; j < codes.size(); ++j) {
    if (stated_levels(problem, j).value_or(codes[j]) >= codes[j]) continue;
    return too_few_levels(columns->features[j], "problem.levels",
                          "leave \"levels\" out where all columns are coded, or state as many");
  }
  if (!columns->target || !columns->target->is_coded()) return {};
  const auto levels = static_cast<double>(columns->target->levels());
  if (!parameters.has("targetLevels")) parameters.set("targetLevels", levels);
  const double stated = parameters.number("targetLevels").value_or(0);
  if (stated == 0 || stated >= levels) return {};
  return too_few_levels(*columns->target, "problem.targetLevels",
                        "leave \"targetLevels\" out, or state as many");
}

}  // namespace noisy
