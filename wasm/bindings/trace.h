#pragma once

#include <emscripten/val.h>

#include <vector>

#include "engine/experiment/session/session.h"

namespace noisy::wasm {

/// The trace chunks as `{heads, values}`, two Float64Arrays that JavaScript owns, so that a slice
/// of many runs crosses the boundary, and then to another thread, in two pieces.
///
/// heads:  for every chunk run, length, and the sum of 1 (objective), 2 (suboptimality),
///         4 (accuracy), 8 (gradientNorm), 16 (sparsity), 32 (clippedFraction), 64 (noiseRatio),
///         128 (anchorDistance), 256 (potential) and 512 (keyLemmaSlack) for the columns that are
///         present
/// values: for every chunk its columns one after another: iteration, gradientEvaluations, spent,
///         seconds, and the present ones of the above, in this order
emscripten::val pack(const std::vector<TraceChunk>& chunks);

}  // namespace noisy::wasm
