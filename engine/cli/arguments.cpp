#include "engine/cli/arguments.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "engine/cli/command_list.h"
#include "engine/cli/options.h"
#include "engine/data/text_lines.h"
#include "engine/experiment/file/fields.h"

namespace noisy::cli {
namespace {

/// The command of this name.
///
/// @error invalid-command with the nearest one
Result<const CommandEntry*> choose(const std::string& word) {
  if (const CommandEntry* command = find_command(word)) return command;
  std::vector<std::string> names;
  for (const CommandEntry& entry : commands()) names.emplace_back(entry.name);
  return wrong(word,
               "there is no such command." + did_you_mean(word, names) + " See noisy-descent help");
}

bool is_option(std::string_view word) {
  return word.starts_with("-") && word != "-";
}

/// Reads words one after another.
class Reader {
 public:
  explicit Reader(std::span<const std::string> words) : words_(words) {}

  Result<Arguments> read() {
    while (at_ < words_.size()) {
      const std::string& word = words_[at_++];
      const auto done = is_option(word) ? read_option(word) : read_word(word);
      if (!done) return std::unexpected(done.error());
    }
    if (!command_) return wrong("command", "is missing. See noisy-descent help");
    return std::move(arguments_);
  }

  const CommandEntry& command() const { return *command_; }

 private:
  Result<void> read_option(const std::string& word) {
    const bool is_long = word.starts_with("--");
    const std::size_t equals = is_long ? word.find('=') : std::string::npos;
    const std::string name = word.substr(0, equals);
    const OptionEntry* option = find_option(name);
    if (!option || !is_taken(*option)) return no_such_option(name);
    if (!option->traits.repeats && !seen_.insert(option).second) {
      return wrong(option->name, "is given twice: give it once");
    }
    if (option->value.empty() && equals != std::string::npos) {
      return wrong(option->name, "takes no value: leave out " + quoted(word.substr(equals)));
    }
    std::string value;
    if (equals != std::string::npos) {
      value = word.substr(equals + 1);
    } else if (!option->value.empty()) {
      if (at_ == words_.size()) {
        return wrong(option->name, "needs a value: " + std::string(option->value));
      }
      value = words_[at_++];
    }
    return read_value(*option, value, arguments_);
  }

  /// The command, or what it takes beside options.
  Result<void> read_word(const std::string& word) {
    if (!command_) {
      const auto command = choose(word);
      if (!command) return std::unexpected(command.error());
      command_ = *command;
      arguments_.command = word;
      return {};
    }
    if (takes_many(*command_) && !arguments_.input.empty()) {
      arguments_.parts.push_back(word);
      return {};
    }
    const bool is_second = words_of(command_->input).size() > 1 && !arguments_.input.empty();
    std::string& input = is_second ? arguments_.table_file : arguments_.input;
    if (command_->input.empty() || !input.empty()) {
      return wrong(word, "is one argument too many for " + arguments_.command);
    }
    input = word;
    return {};
  }

  bool is_taken(const OptionEntry& option) const {
    return command_ ? takes(*command_, option) : option.traits.is_common;
  }

  /// What is wrong with an option that is not taken.
  std::unexpected<Error> no_such_option(const std::string& name) const {
    if (!command_ && find_option(name)) {
      return wrong(name, "belongs to a command: write it after the command's name");
    }
    std::vector<std::string> names;
    for (const OptionEntry& option : options()) {
      if (is_taken(option)) names.emplace_back(option.name);
    }
    const std::string owner = command_ ? arguments_.command + " has no such option."
                                       : std::string("there is no such option.");
    const std::string help = command_ ? "help " + arguments_.command : std::string("help");
    return wrong(name, owner + did_you_mean(name, names) + " See noisy-descent " + help);
  }

