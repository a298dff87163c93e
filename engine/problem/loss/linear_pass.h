#pragma once

#include "engine/math/kernel_table.h"
#include "engine/math/row_links.h"

namespace noisy {

/// -m, of the margin m alone.
struct LinearLink {
  template <class V>
  [[gnu::always_inline]] math::LinkResult<V> evaluate(V margin, V /*target*/) const {
    return {V{} - margin, V{} - math::broadcast<V>(1)};
  }
};

/// The pass of the linear loss, the same for all instruction sets. It stands in a file of its own,
/// so that a program that must be small can define this function itself and give null.
math::BlockPass linear_pass();

}  // namespace noisy
