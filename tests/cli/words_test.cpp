// What the program says of its own words: help, manual page, completion, and how it writes errors.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <set>
#include <sstream>

#include "engine/cli/command_list.h"
#include "engine/cli/completion.h"
#include "engine/cli/error_line.h"
#include "engine/cli/help.h"
#include "engine/cli/interrupts.h"
#include "engine/cli/options.h"
#include "tests/cli/program.h"
#include "tests/experiment/file/experiments.h"

namespace noisy::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using testing::run_program;
using testing::small_experiment;
using ::testing::StartsWith;
using testing::TemporaryFolder;
using testing::with;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(Words, HelpIsAskedForInEveryWay) {
  const Outcome help = run_program({"help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_EQ(help.errors, "");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {}, {"--help"}, {"-h"}, {"--error-format", "json", "--help"}}) {
    EXPECT_EQ(run_program(words).output, help.output);
  }
  const std::string of_run = run_program({"help", "run"}).output;
  EXPECT_THAT(of_run, StartsWith("usage: noisy-descent run [EXPERIMENT] [options]\n"));
  EXPECT_EQ(run_program({"run", "--help"}).output, of_run);
  EXPECT_EQ(run_program({"run", "a.json", "--fast", "-h"}).output, of_run);
}

TEST(Words, VersionIsAskedForInEveryWay) {
  const Outcome version = run_program({"version"});
  EXPECT_THAT(version.output, StartsWith("noisy-descent 0."));
  EXPECT_EQ(run_program({"--version"}).output, version.output);
  EXPECT_EQ(run_program({"-V"}).output, version.output);
  EXPECT_EQ(run_program({"run", "-V"}).output, version.output);
}

/// Where the second column of a line begins; npos in a line without one.
std::size_t second_column(const std::string& line) {
  if (!line.starts_with("  ")) return std::string::npos;
  const std::size_t begin = line.find_first_not_of(' ');
  const std::size_t gap = begin == 2 ? line.find("  ", begin) : 0;
  return gap == std::string::npos ? gap : line.find_first_not_of(' ', gap);
}

TEST(Words, HelpNamesEveryCommandAndOptionInAlignedColumns) {
  const std::string all = help_text("");
  for (const CommandEntry& command : commands()) {
    EXPECT_THAT(all, HasSubstr("\n  " + call_of(command) + "  ")) << command.name;
    const std::string help = help_text(command.name);
    for (const OptionEntry& option : options()) {
      const bool is_there = help.find("\n  " + call_of(option) + "  ") != std::string::npos;
      EXPECT_EQ(is_there, takes(command, option)) << command.name << option.name;
    }
    std::set<std::size_t> columns;
    for (const std::string& line : lines_of(help)) {
      EXPECT_LE(line.size(), 80u) << line;
      if (line.starts_with("  ")) columns.insert(second_column(line));
    }
    EXPECT_EQ(columns.size(), 1u) << help;
  }
}

TEST(Words, EveryOptionOfACommandIsInTheTable) {
  for (const CommandEntry& command : commands()) {
    for (const std::string& name : words_of(command.options)) {
      EXPECT_TRUE(find_option(name)) << command.name << ' ' << name;
    }
  }
}

TEST(Words, AnOptionTakesItsValueAfterASpaceOrAnEqualsSign) {
  const auto read = [](std::vector<std::string> words) { return read_arguments(words); };
  EXPECT_EQ(read({"run", "a", "--threads=2"})->threads, 2);
  EXPECT_EQ(read({"run", "a", "--threads", "2"})->threads, 2);
  EXPECT_EQ(*read({"run", "--out=b=c", "a"})->out, "b=c");
  EXPECT_EQ(write_json(read({"fit", "a", "--set=p.q=1"})->fit), R"({"set":{"p.q":1}})");
  const auto twice = read({"fit", "a", "--positive=yes", "--positive", "1"});
  EXPECT_EQ(write_json(twice->fit), R"({"positive":["yes","1"]})");
}

TEST(Words, ErrorsAreJsonWhereverThatIsAsked) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"--error-format", "json", "run"},
                                             {"run", "--error-format=json"},
                                             {"run", "--fast", "--error-format", "json"}}) {
    const Outcome outcome = run_program(words);
    EXPECT_EQ(outcome.status, 2);
    const std::vector<std::string> lines = lines_of(outcome.errors);
    ASSERT_EQ(lines.size(), 1u) << outcome.errors;
    const Result<Json> error = parse_json(lines[0]);
    ASSERT_TRUE(error) << lines[0];
    EXPECT_EQ(error->member("kind"), Json("error"));
    EXPECT_EQ(error->member("code"), Json("invalid-command"));
    EXPECT_NE(error->member("message").text(), "");
  }
}

