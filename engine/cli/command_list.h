#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace noisy::cli {

/// A command of the program: help, manual page and completion say what stands here.
struct CommandEntry {
  std::string_view name;
  std::string_view input;    ///< what its arguments are, separated by spaces, "" for none; one in
                             ///< brackets may be left out, one with dots may be given again, and of
                             ///< some the choices are known: a|b
  std::string_view options;  ///< the options that it takes, separated by spaces
  std::string_view summary;  ///< begins with a verb
};

std::span<const CommandEntry> commands();

/// The command of this name, or null.
const CommandEntry* find_command(std::string_view name);

/// The words of a list.
std::vector<std::string> words_of(std::string_view list, char separator = ' ');

struct OptionEntry;

/// Whether the command takes an option.
bool takes(const CommandEntry& command, const OptionEntry& option);

/// Whether the command also works without its argument.
bool is_optional_input(const CommandEntry& command);

/// Whether it takes any number of arguments.
bool takes_many(const CommandEntry& command);

}  // namespace noisy::cli
