#include "engine/data/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <system_error>

#include "engine/data/text_lines.h"
#include "engine/math/nearest_word.h"

namespace noisy {
namespace {

constexpr std::array<std::string_view, 13> kMissing = {
    "",       "?",       "na",      "n/a",   "null",   "#n/a", "#na",
    "#null!", "#div/0!", "#value!", "#ref!", "#name?", "#num!"};

bool is_missing(std::string_view text) {
  return std::any_of(kMissing.begin(), kMissing.end(),
                     [&](std::string_view mark) { return equals_ignoring_case(text, mark); });
}

/// For a decimal number beyond the doubles: is it too small (not too large)? Compares the place of
/// its first non-zero digit, moved by the exponent, with the decimal point.
bool is_tiny(std::string_view text) {
  const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
  const std::string_view digits = text.substr(0, mark);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t first = digits.find_first_of("123456789");
  if (first == std::string_view::npos) return true;
  const std::string_view exponent = text.substr(std::min(mark + 1, text.size()));
  long long shift = 0;
  const bool is_positive = exponent.starts_with('+');
  const auto read =
      std::from_chars(exponent.data() + is_positive, exponent.data() + exponent.size(), shift);
  if (read.ec == std::errc::result_out_of_range) return exponent.starts_with('-');
  return shift < static_cast<long long>(first) - static_cast<long long>(point);
}

std::string_view without_quotes(std::string_view text) {
  const bool is_quoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
                         text.front() == text.back();
  return is_quoted ? trimmed(text.substr(1, text.size() - 2)) : text;
}

/// from_chars takes no '+'; two signs in a row stay an error.
std::string_view without_plus(std::string_view text) {
  const bool has_plus = text.size() > 1 && text.front() == '+' && text[1] != '-' && text[1] != '+';
  return has_plus ? text.substr(1) : text;
}

}  // namespace

std::span<const std::string_view> missing_marks() {
  return kMissing;
}

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

ParsedNumber parse_number(std::string_view text, char point) {
  double short_decimal = 0.0;
  const char* const last = text.data() + text.size();
  if (!text.empty() && read_short_decimal(text.data(), last, short_decimal, point) == last) {
    return {NumberKind::finite, short_decimal};
  }
  text = without_plus(without_quotes(trimmed(text)));
  if (is_missing(text)) return {NumberKind::missing, 0.0};
  std::string with_point;
  if (point != '.') {
    if (text.find('.') != std::string_view::npos) return {NumberKind::text, 0.0};
    with_point = text;
    std::ranges::replace(with_point, point, '.');
    text = with_point;
  }
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::invalid_argument || stop != end) return {NumberKind::text, 0.0};
  if (error == std::errc::result_out_of_range) {
    return is_tiny(text) ? ParsedNumber{NumberKind::finite, 0.0}
                         : ParsedNumber{NumberKind::not_finite, 0.0};
  }
  return {std::isfinite(value) ? NumberKind::finite : NumberKind::not_finite, value};
}

const char* read_short_decimal(const char* at, const char* end, double& value, char point) {
  static constexpr std::array kPowers = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                         1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const bool is_negative = at != end && *at == '-';
  at += is_negative;
  std::int64_t digits = 0;
  std::size_t count = 0;
  std::size_t decimals = 0;
  const auto take_digits = [&] {
    const char* const first = at;
    const auto most = std::min(static_cast<std::size_t>(end - at), kPowers.size() - count);
    const char* const last = at + most;
    for (; at != last; ++at) {
      const unsigned digit = static_cast<unsigned char>(*at) - unsigned{'0'};
      if (digit > 9) break;
      digits = 10 * digits + digit;
    }
    count += static_cast<std::size_t>(at - first);
    return static_cast<std::size_t>(at - first);
  };
  take_digits();
  if (at != end && *at == point) {
    ++at;
    decimals = take_digits();
  }
  if (count == 0 || count == kPowers.size()) return nullptr;
  const double size = static_cast<double>(digits) / kPowers[decimals];
  value = is_negative ? -size : size;
  return at;
}

Result<double> read_number(std::string_view text, Index line, Index column, char point) {
  const ParsedNumber number = parse_number(text, point);
  switch (number.kind) {
    case NumberKind::finite:
      return number.value;
    case NumberKind::not_finite:
      return fail(ErrorCode::not_finite, place(line, column),
                  quoted(text) + " is not a finite number; remove or replace the value");
    case NumberKind::missing:
      return fail(ErrorCode::missing_value, place(line, column),
                  (trimmed(text).empty() ? "the value" : quoted(trimmed(text)) + ": the value") +
                      " is missing; fill it in or remove the column, rows are never dropped");
    case NumberKind::text:
      break;
  }
  return fail(ErrorCode::not_a_number, place(line, column),
              quoted(text) + " is not a number; encode or remove text columns");
}

}  // namespace noisy
