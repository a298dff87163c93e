#pragma once

#include <emscripten/val.h>

#include <vector>

#include "engine/experiment/session/session.h"

namespace noisy::wasm {

/// The trace chunks as `{heads, values, names}`: two Float64Arrays that JavaScript owns, so that a
/// slice of many runs crosses the boundary, and then to another thread, in few pieces, and the
/// names of the diagnostics that the chunks hold.
///
/// heads:  for every chunk run, length, the number of its diagnostics, and the place of each one's
///         name in `names`
/// values: for every chunk its columns one after another: iteration, gradientEvaluations, spent,
///         seconds, and its diagnostics
emscripten::val pack(const std::vector<TraceChunk>& chunks);

}  // namespace noisy::wasm
