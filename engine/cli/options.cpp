#include "engine/cli/options.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/data/text_lines.h"
#include "engine/experiment/file/fields.h"
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

constexpr double kAboveZero = std::numeric_limits<double>::min();
constexpr NumberRange kPositiveWhole{1, 1e15, true, "a whole number greater than 0"};
constexpr NumberRange kCount{1, 1e9, true, "a whole number greater than 0, at most 10^9"};
constexpr NumberRange kUpToOne{kAboveZero, 1, false, "a number greater than 0, at most 1"};
constexpr NumberRange kNotNegative{0, kLargest, false, "a number, at least 0 and at most 1e300"};
constexpr NumberRange kAnyNumber{-kLargest, kLargest, false, "a number"};

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

constexpr std::array<OptionEntry, 47> kOptions = {{
    {"--data", "FILE", "the experiment's data file (- is standard input)",
     AnyText{[](std::string value, Arguments& to) { to.data = std::move(value); }}},
    {"--out", "FILE", "where to write, instead of standard output",
     AnyText{[](std::string value, Arguments& to) { to.out = std::move(value); }}},
    {"--target", "COLUMN", "fit: the column that is predicted", FitField{"target", true}},
    {"--positive", "WORD", "fit: its word that counts as yes (again for further ones)",
     FitField{"positive", true}},
    {"--threshold", "T", "fit: a target of numbers counts as yes from here on",
     FitField{"threshold"}},
    {"--regression", "",
     "fit: the target is a number; its range is found privately unless --columns states it",
     Switch{[](Arguments& to) { to.fit.set("regression", true); }}},
    {"--epsilon", "E", "fit: the privacy budget", FitField{"epsilon"}},
    {"--delta", "D", "fit: with it (default: 0.00001, less above 10000 rows; 0: pure)",
     FitField{"delta"}},
    {"--columns", "FILE",
     "fit: what columns are, as JSON by names: {\"age\": {\"lower\": 0, \"upper\": 100}}",
     AnyText{[](std::string value, Arguments& to) { to.columns = std::move(value); }}},
    {"--hold-out", "SHARE", "fit: of the rows, kept out to judge it (default: 0.2; 0: none)",
     FitField{"holdOut"}},
    {"--private-score", "",
     "fit: publishes a figure of those rows with noise, which they alone pay",
     Switch{[](Arguments& to) { to.fit.set("privateScore", true); }}},
    {"--method", "ID", "fit, recommend: an algorithm (default: the one that is recommended)",
     FitField{"method", true}},
    {"--ranges-share", "S", "fit: share of the budget for ranges that nobody states (default: 0.1)",
     FitField{"rangesShare"}},
    {"--set", "PATH=JSON",
     "fit: a field of the experiment, such as problem.regularizer.strength=0.01",
     OwnReader(&read_set)},
    {"--delimiter", "C", "of the table (default: fit tells it from the header)",
     FitField{"delimiter", true}},
    {"--code", "LANGUAGE", "model: python, javascript, c or onnx (default: a card in plain words)",
     AnyText{[](std::string value, Arguments& to) { to.code = std::move(value); }}},
    {"--decimal", "C", "its decimal mark, . or ,", FitField{"decimal", true}},
    {"--encoding", "NAME", "utf-8 or latin1", FitField{"encoding", true}},
    {"--request", "JSON", "landscape: what is computed, an object or its file",
     AnyText{[](std::string value, Arguments& to) { to.request = std::move(value); }}},
    {"--format", "FORMAT",
     "csv: a table, one header for each column (run, plan: json unless asked; inspect, recommend: "
     "a text for people, or json)",
     OwnReader(&read_format)},
    {"--table", "TABLE",
     "of CSV: traces (default), a row for each traced iterate, or summary; of a plan: blocks",
     OwnReader(&read_table)},
    {"--threads", "N", "how many threads work (default: all of the machine's)",
     NumberIn{{1, 1024, true, "a whole number greater than 0, at most 1024"},
              [](double value, Arguments& to) { to.threads = static_cast<int>(value); }}},
    {"--memory", "GB", "most memory for data and traces (default: 3/4 of the machine's)",
     NumberIn{{0.001, 1e6, false, "a number of gigabytes, at least 0.001 and at most 1000000"},
              [](double value, Arguments& to) { to.memory_bytes = value * 1e9; }}},
    {"--samples", "N", "recommend: records of the data file, in place of the file",
     NumberIn{kCount, [](double value, Arguments& to) { to.samples = static_cast<Index>(value); }}},
    {"--features", "D", "recommend: its columns after preprocessing, likewise",
     NumberIn{kCount,
              [](double value, Arguments& to) { to.features = static_cast<Index>(value); }}},
    {"--rho", "RHO", "constants: the zCDP budget of both estimates together",
     NumberIn{{kAboveZero, 1e6, false, "a number greater than 0, at most 1000000"},
              [](double value, Arguments& to) { to.rho = value; }}},
    {"--failure", "P", "constants: how likely one of them may be wrong (default: 0.05)",
     NumberIn{{kAboveZero, 0.5, false, "a number greater than 0, at most 0.5"},
              [](double value, Arguments& to) { to.failure = value; }}},
    {"--runs", "N", "audit: runs on each of the two data sets (default: 100000)",
     NumberIn{kPositiveWhole,
              [](double value, Arguments& to) { to.audit.runs = static_cast<Index>(value); }}},
    {"--confidence", "C", "audit: of the lower bound on epsilon (default: 0.999999)",
     NumberIn{kUpToOne, [](double value, Arguments& to) { to.audit.confidence = value; }}},
    {"--algorithm", "ID", "audit: which one (default: the first that is private)",
     AnyText{[](std::string value, Arguments& to) { to.audit.algorithm = std::move(value); }}},
    {"--solver", "ID",
     "solve: which one (default: loopless-svrg; of saddle problems loopless-svr-extragradient)",
     AnyText{[](std::string value, Arguments& to) { to.solve.set("solver", std::move(value)); }}},
    {"--tolerance", "T", "solve: demanded residual, as a part of the first (default: 0.000001)",
     NumberIn{kUpToOne, [](double value, Arguments& to) { to.solve.set("tolerance", value); }}},
    {"--gradients", "N", "solve: gradients of records that each attempt may take",
     NumberIn{kPositiveWhole,
              [](double value, Arguments& to) { to.solve.set("gradients", value); }}},
    {"--run", "K", "synthesize, marginals: which of the result's runs (default: 0, the first)",
     NumberIn{{0, 1e9, true, "a whole number, at least 0"},
              [](double value, Arguments& to) { to.synthesis.run = static_cast<Index>(value); }}},
    {"--records", "N", "synthesize: how many (default: as many as the data have)",
     NumberIn{
         {1, 1e8, true, "a whole number greater than 0, at most 100000000"},
         [](double value, Arguments& to) { to.synthesis.records = static_cast<Index>(value); }}},
    {"--codes", "", "synthesize: writes the codes of levels, and not what they are called",
     Switch{[](Arguments& to) { to.synthesis.codes = true; }}},
    {"--seed", "N", "audit, solve, synthesize: of its randomness (default: 1)",
     NumberIn{{0, 9007199254740991, true, "a whole number, at most 9007199254740991"},
              [](double value, Arguments& to) {
                to.audit.seed = static_cast<std::uint64_t>(value);
                to.synthesis.seed = to.audit.seed;
                to.solve.set("seed", value);
              }}},
    {"--primal-regularization", "A", "solve: adds (A/2) |x|^2 to a saddle problem (default: 0)",
     NumberIn{kNotNegative,
              [](double value, Arguments& to) { to.solve.set("primalRegularization", value); }}},
    {"--dual-regularization", "B", "solve: subtracts (B/2) |y|^2 from it (default: 0)",
     NumberIn{kNotNegative,
              [](double value, Arguments& to) { to.solve.set("dualRegularization", value); }}},
    {"--planted", "ID", "audit: a toy with this planted defect, in place of the algorithm",
     AnyText{[](std::string value, Arguments& to) { to.audit.planted = std::move(value); }}},
    {"--neighbours", "",
     "audit: instead, how far replacing each record moves the exact solution; not private",
     Switch{[](Arguments& to) { to.audit.neighbours = true; }}},
    {"--no-odometer", "", "what reads a data file in secret noise is not counted",
     Switch{[](Arguments& to) { to.no_odometer = true; }}},
    {"--site", "URL", "link: the playground's address, which the link then begins with",
     AnyText{[](std::string value, Arguments& to) { to.site = std::move(value); }}},
    {"--experiment", "", "fit, kl-trial: writes the experiment alone, which can be run",
     Switch{[](Arguments& to) { to.experiment_alone = true; }}},
    {"--decode", "", "link: says what a link holds, instead of making one",
     Switch{[](Arguments& to) { to.decode = true; }}},
    {"--reset", "", "odometer: forgets what it has shown",
     Switch{[](Arguments& to) { to.reset = true; }}},
    {"--quiet", "", "no progress on standard error",
     Switch{[](Arguments& to) { to.quiet = true; }}},
}};

