#pragma once

#include <string>
#include <string_view>

#include "engine/privacy/notion.h"
#include "engine/privacy/release/release.h"

namespace noisy::statement {

// Ids of a privacy statement, which its reader and its writer share.

/// Samplers.
inline constexpr std::string_view kAllRecords = "all-records";
inline constexpr std::string_view kWithoutReplacement = "without-replacement";

/// What the listed scales are.
inline constexpr std::string_view kLaplaceScale = "laplace-scale";
inline constexpr std::string_view kStandardDeviation = "standard-deviation";
inline constexpr std::string_view kBaseEpsilon = "base-epsilon";
inline constexpr std::string_view kGumbelScale = "gumbel-scale";

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

/// The theorem behind an accountant, in one sentence.
std::string theorem_text(std::string_view accountant);

/// The formula of one release's Renyi divergence, by the fields of its entry.
std::string divergence_formula(ReleaseForm form);

/// The same of a minimizer of an objective with a random linear term.
std::string minimizer_formula();

/// The id of a unit of cost.
std::string_view unit_text(CostUnit unit);

/// delta of converted figures where no request states one.
inline constexpr double kReportedDelta = 1e-6;

}  // namespace noisy::statement
