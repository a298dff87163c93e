#pragma once

#include "engine/experiment/plan/objective.h"
#include "engine/math/thread_pool.h"

namespace noisy {

// Accuracies that a private one is compared with. Both read the data exactly: not private.

/// Accuracy of whoever always says the commoner label, in [1/2, 1]; for targets of -1 and 1.
double majority_share(const LoadedData& data);

/// Accuracy of a point, in [0, 1]: one pass over all records.
///
/// @param errors  mean misclassification of the data set
double accuracy_at(const FiniteSum& errors, const Vector& point, math::ThreadPool& pool);

}  // namespace noisy
