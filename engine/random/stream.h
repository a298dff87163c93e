#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/math/error.h"
#include "engine/random/chacha20.h"

namespace noisy {

class Sha256;

/// What draws are for. Each purpose has its own key, so that adding draws to one never moves
/// another's. The texts are part of the key: X(enumerator, "stable-text").
#define NOISY_STREAM_PURPOSES(X)                                                   \
  X(sampling, "sampling") /* which records a mini-batch holds                   */ \
  X(noise, "noise")       /* what a mechanism adds to a release                 */ \
  X(output, "output")     /* which iterate is the answer, noise on the answer   */ \
  X(start, "start")       /* a random starting point                            */ \
  X(data, "data")         /* rows of a synthetic data set                       */ \
  X(model, "model")       /* the hidden parameters behind a synthetic data set  */ \
  X(levels, "levels")     /* how accurate each step of a schedule is            */ \
  X(ranges, "ranges")     /* the ranges that columns are clamped to             */ \
  X(score, "score")       /* what is added to a figure of held-out rows         */

enum class StreamPurpose {
#define NOISY_ENUMERATOR(name, text) name,
  NOISY_STREAM_PURPOSES(NOISY_ENUMERATOR)
#undef NOISY_ENUMERATOR
};

#define NOISY_COUNT(name, text) +1
inline constexpr std::size_t kStreamPurposes = 0 NOISY_STREAM_PURPOSES(NOISY_COUNT);
#undef NOISY_COUNT

std::string_view purpose_text(StreamPurpose purpose);

/// `reproducible`: keyed by a seed, predictable, not private. `secure`: keyed by the platform's
/// cryptographic generator, never repeatable.
enum class RandomnessMode { reproducible, secure };

/// Everything that names the randomness of one run. A run's position in a list is no part of it, so
/// a run alone equals the run in company.
struct StreamIdentity {
  std::uint64_t seed = 0;    ///< run.randomness.seed
  std::string algorithm{};   ///< the algorithm's id
  std::uint64_t stream = 0;  ///< algorithms[].stream
  std::string sweep{};       ///< the text of the run's sweep values, empty without a sweep
  std::uint64_t repeat = 0;  ///< 0, 1, ... repeats-1
  bool common = false;  ///< leave out id and sweep: the same draws for every algorithm and point
};

/// The key of all streams of one run and purpose. Only a StreamFactory makes one, so its mode is
/// what it says.
class StreamKey {
 public:
  RandomnessMode mode() const { return mode_; }

 private:
  friend class StreamFactory;
  friend class Stream;
  friend class SuccessiveStreams;
  StreamKey(RandomnessMode mode, const ChaChaKey& words) : mode_(mode), words_(words) {}

  RandomnessMode mode_;
  ChaChaKey words_;
};

/// The draws of one (key, step): ChaCha20 with the step as nonce and the block number from 0.
///
/// The stream is one sequence of 32-bit words; every draw takes the next words. Step t's draws
/// never depend on how many draws another step used.
class Stream {
 public:
  /// @param step  which release, row or iteration; any 64-bit number
  Stream(const StreamKey& key, std::uint64_t step) : key_(key.words_), step_(step) {}

  /// The next word.
  std::uint32_t next_word() {
    if (position_ == end_) refill(kFewBlocks);
    return buffer_[position_++];
  }

  /// The next two words, the first one least significant.
  std::uint64_t next_pair() {
    if (position_ + 2 > end_) return next_pair_across_refill();
    const std::uint64_t low = buffer_[position_];
    const std::uint64_t high = buffer_[position_ + 1];
    position_ += 2;
    return low | high << 32;
  }

  /// The same pairs as next_pair() gives one by one, faster for long spans.
  void fill_pairs(std::span<std::uint64_t> pairs);

 private:
  friend class SuccessiveStreams;
  static constexpr std::size_t kBlockWords = kChaChaBlockBytes / sizeof(std::uint32_t);
  /// What single draws take from the generator at a time.
  static constexpr std::size_t kFewBlocks = 4;

  void refill(std::size_t blocks);
  std::uint64_t next_pair_across_refill();

  ChaChaKey key_;
  std::uint64_t step_;
  std::uint64_t next_block_ = 0;
  std::size_t position_ = 0;  ///< of the next unused word in the buffer
  std::size_t end_ = 0;       ///< of the words in the buffer
  std::array<std::uint32_t, kChaChaBlocksAtOnce * kBlockWords> buffer_;
};

/// The streams of eight successive steps. Their first blocks are computed side by side, which pays
/// where a step draws only a few words.
class SuccessiveStreams {
 public:
  static constexpr std::size_t kSteps = kChaChaBlocksAtOnce;

  SuccessiveStreams(const StreamKey& key, std::uint64_t first_step);

  /// The same words as Stream(key, first_step + index) gives; index < kSteps.
  Stream stream(std::size_t index) const;

 private:
  StreamKey key_;
  std::uint64_t first_step_;
  std::array<std::uint32_t, kSteps * Stream::kBlockWords> first_blocks_;
};

/// The streams of one run: one key per purpose, one stream per (purpose, step).
///
/// The mode cannot be forged: only secure() makes a secure factory, and it takes no seed.
class StreamFactory {
 public:
  /// The key of each purpose is SHA-256 over tagged, length-prefixed fields: the identity
  /// (without algorithm and sweep when `common`) and the purpose's text.
  static StreamFactory reproducible(const StreamIdentity& identity);

  /// Streams of a synthetic data set, keyed by the data's own seed and the generator's name.
  static StreamFactory synthetic_data(std::uint64_t seed, std::string_view name);

  /// A fresh 256-bit key from the platform, unknown to everyone and stored nowhere; the keys of
  /// the purposes are SHA-256 over it and the purpose's text.
  ///
  /// @error internal when the platform has no cryptographic generator
  static Result<StreamFactory> secure();

  RandomnessMode mode() const { return mode_; }

  StreamKey key(StreamPurpose purpose) const {
    return {mode_, keys_[static_cast<std::size_t>(purpose)]};
  }

  Stream stream(StreamPurpose purpose, std::uint64_t step) const { return {key(purpose), step}; }

 private:
  StreamFactory(RandomnessMode mode, const Sha256& identity);

  RandomnessMode mode_;
  std::array<ChaChaKey, kStreamPurposes> keys_;
};

}  // namespace noisy
