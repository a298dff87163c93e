#include "engine/solver/base/residual_forecast.h"

namespace noisy {

double residual_forecast(const Block& block, const Vector& z, const Vector& a) {
  Vector b(z.size());
  block.add_regularizer(z, a, b);
  Vector next = z;
  block.descend(next, b, 1 / (block.condition_number() + 1));
  block.project(next);
  return block.condition_number() * block.norm(z - next);
}

}  // namespace noisy
