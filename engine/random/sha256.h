#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace noisy {

using Sha256Digest = std::array<std::uint8_t, 32>;

/// Streaming SHA-256 (FIPS 180-4).
///
/// The digest depends on the bytes only, not on how they were cut into updates. An object serves
/// one message: after finish() start a new one.
class Sha256 {
 public:
  Sha256& update(std::span<const std::byte> bytes);
  Sha256& update(std::string_view text);

  /// Appends eight bytes, least significant first.
  Sha256& update_integer(std::uint64_t value);

  /// Appends the length of the text (as update_integer), then the text. Two different sequences of
  /// such fields never give the same bytes.
  Sha256& update_field(std::string_view text);

  /// Appends each double as the eight bytes of its IEEE representation, least significant first.
  Sha256& update_doubles(std::span<const double> values);

  /// Pads, and returns the digest of everything that was appended.
  Sha256Digest finish();

 private:
  static constexpr std::size_t kBlockSize = 64;

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, kBlockSize> pending_{};  ///< the incomplete last block
  std::uint64_t length_ = 0;                        ///< bytes appended so far
};

/// The digest of one text.
Sha256Digest sha256(std::string_view text);

/// Lower-case hexadecimal, 64 characters.
std::string to_hex(const Sha256Digest& digest);

}  // namespace noisy
