#include <algorithm>
#include <map>
#include <optional>

#include "engine/diagnostic/diagnostic.h"
#include "engine/experiment/session/engine_session.h"
#include "engine/experiment/session/run_trial.h"

namespace noisy {
namespace {

using Clock = ActiveRun::Clock;

/// A trial takes no more than this share of what it is about, but always so many seconds, and
/// longer where there is an algorithm of which no run was tried.
constexpr double kWorthShare = 0.25;
constexpr double kLeastSeconds = 0.02;
/// The first part of a trial of one plan; each that follows takes twice as long.
constexpr double kFirstSeconds = 0.002;
constexpr double kMostAtOnce = 0.02;
/// A step of a search for a reference optimum.
constexpr double kSearchSeconds = 0.005;
/// What the search for reference optima may take beside the trials, in units of their time.
constexpr double kReferenceShare = 0.4;
/// As many runs at once make passes about as fast as all of them do.
constexpr Index kTriedRuns = 4;
/// How often runs that come to their end are tried: code gets faster as it runs.
constexpr int kMostTrials = 4;

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
           .planned = &*point.algorithms[i],
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
    const PlannedAlgorithm* planned;
    WorkRates* rates;
    std::string kind;
    RunWork work;
    std::unique_ptr<RunTrial> trial = nullptr;
    WorkRates rates_before = {};  ///< the trial
    int trials = 0;
    double slice = kFirstSeconds;
    bool is_known = false;

    bool is_over() const { return trial && trial->is_over(); }
    bool may_go_on() const { return !is_known && (!is_over() || trials < kMostTrials); }
    /// How much a solver computes until it is sure is a guess.
    bool solves() const { return planned->plan->summary().parameters.has("solver"); }
    bool is_tried() const {
      return trials > 1 || (trial && trial->share() > 0 && (is_over() || !solves()));
    }
    bool has_measured() const { return trials > 1 || (trial && trial->has_measured()); }
    /// The share of its work of which nobody knows how long it takes.
    double unknown_share() const {
      if (is_over()) return 0.5 / trials;
      return trial && !solves() ? 1 - trial->share() : 1;
    }
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
    if (spent_ >= std::max(seconds_, worth())) return false;
    Plan* const next = most_uncertain(spent_ >= worth());
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
  ///
  /// @param is_new  of an algorithm of which no run was tried
  Plan* most_uncertain(bool is_new) {
    Plan* most = nullptr;
    double largest = 0;
    for (Plan& plan : plans_) {
      if (!plan.may_go_on() || plan.point->objective->data->ranged) continue;
      // A pass that is not over tells nothing.
      if (plan.trial && plan.trial->share() == 0) return &plan;
      if (is_new && has_tried(plan.algorithm)) continue;
      const double uncertain =
          plan.rates->seconds(plan.work) * plan.unknown_share() * kFirstSeconds / plan.slice;
      if (uncertain <= largest) continue;
      largest = uncertain;
      most = &plan;
    }
    return most;
  }

  bool has_tried(std::size_t algorithm) const {
    return std::ranges::any_of(
        plans_, [&](const Plan& plan) { return plan.algorithm == algorithm && plan.trial; });
  }

  /// False where its runs cannot be set up: they will say why.
  bool go_on(Plan& plan) {
    if (!plan.trial || plan.is_over()) {
      auto begun = begin(plan);
      if (!begun) return false;
      plan.trial = std::move(*begun);
      plan.rates_before = *plan.rates;
      ++plan.trials;
    }
    plan.trial->advance(*session_.pool_, std::min(plan.slice, kMostAtOnce));
    plan.slice *= 2;
    const WorkRates now = plan.trial->rates(plan.rates_before);
    if (plan.trials == 1) {
      *plan.rates = now;
    } else if (plan.is_over()) {
      *plan.rates = faster(now, plan.rates_before);
    }
    return true;
  }

  static WorkRates faster(const WorkRates& one, const WorkRates& other) {
    return {.begin = std::min(one.begin, other.begin),
            .steps = std::min(one.steps, other.steps),
            .measuring = std::min(one.measuring, other.measuring)};
  }

