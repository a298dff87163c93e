#include "engine/random/chacha20_lanes.h"

namespace noisy {

void chacha20_baseline(const ChaChaBlocks& blocks, std::size_t count, std::byte* out) {
  ChaChaLanes<4>::write(blocks, count, out);
}

}  // namespace noisy
