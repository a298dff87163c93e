#include "engine/privacy/form/scored_vertices.h"

#include "engine/privacy/release/described_release.h"

namespace noisy {

ScoredVertices scored_vertices(const DescribedRelease& release) {
  const auto vertices = VertexSet::create(*release.domain, release.dimension);
  if (!vertices) return {};
  return {.count = vertices->count(), .sensitivity = vertices->score_sensitivity(release.bounds)};
}

}  // namespace noisy
