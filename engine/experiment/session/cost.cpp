#include <algorithm>
#include <cmath>

#include "engine/diagnostic/diagnostic.h"
#include "engine/experiment/plan/planner.h"
#include "engine/experiment/plan/reference_search.h"
#include "engine/experiment/session/engine_session.h"
#include "engine/experiment/session/trace.h"
#include "engine/math/instruction_set.h"

namespace noisy {
namespace {

// Seconds on one thread of a server, measured with many right-hand sides per pass.

/// Of one evaluated record with 16-byte vectors: the exponential, and two walks over the features.
constexpr double kRecord = 4.0e-9;
constexpr double kRecordFeature = 2.4e-10;
/// Of one value of a sparse record, for one point: two walks, which memory decides.
constexpr double kStoredValue = 1.6e-9;
/// Of one evaluated record of a saddle problem, which is a function of its own and no kernel's: the
/// call, its exponentials, and two walks over the coordinates of a point. Within a factor of three
/// for groups, tasks, quadratics, AUC and robust classifiers of 4 to 500 coordinates.
constexpr double kSaddleRecord = 1.5e-8;
constexpr double kSaddleCoordinate = 7e-10;
/// Of bringing one feature of a record of a mini-batch together, which memory decides.
constexpr double kGatheredFeature = 1.3e-9;
/// Of one step of one run: the release's cost and stream, its noise, the update.
constexpr double kStep = 5.5e-7;
constexpr double kStepFeature = 1.6e-8;
/// Of one coordinate's share in the scores of vertices and their Gumbel noise.
constexpr double kScoredFeature = 6e-8;
/// Of one coordinate of hardened noise in place of floating noise.
constexpr double kHardenedFeature = 7e-8;
/// Of choosing the records of one mini-batch.
constexpr double kSubset = 8e-7;
/// Of one run whatever it does: its plan, streams and coroutine, its share of the statement.
constexpr double kRun = 8e-5;
/// Of a byte of its part of the result's text: between 2e-8 for the native program (10,000 runs of
/// a sweep over breast cancer: 6.8 s, of which steps and passes are 2.8) and 1e-7 in a page, where
/// it is sent and parsed as well.
constexpr double kTextByte = 5e-8;

/// Of one traced iterate, whatever is measured there.
constexpr double kPoint = 2e-7;

/// Of one run in a result's text: its privacy block and share of the statement; a coordinate of
/// its solution, with all digits; a value of its trace.
constexpr double kTextPerRun = 3400;
constexpr double kTextPerCoordinate = 20;
constexpr double kTextPerValue = 11;
/// Of a trace: iteration, gradient evaluations, what was spent, seconds.
constexpr double kColumns = 4;
/// Iterates, gradient, noise and the coroutine's own vectors.
constexpr double kVectorsPerRun = 16;
/// Steps of Newton's method to the reference, and the time of a Hessian per record and entry.
constexpr double kNewtonSteps = 12;
constexpr double kHessianEntry = 2.5e-10;
/// ln of the reference solver's tolerance, 10^-12, with a reserve for its restarts.
constexpr double kReferenceLog = 40;

/// Time of the row kernels relative to 16-byte vectors, where they run.
double kernel_time() {
  switch (math::instruction_set()) {
    case math::InstructionSet::avx512:
      return 0.4;
    case math::InstructionSet::avx2:
      return 0.54;
    case math::InstructionSet::baseline:
      break;
  }
  return 1.0;
}

double saddle_pass_seconds(double evaluations, const ProblemFacts& facts) {
  const double coordinate = facts.is_sparse ? kStoredValue : kSaddleCoordinate;
  const auto width = static_cast<double>(facts.width);
  return evaluations * facts.row_share * (kSaddleRecord + coordinate * width);
}

/// @param kernel  time of the row kernels relative to 16-byte vectors
double kernel_pass_seconds(double evaluations, const ProblemFacts& facts, double kernel) {
  const auto width = static_cast<double>(facts.width);
  evaluations *= facts.row_share;
  if (facts.is_sparse) return evaluations * (kernel * kRecord + kStoredValue * width);
  return evaluations * kernel * (kRecord + kRecordFeature * width);
}

double pass_seconds(double evaluations, const ProblemFacts& facts, double kernel = kernel_time()) {
  return facts.risk.saddle ? saddle_pass_seconds(evaluations, facts)
                           : kernel_pass_seconds(evaluations, facts, kernel);
}

/// What one step takes beside the evaluation of its records.
///
/// @param records  that a step of the plan reads in the mean
double step_seconds(const Release& release, double records, const ProblemFacts& facts) {
  const auto dimension = static_cast<double>(facts.risk.dimension);
  double seconds = kStep + kStepFeature * dimension;
  if (release.form->chooses_vertices()) seconds += kScoredFeature * dimension;
  if (release.is_hardened()) seconds += kHardenedFeature * dimension;
  if (release.batch_size >= facts.risk.samples) return seconds;
  // A batch that is read in blocks, one a step, is not brought together anew by each.
  const double gathered = std::min(static_cast<double>(release.batch_size), records);
  return seconds + kSubset + kGatheredFeature * gathered * static_cast<double>(facts.width);
}

/// Walks that bracket a player's best response: where the loss is linear in it, the second ends the
/// search; elsewhere some 10 to 400.
constexpr int kLinearWalks = 2;
constexpr int kCurvedWalks = 50;

double gap_walks(const SaddleSmoothness& smoothness) {
  double walks = 0;
  for (const double curvature : {smoothness.primal, smoothness.dual}) {
    walks += curvature == 0 ? kLinearWalks : kCurvedWalks;
  }
  return walks;
}

/// Of the gap, or of the excess of what is minimized.
double search_walks(const PlannedAlgorithm& planned) {
  const auto& saddle = planned.input.facts.saddle;
  if (saddle) return gap_walks(saddle->smoothness);
  return 2 * (planned.input.facts.smoothness_bound == 0 ? kLinearWalks : kCurvedWalks);
}

/// Evaluations of a law at a traced iterate, in units of all records: about as many as of records,
/// each as fast as a kernel's.
double law_evaluations(const PlannedAlgorithm& planned, const RunSpec& run) {
  for (const DiagnosticEntry* diagnostic : run.columns()) {
    if (!diagnostic->needs.law) continue;
    if (is_measured(*diagnostic, *planned.entry, planned.is_private)) return search_walks(planned);
  }
  return 0;
}

/// How often all records are evaluated at a traced iterate. F's value counts for every run of an
/// experiment where it is asked for.
double measured_evaluations(const PlannedAlgorithm& planned, const RunSpec& run) {
  bool has_value = false, has_gradient = false, has_gap = false;
  bool has_groups = run.keeps_group_losses;
  int others = 0;
  for (const DiagnosticEntry* diagnostic : run.columns()) {
    const DiagnosticNeeds& needs = diagnostic->needs;
    has_value = has_value || needs.value;
    if (!is_measured(*diagnostic, *planned.entry, planned.is_private)) continue;
    has_gradient = has_gradient || needs.gradient;
    has_gap = has_gap || needs.gap;
    has_groups = has_groups || needs.groups;
    others += needs.evaluations;
  }
  return has_value + has_gradient + has_groups + (has_gap ? search_walks(planned) : 0) + others;
}

RunWork work_of(const PlannedAlgorithm& planned, const ProblemFacts& facts, const RunSpec& run,
                double kernel) {
  const PlanSummary& summary = planned.plan->summary();
  const TraceSize trace = trace_size(planned, run);
  RunWork work{.evaluations = summary.gradient_evaluations,
               .points = trace.points,
               .begin = kRun + kTextByte * run_result_bytes(trace, run),
               .steps = pass_seconds(summary.gradient_evaluations, facts, kernel)};
  const double records = work.points * static_cast<double>(facts.risk.samples);
  work.measured_evaluations = measured_evaluations(planned, run) * records;
  work.measuring = kPoint * work.points + pass_seconds(work.measured_evaluations, facts, kernel) +
                   kernel_pass_seconds(law_evaluations(planned, run) * records, facts, kernel);
  const double mean_batch =
      summary.gradient_evaluations / std::max(1.0, static_cast<double>(summary.iterations));
  for (const PlanSegment& segment : summary.segments) {
    const double step = step_seconds(segment.first_release, mean_batch, facts);
    work.steps += static_cast<double>(segment.count) * step;
  }
  return work;
}

}  // namespace

double run_result_bytes(const TraceSize& trace, const RunSpec& run) {
  const double columns =
      kColumns + trace.step_columns + static_cast<double>(run.diagnostics.size());
  return kTextPerRun + kTextPerCoordinate * (trace.dimension + trace.coordinates()) +
         kTextPerValue * columns * trace.points;
}

double trace_bytes(const TraceSize& trace) {
  const double columns = kColumns + trace.step_columns + static_cast<double>(diagnostics().size());
  return (trace.points * columns + trace.coordinates()) * sizeof(double);
}

TraceSize trace_size(const PlannedAlgorithm& planned, const RunSpec& run) {
  const Index iterations = planned.plan->summary().iterations;
  return {.points = static_cast<double>(TraceSchedule(iterations, run.trace_points).size()),
          .dimension = static_cast<double>(planned.start.size()),
          .step_columns = static_cast<double>(planned.entry->columns.size()),
          .has_iterates = run.keeps_iterates,
          .has_hidden = keeps_hidden(run, *planned.entry),
          .groups = run.keeps_group_losses
                        ? static_cast<double>(planned.input.facts.saddle->dual_dimension)
                        : 0};
}

RunWork run_work(const PlannedAlgorithm& planned, const ProblemFacts& facts, const RunSpec& run) {
  return work_of(planned, facts, run, kernel_time());
}

double run_load(const PlannedAlgorithm& planned, const ProblemFacts& facts, const RunSpec& run) {
  const RunWork work = work_of(planned, facts, run, 1);
  return work.begin + work.steps + work.measuring;
}

CostEstimate run_cost(const PlannedAlgorithm& planned, const ProblemFacts& facts,
                      const RunSpec& run, const WorkRates& rates) {
  const TraceSize trace = trace_size(planned, run);
  const RunWork work = run_work(planned, facts, run);
  return {.runs = 1,
          .gradient_evaluations = work.evaluations + work.measured_evaluations,
          .memory_bytes = trace_bytes(trace) + kVectorsPerRun * sizeof(double) * trace.dimension,
          .result_bytes = run_result_bytes(trace, run),
          .seconds = rates.seconds(work)};
}

CostEstimate reference_cost(const Objective& objective, const ProblemFacts& facts) {
  const RiskFacts& risk = facts.risk;
  if (objective.saddle_loss) return {};  // there is none
  if (objective.record_loss) {           // its value at a minimizer that is known
    CostEstimate cost{.gradient_evaluations = static_cast<double>(risk.samples)};
    cost.seconds = pass_seconds(cost.gradient_evaluations, facts);
    return cost;
  }
  if (ReferenceSearch::uses_newton(objective)) {
    const auto dimension = static_cast<double>(risk.dimension);
    CostEstimate cost;
    cost.gradient_evaluations = kNewtonSteps * static_cast<double>(risk.samples);
    cost.seconds = pass_seconds(cost.gradient_evaluations, facts) +
                   cost.gradient_evaluations * kHessianEntry * dimension * dimension;
    return cost;
  }
  const double ratio = std::max(risk.strong_convexity / risk.smoothness, 1e-8);
  CostEstimate cost;
  cost.gradient_evaluations = kReferenceLog / std::sqrt(ratio) * static_cast<double>(risk.samples);
  cost.seconds = pass_seconds(cost.gradient_evaluations, facts);
  return cost;
}

}  // namespace noisy
