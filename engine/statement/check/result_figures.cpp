#include "engine/statement/check/result_figures.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/experiment/file/fields.h"
#include "engine/experiment/file/run_status.h"
#include "engine/experiment/result/outcome_words.h"
#include "engine/experiment/session/report.h"
#include "engine/json/vocabulary.h"
#include "engine/statement/write/promise.h"

namespace noisy {
namespace {

std::optional<double> number_of(const Json& object, std::string_view key) {
  const Json& value = object.member(key);
  return value.is_number() ? std::optional(value.number()) : std::nullopt;
}

/// Walks over a list of an entry's runs in their order.
class RunRows {
 public:
  explicit RunRows(std::span<const CountedRuns> rows) : left_(rows.begin(), rows.end()) {}

  /// The row of the next run, or nothing when no run is left.
  std::optional<std::size_t> next() {
    while (at_ < left_.size() && left_[at_].runs <= 0) ++at_;
    if (at_ == left_.size()) return std::nullopt;
    --left_[at_].runs;
    return at_;
  }

 private:
  std::vector<CountedRuns> left_;
  std::size_t at_ = 0;
};

/// The runs of an entry: what they executed, and what they are charged.
struct EntryRuns {
  explicit EntryRuns(const StatedEntry& of)
      : entry(of), executed(of.executed), charged(of.charged) {}

