#pragma once

#include <optional>
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

/// ln of the chance or density of all releases together on these data, but for a number that does
/// not depend on the records: of plans whose releases depend on a state behind the wall
/// (ReleaseForm::has_hidden_state). The state is walked again, with the published releases in the
/// place of its own.
///
/// @param streams   those of the run, whose draws that read no data are public
/// @param releases  of the whole run; nothing when the plan makes others on these data
std::optional<double> log_likelihood_of(const AlgorithmPlan& plan, const FiniteSum& data,
                                        const Vector& start, const StreamFactory& streams,
                                        const std::vector<Vector>& releases);

}  // namespace noisy
