#include "engine/problem/saddle/matched_moments.h"

#include <cmath>

#include "engine/math/reduce.h"
#include "engine/problem/saddle/saddle_problem.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

/// The k with k (k + 1) = features, or 0.
Index moments_of(Index features) {
  for (Index k = 1; k * (k + 1) <= features; ++k) {
    if (k * (k + 1) == features) return k;
  }
  return 0;
}

}  // namespace

Result<Vector> matched_moments(Index features, double length, std::uint64_t seed) {
  const Index k = moments_of(features);
  if (k == 0) {
    return fail(ErrorCode::invalid_value, "features",
                "k rows of k numbers and then k more: use k (k + 1), such as 6, 12 or 20");
  }
  const StreamFactory streams = StreamFactory::synthetic_data(seed, "matched-moments");
  Stream stream = streams.stream(StreamPurpose::model, 0);
  const Vector normal = draw_unit_vector(stream, k);
  const Vector solution = 0.5 * draw_unit_vector(stream, k);
  const double scale = length / std::sqrt(static_cast<double>(k) + 0.25);
  Vector out(features);
  for (Index i = 0; i < k; ++i) {
    Vector row = -2 * normal[i] * normal;
    row[i] += 1;
    out.segment(i * k, k) = scale * row;
    out[k * k + i] = scale * math::dot(row, solution);
  }
  return out;
}

}  // namespace noisy
