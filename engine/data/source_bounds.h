#pragma once

#include "engine/data/feature_bounds.h"
#include "engine/data/generator.h"

/// What the generators enforce for every record that they can give, whatever the seed: public
/// facts.
namespace noisy {

/// Of make_synthetic: of uniform features linf 1, l1 d, l2 sqrt(d); targets in [-1, 1].
FeatureBounds synthetic_bounds(const SyntheticParameters& parameters);

/// Of make_sparse_synthetic: what the law of the rows says; targets in [-1, 1].
FeatureBounds sparse_synthetic_bounds(const SyntheticParameters& parameters);

}  // namespace noisy
