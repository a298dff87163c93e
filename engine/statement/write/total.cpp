#include "engine/statement/write/total.h"

#include <algorithm>
#include <limits>

#include "engine/algorithm/frame/record_move.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/statement_words.h"

namespace noisy {

using namespace statement;

double converted_epsilon(std::string_view accountant, double rho, double delta) {
  const ZcdpConversion conversion = accountant == kZcdpGaussian  ? ZcdpConversion::gaussian
                                    : accountant == kZcdpOptimal ? ZcdpConversion::optimal
                                                                 : ZcdpConversion::standard;
  return rho == 0 ? 0 : zcdp_epsilon(rho, delta, conversion);
}

StatedFigure at_least(StatedFigure learnt, double epsilon, double rho) {
  if (learnt.epsilon) {
    learnt.epsilon = std::max(*learnt.epsilon, epsilon);
  } else {
    learnt.rho = std::max(*learnt.rho, rho);
  }
  return learnt;
}

namespace {

bool is_normal(const PlannedReleases& kind) {
  return noise_of(kind.first.mechanism).is_normal;
}

}  // namespace

PublishedCost published_cost(const PlannedAlgorithm& planned, const SweepPoint& point,
                             const RiskFacts& facts) {
  const AlgorithmPlan& plan = *planned.plan;
  const PrivacyClaim& claim = plan.summary().claim;
  if (!claim.promises()) return {.guarantee = claim.guarantee};
  PublishedCost out{.guarantee = claim.guarantee,
                    .notion = claim.notion,
                    .is_gaussian = std::ranges::all_of(plan.rule().planned(), is_normal) &&
                                   claim.release == ReleaseKind::floating &&
                                   plan.rule().length() != RunLength::open,
                    .cost = plan.rule().cap().value,
                    .delta = point.privacy.delta.value_or(0),
                    .requested = point.privacy.epsilon.value_or(0),
                    .score = planned.score ? planned.score->epsilon() : 0};
  if (plan.rule().cap().unit == CostUnit::renyi) {
    for (const PlannedReleases& group : plan.rule().planned()) {
      out.renyi.push_back({.release = group.first,
                           .samples = facts.samples,
                           .sensitivity = group.first.form->sum_sensitivity(
                               {.l1 = facts.l1_sensitivity,
                                .l2 = record_move(facts, claim.neighbours),
                                .linf = facts.linf_sensitivity},
                               planned.input.domain, facts.dimension),
                           .order = plan.rule().cap().order,
                           .count = static_cast<double>(group.count)});
    }
  }
  return out;
}

void PrivacyTotal::add(const PublishedCost& run, double times) {
  is_bounded_ &= run.guarantee != Guarantee::leaks;
  if (!promises(run.guarantee) || run.notion == Notion::none) return;
  promises_ = true;
  runs_ += times;
  score_ += times * run.score;
  score_as_rho_ += times * 0.5 * run.score * run.score;
  requested_ = run.notion == Notion::approximate ? run.requested : 0;
  if (run.notion == Notion::pure) {
    epsilon_ += times * run.cost;
    pure_as_rho_ += times * 0.5 * run.cost * run.cost;
    return;
  }
  if (run.delta > 0) delta_ = delta_ > 0 ? std::min(delta_, run.delta) : run.delta;
  for (RenyiReleases releases : run.renyi) {
    releases.count *= times;
    noisy::add(releases, renyi_);
  }
  if (!run.renyi.empty()) return;
  has_rho_ = true;
  rho_ += times * run.cost;
  only_gaussian_ &= run.is_gaussian;
}

/// What a calibration found is at most this much below what was asked for, and above by rounding.
double PrivacyTotal::settled(double epsilon) const {
  constexpr double kCalibration = 5e-7, kRounding = 1e-12;
  const bool is_asked = runs_ == 1 && epsilon >= requested_ * (1 - kCalibration) &&
                        epsilon <= requested_ * (1 + kRounding);
  return is_asked ? requested_ : epsilon;
}

Json PrivacyTotal::json() const {
  if (!is_bounded_ || !promises_) return {};
  return record::json_of<record::kTotal>(figure());
}

StatedFigure PrivacyTotal::learnt() const {
  const double delta = delta_ > 0 ? delta_ : kReportedDelta;
  if (!renyi_.empty()) {
    StatedFigure all = together(renyi_, rho_ + pure_as_rho_, delta);
    all.epsilon = settled(*all.epsilon);
    return all;
  }
  if (!has_rho_) return {std::string(kBasic), epsilon_, 0};
  if (epsilon_ == 0 && delta_ == 0) return {.accountant = std::string(kZcdp), .rho = rho_};
  std::string_view accountant = only_gaussian_ ? kZcdpGaussian : kZcdpOptimal;
  double epsilon = converted_epsilon(accountant, rho_, delta);
  double rho = rho_;
  if (epsilon_ > 0) {
    accountant = kPureAndZcdp;
    epsilon += epsilon_;
    const double all_as_zcdp = converted_epsilon(kZcdpOptimal, rho_ + pure_as_rho_, delta);
    if (all_as_zcdp < epsilon) {
      accountant = kZcdpOptimal;
      epsilon = all_as_zcdp;
      rho += pure_as_rho_;
    }
  }
  return {std::string(accountant), settled(epsilon), delta, rho};
}

}  // namespace noisy
