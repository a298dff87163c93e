#pragma once

#include "engine/problem/domain/vertex_set.h"

namespace noisy {

struct DescribedRelease;

/// The vertices of a domain, and how far one record can move what they are scored by.
struct ScoredVertices {
  Index count = 0;
  ScoreSensitivity sensitivity;
};

/// Those of the domain that a release is described for; none where it is no hull of a list.
ScoredVertices scored_vertices(const DescribedRelease& release);

}  // namespace noisy
