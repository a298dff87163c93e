#include "engine/experiment/result/column_labels.h"

#include "engine/data/builtin_data.h"
#include "engine/data/column_features.h"
#include "engine/json/json.h"

namespace noisy {
namespace {

/// Names that the source itself has for its columns, by their numbers; of built-in data.
std::vector<std::string> own_names(const DataSpec& data) {
  std::vector<std::string> names;
  const auto* source = std::get_if<BuiltinSource>(&data.source);
  const BuiltinData* builtin = source ? find_builtin(source->name) : nullptr;
  if (!builtin) return names;
  for (const BuiltinColumn& column : builtin->columns) names.push_back(column.name);
  return names;
}

/// The target where data.columns says nothing of it.
ColumnLabel plain_target(const DataSpec& data) {
  if (const auto* file = std::get_if<FileSource>(&data.source)) {
    const auto* name = std::get_if<std::string>(&file->target);
    return {.name = name ? *name : "target", .codes = {}};
  }
  const auto* source = std::get_if<BuiltinSource>(&data.source);
  const BuiltinData* builtin = source ? find_builtin(source->name) : nullptr;
  return {.name = "target", .codes = builtin ? builtin->class_names : std::vector<std::string>()};
}

TableLabels source_labels(const DataSpec& data) {
  TableLabels out{.features = {}, .target = plain_target(data)};
  const std::vector<std::string> own = own_names(data);
  const ColumnChoice* columns = chosen_columns(data);
  if (!columns) {
    for (const std::string& name : own) out.features.push_back({.name = name, .codes = {}});
    return out;
  }
  const std::vector<std::string> names = feature_names(*columns, own, &number_text);
  const std::vector<FeatureOrigin> origins = feature_origins(*columns);
  for (std::size_t j = 0; j < names.size(); ++j) {
    ColumnLabel& label = out.features.emplace_back(ColumnLabel{.name = names[j], .codes = {}});
    if (levels_of(*columns, origins[j]) == 0) continue;
    label.codes = level_texts(columns->features[origins[j].column], &number_text);
  }
  if (columns->target && columns->target->is_coded()) {
    out.target.codes = level_texts(*columns->target, &number_text);
  }
  return out;
}

/// What a step does to names and labels.
struct Relabelling {
  TableLabels& labels;

  void operator()(const SelectColumns& step) const {
    std::vector<ColumnLabel> kept;
    for (const Index column : step.columns) {
      if (column < std::ssize(labels.features)) {
        kept.push_back(labels.features[static_cast<std::size_t>(column)]);
      }
    }
    labels.features = std::move(kept);
  }
  void operator()(const AddIntercept&) const {
    labels.features.push_back({.name = "intercept", .codes = {}});
  }
  void operator()(const SampleRows&) const {}
  void operator()(const HoldOut&) const {}
  void operator()(const ClipRows&) const { forget_codes(); }
  void operator()(const ScaleColumns&) const { forget_codes(); }
  void operator()(const Standardize&) const { forget_codes(); }
  void operator()(const PrivateRanges&) const { forget_codes(); }
  void operator()(const MapLabels&) const { labels.target.codes.clear(); }
  void operator()(const ScaleTarget&) const { labels.target.codes.clear(); }
  void operator()(const ClampTarget&) const { labels.target.codes.clear(); }

  void forget_codes() const {
    for (ColumnLabel& column : labels.features) column.codes.clear();
  }
};

}  // namespace

std::string ColumnLabel::code(Index value) const {
  return value < std::ssize(codes) ? codes[static_cast<std::size_t>(value)] : std::to_string(value);
}

TableLabels labels_of(const DataSpec& data, Index features) {
  TableLabels labels = source_labels(data);
  for (const PreprocessStep& step : data.preprocess) std::visit(Relabelling{labels}, step);
  if (std::ssize(labels.features) == features) return labels;
  labels.features.clear();
  for (Index a = 1; a <= features; ++a) {
    labels.features.push_back({.name = "x" + std::to_string(a), .codes = {}});
  }
  return labels;
}

}  // namespace noisy
