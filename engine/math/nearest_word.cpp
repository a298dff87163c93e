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

unsigned char byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

/// Whether a combining mark, U+0300 to U+036F, stands there.
bool has_mark_at(std::string_view text, std::size_t at) {
  const unsigned char lead = byte_at(text, at);
  return lead == 0xCC || (lead == 0xCD && byte_at(text, at + 1) < 0xB0);
}

/// With one sign for each Latin letter with accents, whether it is one character (U+00C0 to U+017F)
/// or a letter and marks.
std::string with_alike_accents(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const unsigned char lead = byte_at(text, i);
    const bool is_composed =
        (lead == 0xC3 && byte_at(text, i + 1) >= 0x80) || lead == 0xC4 || lead == 0xC5;
    const bool is_apart = lead < 0x80 && has_mark_at(text, i + 1);
    out += is_composed || is_apart ? '\1' : text[i];
    i += is_composed ? 2 : 1;
    while (is_apart && has_mark_at(text, i)) i += 2;
  }
  return out;
}

/// Whether two texts differ in how accents are written, as far as their lengths tell.
bool may_look_same(std::string_view a, std::string_view b) {
  return a.size() != b.size() && with_alike_accents(a) == with_alike_accents(b);
}

const std::string* nearest(std::string_view word, std::span<const std::string> candidates) {
  const auto same = std::ranges::find_if(candidates, [&](const std::string& candidate) {
    return equals_ignoring_case(word, candidate);
  });
  if (same != candidates.end()) return &*same;
  const auto alike = std::ranges::find_if(
      candidates, [&](const std::string& candidate) { return may_look_same(word, candidate); });
  if (alike != candidates.end()) return &*alike;
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
  if (!found) return "";
  std::string out = " Did you mean \"" + *found + "\"?";
  if (may_look_same(word, *found)) {
    out += " They may look the same: in one of them accents are characters of their own.";
  }
  return out;
}

}  // namespace noisy
