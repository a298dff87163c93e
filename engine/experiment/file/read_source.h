#pragma once

#include <string>
#include <vector>

#include "engine/experiment/file/read_blocks.h"

namespace noisy {

/// What every kind of `data` block has beside its own fields.
struct CommonDataFields {
  std::string kind;
  std::vector<PreprocessStep> preprocess;
  std::optional<Index> declared_samples;
  Storage storage = Storage::automatic;
};

/// A `data` block while it is read.
template <typename Source>
struct DataDraft : Source, CommonDataFields {};

/// What a `data` block leaves open and its author should know.
std::vector<std::string> data_notices(const Json& block);

Result<void> store_preprocess(const Json& value, const FieldPlace& at, CommonDataFields& common);

template <typename Source>
void add_common_fields(std::vector<Field<DataDraft<Source>>>& fields) {
  using Owner = DataDraft<Source>;
  fields.push_back({{.name = "kind", .type = ParameterType::choice, .maximum = 64},
                    &store<&CommonDataFields::kind>});
  fields.push_back({{.name = "preprocess", .default_rule = "none"},
                    [](const Json& value, const FieldPlace& at, Owner& owner) {
                      return store_preprocess(value, at, owner);
                    }});
  fields.push_back({{.name = "declaredSamples",
                     .title = "Declared samples",
                     .type = ParameterType::integer,
                     .unit = "records",
                     .minimum = 1,
                     .maximum = FormatLimits::kSamples,
                     .default_rule = "n"},
                    &store<&CommonDataFields::declared_samples>});
  fields.push_back({{.name = "storage",
                     .title = "Storage",
                     .type = ParameterType::choice,
                     .choices = word_ids<Storage>(),
                     .default_value = word_for(Storage::automatic)},
                    &store<&CommonDataFields::storage>});
}

/// Reads a block whose fields are in this table.
///
/// @param draft  what the fields that are absent keep
template <typename Source>
Result<DataSpec> read_source_by(const std::vector<Field<DataDraft<Source>>>& fields,
                                const Json& block, const std::string& path,
                                DataDraft<Source> draft = {}) {
  if (Result<void> read = read_fields(block, path, fields, draft); !read) {
    return std::unexpected(std::move(read.error()));
  }
  DataSpec spec;
  spec.preprocess = std::move(draft.preprocess);
  spec.declared_samples = draft.declared_samples;
  spec.storage = draft.storage;
  spec.notices = data_notices(block);
  spec.source = static_cast<Source&&>(std::move(draft));
  spec.canonical = write_json(block);
  return spec;
}

/// A block of the kind "synthetic": its fields are those of its generator.
Result<DataSpec> read_synthetic(const Json& block, const std::string& path);

}  // namespace noisy
