#pragma once

#include "engine/privacy/release/release.h"

namespace noisy {

/// What an algorithm asks the oracle for. Kinds with more to say derive from it; a function beside
/// each kind makes its requests.
struct Request {
  const ReleaseForm* form = nullptr;  ///< what answers it; the release must be of the same kind
  Release release;
  const Vector* point = nullptr;  ///< x, where the data are asked; null where a hidden state is
};

}  // namespace noisy
