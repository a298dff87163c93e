#pragma once

namespace noisy::cli {

/// From now on the first SIGINT or SIGTERM is noted and ends nothing by itself; the second ends the
/// program at once.
void listen_to_interrupts();
bool was_interrupted();

}  // namespace noisy::cli
