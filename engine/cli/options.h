#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/cli/arguments.h"

namespace noisy::cli {

/// What a number on the command line may be, and the same in words.
struct NumberRange {
  double least;
  double most;
  bool is_whole;
  std::string_view words;
};

/// An option that needs no value.
struct Switch {
  void (*set)(Arguments& arguments);
};

/// An option whose value is any text.
struct AnyText {
  void (*store)(std::string value, Arguments& arguments);
};

struct NumberIn {
  NumberRange range;
  void (*store)(double value, Arguments& arguments);
};

/// An option whose value is read in a way of its own.
using OwnReader = Result<void> (*)(const std::string& value, Arguments& arguments);

/// A field of a fit's request; where the option is given again, a list of texts.
struct FitField {
  std::string_view name;
  bool is_text = false;  ///< else a number
};

/// What few options have.
struct OptionTraits {
  std::string_view short_name;
  bool repeats = false;    ///< may be given more than once
  bool is_common = false;  ///< every command takes it, and it may stand before the command
  std::vector<std::string> (*choices)() = nullptr;  ///< its values, where they are few words
};

/// An option of the program: help, manual page and completion say what stands here.
struct OptionEntry {
  std::string_view name;
  std::string_view value;  ///< "" for a switch
  std::string_view help;   ///< begins with a verb
  std::variant<Switch, AnyText, NumberIn, OwnReader, FitField> reader;
  OptionTraits traits = {};
};

std::span<const OptionEntry> options();

/// The option of this name or short name, or null.
const OptionEntry* find_option(std::string_view word);

/// Takes an option's value.
///
/// @error invalid-command at the option
Result<void> read_value(const OptionEntry& option, const std::string& value, Arguments& arguments);

/// Whether errors are to be JSON, as far as it can be told from words that nobody has checked.
bool asks_for_json_errors(std::span<const std::string> words);

/// An invalid command, at one of its words.
std::unexpected<Error> wrong(std::string_view word, std::string message);

}  // namespace noisy::cli
