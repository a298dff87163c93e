#include <algorithm>
#include <array>
#include <string>

#include "engine/data/number_text.h"
#include "engine/question/inspect/column_seen.h"

namespace noisy {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower;
}

/// What stands for a missing value in the output of spreadsheets, R, pandas and databases.
bool is_missing_mark(std::string_view cell) {
  constexpr std::size_t kLongest = 8;
  constexpr std::array<std::string_view, 19> kMarks = {
      "?",     "na",    "n/a",    "null",   "nan", "none", "nil",     "#n/a", "#div/0!", "#value!",
      "#ref!", "#num!", "#name?", "#null!", "-",   "n.a.", "missing", ".",    "<na>"};
  return cell.size() <= kLongest && std::ranges::find(kMarks, lower_case(cell)) != kMarks.end();
}

/// Steps over between `least` and `most` digits.
bool take_digits(std::string_view& text, std::size_t least, std::size_t most) {
  std::size_t count = 0;
  while (count < most && count < text.size() && is_digit(text[count])) ++count;
  text.remove_prefix(count);
  return count >= least;
}

bool take_one_of(std::string_view& text, std::string_view marks) {
  if (text.empty() || marks.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

/// A day such as 2024-03-31, 31.3.2024 or 3/31/24, with a time of day or without.
bool is_date(std::string_view cell) {
  std::string_view rest = cell;
  const bool begins_with_year = rest.size() > 4 && std::ranges::all_of(rest.substr(0, 4), is_digit);
  if (!take_digits(rest, 1, 4) || rest.empty()) return false;
  const std::string mark(1, rest.front());
  if (!take_one_of(rest, "-/.") || !take_digits(rest, 1, 2) || !take_one_of(rest, mark)) {
    return false;
  }
  if (!take_digits(rest, begins_with_year ? 1 : 2, begins_with_year ? 2 : 4)) return false;
  if (rest.empty()) return true;
  return take_one_of(rest, "T ") && take_digits(rest, 1, 2) && take_one_of(rest, ":");
}

/// Digits among signs of money, percent and thousands.
bool is_dressed(std::string_view cell) {
  std::string bare;
  for (std::size_t at = 0; at < cell.size(); ++at) {
    const std::size_t sign = cell.substr(at).starts_with("\xe2\x82\xac") ? 3  // the euro's
                             : cell.substr(at).starts_with("\xc2\xa3")   ? 2  // the pound's
                                                                         : 0;
    if (sign > 0) {
      at += sign - 1;
    } else if (std::string_view("$%, '").find(cell[at]) == std::string_view::npos) {
      bare += cell[at];
    }
  }
  return bare.size() < cell.size() && parse_number(bare).kind == NumberKind::finite;
}

CellSeen seen_number(std::string_view cell, double value, char decimal) {
  return {.kind = CellKind::number,
          .value = value,
          .is_whole = cell.find_first_of(".,eE") == std::string_view::npos,
          .has_decimal = cell.find(decimal) != std::string_view::npos};
}

}  // namespace

bool has_decimal_comma(std::string_view cell) {
  return cell.find(',') != std::string_view::npos &&
         parse_number(cell, ',').kind == NumberKind::finite;
}

CellSeen see_cell(std::string_view cell, char decimal) {
  if (cell.empty()) return {};
  double value = 0;
  const char* const end = cell.data() + cell.size();
  if (read_short_decimal(cell.data(), end, value, decimal) == end) {
    return seen_number(cell, value, decimal);
  }
  const char first = cell.front();
  const bool may_be_number =
      is_digit(first) || first == '-' || first == '+' || first == decimal || first == '\'';
  if (may_be_number) {
    const ParsedNumber number = parse_number(cell, decimal);
    if (number.kind == NumberKind::finite) return seen_number(cell, number.value, decimal);
  }
  const bool is_infinite = parse_number(cell, decimal).kind == NumberKind::not_finite;
  if (is_infinite || is_missing_mark(cell)) return {.kind = CellKind::missing};
  if (is_digit(first) && is_date(cell)) return {.kind = CellKind::date};
  return {.kind = is_dressed(cell) ? CellKind::dressed : CellKind::text};
}

}  // namespace noisy
