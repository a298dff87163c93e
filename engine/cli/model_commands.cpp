#include "engine/cli/model_commands.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "engine/cli/interrupts.h"
#include "engine/cli/progress.h"
#include "engine/cli/work.h"
#include "engine/question/fit/fit.h"
#include "engine/question/fit/model_code.h"

namespace noisy::cli {
namespace {

/// The bytes of a table, unpacked.
Result<std::string> read_table(const Arguments& arguments, FileIdentity& identity) {
  std::string text;
  const auto feed = [&](std::span<const std::byte> bytes, double) -> Result<void> {
    identity.update(bytes);
    text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return {};
  };
  const auto fed = feed_file(arguments.input, limits_of(arguments).memory_bytes, feed);
  if (!fed) return std::unexpected(fed.error());
  return text;
}

constexpr std::array<std::string_view, 14> kOptions = {
    "target",       "positive", "threshold",   "regression", "epsilon", "delta",    "holdOut",
    "privateScore", "method",   "rangesShare", "delimiter",  "decimal", "encoding", "code"};

/// "holdOut" is --hold-out.
std::string option_of(std::string_view field) {
  std::string option = "--";
  for (const char c : field) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    option += is_upper ? std::string{'-', static_cast<char>(c - 'A' + 'a')} : std::string(1, c);
  }
  return option;
}

/// An error of the request in the terms of the command line: of the field "holdOut" and of advice
/// such as "decimal": ",". Other fields are the experiment's.
Error as_option(Error error) {
  for (const std::string_view field : kOptions) {
    if (error.field == field) error.field = option_of(field);
    const std::string advice = '"' + std::string(field) + "\": ";
    const std::size_t at = error.message.find(advice);
    if (at == std::string::npos) continue;
    constexpr std::string_view kSwitch = "true";
    const std::string value = error.message.substr(at + advice.size());
    const bool is_switch = value.starts_with(kSwitch);
    error.message.replace(at, advice.size() + (is_switch ? kSwitch.size() : 0),
                          option_of(field) + (is_switch ? "" : " "));
  }
  return error;
}

/// An error in the text of a file, which it names.
Error in_file(Error error, const std::string& file) {
  if (error.code == ErrorCode::invalid_json) error.field = file + ", " + error.field;
  return error;
}

/// What the options say, with the file of columns put in.
Result<FitRequest> read_request(const Arguments& arguments) {
  Json request = arguments.fit;
  if (arguments.columns) {
    const auto text = read_text(*arguments.columns, kMostExperimentBytes);
    if (!text) return std::unexpected(text.error());
    Result<Json> columns = parse_json(*text, {.members = 5000});
    if (!columns) return std::unexpected(in_file(columns.error(), *arguments.columns));
    request.set("columns", *std::move(columns));
  }
  const std::string name = std::filesystem::path(arguments.input).filename().string();
  request.set("name", name == "-" ? "table.csv" : name);
  return read_fit_request(write_json(request));
}

}  // namespace

Result<void> fit_model(const Arguments& arguments) {
  const Result<FitRequest> request = read_request(arguments);
  if (!request) return std::unexpected(as_option(request.error()));
  FileIdentity identity;
  const Result<std::string> table = read_table(arguments, identity);
  if (!table) return std::unexpected(table.error());
  FitOptions options{.limits = limits_of(arguments), .threads = threads_of(arguments)};
  if (arguments.experiment_alone) {
    const Result<std::string> experiment = plan_fit(*table, *request, options);
    if (!experiment) return std::unexpected(as_option(experiment.error()));
    return write_readable(arguments, *experiment);
  }
  listen_to_interrupts();
  ProgressLine line(arguments.quiet);
  options.on_progress = [&](const Progress& progress) {
    line.show(progress);
    return !was_interrupted();
  };
  const Result<Fitted> fitted = fit(*table, *request, options);
  if (!fitted) return std::unexpected(as_option(fitted.error()));
  for (const std::string& warning : fitted->warnings) {
    say_warning(arguments, warning);
  }
  count_run(arguments, identity.finish(), fitted->result);
  return write_text(arguments.out.value_or(""),
                    write_json(fitted->model.json(), JsonLayout::pretty));
}

Result<void> predict_rows(const Arguments& arguments) {
  const auto text = read_text(arguments.input, kMostResultBytes);
  if (!text) return std::unexpected(text.error());
  Result<Predictor> predictor = Predictor::open(*text, write_json(arguments.fit));
  if (!predictor) {
    return std::unexpected(as_option(in_file(predictor.error(), arguments.input)));
  }
  const auto feed = [&](std::span<const std::byte> bytes, double) {
    return predictor->feed(bytes);
  };
  const auto fed = feed_file(arguments.table_file, limits_of(arguments).memory_bytes, feed);
  if (!fed) return std::unexpected(as_option(fed.error()));
  const Result<std::string> predictions = predictor->table();
  if (!predictions) return std::unexpected(as_option(predictions.error()));
  return write_text(arguments.out.value_or(""), *predictions);
}

Result<void> show_model(const Arguments& arguments) {
  const auto text = read_text(arguments.input, kMostResultBytes);
  if (!text) return std::unexpected(text.error());
  const Result<Model> model = Model::read(*text);
  if (!model) return std::unexpected(in_file(model.error(), arguments.input));
  if (arguments.code.empty()) return write_text(arguments.out.value_or(""), model_card(*model));
  const Result<std::string> code = model_code(*model, arguments.code);
  if (!code) return std::unexpected(as_option(code.error()));
  return write_bytes(arguments.out.value_or(""), *code);
}

bool is_model(std::string_view text) {
  const Result<Json> tree = parse_json(text, kOwnOutput);
  return tree && tree->member("kind") == Json("model");
}

Result<void> redact_model(const Arguments& arguments, std::string_view text) {
  const Result<Model> model = Model::read(text);
  if (!model) return std::unexpected(model.error());
  return write_text(arguments.out.value_or(""),
                    write_json(model->redacted().json(), JsonLayout::pretty));
}

Result<int> check_model(const Arguments& arguments, std::string_view text) {
  const Result<Model> model = Model::read(text);
  if (!model) return std::unexpected(model.error());
  const Json report =
      Json::object({{"consistent", true},
                    {"sentence",
                     "The model follows from the run in it, and the run's privacy statement from "
                     "its figures and its experiment."}});
  if (auto written = write_readable(arguments, write_json(report)); !written) {
    return std::unexpected(written.error());
  }
  return 0;
}

}  // namespace noisy::cli
