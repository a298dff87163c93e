#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/audit/audit_plan.h"
#include "engine/audit/exact_solution.h"
#include "engine/math/deadline.h"

namespace noisy {

/// By brute force: how far replacing each record of the user's own data moves the exact solutions
/// that a method releases, beside the bound that its noise is made for. The replacements are the
/// ones that turn a gradient around the most, of a fixed family within the public bounds.
///
/// All of it is computed from exact data and without noise: it is NOT PRIVATE.
class NeighbourView {
 public:
  /// @error what planning refuses; unsupported-option at "algorithms" for a method that releases no
  ///        certified solutions, at "data" for records that are not dense; limit-exceeded at "data"
  ///        for more than kMostRecords
  static Result<std::unique_ptr<NeighbourView>> create(const SweepPoint& point,
                                                       std::size_t position,
                                                       std::shared_ptr<const LoadedData> data,
                                                       ReleaseKind release);

  static constexpr Index kMostRecords = 1000;

  /// Solves for about this long; true when done.
  ///
  /// @error what ends a solve
  Result<bool> advance(const math::Deadline& deadline);
  Index seen() const { return seen_; }  ///< records replaced so far, of all releases
  Index total() const { return total_; }
  /// As JSON {"version", "engine", "algorithm", "label", "nonPrivate": true, "sentence",
  /// "releases", "notes"}; web/docs/how-to/audit-a-claim.md lists the fields. Needs advance() to
  /// have said true.
  std::string result() const;

 private:
  /// What one release's solution does.
  struct Seen {
    std::vector<double> moved;  ///< by record of its block, in the units that noise is alike in
    Index worst = 0;            ///< record of the data
    Record replacement;
    double largest = 0;
  };

  NeighbourView(const SweepPoint& point, PlannedAlgorithm planned,
                std::shared_ptr<const LoadedData> data);

  const SolutionPlan& plan() const { return dynamic_cast<const SolutionPlan&>(*planned_.plan); }
  const SolutionStep& step() const { return plan().steps()[releases_.size() - 1]; }
  RecordBlock block_of(const SolutionStep& step) const;
  /// How far one record may move the exact solution.
  double bound_of(const SolutionStep& step, double distance) const;

  Result<void> begin_release();
  Result<void> replace(Index place);
  std::vector<Record> family(const Record& own) const;
  /// The replacements that change the block's gradient at its solution the most, first.
  Result<std::vector<Record>> worst_of(const Record& own) const;
  Result<ExactSolution> solved(const std::vector<Record>& records) const;
  Result<std::shared_ptr<Objective>> objective_of(const std::vector<Record>& records) const;

  SweepPoint point_;
  PlannedAlgorithm planned_;
  std::shared_ptr<const LoadedData> data_;
  std::shared_ptr<Objective> shape_;  ///< the problem's public bounds
  Canary canary_;  ///< empty where no two records are known that differ at the start
  std::vector<Seen> releases_;
  std::vector<Record> records_;  ///< of the release's block
  ExactSolution own_;            ///< its solution
  double precision_ = 1;         ///< part of tau that it is solved to
  Index seen_ = 0;
  Index total_ = 0;
};

}  // namespace noisy
