#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noisy_descent/data.h"
#include "noisy_descent/error.h"
#include "noisy_descent/options.h"

namespace noisy_descent {

struct Fit {
  std::string model;   ///< a model file, see model.h; it holds figures without noise
  std::string result;  ///< the result that it was made of, likewise
  std::vector<std::string> warnings;
};

/// Fits a private model to a table, as the command `fit` does.
///
/// @param request  {"target", "epsilon", "positive", "delta", "columns", ...}, see
///                 web/docs/reference/fit.md
/// @error what is wrong with the request or the table, at its field or line; cancelled where
///        `on_progress` ends it
Result<Fit> fit(const Data& table, std::string_view request, const Options& options = {});

/// The experiment that it carries out.
Result<std::string> fit_experiment(const Data& table, std::string_view request,
                                   const Options& options = {});

}  // namespace noisy_descent
