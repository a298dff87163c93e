#include <algorithm>

#include "engine/data/builtin_data.h"
#include "engine/data/sparse_generator.h"
#include "engine/experiment/file/csv_form_fields.h"
#include "engine/experiment/file/read_columns.h"
#include "engine/experiment/file/read_private_ranges.h"
#include "engine/experiment/file/read_source.h"
#include "engine/experiment/file/record_places.h"
#include "engine/experiment/file/stated_ranges.h"

namespace noisy {
namespace {

Result<PreprocessStep> read_preprocess_step(const Json& block, const std::string& path) {
  std::vector<std::string> kinds;
  for (const PreprocessEntry& entry : preprocess_entries()) kinds.emplace_back(entry.kind);
  const Json* kind = block.find("kind");
  if (!kind) {
    return fail(ErrorCode::missing_field, join_path(path, "kind"),
                "is required: one of " + listing(kinds));
  }
  const ParameterSpec spec{.name = "kind", .type = ParameterType::choice, .choices = kinds};
  Result<ParameterValue> checked =
      check_value(*kind, join_path(path, "kind"), spec, ErrorCode::unknown_name);
  if (!checked) return std::unexpected(std::move(checked.error()));
  for (const PreprocessEntry& entry : preprocess_entries()) {
    if (entry.kind == kind->text()) return entry.read(block, path);
  }
  return fail(ErrorCode::internal, path, "a preprocess step without a reader");
}

/// `target`: "last", a column's name, or its position from 0.
template <typename Owner>
Result<void> store_target(const Json& value, const FieldPlace& at, Owner& owner) {
  Result<ParameterValue> checked = check_value(value, at.path, at.spec);
  if (!checked) return std::unexpected(std::move(checked.error()));
  if (const double* position = std::get_if<double>(&*checked)) {
    owner.target = static_cast<Index>(*position);
    if (static_cast<double>(std::get<Index>(owner.target)) == *position) return {};
    return fail(ErrorCode::invalid_value, at.path, "must be a whole number or a column's name");
  }
  const std::string& name = std::get<std::string>(*checked);
  owner.target = name == "last" ? TargetColumn(LastColumn{}) : TargetColumn(name);
  return {};
}

/// A word, or a list of them.
Result<void> store_positive(const Json& value, const FieldPlace& at, FileSource& owner) {
  if (!value.is_array()) {
    Result<std::string> word = read_word(value, at.path);
    if (!word) return std::unexpected(std::move(word.error()));
    owner.positive = {*std::move(word)};
    return {};
  }
  auto words = read_list(value, at.path, FormatLimits::kColumnWords, &read_word);
  if (!words) return std::unexpected(std::move(words.error()));
  owner.positive = *std::move(words);
  if (!owner.positive.empty()) return {};
  return fail(ErrorCode::invalid_value, at.path, "must name at least one word of the target");
}

/// Numbers that must all be there: null stands for what JSON cannot hold.
Result<std::vector<double>> read_numbers(const Json& value, const std::string& path) {
  if (const std::vector<double>* numbers = value.as_numbers()) return *numbers;
  if (!value.is_array()) return fail(ErrorCode::invalid_type, path, "must be an array of numbers");
  for (std::size_t i = 0; i < value.size(); ++i) {
    const Json element = value.element(i);
    if (element.is_number()) continue;
    return fail(element.is_null() ? ErrorCode::not_finite : ErrorCode::not_a_number,
                join_path(path, i), "every value must be a finite number");
  }
  return std::vector<double>();
}

/// The fields of inline blocks that hold records (record_places()). A mark may stand in them.
constexpr std::string_view kFeatures = "features";
constexpr std::string_view kTargets = "targets";

template <typename Owner>
Result<void> store_rows(const Json& value, const FieldPlace& at, Owner& owner) {
  owner.are_absent |= is_records_mark(value);
  if (owner.are_absent) return {};
  if (!value.is_array()) return fail(ErrorCode::invalid_type, at.path, "must be an array of rows");
  std::size_t values = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    Result<std::vector<double>> row = read_numbers(value.element(i), join_path(at.path, i));
    if (!row) return std::unexpected(std::move(row.error()));
    values += row->size();
    if (values > FormatLimits::kInlineValues) {
      return fail(ErrorCode::limit_exceeded, at.path,
                  "holds more than " + std::to_string(FormatLimits::kInlineValues) +
                      " numbers; use a file");
    }
    owner.features.push_back(std::move(*row));
  }
  return {};
}

template <typename Owner>
Result<void> store_targets(const Json& value, const FieldPlace& at, Owner& owner) {
  owner.are_absent |= is_records_mark(value);
  if (is_records_mark(value)) return {};
  Result<std::vector<double>> targets = read_numbers(value, at.path);
  if (!targets) return std::unexpected(std::move(targets.error()));
  owner.targets = std::move(*targets);
  return {};
}

template <typename Owner>
Field<Owner> columns_field() {
  return {{.name = "columns", .default_rule = "all of them, as numbers"},
          [](const Json& value, const FieldPlace& at, Owner& owner) -> Result<void> {
            Result<ColumnChoice> columns = read_columns(value, at.path);
            if (!columns) return std::unexpected(std::move(columns.error()));
            owner.columns = std::move(*columns);
            return {};
          }};
}

std::vector<std::string> builtin_names() {
  std::vector<std::string> names;
  for (const BuiltinData& data : builtin_data()) names.push_back(data.name);
  return names;
}

const std::vector<Field<DataDraft<BuiltinSource>>>& fields_of(const BuiltinSource*) {
  static const auto kFields = [] {
    std::vector<Field<DataDraft<BuiltinSource>>> fields = {
        {{.name = "name",
          .title = "Data set",
          .type = ParameterType::choice,
          .choices = builtin_names()},
         &store<&BuiltinSource::name, ErrorCode::unknown_name>},
        columns_field<DataDraft<BuiltinSource>>()};
    add_common_fields<BuiltinSource>(fields);
    return fields;
  }();
  return kFields;
}

const std::vector<Field<DataDraft<FileSource>>>& fields_of(const FileSource*) {
  using Owner = DataDraft<FileSource>;
  static const auto kFields = [] {
    std::vector<Field<Owner>> fields = {
        {{.name = "name",
          .title = "the file's name",
          .type = ParameterType::choice,
          .maximum = 255},
         &store<&FileSource::name>},
        {{.name = "format",
          .title = "the file's format",
          .type = ParameterType::choice,
          .choices = word_ids<FileFormat>()},
         &store<&FileSource::format>},
        {{.name = "target",
          .type = ParameterType::number_or_choice,
          .minimum = 0,
          .maximum = FormatLimits::kFeatures,
          .default_value = std::string("last")},
         &store_target<Owner>},
        {{.name = "header",
          .type = ParameterType::choice,
          .choices = word_ids<CsvHeader>(),
          .default_value = word_for(CsvHeader::automatic)},
         &store<&FileSource::header>},
        {{.name = "positive", .default_rule = "targets are numbers"},
         [](const Json& value, const FieldPlace& at, Owner& owner) {
           return store_positive(value, at, owner);
         }},
        {{.name = "delimiter", .default_value = std::string(",")},
         &store_mark<&read_delimiter, &FileSource::delimiter>},
        {{.name = "decimal", .default_value = std::string(".")},
         &store_mark<&read_decimal, &FileSource::decimal>},
        {{.name = "comments", .default_rule = "none"},
         &store_mark<&read_comments, &FileSource::comments>},
        {{.name = "encoding",
          .type = ParameterType::choice,
          .choices = word_ids<TextEncoding>(),
          .default_value = word_for(TextEncoding::utf8)},
         &store<&FileSource::encoding>},
        {{.name = "features",
          .type = ParameterType::integer,
          .minimum = 1,
          .maximum = FormatLimits::kFeatures,
          .default_rule = "the largest index seen: not certified"},
         &store<&FileSource::features>},
        {{.name = "firstIndex",
          .type = ParameterType::integer,
          .minimum = 0,
          .maximum = 1,
          .default_value = 1.0},
         &store<&FileSource::first_index>},
        columns_field<Owner>()};
    add_common_fields<FileSource>(fields);
    return fields;
  }();
  return kFields;
}

const std::vector<Field<DataDraft<InlineSource>>>& fields_of(const InlineSource*) {
  using Owner = DataDraft<InlineSource>;
  static const auto kFields = [] {
    std::vector<Field<Owner>> fields = {
        {{.name = std::string(kFeatures), .title = "the rows; redaction takes them out"},
         &store_rows<Owner>},
        {{.name = std::string(kTargets), .title = "the targets; redaction takes them out"},
         &store_targets<Owner>},
        columns_field<Owner>()};
    add_common_fields<InlineSource>(fields);
    return fields;
  }();
  return kFields;
}

template <typename Source>
Result<DataSpec> read_source(const Json& block, const std::string& path) {
  Result<DataSpec> data =
      read_source_by(fields_of(static_cast<const Source*>(nullptr)), block, path);
  if (!data) return data;
  if (auto settled = settle_columns(std::get<Source>(data->source), path); !settled) {
    return std::unexpected(std::move(settled.error()));
  }
  return data;
}

/// A generator says itself what its columns are.
Result<DataSpec> read_generated(const Json& block, const std::string& path) {
  if (!block.find("columns")) return read_synthetic(block, path);
  return fail(ErrorCode::conflicting_fields, join_path(path, "columns"),
              "are of files, built-in and inline data: a generator's are chosen with "
              "select-columns, and binned with scale-columns, in data.preprocess");
}

struct SourceKind {
  std::string_view kind;
  Result<DataSpec> (*read)(const Json& block, const std::string& path);
};
constexpr std::string_view kInline = "inline";
constexpr SourceKind kSourceKinds[] = {{"synthetic", &read_generated},
                                       {"builtin", &read_source<BuiltinSource>},
                                       {"file", &read_source<FileSource>},
                                       {kInline, &read_source<InlineSource>}};

bool can_be_sparse(const DataSpec& data) {
  if (const auto* file = std::get_if<FileSource>(&data.source)) {
    return file->format == FileFormat::libsvm;
  }
  const auto* synthetic = std::get_if<SyntheticParameters>(&data.source);
  return synthetic && is_sparse_generator(synthetic->name);
}

}  // namespace

