#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/cli/options.h"
#include "engine/data/text_lines.h"
#include "engine/experiment/file/fields.h"

namespace noisy::cli {
namespace {

constexpr NumberRange kAnyNumber{-kLargest, kLargest, false, "a number"};

/// Reads a value into the arguments, in each of the ways that an option may have.
struct ValueReader {
  std::string_view option;
  const std::string& text;
  Arguments& arguments;

  Result<double> number_in(const NumberRange& range) const {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    const bool is_number = error == std::errc() && rest == end;
    if (is_number && value >= range.least && value <= range.most &&
        (!range.is_whole || value == std::floor(value))) {
      return value;
    }
    return wrong(option, "is " + quoted(text) + "; it must be " + std::string(range.words));
  }

  Result<void> operator()(const Switch& to) const {
    to.set(arguments);
    return {};
  }

  Result<void> operator()(const AnyText& to) const {
    to.store(text, arguments);
    return {};
  }

  Result<void> operator()(const NumberIn& to) const {
    const auto value = number_in(to.range);
    if (!value) return std::unexpected(value.error());
    to.store(*value, arguments);
    return {};
  }

  Result<void> operator()(OwnReader read) const { return read(text, arguments); }

  Result<void> operator()(const FitField& field) const {
    Json value = text;
    if (!field.is_text) {
      const auto number = number_in(kAnyNumber);
      if (!number) return std::unexpected(number.error());
      value = *number;
    }
    if (const Json* before = arguments.fit.find(field.name); before && field.is_text) {
      std::vector<Json> all(before->elements().begin(), before->elements().end());
      if (!before->is_array()) all = {*before};
      all.push_back(std::move(value));
      value = Json::array(std::move(all));
    }
    arguments.fit.set(field.name, std::move(value));
    return {};
  }
};

}  // namespace

Result<void> read_value(const OptionEntry& option, const std::string& value, Arguments& arguments) {
  return std::visit(ValueReader{option.name, value, arguments}, option.reader);
}

std::unexpected<Error> wrong(std::string_view word, std::string message) {
  return fail(ErrorCode::invalid_command, shortened(word), std::move(message));
}

}  // namespace noisy::cli
