#pragma once

#include <string>
#include <string_view>

#include "noisy_descent/error.h"

// Answers questions that need no data: JSON in, JSON out. Each answer depends on the text of its
// question alone.

namespace noisy_descent {

/// Answers a question to the accountants, such as
/// {"query": "gaussian-noise", "epsilon": 1, "delta": 1e-6}. Guarantees and noise are rounded up.
///
/// @error invalid-json; what is wrong, at its field of the query
Result<std::string> account(std::string_view query);

/// Answers a question about the theory: rates, bounds, certificates.
///
/// @error as account()
Result<std::string> theory(std::string_view query);

/// Lists everything that experiments and questions may name: algorithms, problems, data sets,
/// mechanisms, error codes, limits, "theoryQueries", "accountQueries".
std::string catalogue();

}  // namespace noisy_descent