const SyntheticParameters* known_population(const DataSpec& data) {
  const auto* drawn = std::get_if<SyntheticParameters>(&data.source);
  const bool is_known = drawn &&
                        (is_population_generator(drawn->name) || is_bit_generator(drawn->name)) &&
                        std::ranges::all_of(data.preprocess, only_chooses_rows);
  return is_known ? drawn : nullptr;
}

std::vector<std::string> data_notices(const Json& block) {
  if (!leaves_scale_range_open(block)) return {};
  const auto text = [](Interval range) {
    return "[" + number_text(range.lower) + ", " + number_text(range.upper) + "]";
  };
  return {"scale-columns states no \"to\": columns are mapped to " + text(ScaleColumns{}.to) +
          ". Files from before it could be stated meant " + text(kFormerScaleRange) +
          "; write it down to be sure."};
}

Result<void> store_preprocess(const Json& value, const FieldPlace& at, CommonDataFields& common) {
  auto steps = read_list(value, at.path, FormatLimits::kPreprocessSteps, &read_preprocess_step);
  if (!steps) return std::unexpected(std::move(steps.error()));
  common.preprocess = std::move(*steps);
  return check_around_ranges(common.preprocess, at.path);
}

std::vector<std::string> data_kinds() {
  std::vector<std::string> kinds;
  for (const SourceKind& source : kSourceKinds) kinds.emplace_back(source.kind);
  return kinds;
}

