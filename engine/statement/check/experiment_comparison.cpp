#include "engine/statement/check/experiment_comparison.h"

#include <algorithm>
#include <map>

#include "engine/experiment/file/fields.h"
#include "engine/experiment/file/stated_ranges.h"
#include "engine/experiment/file/version.h"
#include "engine/experiment/plan/replan.h"
#include "engine/experiment/result/result_privacy.h"
#include "engine/experiment/session/report.h"
#include "engine/statement/check/run_comparison.h"
#include "engine/statement/check/tree_difference.h"
#include "engine/statement/write/plan_statement.h"

namespace noisy {
namespace {

/// Redaction takes the records out of an experiment: then they are as a file whose size is stated.
Json with_absent_records(const Json& experiment) {
  const Json& data = experiment.member("data");
  if (data.member("kind") != Json("inline") || data.find("features")) return experiment;
  Json file = Json::object({{"kind", "file"}, {"name", "records"}, {"format", "csv"}});
  for (const auto& [key, value] : data.members()) {
    if (!file.find(key)) file.set(key, value);
  }
  Json out = experiment;
  out.set("data", std::move(file));
  return out;
}

/// The place of one plan in the experiment.
struct PlanPlace {
  std::size_t algorithm = 0;
  std::size_t point = 0;
};

class Comparison {
 public:
  Comparison(const Json& result, const Statement& statement, const std::optional<FoundData>& data,
             Findings& findings)
      : result_(result), statement_(statement), data_(data), findings_(findings) {}

  ExperimentComparison compare() {
    if (!read_experiment_block() || !plan_again()) return out_;
    compare_version();
    if (!compare_runs()) return out_;
    compare_privacy();
    return out_;
  }

 private:
  bool read_experiment_block() {
    const Json* block = result_.find("experiment");
    if (!block || !result_.find("runs")) return skip("the file holds no experiment with its runs");
    if (leaves_scale_range_open(*block)) {
      out_.assumed.push_back(
          "columns are mapped to [0, 1]: scale-columns states no \"to\", as in results from before "
          "a file could say it");
    }
    const Json meant = with_scale_range(*block, kFormerScaleRange);
    Result<Experiment> read = read_experiment_tree(with_absent_records(meant));
    if (!read) return refuse(read.error());
    experiment_ = *std::move(read);
    auto points = expand_sweep(experiment_);
    if (!points) return refuse(points.error());
    points_ = *std::move(points);
    return true;
  }

  /// Plans all sweep points, and lists the plans in the order of their runs.
  bool plan_again() {
    const auto stated = [this](const SweepPoint& point) { return stated_shape(point); };
    for (const SweepPoint& point : points_) {
      auto planned = replan(point, experiment_.run.release, stated);
      if (!planned && planned.error().code == ErrorCode::missing_data) {
        return skip(planned.error().message);
      }
      if (!planned) return refuse(planned.error());
      planned_.push_back(*std::move(planned));
    }
    for (std::size_t i = 0; i < experiment_.algorithms.size(); ++i) {
      for (std::size_t p = 0; p < points_.size(); ++p) {
        const auto& algorithm = planned_[p].algorithms[i];
        if (algorithm) {
          plans_.push_back({i, p});
        } else if (reads_data(points_[p].problem)) {
          return skip("the plans rest on constants that were computed from the data");
        } else {
          refused_.push_back(refused_json(points_[p], i, algorithm.error()));
        }
      }
    }
    if (plans_.empty()) return refuse(planned_.front().algorithms.front().error());
    const Json* stated_refused = result_.find("refused");
    if (stated_refused || !refused_.empty()) {
      compare_trees(Json::array(refused_), stated_refused ? *stated_refused : Json(), "refused",
                    findings_);
    }
    note_beliefs();
    out_.is_compared = true;
    return true;
  }

