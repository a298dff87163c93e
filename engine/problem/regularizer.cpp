#include "engine/problem/regularizer.h"

#include "engine/math/reduce.h"

namespace noisy {

double Regularizer::value(const Vector& x) const {
  if (kind == Kind::none) return 0;
  return 0.5 * strength * math::squared_norm(math::view(x));
}

void Regularizer::add_gradient(const Vector& x, Vector& gradient) const {
  if (kind == Kind::l2) gradient += strength * x;
}

}  // namespace noisy
