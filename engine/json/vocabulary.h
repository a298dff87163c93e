#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace noisy {

/// A word of the file format: what it stands for in the engine and how a reader explains it.
template <typename Value>
struct Word {
  Value value;
  std::string_view id;
  std::string_view title;
  std::string_view description;
};

/// All words for values of this type, in the order of the catalogue. Reader, writer and catalogue
/// use the same table.
template <typename Value>
std::span<const Word<Value>> vocabulary();

/// The value of a word, or nothing.
template <typename Value>
std::optional<Value> find_word(std::string_view id) {
  const auto words = vocabulary<Value>();
  const auto found = std::ranges::find(words, id, &Word<Value>::id);
  if (found == words.end()) return std::nullopt;
  return found->value;
}

/// The word for a value. Every value has one.
template <typename Value>
std::string word_for(Value value) {
  const auto words = vocabulary<Value>();
  const auto found = std::ranges::find(words, value, &Word<Value>::value);
  return found == words.end() ? "" : std::string(found->id);
}

/// The ids of all words, as a spec's choices.
template <typename Value>
std::vector<std::string> word_ids() {
  std::vector<std::string> ids;
  for (const Word<Value>& word : vocabulary<Value>()) ids.emplace_back(word.id);
  return ids;
}

}  // namespace noisy
