// Choices of vertices by the private oracle: their chances, what they cost, and what is refused.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/frame/run.h"
#include "engine/privacy/accountant/mechanism_renyi.h"
#include "engine/privacy/form/gradient.h"
#include "engine/privacy/form/vertex.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/problem/risk/empirical_risk.h"
#include "tests/algorithm/settings.h"
#include "tests/random/goodness_of_fit.h"
#include "tests/support/drive.h"

namespace noisy::testing {
namespace {

using Kind = Domain::Kind;

constexpr FeatureBounds kBounds{
    .l1 = 2, .l2 = 1.5, .linf = 1, .target_lower = -1, .target_upper = 1};

/// Records, and the risk that asks about them.
struct Problem {
  std::unique_ptr<DenseData> records;
  std::unique_ptr<EmpiricalRisk> risk;
};

Problem problem_of(const std::vector<naive::Numbers>& rows, const naive::Numbers& targets,
                   const LinearLoss& loss = logistic_loss(), const Domain& domain = {}) {
  Problem out{.records = dense_records(rows, targets), .risk = nullptr};
  out.risk = std::make_unique<EmpiricalRisk>(*out.records, kBounds, loss, std::nullopt, domain);
  return out;
}

VertexSet vertices_of(const Domain& domain, Index dimension) {
  return VertexSet::create(domain, dimension).value();
}

StreamFactory streams(std::uint64_t seed) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "selection"});
}

double score_sensitivity(const FiniteSum& sum, const VertexSet& vertices) {
  return vertices.score_sensitivity(sum.gradient_bounds()).value() /
         static_cast<double>(sum.samples());
}

/// A choice of range epsilon, charged in epsilon.
Release release_of(const FiniteSum& sum, const VertexSet& vertices, double epsilon) {
  return {.form = vertex_form(),
          .batch_size = sum.samples(),
          .mechanism = Mechanism::exponential,
          .cost = {CostUnit::epsilon, epsilon},
          .base_epsilon = epsilon,
          .noise_scale = 2 * score_sensitivity(sum, vertices) / epsilon};
}

Run choose(GradientOracle& data, const VertexSet& vertices, Vector point, Release release,
           int times) {
  for (int i = 0; i < times; ++i) {
    const Vector& vertex = co_await data.ask(vertex_toward(point, vertices, release));
    co_yield Iterate{vertex};
  }
}

Vector mean_gradient(const FiniteSum& sum, const Vector& point) {
  Vector out(point.size());
  const PointQuery query{.point = &point, .gradient = &out, .value = nullptr};
  ThreadPool pool(1);
  const auto pass = sum.begin_pass({&query, 1});
  while (!pass->advance(pool, Deadline::never())) {
  }
  return out;
}

/// P(v) proportional to exp(-<v, gradient> / b), over vertices that are listed one by one.
std::vector<double> chances(const std::vector<Vector>& listed, const Vector& gradient, double b) {
  std::vector<double> out;
  double total = 0;
  for (const Vector& vertex : listed) out.push_back(std::exp(-vertex.dot(gradient) / b));
  for (const double weight : out) total += weight;
  for (double& weight : out) weight /= total;
  return out;
}

std::vector<Vector> listed(const VertexSet& vertices) {
  std::vector<Vector> out(static_cast<std::size_t>(vertices.count()));
  for (std::size_t k = 0; k < out.size(); ++k) vertices.take(static_cast<Index>(k), out[k]);
  return out;
}

