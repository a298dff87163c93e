#include "engine/random/chacha20.h"

#include <bit>

#include "engine/math/instruction_set.h"
#include "engine/random/chacha20_lanes.h"

namespace noisy {
namespace {

static_assert(std::endian::native == std::endian::little, "blocks are little-endian words");

ChaChaKernel kernel() {
#if defined(NOISY_X86_KERNELS)
  if (math::instruction_set() == math::InstructionSet::avx512) return chacha20_avx512;
  if (math::instruction_set() == math::InstructionSet::avx2) return chacha20_avx2;
#endif
  return chacha20_baseline;
}

}  // namespace

void chacha20_blocks(const ChaChaKey& key, std::uint64_t nonce, std::uint64_t first_block,
                     std::size_t blocks, std::byte* out) {
  kernel()(
      {.key = key.data(), .nonce = nonce, .nonce_step = 0, .number = first_block, .number_step = 1},
      blocks, out);
}

void chacha20_first_blocks(const ChaChaKey& key, std::uint64_t first_nonce, std::size_t nonces,
                           std::byte* out) {
  kernel()(
      {.key = key.data(), .nonce = first_nonce, .nonce_step = 1, .number = 0, .number_step = 0},
      nonces, out);
}

}  // namespace noisy
