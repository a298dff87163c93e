#pragma once

#include <memory>
#include <vector>

#include "engine/experiment/file/sweep.h"
#include "engine/experiment/result/column_labels.h"
#include "engine/json/json.h"
#include "engine/problem/saddle/query_family.h"

namespace noisy {

/// The histogram that a run of the problem marginal-queries has released.
struct ReleasedHistogram {
  Experiment experiment;
  SweepPoint point;  ///< of the run
  std::shared_ptr<const QueryFamily> queries;
  std::vector<double> shares;        ///< of every cell; none negative, some positive
  std::vector<ColumnLabel> columns;  ///< of the queries, the target's last where it is one

  bool has_target() const { return queries->shape().target_levels > 0; }
};

/// @error invalid-value at "run" when there is no such run
Result<const Json*> run_of(const Json& result, Index place);

/// @error unsupported-option when the run's problem is another one, or it has released no solution;
///        what is wrong with the experiment
Result<ReleasedHistogram> released_histogram(const Json& result, const Json& run);

}  // namespace noisy
