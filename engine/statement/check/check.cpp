#include "engine/statement/check/check.h"

#include <algorithm>

#include "engine/experiment/file/fields.h"
#include "engine/experiment/file/stated_ranges.h"
#include "engine/experiment/result/assembly.h"
#include "engine/experiment/result/read_result.h"
#include "engine/json/vocabulary.h"
#include "engine/privacy/release/statement_words.h"
#include "engine/privacy/score/private_score.h"
#include "engine/statement/check/check_records.h"
#include "engine/statement/check/experiment_comparison.h"
#include "engine/statement/check/mechanism_check.h"
#include "engine/statement/check/recompute.h"
#include "engine/statement/check/result_figures.h"

namespace noisy {
namespace {

using namespace statement;

using record::CheckedCosts, record::CheckedEntry, record::CheckedFigure, record::CheckedTotal;

Json optional_json(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

/// How many releases a list of runs stands for.
double count_of(const std::vector<ScaleRun>& runs) {
  double count = 0;
  for (const ScaleRun& run : runs) count += static_cast<double>(run.count);
  return count;
}

/// Counts of runs and releases; the releases of all kinds of run, ascending.
std::vector<double> check_counts(const StatedEntry& entry, const std::string& place,
                                 Findings& findings) {
  double runs = 0;
  std::vector<double> releases;
  for (const CountedRuns& some : entry.charged) {
    runs += some.runs;
    releases.push_back(some.releases);
  }
  std::ranges::sort(releases);
  releases.erase(std::unique(releases.begin(), releases.end()), releases.end());
  const double most = releases.empty() ? 0 : releases.back();
  const double listed = count_of(entry.values);
  findings.expect(entry.grids.empty() || count_of(entry.grids) == listed, place,
                  "noise.grids lists another number of releases than noise.values");
  findings.expect(entry.steps.empty() || count_of(entry.steps) == listed, place,
                  "noise.steps lists another number of releases than noise.values");
  findings.expect(runs == entry.runs, place,
                  "its list of releases adds up to " + number_text(runs) + " runs, not " +
                      number_text(entry.runs));
  findings.expect(listed == most, place,
                  "noise.values lists " + number_text(listed) + " releases, but " +
                      number_text(most) + " are paid for");
  findings.expect(listed <= entry.planned, place, "more releases are listed than were planned");
  const auto is_empty = [](const ScaleRun& run) { return run.count < 1; };
  findings.expect(std::ranges::none_of(entry.values, is_empty) &&
                      std::ranges::none_of(entry.grids, is_empty) &&
                      std::ranges::none_of(entry.steps, is_empty),
                  place, "noise lists a run of no release");
  return releases;
}

bool is_complete(const StatedEntry& entry) {
  if (!entry.kinds.empty()) return std::ranges::all_of(entry.kinds, is_complete);
  return std::ranges::any_of(
      entry.charged, [&](const CountedRuns& some) { return some.releases == entry.planned; });
}

/// Calibrations whose cost is not what was asked for: a formula gives the noise.
bool states_own_cost(const StatedEntry& entry) {
  const bool is_theorem =
      entry.calibration == Calibration::paper && (entry.notion != Notion::pure || !entry.certified);
  return is_theorem || entry.calibration == Calibration::published_figures ||
         entry.calibration == Calibration::advanced;
}

/// The first figure is what was asked for, where the whole plan ran. Noise by a formula may cost
/// less, and more where nothing is certified; kinds of release may allow less, too.
void check_request(const StatedEntry& entry, const std::optional<double>& recomputed,
                   const std::string& place, Findings& findings) {
  if (!recomputed || (states_own_cost(entry) && !entry.certified)) return;
  const bool in_rho = entry.notion == Notion::zcdp;
  const Json* asked = entry.requested.find(in_rho ? "rho" : "epsilon");
  const bool is_number = asked && asked->is_number();
  findings.expect(is_number, place + ".requested", "does not say the budget that was asked for");
  if (!is_number) return;
  // Bounds of loss distributions are as near as a search for noise could afford.
  const bool is_bounded = entry.figures.front().accountant == kHockeyStick;
  const bool may_be_less = states_own_cost(entry) || entry.form->may_cost_less() || is_bounded;
  if (is_complete(entry) && !may_be_less) {
    findings.compare(place + ".requested", asked->number(), recomputed);
  } else {
    findings.expect(*recomputed <= asked->number() * (1 + kUnderstated), place + ".requested",
                    "less was asked for than was spent");
  }
  const Json* delta = entry.requested.find("delta");
  const bool has_delta = delta && delta->is_number();
  findings.expect(entry.notion != Notion::approximate ||
                      (has_delta && delta->number() == entry.figures.front().delta),
                  place + ".figures.0", "is not for the delta that was asked for");
}

std::vector<CheckedFigure> check_figures(const StatedEntry& entry, double cost,
                                         const std::string& place, Findings& findings) {
  std::vector<CheckedFigure> out;
  for (std::size_t i = 0; i < entry.figures.size(); ++i) {
    const StatedFigure& figure = entry.figures[i];
    const std::string here = join_path(place + ".figures", i);
    const auto recomputed = recomputed_figure(entry, figure, cost);
    const bool in_rho = figure.accountant == kZcdp && entry.unit == CostUnit::rho;
    const auto stated = in_rho ? figure.rho : figure.epsilon;
    if (!recomputed) {
      findings.add(here, "the accountant \"" + figure.accountant + "\" does not suit this entry");
    } else if (stated) {
      findings.compare(here, *stated, recomputed);
    }
    if (i == 0) check_request(entry, recomputed, place, findings);
    CheckedFigure& checked = out.emplace_back(figure.accountant, figure.delta);
    (in_rho ? checked.rho : checked.epsilon) = optional_json(recomputed);
  }
  return out;
}

std::vector<CheckedFigure> stated_figures(const StatedEntry& entry) {
  std::vector<CheckedFigure> out;
  for (const StatedFigure& figure : entry.figures) {
    out.push_back({figure.accountant, figure.delta, figure.epsilon, figure.rho});
  }
  return out;
}

/// What one kind of release costs: the runs by their number of releases of it.
struct KindCosts {
  std::vector<double> releases;  ///< ascending
  std::vector<double> costs;

  double of(double count) const {
    const auto place = std::ranges::lower_bound(releases, count) - releases.begin();
    return costs[static_cast<std::size_t>(place)];
  }
};

/// What the runs of an entry cost.
struct EntryCosts {
  double per_run = 0;  ///< of the run that cost most
  double of_all = 0;
};

/// A run that chose its releases on the way is worth its cap, which they must not pass.
double worth_of(const StatedEntry& entry, double spent, const std::string& place,
                Findings& findings) {
  if (!entry.cap) return spent;
  findings.expect(entry.unit != CostUnit::renyi, place + ".cost.cap", "is in epsilon or rho");
  findings.compare(place + ".cost.spent", entry.spent, spent);
  findings.expect(spent <= *entry.cap * (1 + kUnderstated), place + ".cost.cap",
                  "is passed: the releases cost " + number_text(spent));
  return *entry.cap;
}

/// Parallel composition: the most that the kinds cost together which read one and the same record.
/// No place is dearer than the first of some block.
double most_on_a_record(std::span<const StatedEntry> kinds, const std::vector<double>& costs) {
  const auto of_record = [&](Index record) {
    double sum = 0;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      if (kinds[k].block.holds(record)) sum += costs[k];
    }
    return sum;
  };
  double most = 0;
  for (const StatedEntry& kind : kinds) most = std::max(most, of_record(kind.block.first));
  return most;
}

/// Adds what all runs of an entry cost to the total.
EntryCosts add_costs(const StatedEntry& entry, const std::vector<KindCosts>& kinds,
                     const std::string& place, TotalCosts& total, Findings& findings) {
  EntryCosts out;
  const auto by_kind = entry.by_kind();
  for (std::size_t row = 0; row < entry.charged.size(); ++row) {
    const double runs = entry.charged[row].runs;
    std::vector<double> costs;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      costs.push_back(kinds[k].of(by_kind[k].charged[row].releases));
    }
    double cost = most_on_a_record(by_kind, costs);
    cost = worth_of(entry, cost, place, findings);
    out.per_run = std::max(out.per_run, cost);
    out.of_all += runs * cost;
    if (entry.unit == CostUnit::epsilon) total.pure_as_rho += runs * 0.5 * cost * cost;
  }
  if (entry.unit == CostUnit::renyi) {
    for (const StatedEntry& kind : by_kind) {
      RenyiReleases all = renyi_releases(kind);
      all.count = 0;
      for (const CountedRuns& some : kind.charged) all.count += some.runs * some.releases;
      add(all, total.renyi);
    }
  } else {
    (entry.unit == CostUnit::rho ? total.rho : total.epsilon) += out.of_all;
  }
  total.has_rho |= entry.unit == CostUnit::rho;
  if (entry.unit == CostUnit::rho) total.only_gaussian &= is_gaussian(entry);
  return out;
}

/// Checks one kind of release by itself; nothing when its schedule is too long.
std::optional<KindCosts> check_kind(const StatedEntry& kind, const std::string& place,
                                    Effort& effort, Findings& findings) {
  check_mechanism(kind, place, findings);
  KindCosts out{.releases = check_counts(kind, place, findings), .costs = {}};
  auto costs = schedule_costs(kind, out.releases, effort);
  if (!costs) {
    findings.add(place, "the schedule is too long to be recomputed");
    return std::nullopt;
  }
  out.costs = *std::move(costs);
  return out;
}

/// A private figure of held-out rows: its epsilon follows from its noise, and is no more than what
/// was asked for, so that both together cost no more (parallel composition).
void check_score(const StatedEntry& entry, const std::string& place, TotalCosts& total,
                 Findings& findings) {
  if (!entry.score) return;
  const StatedScore& score = *entry.score;
  findings.expect(score.steps == static_cast<double>(kScoreSteps), place + ".steps",
                  "is not how many steps a row's gain has");
  findings.compare(place + ".epsilon", score.epsilon, score.steps / score.scale);
  const bool in_rho = entry.notion == Notion::zcdp;
  const Json& asked = entry.requested.member(in_rho ? "rho" : "epsilon");
  const double cost = in_rho ? entry.score_rho() : score.epsilon;
  findings.expect(asked.is_number() && cost <= asked.number() * (1 + kUnderstated),
                  place + ".epsilon", "is more than was asked for");
  findings.expect(entry.neighbours != Neighbours::add_remove, place,
                  "nothing is proven of rows that are held out where neighbours change places");
  total.score_epsilon += entry.runs * score.epsilon;
  total.score_as_rho += entry.runs * entry.score_rho();
}

CheckedEntry check_entry(const StatedEntry& entry, const std::string& place, Effort& effort,
                         TotalCosts& total, Findings& findings) {
  CheckedEntry out{.entry = &entry};
  if (!entry.is_private()) return out;
  const double sensitivity = recomputed_sensitivity(entry);
  findings.compare(place + ".sensitivity.value", entry.sensitivity, sensitivity);
  std::vector<KindCosts> kinds;
  const auto by_kind = entry.by_kind();
  for (std::size_t k = 0; k < by_kind.size(); ++k) {
    const std::string here = entry.kinds.empty() ? place : join_path(place + ".groups", k);
    const auto kind = check_kind(by_kind[k], here, effort, findings);
    if (!kind) return out;
    kinds.push_back(*kind);
  }
  const auto [per_run, of_all] = add_costs(entry, kinds, place, total, findings);
  findings.compare(place + ".cost.perRun", entry.cost_per_run, per_run);
  findings.compare(place + ".cost.allRuns", entry.cost_of_all, of_all);
  check_score(entry, place + ".score", total, findings);
  out.unit = entry.unit;
  out.stated = {.sensitivity = entry.sensitivity,
                .per_run = entry.cost_per_run,
                .of_all = entry.cost_of_all,
                .figures = stated_figures(entry)};
  out.recomputed = {.sensitivity = sensitivity,
                    .per_run = per_run,
                    .of_all = of_all,
                    .figures = check_figures(entry, per_run, place, findings)};
  return out;
}

/// Whether the runs together are bounded by anything.
bool is_bounded(const std::vector<StatedEntry>& entries) {
  const auto leaks = [](const StatedEntry& entry) { return entry.guarantee == Guarantee::leaks; };
  return std::ranges::none_of(entries, leaks) &&
         std::ranges::any_of(entries, &StatedEntry::is_private);
}

std::optional<CheckedTotal> check_total(const TotalCosts& costs, const Statement& statement,
                                        Findings& findings) {
  const std::string place = "total";
  const StatedFigure& total = statement.total;
  const bool bounded = is_bounded(statement.entries);
  findings.expect(bounded == !statement.is_unbounded, place,
                  bounded ? "is null, although every run promises something"
                          : "is no bound: a run leaks, or none is private");
  if (!bounded || statement.is_unbounded) return std::nullopt;
  const bool stays_rho = total.accountant == kZcdp;
  const auto epsilon = stays_rho ? std::nullopt : recomputed_total(costs, total);
  if (epsilon && total.epsilon) {
    findings.compare(place + ".epsilon", *total.epsilon, epsilon);
  } else if (!stays_rho || costs.epsilon > 0 || !costs.renyi.empty()) {
    findings.add(place, "the accountant \"" + total.accountant + "\" with delta = " +
                            number_text(total.delta) + " does not suit these runs");
  }
  CheckedTotal out{.accountant = total.accountant,
                   .delta = total.delta,
                   .stated = {.epsilon = total.epsilon, .rho = std::nullopt},
                   .recomputed = {.epsilon = epsilon, .rho = std::nullopt}};
  const bool is_renyi = counts_divergences(total.accountant);
  findings.expect((costs.has_rho && !is_renyi) == total.rho.has_value(), place + ".rho",
                  "stands where everything is counted in epsilon or rho, and only there");
  const bool is_all_zcdp = total.accountant == kZcdpStandard || total.accountant == kZcdpOptimal;
  if (costs.has_rho && total.rho) {
    const double rho = std::max(costs.rho + (is_all_zcdp ? costs.pure_as_rho : 0),
                                stays_rho ? costs.score_as_rho : 0);
    findings.compare(place + ".rho", *total.rho, rho);
    out.stated.rho = *total.rho;
    out.recomputed.rho = rho;
  }
  return out;
}

/// " Assumed: ..." where the file left its meaning open.
std::string assumed_text(const ExperimentComparison& compared) {
  std::string text;
  for (const std::string& each : compared.assumed)
    text += (text.empty() ? " Assumed: " : "; ") + each;
  return text.empty() ? text : text + ".";
}

/// What the check found, for people.
std::string sentence_of(const ExperimentComparison& compared, const Findings& findings) {
  const std::size_t count = findings.problems().size();
  if (count > 0) {
    return "Not consistent: " + std::to_string(count) + (count == 1 ? " problem." : " problems.") +
           assumed_text(compared);
  }
  if (!compared.unknown.empty()) {
    std::string text = "Figures recomputed";
    for (const std::string& what : compared.unknown) text += "; " + what;
    return text + "." + assumed_text(compared);
  }
  const std::string figures = "The figures follow from one another";
  if (!compared.is_compared) {
    return figures +
           "; they were not compared with an experiment: " + compared.not_compared.front() + ".";
  }
  std::string text =
      figures +
      ", and are consistent with the experiment: planned again from it, without the "
      "data, bounds, noise, runs, ledgers, traces and guarantees are those of the file.";
  for (const std::string& part : compared.not_compared) {
    text += (&part == &compared.not_compared.front() ? " Not compared: " : "; ") + part;
  }
  if (!compared.not_compared.empty()) text += ".";
  return text + assumed_text(compared);
}

/// The statement of a result, or what is a statement by itself.
Result<std::pair<const Json*, std::string>> find_statement(const Json& tree) {
  const Json* privacy = tree.find("privacy");
  const Json* statement = privacy ? privacy->find("statement") : nullptr;
  if (statement) return std::pair(statement, std::string("privacy.statement"));
  if (tree.find("entries") && tree.find("total")) return std::pair(&tree, std::string("statement"));
  return fail(ErrorCode::missing_field, "privacy.statement",
              "this result holds no privacy statement: run the experiment with this version");
}

}  // namespace

