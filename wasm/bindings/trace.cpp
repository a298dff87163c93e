#include "wasm/bindings/trace.h"

#include <array>

using emscripten::val;

namespace noisy::wasm {
namespace {

void append(std::vector<double>& values, const std::vector<double>& column) {
  values.insert(values.end(), column.begin(), column.end());
}

/// A copy in JavaScript's own memory.
val copied_out(const std::vector<double>& values) {
  return val::global("Float64Array")
      .new_(val(emscripten::typed_memory_view(values.size(), values.data())));
}

}  // namespace

val pack(const std::vector<TraceChunk>& chunks) {
  std::vector<double> heads, values;
  for (const TraceChunk& chunk : chunks) {
    const std::array diagnostics = {
        &chunk.objective, &chunk.suboptimality,    &chunk.accuracy,    &chunk.gradient_norm,
        &chunk.sparsity,  &chunk.clipped_fraction, &chunk.noise_ratio, &chunk.anchor_distance,
        &chunk.potential, &chunk.key_lemma_slack};
    int present = 0;
    for (std::size_t i = 0; i < diagnostics.size(); ++i) {
      if (!diagnostics[i]->empty()) present |= 1 << i;
    }
    heads.push_back(static_cast<double>(chunk.run));
    heads.push_back(static_cast<double>(chunk.iteration.size()));
    heads.push_back(present);
    append(values, chunk.iteration);
    append(values, chunk.gradient_evaluations);
    append(values, chunk.spent);
    append(values, chunk.seconds);
    for (const std::vector<double>* column : diagnostics) append(values, *column);
  }
  val result = val::object();
  result.set("heads", copied_out(heads));
  result.set("values", copied_out(values));
  return result;
}

}  // namespace noisy::wasm
