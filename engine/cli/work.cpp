#include "engine/cli/work.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "engine/cli/interrupts.h"
#include "engine/cli/machine.h"
#include "engine/cli/odometer.h"
#include "engine/cli/progress.h"
#include "engine/experiment/result/table.h"
#include "engine/experiment/session/run_whole.h"
#include "engine/experiment/session/solving.h"

namespace noisy::cli {
Limits limits_of(const Arguments& arguments) {
  Limits limits = limits_within(arguments.memory_bytes);
  if (arguments.most_runs > 0) limits.maximum_runs = arguments.most_runs;
  return limits;
}

int threads_of(const Arguments& arguments) {
  return threads_within(arguments.threads);
}

Result<void> write_readable(const Arguments& arguments, const std::string& json) {
  const Result<Json> tree = parse_json(json, kOwnOutput);
  if (!tree) return std::unexpected(tree.error());
  return write_text(arguments.out.value_or(""), write_json(*tree, JsonLayout::pretty));
}

Result<void> write_table(const Arguments& arguments, std::string_view result) {
  const auto text = result_table(result, *asked_table(arguments));
  if (!text) return std::unexpected(text.error());
  return write_text(arguments.out.value_or(""), *text);
}

Result<int> write_report(const Arguments& arguments, const std::string& json) {
  const Result<Json> tree = parse_json(json, kOwnOutput);
  if (!tree) return std::unexpected(tree.error());
  const auto written = asked_table(arguments) ? write_table(arguments, json)
                                              : write_text(arguments.out.value_or(""),
                                                           write_json(*tree, JsonLayout::pretty));
  if (!written) return std::unexpected(written.error());
  const std::vector<std::string> lines = refusal_lines(*tree, message_style(arguments.errors));
  for (const std::string& line : lines) std::fprintf(stderr, "%s\n", line.c_str());
  return lines.empty() ? 0 : 1;
}

void say_solvers(const Arguments& arguments, std::string_view experiment) {
  for (const std::string& name : declare_solvers(experiment)) {
    if (arguments.quiet) continue;
    std::fprintf(stderr, "noisy-descent: no solver is called %s here: the fallback answers\n",
                 name.c_str());
  }
}

Result<std::string> read_asking(const Arguments& arguments) {
  auto experiment = read_text(arguments.input, kMostExperimentBytes);
  if (experiment) say_solvers(arguments, *experiment);
  return experiment;
}

Result<std::unique_ptr<Session>> open(const Arguments& arguments, const std::string& experiment,
                                      Workspace& workspace, FileIdentity* identity) {
  Result<std::unique_ptr<Session>> session = workspace.open(experiment, "");
  if (!session) return session;
  if (auto loaded = load(arguments, **session, identity); !loaded) {
    return std::unexpected(loaded.error());
  }
  return session;
}

Result<RunOutcome> run_experiment(const Arguments& arguments, const std::string& experiment) {
  Workspace workspace(limits_of(arguments));
  const auto opened = open(arguments, experiment, workspace);
  if (!opened) return std::unexpected(opened.error());
  listen_to_interrupts();
  ProgressLine line(arguments.quiet);
  RunOutcome outcome;
  Result<std::string> result =
      run_whole(**opened, experiment, threads_of(arguments), [&](const Progress& progress) {
        line.show(progress);
        outcome.cancelled = outcome.cancelled || (was_interrupted() && !progress.done);
        return !outcome.cancelled;
      });
  if (!result) return std::unexpected(result.error());
  outcome.result = std::move(*result);
  return outcome;
}

MessageStyle message_style(ErrorFormat format) {
  const auto variable = [](const char* name) {
    const char* text = std::getenv(name);
    return std::string_view(text ? text : "");
  };
  const bool is_terminal = isatty(STDERR_FILENO) != 0;
  return {.format = format,
          .has_colour = takes_colour(is_terminal, variable("NO_COLOR"), variable("TERM"))};
}

void count_entry(const Arguments& arguments, const FileNames& data,
                 const std::optional<std::string>& entry) {
  if (!entry || arguments.no_odometer) return;
  const auto journal = append_journal(data, *entry);
  if (!journal) {
    const Error& error = journal.error();
    say_warning(arguments, "the odometer cannot be kept at " + error.field + ": " + error.message);
  } else if (!arguments.quiet) {
    std::fprintf(stderr, "%s\n", odometer_line(*journal).c_str());
  }
}

void say_warning(const Arguments& arguments, std::string_view message) {
  const std::string line = warning_line(message, message_style(arguments.errors));
  std::fprintf(stderr, "%s\n", line.c_str());
}

bool needs_names(const Arguments& arguments, const std::string& experiment) {
  if (!arguments.data || arguments.no_odometer) return false;
  const Result<Json> tree = parse_json(experiment, kOwnOutput);
  return !tree || is_counted(*tree);
}

void count_run(const Arguments& arguments, const FileNames& data, std::string_view result) {
  const Result<Json> tree = parse_json(result, kOwnOutput);
  count_entry(arguments, data, tree ? odometer_entry(*tree) : std::nullopt);
}

}  // namespace noisy::cli
