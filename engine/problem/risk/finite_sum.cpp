#include "engine/problem/risk/finite_sum.h"

#include "engine/problem/risk/coordinate_clip.h"

namespace noisy {

void FiniteSum::add_clipped_gradients(Index first, Index count, const Vector& point,
                                      const CoordinateClip& clip, BatchScratch& scratch,
                                      math::PlacedSum& sum) const {
  Vector& all = sum.everywhere();
  Vector gradient(dimension());
  for (Index record = first; record < first + count; ++record) {
    answer_batch({&record, 1}, {.point = &point, .gradient = &gradient, .value = nullptr}, scratch);
    for (Index j = 0; j < all.size(); ++j) all[j] += clip(gradient[j]);
  }
}

}  // namespace noisy
