#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/problem/parameter.h"

namespace noisy {

/// The words of an option in the experiment file, and what they stand for.
template <typename Value, std::size_t count>
using Words = std::array<std::pair<std::string_view, Value>, count>;

template <typename Value, std::size_t count>
std::vector<std::string> words_of(const Words<Value, count>& words) {
  std::vector<std::string> out;
  for (const auto& [word, value] : words) out.emplace_back(word);
  return out;
}

/// What the parameter of this name chooses; `otherwise` when it is not given.
template <typename Value, std::size_t count>
Value chosen(const ParameterSet& given, std::string_view name, const Words<Value, count>& words,
             Value otherwise) {
  const std::optional<std::string> text = given.text(name);
  if (!text) return otherwise;
  for (const auto& [word, value] : words) {
    if (word == *text) return value;
  }
  return otherwise;
}

/// The word for what was chosen.
template <typename Value, std::size_t count>
std::string_view word_of(const Words<Value, count>& words, Value value) {
  for (const auto& [word, meaning] : words) {
    if (meaning == value) return word;
  }
  return "";
}

/// A whole number, already checked against its spec.
inline std::optional<Index> whole(const ParameterSet& given, std::string_view name) {
  const std::optional<double> value = given.number(name);
  if (!value) return std::nullopt;
  return static_cast<Index>(*value);
}

}  // namespace noisy
