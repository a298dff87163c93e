#include "engine/statement/check/experiment_comparison.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <ranges>
#include <set>

#include "engine/experiment/file/fields.h"
#include "engine/experiment/file/record_places.h"
#include "engine/experiment/file/stated_ranges.h"
#include "engine/experiment/file/version.h"
#include "engine/experiment/plan/replan.h"
#include "engine/experiment/plan/stated_data.h"
#include "engine/experiment/result/result_privacy.h"
#include "engine/experiment/session/report.h"
#include "engine/statement/check/run_comparison.h"
#include "engine/statement/check/run_outcome.h"
#include "engine/statement/check/tree_difference.h"
#include "engine/statement/write/assumptions.h"
#include "engine/statement/write/plan_statement.h"
#include "engine/statement/write/promise.h"

namespace noisy {
namespace {

/// Redaction takes the records out of an experiment: then marks stand for them.
Json with_absent_records(const Json& experiment) {
  const Json& data = experiment.member("data");
  Json marked = data;
  for (const RecordPlace& place : record_places()) {
    if (data.member("kind") != Json(place.kind) || data.find(place.field)) continue;
    marked.set(place.field, kRecordsMark);
  }
  Json out = experiment;
  if (marked != data) out.set("data", std::move(marked));
  return out;
}

/// A column of the last number among those that are chosen of absent records is the target, or a
/// feature: only the records tell how many columns there are. The result with it as the target, in
/// a file that is not there; nothing where nothing is chosen by number, or no records are absent.
std::optional<Json> with_listed_target(const Json& result) {
  const Json& data = result.member("experiment").member("data");
  const Json& columns = data.member("columns");
  const bool is_absent = with_absent_records(result.member("experiment")).member("data") != data;
  if (!is_absent || columns.size() == 0) return std::nullopt;
  double last = 0;
  for (const Json& column : columns.elements()) {
    if (!column.member("name").is_number()) return std::nullopt;
    last = std::max(last, column.member("name").number());
  }
  Json file = Json::object({{"kind", "file"},
                            {"name", "records"},
                            {"format", "csv"},
                            {"header", "no"},
                            {"target", last}});
  for (const auto& [key, value] : data.members()) {
    if (!file.find(key)) file.set(key, value);
  }
  Json out = result;
  out.find("experiment")->set("data", std::move(file));
  return out;
}

/// The value at a dotted path; null where there is none.
Json value_at(Json tree, std::string_view path) {
  for (const auto part : std::views::split(path, '.')) {
    const std::string_view key(part);
    const bool is_position = tree.is_array() && key.find_first_not_of("0123456789") == key.npos;
    const std::size_t position = is_position ? std::strtoull(key.data(), nullptr, 10) : 0;
    tree = is_position ? (position < tree.size() ? tree.element(position) : Json())
                       : Json(tree.member(key));
  }
  return tree;
}

/// What another program may have registered, and this one does not know: "the solver my-own is not
/// known here". Nothing of other errors.
///
/// @param named  what the error is about
std::optional<std::string> unknown_name(const Error& error, const Json& named) {
  const std::string_view field = error.field;
  std::string kind = error.code == ErrorCode::unknown_algorithm ? "algorithm" : "";
  if (error.code == ErrorCode::unknown_name) {
    if (field == "problem.loss") kind = "loss";
    if (field.ends_with(".solver")) kind = "solver";
    if (field.starts_with("run.diagnostics.")) kind = "diagnostic";
  }
  if (kind.empty()) return std::nullopt;
  return "the " + kind + (named.is_text() ? " " + named.text() : "") + " is not known here";
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
    compare_file();
    return out_;
  }

