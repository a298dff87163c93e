#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "engine/json/json.h"

namespace noisy {
namespace {

/// The shortest digits that read back, and where the point stands: value = 0.DIGITS x 10^point.
struct Decimal {
  std::array<char, 20> digits;
  std::size_t count = 0;
  int point = 0;
};

Decimal shortest_decimal(double magnitude) {
  std::array<char, 32> text;
  const char* const end = std::to_chars(text.data(), text.data() + text.size(), magnitude,
                                        std::chars_format::scientific)
                              .ptr;
  Decimal out;
  const char* at = text.data();
  for (; *at != 'e'; ++at) {
    if (*at != '.') out.digits[out.count++] = *at;
  }
  std::from_chars(at + (at[1] == '+' ? 2 : 1), end, out.point);
  ++out.point;
  return out;
}

/// As JavaScript writes numbers: plain up to 10^21 and down to 10^-6, else with an exponent. Only
/// -0 keeps its sign.
void append_number(std::string& out, double value) {
  constexpr int kMostPlain = 21;
  constexpr int kLeastPlain = -6;
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  if (std::signbit(value)) out += '-';
  if (value == 0) {
    out += std::signbit(value) ? "0.0" : "0";  // a reader takes -0 for an integer
    return;
  }
  const Decimal decimal = shortest_decimal(std::fabs(value));
  const std::string_view digits(decimal.digits.data(), decimal.count);
  const int point = decimal.point;
  const int count = static_cast<int>(decimal.count);
  if (count <= point && point <= kMostPlain) {
    out += digits;
    out.append(static_cast<std::size_t>(point - count), '0');
  } else if (0 < point && point <= kMostPlain) {
    out += digits.substr(0, static_cast<std::size_t>(point));
    out += '.';
    out += digits.substr(static_cast<std::size_t>(point));
  } else if (kLeastPlain < point && point <= 0) {
    out += "0.";
    out.append(static_cast<std::size_t>(-point), '0');
    out += digits;
  } else {
    out += digits[0];
    if (count > 1) (out += '.') += digits.substr(1);
    out += point > 0 ? "e+" : "e-";
    out += std::to_string(point > 0 ? point - 1 : 1 - point);
  }
}

void append_text(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (code < 0x20) {
      out += "\\u00";
      out += kHex[code >> 4];
      out += kHex[code & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

class Writer {
 public:
  explicit Writer(JsonLayout layout) : pretty_(layout == JsonLayout::pretty) {}

  void write(const Json& value, int level) {
    if (value.is_null()) {
      text += "null";
    } else if (value.is_boolean()) {
      text += value.boolean() ? "true" : "false";
    } else if (value.is_number()) {
      append_number(text, value.number());
    } else if (value.is_text()) {
      append_text(text, value.text());
    } else if (const std::vector<double>* numbers = value.as_numbers()) {
      write_numbers(*numbers);
    } else if (value.is_array()) {
      write_array(value.elements(), level);
    } else {
      write_object(value, level);
    }
  }

  std::string text;

 private:
  void write_numbers(const std::vector<double>& values) {
    text += '[';
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0) text += pretty_ ? ", " : ",";
      append_number(text, values[i]);
    }
    text += ']';
  }

  void write_array(std::span<const Json> elements, int level) {
    const bool nested = std::ranges::any_of(
        elements, [](const Json& element) { return element.is_array() || element.is_object(); });
    text += '[';
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (i > 0) text += pretty_ && !nested ? ", " : ",";
      if (nested) new_line(level + 1);
      write(elements[i], level + 1);
    }
    if (nested) new_line(level);
    text += ']';
  }

  void write_object(const Json& value, int level) {
    text += '{';
    bool first = true;
    for (const auto& [key, member] : value.members()) {
      if (!first) text += ',';
      first = false;
      new_line(level + 1);
      append_text(text, key);
      text += pretty_ ? ": " : ":";
      write(member, level + 1);
    }
    if (!first) new_line(level);
    text += '}';
  }

  void new_line(int level) {
    if (!pretty_) return;
    text += '\n';
    text.append(static_cast<std::size_t>(2 * level), ' ');
  }

  bool pretty_;
};

}  // namespace

std::string write_json(const Json& value, JsonLayout layout) {
  Writer writer(layout);
  writer.write(value, 0);
  return std::move(writer.text);
}

std::string number_text(double value) {
  std::string text;
  append_number(text, value);
  return text;
}

}  // namespace noisy
