#include "engine/problem/saddle/auc_population.h"

#include <algorithm>
#include <cmath>

#include "engine/math/reduce.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

double square(double x) {
  return x * x;
}

Result<void> check(const AucPopulationParameters& parameters) {
  if (parameters.positive_mean.size() < 1 ||
      parameters.positive_mean.size() != parameters.negative_mean.size()) {
    return fail(ErrorCode::invalid_value, "negativeMean", "use two means of the same size");
  }
  if (auto ok = check_positive(parameters.spread, "spread"); !ok) return ok;
  const double longest =
      std::max(math::l2_norm(parameters.positive_mean), math::l2_norm(parameters.negative_mean));
  if (!(longest + parameters.spread <= 1)) {
    return fail(ErrorCode::invalid_value, "spread",
                "the length of each mean and the spread must add up to at most 1");
  }
  auto loss =
      AucLoss::make({.positive_share = parameters.positive_share, .radius = parameters.radius});
  if (!loss) return std::unexpected(loss.error());
  return {};
}

}  // namespace

Result<AucPopulation> AucPopulation::make(const AucPopulationParameters& parameters) {
  if (auto ok = check(parameters); !ok) return std::unexpected(ok.error());
  return AucPopulation(parameters);
}

AucPopulation::AucPopulation(const AucPopulationParameters& parameters)
    : parameters_(parameters), difference_(parameters.negative_mean - parameters.positive_mean) {}

AucLoss AucPopulation::loss() const {
  return *AucLoss::make(
      {.positive_share = parameters_.positive_share, .radius = parameters_.radius});
}

Result<DenseData> AucPopulation::draw(Index count, std::uint64_t seed) const {
  const Index d = difference_.size();
  Result<DenseData> data =
      DenseData::allocate({.samples = count, .features = d, .layout = DataLayout::rows});
  if (!data) return data;
  const StreamFactory streams = StreamFactory::synthetic_data(seed, "auc");
  for (Index i = 0; i < count; ++i) {
    Stream stream = streams.stream(StreamPurpose::data, static_cast<std::uint64_t>(i));
    const bool is_positive = uniform(stream) < parameters_.positive_share;
    const Vector& mean = is_positive ? parameters_.positive_mean : parameters_.negative_mean;
    const Vector row = mean + parameters_.spread * draw_unit_vector(stream, d);
    data->set_row(i, math::view(row));
    data->targets()[static_cast<std::size_t>(i)] = is_positive ? 1 : -1;
  }
  return data;
}

double AucPopulation::curvature() const {
  return parameters_.positive_share * (1 - parameters_.positive_share);
}

double AucPopulation::variance() const {
  return square(parameters_.spread) / static_cast<double>(difference_.size());
}

double AucPopulation::spread_of(const Vector& primal) const {
  const Vector w = primal.head(difference_.size());
  return square(math::dot(w, parameters_.positive_mean) - primal[w.size()]) +
         square(math::dot(w, parameters_.negative_mean) - primal[w.size() + 1]) +
         2 * variance() * math::squared_norm(w);
}

double AucPopulation::value(const SaddlePoint& z) const {
  const Vector w = z.primal.head(difference_.size());
  const double alpha = z.dual[0];
  return curvature() *
         (spread_of(z.primal) + 2 * (1 + alpha) * math::dot(w, difference_) - square(alpha));
}

Vector AucPopulation::operator_at(const SaddlePoint& z) const {
  const auto& [share, positive, negative, spread, radius] = parameters_;
  const Index d = difference_.size();
  const Vector w = z.primal.head(d);
  const double alpha = z.dual[0];
  const double above = math::dot(w, positive) - z.primal[d];
  const double below = math::dot(w, negative) - z.primal[d + 1];
  Vector out(d + 3);
  out.head(d) =
      above * positive + below * negative + 2 * variance() * w + (1 + alpha) * difference_;
  out[d] = -above;
  out[d + 1] = -below;
  out[d + 2] = alpha - math::dot(w, difference_);
  return 2 * curvature() * out;
}

double AucPopulation::primal_value(const Vector& primal) const {
  const Vector w = primal.head(difference_.size());
  return value({primal, Vector::Constant(1, math::dot(w, difference_))});
}

double AucPopulation::dual_value(double alpha) const {
  const double pull = std::abs(1 + alpha) * math::l2_norm(difference_);
  const double t = std::min(parameters_.radius, pull / (2 * variance()));
  return curvature() * (2 * variance() * t * t - 2 * pull * t - square(alpha));
}

SaddlePoint AucPopulation::saddle() const {
  const Index d = difference_.size();
  const double length = math::l2_norm(difference_);
  // w* = -share D, so that nothing is divided by ||D|| = 0.
  const double free = 1 / (2 * variance() + length * length);
  const double share = length * free > parameters_.radius ? parameters_.radius / length : free;
  const Vector w = -share * difference_;
  SaddlePoint out{Vector(d + 2), Vector::Constant(1, math::dot(w, difference_))};
  out.primal << w, math::dot(w, parameters_.positive_mean), math::dot(w, parameters_.negative_mean);
  return out;
}

}  // namespace noisy