TEST(Words, ErrorsAsJsonHaveNothingBesideThem) {
  Json tree = with(small_experiment(), "problem.domain", R"({"kind": "l2-ball", "radius": 1})");
  tree = with(tree, "algorithms", R"([{"id": "dp-nag"},
      {"id": "output-perturbation", "parameters": {"solver": "my-own"}}, {"id": "dp-gd"}])");
  const Outcome outcome = run_program({"plan", "-", "--error-format", "json"}, write_json(tree));
  EXPECT_EQ(outcome.status, 1);
  const std::vector<std::string> lines = lines_of(outcome.errors);
  ASSERT_GE(lines.size(), 1u);
  for (const std::string& line : lines) EXPECT_TRUE(parse_json(line)) << line;
  EXPECT_THAT(parse_json(lines[0])->member("label").text(), StartsWith("DP-NAG"));
}

TEST(Words, TheKindOfAMessageHasAColourOnATerminalAlone) {
  const MessageStyle colourful{.has_colour = true};
  EXPECT_EQ(error_line("internal", "", "a", colourful),
            "noisy-descent: \033[1;31merror:\033[0m internal at input: a");
  EXPECT_EQ(warning_line("a", colourful), "noisy-descent: \033[1;33mwarning:\033[0m a");
  EXPECT_EQ(warning_line("a\nb", {}), "noisy-descent: warning: a b");
  EXPECT_EQ(warning_line("a", {.format = ErrorFormat::json, .has_colour = true}),
            R"({"kind":"warning","message":"a"})");
  EXPECT_TRUE(takes_colour(true, "", "xterm"));
  EXPECT_FALSE(takes_colour(false, "", "xterm"));
  EXPECT_FALSE(takes_colour(true, "1", "xterm"));
  EXPECT_FALSE(takes_colour(true, "", "dumb"));
}

/// What the program writes to a terminal, which its standard error is.
std::string on_terminal(const std::vector<std::string>& words) {
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  grantpt(master);
  unlockpt(master);
  const int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(slave, STDERR_FILENO);
    std::vector<char*> arguments = {const_cast<char*>(NOISY_PROGRAM)};
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(NOISY_PROGRAM, arguments.data());
    _exit(127);
  }
  waitpid(child, nullptr, 0);
  char text[4096];
  const ssize_t size = read(master, text, sizeof text);
  close(slave);
  close(master);
  return std::string(text, size > 0 ? static_cast<std::size_t>(size) : 0);
}

TEST(Words, ATerminalGetsColoursUnlessNoColorForbidsThem) {
  setenv("TERM", "xterm", 1);
  unsetenv("NO_COLOR");
  EXPECT_THAT(on_terminal({"rum"}), StartsWith("noisy-descent: \033[1;31merror:\033[0m "));
  EXPECT_THAT(run_program({"rum"}).errors, StartsWith("noisy-descent: error: "));
  EXPECT_THAT(on_terminal({"rum", "--error-format=json"}), StartsWith("{\"kind\":"));
  setenv("NO_COLOR", "1", 1);
  EXPECT_THAT(on_terminal({"rum"}), StartsWith("noisy-descent: error: "));
}

