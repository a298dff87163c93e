#include "engine/random/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/math/instruction_set.h"
#include "engine/random/sha256_kernels.h"

namespace noisy {
namespace {

static_assert(std::endian::native == std::endian::little,
              "doubles and words are written as they lie in memory");

Sha256Kernel kernel() {
#if defined(NOISY_X86_KERNELS)
  static const bool has_instructions = sha256_x86_is_available();
  if (has_instructions && math::instruction_set() != math::InstructionSet::baseline) {
    return sha256_x86;
  }
#endif
  return sha256_portable;
}

}  // namespace

Sha256& Sha256::update(std::span<const std::byte> bytes) {
  const auto* source = reinterpret_cast<const std::uint8_t*>(bytes.data());
  std::size_t left = bytes.size();
  const std::size_t filled = length_ % kBlockSize;
  length_ += left;
  if (filled > 0) {
    const std::size_t taken = std::min(left, kBlockSize - filled);
    std::copy_n(source, taken, pending_.begin() + static_cast<std::ptrdiff_t>(filled));
    source += taken;
    left -= taken;
    if (filled + taken < kBlockSize) return *this;
    kernel()(state_.data(), pending_.data(), 1);
  }
  const std::size_t blocks = left / kBlockSize;
  kernel()(state_.data(), source, blocks);
  std::copy_n(source + blocks * kBlockSize, left % kBlockSize, pending_.begin());
  return *this;
}

Sha256& Sha256::update(std::string_view text) {
  return update(std::as_bytes(std::span(text.data(), text.size())));
}

Sha256& Sha256::update_integer(std::uint64_t value) {
  return update(std::as_bytes(std::span(&value, 1)));
}

Sha256& Sha256::update_field(std::string_view text) {
  return update_integer(text.size()).update(text);
}

Sha256& Sha256::update_doubles(std::span<const double> values) {
  return update(std::as_bytes(values));
}

Sha256Digest Sha256::finish() {
  const std::uint64_t bits = __builtin_bswap64(length_ * 8);
  const std::size_t filled = length_ % kBlockSize;
  const std::size_t padding = (filled < 56 ? 56 : 120) - filled;
  std::array<std::uint8_t, 120> tail{0x80};
  std::memcpy(tail.data() + padding, &bits, sizeof bits);
  update(std::as_bytes(std::span(tail).first(padding + sizeof bits)));
  Sha256Digest digest;
  for (std::size_t i = 0; i < state_.size(); ++i) {
    const std::uint32_t word = __builtin_bswap32(state_[i]);
    std::memcpy(digest.data() + 4 * i, &word, sizeof word);
  }
  return digest;
}

Sha256Digest sha256(std::string_view text) {
  return Sha256().update(text).finish();
}

std::string to_hex(const Sha256Digest& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * digest.size());
  for (const std::uint8_t byte : digest) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace noisy