  std::span<const std::string> words_;
  std::size_t at_ = 0;
  Arguments arguments_;
  const CommandEntry* command_ = nullptr;
  std::set<const OptionEntry*> seen_;
};

/// A command that writes nothing else.
bool writes_tables(const Arguments& arguments) {
  return arguments.command == "export";
}

bool plans(const Arguments& arguments) {
  return arguments.command == "plan";
}

/// Of `run`, and of options that it alone has.
Result<void> check_run(const Arguments& arguments) {
  for (const auto& [name, file] :
       {std::pair{"--resume", arguments.resume}, std::pair{"--checkpoint", arguments.checkpoint},
        std::pair{"--part", arguments.part ? arguments.out : std::nullopt}}) {
    if (file == "-") return wrong(name, "appends to a file: a standard stream cannot take that");
    const bool is_lost =
        file && name != std::string_view("--part") &&
        (file == arguments.out || file == arguments.data || file == arguments.input);
    if (is_lost) return wrong(name, "names a file that has another use here: " + quoted(*file));
  }
  const auto& [part, resume] = std::tie(arguments.part, arguments.resume);
  if (arguments.input.empty() && !resume) {
    return wrong("run", "needs an argument: EXPERIMENT, or --resume FILE");
  }
  if (!arguments.input.empty() && resume) {
    return wrong("--resume",
                 "goes on with the experiment in its file: leave out " + quoted(arguments.input));
  }
  if (resume && (part || arguments.checkpoint)) {
    return wrong(part ? "--part" : "--checkpoint",
                 "stands in the file that --resume names: leave it out");
  }
  if (!part) return {};
  if (!arguments.out)
    return wrong("--part", "needs --out FILE, to which finished runs are written");
  if (arguments.checkpoint) {
    return wrong("--checkpoint", "is the file of --out where --part is given: leave it out");
  }
  if (asked_table(arguments)) {
    return wrong("--format", "of a part is its own: assemble writes tables of all parts together");
  }
  return {};
}

Result<void> check(const CommandEntry& command, const Arguments& arguments) {
  if (command.name == "run") {
    if (auto checked = check_run(arguments); !checked) return checked;
  }
  const std::size_t inputs = words_of(command.input).size();
  const bool lacks_one = arguments.input.empty() || (inputs > 1 && arguments.table_file.empty());
  if (inputs > 0 && lacks_one && !is_optional_input(command)) {
    return wrong(command.name, (inputs > 1 ? "needs two arguments: " : "needs an argument: ") +
                                   std::string(command.input));
  }
  const std::vector<std::string> choices = words_of(command.input, '|');
  const bool is_choice = command.name == "completion";
  if (is_choice && std::ranges::find(choices, arguments.input) == choices.end()) {
    return wrong(arguments.input, "is no shell that is known here: choose " + listing(choices) +
                                      "." + did_you_mean(arguments.input, choices));
  }
  if (command.name == "help" && !arguments.input.empty()) {
    if (const auto known = choose(arguments.input); !known) return std::unexpected(known.error());
  }
  if (takes(command, *find_option("--request")) && arguments.request.empty()) {
    return wrong("--request",
                 "is needed; a probe of the KL condition is --request '{\"probe\":{}}'");
  }
  if (takes(command, *find_option("--rho")) && !arguments.rho) {
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

/// Words that ask for help or the version in options, whatever else they say; nothing for others.
std::optional<Result<Arguments>> read_question(std::span<const std::string> words) {
  const auto asks = [&](std::string_view name) {
    return std::ranges::any_of(words, [&](const std::string& word) {
      const OptionEntry* option = find_option(word);
      return option && option->name == name;
    });
  };
  Arguments arguments;
  arguments.command = asks("--version") ? "version" : "help";
  if (asks("--version") || words.empty()) return arguments;
  if (!asks("--help")) return std::nullopt;
  const auto topic = std::ranges::find_if(words, &find_command);
  if (topic != words.end()) {
    arguments.input = *topic;
  } else if (!is_option(words.front())) {
    return std::unexpected(choose(words.front()).error());
  }
  return arguments;
}

}  // namespace

std::optional<ResultTable> asked_table(const Arguments& arguments) {
  const bool is_csv = arguments.format == OutputFormat::csv || writes_tables(arguments);
  if (!is_csv) return std::nullopt;
  return arguments.table.value_or(plans(arguments) ? ResultTable::blocks : ResultTable::traces);
}

Result<Arguments> read_arguments(std::span<const std::string> words) {
  if (auto asked = read_question(words)) return *std::move(asked);
  Reader reader(words);
  auto arguments = reader.read();
  if (!arguments) return arguments;
  if (arguments->command == "solve") {
    arguments->request = write_json(Json::object({{"solve", arguments->solve}}));
  }
  if (auto checked = check(reader.command(), *arguments); !checked) {
    return std::unexpected(checked.error());
  }
  return arguments;
}

}  // namespace noisy::cli
