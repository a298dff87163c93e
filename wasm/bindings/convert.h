#pragma once

#include <emscripten/val.h>

#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "engine/experiment/session/session.h"
#include "engine/math/error.h"

namespace noisy::wasm {

/// `{error: {code, field, message}}`
emscripten::val failure(const Error& error);

/// `{done, gradientEvaluations, totalEvaluations}`
emscripten::val progress_value(const Progress& progress);

/// `{value}`
emscripten::val success(emscripten::val value);

/// A result as JavaScript sees it; nothing becomes null, a count becomes a number.
template <typename T>
emscripten::val outcome(const Result<T>& result) {
  if (!result) return failure(result.error());
  if constexpr (std::is_void_v<T>) {
    return success(emscripten::val::null());
  } else if constexpr (std::is_integral_v<T>) {
    return success(emscripten::val(static_cast<double>(*result)));
  } else {
    return success(emscripten::val(*result));
  }
}

/// Runs one call from JavaScript. Nothing throws across the boundary: an allocation that failed
/// (bad_alloc, or length_error from a container) is `out-of-memory`, anything else is a defect.
template <typename Outcome, typename Call>
Outcome guarded(Call&& call) noexcept {
  try {
    return Outcome(std::forward<Call>(call)());
  } catch (const std::bad_alloc&) {
    return Outcome(failure({ErrorCode::out_of_memory, "", "The engine's memory ran out."}));
  } catch (const std::length_error&) {
    return Outcome(failure({ErrorCode::out_of_memory, "", "The engine's memory ran out."}));
  } catch (const std::exception& defect) {
    return Outcome(failure({ErrorCode::internal, "", defect.what()}));
  } catch (...) {
    return Outcome(failure({ErrorCode::internal, "", "An unknown exception."}));
  }
}

}  // namespace noisy::wasm
