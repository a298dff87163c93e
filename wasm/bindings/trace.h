#pragma once

#include <emscripten/val.h>

#include <vector>

#include "engine/experiment/session/session.h"

namespace noisy::wasm {

/// The trace chunks as `{heads, values, names}`: two Float64Arrays that JavaScript owns, so that a
/// slice of many runs crosses the boundary, and then to another thread, in few pieces, and the
/// names of the steps' columns and the diagnostics that the chunks hold.
///
/// heads:  for every chunk run, length, the number of its columns and diagnostics, and the place of
///         each one's name in `names`
/// values: for every chunk its columns one after another: iteration, gradientEvaluations, spent,
///         seconds, its columns and diagnostics
///
/// Where chunks have iterates or ends, also `paths` and `stops`, which name their chunks by place:
///
/// paths:  `{chunk, coordinates, values}`: the iterates one after another, in a Float64Array
/// stops:  `{chunk, stop: {reason, text}}`: why the run ended
emscripten::val pack(const std::vector<TraceChunk>& chunks);

}  // namespace noisy::wasm
