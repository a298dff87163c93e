#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace noisy::cli {

/// A command of the program, as the help text shows it.
struct CommandEntry {
  std::string_view name;
  std::string_view input;    ///< what its arguments are, separated by spaces, "" for none
  std::string_view options;  ///< the options that it takes, separated by spaces
  std::string_view summary;  ///< one line
};

std::span<const CommandEntry> commands();

/// The command of this name, or null.
const CommandEntry* find_command(std::string_view name);

/// The words of a list that is separated by spaces.
std::vector<std::string> words_of(std::string_view list);

/// Whether the command takes an option: as a whole word, since `--run` is no part of `--runs`.
bool takes(const CommandEntry& command, std::string_view option);

/// The help text, of one command when it is known.
std::string help_text(std::string_view command);

}  // namespace noisy::cli