/// By chi-square at false-alarm rate 1e-9: 37.3 at 1 degree of freedom, 44.9 at 3 (tables).
TEST(Selection, FrequenciesAreThoseOfTheExponentialMechanism) {
  constexpr int kChoices = 200'000;
  const Regularizer ridge{.kind = Regularizer::Kind::l2, .strength = 0.6};
  struct Case {
    std::vector<naive::Numbers> rows;
    Vector point;
    double threshold;
  };
  for (const Case& one : {Case{{{0.9}, {-0.4}, {0.7}}, Vector{{0.2}}, 37.3},
                          Case{{{0.9, 0.1}, {-0.4, 0.8}, {0.7, -1}}, Vector{{0.2, -0.5}}, 44.9}}) {
    const Problem problem = problem_of(one.rows, {1, 1, -1});
    const FiniteSum& sum = *problem.risk;
    const VertexSet vertices =
        vertices_of({.kind = Kind::l1_ball, .radius = 0.8}, one.point.size());
    const double epsilon = 1.2;
    PrivateOracle oracle(sum, ridge, streams(5), Cost{CostUnit::epsilon, 1e9});
    const auto path =
        drive(sum, oracle,
              choose(oracle, vertices, one.point, release_of(sum, vertices, epsilon), kChoices));
    ASSERT_EQ(path.size(), static_cast<std::size_t>(kChoices));
    const std::vector<Vector> candidates = listed(vertices);
    std::vector<double> counts(candidates.size());
    for (const Vector& chosen : path) {
      const auto found = std::ranges::find(candidates, chosen);
      ASSERT_NE(found, candidates.end());  // nothing but a vertex is let out
      ++counts[static_cast<std::size_t>(found - candidates.begin())];
    }
    // By hand: S_inf = 2 sup|phi'| sup||u||_inf with margins that are not bounded.
    const double scale = 2 * (0.8 * 2 / 3) / epsilon;
    Vector gradient = mean_gradient(sum, one.point);
    gradient += 0.6 * one.point;
    const std::vector<double> expected = chances(candidates, gradient, scale);
    EXPECT_LT(chi_square(counts, expected, kChoices), one.threshold);
    // Noise that is too small by a fifth would be seen.
    EXPECT_GT(chi_square(counts, chances(candidates, gradient, 0.8 * scale), kChoices),
              one.threshold);
  }
}

/// The sets that the enumerations walk over, in two coordinates.
std::vector<Domain> small_sets() {
  Domain hull{.kind = Kind::hull};
  hull.vertices.resize(2, 3);
  hull.vertices << 1, -0.5, 0, 0.5, 1, -1.5;
  Domain mirrored = hull;
  mirrored.mirrored = true;
  return {{.kind = Kind::l1_ball, .radius = 0.8}, {.kind = Kind::simplex}, hull, mirrored};
}

/// Rows that obey the bounds, their corners among them.
std::vector<naive::Numbers> grid_rows() {
  std::vector<naive::Numbers> out;
  for (const double a : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
    for (const double b : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
      if (a * a + b * b <= 1.5 * 1.5) out.push_back({a, b});
    }
  }
  return out;
}

/// Points of the set: vertices, their means, the centre; and for the logistic loss, whose bound
/// holds everywhere, points far out.
std::vector<Vector> points_of(const Domain& set, const VertexSet& vertices, bool far) {
  std::vector<Vector> out = listed(vertices);
  const std::size_t count = out.size();
  for (std::size_t i = 1; i < count; ++i) out.push_back(0.3 * out[0] + 0.7 * out[i]);
  out.push_back(set.centre(2));
  if (far) out.push_back(Vector{{20, 40}});
  return out;
}

/// Replacing one of three records by any other of a grid moves no score by more than Delta, and
/// for some pair nearly by as much.
TEST(Selection, NoExchangeOfARecordMovesAScoreByMoreThanItsSensitivity) {
  const std::vector<naive::Numbers> rows = grid_rows();
  for (const bool squared : {false, true}) {
    for (const Domain& set : small_sets()) {
      const VertexSet vertices = vertices_of(set, 2);
      const std::vector<Vector> candidates = listed(vertices);
      const LinearLoss loss = squared ? squared_loss() : logistic_loss();
      const Problem problem = problem_of({rows[0], rows[7], rows[3]}, {1, -1, 1}, loss, set);
      const double most = score_sensitivity(*problem.risk, vertices);
      double largest = 0;
      for (const Vector& point : points_of(set, vertices, !squared)) {
        // Products of the records' gradients with every vertex.
        std::vector<std::vector<double>> products;
        for (const naive::Numbers& row : rows) {
          for (const double target : {-1.0, 1.0}) {
            const Problem three = problem_of({rows[0], rows[7], row}, {1, -1, target}, loss, set);
            const Vector gradient = mean_gradient(*three.risk, point);
            products.emplace_back();
            for (const Vector& vertex : candidates) products.back().push_back(vertex.dot(gradient));
          }
        }
        for (const auto& one : products) {
          for (const auto& other : products) {
            for (std::size_t k = 0; k < candidates.size(); ++k) {
              largest = std::max(largest, std::fabs(one[k] - other[k]));
            }
          }
        }
      }
      EXPECT_LE(largest, most * (1 + 1e-12));
      // Hoelder's inequality gives away what a hull's vertices do not share.
      EXPECT_GE(largest, (set.kind == Kind::hull ? 0.4 : 0.8) * most) << squared;
    }
  }
}

