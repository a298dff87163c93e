#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

namespace noisy {

/// Zeroed doubles that begin on a cache line. Moves, never copies; a failed allocation is an empty
/// buffer, not an exception.
class AlignedBuffer {
 public:
  static constexpr std::size_t kAlignment = 64;  ///< bytes

  AlignedBuffer() = default;

  /// @return a buffer whose size() is `count`, or an empty one when memory ran out
  static AlignedBuffer allocate(std::size_t count) {
    AlignedBuffer buffer;
    if (count > (SIZE_MAX - kAlignment) / sizeof(double)) return buffer;
    buffer.memory_.reset(std::calloc(count * sizeof(double) + kAlignment, 1));
    if (buffer.memory_ == nullptr) return buffer;
    const auto address = reinterpret_cast<std::uintptr_t>(buffer.memory_.get());
    const std::uintptr_t aligned = (address + kAlignment - 1) / kAlignment * kAlignment;
    buffer.values_ = {reinterpret_cast<double*>(aligned), count};
    return buffer;
  }

  std::size_t size() const { return values_.size(); }
  double* data() { return values_.data(); }
  const double* data() const { return values_.data(); }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  std::unique_ptr<void, Free> memory_;
  std::span<double> values_;
};

}  // namespace noisy
