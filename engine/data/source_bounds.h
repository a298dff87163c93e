#pragma once

#include "engine/data/builtin_data.h"
#include "engine/data/generator.h"

/// What the sources enforce for every record that they can give, whatever the seed: public facts.
namespace noisy {

/// Of make_synthetic: of uniform features linf 1, l1 d, l2 sqrt(d); targets in [-1, 1].
FeatureBounds synthetic_bounds(const SyntheticParameters& parameters);

/// Of draw_population: rows no longer than 1, or signs; targets in [-1, 1].
FeatureBounds population_bounds(const SyntheticParameters& parameters);

/// Of make_sparse_synthetic: what the law of the rows says; targets in [-1, 1].
FeatureBounds sparse_synthetic_bounds(const SyntheticParameters& parameters);

/// Of make_grouped_synthetic: rows no longer than `bound`, targets as their levels say.
FeatureBounds grouped_synthetic_bounds(const SyntheticParameters& parameters);

/// Of load_builtin, which clamps to these ranges.
FeatureBounds builtin_bounds(const BuiltinData& description);

}  // namespace noisy