TEST(WordsDeathTest, TheSecondInterruptEndsTheProgramAtOnce) {
  const auto interrupt_twice = [](int first, int second) {
    listen_to_interrupts();
    std::raise(first);
    if (!was_interrupted()) std::exit(3);
    std::raise(second);
    std::exit(4);
  };
  EXPECT_EXIT(interrupt_twice(SIGINT, SIGINT), ::testing::KilledBySignal(SIGINT), "");
  EXPECT_EXIT(interrupt_twice(SIGINT, SIGTERM), ::testing::KilledBySignal(SIGTERM), "");
}

/// What bash offers after these words, of which the last is being written.
std::vector<std::string> offered_by_bash(const std::vector<std::string>& words) {
  const TemporaryFolder folder;
  std::string script = completion_script("bash") + "COMP_WORDS=(noisy-descent";
  for (const std::string& word : words) script += " '" + word + "'";
  script += ")\nCOMP_CWORD=" + std::to_string(words.size()) +
            "\n_noisy_descent\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
  const Outcome outcome = run_program({"--norc", folder.write("script", script)}, "", "/bin/bash");
  EXPECT_EQ(outcome.errors, "");
  return lines_of(outcome.output);
}

TEST(Words, BashCompletesCommandsOptionsAndValues) {
  EXPECT_THAT(offered_by_bash({"ru"}), ElementsAre("run"));
  EXPECT_THAT(offered_by_bash({"--error-format", "json", "ru"}), ElementsAre("run"));
  EXPECT_THAT(offered_by_bash({"run", "--th"}), ElementsAre("--threads"));
  EXPECT_THAT(offered_by_bash({"plan", "a.json", "--quie"}), ElementsAre(""));
  EXPECT_THAT(offered_by_bash({"run", "--table", "s"}), ElementsAre("summary", "slopes"));
  EXPECT_THAT(offered_by_bash({"run", "--table", "=", "s"}), ElementsAre("summary", "slopes"));
  EXPECT_THAT(offered_by_bash({"run", "--format", "="}), ElementsAre("json", "csv"));
  EXPECT_THAT(offered_by_bash({"help", "synth"}), ElementsAre("synthesize"));
  EXPECT_THAT(offered_by_bash({"completion", ""}), ElementsAre("bash", "zsh", "fish"));
  EXPECT_THAT(offered_by_bash({"solve", "--solver", "kat"}), ElementsAre("katyusha"));
  // Files are readline's.
  EXPECT_THAT(offered_by_bash({"run", ""}), ElementsAre(""));
  EXPECT_THAT(offered_by_bash({"run", "--data", ""}), ElementsAre(""));
}

TEST(Words, EveryShellAndTheManualKnowEveryCommandAndOption) {
  const std::string manual = run_program({"man"}).output;
  EXPECT_THAT(manual, StartsWith(".TH NOISY\\-DESCENT 1 "));
  const auto in_manual = [](std::string text) {
    for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos; at += 2) {
      text.insert(at, 1, '\\');
    }
    return "\n\\fB" + text + "\\fR\n";
  };
  const std::string zsh = completion_script("zsh"), fish = completion_script("fish");
  for (const CommandEntry& command : commands()) {
    EXPECT_THAT(manual, HasSubstr(in_manual(call_of(command))));
    EXPECT_THAT(zsh, HasSubstr("\n        " + std::string(command.name) + ")\n"));
    EXPECT_THAT(fish, HasSubstr(" -a " + std::string(command.name) + " -d "));
  }
  for (const OptionEntry& option : options()) {
    EXPECT_THAT(manual, HasSubstr(in_manual(call_of(option))));
    EXPECT_THAT(zsh, HasSubstr(std::string(option.name) + (option.value.empty() ? "[" : "=[")));
    EXPECT_THAT(fish, HasSubstr(" -l " + std::string(option.name.substr(2)) + " "));
  }
}

TEST(Words, TheManualAndCompletionGoToAFileLikewise) {
  const TemporaryFolder folder;
  const std::string out = folder.path("page");
  EXPECT_EQ(run_program({"man", "--out", out}).output, "");
  EXPECT_EQ(testing::read_file(out), run_program({"man"}).output);
  EXPECT_EQ(run_program({"completion", "fish"}).output, completion_script("fish"));
}

}  // namespace
}  // namespace noisy::cli
