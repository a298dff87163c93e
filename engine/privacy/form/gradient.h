#pragma once

#include "engine/privacy/oracle/request.h"

namespace noisy {

/// A noisy mean gradient, grad F_B(x) + noise: an estimate of the gradient of the whole objective
/// at x over a batch B. The smooth regularizer's gradient is added after the noise: it reads no
/// data.
inline Request gradient_at(const Vector& x, const Release& release) {
  return {.form = gradient_form(), .release = release, .point = &x};
}

}  // namespace noisy
