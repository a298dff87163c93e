#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/file/fields.h"

namespace noisy {

/// Readers of the experiment's blocks; each is driven by its tables of fields.
Result<DataSpec> read_data(const Json& block, const std::string& path);

/// The kinds of `data` block.
std::vector<std::string> data_kinds();

Result<ProblemSpec> read_problem(const Json& block, const std::string& path);
Result<PrivacySpec> read_privacy(const Json& block, const std::string& path);
Result<RunSpec> read_run(const Json& block, const std::string& path);
Result<AlgorithmSpec> read_algorithm(const Json& block, const std::string& path);
Result<SweepAxis> read_sweep_axis(const Json& block, const std::string& path);

/// Those that an experiment has which does not say which.
std::vector<const DiagnosticEntry*> default_diagnostics();

/// Reads the elements of an array by one of the readers above.
///
/// @error invalid-type, limit-exceeded, or what the reader says
template <typename Value>
Result<std::vector<Value>> read_list(const Json& list, const std::string& path, std::size_t most,
                                     Result<Value> (*read)(const Json&, const std::string&)) {
  if (!list.is_array()) return fail(ErrorCode::invalid_type, path, "must be an array");
  if (list.size() > most) {
    return fail(ErrorCode::limit_exceeded, path,
                "has more than " + std::to_string(most) + " elements");
  }
  std::vector<Value> values;
  for (std::size_t i = 0; i < list.size(); ++i) {
    Result<Value> value = read(list.element(i), join_path(path, i));
    if (!value) return std::unexpected(std::move(value.error()));
    values.push_back(std::move(*value));
  }
  return values;
}

/// The blocks problem.regularizer and problem.domain.
///
/// @error unknown-name, unknown-field, missing-field, invalid-type, invalid-value
Result<Regularizer> read_regularizer(const Json& value, const std::string& path);
Result<Domain> read_domain(const Json& value, const std::string& path);

/// A step of `data.preprocess`: what the catalogue and the reader know of it.
struct PreprocessEntry {
  std::string_view kind;
  std::string_view title;
  std::string_view description;
  bool certified;  ///< false when it computes something from the data
  std::vector<ParameterSpec> parameters;
  Result<PreprocessStep> (*read)(const Json& block, const std::string& path);
};
const std::vector<PreprocessEntry>& preprocess_entries();

/// A generator of synthetic data: what the catalogue knows of it.
struct SyntheticEntry {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  Index features;    ///< d where it is the generator's own, 0 where the block says it
  Index row_values;  ///< stored values of a row of sparse data, 0 of dense ones
  std::vector<ParameterSpec> parameters;
};
const std::vector<SyntheticEntry>& synthetic_entries();

/// The specs of the blocks' fields, without their kind.
std::vector<ParameterSpec> regularizer_parameters(Regularizer::Kind kind);
std::vector<ParameterSpec> domain_parameters(Domain::Kind kind);
std::vector<ParameterSpec> gradient_clip_parameters();
std::vector<ParameterSpec> constant_parameters();

/// The notions' budget fields: which a notion requires; it excludes the others.
std::vector<std::string> budget_fields(Notion notion);

}  // namespace noisy
