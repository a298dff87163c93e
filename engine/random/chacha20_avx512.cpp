#include "engine/random/chacha20_lanes.h"

namespace noisy {

void chacha20_avx512(const ChaChaBlocks& blocks, std::size_t count, std::byte* out) {
  ChaChaLanes<8>::write(blocks, count, out);
}

}  // namespace noisy
