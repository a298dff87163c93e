#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/experiment/session/session.h"
#include "engine/question/fit/fit_request.h"
#include "engine/question/fit/model.h"
#include "engine/question/fit/predictor.h"

namespace noisy {

/// How a fit works; nothing of it changes what comes out.
struct FitOptions {
  Limits limits;
  int threads = 1;
  /// Hears how far the run is, some 20 times a second; false ends the fit.
  std::function<bool(const Progress&)> on_progress = nullptr;
};

/// A model, and the whole result that it was made of, which holds figures without noise.
struct Fitted {
  Model model;
  std::string result;
  std::vector<std::string> warnings;  ///< of the plan, a sentence each
};

/// The experiment that a fit of a table carries out.
///
/// @param table  CSV with a header
/// @error what read_table_head() and fit_experiment() say, and what keeps the table from being read
Result<std::string> plan_fit(std::string_view table, const FitRequest& request,
                             const FitOptions& options = {});

/// Fits a private model to a table: writes an ordinary experiment, runs it once and names what it
/// gave.
///
///     const auto request = read_fit_request(R"({"target": "income", "positive": ">50K",
///                                              "epsilon": 1})");
///     const auto fitted = fit(table, *request);
///     auto predictor = Predictor::open(write_json(fitted->model.json()), "");
///
/// @error as plan_fit(); what refuses the experiment or ends its run; cancelled
Result<Fitted> fit(std::string_view table, const FitRequest& request,
                   const FitOptions& options = {});

}  // namespace noisy