  /// n and d of the data file, where it was looked at; else of a private entry at this sweep point;
  /// of any other where it has none, since a file's data cannot be swept.
  std::optional<StatedShape> stated_shape(const SweepPoint& point) const {
    if (data_) return StatedShape{.samples = data_->samples, .features = data_->features};
    const StatedEntry* found = nullptr;
    for (const StatedEntry& entry : statement_.entries) {
      if (!entry.is_private()) continue;
      const bool is_here = entry.identity.member("sweep") == point.values;
      if (!found || is_here) found = &entry;
      if (is_here) break;
    }
    if (!found) return std::nullopt;
    const auto features = features_for(point.problem, static_cast<Index>(found->dimension));
    if (!features) return std::nullopt;
    return StatedShape{.samples = static_cast<Index>(found->samples), .features = *features};
  }

  /// Whether the first line of a CSV file was taken as a header: what the block says, or else,
  /// without the file, what the statement says.
  std::optional<bool> header_of(const DataSpec& data) const {
    const auto* file = std::get_if<FileSource>(&data.source);
    if (!file || file->format != FileFormat::csv) return std::nullopt;
    if (data_) return data_->has_header;
    const Json& entries = result_.member("privacy").member("statement").member("entries");
    for (const Json& entry : entries.elements()) {
      const Json& stated = entry.member("header");
      if (!stated.is_boolean()) continue;
      return file->header == CsvHeader::automatic ? stated.boolean()
                                                  : file->header == CsvHeader::yes;
    }
    return std::nullopt;
  }

  void note_beliefs() {
    const DataSpec& data = *experiment_.data;
    if (std::holds_alternative<FileSource>(data.source) && !data_) {
      out_.not_compared.push_back(
          says_samples(data)
              ? "the number of columns of the file, which is believed"
              : "the numbers of records and columns of the file, which are believed");
    }
    if (std::ranges::any_of(points_,
                            [](const SweepPoint& point) { return reads_data(point.problem); })) {
      out_.not_compared.push_back(
          "constants that were computed from the data: plans that use them claim nothing");
    }
  }

  void compare_version() {
    const Json& version = result_.member("engine");
    if (version == Json(engine_version())) return;
    out_.not_compared.push_back("what another version of the engine plans: the file is of " +
                                write_json(version) + ", this is " + std::string(engine_version()));
  }

  Index repeats() const { return experiment_.run.repeats; }
  Index run_count() const { return std::ssize(plans_) * repeats(); }

  /// Whether the run at this position of the list is the one that the file's run says it is.
  bool is_run(const Json& run, Index number) const {
    const PlanPlace& place = plans_[static_cast<std::size_t>(number / repeats())];
    const AlgorithmSpec& spec = points_[place.point].algorithms[place.algorithm];
    return run.member("algorithm") == Json(spec.id) && run.member("label") == Json(spec.label) &&
           run.member("sweep") == points_[place.point].values &&
           run.member("repeat") == Json(number % repeats());
  }

  bool compare_runs() {
    const auto runs = result_.member("runs").elements();
    compare_run_count(std::ssize(runs));
    parts_.runs.resize(static_cast<std::size_t>(run_count()));
    Index number = 0;
    for (std::size_t i = 0; i < runs.size(); ++i, ++number) {
      while (number < run_count() && !is_run(runs[i], number)) ++number;
      const std::string place = join_path("runs", i);
      if (number == run_count()) {
        findings_.add(place, "is no run that the experiment asks for, or stands out of order");
        return true;
      }
      if (!compare_run(runs[i], number, place)) return false;
    }
    return true;
  }

  /// A file of a cancelled experiment may hold fewer.
  void compare_run_count(Index held) {
    if (held == run_count()) return;
    const std::string asked = std::to_string(run_count());
    const std::string counts = "holds " + std::to_string(held) + " runs";
    if (held < run_count() && result_.member("status") == Json("cancelled")) {
      out_.not_compared.push_back("the runs that were cancelled before they began: the file " +
                                  counts + " of " + asked);
    } else {
      findings_.add("runs", counts + ": the experiment asks for " + asked);
    }
  }

