#include "engine/problem/saddle/saddle_problem.h"

#include <cmath>

#include "engine/math/reduce.h"
#include "engine/random/distributions.h"

namespace noisy {

Result<void> check_positive(double value, const char* field) {
  if (value > 0 && std::isfinite(value)) return {};
  return fail(ErrorCode::invalid_value, field, "use a positive, finite number");
}

Result<void> check_count(Index value, Index least, const char* field) {
  if (value >= least) return {};
  return fail(ErrorCode::invalid_value, field, "use at least " + std::to_string(least));
}

double draw_sign(Stream& stream) {
  return uniform(stream) < 0.5 ? -1 : 1;
}

Vector draw_unit_vector(Stream& stream, Index size) {
  Vector out(size);
  fill_normal(stream, 1, {out.data(), static_cast<std::size_t>(size)});
  return out / math::l2_norm(out);
}

}  // namespace noisy
