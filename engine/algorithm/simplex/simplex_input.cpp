#include "engine/algorithm/simplex/simplex_input.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/math/figure_text.h"
#include "engine/problem/domain/domain.h"
#include "engine/random/vertex_sampler.h"

namespace noisy {
namespace {

bool is_two_simplices(const Domain& domain) {
  const std::vector<DomainFactor>& factors = domain.factors;
  return domain.kind == Domain::Kind::product && factors.size() == 2 &&
         std::ranges::all_of(factors, [](const DomainFactor& factor) {
           return factor.domain.kind == Domain::Kind::simplex;
         });
}

}  // namespace

Result<double> two_simplices_log_dimension(const PlanInput& input) {
  const std::vector<DomainFactor>& factors = input.domain.factors;
  if (is_two_simplices(input.domain)) return log_dimension(factors[0].size, factors[1].size);
  return fail(ErrorCode::unsupported_domain, "problem",
              "this method draws vertices of two simplices: choose a problem whose domains are "
              "simplices, such as matrix-game");
}

SimplexRegularity simplex_regularity(const SaddleBounds& bounds) {
  const CoordinateBounds& by_coordinate = bounds.coordinates;
  return {.lipschitz = std::min(bounds.lipschitz, by_coordinate.lipschitz),
          .smoothness = std::min(bounds.smoothness.joint, by_coordinate.smoothness),
          .hessian_lipschitz = std::min(by_coordinate.hessian_lipschitz, kUnknownDerivative),
          .own_smoothness = std::max(bounds.smoothness.primal, bounds.smoothness.dual)};
}

Result<void> check_draws_privacy(const PrivacyRequest& privacy) {
  const bool is_private = privacy.notion != Notion::none;
  const Mechanism fitting = is_private ? Mechanism::exponential : Mechanism::none;
  if (privacy.mechanism.value_or(fitting) != fitting) {
    return fail(ErrorCode::unsupported_mechanism, "privacy.mechanism",
                is_private ? "vertices are drawn by the exponential mechanism: use \"auto\""
                           : "without a privacy notion there is no noise: use mechanism auto");
  }
  if (!is_private) return {};
  if (privacy.noise_constant) {
    return fail(ErrorCode::conflicting_fields, "privacy.noiseConstant",
                "is the constant of Gaussian noise, which this method does not add: leave it out");
  }
  const bool is_paper = privacy.calibration == Calibration::paper;
  const bool is_known = is_paper || privacy.calibration == Calibration::tight ||
                        privacy.calibration == Calibration::zcdp;
  if (!is_known || (is_paper && privacy.notion != Notion::approximate)) {
    return fail(ErrorCode::unsupported_option, "privacy.calibration",
                "use \"tight\"; the paper's own step size, \"paper\", is for (epsilon, delta)");
  }
  return {};
}

VertexCalibration vertex_calibration(const PrivacyRequest& privacy) {
  return privacy.calibration == Calibration::paper ? VertexCalibration::paper
                                                   : VertexCalibration::zcdp;
}

ZcdpConversion vertex_conversion(const PrivacyRequest& privacy) {
  return privacy.calibration == Calibration::zcdp ? ZcdpConversion::standard
                                                  : ZcdpConversion::optimal;
}

Result<VertexBudget> vertex_budget(const PrivacyRequest& privacy) {
  if (privacy.notion == Notion::zcdp) return zcdp_vertex_budget(privacy.rho);
  auto budget = approximate_vertex_budget(privacy.epsilon, privacy.delta);
  if (budget && vertex_conversion(privacy) != ZcdpConversion::optimal) {
    budget->rho = zcdp_rho(privacy.epsilon, privacy.delta, vertex_conversion(privacy));
  }
  return budget;
}

Worth worth_of_draws(const PrivacyRequest& privacy) {
  return {.notion = privacy.notion,
          .delta = privacy.delta,
          .epsilon = 0,
          .conversion = vertex_conversion(privacy)};
}

FixedSchedule equal_draws(const PrivacyRequest& privacy, const Release& release, Index count) {
  Cost cap = static_cast<double>(count) * release.cost;
  if (release.mechanism == Mechanism::none) cap = {};
  return {{{.first = release, .last = release, .count = count}}, cap, worth_of_draws(privacy)};
}

void add_flat_curves(const Release& release, Index count, PlanSummary& summary) {
  if (release.mechanism == Mechanism::none) return;
  const double last = static_cast<double>(count);
  summary.noise_scale = {.iteration = {1, last},
                         .value = {release.noise_scale, release.noise_scale}};
  summary.cost = {.iteration = {1, last}, .value = {release.cost.value, release.cost.value}};
}

TrivialError trivial_gap_of(double lipschitz) {
  return {trivial_gap(lipschitz), "gap is above 4 L_0"};
}

TrivialError trivial_excess_of(double lipschitz) {
  return {trivial_excess_risk(lipschitz), "excess risk is above 2 L_0"};
}

void add_error_note(const std::string& text, double bound, const TrivialError& trivial,
                    PlanSummary& summary, const std::string& otherwise) {
  if (is_informative(bound, trivial.value)) {
    summary.notes.push_back(text + ".");
    return;
  }
  summary.is_error_unknown = true;
  summary.notes.push_back(text + ", which says nothing here: no point's " + trivial.text + " = " +
                          figure_text(trivial.value) + "." + otherwise);
}

void add_blocks_note(Index releases, Index block_size, Index samples, PlanSummary& summary) {
  summary.notes.push_back(
      std::to_string(releases * block_size) + " of n = " + std::to_string(samples) +
      " records are read, each once: in blocks of " + std::to_string(block_size) +
      ", in their order: privacy holds in any order, the bound of the error in a random one.");
}

void add_unspent_note(double step_size, double cap, PlanSummary& summary) {
  if (!(step_size < cap * (1 - 1e-9)) || !std::isfinite(cap)) return;
  summary.notes.push_back("The step size is below " + figure_text(cap) +
                          ", the largest that the budget allows: a part of the budget is not "
                          "spent.");
}

Vector uniform_counts(Stream& stream, Index draws, Index size, bool is_exact) {
  if (is_exact) {
    return Vector::Constant(size, static_cast<double>(draws) / static_cast<double>(size));
  }
  Vector out = Vector::Zero(size);
  const std::vector<double> equal(static_cast<std::size_t>(size));
  VertexSampler(equal).add_counts(stream, draws,
                                  {out.data(), static_cast<std::size_t>(out.size())});
  return out;
}

}  // namespace noisy
