#pragma once

#include "engine/question/recommend/candidate_grid.h"
#include "engine/question/recommend/public_twin.h"
#include "engine/question/recommend/recommend.h"

namespace noisy {

/// All that a recommendation follows from.
struct RecommendInput {
  NoiseSetting setting;
  TwinSource source;
  GridScale scale;
  bool writes_regularizer = false;  ///< the experiment states none
  double strength = 0;              ///< of the l2 regularizer
};

/// Reads what is public of an experiment.
///
/// @error as recommend()
Result<RecommendInput> recommend_input(const Experiment& given, const RecommendRequest& request);

}  // namespace noisy
