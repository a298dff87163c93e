#include "engine/cli/options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/data/text_lines.h"
#include "engine/experiment/file/fields.h"
#include "engine/json/vocabulary.h"
#include "engine/solver/base/solver_entry.h"

namespace noisy {

template <>
std::span<const Word<cli::OutputFormat>> vocabulary() {
  static constexpr std::array<Word<cli::OutputFormat>, 2> kWords = {
      {{cli::OutputFormat::json, "json", "JSON", "The whole result."},
       {cli::OutputFormat::csv, "csv", "CSV", "One of its tables, a header for each column."}}};
  return kWords;
}

template <>
std::span<const Word<cli::ErrorFormat>> vocabulary() {
  static constexpr std::array<Word<cli::ErrorFormat>, 2> kWords = {
      {{cli::ErrorFormat::text, "text", "Text", "A line for people."},
       {cli::ErrorFormat::json, "json", "JSON", "A line that holds an object."}}};
  return kWords;
}

namespace cli {
namespace {

constexpr double kAboveZero = std::numeric_limits<double>::min();
constexpr NumberRange kPositiveWhole{1, 1e15, true, "a whole number greater than 0"};
constexpr NumberRange kCount{1, 1e9, true, "a whole number greater than 0, at most 10^9"};
constexpr NumberRange kUpToOne{kAboveZero, 1, false, "a number greater than 0, at most 1"};
constexpr NumberRange kNotNegative{0, kLargest, false, "a number, at least 0 and at most 1e300"};

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

/// Beside errors as JSON, standard error holds nothing that programs would have to skip.
Result<void> read_error_format(const std::string& text, Arguments& arguments) {
  const auto format = word_in<ErrorFormat>("--error-format", text);
  if (!format) return std::unexpected(format.error());
  arguments.errors = *format;
  arguments.quiet = arguments.quiet || *format == ErrorFormat::json;
  return {};
}

/// Part K of N, as K/N.
Result<void> read_part(const std::string& text, Arguments& arguments) {
  PartShare share;
  const char* const end = text.data() + text.size();
  const auto number = std::from_chars(text.data(), end, share.number);
  const bool has_of = number.ec == std::errc() && number.ptr != end && *number.ptr == '/';
  const auto of = has_of ? std::from_chars(number.ptr + 1, end, share.of) : number;
  const bool is_whole = has_of && of.ec == std::errc() && of.ptr == end;
  if (!is_whole || share.number < 1 || share.number > share.of || share.of > kMostParts) {
    return wrong("--part", "is " + quoted(text) +
                               "; it must be K/N, K from 1 to N and N at most 100000: 3/10 is the "
                               "third of ten parts");
  }
  arguments.part = share;
  return {};
}

std::vector<std::string> algorithm_ids() {
  std::vector<std::string> ids;
  for (const AlgorithmEntry& algorithm : algorithms()) ids.emplace_back(algorithm.id);
  return ids;
}

std::vector<std::string> solver_ids() {
  std::vector<std::string> ids;
  for (const SolverEntry& solver : solvers().entries()) ids.emplace_back(solver.id);
  return ids;
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
  if (all.find(path)) return wrong("--set", "sets " + quoted(path) + " twice");
  // A word needs no quotes.
  all.set(path, value ? *value : Json(text.substr(at + 1)));
  arguments.fit.set("set", std::move(all));
  return {};
}

constexpr std::array<OptionEntry, 55> kOptions = {{
    {"--data", "FILE", "read the experiment's data from FILE (- is standard input)",
     AnyText{[](std::string value, Arguments& to) { to.data = std::move(value); }}},
    {"--out", "FILE", "write to FILE instead of standard output",
     AnyText{[](std::string value, Arguments& to) { to.out = std::move(value); }}},
    {"--target", "COLUMN", "predict this column", FitField{"target", true}},
    {"--positive",
     "WORD",
     "count this word of the target as yes (give it again for further words)",
     FitField{"positive", true},
     {.repeats = true}},
    {"--threshold", "T", "count a target of numbers as yes from T on", FitField{"threshold"}},
    {"--regression", "",
     "predict a number, whose range is found privately unless --columns states it",
     Switch{[](Arguments& to) { to.fit.set("regression", true); }}},
    {"--epsilon", "E", "spend this privacy budget", FitField{"epsilon"}},
    {"--delta", "D", "allow this delta (default: 0.00001, less above 10000 rows; 0: pure)",
     FitField{"delta"}},
    {"--columns", "FILE",
     "read what the columns are from JSON: {\"age\": {\"lower\": 0, \"upper\": 100}}",
     AnyText{[](std::string value, Arguments& to) { to.columns = std::move(value); }}},
    {"--hold-out", "SHARE",
     "hold out this share of the rows to judge the model (default: 0.2; 0: none)",
     FitField{"holdOut"}},
    {"--private-score", "",
     "publish a score of the held-out rows with noise, which they alone pay for",
     Switch{[](Arguments& to) { to.fit.set("privateScore", true); }}},
    {"--method",
     "ID",
     "use this algorithm (default: the recommended one)",
     FitField{"method", true},
     {.choices = &algorithm_ids}},
    {"--ranges-share", "S",
     "spend this share of the budget on ranges that nobody states (default: 0.1)",
     FitField{"rangesShare"}},
    {"--set",
     "PATH=JSON",
     "set a field of the experiment, such as problem.regularizer.strength=0.01 (give it again for "
     "further fields)",
     OwnReader(&read_set),
     {.repeats = true}},
    {"--delimiter", "C", "split the rows of the table at C (default: fit tells it from the header)",
     FitField{"delimiter", true}},
    {"--code", "LANGUAGE",
     "write the model in python, javascript, c or onnx (default: a card in plain words)",
     AnyText{[](std::string value, Arguments& to) { to.code = std::move(value); }}},
    {"--decimal", "C", "read C as the decimal mark: . or ,", FitField{"decimal", true}},
    {"--encoding", "NAME", "read the table as utf-8 or latin1", FitField{"encoding", true}},
    {"--request", "JSON", "compute what this JSON object, or its file, asks for",
     AnyText{[](std::string value, Arguments& to) { to.request = std::move(value); }}},
    {"--format",
     "FORMAT",
     "write json, or a table as csv (inspect, recommend: json instead of a text for people)",
     OwnReader(&read_format),
     {.choices = &word_ids<OutputFormat>}},
    {"--table",
     "TABLE",
     "choose the table of csv: traces (default), summary or slopes of a result, blocks of a plan",
     OwnReader(&read_table),
     {.choices = &word_ids<ResultTable>}},
    {"--threads", "N", "work with N threads (default: as many as the machine has)",
     NumberIn{{1, 1024, true, "a whole number greater than 0, at most 1024"},
              [](double value, Arguments& to) { to.threads = static_cast<int>(value); }}},
    {"--memory", "GB",
     "take at most so many gigabytes for data and traces (default: 3/4 of the machine's)",
     NumberIn{{0.001, 1e6, false, "a number of gigabytes, at least 0.001 and at most 1000000"},
              [](double value, Arguments& to) { to.memory_bytes = value * 1e9; }}},
    {"--part", "K/N",
     "run the K-th of N parts of the runs, which take about equally long, and append finished runs "
     "to --out; assemble puts the parts together",
     OwnReader(&read_part)},
    {"--checkpoint", "FILE",
     "append finished runs to FILE, with which --resume goes on (default: beside --out, where the "
     "runs take long; it goes when the result is written)",
     AnyText{[](std::string value, Arguments& to) { to.checkpoint = std::move(value); }}},
    {"--resume", "FILE", "go on with the part or the checkpoint in FILE; --data is given again",
     AnyText{[](std::string value, Arguments& to) { to.resume = std::move(value); }}},
    {"--most-runs", "N", "allow an experiment of up to N runs (default: 10000)",
     NumberIn{kCount,
              [](double value, Arguments& to) { to.most_runs = static_cast<Index>(value); }}},
    {"--samples", "N", "assume N records instead of reading the data file",
     NumberIn{kCount, [](double value, Arguments& to) { to.samples = static_cast<Index>(value); }}},
    {"--features", "D", "assume D columns after preprocessing, likewise",
     NumberIn{kCount,
              [](double value, Arguments& to) { to.features = static_cast<Index>(value); }}},
    {"--rho", "RHO", "spend this zCDP budget on both estimates together",
     NumberIn{{kAboveZero, 1e6, false, "a number greater than 0, at most 1000000"},
              [](double value, Arguments& to) { to.rho = value; }}},
    {"--failure", "P", "let one of the estimates be wrong with this probability (default: 0.05)",
     NumberIn{{kAboveZero, 0.5, false, "a number greater than 0, at most 0.5"},
              [](double value, Arguments& to) { to.failure = value; }}},
    {"--rank", "R",
     "rest the KL constant on this rank of the records, which you know of how they are made "
     "(default: that of the features)",
     NumberIn{kPositiveWhole,
              [](double value, Arguments& to) { to.rank = static_cast<Index>(value); }}},
    {"--runs", "N", "run N times on each of the two data sets (default: 100000)",
     NumberIn{kPositiveWhole,
              [](double value, Arguments& to) { to.audit.runs = static_cast<Index>(value); }}},
    {"--confidence", "C", "bound epsilon from below with this confidence (default: 0.999999)",
     NumberIn{kUpToOne, [](double value, Arguments& to) { to.audit.confidence = value; }}},
    {"--algorithm",
     "ID",
     "audit this algorithm (default: the first that is private)",
     AnyText{[](std::string value, Arguments& to) { to.audit.algorithm = std::move(value); }},
     {.choices = &algorithm_ids}},
    {"--solver",
     "ID",
     "use this solver (default: loopless-svrg; of saddle problems loopless-svr-extragradient)",
     AnyText{[](std::string value, Arguments& to) { to.solve.set("solver", std::move(value)); }},
     {.choices = &solver_ids}},
    {"--tolerance", "T", "demand this residual, as a part of the first (default: 0.000001)",
     NumberIn{kUpToOne, [](double value, Arguments& to) { to.solve.set("tolerance", value); }}},
    {"--gradients", "N", "let each attempt take N gradients of records",
     NumberIn{kPositiveWhole,
              [](double value, Arguments& to) { to.solve.set("gradients", value); }}},
    {"--run", "K", "take this run of the result (default: 0, the first)",
     NumberIn{{0, 1e9, true, "a whole number, at least 0"},
              [](double value, Arguments& to) { to.synthesis.run = static_cast<Index>(value); }}},
    {"--records", "N", "draw N records (default: as many as the data have)",
     NumberIn{
         {1, 1e8, true, "a whole number greater than 0, at most 100000000"},
         [](double value, Arguments& to) { to.synthesis.records = static_cast<Index>(value); }}},
    {"--codes", "", "write the codes of levels instead of their names",
     Switch{[](Arguments& to) { to.synthesis.codes = true; }}},
    {"--seed", "N", "seed the randomness with N (default: 1)",
     NumberIn{{0, 9007199254740991, true, "a whole number, at most 9007199254740991"},
              [](double value, Arguments& to) {
                to.audit.seed = static_cast<std::uint64_t>(value);
                to.synthesis.seed = to.audit.seed;
                to.solve.set("seed", value);
              }}},
    {"--primal-regularization", "A", "add (A/2) |x|^2 to a saddle problem (default: 0)",
     NumberIn{kNotNegative,
              [](double value, Arguments& to) { to.solve.set("primalRegularization", value); }}},
    {"--dual-regularization", "B", "subtract (B/2) |y|^2 from a saddle problem (default: 0)",
     NumberIn{kNotNegative,
              [](double value, Arguments& to) { to.solve.set("dualRegularization", value); }}},
    {"--planted", "ID", "audit a toy with this planted defect in place of the algorithm",
     AnyText{[](std::string value, Arguments& to) { to.audit.planted = std::move(value); }}},
    {"--neighbours", "",
     "measure instead how far replacing each record moves the exact solution; not private",
     Switch{[](Arguments& to) { to.audit.neighbours = true; }}},
    {"--no-odometer", "", "leave out of the odometer what reads a data file in secret noise",
     Switch{[](Arguments& to) { to.no_odometer = true; }}},
    {"--site", "URL", "begin the link with the playground's address",
     AnyText{[](std::string value, Arguments& to) { to.site = std::move(value); }}},
    {"--experiment", "", "write the experiment alone, which can be run",
     Switch{[](Arguments& to) { to.experiment_alone = true; }}},
    {"--decode", "", "say what a link holds instead of making one",
     Switch{[](Arguments& to) { to.decode = true; }}},
    {"--reset", "", "forget what is shown", Switch{[](Arguments& to) { to.reset = true; }}},
    {"--quiet", "", "show no progress on standard error",
     Switch{[](Arguments& to) { to.quiet = true; }}},
    {"--error-format",
     "FORMAT",
     "write errors and warnings as text (default) or as json, an object a line and nothing else",
     OwnReader(&read_error_format),
     {.is_common = true, .choices = &word_ids<ErrorFormat>}},
    {"--help",
     "",
     "show the help of the program or of a command",
     Switch{[](Arguments&) {}},
     {.short_name = "-h", .is_common = true}},
    {"--version",
     "",
     "show the version",
     Switch{[](Arguments&) {}},
     {.short_name = "-V", .is_common = true}},
}};

}  // namespace

std::span<const OptionEntry> options() {
  return kOptions;
}

const OptionEntry* find_option(std::string_view word) {
  const auto found = std::ranges::find_if(kOptions, [&](const OptionEntry& option) {
    return option.name == word || (!word.empty() && option.traits.short_name == word);
  });
  return found == kOptions.end() ? nullptr : &*found;
}

bool asks_for_json_errors(std::span<const std::string> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--error-format=json") return true;
    if (words[i] == "--error-format" && i + 1 < words.size() && words[i + 1] == "json") return true;
  }
  return false;
}

}  // namespace cli
}  // namespace noisy
