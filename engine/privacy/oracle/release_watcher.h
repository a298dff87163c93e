#pragma once

#include "engine/privacy/oracle/request.h"

namespace noisy {

/// A data set of this kind is told of every answer that an oracle lets out: an audit's, which
/// judges releases. It learns what an algorithm learns, and what was asked.
class ReleaseWatcher {
 public:
  virtual ~ReleaseWatcher() = default;
  virtual void note(const Request& request, const Vector& released) const = 0;
};

}  // namespace noisy
