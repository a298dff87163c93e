#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/experiment/plan/planner.h"
#include "engine/experiment/plan/reference_search.h"
#include "engine/experiment/session/lockstep.h"
#include "engine/experiment/session/report.h"
#include "engine/experiment/session/session.h"
#include "engine/experiment/session/workspace_state.h"

namespace noisy {

/// What Session::run_loads() says of a run.
double run_load(const PlannedAlgorithm& planned, const ProblemFacts& facts, const RunSpec& run);

/// The session behind the interface: data slots, plans of every sweep point, groups of runs.
class EngineSession final : public Session {
 public:
  /// Expands the sweep and looks which data are there already.
  static Result<std::unique_ptr<Session>> open(std::shared_ptr<WorkspaceState> workspace,
                                               std::string_view experiment,
                                               std::string_view data_identity);

  std::string estimate() const override;
  bool needs_bytes() const override;
  Result<void> feed(std::span<const std::byte> bytes, double total_bytes) override;
  std::string lacks() const override;
  std::string missing_file() const override;
  Result<void> load() override;
  Result<DataShape> shape() const override;
  Result<bool> rehearse(double slice, double seconds, int threads) override;
  Result<std::string> plan() override;
  Result<Index> run_count() override;
  Result<std::vector<double>> run_loads() override;
  Result<std::string> data_hash() override;
  Index run_number(Index run) const override { return list_.number(run); }
  Result<void> start(Index first, Index last, int threads) override;
  void answer_steps() override { answers_steps_ = true; }
  std::vector<AwaitedStep> awaited_steps() override;
  Result<Progress> advance(double seconds) override;
  std::vector<TraceChunk> drain() override;
  void cancel() override;
  Result<std::string> group() override;
  Result<std::unique_ptr<Survey>> survey(std::string_view request, int threads) override;
  Result<std::string> constants(double rho, double failure, Index rank, int threads) override;

 private:
  /// One data set of the experiment; a sweep over data has several.
  struct DataSlot {
    std::string key;
    bool is_kept = true;  ///< false for a file whose content has no name
    DataLoader loader;
    std::shared_ptr<const LoadedData> data;
  };
  /// One sweep point, planned.
  struct PlannedPoint {
    std::shared_ptr<Objective> objective;
    ProblemFacts facts;
    std::vector<Result<PlannedAlgorithm>> algorithms;  ///< the plan, or why there is none
    std::vector<WorkRates> rates;                      ///< by algorithm
  };
  class Rehearsal;
  /// What measures one of the experiment's diagnostics on an objective.
  struct RunMeter {
    const DiagnosticEntry* diagnostic;  ///< null: the losses of all groups
    std::shared_ptr<const Meter> meter;
  };
  /// Runs on one objective. A run that chooses ranges of columns has one of its own, while it goes
  /// on.
  struct Group {
    std::shared_ptr<Objective> objective;
    std::vector<ColumnRange> ranges = {};  ///< that its run has chosen
    std::vector<Index> numbers;            ///< of the runs
    std::unique_ptr<ReferenceSearch> search;
    double search_seconds = 0;            ///< that the search takes, about
    double search_evaluations = 0;        ///< likewise
    Json reference;                       ///< of records that are let go of, or null
    std::unique_ptr<LockstepGroup> runs;  ///< null until the reference is there
    bool is_done = false;
  };

  /// How long a run takes, about.
  struct Weight {
    RunWork work;
    WorkRates rates;
  };
  /// What of a run was handed out.
  struct Drained {
    std::size_t points = 0;  ///< of its trace
    bool stop = false;       ///< why it ended
  };

  EngineSession(std::shared_ptr<WorkspaceState> workspace, Experiment experiment,
                std::vector<SweepPoint> points);

  void add_slots(std::string_view data_identity);
  const DataSlot& slot_of(const SweepPoint& point) const;
  /// The objective of the first sweep point, for what needs no plan.
  Result<std::shared_ptr<Objective>> first_objective() const;
  Result<void> prepare();
  /// The objective of a point whose problem suits its data.
  std::shared_ptr<Objective> objective_of(const SweepPoint& point, const DataSlot& slot) const;
  /// @error unsupported-option naming what lacks() does
  Result<void> check_parts() const;
  Result<void> check_headers() const;
  Result<void> plan_algorithms(const SweepPoint& point, PlannedPoint& planned) const;
  /// Takes what cannot be planned out of the list of runs.
  ///
  /// @error of the first one, when nothing can be planned
  Result<void> refuse_unplanned();
  /// The plan of a run's algorithm at its sweep point.
  const PlannedAlgorithm& plan_at(const RunPlace& place) const;
  CostEstimate cost() const;
  /// What runs have in common that take about equally long for the same work.
  std::string kind_of(const RunPlace& place) const;
  /// The share of a group's time that is over, in seconds as they were estimated.
  double seconds_done(const Group& group) const;
  Result<void> check_memory(const CostEstimate& cost) const;
  /// Whether the iterates that are asked for are few enough to be kept.
  Result<void> check_iterates() const;
  Result<std::vector<RunMeter>> make_meters(const Objective& objective) const;
  Result<void> choose_ranges_of(Group& group);
  Result<void> begin_group(Group& group);
  /// Publishes the private figures of runs that completed.
  void release_scores(const Group& group) const;
  void let_go_of_records(Group& group) const;
  Result<StreamFactory> streams_of(Index number) const;
  Result<RunSetup> setup_of(Index number, std::span<const RunMeter> meters) const;
  Result<bool> advance_group(Group& group, const math::Deadline& deadline);
  /// The runs of the group; null for those that have not begun.
  std::vector<const ActiveRun*> runs_in_order() const;
  Json data_json() const;
  /// What cannot be planned and why, by algorithm, within it by sweep point.
  std::vector<Json> refused_entries() const;
  /// The sweep points of refused_entries(), for assemble().
  Json refused_points() const;
  Json reference_json(Index point, const Objective& objective) const;
  Json references_json() const;
  /// What the runs released and paid, and the statements of their plans, for assemble().
  Json statement_json() const;
  /// What a statement says of the plan of this run, with the releases of a ledger.
  Json statement_of(Index number, const Ledger& ledger) const;

  std::shared_ptr<WorkspaceState> workspace_;
  Experiment experiment_;
  std::vector<SweepPoint> points_;
  RunList list_;
  std::vector<DataSlot> slots_;
  bool has_bytes_ = false;
  std::vector<PlannedPoint> planned_;

  Index first_ = 0;
  Index last_ = 0;
  std::shared_ptr<math::ThreadPool> pool_;
  std::vector<Group> groups_;
  std::vector<Drained> drained_;  ///< by run of the group
  std::vector<Weight> weights_;   ///< likewise
  double total_evaluations_ = 0;
  double total_seconds_ = 0;
  std::shared_ptr<Rehearsal> rehearsal_;
  bool is_cancelled_ = false;
  bool answers_steps_ = false;
};

}  // namespace noisy
