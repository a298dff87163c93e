#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace noisy {

/// The 256-bit key of a ChaCha20 key stream, as eight little-endian words.
using ChaChaKey = std::array<std::uint32_t, 8>;

inline constexpr std::size_t kChaChaBlockBytes = 64;

/// Most blocks that are computed side by side: asking for multiples of it wastes nothing. Narrow
/// vectors compute half as many at once.
inline constexpr std::size_t kChaChaBlocksAtOnce = 8;

/// Writes consecutive blocks of the ChaCha20 key stream (20 rounds, RFC 8439).
///
/// The state's words 12 and 13 hold the 64-bit block number and words 14 and 15 the 64-bit nonce
/// (Bernstein's layout; RFC 8439 moves 32 bits from the number to the nonce, the function of the
/// sixteen words is the same). The bytes do not depend on how a range of blocks is cut into calls.
///
/// @param first_block  number of the first block; the number wraps around after 2^64 blocks
/// @param blocks       how many blocks to write
/// @param out          64 * blocks bytes, no alignment needed
void chacha20_blocks(const ChaChaKey& key, std::uint64_t nonce, std::uint64_t first_block,
                     std::size_t blocks, std::byte* out);

/// Writes block 0 of the nonces first_nonce, first_nonce + 1, ... (modulo 2^64), 64 bytes each.
void chacha20_first_blocks(const ChaChaKey& key, std::uint64_t first_nonce, std::size_t nonces,
                           std::byte* out);

}  // namespace noisy
