#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <string>
#include <vector>

#include "engine/cli/arguments.h"
#include "engine/cli/exit_status.h"
#include "wasm/bindings/convert.h"

using emscripten::val;

// The words of the native binary, read by the same code, for `npx noisy-descent`.

namespace noisy::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(Words)
EMSCRIPTEN_DECLARE_VAL_TYPE(CommandLineOutcome)

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
    value.set("data", optional_text(arguments->data));
    value.set("out", optional_text(arguments->out));
    value.set("threads", arguments->threads);
    value.set("memoryBytes", arguments->memory_bytes);
    value.set("audit", audit_request(arguments->audit));
    value.set("isQuiet", arguments->quiet);
    value.set("wantsHelp", arguments->help);
    value.set("wantsVersion", arguments->version);
    return success(value);
  });
}

std::string help_text_of(const std::string& command) {
  return cli::help_text(command);
}

/// 1 when the work failed, 2 when the input was wrong.
int exit_status_of(const std::string& code) {
  return cli::exit_status(code);
}

EMSCRIPTEN_BINDINGS(noisy_descent_command_line) {
  emscripten::register_type<Words>("string[]");
  emscripten::register_type<CommandLineOutcome>(
      "{value: {command: string, input: string, data: string | null, out: string | null, "
      "threads: number, memoryBytes: number, audit: {algorithm: string, runs: number, "
      "confidence: number, seed: number, planted: string}, isQuiet: boolean, wantsHelp: boolean, "
      "wantsVersion: boolean}} | {error: {code: string, field: string, message: string}}");
  emscripten::function("commandLine(words)", &command_line);
  emscripten::function("helpText(command)", &help_text_of);
  emscripten::function("exitStatus(code)", &exit_status_of);
}

}  // namespace noisy::wasm
