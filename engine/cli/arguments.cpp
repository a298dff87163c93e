#include "engine/cli/arguments.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <ranges>
#include <vector>

#include "engine/data/text_lines.h"
#include "engine/experiment/file/fields.h"
#include "engine/experiment/file/version.h"
#include "engine/json/vocabulary.h"

namespace noisy {

template <>
std::span<const Word<cli::OutputFormat>> vocabulary() {
  static constexpr std::array<Word<cli::OutputFormat>, 2> kWords = {
      {{cli::OutputFormat::json, "json", "JSON", "The whole result."},
       {cli::OutputFormat::csv, "csv", "CSV", "One of its tables, a header for each column."}}};
  return kWords;
}

namespace cli {
namespace {

constexpr std::array<CommandEntry, 23> kCommands = {{
    {"inspect", "FILE", "--out --format --memory",
     "looks at a data file of any kind, and proposes the data block that reads it; not private"},
    {"fit", "TABLE",
     "--target --positive --threshold --epsilon --delta --columns --hold-out --method "
     "--ranges-share --set --delimiter --decimal --encoding --experiment --out --threads --memory "
     "--quiet --no-odometer",
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
     "and "
     "writes the experiment with them"},
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

struct OptionEntry {
  std::string_view name;
  std::string_view value;  ///< "" for a switch
  std::string_view help;
  Result<void> (*read)(const std::string& value, Arguments& arguments);
  std::string_view field =
      "";                ///< of a fit's request, which takes the value where nothing reads it
  bool is_text = false;  ///< the field holds a text, else a number
};

std::unexpected<Error> wrong(std::string_view word, std::string message) {
  return fail(ErrorCode::invalid_command, shortened(word), std::move(message));
}

/// What a number on the command line may be, and the same in words.
struct NumberRange {
  double least;
  double most;
  bool is_whole;
  std::string_view words;
};

Result<double> number_in(const NumberRange& range, std::string_view option,
                         const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  const bool is_number = error == std::errc() && rest == end;
  if (is_number && value >= range.least && value <= range.most &&
      (!range.is_whole || value == std::floor(value))) {
    return value;
  }
  return wrong(option, "is " + quoted(text) + "; it must be " + std::string(range.words));
}

Result<void> read_threads(const std::string& text, Arguments& arguments) {
  const auto value =
      number_in({1, 1024, true, "a whole number greater than 0, at most 1024"}, "--threads", text);
  if (!value) return std::unexpected(value.error());
  arguments.threads = static_cast<int>(*value);
  return {};
}

Result<void> read_memory(const std::string& text, Arguments& arguments) {
  constexpr double kBytesPerGigabyte = 1e9;
  const auto value =
      number_in({0.001, 1e6, false, "a number of gigabytes, at least 0.001 and at most 1000000"},
                "--memory", text);
  if (!value) return std::unexpected(value.error());
  arguments.memory_bytes = *value * kBytesPerGigabyte;
  return {};
}

Result<void> read_count(std::string_view option, const std::string& text,
                        std::optional<Index>& out) {
  const auto value =
      number_in({1, 1e9, true, "a whole number greater than 0, at most 10^9"}, option, text);
  if (!value) return std::unexpected(value.error());
  out = static_cast<Index>(*value);
  return {};
}

Result<void> read_runs(const std::string& text, Arguments& arguments) {
  const auto value = number_in({1, 1e15, true, "a whole number greater than 0"}, "--runs", text);
  if (!value) return std::unexpected(value.error());
  arguments.audit.runs = static_cast<Index>(*value);
  return {};
}

Result<void> read_rho(const std::string& text, Arguments& arguments) {
  const auto value = number_in(
      {std::numeric_limits<double>::min(), 1e6, false, "a number greater than 0, at most 1000000"},
      "--rho", text);
  if (!value) return std::unexpected(value.error());
  arguments.rho = *value;
  return {};
}

Result<void> read_failure(const std::string& text, Arguments& arguments) {
  const auto value = number_in(
      {std::numeric_limits<double>::min(), 0.5, false, "a number greater than 0, at most 0.5"},
      "--failure", text);
  if (!value) return std::unexpected(value.error());
  arguments.failure = *value;
  return {};
}

Result<void> read_confidence(const std::string& text, Arguments& arguments) {
  const auto value = number_in(
      {std::numeric_limits<double>::min(), 1, false, "a number greater than 0, at most 1"},
      "--confidence", text);
  if (!value) return std::unexpected(value.error());
  arguments.audit.confidence = *value;
  return {};
}

Result<void> read_seed(const std::string& text, Arguments& arguments) {
  constexpr double kMostSeed = 9'007'199'254'740'991;
  const auto value =
      number_in({0, kMostSeed, true, "a whole number, at most 9007199254740991"}, "--seed", text);
  if (!value) return std::unexpected(value.error());
  arguments.audit.seed = static_cast<std::uint64_t>(*value);
  arguments.synthesis.seed = arguments.audit.seed;
  arguments.solve.set("seed", *value);
  return {};
}

Result<void> read_run(const std::string& text, Arguments& arguments) {
  const auto value = number_in({0, 1e9, true, "a whole number, at least 0"}, "--run", text);
  if (!value) return std::unexpected(value.error());
  arguments.synthesis.run = static_cast<Index>(*value);
  return {};
}

Result<void> read_records(const std::string& text, Arguments& arguments) {
  const auto value = number_in({1, 1e8, true, "a whole number greater than 0, at most 100000000"},
                               "--records", text);
  if (!value) return std::unexpected(value.error());
  arguments.synthesis.records = static_cast<Index>(*value);
  return {};
}

Result<void> read_tolerance(const std::string& text, Arguments& arguments) {
  const auto value = number_in(
      {std::numeric_limits<double>::min(), 1, false, "a number greater than 0, at most 1"},
      "--tolerance", text);
  if (!value) return std::unexpected(value.error());
  arguments.solve.set("tolerance", *value);
  return {};
}

Result<void> read_gradients(const std::string& text, Arguments& arguments) {
  const auto value =
      number_in({1, 1e15, true, "a whole number greater than 0"}, "--gradients", text);
  if (!value) return std::unexpected(value.error());
  arguments.solve.set("gradients", *value);
  return {};
}

/// Of a solve, as the named field of its request.
Result<void> read_regularization(std::string_view option, std::string field,
                                 const std::string& text, Arguments& arguments) {
  const auto value =
      number_in({0, kLargest, false, "a number, at least 0 and at most 1e300"}, option, text);
  if (!value) return std::unexpected(value.error());
  arguments.solve.set(std::move(field), *value);
  return {};
}

/// One of the words of a vocabulary.
template <typename Value>
Result<Value> word_in(std::string_view option, const std::string& text) {
  if (const std::optional<Value> value = find_word<Value>(text)) return *value;
  const std::vector<std::string> words = word_ids<Value>();
  return wrong(option, "is " + quoted(text) + "; it must be one of " + listing(words) + "." +
                           did_you_mean(text, words));
}

Result<void> read_format(const std::string& text, Arguments& arguments) {
  const auto format = word_in<OutputFormat>("--format", text);
  if (!format) return std::unexpected(format.error());
  arguments.format = *format;
  return {};
}

Result<void> read_table(const std::string& text, Arguments& arguments) {
  const auto table = word_in<ResultTable>("--table", text);
  if (!table) return std::unexpected(table.error());
  arguments.table = *table;
  return {};
}

/// A field of the experiment that a fit writes.
Result<void> read_set(const std::string& text, Arguments& arguments) {
  const std::size_t at = text.find('=');
  const std::string path = text.substr(0, at);
  const Result<Json> value =
      at == std::string::npos ? Result<Json>(Json()) : parse_json(text.substr(at + 1));
  if (at == std::string::npos || path.empty()) {
    return wrong("--set", "is " + quoted(text) + "; it must be a path, \"=\" and a value");
  }
  Json all = arguments.fit.member("set");
  // A word needs no quotes.
  all.set(path, value ? *value : Json(text.substr(at + 1)));
  arguments.fit.set("set", std::move(all));
  return {};
}

/// A field of a fit's request; given again, a list of texts.
Result<void> read_fit_field(std::string_view option, std::string_view field, bool is_text,
                            const std::string& text, Arguments& arguments) {
  Json value = text;
  if (!is_text) {
    const auto number = number_in({-kLargest, kLargest, false, "a number"}, option, text);
    if (!number) return std::unexpected(number.error());
    value = *number;
  }
  if (const Json* before = arguments.fit.find(field); before && is_text) {
    std::vector<Json> all(before->elements().begin(), before->elements().end());
    if (!before->is_array()) all = {*before};
    all.push_back(std::move(value));
    value = Json::array(std::move(all));
  }
  arguments.fit.set(field, std::move(value));
  return {};
}

const std::array<OptionEntry, 45> kOptions = {{
    {"--data", "FILE", "the experiment's data file (- is standard input)",
     [](const std::string& value, Arguments& arguments) -> Result<void> {
       arguments.data = value;
       return {};
     }},
    {"--out", "FILE", "where to write, instead of standard output",
     [](const std::string& value, Arguments& arguments) -> Result<void> {
       arguments.out = value;
       return {};
     }},
    {"--target", "COLUMN", "fit: the column that is predicted", nullptr, "target", true},
    {"--positive", "WORD", "fit: its word that counts as yes (again for further ones)", nullptr,
     "positive", true},
    {"--threshold", "T", "fit: a target of numbers counts as yes from here on", nullptr,
     "threshold"},
    {"--epsilon", "E", "fit: the privacy budget", nullptr, "epsilon"},
    {"--delta", "D", "fit: with it (default: 0.00001, less above 10000 rows; 0: pure)", nullptr,
     "delta"},
    {"--columns", "FILE",
     "fit: what columns are, as JSON by their names: {\"age\": {\"role\": \"number\", \"lower\": "
     "0, "
     "\"upper\": 100}}",
     [](const std::string& value, Arguments& arguments) -> Result<void> {
       arguments.columns = value;
       return {};
     }},
    {"--hold-out", "SHARE", "fit: of the rows, kept out to judge it (default: 0.2; 0: none)",
     nullptr, "holdOut"},
    {"--method", "ID", "fit, recommend: an algorithm (default: the one that is recommended)",
     nullptr, "method", true},
    {"--ranges-share", "S", "fit: share of the budget for ranges that nobody states (default: 0.1)",
     nullptr, "rangesShare"},
    {"--set", "PATH=JSON",
     "fit: a field of the experiment, such as problem.regularizer.strength=0.01", &read_set},
    {"--delimiter", "C", "of the table (default: fit tells it from the header)", nullptr,
     "delimiter", true},
    {"--code", "LANGUAGE", "model: python, javascript or c (default: a card in plain words)",
     [](const std::string& value, Arguments& arguments) -> Result<void> {
       arguments.code = value;
       return {};
     }},
    {"--decimal", "C", "its decimal mark, . or ,", nullptr, "decimal", true},
    {"--encoding", "NAME", "utf-8 or latin1", nullptr, "encoding", true},
    {"--request", "JSON", "landscape: what is computed, an object or its file",
     [](const std::string& value, Arguments& arguments) -> Result<void> {
       arguments.request = value;
       return {};
     }},
    {"--format", "FORMAT",
     "csv: a table, one header for each column (run, plan: json unless asked; inspect, recommend: "
     "a "
     "text for people, or json)",
     &read_format},
    {"--table", "TABLE",
     "of CSV: traces (default), a row for each traced iterate, or summary; of a plan: blocks",
     &read_table},
    {"--threads", "N", "how many threads work (default: all of the machine's)", &read_threads},
    {"--memory", "GB", "most memory for data and traces (default: 3/4 of the machine's)",
     &read_memory},
    {"--samples", "N", "recommend: records of the data file, in place of the file",
     [](const std::string& value, Arguments& arguments) {
       return read_count("--samples", value, arguments.samples);
     }},
    {"--features", "D", "recommend: its columns after preprocessing, likewise",
     [](const std::string& value, Arguments& arguments) {
       return read_count("--features", value, arguments.features);
     }},
    {"--rho", "RHO", "constants: the zCDP budget of both estimates together", &read_rho},
    {"--failure", "P", "constants: how likely one of them may be wrong (default: 0.05)",
     &read_failure},
    {"--runs", "N", "audit: runs on each of the two data sets (default: 100000)", &read_runs},
    {"--confidence", "C", "audit: of the lower bound on epsilon (default: 0.999999)",
     &read_confidence},
    {"--algorithm", "ID", "audit: which one (default: the first that is private)",
     [](const std::string& value, Arguments& arguments) -> Result<void> {
       arguments.audit.algorithm = value;
       return {};
     }},
    {"--solver", "ID",
     "solve: which one (default: loopless-svrg; of saddle problems loopless-svr-extragradient)",
     [](const std::string& value, Arguments& arguments) -> Result<void> {
       arguments.solve.set("solver", value);
       return {};
     }},
    {"--tolerance", "T", "solve: demanded residual, as a part of the first (default: 0.000001)",
     &read_tolerance},
    {"--gradients", "N", "solve: gradients of records that each attempt may take", &read_gradients},
    {"--run", "K", "synthesize, marginals: which of the result's runs (default: 0, the first)",
     &read_run},
    {"--records", "N", "synthesize: how many (default: as many as the data have)", &read_records},
    {"--codes", "", "synthesize: writes the codes of levels, and not what they are called",
     [](const std::string&, Arguments& arguments) -> Result<void> {
       arguments.synthesis.codes = true;
       return {};
     }},
    {"--seed", "N", "audit, solve, synthesize: of its randomness (default: 1)", &read_seed},
    {"--primal-regularization", "A", "solve: adds (A/2) |x|^2 to a saddle problem (default: 0)",
     [](const std::string& value, Arguments& arguments) {
       return read_regularization("--primal-regularization", "primalRegularization", value,
                                  arguments);
     }},
    {"--dual-regularization", "B", "solve: subtracts (B/2) |y|^2 from it (default: 0)",
     [](const std::string& value, Arguments& arguments) {
       return read_regularization("--dual-regularization", "dualRegularization", value, arguments);
     }},
    {"--planted", "ID", "audit: a toy with this planted defect, in place of the algorithm",
     [](const std::string& value, Arguments& arguments) -> Result<void> {
       arguments.audit.planted = value;
       return {};
     }},
    {"--neighbours", "",
     "audit: instead, how far replacing each record moves the exact solution; not private",
     [](const std::string&, Arguments& arguments) -> Result<void> {
       arguments.audit.neighbours = true;
       return {};
     }},
    {"--no-odometer", "", "what reads a data file in secret noise is not counted",
     [](const std::string&, Arguments& arguments) -> Result<void> {
       arguments.no_odometer = true;
       return {};
     }},
    {"--site", "URL", "link: the playground's address, which the link then begins with",
     [](const std::string& value, Arguments& arguments) -> Result<void> {
       arguments.site = value;
       return {};
     }},
    {"--experiment", "", "kl-trial: writes the new experiment alone, which can be run",
     [](const std::string&, Arguments& arguments) -> Result<void> {
       arguments.experiment_alone = true;
       return {};
     }},
    {"--decode", "", "link: says what a link holds, instead of making one",
     [](const std::string&, Arguments& arguments) -> Result<void> {
       arguments.decode = true;
       return {};
     }},
    {"--reset", "", "odometer: forgets what it has shown",
     [](const std::string&, Arguments& arguments) -> Result<void> {
       arguments.reset = true;
       return {};
     }},
    {"--quiet", "", "no progress on standard error",
     [](const std::string&, Arguments& arguments) -> Result<void> {
       arguments.quiet = true;
       return {};
     }},
}};

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

/// A whole word: `--run` is no part of `--runs`.
bool takes(const CommandEntry& command, std::string_view option) {
  const std::vector<std::string> options = words_of(command.options);
  return std::ranges::find(options, option) != options.end();
}

Result<const CommandEntry*> choose(const std::string& word) {
  if (const CommandEntry* command = find_command(word)) return command;
  std::vector<std::string> names = {"--help", "--version"};
  for (const CommandEntry& entry : kCommands) names.emplace_back(entry.name);
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
  const auto option = std::ranges::find(kOptions, word, &OptionEntry::name);
  if (option == kOptions.end() || !takes(command, option->name)) {
    return no_such_option(word, command);
  }
  const bool needs_value = !option->value.empty();
  if (needs_value && at + 1 == words.size()) {
    return wrong(word, "needs a value: " + std::string(option->value));
  }
  const std::string value = needs_value ? words[at + 1] : "";
  const Result<void> read =
      option->read ? option->read(value, arguments)
                   : read_fit_field(word, option->field, option->is_text, value, arguments);
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

std::span<const CommandEntry> commands() {
  return kCommands;
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
  for (const OptionEntry& option : kOptions) {
    if (!takes(*command, option.name)) continue;
    std::string call = std::string(option.name) + " " + std::string(option.value);
    call.resize(std::max<std::size_t>(16, call.size() + 2), ' ');
    text += "  " + call + std::string(option.help) + "\n";
  }
  return text;
}

}  // namespace cli
}  // namespace noisy
