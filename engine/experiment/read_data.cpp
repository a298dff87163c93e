#include <iterator>

#include "engine/data/builtin_data.h"
#include "engine/experiment/read_blocks.h"

namespace noisy {
namespace {

/// What every kind of source has beside its own fields.
struct CommonFields {
  std::string kind;
  std::vector<PreprocessStep> preprocess;
  std::optional<Index> declared_samples;
};

template <typename Source>
struct Draft : Source, CommonFields {};

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

Result<void> store_preprocess(const Json& value, const FieldPlace& at, CommonFields& common) {
  auto steps = read_list(value, at.path, FormatLimits::kPreprocessSteps, &read_preprocess_step);
  if (!steps) return std::unexpected(std::move(steps.error()));
  common.preprocess = std::move(*steps);
  return {};
}

template <typename Owner>
Result<void> store_steps(const Json& value, const FieldPlace& at, Owner& owner) {
  return store_preprocess(value, at, owner);
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

template <typename Owner>
Result<void> store_delimiter(const Json& value, const FieldPlace& at, Owner& owner) {
  if (!value.is_text() || value.text().size() != 1) {
    return fail(ErrorCode::invalid_value, at.path, "must be one character, such as \",\"");
  }
  owner.delimiter = value.text().front();
  return {};
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

template <typename Owner>
Result<void> store_rows(const Json& value, const FieldPlace& at, Owner& owner) {
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
  Result<std::vector<double>> targets = read_numbers(value, at.path);
  if (!targets) return std::unexpected(std::move(targets.error()));
  owner.targets = std::move(*targets);
  return {};
}

template <typename Source>
void add_common_fields(std::vector<Field<Draft<Source>>>& fields) {
  using Owner = Draft<Source>;
  fields.push_back({{.name = "kind", .type = ParameterType::choice, .maximum = 64},
                    &store<&CommonFields::kind>});
  fields.push_back({{.name = "preprocess", .default_rule = "none"}, &store_steps<Owner>});
  fields.push_back({{.name = "declaredSamples",
                     .title = "Declared samples",
                     .type = ParameterType::integer,
                     .unit = "records",
                     .minimum = 1,
                     .maximum = FormatLimits::kSamples,
                     .default_rule = "n"},
                    &store<&CommonFields::declared_samples>});
}

using SyntheticField = Field<Draft<SyntheticParameters>>;

/// Fields of every generator but its name.
std::vector<SyntheticField> size_fields() {
  return {{{.name = "samples",
            .title = "Records",
            .type = ParameterType::integer,
            .unit = "records",
            .minimum = 2,
            .maximum = FormatLimits::kSamples,
            .description = "n, the number of records.",
            .source = "section 5"},
           &store<&SyntheticParameters::samples>},
          {{.name = "features",
            .title = "Features",
            .type = ParameterType::integer,
            .unit = "columns",
            .minimum = 1,
            .maximum = FormatLimits::kFeatures,
            .description = "d, independent and uniform on [0, 1].",
            .source = "section 5"},
           &store<&SyntheticParameters::features>},
          {{.name = "seed",
            .title = "Data seed",
            .type = ParameterType::integer,
            .minimum = 0,
            .maximum = FormatLimits::kSeed,
            .default_value = 1.0,
            .description = "Which data set is drawn."},
           &store<&SyntheticParameters::seed>}};
}

std::vector<SyntheticField> logistic_fields() {
  using Labels = SyntheticParameters::Labels;
  return {{{.name = "labels",
            .title = "Labels",
            .type = ParameterType::choice,
            .choices = word_ids<Labels>(),
            .default_value = word_for(Labels::sign),
            .description = "How a label follows from the score of the hidden direction."},
           &store<&SyntheticParameters::labels>},
          {{.name = "positiveFraction",
            .title = "Positive share",
            .type = ParameterType::number,
            .minimum = 0.001,
            .maximum = 0.999,
            .default_rule = "whatever the hidden direction gives",
            .description = "Shifts the hidden direction until about this share is positive."},
           &store<&SyntheticParameters::positive_fraction>}};
}

std::vector<SyntheticField> linear_fields() {
  return {{{.name = "noise",
            .title = "Target noise",
            .type = ParameterType::number,
            .minimum = 0,
            .maximum = 1e6,
            .default_value = 0.1,
            .description = "Standard deviation of the noise on the target; the signal's is 0.4."},
           &store<&SyntheticParameters::noise>}};
}

struct Generator {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::vector<SyntheticField> (*own_fields)();
};
constexpr Generator kGenerators[] = {
    {"logistic", "Logistic regression",
     "Features uniform on [0, 1]; labels from the score of a hidden normal direction.",
     &logistic_fields},
    {"linear", "Linear regression",
     "Features uniform on [0, 1]; targets in [-1, 1] from a hidden direction and normal noise.",
     &linear_fields}};

/// The fields of a generator's block; of an unknown one, those that all have.
std::vector<SyntheticField> generator_fields(std::string_view name) {
  std::vector<SyntheticField> fields = size_fields();
  std::vector<std::string> names;
  for (const Generator& generator : kGenerators) {
    names.emplace_back(generator.name);
    if (generator.name == name)
      std::ranges::move(generator.own_fields(), std::back_inserter(fields));
  }
  fields.insert(fields.begin(), {{.name = "name",
                                  .title = "Generator",
                                  .type = ParameterType::choice,
                                  .choices = std::move(names)},
                                 &store<&SyntheticParameters::name, ErrorCode::unknown_name>});
  add_common_fields<SyntheticParameters>(fields);
  return fields;
}

std::vector<std::string> builtin_names() {
  std::vector<std::string> names;
  for (const BuiltinData& data : builtin_data()) names.push_back(data.name);
  return names;
}

const std::vector<Field<Draft<BuiltinSource>>>& fields_of(const BuiltinSource*) {
  static const auto kFields = [] {
    std::vector<Field<Draft<BuiltinSource>>> fields = {
        {{.name = "name",
          .title = "Data set",
          .type = ParameterType::choice,
          .choices = builtin_names()},
         &store<&BuiltinSource::name, ErrorCode::unknown_name>}};
    add_common_fields<BuiltinSource>(fields);
    return fields;
  }();
  return kFields;
}

const std::vector<Field<Draft<FileSource>>>& fields_of(const FileSource*) {
  using Owner = Draft<FileSource>;
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
        {{.name = "delimiter", .default_value = std::string(",")}, &store_delimiter<Owner>},
        {{.name = "features",
          .type = ParameterType::integer,
          .minimum = 1,
          .maximum = FormatLimits::kFeatures,
          .default_rule = "the largest index seen: not certified"},
         &store<&FileSource::features>}};
    add_common_fields<FileSource>(fields);
    return fields;
  }();
  return kFields;
}

const std::vector<Field<Draft<InlineSource>>>& fields_of(const InlineSource*) {
  using Owner = Draft<InlineSource>;
  static const auto kFields = [] {
    std::vector<Field<Owner>> fields = {{{.name = "features"}, &store_rows<Owner>},
                                        {{.name = "targets"}, &store_targets<Owner>}};
    add_common_fields<InlineSource>(fields);
    return fields;
  }();
  return kFields;
}

template <typename Source>
Result<DataSpec> read_by(const std::vector<Field<Draft<Source>>>& fields, const Json& block,
                         const std::string& path) {
  Draft<Source> draft;
  if (Result<void> read = read_fields(block, path, fields, draft); !read) {
    return std::unexpected(std::move(read.error()));
  }
  DataSpec spec;
  spec.preprocess = std::move(draft.preprocess);
  spec.declared_samples = draft.declared_samples;
  spec.source = static_cast<Source&&>(std::move(draft));
  spec.canonical = write_json(block);
  return spec;
}

template <typename Source>
Result<DataSpec> read_source(const Json& block, const std::string& path) {
  return read_by(fields_of(static_cast<const Source*>(nullptr)), block, path);
}

/// A synthetic source has the fields of its generator.
Result<DataSpec> read_synthetic(const Json& block, const std::string& path) {
  const Json* name = block.find("name");
  for (const SyntheticEntry& entry : synthetic_entries()) {
    if (name && name->is_text() && name->text() == entry.name) {
      return read_by(generator_fields(entry.name), block, path);
    }
  }
  return read_by(generator_fields(""), block, path);
}

struct SourceKind {
  std::string_view kind;
  Result<DataSpec> (*read)(const Json& block, const std::string& path);
};
constexpr SourceKind kSourceKinds[] = {{"synthetic", &read_synthetic},
                                       {"builtin", &read_source<BuiltinSource>},
                                       {"file", &read_source<FileSource>},
                                       {"inline", &read_source<InlineSource>}};

}  // namespace

Result<DataSpec> read_data(const Json& block, const std::string& path) {
  if (!block.is_object()) return fail(ErrorCode::invalid_type, path, "must be an object");
  std::vector<std::string> kinds;
  for (const SourceKind& source : kSourceKinds) kinds.emplace_back(source.kind);
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
    if (source.kind == kind->text()) return source.read(block, path);
  }
  return fail(ErrorCode::internal, place, "a kind of data without a reader");
}

const std::vector<SyntheticEntry>& synthetic_entries() {
  static const std::vector<SyntheticEntry> kEntries = [] {
    std::vector<SyntheticEntry> entries;
    for (const Generator& generator : kGenerators) {
      SyntheticEntry entry{generator.name, generator.title, generator.description, {}};
      for (const auto& fields : {size_fields(), generator.own_fields()}) {
        for (const SyntheticField& field : fields) entry.parameters.push_back(field.spec);
      }
      entries.push_back(std::move(entry));
    }
    return entries;
  }();
  return kEntries;
}

}  // namespace noisy
