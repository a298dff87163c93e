#include "engine/experiment/file/read_private_ranges.h"

#include <utility>

#include "engine/data/private_ranges.h"

namespace noisy {
namespace {

struct Draft : PrivateRanges {
  std::string kind;
};

Result<void> store_columns(const Json& value, const FieldPlace& at, Draft& step) {
  Result<ParameterValue> checked = check_value(value, at.path, at.spec);
  if (!checked) return std::unexpected(std::move(checked.error()));
  std::vector<double> columns;
  fields_detail::assign(std::move(*checked), columns);
  for (const double column : columns) {
    step.columns.push_back(static_cast<Index>(column));
    if (column == static_cast<double>(step.columns.back())) continue;
    return fail(ErrorCode::invalid_value, at.path, "must hold whole numbers");
  }
  return {};
}

ParameterSpec end_spec(std::string name, std::string title, double value, std::string description) {
  return {.name = std::move(name),
          .title = std::move(title),
          .type = ParameterType::number_or_vector,
          .minimum = -kLargest,
          .maximum = kLargest,
          .default_value = value,
          .description = std::move(description)};
}

const std::vector<Field<Draft>>& fields() {
  static const PrivateRanges kDefault;
  static const std::vector<Field<Draft>> kFields = {
      {{.name = "of",
        .title = "Ranges of",
        .type = ParameterType::choice,
        .choices = word_ids<PrivateRanges::Of>(),
        .default_value = word_for(kDefault.of),
        .description = "Of columns, of a target that is a number, or of both."},
       &store<&Draft::of>},
      {{.name = "columns",
        .title = "Columns",
        .type = ParameterType::number_or_vector,
        .minimum = 0,
        .maximum = FormatLimits::kFeatures,
        .default_rule = "all columns",
        .description = "The columns whose ranges are chosen, counted from 0."},
       &store_columns},
      {end_spec("lower", "Lower ends", kDefault.lower.front(),
                "Coarse public lower ends, not computed from the data: one number, or one for each "
                "of the columns, that of the target last."),
       &store<&Draft::lower>},
      {end_spec("upper", "Upper ends", kDefault.upper.front(), "Coarse public upper ends."),
       &store<&Draft::upper>},
      {{.name = "share",
        .title = "Share of the budget",
        .type = ParameterType::number,
        .minimum = 1e-6,
        .maximum = 0.99,
        .default_value = kDefault.share,
        .description = "What choosing ranges takes of every run's budget, in rho where the budget "
                       "converts to it."},
       &store<&Draft::share>},
      {{.name = "quantiles",
        .title = "Quantiles",
        .type = ParameterType::number_or_vector,
        .minimum = 0,
        .maximum = 1,
        .default_value = kDefault.quantiles,
        .description = "Which shares of a column's values lie below the two ends of its range."},
       &store<&Draft::quantiles>},
      {{.name = "kind", .type = ParameterType::choice, .maximum = 64}, &store<&Draft::kind>}};
  return kFields;
}

Result<PreprocessStep> read(const Json& block, const std::string& path) {
  Draft draft;
  if (const Json* quantiles = block.find("quantiles"); quantiles) draft.quantiles.clear();
  if (auto done = read_fields(block, path, fields(), draft); !done) {
    return std::unexpected(std::move(done.error()));
  }
  const std::vector<double>& two = draft.quantiles;
  if (two.size() != 2 || !(two[0] < two[1])) {
    return fail(ErrorCode::invalid_value, join_path(path, "quantiles"),
                "must be two ascending numbers, such as [0.05, 0.95]");
  }
  return static_cast<PrivateRanges&&>(std::move(draft));
}

}  // namespace

PreprocessEntry private_ranges_entry() {
  std::vector<ParameterSpec> specs;
  for (const Field<Draft>& field : fields()) {
    if (field.spec.name != "kind") specs.push_back(field.spec);
  }
  return {kPrivateRanges,
          "Private ranges",
          "Lets every run choose ranges by the exponential mechanism, for a part of its budget; "
          "clamps to them and maps to [-1, 1].",
          true,
          std::move(specs),
          &read};
}

Result<void> check_around_ranges(std::span<const PreprocessStep> steps, const std::string& path) {
  bool has_bounded_rows = false;
  bool reads_data = false;
  std::optional<std::size_t> place;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    reads_data |= std::holds_alternative<Standardize>(steps[i]);
    if (std::holds_alternative<PrivateRanges>(steps[i])) place = i;
    if (place) continue;
    has_bounded_rows |= std::holds_alternative<ClipRows>(steps[i]) ||
                        std::holds_alternative<AddIntercept>(steps[i]);
  }
  if (!place || (!has_bounded_rows && !reads_data)) return {};
  return fail(ErrorCode::conflicting_fields, join_path(path, *place),
              reads_data ? "private-ranges are certified, and standardize is not: use one of them"
                         : "must stand before clip-rows and add-intercept: ranges are those of "
                           "columns as they come");
}

}  // namespace noisy
