#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "noisy_descent/data.h"
#include "noisy_descent/error.h"
#include "noisy_descent/options.h"

// Chooses a method and its parameters from public facts.

namespace noisy_descent {

/// The size of a file's records after preprocessing, stated instead of read.
struct Shape {
  std::int64_t samples = 0;   ///< n, at least 1
  std::int64_t features = 0;  ///< d, at least 1
};

/// What recommend() may choose from.
struct Recommending {
  std::string method;          ///< "dp-gd" or "dp-hb"; "": either
  std::optional<Shape> shape;  ///< absent: that of the data
};

/// Chooses method, steps, step size, gradient clip and l2 strength from public facts:
/// {"experiment", "ranked", "sentences", ...}.
///
/// @error as plan(), for an experiment that may name no algorithm; unsupported-option and the like
///        where nothing can be chosen
Result<std::string> recommend(std::string_view experiment, const Data& data = {},
                              const Recommending& asked = {}, const Options& options = {});

/// Turns an experiment on records of your own into a problem of the KL condition:
/// {"experiment", "changes", "certified", "assumed", "methods"}.
///
/// @error as plan(); of the first method where none can be planned
Result<std::string> kl_trial(std::string_view experiment, const Data& data = {},
                             const Options& options = {});

}  // namespace noisy_descent
