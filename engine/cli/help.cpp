#include "engine/cli/help.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/cli/command_list.h"
#include "engine/cli/join.h"
#include "engine/experiment/file/version.h"

namespace noisy::cli {
namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kIndent = 2;

/// Words in lines of which each but the first begins after so many spaces.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  for (const std::string& word : words_of(text)) {
    const bool is_first = out.empty();
    if (!is_first && column + 1 + word.size() > kWidth) {
      out += '\n';
      out.append(indent, ' ');
      column = indent;
    } else if (!is_first) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out;
}

using Rows = std::vector<std::pair<std::string, std::string_view>>;

/// Two aligned columns.
std::string columns(const Rows& rows) {
  std::size_t widest = 0;
  for (const auto& [left, right] : rows) widest = std::max(widest, left.size());
  const std::size_t indent = kIndent + widest + 2;
  std::string text;
  for (const auto& [left, right] : rows) {
    std::string line = join({std::string(kIndent, ' '), left});
    line.resize(indent, ' ');
    text += join({line, wrapped(right, indent), "\n"});
  }
  return text;
}

std::string program_help() {
  Rows rows;
  for (const CommandEntry& entry : commands()) rows.emplace_back(call_of(entry), entry.summary);
  Rows common;
  for (const OptionEntry& option : options()) {
    if (option.traits.is_common) common.emplace_back(call_of(option), option.help);
  }
  return join({"noisy-descent ", engine_version(), ": ", kPurpose,
               "\n\nusage: noisy-descent COMMAND [options]   (- stands for standard input)\n\n",
               columns(rows), "\nEvery command takes:\n\n", columns(common),
               "\nnoisy-descent help COMMAND shows the options of a command.\nExit status: ",
               join(kExitStatus, ", "), ".\n"});
}

}  // namespace

std::string call_of(const CommandEntry& command) {
  return join({command.name, command.input.empty() ? "" : " ", command.input});
}

std::string call_of(const OptionEntry& option) {
  const std::string_view shorter = option.traits.short_name;
  return join({shorter, shorter.empty() ? "" : ", ", option.name, option.value.empty() ? "" : " ",
               option.value});
}

std::string help_text(std::string_view name) {
  const CommandEntry* command = find_command(name);
  if (!command) return program_help();
  Rows rows;
  for (const OptionEntry& option : options()) {
    if (takes(*command, option)) rows.emplace_back(call_of(option), option.help);
  }
  return join({"usage: noisy-descent ", call_of(*command), " [options]\n\n",
               wrapped(command->summary, 0), "\n\n", columns(rows)});
}

}  // namespace noisy::cli
