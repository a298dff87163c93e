#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/data/feature_bounds.h"
#include "engine/experiment/objective.h"
#include "engine/privacy/notion.h"
#include "engine/problem/vertex_set.h"

namespace noisy {

/// One record as a loss sees it.
struct Record {
  std::vector<double> features;
  double target = 0;
};

/// Two records whose gradients at a start are as far apart as was found, and the data sets that
/// differ in them: n copies of `usual`, and n - 1 of them with one `odd` record in the last place.
struct Canary {
  Record usual;
  Record odd;
  Vector start;
  /// Of variance-reduced releases the anchor, as far from the start as their difference needs; else
  /// empty.
  Vector anchor;
  double attained = 0;  ///< ||grad f(start; usual) - grad f(start; odd)|| in the noise's norm
  double bound = 0;     ///< the sensitivity that the plan uses at the start
  Index differing = 0;  ///< coordinates in which the two gradients differ
};

struct CanarySearch {
  ProblemSpec problem;
  std::shared_ptr<const LoadedData> shape;   ///< d and the bounds that the pipeline enforces
  Mechanism mechanism = Mechanism::laplace;  ///< L1 distance for Laplace noise, else L2
  SensitivityRule rule = SensitivityRule::uniform;
  Vector start;  ///< the experiment's x_0, preferred when others are no better
  /// Look for a start and an anchor between which the two gradients' distance changes most:
  /// ||D(start) - D(anchor)||, at most twice the sensitivity, D being their difference.
  bool is_variance_reduced = false;
  /// Of choices: distances are those of the vertices' scores, the largest one over all vertices.
  const VertexSet* vertices = nullptr;
};

/// The best of a fixed family of record pairs and starts: opposite features, disjoint supports, and
/// opposite features tilted towards a common one; each on 1, 2, 4, ..., d coordinates with
/// alternating signs, at the experiment's start and far out where a saturated loss has its steepest
/// slope; with an anchor, at opposite far points. The best attains most of the sensitivity, and for
/// Laplace noise on few coordinates. All records obey the bounds that the pipeline enforces. Public
/// facts only; the user's records are not read.
Canary find_canary(const CanarySearch& search);

/// A data set of these records that obeys the bounds of the given one and is stored as it is: dense
/// or sparse.
///
/// @error out-of-memory
Result<std::shared_ptr<const LoadedData>> records_like(const LoadedData& shape,
                                                       const std::vector<Record>& records);

}  // namespace noisy
