#include "engine/cli/manual.h"

#include <array>
#include <utility>

#include "engine/cli/command_list.h"
#include "engine/cli/help.h"
#include "engine/cli/join.h"
#include "engine/experiment/file/version.h"

namespace noisy::cli {
namespace {

/// Text whose marks are letters to troff.
std::string escaped(std::string_view text) {
  std::string out;
  if (text.starts_with('.') || text.starts_with('\'')) out = "\\&";
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-' || c == '^' || c == '~') {
      out += c == '-' ? "\\-" : c == '^' ? "\\(ha" : "\\(ti";
    } else {
      out += c;
    }
  }
  return out;
}

std::string section(std::string_view title) {
  return join({".SH ", title, "\n"});
}

/// A term in bold, and what it is.
std::string entry(std::string_view term, std::string_view meaning) {
  return join({".TP\n\\fB", escaped(term), "\\fR\n", escaped(meaning), "\n"});
}

/// Beneath the meaning of a term; nothing without words.
std::string list(std::string_view title, std::string_view words) {
  return words.empty() ? "" : join({".br\n", title, ": ", escaped(words), "\n"});
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kVariables = {
    {{"NO_COLOR", "any text: no colour, also on a terminal"},
     {"NOISY_DESCENT_STATE",
      "the folder of the odometer's journals, in the place of "
      "noisy-descent in XDG_STATE_HOME or in ~/.local/state"},
     {"NOISY_DESCENT_INSTRUCTION_SET",
      "the vector instructions that the native program works "
      "with; results are the same with all"}}};

constexpr std::string_view kReading =
    "Experiments, results and models are JSON files; - stands for standard input. The value of an "
    "option follows after a space or after =.";
constexpr std::string_view kSignals =
    "The first SIGINT or SIGTERM ends the work, and a run writes what it has finished. The second "
    "ends the program at once.";

}  // namespace

std::string manual_page() {
  std::string text = join({".TH NOISY\\-DESCENT 1 \"\" \"noisy\\-descent ", engine_version(),
                           "\" \"User Commands\"\n"});
  text += join({section("NAME"), "noisy\\-descent \\- ", escaped(kPurpose), "\n"});
  text += join({section("SYNOPSIS"), ".B noisy\\-descent\n.I COMMAND\n.RI [ options ]\n"});
  text += join({section("DESCRIPTION"), escaped(kReading), "\n"});
  text += section("COMMANDS");
  for (const CommandEntry& command : commands()) {
    text += join({entry(call_of(command), command.summary), list("Options", command.options)});
  }
  text += section("OPTIONS");
  for (const OptionEntry& option : options()) {
    const auto choices = option.traits.choices;
    const std::string words = choices ? join(choices(), ", ") : std::string();
    text += join({entry(call_of(option), option.help), list("Values", words)});
  }
  text += section("EXIT STATUS");
  for (const std::string_view status : kExitStatus) {
    text += entry(status.substr(0, 1), status.substr(2));
  }
  text += section("ENVIRONMENT");
  for (const auto& [name, meaning] : kVariables) text += entry(name, meaning);
  return text + join({section("SIGNALS"), escaped(kSignals), "\n"});
}

}  // namespace noisy::cli
