#include "engine/experiment/plan/kl_facts.h"

#include <algorithm>
#include <cmath>

#include "engine/json/json.h"

namespace noisy {
namespace {

double weak_convexity(const Objective& objective) {
  const double of_losses = objective.record_loss
                               ? objective.record_loss->weak_convexity(objective.region)
                               : objective.concavity;
  return std::max(0.0, of_losses - objective.regularizer.strong_convexity());
}

std::string closed_form_text(const ProblemSpec& problem, const RegionCondition& condition) {
  std::string text = "the closed form of \"" + problem.loss->id +
                     "\" in its domain, for records such as it is made for";
  if (!(condition.inner_radius > 0)) return text;
  return text + ", where ||x|| is at least " + number_text(condition.inner_radius);
}

/// Fills in what the problem of the gallery knows.
bool use_closed_form(const ProblemSpec& problem, const Objective& objective, KlFacts& kl) {
  if (!objective.record_loss || objective.regularizer.kind != Regularizer::Kind::none) return false;
  const auto condition = objective.record_loss->kl(objective.region);
  if (!condition) return false;
  kl.exponent = condition->exponent;
  kl.constant = condition->constant;
  kl.source = closed_form_text(problem, *condition);
  return true;
}

void use_pl_constant(const ConstantsSpec& constants, double pl_constant, KlFacts& kl) {
  kl.exponent = 2;
  kl.constant = 1 / std::sqrt(2 * pl_constant);
  kl.source = constants.pl_constant ? "problem.constants.plConstant, by gamma = 1 / sqrt(2 mu)"
                                    : "strong convexity with mu = " + number_text(pl_constant) +
                                          ", by gamma = 1 / sqrt(2 mu)";
}

void use_diameter(double diameter, KlFacts& kl) {
  kl.exponent = 1;
  kl.constant = diameter;
  kl.source = "convexity in a domain of diameter " + number_text(diameter);
}

}  // namespace

KlFacts kl_facts(const ProblemSpec& problem, const Objective& objective, const RiskFacts& risk) {
  const ConstantsSpec& constants = problem.constants;
  if (objective.saddle_loss) return {};  // it is about a minimum
  KlFacts kl{.weak_convexity = weak_convexity(objective)};
  if (constants.kl_constant) {
    kl.exponent = *constants.kl_exponent;
    kl.constant = *constants.kl_constant;
    kl.source = "stated in problem.constants";
    return kl;
  }
  if (use_closed_form(problem, objective, kl)) return kl;
  const double diameter = 2 * objective.domain.l2_radius(risk.dimension);
  if (risk.pl_constant > 0) {
    use_pl_constant(constants, risk.pl_constant, kl);
  } else if (objective.is_convex && std::isfinite(diameter)) {
    use_diameter(diameter, kl);
  }
  return kl;
}

}  // namespace noisy
