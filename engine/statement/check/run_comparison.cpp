#include "engine/statement/check/run_comparison.h"

#include <algorithm>

#include "engine/experiment/file/fields.h"
#include "engine/experiment/session/report.h"
#include "engine/experiment/session/run_claim.h"
#include "engine/json/vocabulary.h"
#include "engine/math/elementary.h"
#include "engine/statement/check/run_outcome.h"
#include "engine/statement/check/tree_difference.h"
#include "engine/statement/write/promise.h"
#include "engine/statement/write/spending.h"

namespace noisy {
namespace {

/// As a file holds it: what is not finite is null there.
Json as_written(const Json& value) {
  return *parse_json(write_json(value), {.bytes = std::size_t{1} << 30, .depth = 40});
}

/// A run that promises nothing may be without its outcome: then its claim is the plan's, or that of
/// hidden steps that broke down.
RunStatus unstated_status(const PlannedRun& compared) {
  const bool promised = compared.planned.plan->summary().claim.promises();
  return promised ? RunStatus::diverged : RunStatus::completed;
}

RunStatus status_of(const PlannedRun& compared, const std::string& place, Findings& findings) {
  const Json& word = outcome_of(compared.run).member("status");
  const auto status = word.is_text() ? find_word<RunStatus>(word.text()) : std::nullopt;
  if (status && *status != RunStatus::running) return *status;
  const bool may_be_silent = word.is_null() && !promises(compared.run.member("privacy"));
  findings.expect(may_be_silent, join_path(place, "status"), "is none that a run ends with");
  return unstated_status(compared);
}

/// All planned ones of a run that completed, unless its end is drawn; else what its ledger counts.
Index releases_of(const PlannedRun& compared, RunStatus status) {
  const AlgorithmPlan& plan = *compared.planned.plan;
  const Index planned = plan.summary().iterations + begun_ledger(plan.rule()).releases();
  if (status == RunStatus::completed && plan.rule().length() == RunLength::fixed) return planned;
  double counted = 0;
  for (const Json& line : compared.run.member("privacy").member("ledger").elements()) {
    const Json& count = line.member("count");
    if (count.is_number() && count.number() > 0) counted += count.number();
  }
  return static_cast<Index>(std::min(counted, static_cast<double>(planned)));
}

/// Scales at a released point's own sensitivity follow what was released: no plan knows them, but
/// that at x = 0 is the least that any point has, and that of the uniform bound the largest.
class ScaleRange {
 public:
  ScaleRange(const FiniteSum& sum, const Release& release)
      : least_(sum.l1_sensitivity_at(Vector::Zero(sum.dimension())) /
               (static_cast<double>(release.batch_size) * release.base_epsilon)),
        most_(release.noise_scale) {}

  bool holds(const Json& scale) const {
    return scale.is_number() && scale.number() >= least_ * (1 - kUnderstated) &&
           scale.number() <= most_ * (1 + kUnderstated);
  }

 private:
  double least_;
  double most_;
};

/// Takes over stated scales that are possible.
Json follow_states(Json given, const Ledger& ledger, const Json& stated, const FiniteSum& sum) {
  for (std::size_t i = 0; i < ledger.entries().size() && i < stated.size(); ++i) {
    const LedgerEntry& entry = ledger.entries()[i];
    if (entry.first.sensitivity != SensitivityRule::state_dependent) continue;
    Json line = given.element(i);
    const Json said = stated.element(i);
    const auto follow = [&](const char* key, const Release& release) {
      if (ScaleRange(sum, release).holds(said.member(key))) line.set(key, said.member(key));
    };
    follow("noiseScaleFirst", entry.first);
    follow("noiseScaleLast", entry.last);
    given.set_element(i, std::move(line));
  }
  return given;
}

/// Every value of runs of geometric progressions, one by one.
class RunValues {
 public:
  explicit RunValues(const std::vector<ScaleRun>& runs) : runs_(runs) {}

  /// Nothing after the last one.
  std::optional<double> next() {
    while (at_ < runs_.size() && done_ >= runs_[at_].count) {
      ++at_;
      done_ = 0;
    }
    if (at_ == runs_.size()) return std::nullopt;
    const ScaleRun& run = runs_[at_];
    const double share =
        run.count > 1 ? static_cast<double>(done_) / static_cast<double>(run.count - 1) : 0;
    ++done_;
    if (run.is_constant() || share == 0) return run.first;
    return share == 1 ? run.last : run.first * math::exp(share * math::log(run.last / run.first));
  }

