#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace noisy::math {

/// Alignment of stored features: a cache line, and the widest code vector.
inline constexpr std::size_t kAlignment = 64;

/// An allocator whose memory starts at a cache line.
template <class T>
struct AlignedAllocator {
  using value_type = T;
  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}  // NOLINT(google-explicit-constructor)

  T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{kAlignment}));
  }
  void deallocate(T* memory, std::size_t) {
    ::operator delete (memory, std::align_val_t{kAlignment});
  }

  template <class U>
  bool operator==(const AlignedAllocator<U>&) const {
    return true;
  }
};

/// Doubles that start at a cache line.
using AlignedDoubles = std::vector<double, AlignedAllocator<double>>;

}  // namespace noisy::math
