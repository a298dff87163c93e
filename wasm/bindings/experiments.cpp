#include <emscripten/bind.h>
#include <emscripten/heap.h>
#include <emscripten/val.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/experiment/file/version.h"
#include "engine/experiment/result/assembly.h"
#include "engine/experiment/session/session.h"
#include "engine/question/account/account.h"
#include "engine/question/catalogue.h"
#include "wasm/bindings/convert.h"
#include "wasm/bindings/session_handle.h"
#include "wasm/bindings/trace.h"
#include "wasm/bindings/workspace.h"

using emscripten::val;

// What the first screen needs: experiments planned and run, and the catalogue.

namespace noisy::wasm {

// What each call answers, as TypeScript sees it in the generated declarations.
EMSCRIPTEN_DECLARE_VAL_TYPE(Bytes)
EMSCRIPTEN_DECLARE_VAL_TYPE(Texts)
EMSCRIPTEN_DECLARE_VAL_TYPE(NothingOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(NumberOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(TextOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(ProgressOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(TraceOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(WorkspaceOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(SessionOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(ShapeOutcome)

TextOutcome estimate(const SessionHandle& handle) {
  return guarded<TextOutcome>([&] { return success(val(handle.session().estimate())); });
}

bool needs_bytes(const SessionHandle& handle) {
  return handle.session().needs_bytes();
}

NothingOutcome feed(const SessionHandle& handle, const Bytes& bytes, double total_bytes) {
  return guarded<NothingOutcome>([&] {
    std::vector<std::byte> copy(bytes["length"].as<std::size_t>());
    val view(
        emscripten::typed_memory_view(copy.size(), reinterpret_cast<unsigned char*>(copy.data())));
    view.call<void>("set", bytes);
    return outcome(handle.session().feed(copy, total_bytes));
  });
}

std::string lacks(const SessionHandle& handle) {
  return handle.session().lacks();
}

std::string missing_file(const SessionHandle& handle) {
  return handle.session().missing_file();
}

NothingOutcome load(const SessionHandle& handle) {
  return guarded<NothingOutcome>([&] { return outcome(handle.session().load()); });
}

ShapeOutcome shape(const SessionHandle& handle) {
  return guarded<ShapeOutcome>([&] {
    const Result<DataShape> shape = handle.session().shape();
    if (!shape) return failure(shape.error());
    val value = val::object();
    value.set("samples", static_cast<double>(shape->samples));
    value.set("features", static_cast<double>(shape->features));
    return success(value);
  });
}

/// A number that is not 0 when it is over.
NumberOutcome rehearse(const SessionHandle& handle, double slice, double seconds, int threads) {
  return guarded<NumberOutcome>([&] {
    const Result<bool> over = handle.session().rehearse(slice, seconds, threads);
    return outcome(over.transform([](bool is_over) { return Index{is_over}; }));
  });
}

TextOutcome plan(const SessionHandle& handle) {
  return guarded<TextOutcome>([&] { return outcome(handle.session().plan()); });
}

NumberOutcome run_count(const SessionHandle& handle) {
  return guarded<NumberOutcome>([&] { return outcome(handle.session().run_count()); });
}

/// Precondition: runCount() succeeded, and run is less.
double run_number(const SessionHandle& handle, double run) {
  return static_cast<double>(handle.session().run_number(static_cast<Index>(run)));
}

NothingOutcome start(const SessionHandle& handle, double first, double last, int threads) {
  return guarded<NothingOutcome>([&] {
    return outcome(
        handle.session().start(static_cast<Index>(first), static_cast<Index>(last), threads));
  });
}

ProgressOutcome advance(const SessionHandle& handle, double seconds) {
  return guarded<ProgressOutcome>([&] {
    const Result<Progress> progress = handle.session().advance(seconds);
    return progress ? success(progress_value(*progress)) : failure(progress.error());
  });
}

TraceOutcome drain(const SessionHandle& handle) {
  return guarded<TraceOutcome>([&] { return success(pack(handle.session().drain())); });
}

NothingOutcome cancel(const SessionHandle& handle) {
  return guarded<NothingOutcome>([&] {
    handle.session().cancel();
    return success(val::null());
  });
}

TextOutcome group(const SessionHandle& handle) {
  return guarded<TextOutcome>([&] { return outcome(handle.session().group()); });
}

SessionOutcome open_session(const WorkspaceHandle& handle, const std::string& experiment,
                            const std::string& data_identity) {
  return guarded<SessionOutcome>([&] {
    Result<std::unique_ptr<Session>> session = handle.workspace().open(experiment, data_identity);
    if (!session) return failure(session.error());
    return success(val(SessionHandle(std::move(*session))));
  });
}

/// @param memory_bytes  most that data and traces may take in this instance
WorkspaceOutcome open_workspace(double memory_bytes, double maximum_runs) {
  return guarded<WorkspaceOutcome>([&] {
    Limits limits;
    limits.memory_bytes = memory_bytes;
    limits.maximum_runs = static_cast<Index>(maximum_runs);
    return success(val(WorkspaceHandle(limits)));
  });
}

TextOutcome assemble_groups(const std::string& experiment, const Texts& groups) {
  return guarded<TextOutcome>([&] {
    return outcome(assemble(experiment, emscripten::vecFromJSArray<std::string>(groups)));
  });
}

TextOutcome catalogue_text() {
  return guarded<TextOutcome>([] { return success(val(write_json(experiment_catalogue()))); });
}

/// Conversions of zCDP, which the first screen shows; "" for every other query.
TextOutcome account_at_once(const std::string& query) {
  return guarded<TextOutcome>([&] { return outcome(account_zcdp(query)); });
}

/// All memory that this instance has taken; it never gives any back.
double memory_bytes() {
  return static_cast<double>(emscripten_get_heap_size());
}

std::string version() {
  return std::string(engine_version());
}

EMSCRIPTEN_BINDINGS(noisy_descent) {
#define NOISY_FAILURE " | {error: {code: string, field: string, message: string}}"
  emscripten::register_type<Bytes>("Uint8Array");
  emscripten::register_type<Texts>("string[]");
  emscripten::register_type<NothingOutcome>("{value: null}" NOISY_FAILURE);
  emscripten::register_type<NumberOutcome>("{value: number}" NOISY_FAILURE);
  emscripten::register_type<TextOutcome>("{value: string}" NOISY_FAILURE);
  emscripten::register_type<ProgressOutcome>(
      "{value: {done: boolean, gradientEvaluations: number, totalEvaluations: "
      "number}}" NOISY_FAILURE);
  emscripten::register_type<TraceOutcome>(
      "{value: {heads: Float64Array, values: Float64Array, names: string[], "
      "paths?: {chunk: number, coordinates: number, values: Float64Array}[], "
      "stops?: {chunk: number, stop: {reason: string, text: string}}[]}}" NOISY_FAILURE);
  emscripten::register_type<WorkspaceOutcome>("{value: Workspace}" NOISY_FAILURE);
  emscripten::register_type<SessionOutcome>("{value: Session}" NOISY_FAILURE);
  emscripten::register_type<ShapeOutcome>(
      "{value: {samples: number, features: number}}" NOISY_FAILURE);
#undef NOISY_FAILURE

  emscripten::class_<SessionHandle>("Session")
      .function("estimate", &estimate)
      .function("needsBytes", &needs_bytes)
      .function("feed(bytes, totalBytes)", &feed)
      .function("lacks", &lacks)
      .function("missingFile", &missing_file)
      .function("load", &load)
      .function("shape", &shape)
      .function("rehearse", &rehearse)
      .function("plan", &plan)
      .function("runCount", &run_count)
      .function("runNumber(run)", &run_number)
      .function("start(first, last, threads)", &start)
      .function("advance(seconds)", &advance)
      .function("drain", &drain)
      .function("cancel", &cancel)
      .function("group", &group);

  emscripten::class_<WorkspaceHandle>("Workspace")
      .function("open(experiment, dataIdentity)", &open_session);

  emscripten::function("openWorkspace(memoryBytes, maximumRuns)", &open_workspace);
  emscripten::function("assemble(experiment, groups)", &assemble_groups);
  emscripten::function("catalogue", &catalogue_text);
  emscripten::function("accountAtOnce(query)", &account_at_once);
  emscripten::function("memoryBytes", &memory_bytes);
  emscripten::function("version", &version);
}

}  // namespace noisy::wasm
