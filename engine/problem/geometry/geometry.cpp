#include "engine/problem/geometry/geometry.h"

#include <utility>

#include "engine/problem/geometry/entropy_geometry.h"
#include "engine/problem/geometry/euclidean_geometry.h"
#include "engine/problem/geometry/power_geometry.h"

namespace noisy {

namespace {

using Set = Domain::Kind;
using Generator = Geometry::Generator;

/// What "automatic" stands for; automatic where the set has no geometry.
Generator natural_generator(Set kind) {
  switch (kind) {
    case Set::l2_ball:
    case Set::linf_ball:
      return Generator::euclidean;
    case Set::l1_ball:
    case Set::hull:
      return Generator::lift;
    case Set::simplex:
      return Generator::entropy;
    case Set::group_ball:
    case Set::lp_ball:
      return Generator::p_norm;
    default:
      return Generator::automatic;
  }
}

bool serves(Generator generator, Set kind) {
  return generator == natural_generator(kind) ||
         (generator == Generator::p_norm && kind == Set::l1_ball);
}

}  // namespace

Geometry::Geometry(Domain set, Generator generator, Index dimension)
    : set_(std::move(set)), generator_(generator), dimension_(dimension) {}

Result<std::unique_ptr<const Geometry>> Geometry::create(const Domain& set, Generator generator,
                                                         Index dimension) {
  if (auto valid = set.validate(dimension); !valid) return std::unexpected(valid.error());
  const Generator natural = natural_generator(set.kind);
  if (natural == Generator::automatic) {
    return fail(ErrorCode::unsupported_domain, "problem.domain",
                "needs a bounded set with a geometry: l2-ball, l1-ball, linf-ball, simplex, "
                "group-ball, lp-ball or hull");
  }
  const Generator chosen = generator == Generator::automatic ? natural : generator;
  if (!serves(chosen, set.kind)) {
    return fail(ErrorCode::unsupported_option, "geometry",
                "does not serve this domain; use \"auto\"");
  }
  switch (chosen) {
    case Generator::euclidean:
      return std::make_unique<EuclideanGeometry>(set, dimension);
    case Generator::p_norm:
      return std::make_unique<PowerGeometry>(set, dimension);
    default:
      return std::make_unique<EntropyGeometry>(set, chosen, dimension);
  }
}

Result<Vector> Geometry::state_of(const Vector& point) const {
  if (point.size() != dimension_ || !set_.contains(point)) {
    return fail(ErrorCode::infeasible_start, "start", "must lie in the domain");
  }
  return interior_state(point);
}

}  // namespace noisy