 private:
  bool read_experiment_block() {
    const Json* block = result_.find("experiment");
    if (!block) return skip("the file holds no experiment");
    if (result_.member("runs").size() == 0 && statement_.entries.empty()) {
      return skip("the file holds no run");
    }
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
        } else if (unknown_name(algorithm.error(), {})) {
          compare_assumptions();
          const auto solver = points_[p].algorithms[i].parameters.text("solver");
          return refuse(algorithm.error(), solver ? Json(*solver) : Json());
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

  /// What the statement rests on follows from the experiment, whoever plans it.
  void compare_assumptions() {
    const auto given = assumption_texts(experiment_, points_, header_of(*points_.front().data));
    compare_trees(Json::texts(given),
                  result_.member("privacy").member("statement").member("assumptions"),
                  "privacy.statement.assumptions", findings_);
  }

  /// n and d of the data file, where it was looked at; else of a private entry at this sweep point;
  /// of any other where it has none, since a file's data cannot be swept.
  std::optional<StatedShape> stated_shape(const SweepPoint& point) const {
    const StatedEntry* found = nullptr;
    for (const StatedEntry& entry : statement_.entries) {
      if (!entry.is_private()) continue;
      const bool is_here = entry.sweep == point.values;
      if (!found || is_here) found = &entry;
      if (is_here) break;
    }
    const double rows = found && found->score ? found->score->records : 0;
    const auto held_out = static_cast<Index>(std::min(rows, FormatLimits::kSamples));
    if (data_) {
      return StatedShape{
          .samples = data_->samples, .features = data_->features, .held_out = held_out};
    }
    if (!found) return std::nullopt;
    const auto features = features_for(point.problem, static_cast<Index>(found->dimension));
    if (!features) return std::nullopt;
    return StatedShape{
        .samples = static_cast<Index>(found->samples), .features = *features, .held_out = held_out};
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
    const auto absent = std::ranges::find_if(
        points_, [](const SweepPoint& point) { return !has_records(*point.data); });
    if (absent != points_.end() && !data_) {
      const DataSpec& data = *absent->data;
      const bool is_file = std::holds_alternative<FileSource>(data.source);
      std::string numbers =
          says_samples(data) ? "the number of columns" : "the numbers of records and columns";
      numbers += is_file ? " of the file, which " : ", which ";
      numbers += says_samples(data) ? "is believed" : "are believed";
      if (!is_file) numbers += ", since the records were taken out of the experiment";
      out_.not_compared.push_back(std::move(numbers));
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
    for (const Index plan : skipped_) {
      const PlanPlace& at = plans_[static_cast<std::size_t>(plan)];
      out_.not_compared.push_back("the traces of " +
                                  points_[at.point].algorithms[at.algorithm].label +
                                  ", whose plan was not carried out again");
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
                                   book_, place, findings_);
    if (!spent) return skip("the schedules are too long to be gone through again");
    if (spent->is_trace_skipped) skipped_.insert(plan);
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
          book_.of(*(*planned_[at.point].algorithms[at.algorithm]).plan, releases);
      if (!ledger || !book_.spend(releases)) {
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

  /// What the file says of all runs together, and that it says no more.
  void compare_file() {
    static constexpr std::array<std::string_view, 9> kKnown = {
        "version", "engine",  "experiment", "status",      "fingerprint",
        "privacy", "refused", "runs",       kNonPrivateKey};
    for (const auto& [key, value] : result_.members()) {
      findings_.expect(std::ranges::find(kKnown, key) != kKnown.end(), key,
                       "is nothing that a result holds");
    }
    const auto runs = result_.member("runs").elements();
    const bool has_all = std::ssize(runs) == run_count();
    const bool is_cancelled = !has_all || std::ranges::any_of(runs, [](const Json& run) {
      return outcome_of(run).member("status") == Json(word_for(RunStatus::cancelled));
    });
    const std::pair<const char*, Json> given[] = {
        {"version", 1},
        {"status", word_for(is_cancelled ? RunStatus::cancelled : RunStatus::completed)},
        {"fingerprint", combined_fingerprint(result_, has_all)}};
    for (const auto& [key, value] : given) {
      compare_trees(value, result_.member(key), key, findings_);
    }
  }

  bool skip(std::string reason) {
    out_.is_compared = false;
    out_.unknown.push_back(std::move(reason));
    return false;
  }

  /// The experiment of a result can be planned, or the result is not its. A name that another
  /// program may have registered is no lie.
  ///
  /// @param named  what the error is about, where a sweep says it
  bool refuse(const Error& error, const Json& named = {}) {
    const Json& experiment = result_.member("experiment");
    auto unknown = unknown_name(error, named.is_null() ? value_at(experiment, error.field) : named);
    if (unknown) return skip(*std::move(unknown));
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
  std::set<Index> skipped_;         ///< plans whose traces are not known
  std::map<Index, Index> longest_;  ///< releases that are charged, by plan
  std::size_t entry_ = 0;           ///< of the statement, whose runs are counted
  double counted_ = 0;
  PlanBook book_;
};

}  // namespace

ExperimentComparison compare_with_experiment(const Json& result, const Statement& statement,
                                             const std::optional<FoundData>& data,
                                             Findings& findings) {
  Findings own = findings;
  ExperimentComparison out = Comparison(result, statement, data, own).compare();
  const auto other = own.problems().size() > findings.problems().size() ? with_listed_target(result)
                                                                        : std::nullopt;
  if (other) {
    Findings others = findings;
    ExperimentComparison compared = Comparison(*other, statement, data, others).compare();
    if (others.problems().size() < own.problems().size()) {
      own = std::move(others);
      out = std::move(compared);
      out.not_compared.emplace_back("the records, which were taken out of the experiment");
    }
  }
  findings = std::move(own);
  return out;
}

}  // namespace noisy
