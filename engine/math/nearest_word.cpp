#include "engine/math/nearest_word.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace noisy {
namespace {

/// Longer words are not compared: their distance would take long, and they are no slips of the pen.
constexpr std::size_t kLongestWord = 200;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Levenshtein distance: least number of inserted, deleted and exchanged characters.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t exchanged = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({exchanged, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

const std::string* nearest(std::string_view word, std::span<const std::string> candidates) {
  const auto same = std::ranges::find_if(candidates, [&](const std::string& candidate) {
    return equals_ignoring_case(word, candidate);
  });
  if (same != candidates.end()) return &*same;
  const std::size_t tolerance = std::max<std::size_t>(2, word.size() / 3);
  const std::string* found = nullptr;
  std::size_t least = tolerance + 1;
  if (word.size() > kLongestWord) return found;
  for (const std::string& candidate : candidates) {
    if (word.size() > candidate.size() + tolerance) continue;
    if (candidate.size() > word.size() + tolerance) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < least && distance < candidate.size()) {
      least = distance;
      found = &candidate;
    }
  }
  return found;
}

}  // namespace

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  const std::string* found = nearest(word, candidates);
  return found ? " Did you mean \"" + *found + "\"?" : "";
}

}  // namespace noisy
