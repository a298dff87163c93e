#include "engine/experiment/file/read_columns.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/data/builtin_data.h"
#include "engine/data/column_features.h"
#include "engine/data/text_lines.h"

namespace noisy {
namespace {

/// The name as the target field would say it, or nothing for the last column.
std::optional<ColumnName> name_of(const TargetColumn& target) {
  if (const auto* text = std::get_if<std::string>(&target)) return *text;
  if (const auto* number = std::get_if<Index>(&target)) return *number;
  return std::nullopt;
}

bool is_text(const ColumnName& name) {
  return std::holds_alternative<std::string>(name);
}

/// A target is one number or code.
Result<void> refuse_features(const ColumnCoding& target) {
  const auto refuse = [&](const char* field, const char* remedy) {
    return fail(ErrorCode::conflicting_fields, column_field(target, field),
                "is of features, and " + column_text(target.name) + " is the target: " + remedy);
  };
  if (target.encoding != ColumnEncoding::code) {
    return refuse("encode", "leave it out, its words or edges become codes");
  }
  if (target.range) {
    return refuse("lower", "leave its range out, the steps scale-target and clamp-target bound it");
  }
  return target.has_indicator ? refuse("indicator", "leave it out") : Result<void>();
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
    if (auto one = refuse_features(*columns.target); !one) return one;
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

/// What a format has no use for is a slip of its author.
Result<void> refuse_fields(const FileSource& source, const std::string& path) {
  const auto refuse = [&](const char* field, const char* reason) {
    return fail(ErrorCode::conflicting_fields, join_path(path, field), reason);
  };
  if (source.format == FileFormat::csv) {
    if (source.first_index != 1) return refuse("firstIndex", "is of LIBSVM files: leave it out");
    if (source.comments == '\0') return {};
    if (source.header == CsvHeader::no) {
      return refuse("comments", "stand before a header only, and data.header is \"no\"");
    }
    if (source.comments == source.delimiter) return refuse("comments", "begin with the delimiter");
    return {};
  }
  if (source.columns) {
    return refuse(
        "columns",
        "are of CSV files: a LIBSVM file has numbers without names; its columns are chosen "
        "with select-columns in data.preprocess");
  }
  if (!source.positive.empty()) {
    return refuse("positive",
                  "is of CSV files: the labels of a LIBSVM file are numbers; a step {\"kind\": "
                  "\"labels\"} in data.preprocess says which are positive");
  }
  if (source.decimal != '.') return refuse("decimal", "is of CSV files: leave it out");
  if (source.comments != '\0') {
    return refuse("comments", "stand before the header of a CSV file, and this has none");
  }
  return {};
}

}  // namespace

Result<ColumnChoice> read_columns(const Json& value, const std::string& path) {
  auto columns = read_list(value, path, FormatLimits::kColumns, &read_column);
  if (!columns) return std::unexpected(std::move(columns.error()));
  for (std::size_t i = 0; i < columns->size(); ++i) (*columns)[i].place = i;
  ColumnChoice choice{.features = std::move(*columns), .target = std::nullopt};
  if (width_of(choice) > static_cast<Index>(FormatLimits::kColumns)) {
    return fail(ErrorCode::limit_exceeded, path,
                "make " + std::to_string(width_of(choice)) + " features, more than " +
                    std::to_string(FormatLimits::kColumns) +
                    ": give one-hot columns fewer levels, or encode them as \"ordered\"");
  }
  if (auto distinct = check_distinct(choice); !distinct) {
    return std::unexpected(std::move(distinct.error()));
  }
  return choice;
}

Result<void> settle_columns(FileSource& source, const std::string& path) {
  if (auto refused = refuse_fields(source, path); !refused) return refused;
  const bool has_named_target = std::holds_alternative<std::string>(source.target);
  if (has_named_target && source.header == CsvHeader::automatic) source.header = CsvHeader::yes;
  if (!source.columns) return {};
  if (auto settled = settle_header(source, path); !settled) return settled;
  if (auto parted = part_target(*source.columns, name_of(source.target), path); !parted) {
    return parted;
  }
  if (source.positive.empty() || !source.columns->target) return {};
  if (!source.columns->target->is_coded() && !source.columns->target->missing) return {};
  return fail(ErrorCode::conflicting_fields, join_path(path, "positive"),
              "and data.columns." + std::to_string(source.columns->target->place) +
                  " both say what the target's words mean: leave one out");
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

namespace {

/// A parameter that says how many codes the target has.
Result<void> complete_target(const ColumnChoice& columns, const std::string& name,
                             ProblemSpec& problem) {
  if (!columns.target || !columns.target->is_coded()) return {};
  ParameterSet& parameters = problem.loss_parameters;
  const auto levels = static_cast<double>(columns.target->levels());
  const double least = problem.loss->parameter(name)->minimum;
  if (!parameters.has(name)) parameters.set(name, std::max(levels, least));
  const double stated = parameters.number(name).value_or(0);
  if (stated == 0 || stated >= levels) return {};
  return too_few_levels(*columns.target, "problem." + name,
                        "leave \"" + name + "\" out, or state as many");
}

}  // namespace

Result<void> complete_levels(const DataSpec& data, ProblemSpec& problem) {
  const ColumnChoice* columns = chosen_columns(data);
  if (columns && problem.loss->form == LossForm::classes) {
    return complete_target(*columns, "classes", problem);
  }
  columns = coded_columns(data);
  if (!columns || !problem.loss->parameter("targetLevels")) return {};
  ParameterSet& parameters = problem.loss_parameters;
  const std::vector<FeatureOrigin> origins = feature_origins(*columns);
  std::vector<double> codes;
  for (const FeatureOrigin& origin : origins) {
    codes.push_back(static_cast<double>(levels_of(*columns, origin)));
  }
  const bool are_coded = std::ranges::all_of(codes, [](double levels) { return levels > 0; });
  if (are_coded && !parameters.has("levels")) parameters.set("levels", codes);
  for (std::size_t j = 0; j < codes.size(); ++j) {
    if (stated_levels(problem, j).value_or(codes[j]) >= codes[j]) continue;
    return too_few_levels(columns->features[origins[j].column], "problem.levels",
                          "leave \"levels\" out where all columns are coded, or state as many");
  }
  return complete_target(*columns, "targetLevels", problem);
}

}  // namespace noisy
