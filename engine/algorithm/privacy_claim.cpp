#include "engine/algorithm/privacy_claim.h"

#include <array>
#include <charconv>
#include <cmath>

#include "engine/privacy/laplace_renyi.h"

namespace noisy {
namespace {

std::string digits(double value) {
  std::array<char, 32> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 4);
  return {text.data(), end.ptr};
}

std::string figures(const PrivacyClaim& claim) {
  switch (claim.notion) {
    case Notion::pure:
      return digits(claim.epsilon) + "-differentially private";
    case Notion::approximate:
      return std::string("(")
          .append(digits(claim.epsilon))
          .append(", ")
          .append(digits(claim.delta))
          .append(")-differentially private");
    case Notion::zcdp:
      return digits(claim.rho) + "-zCDP";
    case Notion::none:
      break;
  }
  return "not private";
}

/// "Laplace noise on each coordinate", or how hardened noise is made.
std::string noise_text(const ReleaseRule& rule) {
  const std::string name = rule.mechanism() == Mechanism::laplace ? "Laplace" : "Gaussian";
  if (rule.release_kind() == ReleaseKind::floating) return name + " noise on each coordinate";
  int exponent;
  std::frexp(rule.at(1).grid, &exponent);
  return "discrete " + name + " noise, drawn exactly in integers on a power-of-two grid (2^" +
         std::to_string(exponent - 1) + " in the first step), on each coordinate";
}

std::string statement(const PrivacyClaim& claim, const ReleaseRule& rule, Index samples,
                      Index iterations, Index batch_size) {
  if (claim.notion == Notion::none) return "Nothing is guaranteed: no noise is added.";
  std::string text = "Publishing all " + std::to_string(iterations) +
                     " noisy gradients, and every "
                     "iterate made from them, is " +
                     figures(claim) + " when one of the n = " + std::to_string(samples) +
                     " records is exchanged (n is public), with " + noise_text(rule);
  if (batch_size < samples) {
    text += " of the mean over " + std::to_string(batch_size) +
            " records, drawn without replacement in every step";
  }
  return text + ".";
}

/// Where the same noise is also looked at as (epsilon, delta)-DP.
constexpr double kReportedDelta = 1e-6;
/// Longer plans are not walked step by step for a figure that is only shown.
constexpr Index kLongestWalk = 10'000;

/// Steps of equal cost together.
std::vector<StepGroup> step_groups(const ReleaseRule& rule, Index iterations) {
  std::vector<StepGroup> groups;
  for (Index iteration = 1; iteration <= iterations; ++iteration) {
    const double cost = rule.at(iteration).cost;
    if (groups.empty() || groups.back().epsilon != cost) {
      groups.push_back({.epsilon = cost, .count = 0});
    }
    ++groups.back().count;
  }
  return groups;
}

std::optional<ApproximateClaim> reaccounted(const ReleaseRule& rule, Index samples,
                                            Index iterations, Index batch_size) {
  if (iterations > kLongestWalk) return std::nullopt;
  // The Renyi divergence of continuous Laplace noise is no bound for discrete noise.
  const bool continuous = rule.release_kind() == ReleaseKind::floating;
  const auto accounting = continuous && batch_size == samples ? LaplaceAccounting::full_batch_renyi
                                                              : LaplaceAccounting::pure_renyi;
  const auto budget = approximate_budget(step_groups(rule, iterations), accounting, kReportedDelta);
  if (!budget) return std::nullopt;
  return ApproximateClaim{.epsilon = budget->epsilon, .delta = kReportedDelta};
}

}  // namespace

PrivacyClaim privacy_claim(const PlanInput& input, const ReleaseRule& rule, Index iterations,
                           Index batch_size) {
  PrivacyClaim claim;
  claim.notion = input.privacy.notion;
  claim.neighbours = input.privacy.neighbours;
  if (claim.notion != Notion::none) claim.release = rule.release_kind();
  if (claim.notion == Notion::pure) {
    claim.epsilon = rule.budget();
    claim.approximate = reaccounted(rule, input.facts.samples, iterations, batch_size);
  }
  if (claim.notion == Notion::approximate) {
    claim.epsilon = input.privacy.epsilon;
    claim.delta = input.privacy.delta;
  }
  if (claim.notion == Notion::zcdp) claim.rho = rule.budget();
  claim.reasons = input.facts.reasons;
  if (claim.notion == Notion::none) claim.reasons.push_back("no noise is added");
  const bool is_published = input.privacy.calibration == Calibration::published_figures;
  if (is_published && claim.notion != Notion::none) {
    claim.reasons.push_back(
        "calibration published-figures: less noise than the requested epsilon needs; the stated "
        "epsilon is the true cost");
  }
  claim.certified = input.facts.certified && claim.reasons.empty();
  claim.statement = statement(claim, rule, input.facts.samples, iterations, batch_size);
  return claim;
}

}  // namespace noisy
