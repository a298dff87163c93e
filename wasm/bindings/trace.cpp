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

val path_value(std::size_t place, const TraceChunk& chunk) {
  val value = val::object();
  value.set("chunk", static_cast<double>(place));
  value.set("coordinates", static_cast<double>(chunk.coordinates));
  value.set("values", copied_out(chunk.iterates));
  return value;
}

val stop_value(std::size_t place, const Ending& ending) {
  val stop = val::object();
  stop.set("reason", ending.reason);
  stop.set("text", ending.text);
  val value = val::object();
  value.set("chunk", static_cast<double>(place));
  value.set("stop", stop);
  return value;
}

val array_of(const std::vector<val>& values) {
  val list = val::array();
  for (const val& value : values) list.call<void>("push", value);
  return list;
}

/// Adds the iterates and the ends of the chunks, where there are any.
void add_paths_and_stops(const std::vector<TraceChunk>& chunks, val& result) {
  std::vector<val> paths, stops;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    if (chunks[i].coordinates > 0) paths.push_back(path_value(i, chunks[i]));
    if (chunks[i].stop) stops.push_back(stop_value(i, *chunks[i].stop));
  }
  if (!paths.empty()) result.set("paths", array_of(paths));
  if (!stops.empty()) result.set("stops", array_of(stops));
}

}  // namespace

val pack(const std::vector<TraceChunk>& chunks) {
  std::vector<std::string> names;
  std::vector<double> heads, values;
  for (const TraceChunk& chunk : chunks) {
    heads.push_back(static_cast<double>(chunk.run));
    heads.push_back(static_cast<double>(chunk.iteration.size()));
    heads.push_back(static_cast<double>(chunk.steps.size() + chunk.measured.size()));
    append(values, chunk.iteration);
    append(values, chunk.gradient_evaluations);
    append(values, chunk.spent);
    append(values, chunk.seconds);
    for (const auto* columns : {&chunk.steps, &chunk.measured}) {
      for (const NamedColumn& column : *columns) {
        heads.push_back(static_cast<double>(place_of(column.name, names)));
        append(values, column.values);
      }
    }
  }
  val listed = val::array();
  for (const std::string& name : names) listed.call<void>("push", name);
  val result = val::object();
  result.set("heads", copied_out(heads));
  result.set("values", copied_out(values));
  result.set("names", listed);
  add_paths_and_stops(chunks, result);
  return result;
}

}  // namespace noisy::wasm
