#include "engine/random/stream.h"

#include <algorithm>
#include <cstring>

#include "engine/random/entropy.h"
#include "engine/random/sha256.h"

namespace noisy {
namespace {

constexpr std::array<StreamPurpose, kStreamPurposes> kPurposes = {
#define NOISY_ENUMERATOR(name, text) StreamPurpose::name,
    NOISY_STREAM_PURPOSES(NOISY_ENUMERATOR)
#undef NOISY_ENUMERATOR
};

/// The key of one purpose: the digest of everything said so far and of the purpose.
ChaChaKey purpose_key(Sha256 identity, StreamPurpose purpose) {
  const Sha256Digest digest = identity.update_field(purpose_text(purpose)).finish();
  ChaChaKey key;
  static_assert(sizeof key == sizeof digest);
  std::memcpy(key.data(), digest.data(), sizeof key);
  return key;
}

}  // namespace

std::string_view purpose_text(StreamPurpose purpose) {
  constexpr std::array<std::string_view, kStreamPurposes> kTexts = {
#define NOISY_TEXT(name, text) text,
      NOISY_STREAM_PURPOSES(NOISY_TEXT)
#undef NOISY_TEXT
  };
  return kTexts[static_cast<std::size_t>(purpose)];
}

void Stream::refill(std::size_t blocks) {
  chacha20_blocks(key_, step_, next_block_, blocks, reinterpret_cast<std::byte*>(buffer_.data()));
  next_block_ += blocks;
  position_ = 0;
  end_ = blocks * kBlockWords;
}

std::uint64_t Stream::next_pair_across_refill() {
  const std::uint64_t low = next_word();
  return low | static_cast<std::uint64_t>(next_word()) << 32;
}

void Stream::fill_pairs(std::span<std::uint64_t> pairs) {
  if (pairs.empty()) return;  // memcpy takes no null pointer, not even for nothing
  auto* out = reinterpret_cast<std::byte*>(pairs.data());
  std::size_t left = pairs.size_bytes();
  const auto take_buffered = [&] {
    const std::size_t taken = std::min(left, (end_ - position_) * sizeof(std::uint32_t));
    std::memcpy(out, buffer_.data() + position_, taken);
    position_ += taken / sizeof(std::uint32_t);
    out += taken;
    left -= taken;
  };
  take_buffered();
  const std::size_t blocks = left / sizeof buffer_ * kChaChaBlocksAtOnce;
  chacha20_blocks(key_, step_, next_block_, blocks, out);
  next_block_ += blocks;
  out += blocks * kChaChaBlockBytes;
  left -= blocks * kChaChaBlockBytes;
  if (left == 0) return;
  refill(left > kFewBlocks * kChaChaBlockBytes ? kChaChaBlocksAtOnce : kFewBlocks);
  take_buffered();
}

SuccessiveStreams::SuccessiveStreams(const StreamKey& key, std::uint64_t first_step)
    : key_(key), first_step_(first_step) {
  chacha20_first_blocks(key.words_, first_step, kSteps,
                        reinterpret_cast<std::byte*>(first_blocks_.data()));
}

Stream SuccessiveStreams::stream(std::size_t index) const {
  Stream stream(key_, first_step_ + index);
  std::copy_n(first_blocks_.begin() + index * Stream::kBlockWords, Stream::kBlockWords,
              stream.buffer_.begin());
  stream.end_ = Stream::kBlockWords;
  stream.next_block_ = 1;
  return stream;
}

StreamFactory::StreamFactory(RandomnessMode mode, const Sha256& identity) : mode_(mode) {
  std::transform(kPurposes.begin(), kPurposes.end(), keys_.begin(),
                 [&](StreamPurpose purpose) { return purpose_key(identity, purpose); });
}

StreamFactory StreamFactory::reproducible(const StreamIdentity& identity) {
  Sha256 text;
  text.update_field("noisy-descent run stream 1");
  text.update_integer(identity.seed);
  text.update_integer(identity.common ? 1 : 0);
  if (!identity.common) text.update_field(identity.algorithm).update_field(identity.sweep);
  text.update_integer(identity.stream).update_integer(identity.repeat);
  return {RandomnessMode::reproducible, text};
}

StreamFactory StreamFactory::synthetic_data(std::uint64_t seed, std::string_view name) {
  Sha256 text;
  text.update_field("noisy-descent data stream 1").update_integer(seed).update_field(name);
  return {RandomnessMode::reproducible, text};
}

Result<StreamFactory> StreamFactory::secure() {
  std::array<std::byte, 32> secret;
  if (Result<void> read = read_entropy(secret); !read) return std::unexpected(read.error());
  Sha256 text;
  text.update_field("noisy-descent secure stream 1").update(secret);
  return StreamFactory(RandomnessMode::secure, text);
}

}  // namespace noisy
