#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>

#include "engine/math/error_codes.h"

namespace noisy {

enum class ErrorCode {
#define NOISY_ENUMERATOR(name, code, meaning) name,
  NOISY_ERROR_CODES(NOISY_ENUMERATOR)
#undef NOISY_ENUMERATOR
};

/// The stable text of a code, for example "invalid-budget".
std::string_view code_text(ErrorCode code);

/// One line that says what a code means.
std::string_view code_meaning(ErrorCode code);

/// What went wrong, where, and what to do about it.
struct Error {
  ErrorCode code = ErrorCode::internal;
  /// Dotted path in the experiment ("privacy.epsilon"), or a place ("line 3, column 2").
  std::string field;
  std::string message;  ///< one sentence that says what to do
};

template <typename T>
using Result = std::expected<T, Error>;

/// The failure side of a Result:
/// `return fail(ErrorCode::invalid_budget, "privacy.epsilon", "...")`.
inline std::unexpected<Error> fail(ErrorCode code, std::string field, std::string message) {
  return std::unexpected(Error{code, std::move(field), std::move(message)});
}

}  // namespace noisy
