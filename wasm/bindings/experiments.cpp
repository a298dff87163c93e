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

/// A Session as JavaScript sees it. Embind copies what it hands out, so the session is shared.
class SessionHandle {
 public:
  explicit SessionHandle(std::unique_ptr<Session> session) : session_(std::move(session)) {}

  TextOutcome estimate() const {
    return guarded<TextOutcome>([&] { return success(val(session_->estimate())); });
  }

  bool needs_bytes() const { return session_->needs_bytes(); }

  NothingOutcome feed(const Bytes& bytes, double total_bytes) {
    return guarded<NothingOutcome>([&] {
      std::vector<std::byte> copy(bytes["length"].as<std::size_t>());
      val view(emscripten::typed_memory_view(copy.size(),
                                             reinterpret_cast<unsigned char*>(copy.data())));
      view.call<void>("set", bytes);
      return outcome(session_->feed(copy, total_bytes));
    });
  }

  std::string missing_file() const { return session_->missing_file(); }

  NothingOutcome load() {
    return guarded<NothingOutcome>([&] { return outcome(session_->load()); });
  }

  TextOutcome plan() {
    return guarded<TextOutcome>([&] { return outcome(session_->plan()); });
  }

  NumberOutcome run_count() {
    return guarded<NumberOutcome>([&] { return outcome(session_->run_count()); });
  }

  /// Precondition: runCount() succeeded, and run is less.
  double run_number(double run) const {
    return static_cast<double>(session_->run_number(static_cast<Index>(run)));
  }

  NothingOutcome start(double first, double last, int threads) {
    return guarded<NothingOutcome>([&] {
      return outcome(session_->start(static_cast<Index>(first), static_cast<Index>(last), threads));
    });
  }

  ProgressOutcome advance(double seconds) {
    return guarded<ProgressOutcome>([&] {
      const Result<Progress> progress = session_->advance(seconds);
      if (!progress) return failure(progress.error());
      val value = val::object();
      value.set("done", progress->done);
      value.set("gradientEvaluations", progress->gradient_evaluations);
      value.set("totalEvaluations", progress->total_evaluations);
      return success(value);
    });
  }

  TraceOutcome drain() {
    return guarded<TraceOutcome>([&] { return success(pack(session_->drain())); });
  }

  NothingOutcome cancel() {
    return guarded<NothingOutcome>([&] {
      session_->cancel();
      return success(val::null());
    });
  }

  TextOutcome group() {
    return guarded<TextOutcome>([&] { return outcome(session_->group()); });
  }

 private:
  std::shared_ptr<Session> session_;
};

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
      "{value: {heads: Float64Array, values: Float64Array, names: string[]}}" NOISY_FAILURE);
  emscripten::register_type<WorkspaceOutcome>("{value: Workspace}" NOISY_FAILURE);
  emscripten::register_type<SessionOutcome>("{value: Session}" NOISY_FAILURE);
#undef NOISY_FAILURE

  emscripten::class_<SessionHandle>("Session")
      .function("estimate", &SessionHandle::estimate)
      .function("needsBytes", &SessionHandle::needs_bytes)
      .function("feed(bytes, totalBytes)", &SessionHandle::feed)
      .function("missingFile", &SessionHandle::missing_file)
      .function("load", &SessionHandle::load)
      .function("plan", &SessionHandle::plan)
      .function("runCount", &SessionHandle::run_count)
      .function("runNumber(run)", &SessionHandle::run_number)
      .function("start(first, last, threads)", &SessionHandle::start)
      .function("advance(seconds)", &SessionHandle::advance)
      .function("drain", &SessionHandle::drain)
      .function("cancel", &SessionHandle::cancel)
      .function("group", &SessionHandle::group);

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
