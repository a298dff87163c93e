#include "engine/cli/completion.h"

#include <vector>

#include "engine/cli/command_list.h"
#include "engine/cli/join.h"
#include "engine/cli/options.h"

namespace noisy::cli {
namespace {

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const CommandEntry& command : commands()) names.emplace_back(command.name);
  return names;
}

/// What a command's argument may be, where it is no file.
std::vector<std::string> choices_of(const CommandEntry& command) {
  if (command.name == "help") return command_names();
  return command.name == "completion" ? words_of(command.input, '|') : std::vector<std::string>();
}

std::vector<std::string> choices_of(const OptionEntry& option) {
  return option.traits.choices ? option.traits.choices() : std::vector<std::string>();
}

bool is_file(const OptionEntry& option) {
  return option.value == "FILE";
}

/// The options that a command takes; without a command, those of all.
std::vector<const OptionEntry*> options_of(const CommandEntry* command) {
  std::vector<const OptionEntry*> found;
  for (const OptionEntry& option : options()) {
    if (command ? takes(*command, option) : option.traits.is_common) found.push_back(&option);
  }
  return found;
}

std::string option_names(const CommandEntry* command) {
  std::vector<std::string_view> names;
  for (const OptionEntry* option : options_of(command)) names.push_back(option->name);
  return join(names, " ");
}

/// Text within apostrophes of a shell.
///
/// @param special     marks that are written after a backslash
/// @param apostrophe  how one is written
std::string quoted_for_shell(std::string_view text, std::string_view special,
                             std::string_view apostrophe) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += apostrophe;
      continue;
    }
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out + "'";
}

/// Where nothing is offered, readline offers files.
std::string bash_script() {
  std::vector<std::string_view> others;
  std::string values;
  for (const OptionEntry& option : options()) {
    const std::string words = join(choices_of(option), " ");
    if (!words.empty()) {
      values += join({"    ", option.name, ") words='", words, "' ;;\n"});
    } else if (!option.value.empty()) {
      others.push_back(option.name);
    }
  }
  std::string cases;
  for (const CommandEntry& command : commands()) {
    cases += join({"      ", command.name, ") options='", option_names(&command), "' words='",
                   join(choices_of(command), " "), "' ;;\n"});
  }
  return join({
      R"(# Completes the words of noisy-descent in bash. Written by `noisy-descent completion bash`.
_noisy_descent() {
  local word=${COMP_WORDS[COMP_CWORD]} before=$((COMP_CWORD - 1)) command= words= options= i
  COMPREPLY=()
  # Readline takes --format=csv for three words.
  if [[ $word == '=' ]]; then
    word=
  elif [[ ${COMP_WORDS[before]} == '=' ]]; then
    ((before--))
  fi
  case ${COMP_WORDS[before]} in
)",
      values, "    ", join(others, "|"), R"() return ;;
  esac
  if [[ -z $words ]]; then
    for ((i = 1; i < COMP_CWORD; i++)); do
      case ${COMP_WORDS[i]} in
        --error-format) ((i++)); [[ ${COMP_WORDS[i]} == '=' ]] && ((i++)) ;;
        -*) ;;
        *) command=${COMP_WORDS[i]}; break ;;
      esac
    done
    case $command in
      '') options=')",
      option_names(nullptr), "' words='", join(command_names(), " "), "' ;;\n", cases,
      R"(    esac
    [[ $word == -* ]] && words=$options
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _noisy_descent noisy-descent
)"});
}

/// Marks that _arguments and _describe read.
constexpr std::string_view kZshMarks = "\\[]:";
constexpr std::string_view kZshApostrophe = "'\\''";

/// How _arguments completes a value or an argument.
std::string zsh_action(std::string_view name, const std::vector<std::string>& words, bool file) {
  if (!words.empty()) return join({":", name, ":(", join(words, " "), ")"});
  return join({":", name, file ? ":_files" : ": "});
}

