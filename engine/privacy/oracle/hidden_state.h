#pragma once

#include <span>

namespace noisy {

/// The right to look at what an algorithm hides. A run of the session alone has it, where the file
/// asks for it, and writes what it sees under nonPrivate: no algorithm can look.
class NonPrivateLook final {
  friend class ActiveRun;
  NonPrivateLook() = default;
};

/// A point that a kind of release keeps between its releases and shows nobody.
class HiddenState {
 public:
  HiddenState() = default;
  HiddenState(const HiddenState&) = delete;
  HiddenState& operator=(const HiddenState&) = delete;
  virtual ~HiddenState() = default;

  /// Writes where it stands, of a saddle problem x before y; nothing before a record is read. Not
  /// private: it follows from the records without noise.
  virtual void show(NonPrivateLook look, std::span<double> point) const = 0;
};

}  // namespace noisy
