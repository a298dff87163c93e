#include "engine/data/builtin_data.h"

#include <algorithm>

#include "engine/data/builtin_text.h"
#include "engine/data/csv_reader.h"
#include "engine/data/source_bounds.h"

namespace noisy {
namespace {

std::string known_names() {
  std::string names;
  for (const BuiltinData& data : builtin_data()) names += (names.empty() ? "" : ", ") + data.name;
  return names;
}

double clamped(double value, const Interval& range) {
  return std::clamp(value, range.lower, range.upper);
}

}  // namespace

const BuiltinData* find_builtin(std::string_view name) {
  const auto& all = builtin_data();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const BuiltinData& data) { return data.name == name; });
  return found == all.end() ? nullptr : &*found;
}

FeatureBounds builtin_bounds(const BuiltinData& description) {
  std::vector<Interval> ranges;
  for (const BuiltinColumn& column : description.columns) ranges.push_back(column.range);
  FeatureBounds bounds = bounds_of_columns(ranges);
  bounds.target_lower = description.target_range.lower;
  bounds.target_upper = description.target_range.upper;
  return bounds;
}

void clamp_to_ranges(const BuiltinData& description, DenseData& data) {
  for (Index column = 0; column < data.features(); ++column) {
    const Interval& range = description.columns[static_cast<std::size_t>(column)].range;
    for (Index row = 0; row < data.samples(); ++row) {
      data.set_feature(row, column, clamped(data.feature(row, column), range));
    }
  }
  for (double& target : data.targets()) target = clamped(target, description.target_range);
}

Result<LoadedBuiltin> load_builtin(std::string_view name, DataLayout layout,
                                   Index reserved_features) {
  const BuiltinData* description = find_builtin(name);
  if (description == nullptr) {
    return fail(ErrorCode::unknown_name, "data.name",
                "no built-in data set has this name; there are " + known_names());
  }
  const std::string_view text = builtin_text(*description);
  if (text.empty()) {
    return fail(ErrorCode::missing_data, "data.name",
                "the file " + description->file + " of this data set has not been supplied");
  }
  CsvOptions options;
  options.header = description->name == "digits" ? CsvHeader::no : CsvHeader::yes;
  options.read.layout = layout;
  options.read.reserved_features = reserved_features;
  CsvReader reader(options);
  Result<void> fed = reader.feed(std::as_bytes(std::span(text.data(), text.size())));
  if (!fed) return std::unexpected(fed.error());
  Result<NamedData> table = reader.finish();
  if (!table) return std::unexpected(table.error());
  table->feature_names.clear();
  for (const BuiltinColumn& column : description->columns) {
    table->feature_names.push_back(column.name);
  }
  table->target_name = description->target;
  table->class_names = description->class_names;
  clamp_to_ranges(*description, table->data);
  return LoadedBuiltin{std::move(*table), builtin_bounds(*description)};
}

}  // namespace noisy
