#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "engine/algorithm/frame/run.h"
#include "engine/privacy/form/average_vertices.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "tests/algorithm/simplex/naive_vertex_laws.h"
#include "tests/algorithm/simplex/support/vertex_sums.h"
#include "tests/support/drive.h"

namespace noisy::testing {

/// How vertices are drawn from an average, and of which records.
struct AverageRule {
  const FiniteSum* data = nullptr;
  Domain domain = {.kind = Domain::Kind::simplex};
  AverageSchedule schedule;
  double scale = 1;
  double grid = 0;  ///< of hardened releases

  VertexSet vertices() const { return VertexSet::create(domain, data->dimension()).value(); }
  double move() const { return vertices().score_sensitivity(data->gradient_bounds()).value(); }
};

/// What rounding to the domain's edge widens bounds by, and more.
inline constexpr double kEdge = 1 + 1e-9;

inline Release release_of(const AverageRule& rule, double rho) {
  return {.form = average_vertices_form(),
          .batch_size = rule.data->samples(),
          .mechanism = Mechanism::exponential,
          .cost = {CostUnit::rho, rho},
          .noise_scale = rule.scale,
          .grid = rule.grid,
          .details = details_of_average(rule.schedule)};
}

inline Release release_of(const AverageRule& rule) {
  return release_of(rule, kEdge * average_vertices_rho(rule.move(), rule.schedule, rule.scale));
}

/// Asks at one point after the other and hands out the answers.
inline Run ask_at(GradientOracle& data, std::vector<Vector> points, AverageRule rule,
                  Release release) {
  HiddenAverage average(rule.schedule, rule.scale, {}, FrozenPlayer::none, rule.grid);
  const VertexSet vertices = rule.vertices();
  for (const Vector& point : points) {
    const Vector& drawn =
        co_await data.ask(average_vertices_after(average, vertices, point, release));
    co_yield Iterate{drawn};
  }
}

inline std::vector<Vector> drawn_at(const AverageRule& rule, const std::vector<Vector>& points,
                                    const StreamFactory& streams) {
  PrivateOracle oracle(*rule.data, {}, streams, Cost{CostUnit::rho, 1e30});
  auto out = drive(*rule.data, oracle, ask_at(oracle, points, rule, release_of(rule)));
  EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
  return out;
}

/// K w^t.
inline std::vector<Vector> exact_at(const AverageRule& rule, const std::vector<Vector>& points) {
  const auto unread = StreamFactory::reproducible({.seed = 5, .algorithm = "average"});
  NonPrivateOracle oracle(*rule.data, {}, unread);
  auto out = drive(*rule.data, oracle, ask_at(oracle, points, rule, release_of(rule)));
  EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
  return out;
}

/// Points in the domain: weighted means of its vertices.
inline std::vector<Vector> some_points(const AverageRule& rule, std::size_t count) {
  Numbers01 random(3);
  std::vector<Vector> out;
  const Eigen::MatrixXd vertices = naive_vertices(rule.domain, rule.data->dimension());
  for (std::size_t k = 0; k < count; ++k) {
    Vector weights(vertices.cols());
    for (double& weight : weights) weight = random(0.1, 1);
    out.push_back(vertices * weights / weights.sum());
  }
  return out;
}

}  // namespace noisy::testing
