#include "wasm/bindings/trace.h"

#include <algorithm>
#include <string>

using emscripten::val;

namespace noisy::wasm {
namespace {

void append(std::vector<double>& values, const std::vector<double>& column) {
  values.insert(values.end(), column.begin(), column.end());
}

/// Where the name stands in the list, at whose end it is added when it is new.
std::ptrdiff_t place_of(const std::string& name, std::vector<std::string>& names) {
  const auto found = std::ranges::find(names, name);
  const std::ptrdiff_t place = found - names.begin();
  if (found == names.end()) names.push_back(name);
  return place;
}

/// A copy in JavaScript's own memory.
val copied_out(const std::vector<double>& values) {
  return val::global("Float64Array")
      .new_(val(emscripten::typed_memory_view(values.size(), values.data())));
}

}  // namespace

val pack(const std::vector<TraceChunk>& chunks) {
  std::vector<std::string> names;
  std::vector<double> heads, values;
  for (const TraceChunk& chunk : chunks) {
    heads.push_back(static_cast<double>(chunk.run));
    heads.push_back(static_cast<double>(chunk.iteration.size()));
    heads.push_back(static_cast<double>(chunk.measured.size()));
    append(values, chunk.iteration);
    append(values, chunk.gradient_evaluations);
    append(values, chunk.spent);
    append(values, chunk.seconds);
    for (const NamedColumn& column : chunk.measured) {
      heads.push_back(static_cast<double>(place_of(column.name, names)));
      append(values, column.values);
    }
  }
  val listed = val::array();
  for (const std::string& name : names) listed.call<void>("push", name);
  val result = val::object();
  result.set("heads", copied_out(heads));
  result.set("values", copied_out(values));
  result.set("names", listed);
  return result;
}

}  // namespace noisy::wasm
