#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <string>
#include <vector>

#include "engine/cli/about.h"
#include "engine/cli/arguments.h"
#include "engine/cli/error_line.h"
#include "engine/cli/exit_status.h"
#include "engine/cli/odometer.h"
#include "engine/cli/options.h"
#include "engine/cli/table_alone.h"
#include "engine/experiment/result/assembly.h"
#include "engine/experiment/session/solving.h"
#include "engine/json/vocabulary.h"
#include "wasm/bindings/convert.h"
#include "wasm/bindings/session_handle.h"

using emscripten::val;

// The words of the native binary, read by the same code, for `npx noisy-descent`.

namespace noisy::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(Words)
EMSCRIPTEN_DECLARE_VAL_TYPE(CommandLineOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(AloneOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(TextsOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(WrittenOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(Octets)
EMSCRIPTEN_DECLARE_VAL_TYPE(FileNamesValue)

val optional_text(const std::optional<std::string>& text) {
  return text ? val(*text) : val::null();
}

/// The request that openAudit takes, but for the memory.
val audit_request(const AuditOptions& options) {
  val value = val::object();
  value.set("algorithm", options.algorithm);
  value.set("runs", static_cast<double>(options.runs));
  value.set("confidence", options.confidence);
  value.set("seed", static_cast<double>(options.seed));
  value.set("planted", options.planted);
  value.set("neighbours", options.neighbours);
  return value;
}

CommandLineOutcome command_line(const Words& words) {
  return guarded<CommandLineOutcome>([&] {
    const auto list = emscripten::vecFromJSArray<std::string>(words);
    const Result<cli::Arguments> arguments = cli::read_arguments(list);
    if (!arguments) return failure(arguments.error());
    val value = val::object();
    value.set("command", arguments->command);
    value.set("input", arguments->input);
    value.set("tableFile", arguments->table_file);
    value.set("parts", val::array(arguments->parts));
    const PartShare share = arguments->part.value_or(PartShare{.number = 0, .of = 0});
    value.set("partNumber", static_cast<double>(share.number));
    value.set("partOf", static_cast<double>(share.of));
    value.set("checkpoint", optional_text(arguments->checkpoint));
    value.set("resume", optional_text(arguments->resume));
    value.set("mostRuns", static_cast<double>(arguments->most_runs));
    value.set("columns", optional_text(arguments->columns));
    value.set("fit", write_json(arguments->fit));
    const Json* method = arguments->fit.find("method");
    value.set("method", method ? method->text() : std::string());
    value.set("samples", static_cast<double>(arguments->samples.value_or(0)));
    value.set("features", static_cast<double>(arguments->features.value_or(0)));
    value.set("code", arguments->code);
    value.set("data", optional_text(arguments->data));
    value.set("out", optional_text(arguments->out));
    const std::optional<ResultTable> table = cli::asked_table(*arguments);
    value.set("table", table ? val(word_for(*table)) : val::null());
    value.set("wantsJson", arguments->format == cli::OutputFormat::json);
    value.set("site", optional_text(arguments->site));
    value.set("request", arguments->request);
    const SynthesisRequest& synthesis = arguments->synthesis;
    value.set("run", static_cast<double>(synthesis.run));
    value.set("records", static_cast<double>(synthesis.records.value_or(0)));
    value.set("seed", static_cast<double>(synthesis.seed));
    value.set("wantsCodes", synthesis.codes);
    value.set("threads", arguments->threads);
    value.set("memoryBytes", arguments->memory_bytes);
    value.set("audit", audit_request(arguments->audit));
    value.set("isQuiet", arguments->quiet);
    value.set("isUncounted", arguments->no_odometer);
    value.set("wantsReset", arguments->reset);
    value.set("wantsDecoded", arguments->decode);
    value.set("wantsExperiment", arguments->experiment_alone);
    value.set("rho", arguments->rho.value_or(0));
    value.set("failure", arguments->failure);
    value.set("rank", static_cast<double>(arguments->rank));
    value.set("says", optional_text(cli::about(*arguments)));
    return success(value);
  });
}

/// Null when a run of this experiment may leave this table alone.
AloneOutcome may_leave_table_alone_of(const std::string& experiment, const std::string& word) {
  return guarded<AloneOutcome>([&] {
    const auto table = find_word<ResultTable>(word).value_or(ResultTable::traces);
    const auto may = cli::may_leave_table_alone(experiment, table);
    return may ? success(val::null()) : failure(may.error());
  });
}

/// What goes to standard error, as the words of a command line ask for it.
class MessagesHandle {
 public:
  MessagesHandle(const Words& words, bool has_colour)
      : style_{.format = cli::asks_for_json_errors(emscripten::vecFromJSArray<std::string>(words))
                             ? cli::ErrorFormat::json
                             : cli::ErrorFormat::text,
               .has_colour = has_colour} {}

  std::string error(const std::string& code, const std::string& field,
                    const std::string& message) const {
    return cli::error_line(code, field, message, style_);
  }

  std::string warning(const std::string& message) const {
    return cli::warning_line(message, style_);
  }

  /// One line for each reason why a plan report or a result refuses an algorithm.
  TextsOutcome refusals(const std::string& report) const {
    return guarded<TextsOutcome>([&] {
      const Result<Json> tree = parse_json(report, kResultLimits);
      if (!tree) return failure(tree.error());
      return success(val::array(cli::refusal_lines(*tree, style_)));
    });
  }

 private:
  cli::MessageStyle style_;
};

/// Lets the solvers be chosen that an experiment names and nobody has; what they are called.
TextsOutcome declare_solvers_of(const std::string& experiment) {
  return guarded<TextsOutcome>([&] { return success(val::array(declare_solvers(experiment))); });
}

/// What a result adds to the journal of its data file; "" when it is no secure run on a file.
WrittenOutcome odometer_entry_of(const std::string& result) {
  return guarded<WrittenOutcome>([&] {
    const Result<Json> tree = parse_json(result, kResultLimits);
    if (!tree) return failure(tree.error());
    return success(val(cli::odometer_entry(*tree).value_or("")));
  });
}

/// Whether a result of this experiment may add something there.
bool is_counted_of(const std::string& experiment) {
  const Result<Json> tree = parse_json(experiment, kResultLimits);
  return !tree || cli::is_counted(*tree);
}

/// What estimates of constants add likewise.
WrittenOutcome estimates_entry_of(const std::string& experiment, const std::string& estimates) {
  return guarded<WrittenOutcome>([&] {
    const Result<Json> asked = parse_json(experiment, kResultLimits);
    if (!asked) return failure(asked.error());
    const Result<Json> answered = parse_json(estimates, kResultLimits);
    if (!answered) return failure(answered.error());
    return success(val(cli::estimates_entry(*asked, *answered).value_or("")));
  });
}

/// Private estimates of a session's constants, as JSON.
WrittenOutcome constants_of(const SessionHandle& session, double rho, double failure_probability,
                            double rank, int threads) {
  return guarded<WrittenOutcome>([&] {
    const auto found =
        session.session().constants(rho, failure_probability, static_cast<Index>(rank), threads);
    return found ? success(val(*found)) : failure(found.error());
  });
}

std::string odometer_line_of(const std::string& journal) {
  return cli::odometer_line(journal);
}

WrittenOutcome odometer_report_of(const Words& names, const Words& texts) {
  return guarded<WrittenOutcome>([&] {
    const auto sha256 = emscripten::vecFromJSArray<std::string>(names);
    const auto journals = emscripten::vecFromJSArray<std::string>(texts);
    std::vector<cli::Journal> list;
    for (std::size_t i = 0; i < sha256.size(); ++i) list.push_back({sha256[i], journals[i]});
    return success(val(write_json(cli::odometer_report(list))));
  });
}

/// Finds out the names of a data file whose bytes go by.
class FileIdentityHandle {
 public:
  void update(const Octets& bytes) {
    std::vector<std::byte> copy(bytes["length"].as<std::size_t>());
    val view(
        emscripten::typed_memory_view(copy.size(), reinterpret_cast<unsigned char*>(copy.data())));
    view.call<void>("set", bytes);
    identity_.update(copy);
  }

  FileNamesValue finish() {
    const cli::FileNames names = identity_.finish();
    val value = val::object();
    value.set("records", names.records);
    value.set("bytes", names.bytes);
    return FileNamesValue(value);
  }

 private:
  cli::FileIdentity identity_;
};

std::string odometer_folder_of(const std::string& own, const std::string& state_home,
                               const std::string& home) {
  return cli::odometer_folder(own, state_home, home);
}

/// The engine's own JSON with line breaks, as the command line writes it.
WrittenOutcome readable_text(const std::string& json) {
  return guarded<WrittenOutcome>([&] {
    const Result<Json> tree = parse_json(json, kResultLimits);
    return tree ? success(val(write_json(*tree, JsonLayout::pretty))) : failure(tree.error());
  });
}

/// 1 when the work failed, 2 when the input was wrong.
int exit_status_of(const std::string& code) {
  return cli::exit_status(code);
}

EMSCRIPTEN_BINDINGS(noisy_descent_command_line) {
  emscripten::register_type<Words>("string[]");
  emscripten::register_type<CommandLineOutcome>(
      "{value: {command: string, input: string, tableFile: string, parts: string[], "
      "partNumber: number, partOf: number, checkpoint: string | null, resume: string | null, "
      "mostRuns: number, columns: string | null, "
      "fit: string, method: string, samples: number, features: number, code: string, data: string "
      "| null, out: string | null, "
      "site: string | null, request: string, wantsJson: boolean, table: 'traces' | 'summary' | "
      "null, "
      "run: number, records: number, seed: number, wantsCodes: boolean, threads: number, "
      "memoryBytes: "
      "number, audit: "
      "{algorithm: string, runs: number, "
      "confidence: number, seed: number, planted: string, neighbours: boolean}, isQuiet: boolean, "
      "isUncounted: boolean, wantsReset: boolean, wantsDecoded: boolean, wantsExperiment: boolean, "
      "rho: number, failure: number, rank: number, says: string | null}} | {error: {code: string, "
      "field: string, "
      "message: string}}");
  emscripten::function("commandLine(words)", &command_line);
  emscripten::register_type<WrittenOutcome>(
      "{value: string} | {error: {code: string, field: string, message: string}}");
  emscripten::register_type<TextsOutcome>(
      "{value: string[]} | {error: {code: string, field: string, message: string}}");
  emscripten::register_type<AloneOutcome>(
      "{value: null} | {error: {code: string, field: string, message: string}}");
  emscripten::function("mayLeaveTableAlone(experiment, table)", &may_leave_table_alone_of);
  emscripten::class_<MessagesHandle>("Messages")
      .constructor<const Words&, bool>()
      .function("error(code, field, message)", &MessagesHandle::error)
      .function("warning(message)", &MessagesHandle::warning)
      .function("refusals(report)", &MessagesHandle::refusals);
  emscripten::function("declareSolvers(experiment)", &declare_solvers_of);
  emscripten::register_type<Octets>("Uint8Array");
  emscripten::register_type<FileNamesValue>("{records: string, bytes: string}");
  emscripten::class_<FileIdentityHandle>("FileIdentity")
      .constructor<>()
      .function("update(bytes)", &FileIdentityHandle::update)
      .function("finish", &FileIdentityHandle::finish);
  emscripten::function("odometerEntry(result)", &odometer_entry_of);
  emscripten::function("isCounted(experiment)", &is_counted_of);
  emscripten::function("estimatesEntry(experiment, estimates)", &estimates_entry_of);
  emscripten::function("constants(session, rho, failure, rank, threads)", &constants_of);
  emscripten::function("odometerLine(journal)", &odometer_line_of);
  emscripten::function("odometerReport(names, journals)", &odometer_report_of);
  emscripten::function("odometerFolder(own, stateHome, home)", &odometer_folder_of);
  emscripten::function("readable(json)", &readable_text);
  emscripten::function("exitStatus(code)", &exit_status_of);
}

}  // namespace noisy::wasm
