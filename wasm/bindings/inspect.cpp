#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/experiment/result/assembly.h"
#include "engine/question/inspect/inspect.h"
#include "wasm/bindings/convert.h"

using emscripten::val;

// A look at a data file of which nothing is known yet.

namespace noisy::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(InspectedBytes)
EMSCRIPTEN_DECLARE_VAL_TYPE(InspectionOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(InspectedNothing)
EMSCRIPTEN_DECLARE_VAL_TYPE(InspectedText)

/// Embind copies what it hands out, so the doctor is shared.
class InspectionHandle {
 public:
  explicit InspectionHandle(FileDoctor doctor)
      : doctor_(std::make_shared<FileDoctor>(std::move(doctor))) {}

  FileDoctor& doctor() const { return *doctor_; }

 private:
  std::shared_ptr<FileDoctor> doctor_;
};

/// @param request  what the file's owner states of it
InspectionOutcome open_inspection(const std::string& request) {
  return guarded<InspectionOutcome>([&] {
    Result<FileDoctor> doctor = FileDoctor::open(request);
    if (!doctor) return failure(doctor.error());
    return success(val(InspectionHandle(std::move(*doctor))));
  });
}

InspectedNothing inspect_bytes(const InspectionHandle& handle, const InspectedBytes& bytes) {
  return guarded<InspectedNothing>([&] {
    std::vector<std::byte> copy(bytes["length"].as<std::size_t>());
    val view(
        emscripten::typed_memory_view(copy.size(), reinterpret_cast<unsigned char*>(copy.data())));
    view.call<void>("set", bytes);
    handle.doctor().feed(copy);
    return success(val::null());
  });
}

/// An InspectReport.
InspectedText inspection_report(const InspectionHandle& handle, bool is_compressed) {
  return guarded<InspectedText>(
      [&] { return success(val(write_json(handle.doctor().report(is_compressed)))); });
}

/// The same for people.
InspectedText inspection_text(const std::string& report) {
  return guarded<InspectedText>([&] {
    const Result<Json> tree = parse_json(report, kResultLimits);
    return tree ? success(val(report_text(*tree))) : failure(tree.error());
  });
}

EMSCRIPTEN_BINDINGS(noisy_descent_inspect) {
  emscripten::register_type<InspectedBytes>("Uint8Array");
  emscripten::register_type<InspectionOutcome>(
      "{value: InspectionHandle} | {error: {code: string, field: string, message: string}}");
  emscripten::register_type<InspectedNothing>(
      "{value: null} | {error: {code: string, field: string, message: string}}");
  emscripten::register_type<InspectedText>(
      "{value: string} | {error: {code: string, field: string, message: string}}");
  emscripten::class_<InspectionHandle>("InspectionHandle")
      .function("feed(bytes)", &inspect_bytes)
      .function("report(isCompressed)", &inspection_report);
  emscripten::function("openInspection(request)", &open_inspection);
  emscripten::function("inspectionText(report)", &inspection_text);
}

}  // namespace noisy::wasm
