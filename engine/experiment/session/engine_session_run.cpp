#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include "engine/diagnostic/diagnostic.h"
#include "engine/diagnostic/kind/group_loss.h"
#include "engine/experiment/plan/make_risk.h"
#include "engine/experiment/plan/ranged_rows.h"
#include "engine/experiment/plan/record_scores.h"
#include "engine/experiment/session/engine_session.h"
#include "engine/experiment/session/run_claim.h"
#include "engine/experiment/session/run_trial.h"
#include "engine/math/deadline.h"
#include "engine/statement/write/plan_statement.h"
#include "engine/statement/write/spending.h"

namespace noisy {
namespace {

/// The points of a column from `first` on, filled up with NaN to `size` points.
std::vector<double> part(const std::vector<double>& column, std::size_t first, std::size_t size) {
  std::vector<double> out;
  for (std::size_t i = first; i < size; ++i) {
    out.push_back(i < column.size() ? column[i] : std::numeric_limits<double>::quiet_NaN());
  }
  return out;
}

/// How many trace points are told and measured.
std::size_t complete_points(const ActiveRun& run) {
  if (!run.has_told_start()) return 0;
  const std::size_t count = run.trace().size();
  if (run.status() == RunStatus::cancelled || run.measured().empty()) return count;
  return std::min(count, run.measured().front().points());
}

/// The points [first, last) of a run's trace.
TraceChunk chunk_of(const ActiveRun& run, std::size_t first, std::size_t last) {
  const Trace& trace = run.trace();
  TraceChunk chunk{.run = run.setup().run,
                   .iteration = part(trace.iteration, first, last),
                   .gradient_evaluations = part(trace.gradient_evaluations, first, last),
                   .spent = part(trace.spent, first, last),
                   .seconds = part(trace.seconds, first, last)};
  for (const NamedColumn& column : trace.steps) {
    chunk.steps.push_back({column.name, part(column.values, first, last)});
  }
  for (const NamedColumn& column : run.measured()) {
    if (column.values.empty() || column.has_lists()) continue;
    chunk.measured.push_back({column.name, part(column.values, first, last)});
  }
  if (run.setup().keeps_iterates) {
    chunk.coordinates = run.current().size();
    const auto d = static_cast<std::size_t>(chunk.coordinates);
    chunk.iterates = part(trace.iterates, first * d, last * d);
  }
  return chunk;
}

JudgedRecords judged(const DenseData& rows, Index classes) {
  return {.targets = rows.targets(),
          .scores = [&rows, classes](const Vector& weights, Index first, std::span<double> out) {
            record_scores(rows, classes, weights, first, out);
          }};
}

/// Losses of several classes take no sparse records.
JudgedRecords judged(const SparseData& rows, Index) {
  return {.targets = rows.targets(),
          .scores = [&rows](const Vector& weights, Index first, std::span<double> out) {
            record_scores(rows, weights, first, out);
          }};
}

/// The records that runs learn from, where they lie one by one.
JudgedRecords judged_of(const LoadedData& data, Index classes) {
  if (const auto* dense = std::get_if<DenseData>(&data.records)) return judged(*dense, classes);
  if (const auto* sparse = std::get_if<SparseRecords>(&data.records)) {
    return judged(sparse->rows, classes);
  }
  return {};
}

JudgedRecords held_out_of(const LoadedData& data, Index classes) {
  if (!data.held_out) return {};
  return std::visit([&](const auto& rows) { return judged(rows, classes); }, *data.held_out);
}

/// What diagnostics may know of the objective, which must outlive it.
MeasuredProblem measured_problem(const Objective& objective) {
  // There is none after a cancellation, and where the solver found no optimum.
  const bool is_known = objective.reference && *objective.reference;
  const LoadedData& data = *objective.data;
  const bool predicts = objective.prediction != Prediction::none;
  std::function<double(const Vector&)> gap;
  if (is_known && objective.record_loss) {
    gap = [&objective](const Vector& point) {
      return *objective.record_loss->gap(point, *objective.means);
    };
  }
  return {.sum = objective.sum.get(),
          .exact = objective.exact.get(),
          .regularizer = &objective.regularizer,
          .domain = &objective.domain,
          .reference = is_known ? &**objective.reference : nullptr,
          .gap = std::move(gap),
          .model = objective.saddle_loss
                       ? std::optional(objective.saddle_loss->model(data.features()))
                       : std::nullopt,
          .saddle_gap = objective.saddle_gap.get(),
          .held_out_gap = objective.held_out_gap.get(),
          .population_gap = objective.population_gap.get(),
          .law = data.population ? &*data.population : nullptr,
          .prediction = objective.prediction,
          .classes = objective.classes,
          .trained = predicts ? judged_of(data, objective.classes) : JudgedRecords{},
          .held_out = predicts ? held_out_of(data, objective.classes) : JudgedRecords{},
          .smoothness = [&objective] { return exact_smoothness(objective); },
          .mean_of =
              [&data](const LinearLoss& loss) { return make_risk(data, data.facts.bounds, loss); }};
}

}  // namespace

std::string EngineSession::kind_of(const RunPlace& place) const {
  const SweepPoint& point = points_[static_cast<std::size_t>(place.point)];
  std::string kind = slot_of(point).key + "\n" + point.problem.canonical + "\n" +
                     point.algorithms[static_cast<std::size_t>(place.algorithm)].id + "\n" +
                     std::to_string(place.algorithm) + "\n" + std::to_string(pool_->threads());
  for (const DiagnosticEntry* column : experiment_.run.columns()) {
    kind += "\n" + std::string(column->id);
  }
  return kind;
}

Result<void> EngineSession::start(Index first, Index last, int threads) {
  if (auto prepared = prepare(); !prepared) return prepared;
  if (auto checked = check_memory(cost()); !checked) return checked;
  if (first < 0 || last > list_.size() || first >= last) {
    return fail(ErrorCode::internal, "run", "the group is not a part of the list of runs");
  }
  pool_ = workspace_->threads(threads);
  first_ = first;
  last_ = last;
  is_cancelled_ = false;
  groups_.clear();
  drained_.assign(static_cast<std::size_t>(last - first), {});
  weights_.clear();
  total_evaluations_ = 0;
  total_seconds_ = 0;
  for (Index number = first; number < last; ++number) {
    const RunPlace place = list_[number];
    const PlannedPoint& point = planned_[static_cast<std::size_t>(place.point)];
    auto group = std::ranges::find(groups_, point.objective, &Group::objective);
    if (group == groups_.end() || point.objective->data->ranged) {
      groups_.push_back({.objective = point.objective});
      group = groups_.end() - 1;
      if (experiment_.run.needs_reference() && !point.objective->reference) {
        const CostEstimate search = reference_cost(*point.objective, point.facts);
        group->search_seconds = search.seconds;
        group->search_evaluations = search.gradient_evaluations;
        total_evaluations_ += search.gradient_evaluations;
        total_seconds_ += search.seconds;
      }
    }
    group->numbers.push_back(number);
    const WorkRates* rates = workspace_->find_rates(kind_of(place));
    weights_.push_back({.work = run_work(plan_at(place), point.facts, experiment_.run),
                        .rates = rates ? *rates : WorkRates()});
    const auto& [work, known] = weights_.back();
    total_evaluations_ += work.evaluations + work.measured_evaluations;
    total_seconds_ += known.seconds(work);
  }
  return {};
}

Result<StreamFactory> EngineSession::streams_of(Index number) const {
  if (experiment_.run.randomness == Randomness::secure) return StreamFactory::secure();
  const RunPlace place = list_[number];
  const PlannedAlgorithm& planned = plan_at(place);
  return StreamFactory::reproducible({.seed = experiment_.run.seed,
                                      .algorithm = planned.entry->id,
                                      .stream = planned.stream,
                                      .sweep = points_[static_cast<std::size_t>(place.point)].text,
                                      .repeat = static_cast<std::uint64_t>(place.repeat),
                                      .common = experiment_.run.common});
}

Result<RunSetup> EngineSession::setup_of(Index number, std::span<const RunMeter> meters) const {
  const RunPlace place = list_[number];
  const PlannedAlgorithm& planned = plan_at(place);
  const auto streams = streams_of(number);
  if (!streams) return std::unexpected(streams.error());
  std::vector<std::string> columns;
  for (const StepColumn& column : planned.entry->columns) columns.push_back(column.name);
  std::vector<NamedMeter> own;
  for (const auto& [diagnostic, meter] : meters) {
    if (!diagnostic) {
      const double groups = trace_size(planned, experiment_.run).groups;
      own.push_back({"groupLosses", meter, static_cast<std::size_t>(groups)});
    } else if (is_measured(*diagnostic, *planned.entry, planned.is_private)) {
      own.push_back({column_name(diagnostic->id), meter});
    }
  }
  return RunSetup{.run = number,
                  .plan = planned.plan,
                  .is_private = planned.is_private,
                  .start = planned.start,
                  .streams = *streams,
                  .trace_points = experiment_.run.trace_points,
                  .keeps_iterates = experiment_.run.keeps_iterates,
                  .keeps_hidden = keeps_hidden(experiment_.run, *planned.entry),
                  .columns = std::move(columns),
                  .meters = std::move(own),
                  .answers_steps = answers_steps_};
}

Result<std::vector<EngineSession::RunMeter>> EngineSession::make_meters(
    const Objective& objective) const {
  const MeasuredProblem problem = measured_problem(objective);
  std::vector<RunMeter> meters;
  for (const DiagnosticEntry* diagnostic : experiment_.run.columns()) {
    Result<std::unique_ptr<Meter>> meter = diagnostic->meter(problem);
    if (!meter) return std::unexpected(std::move(meter.error()));
    if (*meter) meters.push_back({diagnostic, *std::move(meter)});
  }
  if (experiment_.run.keeps_group_losses) {
    meters.push_back({nullptr, group_losses_meter(problem)});
  }
  return meters;
}

/// Replaces the objective of a run that chooses ranges by that on its own records.
Result<void> EngineSession::choose_ranges_of(Group& group) {
  const Index number = group.numbers.front();
  const RunPlace place = list_[number];
  const PlannedAlgorithm& planned = plan_at(place);
  const auto streams = streams_of(number);
  if (!streams) return std::unexpected(streams.error());
  const Ledger begun = begun_ledger(planned.plan->rule());
  const bool has_noise = planned.is_private && begun.releases() > 0;
  auto chosen =
      choose_ranges(*group.objective->data->ranged, has_noise ? &begun.last() : nullptr, *streams);
  if (!chosen) return std::unexpected(std::move(chosen.error()));
  group.ranges = std::move(chosen->ranges);
  const SweepPoint& point = points_[static_cast<std::size_t>(place.point)];
  group.objective = make_objective(point.problem, std::move(chosen->data));
  return {};
}

Result<void> EngineSession::begin_group(Group& group) {
  const Objective& objective = *group.objective;
  // Of a run that was cancelled before it chose its ranges nothing is measured.
  const auto meters = objective.data->ranged ? std::vector<RunMeter>() : make_meters(objective);
  if (!meters) return std::unexpected(meters.error());
  std::vector<RunSetup> setups;
  for (const Index number : group.numbers) {
    Result<RunSetup> setup = setup_of(number, *meters);
    if (!setup) return std::unexpected(std::move(setup.error()));
    setup->ranges = group.ranges;
    setups.push_back(std::move(*setup));
  }
  group.runs =
      std::make_unique<LockstepGroup>(*objective.sum, objective.regularizer, std::move(setups));
  if (is_cancelled_) group.runs->cancel();
  return {};
}

void EngineSession::release_scores(const Group& group) const {
  for (const auto& run : group.runs->runs()) {
    const PlannedAlgorithm& planned = plan_at(list_[run->setup().run]);
    if (!planned.score || run->status() != RunStatus::completed) continue;
    run->take_score(
        release_score(*planned.score, *group.objective, run->current(), run->setup().streams));
  }
}

/// Nobody looks at a finished run's own records any more, and the next run has a copy of its own.
void EngineSession::let_go_of_records(Group& group) const {
  // A sweep point has one reference: that of the run's own records where there is one run.
  if (list_.size() == 1 && group.objective->reference) {
    group.reference = reference_json(list_[0].point, *group.objective);
  }
  group.search.reset();
  group.objective.reset();
}

Result<bool> EngineSession::advance_group(Group& group, const math::Deadline& deadline) {
  if (!group.runs && group.objective->data->ranged && !is_cancelled_) {
    if (auto chosen = choose_ranges_of(group); !chosen) {
      return std::unexpected(std::move(chosen.error()));
    }
  }
  const bool needs_reference = experiment_.run.needs_reference() && !is_cancelled_;
  if (!group.runs && needs_reference && !group.objective->reference) {
    if (!group.search) group.search = std::make_unique<ReferenceSearch>(*group.objective);
    if (!group.search->advance(*pool_, deadline)) return false;
  }
  if (!group.runs) {
    if (auto begun = begin_group(group); !begun) return std::unexpected(std::move(begun.error()));
  }
  const bool is_done = group.runs->advance(*pool_, deadline);
  if (is_done) release_scores(group);
  return is_done;
}

double EngineSession::seconds_done(const Group& group) const {
  double seconds = 0;
  if (group.runs || group.is_done) {
    seconds = group.search_seconds;
  } else if (group.search && group.search_evaluations > 0) {
    const double share = group.search->evaluations() / group.search_evaluations;
    seconds = std::min(1.0, share) * group.search_seconds;
  }
  if (!group.runs) return seconds;
  for (const auto& run : group.runs->runs()) {
    const auto& [work, rates] = weights_[static_cast<std::size_t>(run->setup().run - first_)];
    RunWork done = work;
    done.steps *= share_of_steps(*run);
    done.measuring *= share_of_points(*run, work.points);
    seconds += rates.seconds(done);
  }
  return seconds;
}

Result<Progress> EngineSession::advance(double seconds) {
  const math::Deadline deadline = math::Deadline::after_seconds(seconds);
  Progress progress{.done = true, .total_evaluations = total_evaluations_};
  double seconds_over = 0;
  for (Group& group : groups_) {
    if (!group.is_done && (progress.done || is_cancelled_)) {
      const Result<bool> done = advance_group(group, deadline);
      if (!done) return std::unexpected(done.error());
      group.is_done = *done;
      if (group.is_done && !group.ranges.empty()) let_go_of_records(group);
    }
    progress.done = progress.done && group.is_done;
    seconds_over += seconds_done(group);
  }
  const double share = progress.done ? 1 : std::min(1.0, seconds_over / total_seconds_);
  progress.gradient_evaluations = share * total_evaluations_;
  return progress;
}

std::vector<AwaitedStep> EngineSession::awaited_steps() {
  // Each holds points of d numbers, which whoever asks the solver copies.
  constexpr std::size_t kMostAtOnce = 32;
  std::vector<AwaitedStep> steps;
  for (const Group& group : groups_) {
    if (!group.runs) continue;
    for (const auto& run : group.runs->runs()) {
      OutsideStep* step = run->awaited_step();
      if (step && steps.size() < kMostAtOnce)
        steps.push_back({list_.number(run->setup().run), step});
    }
  }
  return steps;
}

std::vector<const ActiveRun*> EngineSession::runs_in_order() const {
  std::vector<const ActiveRun*> runs(static_cast<std::size_t>(last_ - first_), nullptr);
  for (const Group& group : groups_) {
    if (!group.runs) continue;
    for (const auto& run : group.runs->runs()) {
      runs[static_cast<std::size_t>(run->setup().run - first_)] = run.get();
    }
  }
  return runs;
}

std::vector<TraceChunk> EngineSession::drain() {
  std::vector<TraceChunk> chunks;
  for (const Group& group : groups_) {
    if (!group.runs) continue;
    for (const auto& run : group.runs->runs()) {
      Drained& drained = drained_[static_cast<std::size_t>(run->setup().run - first_)];
      const std::size_t to = complete_points(*run);
      const bool tells_stop = run->stop() && to == run->trace().size() && run->is_over();
      if (drained.points >= to && (drained.stop || !tells_stop)) continue;
      TraceChunk chunk = chunk_of(*run, drained.points, to);
      chunk.run = list_.number(chunk.run);
      if (tells_stop) chunk.stop = run->stop();
      chunks.push_back(std::move(chunk));
      drained = {.points = to, .stop = tells_stop};
    }
  }
  return chunks;
}

void EngineSession::cancel() {
  is_cancelled_ = true;
  for (Group& group : groups_) {
    if (group.runs) group.runs->cancel();
    // A group that has not begun shows its runs as cancelled, too; if even that fails, group()
    // says so.
    if (!group.runs) static_cast<void>(begin_group(group));
  }
}

Json EngineSession::reference_json(Index point, const Objective& objective) const {
  const auto& reference = objective.reference;
  Json entry = Json::object({{"point", point}});
  if (*reference) {
    entry.set("optimum", (*reference)->value);
    entry.set("certificate", (*reference)->certificate);
  } else {
    entry.set("optimum", Json());
    entry.set("certificate", Json());
    entry.set("error", error_json(reference->error()));
  }
  const MeasuredProblem problem = measured_problem(objective);
  for (const DiagnosticEntry* diagnostic : experiment_.run.columns()) {
    if (!diagnostic->levels) continue;
    for (const auto& [name, value] : diagnostic->levels(problem, *pool_)) entry.set(name, value);
  }
  return entry;
}

Json EngineSession::references_json() const {
  std::vector<Json> references;
  if (!experiment_.run.needs_reference()) return Json::array(std::move(references));
  for (std::size_t p = 0; p < planned_.size(); ++p) {
    const Objective& objective = *planned_[p].objective;
    if (objective.reference) {
      references.push_back(reference_json(static_cast<Index>(p), objective));
    }
  }
  for (const Group& group : groups_) {
    if (!group.reference.is_null()) references.push_back(group.reference);
  }
  return Json::array(std::move(references));
}

Json EngineSession::statement_of(Index number, const Ledger& ledger) const {
  const RunPlace place = list_[number];
  const auto p = static_cast<std::size_t>(place.point);
  const PlannedPoint& point = planned_[p];
  return plan_statement(plan_at(place), points_[p], *point.objective, point.facts, ledger);
}

Json EngineSession::statement_json() const {
  /// The run of a plan that is charged most.
  struct Dearest {
    const ActiveRun* run;
    double releases;
  };
  std::vector<Json> spendings;
  std::map<Index, Dearest> most;  // by plan
  const auto claim = [&](const ActiveRun& run) {
    return claim_of(*run.setup().plan, run.status(), experiment_.run);
  };
  for (const ActiveRun* run : runs_in_order()) {
    const RunSetup& setup = run->setup();
    RunSpending spent = spending_of(*setup.plan, claim(*run), run->ledger());
    const bool is_open = setup.plan->rule().length() == RunLength::open;
    if (is_open) spent.own = statement_of(setup.run, run->ledger());
    spendings.push_back(record::json_of<record::kSpending>(spent));
    const auto [place, is_first] =
        most.try_emplace(setup.run / experiment_.run.repeats, Dearest{run, spent.charged.releases});
    if (!is_first && spent.charged.releases > place->second.releases) {
      place->second = {run, spent.charged.releases};
    }
  }
  std::vector<Json> plans;
  for (const auto& [plan, dearest] : most) {
    const ActiveRun& run = *dearest.run;
    const Ledger ledger = charged_ledger(*run.setup().plan, claim(run), run.ledger());
    plans.push_back(
        Json::object({{"plan", plan}, {"statement", statement_of(run.setup().run, ledger)}}));
  }
  return Json::object(
      {{"plans", Json::array(std::move(plans))}, {"spendings", Json::array(std::move(spendings))}});
}

Result<std::string> EngineSession::group() {
  std::vector<Json> runs;
  for (const ActiveRun* run : runs_in_order()) {
    if (!run) return fail(ErrorCode::internal, "run", "a run of the group has not begun");
    const RunPlace place = list_[run->setup().run];
    runs.push_back(run_json(*run, plan_at(place), points_[static_cast<std::size_t>(place.point)],
                            place.repeat, experiment_.run));
  }
  return write_json(Json::object(
      {{"version", 1},
       {"first", first_},
       {"last", last_},
       {"refused", Json::array(refused_entries())},
       {"refusedPoints", refused_points()},
       {"runs", Json::array(std::move(runs))},
       {"statement", statement_json()},
       {kNonPrivateKey, Json::object({{"references", references_json()},
                                      {"dataHash", planned_.front().objective->data->hash}})}}));
}

}  // namespace noisy