/// Reads a value into the arguments, in each of the ways that an option may have.
struct ValueReader {
  std::string_view option;
  const std::string& text;
  Arguments& arguments;

  Result<double> number_in(const NumberRange& range) const {
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

  Result<void> operator()(const Switch& to) const {
    to.set(arguments);
    return {};
  }

  Result<void> operator()(const AnyText& to) const {
    to.store(text, arguments);
    return {};
  }

  Result<void> operator()(const NumberIn& to) const {
    const auto value = number_in(to.range);
    if (!value) return std::unexpected(value.error());
    to.store(*value, arguments);
    return {};
  }

  Result<void> operator()(OwnReader read) const { return read(text, arguments); }

  Result<void> operator()(const FitField& field) const {
    Json value = text;
    if (!field.is_text) {
      const auto number = number_in(kAnyNumber);
      if (!number) return std::unexpected(number.error());
      value = *number;
    }
    if (const Json* before = arguments.fit.find(field.name); before && field.is_text) {
      std::vector<Json> all(before->elements().begin(), before->elements().end());
      if (!before->is_array()) all = {*before};
      all.push_back(std::move(value));
      value = Json::array(std::move(all));
    }
    arguments.fit.set(field.name, std::move(value));
    return {};
  }
};

}  // namespace

std::span<const OptionEntry> options() {
  return kOptions;
}

Result<void> read_value(const OptionEntry& option, const std::string& value, Arguments& arguments) {
  return std::visit(ValueReader{option.name, value, arguments}, option.reader);
}

std::unexpected<Error> wrong(std::string_view word, std::string message) {
  return fail(ErrorCode::invalid_command, shortened(word), std::move(message));
}

}  // namespace cli
}  // namespace noisy
