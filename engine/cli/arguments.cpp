#include "engine/cli/arguments.h"

#include <algorithm>

#include "engine/cli/command_list.h"
#include "engine/cli/options.h"
#include "engine/data/text_lines.h"
#include "engine/experiment/file/fields.h"

namespace noisy::cli {
namespace {

Result<const CommandEntry*> choose(const std::string& word) {
  if (const CommandEntry* command = find_command(word)) return command;
  std::vector<std::string> names = {"--help", "--version"};
  for (const CommandEntry& entry : commands()) names.emplace_back(entry.name);
  return wrong(
      word, "there is no such command." + did_you_mean(word, names) + " See noisy-descent --help");
}

/// What is wrong with an option that the command does not take.
std::unexpected<Error> no_such_option(const std::string& word, const CommandEntry& command) {
  const std::string name = word.substr(0, word.find('='));
  if (name != word && takes(command, name)) {
    return wrong(word, "write the value of " + name + " after a space, not after \"=\"");
  }
  return wrong(word, std::string(command.name) + " has no such option." +
                         did_you_mean(name, words_of(command.options)) + " See noisy-descent " +
                         std::string(command.name) + " --help");
}

Result<std::size_t> read_option(std::span<const std::string> words, std::size_t at,
                                const CommandEntry& command, Arguments& arguments) {
  const std::string& word = words[at];
  const auto option = std::ranges::find(options(), word, &OptionEntry::name);
  if (option == options().end() || !takes(command, option->name)) {
    return no_such_option(word, command);
  }
  const bool needs_value = !option->value.empty();
  if (needs_value && at + 1 == words.size()) {
    return wrong(word, "needs a value: " + std::string(option->value));
  }
  const auto read = read_value(*option, needs_value ? words[at + 1] : "", arguments);
  if (!read) return std::unexpected(read.error());
  return at + (needs_value ? 2 : 1);
}

/// A command that writes nothing else.
bool writes_tables(const Arguments& arguments) {
  return arguments.command == "export";
}

bool plans(const Arguments& arguments) {
  return arguments.command == "plan";
}

Result<void> check(const CommandEntry& command, const Arguments& arguments) {
  const bool takes_two = command.input.find(' ') != std::string_view::npos;
  const bool lacks_one = takes_two && arguments.table_file.empty();
  if (!command.input.empty() && (arguments.input.empty() || lacks_one)) {
    return wrong(command.name,
                 (takes_two ? "needs two files: " : "needs a file: ") + std::string(command.input));
  }
  if (takes(command, "--request") && arguments.request.empty()) {
    return wrong("--request",
                 "is needed; a probe of the KL condition is --request '{\"probe\":{}}'");
  }
  if (takes(command, "--rho") && !arguments.rho) {
    return wrong("--rho", "says what the estimates may cost; without it nothing is released");
  }
  if (arguments.input == "-" && arguments.data == "-") {
    return wrong("--data", "standard input can be read only once");
  }
  if (writes_tables(arguments) && arguments.format == OutputFormat::json) {
    return wrong("--format", "the result is JSON already; csv is what it can be exported to");
  }
  const bool is_report = command.name == "inspect" || command.name == "recommend";
  if (is_report && arguments.format == OutputFormat::csv) {
    return wrong("--format", "of a report is json; without it, it is a text for people");
  }
  if (arguments.samples.has_value() != arguments.features.has_value()) {
    return wrong(arguments.samples ? "--samples" : "--features",
                 "needs the other one: --samples N --features D");
  }
  if (arguments.samples && arguments.data) {
    return wrong("--samples", "is read from the file: leave out --data, or this");
  }
  if (arguments.table && !asked_table(arguments)) return wrong("--table", "is for --format csv");
  const bool is_of_plan = asked_table(arguments) == ResultTable::blocks;
  if (is_of_plan && arguments.command == "run") {
    return wrong("--table", "blocks is a table of a plan: noisy-descent plan --format csv");
  }
  if (asked_table(arguments) && !is_of_plan && plans(arguments)) {
    return wrong("--table", "must be blocks: nothing has run");
  }
  return {};
}

}  // namespace

std::optional<ResultTable> asked_table(const Arguments& arguments) {
  const bool is_csv = arguments.format == OutputFormat::csv || writes_tables(arguments);
  if (!is_csv) return std::nullopt;
  return arguments.table.value_or(plans(arguments) ? ResultTable::blocks : ResultTable::traces);
}

Result<Arguments> read_arguments(std::span<const std::string> words) {
  Arguments arguments;
  const auto asks = [&](std::string_view option) {
    return std::ranges::find(words, option) != words.end();
  };
  arguments.help = words.empty() || asks("--help") || asks("-h");
  arguments.version = asks("--version");
  if (!words.empty()) arguments.command = words.front();
  if (arguments.help || arguments.version) return arguments;

  const auto command = choose(arguments.command);
  if (!command) return std::unexpected(command.error());
  for (std::size_t at = 1; at < words.size();) {
    const std::string& word = words[at];
    if (word.starts_with("-") && word != "-") {
      const auto next = read_option(words, at, **command, arguments);
      if (!next) return std::unexpected(next.error());
      at = *next;
      continue;
    }
    const bool takes_two = (*command)->input.find(' ') != std::string_view::npos;
    const bool is_second = takes_two && !arguments.input.empty();
    std::string& input = is_second ? arguments.table_file : arguments.input;
    if ((*command)->input.empty() || !input.empty()) {
      return wrong(word, "is one argument too many for " + arguments.command);
    }
    input = word;
    ++at;
  }
  if (arguments.command == "solve") {
    arguments.request = write_json(Json::object({{"solve", arguments.solve}}));
  }
  if (auto checked = check(**command, arguments); !checked) {
    return std::unexpected(checked.error());
  }
  return arguments;
}

}  // namespace noisy::cli
