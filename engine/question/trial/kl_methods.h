#pragma once

#include <string>
#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/experiment/file/experiment.h"
#include "engine/json/json.h"
#include "engine/question/trial/trial_point.h"

namespace noisy {

/// The methods that a problem with a KL condition may be tried with, as the `algorithms` of an
/// experiment: those of the paper, and those that choose their number of steps by the condition.
Json kl_methods();

/// Their entries in the catalogue.
std::vector<const AlgorithmEntry*> kl_method_entries();

/// Leaves out the diagnostics of an experiment that runs of none of these algorithms have.
///
/// @param given  the experiment, as it was read
void keep_measured(const Experiment& given, const std::vector<const AlgorithmEntry*>& entries,
                   Json& experiment);

/// Which of them run, and what is known beforehand of how they end.
struct KlMethods {
  Json kept;
  std::vector<const AlgorithmEntry*> entries;  ///< of those that are kept
  std::vector<std::string> sentences;          ///< one for every method, whether it is kept or not
};

/// Methods that would take more than a billion gradients of records a run are left out, too: a
/// trial is to be quick.
///
/// @param point    planned with kl_methods()
/// @param assumes  whether error bounds rest on something that nobody has proven
/// @error of the first method that cannot be planned, when none is kept; limit-exceeded when all
///        of them take too long
Result<KlMethods> fitting_methods(const TrialPoint& point, bool assumes);

}  // namespace noisy
