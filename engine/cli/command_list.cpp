#include "engine/cli/command_list.h"

#include <algorithm>
#include <array>
#include <ranges>

#include "engine/cli/options.h"

namespace noisy::cli {
namespace {

constexpr std::array<CommandEntry, 28> kCommands = {{
    {"inspect", "FILE", "--out --format --memory",
     "show what is in a data file of any kind, and propose the data block that reads it; not "
     "private"},
    {"fit", "TABLE",
     "--target --positive --threshold --regression --epsilon --delta --columns --hold-out "
     "--private-score --method --ranges-share --set --delimiter --decimal --encoding --experiment "
     "--out --threads --memory --quiet --no-odometer",
     "make a private model of a table: choose a method, run it once in secret noise, and write the "
     "model"},
    {"predict", "MODEL TABLE", "--delimiter --decimal --encoding --out --memory",
     "write a model's predictions for the rows of a table, as CSV"},
    {"model", "MODEL", "--code --out", "say in plain words what a model is, or write it as code"},
    {"run", "[EXPERIMENT]",
     "--data --out --format --table --part --checkpoint --resume --most-runs --threads --memory "
     "--quiet --no-odometer",
     "run an experiment, or a part of it, and write its result; or go on with a part"},
    {"assemble", "PART...", "--out --format --table",
     "put the parts of an experiment together into its result, in any order"},
    {"plan", "EXPERIMENT", "--data --out --format --table --memory --most-runs",
     "show the plans and what a run would cost, without running"},
    {"landscape", "EXPERIMENT", "--request --data --out --threads --memory --quiet",
     "compute the exact objective on a line or a plane, and how its gap goes with its gradient; "
     "not private"},
    {"solve", "EXPERIMENT",
     "--solver --tolerance --gradients --seed --primal-regularization --dual-regularization --data "
     "--out --threads --memory --quiet",
     "find the minimizer of the exact objective, or its saddle point, with a chosen solver to a "
     "certified distance; not private"},
    {"kl-trial", "EXPERIMENT", "--data --out --memory --experiment",
     "turn an experiment into one for methods of the KL condition, and say what is certified and "
     "what assumed"},
    {"recommend", "EXPERIMENT",
     "--data --samples --features --method --out --format --threads --memory",
     "choose method, steps, clip and regularizer from public facts alone, say what to expect, and "
     "write the experiment with them to --out"},
    {"constants", "EXPERIMENT",
     "--data --out --threads --memory --quiet --rho --failure --rank --no-odometer",
     "estimate the constants of the KL condition of your own data privately, for a budget of their "
     "own"},
    {"audit", "EXPERIMENT",
     "--data --out --threads --memory --quiet --runs --confidence --algorithm --seed --planted "
     "--neighbours",
     "try to refute what a private algorithm claims, by telling two data sets apart"},
    {"catalogue", "", "--out",
     "list algorithms, problems, data sets, theory queries and error codes"},
    {"verify", "RESULT", "--data --out --threads --memory --most-runs --quiet",
     "replay a result and compare its fingerprint"},
    {"check-statement", "RESULT", "--data --out --memory",
     "recompute a result's privacy figures and plan its experiment again; with the data file, "
     "compare its size too"},
    {"export", "RESULT", "--out --format --table",
     "write a table of a result as CSV, for other programs"},
    {"redact", "RESULT", "--out", "write a result without its nonPrivate blocks"},
    {"synthesize", "RESULT", "--run --records --seed --codes --out",
     "draw synthetic records, as CSV, from the histogram that a run on marginal-queries released"},
    {"marginals", "RESULT", "--run --data --out --threads --memory --quiet",
     "compare that histogram with the records in all tables of 1 to 3 columns; not private"},
    {"link", "FILE|URL", "--data --out --site --decode",
     "make a link that replays an experiment or a result, or say what a link holds (npx "
     "noisy-descent only)"},
    {"odometer", "", "--data --out --reset",
     "say how many secure runs read each data file on this machine, and what they cost together"},
    {"account", "QUERY", "--out", "answer one accountant question, a JSON object or its file"},
    {"theory", "QUERY", "--out", "answer one question about rates, bounds and noise, likewise"},
    {"completion", "bash|zsh|fish", "--out", "write the script that completes commands in a shell"},
    {"man", "", "--out", "write the manual page"},
    {"help", "[COMMAND]", "", "show this help, or that of a command"},
    {"version", "", "", "show the version"},
}};

}  // namespace

std::span<const CommandEntry> commands() {
  return kCommands;
}

const CommandEntry* find_command(std::string_view name) {
  const auto found = std::ranges::find(kCommands, name, &CommandEntry::name);
  return found == kCommands.end() ? nullptr : &*found;
}

std::vector<std::string> words_of(std::string_view list, char separator) {
  std::vector<std::string> words;
  for (const auto word : std::views::split(list, separator)) {
    if (!word.empty()) words.emplace_back(word.begin(), word.end());
  }
  return words;
}

bool takes(const CommandEntry& command, const OptionEntry& option) {
  const std::vector<std::string> options = words_of(command.options);
  return option.traits.is_common || std::ranges::find(options, option.name) != options.end();
}

bool is_optional_input(const CommandEntry& command) {
  return command.input.starts_with('[');
}

bool takes_many(const CommandEntry& command) {
  return command.input.ends_with("...");
}

}  // namespace noisy::cli
