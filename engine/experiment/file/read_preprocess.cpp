#include <array>
#include <concepts>

#include "engine/experiment/file/read_blocks.h"
#include "engine/experiment/file/read_private_ranges.h"

namespace noisy {
namespace {

struct StepKind {
  std::string kind;
};

template <typename Step>
struct Draft : Step, StepKind {};

template <typename Step>
using Fields = std::vector<Field<Draft<Step>>>;

/// The ends of what the steps before let through.
constexpr FormStart kEntriesFrom{-1, FormStart::Of::entries}, kEntriesTo{1, FormStart::Of::entries};
constexpr FormStart kTargetsFrom{-1, FormStart::Of::targets}, kTargetsTo{1, FormStart::Of::targets};

/// A public end of a range: one number for all columns, or one for each.
ParameterSpec range_end(std::string name, std::string title, ParameterType type,
                        std::optional<FormStart> start, std::string description) {
  return {.name = std::move(name),
          .title = std::move(title),
          .type = type,
          .minimum = -kLargest,
          .maximum = kLargest,
          .start = start,
          .description = std::move(description)};
}

Fields<ClipRows> fields_of(const ClipRows*) {
  return {{{.name = "norm",
            .title = "Norm",
            .type = ParameterType::choice,
            .choices = word_ids<RowNorm>(),
            .default_value = word_for(RowNorm::l2),
            .description = "The norm in which a row is bounded."},
           &store<&ClipRows::norm>},
          {{.name = "bound",
            .title = "Bound",
            .type = ParameterType::number,
            .minimum = 1e-100,
            .maximum = 1e100,
            .start = FormStart{1},
            .description = "The public bound that every row is made to obey."},
           &store<&ClipRows::bound>},
          {{.name = "mode",
            .title = "Mode",
            .type = ParameterType::choice,
            .choices = word_ids<ClipRows::Mode>(),
            .default_value = word_for(ClipRows::Mode::clip),
            .description = "Scale down longer rows only, or scale every row to the bound."},
           &store<&ClipRows::mode>}};
}

Result<void> store_range(const Json& value, const FieldPlace& at, Draft<ScaleColumns>& step) {
  std::vector<double> ends;
  Result<ParameterValue> checked = check_value(value, at.path, at.spec);
  if (!checked) return std::unexpected(std::move(checked.error()));
  fields_detail::assign(std::move(*checked), ends);
  if (ends.size() != 2 || !(ends[0] < ends[1])) {
    return fail(ErrorCode::invalid_value, at.path,
                "must be two numbers, the lower end and the upper end, such as [-1, 1]");
  }
  step.to = {ends[0], ends[1]};
  return {};
}

Fields<ScaleColumns> fields_of(const ScaleColumns*) {
  ParameterSpec to =
      range_end("to", "Mapped to", ParameterType::number_or_vector, std::nullopt,
                "The range that the columns are mapped to: its lower end and its upper end. "
                "Columns around 0 are learnt fastest.");
  to.default_value = std::vector<double>{ScaleColumns{}.to.lower, ScaleColumns{}.to.upper};
  return {{range_end("lower", "Lower ends", ParameterType::number_or_vector, kEntriesFrom,
                     "Public lower ends; smaller values are clamped."),
           &store<&ScaleColumns::lower>},
          {range_end("upper", "Upper ends", ParameterType::number_or_vector, kEntriesTo,
                     "Public upper ends; larger values are clamped."),
           &store<&ScaleColumns::upper>},
          {std::move(to), &store_range}};
}

Fields<AddIntercept> fields_of(const AddIntercept*) {
  return {{{.name = "value",
            .title = "Value",
            .type = ParameterType::number,
            .minimum = -kLargest,
            .maximum = kLargest,
            .default_value = 1.0,
            .description = "The constant column; it counts in every row's norm."},
           &store<&AddIntercept::value>}};
}

Fields<MapLabels> fields_of(const MapLabels*) {
  return {{range_end("positive", "Positive labels", ParameterType::number_or_vector, FormStart{1},
                     "Targets that become +1; all others become -1."),
           &store<&MapLabels::positive>}};
}

Fields<ScaleTarget> fields_of(const ScaleTarget*) {
  return {{range_end("lower", "Lower end", ParameterType::number, kTargetsFrom,
                     "Public lower end; smaller targets are clamped and map to -1."),
           &store<&ScaleTarget::lower>},
          {range_end("upper", "Upper end", ParameterType::number, kTargetsTo,
                     "Public upper end; larger targets are clamped and map to 1."),
           &store<&ScaleTarget::upper>}};
}

Fields<ClampTarget> fields_of(const ClampTarget*) {
  return {{range_end("lower", "Lower end", ParameterType::number, kTargetsFrom,
                     "Public lower end; smaller targets are clamped to it."),
           &store<&ClampTarget::lower>},
          {range_end("upper", "Upper end", ParameterType::number, kTargetsTo,
                     "Public upper end; larger targets are clamped to it."),
           &store<&ClampTarget::upper>}};
}

Result<void> store_columns(const Json& value, const FieldPlace& at, Draft<SelectColumns>& step) {
  std::vector<double> columns;
  Result<ParameterValue> checked = check_value(value, at.path, at.spec);
  if (!checked) return std::unexpected(std::move(checked.error()));
  fields_detail::assign(std::move(*checked), columns);
  for (const double column : columns) {
    step.columns.push_back(static_cast<Index>(column));
    if (column == static_cast<double>(step.columns.back())) continue;
    return fail(ErrorCode::invalid_value, at.path, "must hold whole numbers");
  }
  return {};
}

Fields<SelectColumns> fields_of(const SelectColumns*) {
  return {{{.name = "columns",
            .title = "Columns",
            .type = ParameterType::number_or_vector,
            .minimum = 0,
            .maximum = FormatLimits::kFeatures,
            .start = FormStart{1, FormStart::Of::columns},
            .description = "The columns to keep, in this order, counted from 0."},
           &store_columns}};
}

/// Count, share and seed of a step that chooses rows. No template: its code is there once.
std::array<ParameterSpec, 3> specs_of_choice(double share, const char* count, const char* seed) {
  return {{{.name = "count",
            .title = "Rows",
            .type = ParameterType::integer,
            .unit = "records",
            .minimum = 1,
            .maximum = FormatLimits::kSamples,
            .default_rule = "by the share",
            .start = FormStart{share, FormStart::Of::records},
            .description = count},
           {.name = "share",
            .title = "Share",
            .type = ParameterType::number,
            .minimum = 0,
            .maximum = 1,
            .exclusive_minimum = true,
            .default_rule = "by the count",
            .description = "The part of the rows that these are, in the place of their count."},
           {.name = "seed",
            .title = "Seed",
            .type = ParameterType::integer,
            .minimum = 0,
            .maximum = FormatLimits::kSeed,
            .default_value = 1.0,
            .description = seed}}};
}

template <class Step>
Fields<Step> fields_of_choice(std::array<ParameterSpec, 3> specs) {
  auto& [count, share, seed] = specs;
  return {{std::move(count), &store<&Step::count>},
          {std::move(share), &store<&Step::share>},
          {std::move(seed), &store<&Step::seed>}};
}

Fields<SampleRows> fields_of(const SampleRows*) {
  return fields_of_choice<SampleRows>(
      specs_of_choice(0.5, "How many rows to keep.", "Which rows are kept; it is no secret."));
}

Fields<HoldOut> fields_of(const HoldOut*) {
  return fields_of_choice<HoldOut>(
      specs_of_choice(0.2, "How many rows no run sees.", "Which rows these are; it is no secret."));
}

Fields<Standardize> fields_of(const Standardize*) {
  return {};
}

template <typename Step>
const Fields<Step>& table() {
  static const Fields<Step> kFields = [] {
    Fields<Step> fields = fields_of(static_cast<const Step*>(nullptr));
    fields.push_back(
        {{.name = "kind", .type = ParameterType::choice, .maximum = 64}, &store<&StepKind::kind>});
    return fields;
  }();
  return kFields;
}

Result<void> check_range(double lower, double upper, const std::string& path) {
  if (lower < upper) return {};
  return fail(ErrorCode::invalid_value, path,
              "is " + number_text(upper) + " but must be greater than lower, which is " +
                  number_text(lower));
}

Result<void> check(const ScaleTarget& step, const std::string& path) {
  return check_range(step.lower, step.upper, join_path(path, "upper"));
}

Result<void> check(const ClampTarget& step, const std::string& path) {
  return check_range(step.lower, step.upper, join_path(path, "upper"));
}

Result<void> check(const ScaleColumns& step, const std::string& path) {
  const std::size_t count = std::max(step.lower.size(), step.upper.size());
  for (const auto* ends : {&step.lower, &step.upper}) {
    if (ends->size() == count || ends->size() == 1) continue;
    return fail(ErrorCode::invalid_value, join_path(path, "upper"),
                "lower and upper must be numbers or arrays of equal length");
  }
  for (std::size_t i = 0; i < count; ++i) {
    const double lower = step.lower[step.lower.size() == 1 ? 0 : i];
    const double upper = step.upper[step.upper.size() == 1 ? 0 : i];
    if (auto ordered = check_range(lower, upper, join_path(path, "upper")); !ordered) {
      return ordered;
    }
  }
  return {};
}

Result<void> check(const ChosenRows& step, const std::string& path) {
  if (!step.share) {
    if (step.count > 0) return {};
    return fail(ErrorCode::missing_field, join_path(path, "count"), "is required, or \"share\"");
  }
  if (step.count > 0) {
    return fail(ErrorCode::conflicting_fields, join_path(path, "share"),
                "and \"count\" say the same: leave one out");
  }
  if (*step.share < 1) return {};
  return fail(ErrorCode::invalid_value, join_path(path, "share"), "must be less than 1");
}

template <typename Step>
requires(!std::derived_from<Step, ChosenRows>) Result<void> check(const Step&, const std::string&) {
  return {};
}

template <typename Step>
Result<PreprocessStep> read_step(const Json& block, const std::string& path) {
  Draft<Step> draft;
  if (auto read = read_fields(block, path, table<Step>(), draft); !read) {
    return std::unexpected(std::move(read.error()));
  }
  if (auto checked = check(static_cast<const Step&>(draft), path); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  return static_cast<Step&&>(std::move(draft));
}

template <typename Step>
PreprocessEntry entry(std::string_view kind, std::string_view title, bool certified,
                      std::string_view description) {
  std::vector<ParameterSpec> specs;
  for (const Field<Draft<Step>>& field : table<Step>()) {
    if (field.spec.name != "kind") specs.push_back(field.spec);
  }
  return {kind, title, description, certified, std::move(specs), &read_step<Step>};
}

}  // namespace

const std::vector<PreprocessEntry>& preprocess_entries() {
  static const std::vector<PreprocessEntry> kEntries = {
      entry<ClipRows>("clip-rows", "Clip rows", true,
                      "Bounds every row's norm: this is what limits one record's effect."),
      entry<ScaleColumns>("scale-columns", "Scale columns", true,
                          "Clamps columns to public ranges and maps them to a stated one."),
      private_ranges_entry(),
      entry<AddIntercept>("add-intercept", "Add intercept", true, "Appends a constant column."),
      entry<MapLabels>("labels", "Map labels", true, "Makes two classes out of the targets."),
      entry<ScaleTarget>("scale-target", "Scale target", true,
                         "Clamps the target to a public range and maps it to [-1, 1]."),
      entry<ClampTarget>("clamp-target", "Clamp target", true,
                         "Clamps the target to a public range and leaves its unit as it is."),
      entry<SelectColumns>("select-columns", "Select columns", true, "Keeps some columns."),
      entry<SampleRows>("sample-rows", "Sample rows", true,
                        "Keeps a fixed pseudo-random subset of the rows, chosen without looking "
                        "at them."),
      entry<HoldOut>("hold-out", "Hold out", true,
                     "Keeps some rows from every run, chosen without looking at them, for "
                     "diagnostics of what the others gave; the last step."),
      entry<Standardize>("standardize", "Standardize", false,
                         "Mean 0 and deviation 1 per column, computed from the data without "
                         "noise: not certified.")};
  return kEntries;
}

}  // namespace noisy
