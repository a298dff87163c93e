#include "engine/algorithm/erm/key_lemma.h"

#include "engine/math/reduce.h"
#include "engine/problem/geometry/geometry.h"

namespace noisy {

double key_lemma_slack(const MirrorStep& step, const KeyLemmaFacts& facts) {
  const Geometry& geometry = *step.geometry;
  Vector before;
  geometry.point_of(*step.state_before, before);
  const double weight = step.weight;
  const double left = weight * math::dot(*step.gradient, Vector(before - *facts.point));
  const double descent =
      2 * weight * weight * step.smoothness * (facts.value_at_query - facts.value);
  const double noise = weight * facts.dual_noise;
  const double mirror = geometry.divergence(facts.primal, *step.state_before) -
                        geometry.divergence(facts.primal, *step.state);
  return descent + noise * noise + mirror - left;
}

}  // namespace noisy
