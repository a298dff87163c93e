#include "engine/experiment/result/column_labels.h"

#include "engine/data/builtin_data.h"
#include "engine/json/json.h"

namespace noisy {
namespace {

std::vector<std::string> labels_of(const ColumnCoding& coding) {
  std::vector<std::string> labels = coding.words;
  if (coding.other) labels.push_back(*coding.other);
  if (coding.edges.empty()) return labels;
  labels.push_back("< " + number_text(coding.edges.front()));
  for (std::size_t k = 1; k < coding.edges.size(); ++k) {
    labels.push_back("[" + number_text(coding.edges[k - 1]) + ", " + number_text(coding.edges[k]) +
                     ")");
  }
  labels.push_back(">= " + number_text(coding.edges.back()));
  return labels;
}

/// Names that the source itself has for its columns, by their numbers; of built-in data.
std::vector<std::string> own_names(const DataSpec& data) {
  std::vector<std::string> names;
  const auto* source = std::get_if<BuiltinSource>(&data.source);
  const BuiltinData* builtin = source ? find_builtin(source->name) : nullptr;
  if (!builtin) return names;
  for (const BuiltinColumn& column : builtin->columns) names.push_back(column.name);
  return names;
}

std::string name_of(const ColumnName& name, const std::vector<std::string>& own) {
  if (const auto* text = std::get_if<std::string>(&name)) return *text;
  const Index number = std::get<Index>(name);
  return number < std::ssize(own) ? own[static_cast<std::size_t>(number)]
                                  : "column " + std::to_string(number);
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
  for (const ColumnCoding& column : columns->features) {
    out.features.push_back({.name = name_of(column.name, own), .codes = labels_of(column)});
  }
  if (columns->target && columns->target->is_coded())
    out.target.codes = labels_of(*columns->target);
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
