#include "engine/problem/saddle/saddle_loss.h"

#include "engine/problem/risk/coordinate_clip.h"

namespace noisy {

void SaddleLoss::add_clipped(const SaddleRecord& record, const Vector& z,
                             const CoordinateClip& clip, Vector& scratch, Vector& sum) const {
  scratch.resize(z.size());
  operator_at(record, z, scratch);
  for (Index j = 0; j < z.size(); ++j) sum[j] += clip(scratch[j]);
}

}  // namespace noisy
