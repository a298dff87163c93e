#pragma once

#include "engine/data/generator.h"
#include "engine/problem/saddle/saddle_loss.h"
#include "engine/solver/gap/saddle_mean.h"

namespace noisy {

/// The mean of a loss over the law of generated records, exactly: over all atoms of "atoms", at
/// the mean record where the loss is affine in it, in closed form of "two-classes". Null where
/// has_population() says no, or a domain has no linear minimizer.
///
/// @param loss    not null
/// @param bounds  of the records
std::shared_ptr<const SaddleMean> population_mean(std::shared_ptr<const SaddleLoss> loss,
                                                  const SyntheticParameters& law,
                                                  const FeatureBounds& bounds);

}  // namespace noisy
