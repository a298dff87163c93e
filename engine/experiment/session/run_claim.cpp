#include "engine/experiment/session/run_claim.h"

#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/experiment/session/report.h"

namespace noisy {
namespace {

bool hides_steps(const AlgorithmPlan& plan) {
  return first_release(plan.rule()).form->hides_steps();
}

void add_reasons_of_cancelling(const AlgorithmPlan& plan, const RunSpec& settings,
                               PrivacyClaim& claim) {
  if (!settings.diagnostics.empty() || settings.keeps_hidden || settings.keeps_group_losses) {
    claim.reasons.push_back(
        "the run was cancelled while figures computed without noise could be seen");
  }
  if (hides_steps(plan) && takes_time_by_data(parameters_json(plan.summary().parameters))) {
    claim.reasons.push_back(
        "the run was cancelled while solvers worked on exact data: how far it had got by then "
        "follows from the data, and no noise covers that");
  }
}

}  // namespace

bool takes_time_by_data(const Json& parameters) {
  return parameters.member("toleranceRatio").is_number() &&
         parameters.member("fixedIterations") != Json(true) &&
         parameters.member("accuracyMode") != Json("markov");
}

Guarantee guarantee_of(const AlgorithmPlan& plan, RunStatus status) {
  const Guarantee planned = plan.summary().claim.guarantee;
  if (planned != Guarantee::proven || status == RunStatus::completed) return planned;
  const bool broke_down = status == RunStatus::diverged || status == RunStatus::failed;
  // That hidden steps break down is a fact about the data which no noise covers.
  if (hides_steps(plan) && broke_down) return Guarantee::leaks;
  // A cap holds wherever a run ends.
  return plan.rule().length() == RunLength::open ? planned : Guarantee::stopped;
}

PrivacyClaim claim_of(const AlgorithmPlan& plan, RunStatus status, const RunSpec& settings) {
  PrivacyClaim claim = plan.summary().claim;
  const Guarantee guarantee = guarantee_of(plan, status);
  if (guarantee == Guarantee::leaks && claim.promises()) {
    mark_leak(claim, "the hidden steps broke down, which is a fact about the data");
  }
  claim.guarantee = guarantee;
  if (!claim.promises()) return claim;
  if (guarantee == Guarantee::stopped) {
    claim.statement +=
        " This run ended before its plan did; where it ended may depend on the data, so that it is "
        "stated at the cost of the whole plan.";
  }
  if (status == RunStatus::cancelled) add_reasons_of_cancelling(plan, settings, claim);
  return claim;
}

}  // namespace noisy
