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
/// an infinite value is null. See engine/question/account/README.md for every query and field.
///
/// @error invalid-json; unknown-name at "query"; unknown-field, missing-field, invalid-type,
///        invalid-value, invalid-budget, conflicting-fields, unsupported-option,
///        unsupported-neighbours, each at the offending field and with what to do
Result<std::string> account(std::string_view query);

/// The same for queries about zCDP alone, which are closed forms: a program that only asks these
/// links without the other accountants' questions.
///
/// @return "" for any other text: account() answers it, or says what is wrong
/// @error as account(), of a query about zCDP
Result<std::string> account_zcdp(std::string_view query);

/// What answering a query is expected to take, from its text alone.
struct AccountWork {
  double points = 0;  ///< of grids and of sums; 0 where the answer comes at once
  std::string what;   ///< that takes long, for a person; empty where nothing does

  /// Whether a person would wait for it: some second.
  bool is_long() const { return points > kLongPoints; }

  static constexpr double kLongPoints = 1e7;
};

/// The same for the same text on every machine, and never less for a search than for one of its
/// trials, nor for more releases than for fewer. What a search really takes is counted: above
/// kMostLossPoints account() refuses it, limit-exceeded at "accountant".
///
/// @return nothing to do for a text that is no query: account() says what is wrong
AccountWork account_work(std::string_view query);

/// The names of all queries, in the order of the documentation.
std::span<const std::string_view> account_queries();

}  // namespace noisy
