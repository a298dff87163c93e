#include "engine/experiment/plan/source_facts.h"

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

}  // namespace

PipelineFacts facts_of(const SyntheticParameters& source) {
  return {.features = synthetic_features(source), .bounds = bounds_of(source)};
}

PipelineFacts facts_of(const BuiltinSource& source) {
  const BuiltinData* description = find_builtin(source.name);
  if (!description) return {};
  return {.features = std::ssize(description->columns), .bounds = builtin_bounds(*description)};
}

PipelineFacts facts_of(const InlineSource& source) {
  if (source.features.empty()) return {};
  return {.features = std::ssize(source.features.front()), .bounds = {}};
}

PipelineFacts facts_of(const FileSource& source, Index features) {
  PipelineFacts facts{.features = features};
  if (source.format == FileFormat::libsvm && !source.features) {
    facts.certified = false;
    facts.reasons.push_back(
        "data.features is not stated: the largest index seen is a fact about one record");
  }
  return facts;
}

void bound_labels(PipelineFacts& facts) {
  facts.bounds.target_lower = -1;
  facts.bounds.target_upper = 1;
}

}  // namespace noisy
