#include "engine/cli/command_list.h"

#include <algorithm>
#include <array>
#include <ranges>

#include "engine/cli/options.h"
#include "engine/experiment/file/version.h"

namespace noisy::cli {
namespace {

constexpr std::array<CommandEntry, 23> kCommands = {{
    {"inspect", "FILE", "--out --format --memory",
     "looks at a data file of any kind, and proposes the data block that reads it; not private"},
    {"fit", "TABLE",
     "--target --positive --threshold --regression --epsilon --delta --columns --hold-out "
     "--private-score --method --ranges-share --set --delimiter --decimal --encoding --experiment "
     "--out --threads --memory --quiet --no-odometer",
     "makes a private model of a table: chooses a method, runs it once in secret noise, and writes "
     "what predicts"},
    {"predict", "MODEL TABLE", "--delimiter --decimal --encoding --out --memory",
     "writes a model's predictions for the rows of a table, as CSV"},
    {"model", "MODEL", "--code --out", "says in plain words what a model is, or writes it as code"},
    {"run", "EXPERIMENT", "--data --out --format --table --threads --memory --quiet --no-odometer",
     "runs an experiment and writes its result"},
    {"plan", "EXPERIMENT", "--data --out --format --table --memory",
     "shows the plans and what a run would cost, without running"},
    {"landscape", "EXPERIMENT", "--request --data --out --threads --memory --quiet",
     "computes the exact objective on a line or a plane, and how its gap goes with its gradient; "
     "not private"},
    {"solve", "EXPERIMENT",
     "--solver --tolerance --gradients --seed --primal-regularization --dual-regularization --data "
     "--out --threads --memory --quiet",
     "finds the minimizer of the exact objective, or its saddle point, with a solver of one's "
     "choice, to a certified distance; not private"},
    {"kl-trial", "EXPERIMENT", "--data --out --memory --experiment",
     "makes an experiment one for methods of the KL condition, and says what is certified and what "
     "assumed"},
    {"recommend", "EXPERIMENT",
     "--data --samples --features --method --out --format --threads --memory",
     "chooses method, steps, clip and regularizer from public facts alone, says what to expect, "
     "and writes the experiment with them"},
    {"constants", "EXPERIMENT",
     "--data --out --threads --memory --quiet --rho --failure --no-odometer",
     "estimates the constants of the KL condition of one's own data privately, for a budget "
     "of their own"},
    {"audit", "EXPERIMENT",
     "--data --out --threads --memory --quiet --runs --confidence --algorithm --seed --planted "
     "--neighbours",
     "tries to refute what a private algorithm claims, by telling two data sets apart"},
    {"catalogue", "", "--out",
     "prints what there is: algorithms, problems, data sets, theory queries, error codes"},
    {"verify", "RESULT", "--data --out --threads --memory --quiet",
     "replays a result and compares its fingerprint"},
    {"check-statement", "RESULT", "--data --out --memory",
     "recomputes a result's privacy figures, and plans its experiment again; with the data file it "
     "compares its size, too"},
    {"export", "RESULT", "--out --format --table",
     "prints a table of a result as CSV, such as other programs read"},
    {"redact", "RESULT", "--out", "prints a result without its nonPrivate blocks"},
    {"synthesize", "RESULT", "--run --records --seed --codes --out",
     "draws synthetic records from the histogram that a run on marginal-queries released, as CSV"},
    {"marginals", "RESULT", "--run --data --out --threads --memory --quiet",
     "compares that histogram with the records, in all tables of 1 to 3 columns; not private"},
    {"link", "FILE|URL", "--data --out --site --decode",
     "makes a link that replays an experiment or a result, or says what one holds (npx "
     "noisy-descent only)"},
    {"odometer", "", "--data --out --reset",
     "says how many secure runs read each data file on this machine, and what they cost together"},
    {"account", "QUERY", "--out", "answers one accountant question, a JSON object or its file"},
    {"theory", "QUERY", "--out", "answers one question about rates, bounds and noise, likewise"},
}};

}  // namespace

std::span<const CommandEntry> commands() {
  return kCommands;
}

const CommandEntry* find_command(std::string_view name) {
  const auto found = std::ranges::find(kCommands, name, &CommandEntry::name);
  return found == kCommands.end() ? nullptr : &*found;
}

/// The words of a list that is separated by spaces.
std::vector<std::string> words_of(std::string_view list) {
  std::vector<std::string> words;
  for (const auto word : std::views::split(list, ' ')) words.emplace_back(word.begin(), word.end());
  return words;
}

bool takes(const CommandEntry& command, std::string_view option) {
  const std::vector<std::string> options = words_of(command.options);
  return std::ranges::find(options, option) != options.end();
}

std::string help_text(std::string_view name) {
  const CommandEntry* command = find_command(name);
  if (!command) {
    std::string text = "noisy-descent " + std::string(engine_version()) +
                       "\nDifferentially private optimization with provable guarantees.\n\n"
                       "usage: noisy-descent COMMAND ...   (- stands for standard input)\n\n";
    for (const CommandEntry& entry : kCommands) {
      std::string call = std::string(entry.name) + " " + std::string(entry.input);
      call.resize(24, ' ');
      text += "  " + call + std::string(entry.summary) + "\n";
    }
    return text +
           "\nnoisy-descent COMMAND --help says more; --version prints the version.\n"
           "Exit status: 0 success, 1 the work failed, 2 the input was wrong.\n";
  }
  std::string text = "usage: noisy-descent " + std::string(command->name) + " " +
                     std::string(command->input) + " [options]\n" + std::string(command->summary) +
                     "\n\n";
  for (const OptionEntry& option : options()) {
    if (!takes(*command, option.name)) continue;
    std::string call = std::string(option.name) + " " + std::string(option.value);
    call.resize(std::max<std::size_t>(16, call.size() + 2), ' ');
    text += "  " + call + std::string(option.help) + "\n";
  }
  return text;
}

}  // namespace noisy::cli
