#include "engine/algorithm/frame/privacy_claim.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "engine/math/figure_text.h"
#include "engine/privacy/accountant/laplace_renyi.h"
#include "engine/privacy/release/noise.h"

namespace noisy {
namespace {

std::string figures(const PrivacyClaim& claim) {
  switch (claim.notion) {
    case Notion::pure:
      return figure_text(claim.epsilon) + "-differentially private";
    case Notion::approximate:
      return std::string("(")
          .append(figure_text(claim.epsilon))
          .append(", ")
          .append(figure_text(claim.delta))
          .append(")-differentially private");
    case Notion::zcdp:
      return figure_text(claim.rho) + "-zCDP";
    case Notion::none:
      break;
  }
  return "not private";
}

/// "Laplace noise on each coordinate", or how hardened noise is made.
std::string noise_text(const Release& release) {
  const std::string name(noise_of(release.mechanism).title);
  if (!release.is_hardened()) return name + " noise on each coordinate";
  int exponent;
  std::frexp(release.grid, &exponent);
  return "discrete " + name + " noise, drawn exactly in integers on a power-of-two grid (2^" +
         std::to_string(exponent - 1) + " in the first step), on each coordinate";
}

/// Where the same noise is also looked at as (epsilon, delta)-DP.
constexpr double kReportedDelta = 1e-6;
/// Longer plans are not walked step by step for a figure that is only shown.
constexpr Index kLongestWalk = 10'000;

/// Steps of equal cost together.
std::vector<StepGroup> step_groups(const ReleaseRule& rule, Index iterations) {
  std::vector<StepGroup> groups;
  for (Index iteration = 1; iteration <= iterations; ++iteration) {
    const double cost = rule.at(iteration).cost.value;
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

/// The sentence of a claim that promises nothing; an empty text for any other.
std::string no_promise(const PrivacyClaim& claim) {
  if (claim.promises()) return "";
  const bool leaks = claim.guarantee == Guarantee::leaks && !claim.reasons.empty();
  return "Nothing is guaranteed: " + (leaks ? claim.reasons.front() : "no noise is added") + ".";
}

}  // namespace

PrivacyClaim begin_claim(const PlanInput& input) {
  PrivacyClaim claim;
  claim.notion = input.privacy.notion;
  claim.neighbours = input.privacy.neighbours;
  claim.guarantee = input.facts.reads_data() ? Guarantee::leaks : Guarantee::proven;
  claim.reasons = input.facts.reasons;
  std::ranges::copy(input.facts.believed, std::back_inserter(claim.reasons));
  if (claim.notion == Notion::none) {
    claim.guarantee = Guarantee::not_private;
    claim.reasons.push_back("no noise is added");
  }
  return claim;
}

void mark_leak(PrivacyClaim& claim, std::string reason) {
  if (claim.notion == Notion::none) return;
  claim.guarantee = Guarantee::leaks;
  claim.reasons.insert(claim.reasons.begin(), std::move(reason));
  claim.statement = no_promise(claim);
}

std::string claim_sentence(const PrivacyClaim& claim, const std::string& released,
                           const Release& first, Index samples) {
  if (!claim.promises()) return no_promise(claim);
  std::string text = std::string("Publishing ") + released +
                     ", and every iterate made from them, is " + figures(claim) +
                     " when one of the n = " + std::to_string(samples) +
                     " records is exchanged (n is public), with " + noise_text(first);
  if (first.batch_size < samples) {
    text += " of the mean over " + std::to_string(first.batch_size) +
            " records, drawn without replacement in every step";
  }
  return text + ".";
}

std::string solution_sentence(const PrivacyClaim& claim, Index steps, Index samples) {
  if (!claim.promises()) return no_promise(claim);
  return std::string("Publishing where ") + std::to_string(steps) +
         " exact steps end, which themselves are never shown, is " + figures(claim) +
         " when one of the n = " + std::to_string(samples) +
         " records is exchanged (n is public), with Gaussian noise on each coordinate.";
}

std::string selection_sentence(const PrivacyClaim& claim, Index steps, Index vertices,
                               Index samples) {
  if (!claim.promises()) return no_promise(claim);
  return std::string("Publishing all ") + std::to_string(steps) +
         " chosen vertices, and every iterate made from them, is " + figures(claim) +
         " when one of the n = " + std::to_string(samples) +
         " records is exchanged (n is public), each chosen among " + std::to_string(vertices) +
         " by the exponential mechanism.";
}

std::string minimizer_sentence(const PrivacyClaim& claim, Index samples) {
  if (!claim.promises()) return no_promise(claim);
  return std::string(
             "Publishing the minimizer of the objective with a secret random linear term is ") +
         figures(claim) + " when one of the n = " + std::to_string(samples) +
         " records is exchanged (n is public), with Gaussian noise in the term and, far less, on "
         "each coordinate of the minimizer.";
}

PrivacyClaim privacy_claim(const PlanInput& input, const ReleaseRule& rule, Index iterations,
                           Index batch_size) {
  PrivacyClaim claim = begin_claim(input);
  if (claim.notion != Notion::none) claim.release = rule.release_kind();
  if (claim.notion == Notion::pure) {
    claim.epsilon = rule.cap().value;
    claim.approximate = reaccounted(rule, input.facts.samples, iterations, batch_size);
  }
  if (claim.notion == Notion::approximate) {
    claim.epsilon = rule.proven_epsilon();
    claim.delta = input.privacy.delta;
  }
  if (claim.notion == Notion::zcdp) claim.rho = rule.cap().value;
  const bool is_published = input.privacy.calibration == Calibration::published_figures;
  if (is_published && claim.notion != Notion::none) {
    claim.reasons.push_back(
        "calibration published-figures: less noise than the requested epsilon needs; the stated "
        "epsilon is the true cost");
  }
  std::ranges::copy(rule.reasons(), std::back_inserter(claim.reasons));
  claim.statement =
      claim_sentence(claim, std::string("all ") + std::to_string(iterations) + " noisy gradients",
                     rule.at(1), input.facts.samples);
  return claim;
}

}  // namespace noisy
