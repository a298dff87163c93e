#pragma once

#include <expected>
#include <string>

// How calls report a failure.

namespace noisy_descent {

/// What went wrong, where, and what to do about it. No call of this library reports a failure in
/// another way, except that std::bad_alloc is thrown where memory runs out.
struct Error {
  /// The stable code, for example "invalid-budget". Codes are part of the versioned interface: none
  /// is renamed or used again (web/docs/reference/errors.md).
  std::string code;
  std::string field;    ///< a dotted path ("privacy.epsilon"), or a place ("line 3, column 2")
  std::string message;  ///< one sentence that says what to do
};

/// The value of a call, or the error that kept it from having one.
template <typename T>
using Result = std::expected<T, Error>;

}  // namespace noisy_descent
