#include "engine/random/vertex_sampler.h"

#include "engine/math/elementary.h"
#include "engine/random/gumbel_max.h"
#include "engine/random/inverse_cdf.h"

namespace noisy {
namespace {

AliasTable make_alias_table(const math::CumulativeWeights& weights) {
  return {weights.weights(), weights.total()};
}

template <class Drawer>
void count_draws(const Drawer& drawer, Stream& stream, std::int64_t draws,
                 std::span<double> counts) {
  for (std::int64_t i = 0; i < draws; ++i) ++counts[drawer.draw(stream)];
}

/// Hands every drawn coordinate to `take`: an alias table costs a pass, and then little a draw.
template <class Take>
void each_draw(Stream& stream, const math::CumulativeWeights& weights, std::int64_t draws,
               const Take& take) {
  if (draws > static_cast<std::int64_t>(weights.size())) {
    const AliasTable table = make_alias_table(weights);
    for (std::int64_t i = 0; i < draws; ++i) take(table.draw(stream));
  } else {
    for (std::int64_t i = 0; i < draws; ++i) take(draw_by_inverse_cdf(stream, weights));
  }
}

}  // namespace

double rounding_distance(VertexMethod method, Index dimension, std::int64_t draws) {
  if (method == VertexMethod::exact_rejection) return 0.0;
  return static_cast<double>(draws) * static_cast<double>(dimension) * 0x1p-52;
}

double rounding_delta(double distance, double epsilon) {
  return (1 + math::exp(epsilon)) * distance;
}

std::size_t VertexSampler::InverseCdf::draw(Stream& stream) const {
  return draw_by_inverse_cdf(stream, weights);
}

std::size_t VertexSampler::GumbelMax::draw(Stream& stream) const {
  return draw_by_gumbel_max(stream, weights.weights());
}

VertexSampler::Drawer VertexSampler::make_drawer(std::span<const double> scores,
                                                 VertexMethod method) {
  switch (method) {
    case VertexMethod::inverse_cdf:
      return InverseCdf{math::weights_of_scores(scores)};
    case VertexMethod::alias_table:
      return make_alias_table(math::weights_of_scores(scores));
    case VertexMethod::gumbel_max:
      return GumbelMax{math::weights_of_scores(scores)};
    case VertexMethod::exact_rejection:
      break;
  }
  return ExactRejection(scores);
}

VertexSampler::VertexSampler(std::span<const double> scores, VertexMethod method)
    : drawer_(make_drawer(scores, method)) {}

Index VertexSampler::draw(Stream& stream) const {
  return std::visit([&](const auto& drawer) { return static_cast<Index>(drawer.draw(stream)); },
                    drawer_);
}

void VertexSampler::add_counts(Stream& stream, std::int64_t draws, std::span<double> counts) const {
  if (const auto* sums = std::get_if<InverseCdf>(&drawer_)) {
    return add_vertex_counts(stream, sums->weights, draws, counts);
  }
  std::visit([&](const auto& drawer) { count_draws(drawer, stream, draws, counts); }, drawer_);
}

void add_vertex_counts(Stream& stream, const math::CumulativeWeights& weights, std::int64_t draws,
                       std::span<double> counts) {
  each_draw(stream, weights, draws, [&](std::size_t j) { ++counts[j]; });
}

void append_vertices(Stream& stream, const math::CumulativeWeights& weights, std::int64_t draws,
                     Index first, std::vector<double>& drawn) {
  each_draw(stream, weights, draws, [&](std::size_t j) {
    drawn.push_back(static_cast<double>(first + static_cast<Index>(j)));
    drawn.push_back(1);
  });
}

}  // namespace noisy