double renyi_of(const std::vector<double>& p, const std::vector<double>& q, double order) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    sum += std::pow(p[i], order) * std::pow(q[i], 1 - order);
  return std::log(sum) / (order - 1);
}

/// Every pair of neighbours of a grid of tiny data sets, by listing all chances.
TEST(Selection, CostsOfTinyDataSetsAreBelowWhatIsCharged) {
  const double epsilon = 1.7;
  const std::vector<naive::Numbers> rows = grid_rows();
  for (const Domain& set : small_sets()) {
    const VertexSet vertices = vertices_of(set, 2);
    const std::vector<Vector> candidates = listed(vertices);
    double widest = 0, largest = 0;
    for (const Vector& point : points_of(set, vertices, true)) {
      std::vector<std::vector<double>> all;
      for (const naive::Numbers& row : rows) {
        for (const double target : {-1.0, 1.0}) {
          const Problem one = problem_of({rows[2], rows[11], row}, {1, -1, target});
          const double scale = release_of(*one.risk, vertices, epsilon).noise_scale;
          all.push_back(chances(candidates, mean_gradient(*one.risk, point), scale));
        }
      }
      for (const auto& p : all) {
        for (const auto& q : all) {
          double low = HUGE_VAL, high = -HUGE_VAL;
          for (std::size_t k = 0; k < p.size(); ++k) {
            const double ratio = std::log(p[k] / q[k]);
            low = std::min(low, ratio);
            high = std::max(high, ratio);
          }
          widest = std::max(widest, high - low);
          largest = std::max(largest, high);
          for (const double order : {1.25, 2.0, 4.0, 16.0, 64.0}) {
            const double divergence = renyi_of(p, q, order);
            ASSERT_LE(divergence, bounded_range_renyi(order, epsilon) + 1e-12) << order;
            ASSERT_LE(divergence, order * epsilon * epsilon / 8 + 1e-12) << order;
          }
        }
      }
    }
    EXPECT_LE(largest, epsilon);
    EXPECT_LE(widest, epsilon * (1 + 1e-12));
    // The l1 ball has opposite vertices, and a record that moves both: the range is attained.
    if (set.kind == Kind::l1_ball) {
      EXPECT_GE(widest, 0.9 * epsilon);
    }
  }
}

/// What a changed release is refused for; empty when it is answered.
std::string refusal_of(CostUnit unit, double order, Release release, bool asks_gradient = false) {
  const Problem problem = problem_of({{0.9, 0.1}, {-0.4, 0.8}, {0.7, -1}}, {1, 1, -1});
  const VertexSet vertices = vertices_of({.kind = Kind::l1_ball, .radius = 0.8}, 2);
  PrivateOracle oracle(*problem.risk, {}, streams(1), Cost{unit, 10, order});
  const Vector origin = Vector::Zero(2);
  const auto ask_gradient = [](GradientOracle& data, Vector x, Release asked) -> Run {
    const Vector& answer = co_await data.ask(gradient_at(x, asked));
    co_yield Iterate{answer};
  };
  const auto path = drive(*problem.risk, oracle,
                          asks_gradient ? ask_gradient(oracle, origin, release)
                                        : choose(oracle, vertices, origin, release, 1));
  EXPECT_EQ(path.empty(), oracle.refusal().has_value());
  EXPECT_EQ(oracle.ledger().releases(), path.empty() ? 0 : 1);
  return oracle.refusal() ? oracle.refusal()->message : "";
}

