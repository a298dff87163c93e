#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noisy_descent/data.h"
#include "noisy_descent/error.h"
#include "noisy_descent/options.h"

// Fits a private model to a table without an experiment.

namespace noisy_descent {

/// What fit() makes.
struct Fit {
  std::string model;   ///< a model file, see model.h; it holds non-private figures
  std::string result;  ///< the result that the model was made of, also with such figures
  std::vector<std::string> warnings;  ///< a sentence each
};

/// Fits a private model to a table, as the command `fit` does.
///
/// @param request  {"target", "epsilon", "positive", "delta", "columns", ...}, see
///                 web/docs/reference/fit.md
/// @error what is wrong with the request or the table, at its field or line; cancelled where
///        `on_progress` ends it
Result<Fit> fit(const Data& table, std::string_view request, const Options& options = {});

/// The experiment that fit() carries out for such a request, without running it.
///
/// @error as fit()
Result<std::string> fit_experiment(const Data& table, std::string_view request,
                                   const Options& options = {});

}  // namespace noisy_descent
