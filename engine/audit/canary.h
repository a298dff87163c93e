#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/data/feature_bounds.h"
#include "engine/experiment/plan/objective.h"
#include "engine/privacy/notion.h"
#include "engine/problem/domain/vertex_set.h"

namespace noisy {

/// One record as a loss sees it.
struct Record {
  std::vector<double> features;
  double target = 0;
};

/// Two records whose gradients at a start are as far apart as was found, and the data sets that
/// differ in them: n copies of `usual`, and n - 1 of them with one `odd` record in one place.
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

/// What records go through before a loss sees them.
struct RecordPipeline {
  Index features = 0;  ///< of the source
  std::vector<PreprocessStep> steps;
  FeatureBounds source{};  ///< what the source enforces before the first step
};

struct CanarySearch {
  ProblemSpec problem;
  std::shared_ptr<const LoadedData> shape;   ///< d and the bounds that the pipeline states
  std::optional<RecordPipeline> pipeline{};  ///< absent: the bounds are taken at their word
  Mechanism mechanism = Mechanism::laplace;  ///< L1 distance for Laplace noise, else L2
  SensitivityRule rule = SensitivityRule::uniform;
  /// Where a record is zeroed out the odd one is a row of zeros, whose gradient is 0 at every point
  /// where the loss is a function of u'x; there is no such game about other losses.
  Neighbours neighbours = Neighbours::replace_one;
  Vector start;  ///< the experiment's x_0, preferred when others are no better
  /// The oracle answers the plan within a radius alone: its path from any other start might lead
  /// outside.
  bool has_region = false;
  /// Starts outside of the domain are none: no path that is projected onto it comes there.
  bool stays_in_domain = false;
  /// What is released follows from gradients at 0 and how they change from there: the two records'
  /// moments (engine/privacy/release/moments.h) are to be far apart, the first in units of 2 G and
  /// the second in units of sqrt(2) C, or of G and C where a record is zeroed out.
  bool is_by_moments = false;
  /// Margin of a record at a far start: every saturated loss has its steepest slope there.
  double far_margin = 1e4;
  /// Look for a start and an anchor between which the two gradients' distance changes most:
  /// ||D(start) - D(anchor)||, at most 2R (change_bound), D being their difference. Of
  /// such pairs the one with the largest ||D(start)|| too, by which the mean over all batches
  /// moves: where both are largest the game is the worst case of joint_renyi's floor, the other
  /// records being as the exchanged one.
  bool is_variance_reduced = false;
  /// The plan leaks exact gradients: only the experiment's start, where losses are not saturated,
  /// and only pairs whose second derivatives differ, so that steps made from exact differences of
  /// gradients differ, too.
  bool leaks = false;
  /// Of choices: distances are those of the vertices' scores, the largest one over all vertices.
  const VertexSet* vertices = nullptr;
  /// Of choices among the coordinates of simplices: distances are in linf, and pairs are sought
  /// that move the scores of all players apart, at first vertices of the simplices.
  bool is_by_coordinates = false;
};

/// The best of a fixed family of record pairs and starts: opposite features, disjoint supports,
/// opposite features tilted towards a common one, and features beside none; each on 1, 2, 4, ..., d
/// coordinates with alternating signs, at the experiment's start and far out where a saturated loss
/// has its steepest slope; with an anchor, at opposite far points. The best attains most of the
/// sensitivity, and for Laplace noise on few coordinates. These records obey the bounds that the
/// pipeline states. Others lie far outside of them and go through the pipeline: they are better
/// only where it enforces less than it states. Where a record is zeroed out, features beside none
/// alone. Of choices among coordinates rows of random signs, too. Public facts only; the user's
/// records are not read.
Canary find_canary(const CanarySearch& search);

using StoredRecords = decltype(LoadedData::records);

/// These records of so many features, stored as the given data set is: dense or sparse.
///
/// @error out-of-memory
Result<StoredRecords> stored_like(const LoadedData& shape, Index features,
                                  const std::vector<Record>& records);

/// A data set of these records that obeys the bounds of the given one and is stored as it is: dense
/// or sparse.
///
/// @error out-of-memory
Result<std::shared_ptr<const LoadedData>> records_like(const LoadedData& shape,
                                                       const std::vector<Record>& records);

}  // namespace noisy
