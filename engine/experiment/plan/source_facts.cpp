#include "engine/experiment/plan/source_facts.h"

#include <vector>

#include "engine/data/builtin_data.h"
#include "engine/data/column_features.h"
#include "engine/data/covertype_surrogate.h"
#include "engine/data/grouped_generator.h"
#include "engine/data/source_bounds.h"
#include "engine/data/sparse_generator.h"

namespace noisy {

namespace {

FeatureBounds bounds_of(const SyntheticParameters& source) {
  if (is_sparse_generator(source.name)) return sparse_synthetic_bounds(source);
  if (is_grouped_generator(source.name)) return grouped_synthetic_bounds(source);
  if (is_population_generator(source.name)) return population_bounds(source);
  return synthetic_bounds(source);
}

/// Of the columns that a block lists.
PipelineFacts facts_of(const ColumnChoice& columns, std::span<const Interval> uncoded) {
  PipelineFacts facts{.features = width_of(columns), .bounds = bounds_of_choice(columns, uncoded)};
  if (uncoded.empty()) {
    facts.unranged = unranged_features(columns);
    facts.once_ranged = bounds_once_ranged(columns);
  }
  return facts;
}

}  // namespace

PipelineFacts facts_of(const SyntheticParameters& source) {
  return {.features = synthetic_features(source), .bounds = bounds_of(source)};
}

PipelineFacts facts_of(const BuiltinSource& source) {
  const BuiltinData* description = find_builtin(source.name);
  if (!description) return {};
  const FeatureBounds all = builtin_bounds(*description);
  if (!source.columns) return {.features = std::ssize(description->columns), .bounds = all};
  std::vector<Interval> ranges;
  for (const Index column : positions_of(*source.columns)) {
    ranges.push_back(description->columns[static_cast<std::size_t>(column)].range);
  }
  PipelineFacts facts = facts_of(*source.columns, ranges);
  if (source.columns->target && source.columns->target->is_coded()) return facts;
  facts.bounds.target_lower = all.target_lower;
  facts.bounds.target_upper = all.target_upper;
  return facts;
}

PipelineFacts facts_of(const InlineSource& source) {
  if (source.features.empty()) return {};
  if (source.columns) return facts_of(*source.columns, {});
  return {.features = std::ssize(source.features.front()), .bounds = {}};
}

PipelineFacts facts_of(const FileSource& source, Index features) {
  PipelineFacts facts{.features = features};
  if (source.columns) facts = facts_of(*source.columns, {});
  if (!source.positive.empty()) bound_targets({.labels = true}, facts);
  if (source.format == FileFormat::libsvm && !source.features) {
    facts.certified = false;
    facts.reasons.push_back(
        "data.features is not stated: the largest index seen is a fact about one record");
  }
  return facts;
}

bool has_full_rows(const DataSpec& data) {
  const auto* generated = std::get_if<SyntheticParameters>(&data.source);
  bool is_full =
      generated && (is_sparse_generator(generated->name) || generated->name == covertype::kName);
  for (const PreprocessStep& step : data.preprocess) {
    if (const auto* clip = std::get_if<ClipRows>(&step)) {
      is_full &= clip->norm == RowNorm::l2;
      is_full |= clip->norm == RowNorm::l2 && clip->mode == ClipRows::Mode::normalize;
    } else if (!only_chooses_rows(step) && !std::holds_alternative<MapLabels>(step) &&
               !std::holds_alternative<ScaleTarget>(step) &&
               !std::holds_alternative<ClampTarget>(step)) {
      is_full = false;
    }
  }
  return is_full;
}

void bound_targets(const RecordUse& use, PipelineFacts& facts) {
  if (!use.labels && use.classes == 0) return;
  facts.bounds.target_lower = use.labels ? -1 : 0;
  facts.bounds.target_upper = use.labels ? 1 : static_cast<double>(use.classes - 1);
}

}  // namespace noisy