 private:
  const std::vector<ScaleRun>& runs_;
  std::size_t at_ = 0;
  Index done_ = 0;
};

/// Charges the releases of one kind that an entry lists, each at what it really costs.
void charge_stated(const StatedEntry& kind, Release release, Ledger& ledger) {
  const bool follows_state = release.sensitivity == SensitivityRule::state_dependent;
  RunValues scales(kind.values), grids(kind.grids), steps(kind.steps);
  while (const auto scale = scales.next()) {
    release.grid = grids.next().value_or(0);
    const double step_length = steps.next().value_or(0);
    release.details = release.form->details_at(release, step_length);
    (follows_state ? release.base_epsilon : release.noise_scale) = *scale;
    release.cost = ledger.cap();
    release.cost.value = kind.form->stated_cost(
        kind, {.scale = *scale, .grid = release.grid, .step_length = step_length});
    ledger.charge(release);
  }
}

/// The ledger of a run whose releases were chosen on the way, by its entry.
std::optional<Ledger> chosen_ledger(const PlannedRun& compared, PlanBook& book,
                                    const std::string& place, Findings& findings) {
  const BudgetRule& rule = compared.planned.plan->rule();
  Ledger ledger(rule.cap());
  if (!compared.entry) return ledger;
  const auto kinds = compared.entry->by_kind();
  const std::vector<PlannedReleases> planned = rule.planned();
  for (std::size_t k = 0; k < std::min(kinds.size(), planned.size()); ++k) {
    Index count = 0;
    for (const ScaleRun& run : kinds[k].values) count += run.count;
    if (!book.spend(count)) return std::nullopt;
    charge_stated(kinds[k], planned[k].first, ledger);
  }
  findings.expect(ledger.spent().value <= ledger.cap().value * (1 + kUnderstated), place,
                  "its releases cost " + number_text(ledger.spent().value) +
                      ", more than the cap of " + number_text(ledger.cap().value));
  return ledger;
}

}  // namespace

bool PlanBook::spend(Index releases) {
  left_ -= static_cast<double>(releases);
  return left_ >= 0;
}

const Ledger* PlanBook::of(const AlgorithmPlan& plan, Index releases) {
  const auto key = std::pair(&plan, releases);
  if (const auto found = ledgers_.find(key); found != ledgers_.end()) return &found->second;
  if (!spend(releases)) return nullptr;
  Ledger& ledger = ledgers_.emplace(key, Ledger(plan.rule().cap())).first->second;
  while (ledger.releases() < releases) {
    const auto release = plan.rule().next(ledger);
    if (!release) break;
    ledger.charge(*release);
  }
  return &ledger;
}

const Rehearsal& PlanBook::rehearsal(const PlannedRun& run) {
  const auto [found, is_new] = rehearsals_.try_emplace(run.planned.plan.get());
  if (is_new) {
    found->second = rehearse(run.planned, run.objective, run.settings.trace_points, effort_);
  }
  return found->second;
}

std::optional<ComparedRun> compare_with_plan(const PlannedRun& compared, PlanBook& book,
                                             const std::string& place, Findings& findings) {
  const AlgorithmPlan& plan = *compared.planned.plan;
  const Json& run = compared.run;
  const Json& stated = run.member("privacy");
  const RunStatus status = status_of(compared, place, findings);
  const PrivacyClaim claim = claim_of(plan, status, compared.settings);
  ComparedRun out;
  const Ledger* ledger = nullptr;
  if (claim.promises() && plan.rule().length() == RunLength::open) {
    out.chosen = chosen_ledger(compared, book, place, findings);
    if (out.chosen) ledger = &*out.chosen;
  } else {
    ledger = book.of(plan, claim.promises() ? releases_of(compared, status) : 0);
  }
  if (!ledger) return std::nullopt;
  Json privacy = claim_json(claim, compared.point.privacy);
  Json given = Json::object();
  if (claim.promises()) {
    privacy.set("ledger", follow_states(ledger_json(*ledger), *ledger, stated.member("ledger"),
                                        *compared.objective.sum));
    const Rehearsal& rehearsal = book.rehearsal(compared);
    out.is_trace_skipped = rehearsal.is_skipped;
    given = expected_outcome(compared, status, rehearsal, *ledger, place, findings);
  }
  given.set("privacy", std::move(privacy));
  for (const char* key : {"algorithm", "label", "sweep", "repeat", kNonPrivateKey}) {
    if (const Json* taken = run.find(key)) given.set(key, *taken);
  }
  compare_trees(as_written(given), run, place, findings);
  out.spending = spending_of(plan, claim, *ledger);
  return out;
}

}  // namespace noisy
