#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <algorithm>
#include <map>
#include <string>

#include "engine/data/builtin_text.h"
#include "engine/random/sha256.h"
#include "wasm/bindings/convert.h"

using emscripten::val;

// Built-in data sets are files beside the module, fetched when an experiment asks for them.

namespace noisy {
namespace {

/// What was fetched so far, by the file's name.
std::map<std::string, std::string>& texts() {
  static std::map<std::string, std::string> all;
  return all;
}

}  // namespace

std::string_view builtin_text(const BuiltinData& data) {
  const auto found = texts().find(data.file);
  return found == texts().end() ? std::string_view{} : found->second;
}

namespace wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(FileBytes)
EMSCRIPTEN_DECLARE_VAL_TYPE(SupplyOutcome)

/// Takes a built-in data set's file.
///
/// @error unknown-name  no data set has this file
/// @error io-failed     it is not the file that the engine was built with
SupplyOutcome supply_file(const std::string& file, const FileBytes& bytes) {
  return guarded<SupplyOutcome>([&] {
    const auto& all = builtin_data();
    const auto data = std::ranges::find(all, file, &BuiltinData::file);
    if (data == all.end()) {
      return failure({ErrorCode::unknown_name, "data.name", "no data set has the file " + file});
    }
    std::string text(bytes["length"].as<std::size_t>(), '\0');
    val view(emscripten::typed_memory_view(text.size(), text.data()));
    view.call<void>("set", bytes);
    if (to_hex(sha256(text)) != data->sha256) {
      return failure({ErrorCode::io_failed, "data.name",
                      "the file " + file +
                          " has other content than the engine was built with: "
                          "the engine's files must lie together as they were built"});
    }
    texts()[file] = std::move(text);
    return success(val::null());
  });
}

EMSCRIPTEN_BINDINGS(noisy_descent_data_files) {
  emscripten::register_type<FileBytes>("Uint8Array");
  emscripten::register_type<SupplyOutcome>(
      "{value: null} | {error: {code: string, field: string, message: string}}");
  emscripten::function("supplyFile(file, bytes)", &supply_file);
}

}  // namespace wasm
}  // namespace noisy
