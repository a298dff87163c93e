#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/math/error.h"

namespace noisy {

/// Answers one accountant question: `{"query": NAME, ...}` gives
/// `{"value": x, "method": "...", "bound": "exact" | "upper" | "approximate", ...}` as JSON.
///
/// The numbers are a pure function of the text. Guarantees are rounded up, noise is rounded up, and
/// an infinite value is null. See engine/experiment/account/README.md for every query and field.
///
/// @error invalid-json; unknown-name at "query"; unknown-field, missing-field, invalid-type,
///        invalid-value, invalid-budget, conflicting-fields, unsupported-option,
///        unsupported-neighbours, each at the offending field and with what to do
Result<std::string> account(std::string_view query);

/// The names of all queries, in the order of the documentation.
std::span<const std::string_view> account_queries();

}  // namespace noisy
