#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "noisy_descent/data.h"
#include "noisy_descent/error.h"
#include "noisy_descent/options.h"

// Measures an experiment's objective: exactly, or privately.

namespace noisy_descent {

/// Measures the exact objective of an experiment: values on a grid, at points, the KL condition, or
/// its minimizer. Not private: {"nonPrivate": true, ...}.
///
/// @param request  as the commands `landscape` and `solve` take it
/// @error as plan(); what is wrong with the request, at its field; cancelled where `on_progress`
///        ends it
Result<std::string> survey(std::string_view experiment, std::string_view request,
                           const Data& data = {}, const Options& options = {});

/// The budget of estimate_constants().
struct ConstantsBudget {
  double rho = 0;         ///< zCDP of the estimates together, > 0
  double failure = 0.05;  ///< probability that one of their bounds is wrong, in (0, 1)
  /// Dimension of a subspace that holds the features of all records, known from how they are made;
  /// 0: all dimensions
  std::int64_t rank = 0;
};

/// Estimates the constants of an experiment's KL condition privately, for a budget beside that of
/// its runs: {"constants", "privacy"}.
///
/// @error as plan(); invalid-value at a field of the budget; unsupported-option of another notion
///        than "zcdp"
Result<std::string> estimate_constants(std::string_view experiment, const ConstantsBudget& budget,
                                       const Data& data = {}, const Options& options = {});

}  // namespace noisy_descent
