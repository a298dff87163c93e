#pragma once

#include <vector>

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// What an attacker sees of one run.
struct PublishedPath {
  std::vector<Vector> releases;  ///< as the algorithm received them, in their order
  std::vector<Vector> iterates;
};

/// Whether the plan, carried out on these data with every release replaced by the published one,
/// walks the published path. A plan that reads nothing but its releases does so on any data; one
/// that reads exact gradients beside them does so only where those are the same.
bool walks_again(const AlgorithmPlan& plan, const FiniteSum& data, const Vector& start,
                 const PublishedPath& published);

}  // namespace noisy