  Result<std::unique_ptr<RunTrial>> begin(const Plan& plan) {
    const Objective& objective = *plan.point->objective;
    std::optional<std::vector<RunMeter>>& meters = meters_[&objective];
    if (!meters) {
      auto made = session_.make_meters(objective);
      if (!made) return std::unexpected(std::move(made.error()));
      meters = std::move(*made);
    }
    // What runs have in common is computed by the first of them.
    if (auto first = runs_of(plan, *meters, 1); !first) {
      return std::unexpected(std::move(first.error()));
    }
    const Index company = session_.experiment_.run.repeats * runs_.at(&objective);
    const auto began = Clock::now();
    // Solvers share no passes, and one that comes to its end tells more than some that do not.
    auto runs = runs_of(plan, *meters, plan.solves() ? 1 : std::min(kTriedRuns, company));
    if (!runs) return std::unexpected(std::move(runs.error()));
    return std::make_unique<RunTrial>(std::move(*runs), plan.work, seconds_since(began));
  }

  Result<std::unique_ptr<LockstepGroup>> runs_of(const Plan& plan,
                                                 const std::vector<RunMeter>& meters,
                                                 Index count) const {
    const Objective& objective = *plan.point->objective;
    std::vector<RunSetup> setups;
    for (Index i = 0; i < count; ++i) {
      auto setup = session_.setup_of(plan.first + i % session_.experiment_.run.repeats, meters);
      if (!setup) return std::unexpected(std::move(setup.error()));
      setups.push_back(std::move(*setup));
    }
    return std::make_unique<LockstepGroup>(*objective.sum, objective.regularizer,
                                           std::move(setups));
  }

  void finish() {
    spread();
    plans_.clear();
    searches_.clear();
  }

  /// Work that was seen, and what it took.
  struct SeenPart {
    double work = 0, seconds = 0;

    void add(double more, double rate) {
      work += more;
      seconds += more * rate;
    }
    double rate(double otherwise) const { return work > 0 ? seconds / work : otherwise; }
  };

  struct SeenWork {
    SeenPart begin, steps, measuring;

    void add(const Plan& plan) {
      if (!plan.trial) return;
      begin.add(1, plan.rates->begin);
      if (plan.is_tried()) steps.add(plan.work.steps, plan.rates->steps);
      if (plan.has_measured()) measuring.add(plan.work.measuring, plan.rates->measuring);
    }
  };

  /// What a plan's own trial has not shown is taken from those of its algorithm or its objective,
  /// else from all.
  void spread() {
    std::map<std::size_t, SeenWork> of_algorithm;
    std::map<const Objective*, SeenWork> of_objective;
    SeenWork of_all;
    for (const Plan& plan : plans_) {
      for (SeenWork* seen :
           {&of_algorithm[plan.algorithm], &of_objective[plan.point->objective.get()], &of_all}) {
        seen->add(plan);
      }
    }
    if (of_all.begin.work == 0) return;
    for (const Plan& plan : plans_) {
      if (plan.is_known) continue;
      WorkRates& rates = *plan.rates;
      const SeenWork& alike = of_algorithm.at(plan.algorithm);
      const SeenWork& beside = of_objective.at(plan.point->objective.get());
      if (!plan.trial) rates.begin = alike.begin.rate(of_all.begin.rate(rates.begin));
      if (!plan.is_tried()) {
        // A solver that has not come to its end tells at least more than other algorithms.
        const bool has_own = plan.trial && plan.trial->share() > 0;
        const double otherwise = has_own ? rates.steps : of_all.steps.rate(rates.steps);
        rates.steps = alike.steps.rate(otherwise);
      }
      if (plan.has_measured()) continue;
      rates.measuring = beside.measuring.rate(of_all.measuring.rate(rates.measuring));
    }
    keep();
  }

  void keep() const {
    std::map<std::string, SeenWork> of_kind;
    for (const Plan& plan : plans_) {
      SeenWork& seen = of_kind[plan.kind];
      seen.begin.add(1, plan.rates->begin);
      seen.steps.add(plan.work.steps, plan.rates->steps);
      seen.measuring.add(plan.work.measuring, plan.rates->measuring);
    }
    for (const auto& [kind, seen] : of_kind) {
      session_.workspace_->keep_rates(kind, {.begin = seen.begin.rate(0),
                                             .steps = seen.steps.rate(1),
                                             .measuring = seen.measuring.rate(1)});
    }
  }

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
