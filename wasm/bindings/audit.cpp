#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/audit/audit_session.h"
#include "wasm/bindings/convert.h"
#include "wasm/bindings/workspace.h"

using emscripten::val;

namespace noisy::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(AuditBytes)
EMSCRIPTEN_DECLARE_VAL_TYPE(AuditRequest)
EMSCRIPTEN_DECLARE_VAL_TYPE(AuditNothingOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(AuditTextOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(AuditProgressOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(AuditOutcome)

/// An AuditSession as JavaScript sees it.
class AuditHandle {
 public:
  explicit AuditHandle(std::unique_ptr<AuditSession> session) : session_(std::move(session)) {}

  bool needs_bytes() const { return session_->needs_bytes(); }

  AuditNothingOutcome feed(const AuditBytes& bytes, double total_bytes) {
    return guarded<AuditNothingOutcome>([&] {
      std::vector<std::byte> copy(bytes["length"].as<std::size_t>());
      val view(emscripten::typed_memory_view(copy.size(),
                                             reinterpret_cast<unsigned char*>(copy.data())));
      view.call<void>("set", bytes);
      return outcome(session_->feed(copy, total_bytes));
    });
  }

  std::string missing_file() const { return session_->missing_file(); }

  AuditNothingOutcome load() {
    return guarded<AuditNothingOutcome>([&] { return outcome(session_->load()); });
  }

  AuditNothingOutcome start(const WorkspaceHandle& handle, int threads) {
    return guarded<AuditNothingOutcome>(
        [&] { return outcome(session_->start(handle.workspace().threads(threads))); });
  }

  AuditProgressOutcome advance(double seconds) {
    return guarded<AuditProgressOutcome>([&] {
      const auto progress = session_->advance(seconds);
      if (!progress) return failure(progress.error());
      val value = val::object();
      value.set("done", progress->done);
      value.set("rounds", progress->rounds);
      value.set("total", progress->total);
      return success(value);
    });
  }

  AuditTextOutcome result() {
    return guarded<AuditTextOutcome>([&] { return outcome(session_->result()); });
  }

 private:
  std::shared_ptr<AuditSession> session_;
};

AuditOutcome open_audit(const std::string& experiment, const AuditRequest& request) {
  return guarded<AuditOutcome>([&] {
    AuditOptions options;
    options.algorithm = request["algorithm"].as<std::string>();
    options.runs = static_cast<Index>(request["runs"].as<double>());
    options.confidence = request["confidence"].as<double>();
    options.seed = static_cast<std::uint64_t>(request["seed"].as<double>());
    options.planted = request["planted"].as<std::string>();
    options.neighbours = request["neighbours"].as<bool>();
    options.memory_bytes = request["memoryBytes"].as<double>();
    auto session = AuditSession::open(experiment, options);
    if (!session) return failure(session.error());
    return success(val(AuditHandle(std::move(*session))));
  });
}

EMSCRIPTEN_BINDINGS(noisy_descent_audit) {
#define NOISY_FAILURE " | {error: {code: string, field: string, message: string}}"
  emscripten::register_type<AuditBytes>("Uint8Array");
  emscripten::register_type<AuditRequest>(
      "{algorithm: string, runs: number, confidence: number, seed: number, planted: string, "
      "neighbours: boolean, memoryBytes: number}");
  emscripten::register_type<AuditNothingOutcome>("{value: null}" NOISY_FAILURE);
  emscripten::register_type<AuditTextOutcome>("{value: string}" NOISY_FAILURE);
  emscripten::register_type<AuditProgressOutcome>(
      "{value: {done: boolean, rounds: number, total: number}}" NOISY_FAILURE);
  emscripten::register_type<AuditOutcome>("{value: Audit}" NOISY_FAILURE);
#undef NOISY_FAILURE

  emscripten::class_<AuditHandle>("Audit")
      .function("needsBytes", &AuditHandle::needs_bytes)
      .function("feed(bytes, totalBytes)", &AuditHandle::feed)
      .function("missingFile", &AuditHandle::missing_file)
      .function("load", &AuditHandle::load)
      .function("start(workspace, threads)", &AuditHandle::start)
      .function("advance(seconds)", &AuditHandle::advance)
      .function("result", &AuditHandle::result);

  emscripten::function("openAudit(experiment, request)", &open_audit);
}

}  // namespace noisy::wasm