Result<StatementReport> check_statement(std::string_view text,
                                        const std::optional<FoundData>& data) {
  Result<Json> tree = parse_json(text, kResultLimits);
  if (!tree) return std::unexpected(tree.error());
  *tree = with_shown_sweeps(*std::move(tree));
  const auto found = find_statement(*tree);
  if (!found) return std::unexpected(found.error());
  const Result<Statement> statement = read_statement(*found->first, found->second);
  if (!statement) return std::unexpected(statement.error());

  Findings findings;
  Effort effort;
  TotalCosts costs;
  std::vector<CheckedEntry> entries;
  for (std::size_t i = 0; i < statement->entries.size(); ++i) {
    entries.push_back(
        check_entry(statement->entries[i], join_path("entries", i), effort, costs, findings));
  }
  const bool all_certified = is_bounded(statement->entries) &&
                             std::ranges::all_of(statement->entries, [](const StatedEntry& entry) {
                               return entry.certified || entry.guarantee == Guarantee::not_private;
                             });
  findings.expect(std::ranges::all_of(statement->entries,
                                      [&](const StatedEntry& entry) {
                                        return entry.release == statement->release ||
                                               !entry.is_private();
                                      }),
                  "release", "is not what the entries say");
  findings.expect(std::ranges::all_of(statement->entries,
                                      [&](const StatedEntry& entry) {
                                        return entry.neighbours == statement->neighbours ||
                                               !entry.is_private();
                                      }),
                  "neighbours", "are not those of the entries");
  findings.expect(statement->certified == all_certified, "certified",
                  "is not what the entries say");
  std::optional<CheckedTotal> total = check_total(costs, *statement, findings);
  ExperimentComparison compared{.not_compared = {"a statement by itself holds none"}};
  if (found->first != &*tree) {
    compare_with_runs(*tree, *statement, findings);
    compared = compare_with_experiment(*tree, *statement, data, findings);
  }
  StatementReport report;
  report.is_unknown = findings.problems().empty() && !compared.unknown.empty();
  report.consistent = findings.problems().empty() && !report.is_unknown;
  record::CheckedStatement out{
      .is_consistent = report.is_unknown ? std::nullopt : std::optional(report.consistent),
      .sentence = sentence_of(compared, findings),
      .compared = std::move(compared),
      .total = std::move(total),
      .entries = std::move(entries),
      .problems = findings.problems()};
  report.json = write_json(record::json_of<record::kStatementReport>(out));
  return report;
}

Result<std::string> stated_experiment(std::string_view result) {
  const Result<Json> tree = parse_json(result, kResultLimits);
  if (!tree) return std::unexpected(tree.error());
  const Json* experiment = tree->find("experiment");
  if (experiment) return write_json(with_scale_range(*experiment, kFormerScaleRange));
  return fail(ErrorCode::missing_field, "experiment",
              "this file holds no experiment, so there is nothing to read the data for");
}

Result<FoundData> found_data(std::string_view plans) {
  const Result<Json> tree = parse_json(plans, kResultLimits);
  if (!tree) return std::unexpected(tree.error());
  const Json* data = tree->find("data");
  if (!data) return fail(ErrorCode::missing_field, "data", "the plans do not describe their data");
  FoundData out{.samples = static_cast<Index>(data->member("samples").number()),
                .features = static_cast<Index>(data->member("features").number()),
                .has_header = std::nullopt};
  if (const Json* header = data->find("header")) out.has_header = header->boolean();
  return out;
}

}  // namespace noisy