/// One specification of _arguments for each name of an option.
std::string zsh_option(const OptionEntry& option) {
  const std::string action =
      option.value.empty() ? "" : zsh_action(option.value, choices_of(option), is_file(option));
  const std::string help =
      join({"[", quoted_for_shell(option.help, kZshMarks, kZshApostrophe).substr(1)});
  const std::string rest = join({help.substr(0, help.size() - 1), "]", action, "'"});
  std::string text = join(
      {"'", option.traits.repeats ? "*" : "", option.name, option.value.empty() ? "" : "=", rest});
  if (!option.traits.short_name.empty()) text += join({" '", option.traits.short_name, rest});
  return text;
}

std::string zsh_options(const CommandEntry* command, std::string_view indent) {
  std::string text;
  for (const OptionEntry* option : options_of(command)) {
    text += join({" \\\n", indent, zsh_option(*option)});
  }
  return text;
}

std::string zsh_arguments(const CommandEntry& command) {
  const std::vector<std::string> choices = choices_of(command);
  std::string text;
  int place = 0;
  for (const std::string& input : words_of(command.input)) {
    const std::string action = zsh_action(choices.empty() ? input : "word", choices, true);
    text += join({" \\\n            '", std::to_string(++place), action, "'"});
  }
  return text;
}

std::string zsh_script() {
  std::string names;
  std::string cases;
  for (const CommandEntry& command : commands()) {
    const std::string summary = quoted_for_shell(command.summary, kZshMarks, kZshApostrophe);
    names += join({"        '", command.name, ":", summary.substr(1), "\n"});
    cases += join({"        ", command.name, ")\n          _arguments",
                   zsh_options(&command, "            "), zsh_arguments(command), " ;;\n"});
  }
  return join({R"(#compdef noisy-descent
# Completes the words of noisy-descent in zsh. Written by `noisy-descent completion zsh`.
_noisy_descent() {
  local state
  local -a names
  _arguments -C)",
               zsh_options(nullptr, "    "), R"( \
    '1: :->command' '*:: :->argument'
  case $state in
    command)
      names=(
)",
               names, R"(      )
      _describe command names ;;
    argument)
      case $words[1] in
)",
               cases, R"(      esac ;;
  esac
}
_noisy_descent "$@"
)"});
}

std::string fish_text(std::string_view text) {
  return quoted_for_shell(text, "\\", "\\'");
}

std::string fish_option(const OptionEntry& option) {
  std::string text = join({" -l ", option.name.substr(2)});
  if (const auto shorter = option.traits.short_name; !shorter.empty()) {
    text += join({" -s ", shorter.substr(1)});
  }
  const std::string words = join(choices_of(option), " ");
  if (is_file(option)) {
    text += " -r -F";
  } else if (!words.empty()) {
    text += join({" -x -a ", fish_text(words)});
  } else if (!option.value.empty()) {
    text += " -x";
  }
  return join({text, " -d ", fish_text(option.help), "\n"});
}

std::string fish_script() {
  constexpr std::string_view kComplete = "complete -c noisy-descent";
  std::string text =
      "# Completes the words of noisy-descent in fish. Written by `noisy-descent completion fish`."
      "\n";
  text += join({kComplete, " -f\n"});
  for (const OptionEntry* option : options_of(nullptr)) {
    text += join({kComplete, fish_option(*option)});
  }
  for (const CommandEntry& command : commands()) {
    text += join({kComplete, " -n __fish_use_subcommand -a ", command.name, " -d ",
                  fish_text(command.summary), "\n"});
    const std::string seen =
        join({kComplete, " -n '__fish_seen_subcommand_from ", command.name, "'"});
    const std::string choices = join(choices_of(command), " ");
    if (!choices.empty()) {
      text += join({seen, " -a ", fish_text(choices), "\n"});
    } else if (!command.input.empty()) {
      text += join({seen, " -F\n"});
    }
    for (const OptionEntry* option : options_of(&command)) {
      if (!option->traits.is_common) text += join({seen, fish_option(*option)});
    }
  }
  return text;
}

}  // namespace

std::string completion_script(std::string_view shell) {
  if (shell == "bash") return bash_script();
  return shell == "zsh" ? zsh_script() : fish_script();
}

}  // namespace noisy::cli
