#pragma once

#include "engine/experiment/session/session.h"

namespace noisy::cli {

/// Limits of this process.
///
/// @param memory_bytes  0: three quarters of the machine's memory
Limits limits_within(double memory_bytes);

/// How many threads to work with.
///
/// @param threads  0: as many as the machine runs at once
int threads_within(int threads);

}  // namespace noisy::cli
