#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/experiment/file/sweep.h"
#include "engine/experiment/plan/initial_gap.h"
#include "engine/experiment/plan/objective.h"
#include "engine/privacy/score/private_score.h"

namespace noisy {

/// What plans may know of one sweep point's problem, and where its constants come from.
struct ProblemFacts {
  RiskFacts risk;
  ConstantRule rule = ConstantRule::public_bound;  ///< of the smoothness
  InitialGap gap;                                  ///< E_0 of the start that a plan has by default
  double gap_scale = 1;                            ///< what plans multiply E_0 by
  Index width = 0;         ///< values of a record that a pass walks over, from public facts
  bool is_sparse = false;  ///< whether zeros are left out
  double row_share = 1;    ///< rows that a pass walks over, for each record (LoadedData::row_share)
};

/// Constants by the rules of `problem.constants`, sensitivities from enforced bounds only.
///
/// A rule that reads the data computes the objective's spectrum when it is not known yet.
///
/// @error unsupported-option when that has too many features
/// @error invalid-value at problem.constants when 0 < mu <= L does not hold
Result<ProblemFacts> problem_facts(const ProblemSpec& problem, Objective& objective,
                                   math::ThreadPool& pool);

/// One algorithm at one sweep point, ready to run.
struct PlannedAlgorithm {
  const AlgorithmEntry* entry = nullptr;
  std::string label;
  std::uint64_t stream = 0;
  bool is_private = true;  ///< false for baselines and for the notion none
  std::shared_ptr<const AlgorithmPlan> plan;
  PlanInput input;                    ///< what it was planned from
  Vector start;                       ///< x_0
  InitialGap gap;                     ///< E_0 of this start
  std::optional<PrivateScore> score;  ///< that its runs publish beside what the plan does
};

/// Whether the algorithm at this position of the point's list suits the problem, as far as public
/// facts alone tell: the same for all data.
///
/// @error unsupported-notion, unsupported-neighbours, unsupported-mechanism, unsupported-option,
///        unbounded-sensitivity
Result<void> check_algorithm(const SweepPoint& point, std::size_t position,
                             const Objective& objective, const ProblemFacts& facts);

/// Plans the algorithm at this position of the point's list.
///
/// @param work  where what planning takes is counted (PlanInput), or null
/// @error what check_algorithm() says, or what the algorithm refuses, at the path in the experiment
///        file ("algorithms.0.parameters.batchSize")
Result<PlannedAlgorithm> plan_algorithm(const SweepPoint& point, std::size_t position,
                                        const Objective& objective, const ProblemFacts& facts,
                                        ReleaseKind release,
                                        std::shared_ptr<math::Evaluations> work = nullptr);

/// What running an experiment will take.
struct CostEstimate {
  Index runs = 0;
  double gradient_evaluations = 0;  ///< per-record gradients and values of all runs, diagnostics
                                    ///< and references included
  double memory_bytes = 0;
  double result_bytes = 0;  ///< of the result's compact text
  double seconds = 0;       ///< on one thread with the instruction set in use, from measured times
};

/// What one run traces.
struct TraceSize {
  double points = 0;
  double dimension = 0;
  double step_columns = 0;  ///< of its algorithm
  bool has_iterates = false;
  bool has_hidden = false;  ///< points that its method hides
  double groups = 0;        ///< whose losses it keeps

  /// Numbers of the lists that it keeps: coordinates of iterates, and losses.
  double coordinates() const { return points * ((has_iterates + has_hidden) * dimension + groups); }
};

/// Bytes of one run in a result's text.
double run_result_bytes(const TraceSize& trace, const RunSpec& run);
/// Bytes of one run's trace in memory, its diagnostics included.
double trace_bytes(const TraceSize& trace);

/// What a planned run traces.
TraceSize trace_size(const PlannedAlgorithm& planned, const RunSpec& run);

/// What one run computes, and how long that takes on one thread by measured times of this machine's
/// kind.
struct RunWork {
  double evaluations = 0;           ///< of records, by its steps
  double measured_evaluations = 0;  ///< by its diagnostics
  double points = 0;                ///< that it traces
  double begin = 0;                 ///< seconds, whatever it does
  double steps = 0;                 ///< seconds
  double measuring = 0;             ///< seconds
};
RunWork run_work(const PlannedAlgorithm& planned, const ProblemFacts& facts, const RunSpec& run);

/// How long parts of runs took that were tried out, relative to what run_work() says.
struct WorkRates {
  double begin = 0;  ///< seconds beside those of the work
  double steps = 1;
  double measuring = 1;

  double seconds(const RunWork& work) const {
    return work.begin + begin + steps * work.steps + measuring * work.measuring;
  }
};

/// The share of one run in the estimate.
CostEstimate run_cost(const PlannedAlgorithm& planned, const ProblemFacts& facts,
                      const RunSpec& run, const WorkRates& rates = {});

/// The share of a reference optimum: steps of Newton's method where that fits, else iterations of
/// Nesterov's method until 10^-12.
CostEstimate reference_cost(const Objective& objective, const ProblemFacts& facts);

}  // namespace noisy
