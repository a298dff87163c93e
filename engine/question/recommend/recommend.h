#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/plan/stated_data.h"

namespace noisy {

/// What a choice is expected to reach. No figure is about the data: all come from public twins.
struct Expected {
  double score = 0;      ///< mean over the twins of accuracy, or R^2, on the records of the run
  double low = 0;        ///< a tenth of the twins is below
  double high = 0;       ///< a tenth is above
  double start = 0;      ///< mean of what one gets who knows the targets alone
  double gap = 0;        ///< median of F(x_T) - F*
  double gap_share = 0;  ///< geometric mean of the gap over that of the start
};

struct Recommended {
  std::string algorithm;  ///< its id
  Json parameters;
  double gradient_clip = 0;  ///< the bound of problem.gradientClip
  double strength = 0;       ///< of the l2 regularizer
  double noise = 0;          ///< scale of each release, as the engine plans it
  /// Fourth-power mean over twins of the gap over the least one that any choice has on the twin.
  double regret = 1;
  Expected expected;
};

/// The same question with more records.
struct MoreRecords {
  Index samples = 0;
  Expected expected;
};

struct Recommendation {
  std::vector<Recommended> ranked;  ///< the best first
  Json experiment;                  ///< the given one, with the first choice written in
  std::string measure;              ///< what `score` is: "accuracy" or "r2"
  bool worth_running = true;        ///< whether the first choice ends closer than its start
  /// About the least epsilon that is worth running, to a factor of 2; nothing where the budget is
  /// in rho, or none of those that were tried is.
  std::optional<double> least_epsilon;
  std::vector<MoreRecords> larger_n;
  std::vector<std::string> sentences;
};

struct RecommendRequest {
  std::optional<StatedShape> shape;   ///< of a file: n and d after preprocessing
  std::optional<std::string> method;  ///< "dp-gd" or "dp-hb"; absent: what the experiment says
  int threads = 1;                    ///< changes nothing but the time
};

/// Chooses method, steps, step size, gradient clip and l2 strength for a loss of records, from
/// public facts alone: n, d, enforced bounds, loss, and budget. It reads no record.
///
/// Candidates are played on a family of public twins (public_twin.h) with the noise that the
/// engine's planner gives them for n. The first choice has the least regret (log_regrets). What the
/// experiment states stays: the gradient clip, the regularizer, and, where its only algorithm is
/// dp-gd or dp-hb with parameters, that method with these. Deterministic, with the same bits
/// everywhere.
///
/// @error as read_experiment; unsupported-notion without a budget; unsupported-option for losses
///        that are not convex functions of scores, and for parameters that are not played;
///        unsupported-regularizer, unsupported-domain; unbounded-sensitivity where no bound holds
///        for the rows; empty-data below 10 records; limit-exceeded above 5000 stated steps; what
///        the planner refuses
Result<Recommendation> recommend(const Experiment& given, const RecommendRequest& request);

/// The text of an experiment, with some algorithm where it has none: a file must name one.
///
/// @error invalid-json
Result<std::string> with_any_algorithm(std::string_view text);

/// The same as JSON. An experiment without algorithms is taken, too.
Result<std::string> recommendation(std::string_view text, const RecommendRequest& request);

}  // namespace noisy
