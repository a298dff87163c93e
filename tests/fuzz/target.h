#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "engine/json/json.h"

namespace noisy::fuzz {

/// Ends the program, and so keeps the input as a finding, unless this promise was kept.
inline void require(bool is_kept, std::string_view promise) {
  if (is_kept) return;
  std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(promise.size()), promise.data());
  std::abort();
}

/// What every refusal holds, whatever was read.
template <typename Value>
void require_clear_error(const Result<Value>& result) {
  require(result || !result.error().message.empty(), "an error says what is wrong");
}

/// An answer that a person or a program can read, or a refusal.
inline void require_answer(const Result<std::string>& answer) {
  require_clear_error(answer);
  constexpr JsonLimits kOwnOutput{.bytes = std::size_t{1} << 30, .depth = 64, .members = 4096};
  if (answer) require(parse_json(*answer, kOwnOutput).has_value(), "an answer is JSON");
}

}  // namespace noisy::fuzz

/// One input, whatever it is. Returns 0; what must not be ends the program.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
