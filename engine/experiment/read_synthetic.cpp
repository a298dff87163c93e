#include <iterator>

#include "engine/experiment/read_source.h"

namespace noisy {
namespace {

using SyntheticField = Field<DataDraft<SyntheticParameters>>;

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

}  // namespace

Result<DataSpec> read_synthetic(const Json& block, const std::string& path) {
  const Json* name = block.find("name");
  for (const SyntheticEntry& entry : synthetic_entries()) {
    if (name && name->is_text() && name->text() == entry.name) {
      return read_source_by(generator_fields(entry.name), block, path);
    }
  }
  return read_source_by(generator_fields(""), block, path);
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
