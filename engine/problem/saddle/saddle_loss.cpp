#include "engine/problem/saddle/saddle_loss.h"

#include "engine/problem/risk/coordinate_clip.h"

namespace noisy {

void SaddleLoss::add_clipped(const SaddleRecord& record, const Vector& z,
                             const CoordinateClip& clip, Vector& scratch,
                             math::PlacedSum& sum) const {
  scratch.resize(z.size());
  operator_at(record, z, scratch);
  Vector& all = sum.everywhere();
  for (Index j = 0; j < z.size(); ++j) all[j] += clip(scratch[j]);
}

}  // namespace noisy
