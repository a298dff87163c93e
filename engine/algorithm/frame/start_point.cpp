#include "engine/algorithm/frame/start_point.h"

#include "engine/algorithm/frame/common_specs.h"

namespace noisy {

Result<Vector> start_point(const ParameterSet& given, const Domain& domain, Index dimension) {
  if (const auto values = given.vector("start")) {
    if (static_cast<Index>(values->size()) == dimension) {
      return Vector(Eigen::Map<const Vector>(values->data(), dimension));
    }
    return fail(ErrorCode::invalid_value, "start",
                "has " + std::to_string(values->size()) + " numbers but the problem has " +
                    std::to_string(dimension) + " coordinates");
  }
  if (const auto value = given.number("start")) return Vector(Vector::Constant(dimension, *value));
  Vector origin = Vector::Zero(dimension);
  if (domain.kind == Domain::Kind::product && domain.has_projection()) {
    domain.project(origin);
    return origin;
  }
  const bool is_natural = domain.kind != Domain::Kind::hull && domain.contains(origin);
  return is_natural ? origin : domain.centre(dimension);
}

ParameterSpec domain_start_spec() {
  return start_spec({.default_rule = "the domain's centre",
                     .description =
                         "x_0, chosen without looking at the data, inside the domain: one number "
                         "for every coordinate, or a vector.",
                     .source = "section 5"});
}

}  // namespace noisy
