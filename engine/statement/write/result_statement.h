#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/file/sweep.h"
#include "engine/record/record.h"
#include "engine/statement/write/total.h"

namespace noisy {

/// How many releases a run made.
struct ReleaseCount {
  double releases = 0;
  std::vector<double> kinds;  ///< of each kind, where a plan has several

  bool operator==(const ReleaseCount&) const = default;
};

/// What one run released, what it is stated at, and what its privacy block says of that.
struct RunSpending {
  ReleaseCount executed;
  ReleaseCount charged;  ///< all planned ones of a run that was stopped
  double cost = 0;       ///< of what is charged, in the plan's unit
  /// The plan's statement with this run's releases, where they were chosen on the way; else null.
  Json own = {};
  Guarantee guarantee = Guarantee::proven;
  bool is_certified = false;
  std::vector<std::string> reasons;
};

namespace record {

/// As groups of runs hand it on; what else is known stands in the runs' privacy blocks.
inline constexpr Table kCount{
    "ReleaseCount",
    "",
    {{"releases", of<&ReleaseCount::releases>()}, {"kinds", of<&ReleaseCount::kinds>()}}};
inline constexpr Table kSpending{"RunSpending",
                                 "",
                                 {{"executed", in<kCount, &RunSpending::executed>()},
                                  {"charged", in<kCount, &RunSpending::charged>()},
                                  {"cost", of<&RunSpending::cost>()},
                                  {"own", of<&RunSpending::own>("unknown")}}};

}  // namespace record

/// What the groups of a result know of privacy, gathered.
struct StatementParts {
  std::map<Index, Json> plans;                   ///< plan_statement, by run / repeats
  std::vector<std::optional<RunSpending>> runs;  ///< in the order of the list of runs
};

/// Reads the runs and the "statement" of a group of runs that begins at `first`. Of a plan that
/// several groups hold, the longest schedule stays.
///
/// @error invalid-value when it is none
Result<void> collect_statement(const Json& group, std::size_t first, StatementParts& parts);

/// What publishing all runs costs together.
PrivacyTotal total_of(const StatementParts& parts, Index repeats);

/// The `privacy.statement` of a result.
Json result_statement(const Experiment& experiment, std::span<const SweepPoint> points,
                      const StatementParts& parts, const Json& total);

/// What a run of this planned algorithm costs, from its statement.
PublishedCost published_cost(const Json& plan, const RunSpending& run);

}  // namespace noisy
