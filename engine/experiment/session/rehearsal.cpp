#include <algorithm>
#include <map>
#include <optional>

#include "engine/diagnostic/diagnostic.h"
#include "engine/experiment/session/engine_session.h"
#include "engine/experiment/session/run_trial.h"

namespace noisy {
namespace {

using Clock = ActiveRun::Clock;

/// A trial takes no more than this share of what it is about, but always so many seconds.
constexpr double kWorthShare = 0.1;
constexpr double kLeastSeconds = 0.01;
/// The first part of a trial of one plan; each that follows takes twice as long.
constexpr double kFirstSeconds = 0.002;
constexpr double kMostAtOnce = 0.02;
/// A step of a search for a reference optimum.
constexpr double kSearchSeconds = 0.005;
/// What the search for reference optima may take beside the trials, in units of their time.
constexpr double kReferenceShare = 0.4;
/// As many runs at once make passes about as fast as all of them do.
constexpr Index kTriedRuns = 4;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

/// The trials of a session's plans: the one whose runs may take longest goes on first.
class EngineSession::Rehearsal {
 public:
  Rehearsal(EngineSession& session, double seconds) : session_(session), seconds_(seconds) {
    const Index repeats = session_.experiment_.run.repeats;
    for (Index first = 0; first < session_.list_.size(); first += repeats) {
      const RunPlace place = session_.list_[first];
      PlannedPoint& point = session_.planned_[static_cast<std::size_t>(place.point)];
      const auto i = static_cast<std::size_t>(place.algorithm);
      plans_.push_back(
          {.first = first,
           .algorithm = i,
           .point = &point,
           .rates = &point.rates[i],
           .kind = session_.kind_of(place),
           .work = run_work(*point.algorithms[i], point.facts, session_.experiment_.run)});
      ++runs_[point.objective.get()];
    }
    recall();
    is_over_ = std::ranges::all_of(plans_, &Plan::is_known);
  }

  /// Goes on for about so long; true when it is over.
  bool advance(double slice) {
    const auto began = Clock::now();
    while (!is_over_) {
      const auto step_began = Clock::now();
      const bool searched = searched_ < kReferenceShare * worth() && search_reference();
      if (!searched) is_over_ = !go_on();
      (searched ? searched_ : spent_) += seconds_since(step_began);
      if (seconds_since(began) >= slice) break;
    }
    if (is_over_ && !plans_.empty()) finish();
    return is_over_;
  }

 private:
  struct Plan {
    Index first;  ///< of its runs
    std::size_t algorithm;
    PlannedPoint* point;
    WorkRates* rates;
    std::string kind;
    RunWork work;
    std::unique_ptr<RunTrial> trial = nullptr;
    double slice = kFirstSeconds;
    double share = 0;  ///< of a run that was tried
    bool is_known = false;
  };

  /// What was tried before in this workspace.
  void recall() {
    for (Plan& plan : plans_) {
      const WorkRates* rates = session_.workspace_->find_rates(plan.kind);
      plan.is_known = rates != nullptr;
      if (rates) *plan.rates = *rates;
    }
  }

  double worth() const {
    double total = 0;
    const auto repeats = static_cast<double>(session_.experiment_.run.repeats);
    for (const Plan& plan : plans_) total += repeats * plan.rates->seconds(plan.work);
    return std::max(std::min(kLeastSeconds, seconds_), std::min(kWorthShare * total, seconds_));
  }

  /// Takes the next step of a trial; whether there was one.
  bool go_on() {
    Plan* const next = spent_ < worth() ? most_uncertain() : nullptr;
    return next && go_on(*next);
  }

  /// Whether there was something to search for.
  bool search_reference() {
    if (!session_.experiment_.run.needs_reference()) return false;
    for (const PlannedPoint& point : session_.planned_) {
      Objective& objective = *point.objective;
      if (objective.reference || objective.data->ranged) continue;
      std::unique_ptr<ReferenceSearch>& search = searches_[&objective];
      if (!search) search = std::make_unique<ReferenceSearch>(objective);
      search->advance(*session_.pool_, math::Deadline::after_seconds(kSearchSeconds));
      return true;
    }
    return false;
  }

  /// Null where all were tried to their end, or cannot be.
  Plan* most_uncertain() {
    Plan* most = nullptr;
    double largest = 0;
    for (Plan& plan : plans_) {
      const bool is_over = plan.trial && plan.trial->is_over();
      if (plan.is_known || is_over || plan.point->objective->data->ranged) continue;
      const double uncertain =
          plan.rates->seconds(plan.work) * (1 - plan.share) * kFirstSeconds / plan.slice;
      if (uncertain <= largest) continue;
      largest = uncertain;
      most = &plan;
    }
    return most;
  }

