#include "engine/problem/saddle/sphere_population.h"

#include <cmath>
#include <string_view>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// Records that are each drawn from a stream of its own; targets 0.
template <class Draw>
Result<DenseData> draw_rows(Index count, Index features, std::uint64_t seed, std::string_view name,
                            const Draw& draw) {
  Result<DenseData> data =
      DenseData::allocate({.samples = count, .features = features, .layout = DataLayout::rows});
  if (!data) return data;
  const StreamFactory streams = StreamFactory::synthetic_data(seed, name);
  for (Index i = 0; i < count; ++i) {
    Stream stream = streams.stream(StreamPurpose::data, static_cast<std::uint64_t>(i));
    const Vector row = draw(stream);
    data->set_row(i, math::view(row));
  }
  return data;
}

}  // namespace

Result<SpherePopulation> SpherePopulation::make(const SphereParameters& parameters) {
  if (auto ok = check_count(parameters.mean.size(), 1, "mean"); !ok) {
    return std::unexpected(ok.error());
  }
  if (auto ok = check_positive(parameters.radius, "radius"); !ok) {
    return std::unexpected(ok.error());
  }
  if (!(math::l2_norm(parameters.mean) + parameters.radius <= 1)) {
    return fail(ErrorCode::invalid_value, "radius",
                "the mean's length and the radius must add up to at most 1");
  }
  return SpherePopulation(parameters);
}

Result<DenseData> SpherePopulation::draw(Index count, std::uint64_t seed) const {
  const Index d = parameters_.mean.size();
  return draw_rows(count, d, seed, "sphere", [&](Stream& stream) -> Vector {
    return parameters_.mean + parameters_.radius * draw_unit_vector(stream, d);
  });
}

double SpherePopulation::excess(const Vector& x) const {
  return math::squared_norm(Vector(x - parameters_.mean)) / 2;
}

double SpherePopulation::expected_excess(Index records, double noise) const {
  const auto d = static_cast<double>(parameters_.mean.size());
  const double r = parameters_.radius;
  return (d * noise * noise + r * r / static_cast<double>(records)) / 2;
}

Result<TiltPopulation> TiltPopulation::make(const TiltParameters& parameters) {
  if (auto ok = check_count(parameters.features, 2, "features"); !ok) {
    return std::unexpected(ok.error());
  }
  if (!(parameters.tilt >= 0 && parameters.tilt <= 1)) {
    return fail(ErrorCode::invalid_value, "tilt", "use a number within 0 and 1");
  }
  return TiltPopulation(parameters);
}

Result<DenseData> TiltPopulation::draw(Index count, std::uint64_t seed) const {
  const Index d = parameters_.features;
  const double s = parameters_.tilt;
  const double across = std::sqrt(1 - s * s);
  return draw_rows(count, d, seed, "tilt", [&](Stream& stream) {
    Vector row(d);
    row << s, across * draw_unit_vector(stream, d - 1);
    return row;
  });
}

}  // namespace noisy