  const StatedEntry& entry;
  RunRows executed;
  RunRows charged;
};

/// The rows of one run.
struct RunPlace {
  std::optional<std::size_t> executed;
  std::optional<std::size_t> charged;
};

/// Whether a line of a ledger reads the block of records of a kind.
bool reads_block(const Json& line, const RecordBlock& block) {
  const Json* records = line.find("records");
  if (!records || block.is_whole()) return !records && block.is_whole();
  return number_of(*records, "first") == static_cast<double>(block.first) &&
         number_of(*records, "count") == static_cast<double>(block.count);
}

/// What a ledger counts: all of it, or the releases of one form and block where one is given.
double ledger_releases(const Json& privacy, const ReleaseForm* form, const RecordBlock& block) {
  double total = 0;
  for (const Json& line : privacy.member("ledger").elements()) {
    if (form && (line.member("release") != Json(form->id()) || !reads_block(line, block))) continue;
    total += number_of(line, "count").value_or(0);
  }
  return total;
}

double releases_in(const std::vector<CountedRuns>& rows, std::optional<std::size_t> row) {
  return row ? rows[*row].releases : -1;
}

/// A run's releases of one kind must be those of its entry.
///
/// @param form  of the kind where there are several, else null
/// @return whether all of them are charged
bool compare_releases(const Json& run, const StatedEntry& kind, const RunPlace& at,
                      const ReleaseForm* form, const std::string& place, Findings& findings) {
  const double executed = releases_in(kind.executed, at.executed);
  const double charged = releases_in(kind.charged, at.charged);
  const Json& privacy = run.member("privacy");
  const double counted = ledger_releases(privacy, form, kind.block);
  findings.expect(
      counted == executed, place,
      "its ledger counts " + number_text(counted) + " releases, not those of its entry");
  const bool is_stopped = stated_guarantee(privacy) == Guarantee::stopped;
  const bool may_end = kind.stops_at_random || run.member("status") != Json("completed");
  findings.expect(may_end || executed == kind.planned, place,
                  "it completed, but not all planned releases were executed");
  findings.expect(charged == (is_stopped ? kind.planned : executed), place,
                  is_stopped ? "it was stopped, but is not charged all planned releases"
                             : "it is not charged what it executed");
  return charged == kind.planned;
}

/// A run may promise less than its plan: that of one that ended early, or broke down.
bool is_guarantee_of(const StatedEntry& entry, const Json& privacy) {
  const auto stated = stated_guarantee(privacy);
  if (stated.has_value() != entry.names_guarantee) return false;
  if (!stated || stated == entry.guarantee) return true;
  return entry.guarantee == Guarantee::leaks ||
         (entry.guarantee == Guarantee::proven && stated == Guarantee::stopped);
}

/// What a run says in words, and of its points, whoever planned it.
void check_outcome(const Json& run, const Json& experiment, const std::string& place,
                   Findings& findings) {
  const Json& outcome = outcome_of(run);
  const Json& status = outcome.member("status");
  const auto word = status.is_text() ? find_word<RunStatus>(status.text()) : std::nullopt;
  const bool is_word = word && *word != RunStatus::running;
  findings.expect(is_word || (status.is_null() && !promises(run.member("privacy"))),
                  join_path(place, "status"), "is none that a run ends with");
  if (const Json* error = outcome.find("error")) {
    findings.expect(word && has_error(*word) && is_error_code(error->member("code")),
                    join_path(place, "error"), "is none that a run ends with");
  }
  if (const Json* stop = outcome.find("stop")) {
    const Json& algorithm = run.member("algorithm");
    findings.expect(algorithm.is_text() && may_stop(algorithm.text(), *stop),
                    join_path(place, "stop"), "is no reason that this algorithm ends for");
  }
  findings.expect(!outcome.member("trace").find("iterates") || asks_for_iterates(experiment),
                  join_path(place, "trace.iterates"), "are not what the experiment asks for");
}

/// What was spent does not fall, and at its end is not more than the run states.
void check_spent(const Json& run, const StatedEntry& entry, const std::string& place,
                 Findings& findings) {
  const bool in_rho = entry.notion == Notion::zcdp;
  const char* column = in_rho ? "rhoSpent" : "epsilonSpent";
  const Json& spent = run.member("trace").member(column);
  const auto stated = number_of(run.member("privacy"), in_rho ? "rho" : "epsilon");
  double before = 0;
  for (std::size_t i = 0; i < spent.size(); ++i) {
    const Json value = spent.element(i);
    if (value.is_null()) continue;  // no figure bounds it, and it says nothing
    const bool is_possible = value.is_number() && stated &&
                             value.number() >= before * (1 - kUnderstated) &&
                             value.number() <= *stated * (1 + kUnderstated);
    if (!is_possible) {
      findings.add(join_path(join_path(place, "trace"), column),
                   "falls, or passes what the run states");
      return;
    }
    before = value.number();
  }
}

/// What a run states must be what its entry states.
void compare_run(const Json& run, EntryRuns& runs, const Json& experiment, const std::string& place,
                 Findings& findings) {
  const StatedEntry& entry = runs.entry;
  const Json& privacy = run.member("privacy");
  const auto compare = [&](const std::string& key, const Json& stated) {
    findings.expect(run.member(key) == stated, place, "its " + key + " is not that of its entry");
  };
  compare("algorithm", entry.algorithm);
  compare("label", entry.label);
  compare("sweep", entry.sweep);
  const Json& repeat = run.member("repeat");
  findings.expect(
      repeat.is_number() && repeat.number() >= 0 && repeat.number() == std::floor(repeat.number()),
      join_path(place, "repeat"), "is no number of a repeat");
  check_outcome(run, experiment, place, findings);
  findings.expect(privacy.member("notion") == Json(word_for(entry.notion)), place,
                  "its notion is not that of its entry");
  findings.expect(is_guarantee_of(entry, privacy), place, "its guarantee is not that of its entry");
  if (!entry.is_private()) return;
  const Json& neighbours = privacy.member("neighbours");
  findings.expect(neighbours.is_null() || neighbours == Json(word_for(entry.neighbours)), place,
                  "its neighbours are not those of its entry");
  const RunPlace at{.executed = runs.executed.next(), .charged = runs.charged.next()};
  const bool is_most = compare_releases(run, entry, at, nullptr, place, findings);
  for (const StatedEntry& kind : entry.kinds) {
    compare_releases(run, kind, at, kind.form, place, findings);
  }
  findings.expect(privacy.member("requested") == entry.requested, place,
                  "its request is not that of its entry");
  const Json& solution = run.member("solution");
  findings.expect(!solution.is_array() || static_cast<double>(solution.size()) == entry.dimension,
                  place, "its solution does not have the entry's dimension");
  // A known plan is compared with the figures themselves.
  const Json& algorithm = run.member("algorithm");
  const bool is_known = algorithm.is_text() && find_algorithm(algorithm.text());
  if (!is_known) check_spent(run, entry, place, findings);
  if (entry.notion == Notion::approximate) {
    if (is_known) return;
    // The plan's own conversion may state what was asked for, where the figure is less.
    const auto epsilon = number_of(privacy, "epsilon");
    const double least = entry.figures.empty() ? 0 : entry.figures.front().epsilon.value_or(0);
    const double most = std::max(least, number_of(entry.requested, "epsilon").value_or(0));
    findings.expect(epsilon && (!is_most || *epsilon >= least * (1 - kUnderstated)) &&
                        *epsilon <= most * (1 + kUnderstated),
                    join_path(place, "privacy.epsilon"), "is not that of its entry");
    return;
  }
  const auto stated = number_of(privacy, entry.unit == CostUnit::rho ? "rho" : "epsilon");
  findings.expect(stated.has_value(), place, "it states no budget");
  if (stated && is_most) findings.compare(place, *stated, entry.cost_per_run);
}

}  // namespace

void compare_with_runs(const Json& result, const Statement& statement, Findings& findings) {
  const Json& total = result.member("privacy").member("total");
  const StatedFigure& stated = statement.total;
  findings.expect(total.is_null() == statement.is_unbounded, "privacy.total",
                  "is not the total of the statement");
  findings.expect(number_of(total, "epsilon") == stated.epsilon &&
                      number_of(total, "delta").value_or(0) == stated.delta &&
                      number_of(total, "rho") == stated.rho,
                  "privacy.total", "is not the total of the statement");
  const Json& release = result.member("privacy").member("release");
  findings.expect(release.is_null() || release == Json(word_for(statement.release)),
                  "privacy.release", "is not that of the statement");
  if (!result.find("runs")) return findings.add("runs", "are missing: a result holds its runs");
  const auto runs = result.member("runs").elements();
  std::size_t next = 0;
  for (const StatedEntry& entry : statement.entries) {
    EntryRuns of_entry(entry);
    bool all_certified = true;
    for (double i = 0; i < entry.runs; ++i, ++next) {
      if (next == runs.size()) return findings.add("runs", "are fewer than the statement counts");
      compare_run(runs[next], of_entry, result.member("experiment"), join_path("runs", next),
                  findings);
      all_certified &= runs[next].member("privacy").member("certified") == Json(true);
    }
    findings.expect(entry.runs == 0 || all_certified == entry.certified, "entries",
                    "certified is not what the entry's runs say");
  }
  findings.expect(next == runs.size(), "runs", "are more than the statement counts");
}

}  // namespace noisy