TEST(Selection, IsRefusedUnlessTheStatedCostIsWhatItCosts) {
  const Problem problem = problem_of({{0.9, 0.1}, {-0.4, 0.8}, {0.7, -1}}, {1, 1, -1});
  const VertexSet vertices = vertices_of({.kind = Kind::l1_ball, .radius = 0.8}, 2);
  const Release good = release_of(*problem.risk, vertices, 0.5);
  EXPECT_EQ(refusal_of(CostUnit::epsilon, 0, good), "");
  Release in_rho = good;
  in_rho.cost = {CostUnit::rho, 0.5 * 0.5 / 8};
  EXPECT_EQ(refusal_of(CostUnit::rho, 0, in_rho), "");
  in_rho.cost.value *= 1 - 1e-6;
  EXPECT_NE(refusal_of(CostUnit::rho, 0, in_rho), "");
  Release in_renyi = good;
  in_renyi.cost = {CostUnit::renyi, bounded_range_renyi(7, 0.5), 7};
  EXPECT_EQ(refusal_of(CostUnit::renyi, 7, in_renyi), "");
  EXPECT_NE(refusal_of(CostUnit::renyi, 7.01, in_renyi), "");
  for (const double order : {7.01, 0.0}) {
    in_renyi.cost.order = order;
    EXPECT_NE(refusal_of(CostUnit::renyi, order, in_renyi), "") << order;
  }

  const auto changed = [&](auto change) {
    Release release = good;
    change(release);
    return refusal_of(CostUnit::epsilon, 0, release);
  };
  EXPECT_NE(changed([](Release& r) { r.noise_scale /= std::sqrt(2.0); }), "");
  EXPECT_NE(changed([](Release& r) { r.noise_scale *= 1 - 1e-6; }), "");
  EXPECT_NE(changed([](Release& r) { r.noise_scale = 0; }), "");
  EXPECT_NE(changed([](Release& r) { r.cost.value *= 1 - 1e-6; }), "");
  EXPECT_NE(changed([](Release& r) { r.mechanism = Mechanism::none; }), "");
  EXPECT_NE(changed([](Release& r) { r.mechanism = Mechanism::laplace; }), "");
  EXPECT_NE(changed([](Release& r) { r.form = gradient_form(); }), "");
  EXPECT_NE(changed([](Release& r) { r.batch_size = 2; }), "");
  EXPECT_NE(changed([](Release& r) { r.grid = 0x1p-20; }), "");
  EXPECT_NE(changed([](Release& r) { r.sensitivity = SensitivityRule::state_dependent; }), "");
  EXPECT_NE(changed([](Release& r) { r.cost.value = 11; }), "");  // beyond the budget
  // A choice's release buys no gradient.
  EXPECT_NE(refusal_of(CostUnit::epsilon, 0, good, true), "");
}

/// The exact gradient is gone when the run goes on: the next answer that is not noised would be it.
TEST(Selection, LeavesNoGradientBehind) {
  const Problem problem = problem_of({{0.9, 0.1}, {-0.4, 0.8}, {0.7, -1}}, {1, 1, -1});
  const VertexSet vertices = vertices_of({.kind = Kind::l1_ball, .radius = 0.8}, 2);
  PrivateOracle oracle(*problem.risk, {}, streams(1), Cost{CostUnit::epsilon, 10});
  const Release release = release_of(*problem.risk, vertices, 0.5);
  const auto path =
      drive(*problem.risk, oracle, choose(oracle, vertices, Vector::Zero(2), release, 3));
  for (const Vector& answer : path) {
    EXPECT_EQ(answer.lpNorm<1>(), 0.8);
    EXPECT_EQ(answer.lpNorm<Eigen::Infinity>(), 0.8);
  }
  EXPECT_NE(std::fabs((*oracle.pending().gradient)[0]),
            std::fabs(mean_gradient(*problem.risk, Vector::Zero(2))[0]));
  EXPECT_EQ(*oracle.pending().gradient, path.back());
}

TEST(Selection, PointsOutsideADomainThatTheSensitivityRestsOnAreRefused) {
  const Domain ball{.kind = Kind::l1_ball, .radius = 0.8};
  const Problem problem = problem_of({{0.9, 0.1}, {-0.4, 0.8}}, {1, -1}, squared_loss(), ball);
  const VertexSet vertices = vertices_of(ball, 2);
  PrivateOracle oracle(*problem.risk, {}, streams(1), Cost{CostUnit::epsilon, 10});
  const Release release = release_of(*problem.risk, vertices, 0.5);
  EXPECT_TRUE(drive(*problem.risk, oracle, choose(oracle, vertices, Vector{{0.8, 0.1}}, release, 1))
                  .empty());
  EXPECT_EQ(oracle.refusal()->field, "problem.domain");
}

}  // namespace
}  // namespace noisy::testing
