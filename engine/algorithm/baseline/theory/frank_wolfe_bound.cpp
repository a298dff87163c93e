#include "engine/algorithm/baseline/theory/frank_wolfe_bound.h"

#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr Index kMostIterations = 10'000;

}  // namespace

FrankWolfeBound frank_wolfe_bound(const FrankWolfeGeometry& geometry, double scale, Index steps) {
  return {.optimization = 2 * geometry.curvature / static_cast<double>(steps + 2),
          .privacy = scale * math::log(static_cast<double>(geometry.vertices))};
}

Index frank_wolfe_iterations(const FrankWolfeGeometry& geometry,
                             math::FunctionRef<double(Index)> scale_of) {
  const auto bound = [&](Index steps) {
    return frank_wolfe_bound(geometry, scale_of(steps), steps).total();
  };
  // A falling convex part and a rising one that is no steeper at its beginning: one valley.
  Index low = 1, high = kMostIterations;
  while (low < high) {
    const Index middle = low + (high - low) / 2;
    if (bound(middle) <= bound(middle + 1)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace noisy
