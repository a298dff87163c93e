#pragma once

#include <string>
#include <string_view>

#include "engine/privacy/notion.h"

namespace noisy::statement {

// Ids of a privacy statement, which its reader and its writer share.

/// Where releases read blocks of records.
inline constexpr std::string_view kParallelComposition =
    "Parallel composition: neighbours differ in one record, which changes only what is computed "
    "from its own block, so that a run costs the most that the releases of any one record's blocks "
    "cost together; where blocks lie is public.";
/// Where runs choose their releases from earlier ones.
inline constexpr std::string_view kFilter =
    "number and noise of the releases follow from what was released before, as long as what is "
    "left of the cap suffices; the whole run has the cap's guarantee, wherever it ends, and is "
    "stated at it (Feldman and Zrnic 2021; Whitehouse et al. 2023, Theorem 1)";

/// Samplers.
inline constexpr std::string_view kAllRecords = "all-records";
inline constexpr std::string_view kWithoutReplacement = "without-replacement";
inline constexpr std::string_view kPoisson = "poisson";

/// Units of cost.
inline constexpr std::string_view kEpsilonUnit = "epsilon";
inline constexpr std::string_view kRhoUnit = "rho";
inline constexpr std::string_view kRenyiUnit = "renyi";  ///< divergence at the order beside it

/// Accountants: how figures follow from costs.
inline constexpr std::string_view kBasic = "basic-composition";     ///< epsilons add up
inline constexpr std::string_view kZcdp = "zcdp";                   ///< rhos add up
inline constexpr std::string_view kZcdpStandard = "zcdp-standard";  ///< converted, any mechanism
inline constexpr std::string_view kZcdpOptimal = "zcdp-optimal";    ///< likewise, over all orders
inline constexpr std::string_view kZcdpGaussian = "zcdp-gaussian";  ///< converted, normal noise
inline constexpr std::string_view kPureAndZcdp = "pure-and-zcdp";   ///< epsilons + converted rhos
inline constexpr std::string_view kRenyiLaplace = "renyi-laplace";  ///< of Laplace noise itself
inline constexpr std::string_view kRenyiPure = "renyi-pure";        ///< of any pure-DP step
inline constexpr std::string_view kRenyi = "renyi";  ///< divergences of one order add up

inline constexpr std::string_view kHockeyStick = "hockey-stick";  ///< of all releases together

/// Whether an accountant is of releases that are counted in Renyi divergence.
constexpr bool counts_divergences(std::string_view accountant) {
  return accountant == kRenyi || accountant == kHockeyStick;
}

/// The theorem behind an accountant, in one sentence.
std::string theorem_text(std::string_view accountant);

/// Renyi divergence of Gaussian noise on drawn batches, by q and s.
inline constexpr std::string_view kSampledDivergence =
    "ln(1 + integral over x >= s/2 of phi(x) (L^a - 1)(1 - L^(1-a)) dx) / (a - 1), L = 1 - q + q "
    "exp(s x - s^2/2), q = m/n, a = order";

/// The theorem by which costs of a unit add up.
std::string composition_text(CostUnit unit);

/// delta of converted figures where no request states one.
inline constexpr double kReportedDelta = 1e-6;

}  // namespace noisy::statement
