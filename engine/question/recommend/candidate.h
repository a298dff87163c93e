#pragma once

#include <string>
#include <vector>

#include "engine/experiment/file/sweep.h"
#include "engine/experiment/plan/load_data.h"
#include "engine/json/json.h"
#include "engine/math/error.h"

namespace noisy {

/// One way to run: noisy descent, or the heavy ball, on clipped gradients.
struct Candidate {
  Index iterations = 40;    ///< T
  double step_size = 0;     ///< alpha
  double momentum = 0;      ///< beta: 0 is descent
  double clip = 0;          ///< C, the bound of problem.gradientClip
  double noise = 0;         ///< scale of each release's noise, as the engine's planner has it
  bool is_laplace = false;  ///< else Gaussian

  /// alpha T / (1 - beta): how far the steps go along a constant gradient of length 1.
  double travel() const { return step_size * static_cast<double>(iterations) / (1 - momentum); }
};

/// "dp-gd" or "dp-hb".
std::string method_of(const Candidate& candidate);

/// What the experiment says of the method; what it leaves out is free.
struct StatedChoice {
  std::optional<std::string> method;
  std::optional<Index> iterations;
  std::optional<double> step_size;
  std::optional<double> momentum;
  std::optional<GradientClip> clip;
  ParameterSet parameters;  ///< of the stated method, these included
};

/// What noise is planned for.
struct NoiseSetting {
  SweepPoint point;  ///< the problem with its regularizer, and the budget; no algorithms
  std::shared_ptr<const LoadedData> facts;  ///< n, d and the bounds: no record
  ReleaseKind release = ReleaseKind::floating;
  StatedChoice stated;
};

/// The candidate as an entry of `algorithms`.
AlgorithmSpec spec_of(const Candidate& candidate, const StatedChoice& stated);
Json json_of(const AlgorithmSpec& spec);

/// The norm of the experiment's own clip, or l2.
GradientClip clip_of(const Candidate& candidate, const StatedChoice& stated);

/// Fills in the noise of each: the scale of the releases that the engine plans for the candidate.
/// Candidates that differ in their steps alone have the same.
///
/// @error of the planner, when it plans none of them
Result<void> plan_noise(const NoiseSetting& setting, std::vector<Candidate>& candidates);

}  // namespace noisy