std::span<const RecordPlace> record_places() {
  static constexpr RecordPlace kPlaces[] = {{kInline, kFeatures}, {kInline, kTargets}};
  return kPlaces;
}

Result<DataSpec> read_data(const Json& block, const std::string& path) {
  if (!block.is_object()) return fail(ErrorCode::invalid_type, path, "must be an object");
  const std::vector<std::string> kinds = data_kinds();
  const std::string place = join_path(path, "kind");
  const Json* kind = block.find("kind");
  if (!kind) {
    return fail(ErrorCode::missing_field, place, "is required: one of " + listing(kinds));
  }
  const ParameterSpec spec{.name = "kind", .type = ParameterType::choice, .choices = kinds};
  if (auto checked = check_value(*kind, place, spec); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  for (const SourceKind& source : kSourceKinds) {
    if (source.kind != kind->text()) continue;
    Result<DataSpec> data = source.read(block, path);
    if (!data || data->storage != Storage::sparse || can_be_sparse(*data)) return data;
    return fail(ErrorCode::conflicting_fields, join_path(path, "storage"),
                "only LIBSVM files and generators of sparse data are stored sparse");
  }
  return fail(ErrorCode::internal, place, "a kind of data without a reader");
}

const ColumnChoice* chosen_columns(const DataSpec& data) {
  return std::visit(
      [](const auto& source) -> const ColumnChoice* {
        if constexpr (requires { source.columns; }) {
          return source.columns ? &*source.columns : nullptr;
        } else {
          return nullptr;
        }
      },
      data.source);
}

const ColumnChoice* coded_columns(const DataSpec& data) {
  const bool is_kept = std::ranges::all_of(data.preprocess, only_chooses_rows);
  return is_kept ? chosen_columns(data) : nullptr;
}

const PrivateRanges* private_ranges(const DataSpec& data) {
  for (const PreprocessStep& step : data.preprocess) {
    if (const auto* ranges = std::get_if<PrivateRanges>(&step)) return ranges;
  }
  return nullptr;
}

bool holds_records_out(const DataSpec& data) {
  return !data.preprocess.empty() && std::holds_alternative<HoldOut>(data.preprocess.back());
}

bool is_stored_sparse(const DataSpec& data) {
  constexpr Index kMostDenseFeatures = 100;
  if (data.storage != Storage::automatic) return data.storage == Storage::sparse;
  const auto* file = std::get_if<FileSource>(&data.source);
  return can_be_sparse(data) && (!file || file->features.value_or(0) > kMostDenseFeatures);
}

}  // namespace noisy
