#include "engine/statement/write/result_statement.h"

#include <algorithm>
#include <cmath>

#include "engine/json/vocabulary.h"
#include "engine/privacy/release/release.h"
#include "engine/privacy/release/statement_words.h"
#include "engine/statement/write/assumptions.h"
#include "engine/statement/write/plain_words.h"
#include "engine/statement/write/promise.h"

namespace noisy {
namespace {

using namespace statement;

void add_once(const std::string& text, std::vector<std::string>& texts) {
  if (std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
}

/// Rows of a statement: [[runs, releases], ...], or [[runs, anchors, differences], ...] and the
/// like where a plan has several kinds. Consecutive runs that are alike stand together.
class ReleaseRows {
 public:
  void add(const ReleaseCount& count) {
    const bool is_as_before = !rows_.empty() && last_ == count;
    const double runs = is_as_before ? rows_.back().element(0).number() + 1 : 1;
    std::vector<double> row = {runs};
    if (count.kinds.empty()) row.push_back(count.releases);
    row.insert(row.end(), count.kinds.begin(), count.kinds.end());
    if (is_as_before) {
      rows_.back() = Json::numbers(std::move(row));
    } else {
      rows_.push_back(Json::numbers(std::move(row)));
    }
    last_ = count;
  }

  Json json() const { return Json::array(rows_); }

 private:
  std::vector<Json> rows_;
  ReleaseCount last_;
};

/// The larger one of each kind.
void raise(ReleaseCount& most, const ReleaseCount& count) {
  most.releases = std::max(most.releases, count.releases);
  most.kinds.resize(std::max(most.kinds.size(), count.kinds.size()));
  for (std::size_t k = 0; k < count.kinds.size(); ++k) {
    most.kinds[k] = std::max(most.kinds[k], count.kinds[k]);
  }
}

/// The runs of one plan.
struct Spending {
  double runs = 0;
  ReleaseRows executed;
  ReleaseRows charged;
  RunSpending most;  ///< the run that was charged most: runs of one plan go the same way
  double total_cost = 0;
  bool leaks = false;
  bool is_certified = true;
  std::vector<std::string> reasons;

  void add(const RunSpending& run) {
    ++runs;
    raise(most.charged, run.charged);
    most.cost = std::max(most.cost, run.cost);
    total_cost += run.cost;
    executed.add(run.executed);
    charged.add(run.charged);
    leaks |= run.guarantee == Guarantee::leaks;
    is_certified &= run.is_certified;
    for (const std::string& reason : run.reasons) add_once(reason, reasons);
  }
};

/// An entry to be: runs in a row, and what is said of them.
struct EntryParts {
  Json statement;
  Spending spending;
};

/// What the runs of a plan spent, as far as there are so many runs.
std::span<const std::optional<RunSpending>> runs_of(const StatementParts& parts, Index plan,
                                                    Index repeats) {
  const std::span<const std::optional<RunSpending>> all(parts.runs);
  const Index count = std::ssize(all);
  const Index first = std::min(plan * repeats, count);
  return all.subspan(static_cast<std::size_t>(first),
                     static_cast<std::size_t>(std::min(repeats, count - first)));
}

/// One entry for the runs of a plan; where they chose their releases on the way, one for runs in a
/// row that chose the same.
std::vector<EntryParts> entries_of(const StatementParts& parts, const Json& statement, Index plan,
                                   Index repeats) {
  std::vector<EntryParts> out;
  for (const auto& spent : runs_of(parts, plan, repeats)) {
    if (!spent) continue;
    const Json& said = spent->own.is_null() ? statement : spent->own;
    if (out.empty() || !(out.back().statement == said)) {
      out.push_back({.statement = said, .spending = {}});
    }
    out.back().spending.add(*spent);
  }
  if (out.empty()) out.push_back({.statement = statement, .spending = {}});
  return out;
}

/// What one run guarantees, the figure that the run states first, then what else is known of the
/// same noise.
Json figures_json(const Json& plan, const PublishedCost& run, bool is_complete) {
  std::vector<Json> out;
  const auto add = [&](const StatedFigure& figure) {
    const StatedFigure both = at_least(figure, run.score, 0.5 * run.score * run.score);
    out.push_back(record::json_of<record::kFigure>(both));
  };
  if (run.notion == Notion::pure) {
    add({std::string(kBasic), run.cost, 0});
    const Json& approximate = plan.member("approximate");
    if (is_complete && approximate.is_object()) {
      add({text_of(approximate, "accountant"), number_of(approximate, "epsilon"),
           number_of(approximate, "delta")});
    }
    return Json::array(std::move(out));
  }
  const double delta = run.delta > 0 ? run.delta : kReportedDelta;
  if (!run.renyi.empty()) {
    add(together(run.renyi, 0, delta));
    return Json::array(std::move(out));
  }
  if (run.notion == Notion::zcdp) add({.accountant = std::string(kZcdp), .rho = run.cost});
  // The calibration's own conversion stands first.
  const std::string calibration = text_of(plan, "calibration");
  const bool is_tight = (calibration == word_for(Calibration::tight) ||
                         calibration == word_for(Calibration::paper)) &&
                        text_of(plan, "mechanism") != word_for(Mechanism::laplace);
  std::vector<std::string_view> accountants = {kZcdpOptimal, kZcdpStandard};
  if (!is_tight) std::swap(accountants[0], accountants[1]);
  if (run.is_gaussian) {
    accountants.insert(is_tight ? accountants.begin() : accountants.end(), kZcdpGaussian);
  }
  for (const std::string_view accountant : accountants) {
    add({std::string(accountant), converted_epsilon(accountant, run.cost, delta), delta});
  }
  return Json::array(std::move(out));
}

/// What is said of runs that promise nothing, although their plan did.
Json leaking_entry(const Json& plan) {
  Json out = Json::object();
  for (const char* key : {"algorithm", "label", "sweep", "notion"}) out.set(key, plan.member(key));
  out.set("guarantee", word_for(Guarantee::leaks));
  return out;
}

Json entry_json(const Json& plan, const Spending& spending) {
  Json out = promises(plan) && spending.leaks ? leaking_entry(plan) : plan;
  out.set("runs", spending.runs);
  if (spending.runs > 0) {
    out.set("certified", spending.is_certified);
    out.set("reasons", Json::texts(spending.reasons));
  }
  if (!promises(out)) return out;
  out.erase("approximate");
  out.set("executed", spending.executed.json());
  // What stopped early is stated as if it had not.
  if (spending.charged.json() != spending.executed.json()) {
    out.set("charged", spending.charged.json());
  }
  Json cost = plan.member("cost");
  cost.set("perRun", spending.most.cost);
  cost.set("allRuns", spending.total_cost);
  out.set("cost", std::move(cost));
  const bool is_complete =
      spending.most.charged.releases == number_of(plan.member("noise"), "planned");
  out.set("figures", figures_json(plan, published_cost(plan, spending.most), is_complete));
  return out;
}

std::vector<std::string> texts_of(const Json& list) {
  std::vector<std::string> out;
  for (const Json& text : list.elements()) out.push_back(text.text());
  return out;
}

std::vector<double> numbers_of(const Json& list) {
  std::vector<double> out;
  for (std::size_t i = 0; i < list.size(); ++i) out.push_back(list.element(i).number());
  return out;
}

ReleaseCount count_of(const Json& count) {
  return {.releases = number_of(count, "releases"), .kinds = numbers_of(count.member("kinds"))};
}

/// Whether a group's noise is not that of the first one.
bool has_own_mechanism(const Json& group) {
  return group.find("mechanism") != nullptr;
}

template <typename Value>
Json word_json(Value value) {
  const std::string id = word_for(value);
  for (const Word<Value>& word : vocabulary<Value>()) {
    if (word.id == id) return Json::object({{"id", id}, {"text", word.description}});
  }
  return Json::object({{"id", id}});
}

/// What is said of a group, or for all groups.
Json with_group(Json plan, const Json& group) {
  for (const auto& [key, value] : group.members()) plan.set(key, value);
  return plan;
}

/// What a run of this plan released, from the plan's statement or from one group of it.
///
/// @param releases  how many it released
RenyiReleases renyi_of(const Json& plan, const Json& group, double releases) {
  const Json& values = group.member("noise").member("values");
  const ReleaseForm* form = find_release_form(text_of(group, "form"));
  const Json said = with_group(plan, group);
  Release release{
      .form = form ? form : gradient_form(),
      .batch_size = static_cast<Index>(number_of(group, "batchSize")),
      .mechanism = find_word<Mechanism>(text_of(said, "mechanism")).value_or(Mechanism::none),
      .noise_scale = values.size() > 0 ? values.element(0).element(1).number() : 0};
  release.details = release.form->written_details(said);
  return {.release = release,
          .samples = static_cast<Index>(number_of(plan, "samples")),
          .sensitivity = release.form->written_sum_sensitivity(plan.member("sensitivity")),
          .order = number_of(plan.member("cost"), "order"),
          .count = releases};
}

/// Whether the first line of the file was taken as a header; the same for all plans.
std::optional<bool> header_of(const StatementParts& parts) {
  for (const auto& [number, plan] : parts.plans) {
    const Json& header = plan.member("header");
    if (header.is_boolean()) return header.boolean();
  }
  return std::nullopt;
}

}  // namespace

PublishedCost published_cost(const Json& plan, const RunSpending& run) {
  const Json& groups = plan.member("groups");
  PublishedCost out{.guarantee = run.guarantee,
                    .notion = find_word<Notion>(text_of(plan, "notion")).value_or(Notion::none),
                    .is_gaussian = text_of(plan, "mechanism") == word_for(Mechanism::gaussian) &&
                                   std::ranges::none_of(groups.elements(), has_own_mechanism) &&
                                   text_of(plan, "release") == word_for(ReleaseKind::floating) &&
                                   !plan.member("cost").find("cap"),
                    .cost = run.cost,
                    .delta = number_of(plan.member("requested"), "delta"),
                    .requested = number_of(plan.member("requested"), "epsilon"),
                    .score = number_of(plan.member("score"), "epsilon")};
  if (text_of(plan.member("cost"), "unit") != kRenyiUnit) return out;
  if (groups.size() == 0) {
    out.renyi = {renyi_of(plan, plan, run.charged.releases)};
    return out;
  }
  for (std::size_t k = 0; k < std::min(groups.size(), run.charged.kinds.size()); ++k) {
    out.renyi.push_back(renyi_of(plan, groups.element(k), run.charged.kinds[k]));
  }
  return out;
}

Result<void> collect_statement(const Json& group, std::size_t first, StatementParts& parts) {
  const Json& statement = group.member("statement");
  const Json& runs = group.member("runs");
  const auto spendings = statement.member("spendings").elements();
  if (spendings.size() != runs.size() || first + runs.size() > parts.runs.size()) {
    return fail(ErrorCode::invalid_value, "groups", "is no group of runs of this engine");
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Json& spent = spendings[i];
    const Json& privacy = runs.elements()[i].member("privacy");
    parts.runs[first + i] =
        RunSpending{.executed = count_of(spent.member("executed")),
                    .charged = count_of(spent.member("charged")),
                    .cost = number_of(spent, "cost"),
                    .own = spent.member("own"),
                    .guarantee = stated_guarantee(privacy).value_or(Guarantee::leaks),
                    .is_certified = privacy.member("certified") == Json(true),
                    .reasons = texts_of(privacy.member("reasons"))};
  }
  for (const Json& element : statement.member("plans").elements()) {
    const double number = number_of(element, "plan");
    if (!(number >= 0 && number < static_cast<double>(parts.runs.size()))) {
      return fail(ErrorCode::invalid_value, "groups", "states a plan that has no runs");
    }
    Json& kept = parts.plans[static_cast<Index>(number)];
    const Json& plan = element.member("statement");
    if (kept.is_null() || listed_releases(plan) > listed_releases(kept)) kept = plan;
  }
  return {};
}

PrivacyTotal total_of(const StatementParts& parts, Index repeats) {
  PrivacyTotal total;
  for (const auto& [number, plan] : parts.plans) {
    for (const auto& spent : runs_of(parts, number, repeats)) {
      if (spent) total.add(published_cost(plan, *spent));
    }
  }
  return total;
}

Json result_statement(const Experiment& experiment, std::span<const SweepPoint> points,
                      const StatementParts& parts, const Json& total) {
  std::vector<Json> entries;
  std::vector<std::string> reasons;
  bool certified = !total.is_null();
  for (const auto& [number, plan] : parts.plans) {
    for (const EntryParts& some : entries_of(parts, plan, number, experiment.run.repeats)) {
      const Json entry = entry_json(some.statement, some.spending);
      entries.push_back(entry);
      if (stated_guarantee(entry) == Guarantee::not_private) continue;
      certified &= entry.member("certified") == Json(true);
      for (const std::string& reason : texts_of(entry.member("reasons"))) add_once(reason, reasons);
    }
  }
  Json out = Json::object(
      {{"version", 1},
       {"unit", Json::object({{"id", "record"},
                              {"text", "One record: a row of the data with its target."}})},
       {"neighbours", word_json(experiment.privacy.neighbours)},
       {"randomness", word_json(experiment.run.randomness)},
       {"release", word_json(experiment.run.release)},
       {"assumptions", Json::texts(assumption_texts(experiment, points, header_of(parts)))},
       {"entries", Json::array(std::move(entries))},
       {"total", total},
       {"certified", certified},
       {"reasons", Json::texts(reasons)}});
  out.set("text", Json::texts(plain_words(out, experiment)));
  return out;
}

}  // namespace noisy