  bool compare_run(const Json& run, Index number, const std::string& place) {
    const Index plan = number / repeats();
    const PlanPlace& at = plans_[static_cast<std::size_t>(plan)];
    const PlannedAlgorithm& planned = *planned_[at.point].algorithms[at.algorithm];
    auto spent = compare_with_plan({.run = run,
                                    .planned = planned,
                                    .point = points_[at.point],
                                    .objective = *planned_[at.point].objective,
                                    .settings = experiment_.run,
                                    .entry = entry_of_next_run()},
                                   ledgers_, place, findings_);
    if (!spent) return skip("the schedules are too long to be gone through again");
    Index& longest = longest_[plan];
    longest = std::max(longest, static_cast<Index>(spent->spending.charged.releases));
    if (spent->chosen) spent->spending.own = statement_of(plan, *spent->chosen);
    parts_.runs[static_cast<std::size_t>(number)] = std::move(spent->spending);
    return true;
  }

  /// The entry of the statement that the next run belongs to; null when there is none.
  const StatedEntry* entry_of_next_run() {
    while (entry_ < statement_.entries.size() && counted_ >= statement_.entries[entry_].runs) {
      ++entry_;
      counted_ = 0;
    }
    ++counted_;
    return entry_ < statement_.entries.size() ? &statement_.entries[entry_] : nullptr;
  }

  /// What a statement says of a plan, with the releases of a ledger.
  Json statement_of(Index plan, const Ledger& ledger) const {
    const PlanPlace& at = plans_[static_cast<std::size_t>(plan)];
    const ReplannedPoint& point = planned_[at.point];
    Json out = plan_statement(*point.algorithms[at.algorithm], points_[at.point], *point.objective,
                              point.facts, ledger);
    if (const auto header = header_of(*points_[at.point].data)) out.set("header", *header);
    return out;
  }

  void compare_privacy() {
    for (const auto& [plan, releases] : longest_) {
      const PlanPlace& at = plans_[static_cast<std::size_t>(plan)];
      const Ledger* ledger =
          ledgers_.of(*(*planned_[at.point].algorithms[at.algorithm]).plan, releases);
      if (!ledger || !ledgers_.spend(releases)) {
        skip("the schedules are too long to be gone through again");
        return;
      }
      parts_.plans[plan] = statement_of(plan, *ledger);
    }
    Json given = result_;
    given.set("privacy", result_privacy(experiment_, points_, parts_));
    judge_release(given);
    // As a file holds it: what is not finite is null there.
    const auto written =
        parse_json(write_json(given.member("privacy")), {.bytes = std::size_t{1} << 30});
    if (written) compare_trees(*written, result_.member("privacy"), "privacy", findings_);
  }

  bool skip(std::string reason) {
    out_.is_compared = false;
    out_.not_compared.push_back(std::move(reason));
    return false;
  }

  /// The experiment of a result can be planned, or the result is not its.
  bool refuse(const Error& error) {
    findings_.add(error.field.empty() ? "experiment" : join_path("experiment", error.field),
                  "cannot be planned: " + error.message);
    return false;
  }

  const Json& result_;
  const Statement& statement_;
  const std::optional<FoundData>& data_;
  Findings& findings_;
  ExperimentComparison out_;
  Experiment experiment_;
  std::vector<SweepPoint> points_;
  std::vector<ReplannedPoint> planned_;
  std::vector<PlanPlace> plans_;  ///< in the order of the list of runs
  std::vector<Json> refused_;     ///< what has no plan, likewise
  StatementParts parts_;
  std::map<Index, Index> longest_;  ///< releases that are charged, by plan
  std::size_t entry_ = 0;           ///< of the statement, whose runs are counted
  double counted_ = 0;
  LedgerBook ledgers_;
};

}  // namespace

ExperimentComparison compare_with_experiment(const Json& result, const Statement& statement,
                                             const std::optional<FoundData>& data,
                                             Findings& findings) {
  return Comparison(result, statement, data, findings).compare();
}

}  // namespace noisy