  /// False where its runs cannot be set up: they will say why.
  bool go_on(Plan& plan) {
    if (!plan.trial) {
      auto begun = begin(plan);
      if (!begun) return false;
      plan.trial = std::move(*begun);
    }
    plan.trial->advance(*session_.pool_, std::min(plan.slice, kMostAtOnce));
    plan.slice *= 2;
    plan.share = plan.trial->share();
    *plan.rates = plan.trial->rates(*plan.rates);
    return true;
  }

  Result<std::unique_ptr<RunTrial>> begin(const Plan& plan) {
    const Objective& objective = *plan.point->objective;
    std::optional<std::vector<RunMeter>>& meters = meters_[&objective];
    if (!meters) {
      auto made = session_.make_meters(objective);
      if (!made) return std::unexpected(std::move(made.error()));
      meters = std::move(*made);
    }
    const auto began = Clock::now();
    std::vector<RunSetup> setups;
    const Index repeats = session_.experiment_.run.repeats;
    const Index company = repeats * runs_.at(&objective);
    for (Index i = 0; i < std::min(kTriedRuns, company); ++i) {
      auto setup = session_.setup_of(plan.first + i % repeats, *meters);
      if (!setup) return std::unexpected(std::move(setup.error()));
      setups.push_back(std::move(*setup));
    }
    auto runs =
        std::make_unique<LockstepGroup>(*objective.sum, objective.regularizer, std::move(setups));
    return std::make_unique<RunTrial>(std::move(runs), plan.work, seconds_since(began));
  }

  void finish() {
    spread();
    plans_.clear();
    searches_.clear();
  }

  /// Plans that were not tried take their rates from those of the same algorithm, else from all.
  void spread() {
    std::map<std::string, Rates> of_kind;
    std::map<std::size_t, Rates> of_algorithm;
    Rates of_all;
    for (const Plan& plan : plans_) {
      if (plan.share == 0) continue;
      of_kind[plan.kind].add(plan);
      of_algorithm[plan.algorithm].add(plan);
      of_all.add(plan);
    }
    for (const auto& [kind, rates] : of_kind) {
      session_.workspace_->keep_rates(kind, rates.mean());
    }
    for (const Plan& plan : plans_) {
      if (plan.share > 0 || plan.is_known || of_all.plans == 0) continue;
      const auto alike = of_algorithm.find(plan.algorithm);
      *plan.rates = alike == of_algorithm.end() ? of_all.mean() : alike->second.mean();
    }
  }

  /// Work that was tried, and what it takes by its rates.
  struct Rates {
    RunWork work;
    double begin = 0, steps = 0, measuring = 0, plans = 0;

    void add(const Plan& plan) {
      ++plans;
      work.begin += plan.work.begin;
      work.steps += plan.work.steps;
      work.measuring += plan.work.measuring;
      begin += plan.rates->begin;
      steps += plan.rates->steps * plan.work.steps;
      measuring += plan.rates->measuring * plan.work.measuring;
    }
    WorkRates mean() const {
      return {.begin = begin / plans,
              .steps = work.steps > 0 ? steps / work.steps : 1,
              .measuring = work.measuring > 0 ? measuring / work.measuring : 1};
    }
  };

  EngineSession& session_;
  double seconds_;
  double searched_ = 0;  ///< seconds for reference optima
  double spent_ = 0;     ///< seconds for trials
  bool is_over_ = false;
  std::vector<Plan> plans_;
  std::map<const Objective*, Index> runs_;  ///< plans on it
  std::map<const Objective*, std::optional<std::vector<RunMeter>>> meters_;
  std::map<const Objective*, std::unique_ptr<ReferenceSearch>> searches_;
};

Result<bool> EngineSession::rehearse(double slice, double seconds, int threads) {
  if (experiment_.run.randomness == Randomness::secure) return true;
  if (!rehearsal_) {
    pool_ = workspace_->threads(threads);
    if (auto prepared = prepare(); !prepared) return std::unexpected(std::move(prepared.error()));
    if (!check_memory(cost())) return true;
    rehearsal_ = std::make_shared<Rehearsal>(*this, seconds);
  }
  return rehearsal_->advance(slice);
}

}  // namespace noisy
