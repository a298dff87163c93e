// Vertices drawn from the average of hidden iterates: their law, costs, refusals, what a record can
// change, and all that is released of a tiny problem by enumeration.
#include "engine/privacy/form/average_vertices.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/frame/run.h"
#include "engine/algorithm/simplex/theory/anytime_calibration.h"
#include "engine/audit/exact_privacy.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/random/vertex_sampler.h"
#include "tests/algorithm/simplex/naive_vertex_laws.h"
#include "tests/algorithm/simplex/support/vertex_sums.h"
#include "tests/privacy/form/average_rule.h"
#include "tests/random/goodness_of_fit.h"
#include "tests/support/drive.h"

namespace noisy::testing {
namespace {

constexpr Domain::Kind kSimplex = Domain::Kind::simplex;

StreamFactory streams(std::uint64_t seed = 5) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "average-vertices"});
}

using Rule = AverageRule;

constexpr Cost kPlenty{CostUnit::rho, 1e30};

std::vector<Vector> drawn_at(const Rule& rule, const std::vector<Vector>& points,
                             std::uint64_t seed = 5) {
  return drawn_at(rule, points, streams(seed));
}

/// w^1, w^2, .., w^T with the point of step t given.
std::vector<Vector> naive_averages(const Squares& problem, const Rule& rule,
                                   const std::vector<Vector>& points) {
  const Eigen::MatrixXd vertices = naive_vertices(rule.domain, problem.dimension());
  const auto block = static_cast<std::size_t>(rule.schedule.block_size);
  Vector scores = Vector::Zero(vertices.cols()), average = Vector::Zero(vertices.cols());
  std::vector<Vector> out;
  for (std::size_t t = 1; t <= points.size(); ++t) {
    average =
        (static_cast<double>(t - 1) * average + naive_softmax(scores)) / static_cast<double>(t);
    out.push_back(average);
    scores -= vertices.transpose() * problem.mean_gradient((t - 1) * block, block, points[t - 1]) /
              rule.scale;
  }
  return out;
}

/// 6.14 by the kind's own schedule.
TEST(AverageVertices, AreDrawnAtTheStepsOfTheSchedule) {
  for (Index steps = 2; steps <= 60; ++steps) {
    for (Index period = 1; period <= steps; ++period) {
      const AverageSchedule schedule{.steps = steps, .period = period};
      Index step = 1, drawn = 0;
      for (Index t = 2; t <= steps; ++t) {
        if (t > period && t % period != 0) continue;
        step = schedule.next_draw(step);
        ASSERT_EQ(step, t) << steps << " " << period;
        ++drawn;
      }
      ASSERT_EQ(schedule.next_draw(step), steps);
      ASSERT_EQ(schedule.releases(), drawn + 1);
      ASSERT_EQ(schedule.releases(),
                anytime_blocks({.steps = steps, .period = period, .lipschitz = 1}) - 1);
    }
  }
}

/// Over the vertices of every kind of domain, with a block for every step and with several between
/// two draws: T = 8, q = 3 draws at t = 2, 3 and 6, and from w^8.
TEST(AverageVertices, LawsAreTheMeansOfAllSoftmaxesSoFar) {
  for (const Domain& domain : vertex_domains()) {
    const Squares problem = random_squares(40, 3, 1, domain);
    const Rule rule{.data = problem.risk.get(),
                    .domain = domain,
                    .schedule = {.block_size = 4, .draws = 3, .steps = 8, .period = 3},
                    .scale = 0.7};
    const auto points = some_points(rule, 4);
    const auto exact = exact_at(rule, points);
    ASSERT_EQ(exact.size(), 4u);
    // A point is asked by every step until the next draw.
    const std::vector<Vector> by_step = {points[0], points[1], points[2], points[2],
                                         points[2], points[3], points[3], points[3]};
    const auto averages = naive_averages(problem, rule, by_step);
    for (const auto& [release, step] :
         {std::pair<std::size_t, std::size_t>{0, 2}, {1, 3}, {2, 6}, {3, 8}}) {
      EXPECT_LT((exact[release] - 3 * averages[step - 1]).cwiseAbs().maxCoeff(), 1e-12) << step;
    }
    for (std::size_t t = 1; t < averages.size(); ++t) {
      EXPECT_LE((averages[t] - averages[t - 1]).lpNorm<1>(), 2.0 / static_cast<double>(t + 1));
    }
  }
}

/// By chi-square at false-alarm rate 1e-9, with 4 degrees of freedom.
TEST(AverageVertices, FrequenciesOfManyDrawsAreTheLaw) {
  constexpr Index kDraws = 200'000;
  const Squares problem = random_squares(20, 5, 2);
  const Rule rule{.data = problem.risk.get(),
                  .schedule = {.block_size = 2, .draws = kDraws, .steps = 6, .period = 4},
                  .scale = 0.3};
  const auto points = some_points(rule, 4);
  const auto chance_of_worse = [&](double scale) {
    Rule other = rule;
    other.scale = scale;
    const Vector exact = exact_at(other, points).back() / static_cast<double>(kDraws);
    const Vector drawn = drawn_at(rule, points).back();
    const std::vector<double> counts(drawn.begin(), drawn.end());
    const std::vector<double> chances(exact.begin(), exact.end());
    return chi_square_tail(chi_square(counts, chances, static_cast<double>(kDraws)), 4);
  };
  EXPECT_GT(chance_of_worse(0.3), 1e-9);
  EXPECT_LT(chance_of_worse(0.27), 1e-9);
}

TEST(AverageVertices, AreTheDrawsOfTheReleasesOwnStream) {
  const Squares problem = random_squares(20, 4, 3);
  const Rule rule{.data = problem.risk.get(),
                  .schedule = {.block_size = 3, .draws = 7, .steps = 6, .period = 2},
                  .scale = 0.5};
  const auto points = some_points(rule, 4);
  const auto drawn = drawn_at(rule, points);
  const auto exact = exact_at(rule, points);
  ASSERT_EQ(drawn.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    const Vector scores = exact[k].array().log();
    Vector wanted = Vector::Zero(4);
    Stream stream = streams().stream(StreamPurpose::noise, k);
    VertexSampler(math::view(scores)).add_counts(stream, 7, {wanted.data(), 4});
    EXPECT_EQ(drawn[k], wanted) << k;
    EXPECT_EQ(drawn[k].sum(), 7);
  }
}

/// What a request is refused for; empty when it is answered.
std::string refusal_of(const Rule& rule, const Release& release, const Cost& cap = kPlenty) {
  PrivateOracle oracle(*rule.data, {}, streams(), cap);
  const auto path = drive(*rule.data, oracle, ask_at(oracle, some_points(rule, 1), rule, release));
  EXPECT_EQ(path.empty(), oracle.refusal().has_value());
  EXPECT_EQ(oracle.ledger().releases(), path.empty() ? 0 : 1);
  return oracle.refusal() ? oracle.refusal()->message : "";
}

/// K eta^2 / 8 with eta = 2 C / (B b), by hand: the slope of least squares is at most R + 1 in a
/// ball of radius R, whose vertices are R long.
TEST(AverageVertices, CostWhatTheirRangesCost) {
  for (const double radius : {1.0, 1.5}) {
    const Domain ball{.kind = Domain::Kind::l1_ball, .radius = radius};
    const Squares problem = random_squares(12, 3, 4, radius == 1 ? Domain{.kind = kSimplex} : ball);
    for (const Index block : {1, 2, 4}) {
      for (const Index draws : {1, 7}) {
        const Rule rule{.data = problem.risk.get(),
                        .domain = problem.domain,
                        .schedule = {.block_size = block, .draws = draws, .steps = 3},
                        .scale = 3};
        const double move = 2 * (radius + 1) * radius;
        const double eta = 2 * move / (static_cast<double>(block) * 3);
        const double rho = static_cast<double>(draws) * eta * eta / 8;
        EXPECT_EQ(refusal_of(rule, release_of(rule, rho * kEdge)), "");
        EXPECT_NE(refusal_of(rule, release_of(rule, rho * (1 - 1e-6))), "");
      }
    }
  }
}

TEST(AverageVertices, AreRefusedUnlessTheyAreWhatIsProven) {
  const Squares problem = random_squares(6, 3, 5);
  const Rule rule{.data = problem.risk.get(), .schedule = {.block_size = 2, .steps = 4}};
  const Release good = release_of(rule);
  ASSERT_EQ(refusal_of(rule, good), "");
  const auto changed = [&](const auto& change) {
    Release other = good;
    change(other);
    return refusal_of(rule, other);
  };
  EXPECT_NE(changed([](Release& it) { it.mechanism = Mechanism::none; }), "");
  EXPECT_NE(changed([](Release& it) { it.noise_scale = 2; }), "");  // another step size
  EXPECT_NE(changed([](Release& it) { it.grid = 0.5; }), "");
  EXPECT_NE(changed([](Release& it) { it.batch_size = 2; }), "");
  EXPECT_NE(changed([](Release& it) { it.block = {.first = 0, .count = 2}; }), "");
  EXPECT_NE(changed([](Release& it) { it.sensitivity = SensitivityRule::state_dependent; }), "");
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NE(changed([k](Release& it) { ++it.details[k]; }), "") << k;
  }
  EXPECT_NE(changed([](Release& it) { it.cost.unit = CostUnit::epsilon; }), "");
  // Neither epsilon nor divergences, nor other neighbours, are proven.
  for (const Cost& cap : {Cost{CostUnit::epsilon, 1e6}, Cost{CostUnit::renyi, 1e6, 2},
                          Cost{CostUnit::rho, 1e6, 0, Neighbours::zero_out}}) {
    Release other = good;
    other.cost = cap;
    other.cost.value = 1e5;
    EXPECT_NE(refusal_of(rule, other, cap), "");
  }
  for (const AverageSchedule& schedule : {AverageSchedule{.block_size = 0, .steps = 4},
                                          {.draws = 0, .steps = 4},
                                          {.steps = 1},
                                          {.steps = 4, .period = 5},
                                          {.steps = 4, .period = 0},
                                          {.block_size = 3, .steps = 4}}) {
    Rule other = rule;
    other.schedule = schedule;
    EXPECT_NE(refusal_of(other, release_of(other, 1e20)), "");
  }
}

/// T - 1 blocks, of 2 and 3 steps that lie between draws; after them nothing is drawn any more.
TEST(AverageVertices, ReadNoRecordTwiceAndEndWithTheirSchedule) {
  const Squares problem = random_squares(11, 3, 6);
  const Rule rule{.data = problem.risk.get(),
                  .schedule = {.block_size = 2, .steps = 6, .period = 3}};
  PrivateOracle oracle(*rule.data, {}, streams(), kPlenty);
  const auto drawn =
      drive(*rule.data, oracle, ask_at(oracle, some_points(rule, 6), rule, release_of(rule)));
  EXPECT_EQ(drawn.size(), 4u);
  ASSERT_TRUE(oracle.refusal());
  EXPECT_NE(oracle.refusal()->message.find("have been made"), std::string::npos);
  EXPECT_EQ(oracle.gradient_evaluations(), 10);
}

/// The third block of 3 is read by step 3, between the draws of steps 2 and 4.
TEST(AverageVertices, BeforeARecordsBlockIsReadNothingDependsOnIt) {
  Squares problem = random_squares(20, 4, 7);
  const Rule rule{.data = problem.risk.get(),
                  .schedule = {.block_size = 3, .draws = 40, .steps = 6, .period = 2},
                  .scale = 0.1};
  const auto points = some_points(rule, 4);
  const auto before = drawn_at(rule, points);
  problem.rows[7] = {1, -1, 1, -1};
  problem.targets[7] = 1;
  const Squares other = squares(problem.rows, problem.targets, problem.domain);
  Rule changed = rule;
  changed.data = other.risk.get();
  const auto after = drawn_at(changed, points);
  ASSERT_EQ(before.size(), 4u);
  EXPECT_EQ(before[0], after[0]);
  EXPECT_NE(before[1], after[1]);
  EXPECT_NE(before[3], after[3]);
}

/// A record that breaks its own bounds ends no run, which would tell of it.
TEST(AverageVertices, CountGradientsThatAreNotFiniteAsNothing) {
  Squares problem = random_squares(8, 3, 8);
  const auto exact_with = [&](double value) {
    for (double& one : problem.rows[1]) one = value;
    const Squares other = squares(problem.rows, problem.targets, problem.domain);
    const Rule rule{.data = other.risk.get(), .schedule = {.block_size = 2, .steps = 4}};
    return exact_at(rule, some_points(rule, 3));
  };
  const auto zero = exact_with(0);
  EXPECT_EQ(exact_with(std::nan("")), zero);
  EXPECT_EQ(exact_with(HUGE_VAL), zero);
}

TEST(AverageVertices, OfHugeScoresAreAmongTheBestOnesOfAllSteps) {
  const Squares problem = random_squares(4, 3, 9);
  const Rule rule{
      .data = problem.risk.get(), .schedule = {.draws = 60, .steps = 3}, .scale = 1e-300};
  const auto exact = exact_at(rule, some_points(rule, 3));
  // Every iterate after the first is a vertex.
  EXPECT_NEAR(exact.back().minCoeff(), 60.0 / 9, 1e-12);
  EXPECT_NEAR(exact.back().sum(), 60, 1e-12);
  Rule drawable = rule;
  drawable.scale = 1e-6;
  EXPECT_EQ(drawn_at(drawable, some_points(rule, 3)).back().sum(), 60);
}

// ---- all that is released, by enumeration -------------------------------------------------------

/// The chances of every way in which T = 3, q = K = B = 1 can go, by the kind's exact law: in the
/// order of naive::anytime_law.
naive::Law law_of_all(const std::vector<double>& signs, double step) {
  const TiltedSigns data(signs);
  const Rule rule{.data = &data, .schedule = {.steps = 3}, .scale = 1 / step};
  naive::Law out;
  for (int first = 0; first < 2; ++first) {
    for (int second = 0; second < 2; ++second) {
      const Vector p = Vector::Unit(2, first), q = Vector::Unit(2, second);
      const auto exact = exact_at(rule, {p, q, q});
      for (int third = 0; third < 2; ++third) {
        for (int last = 0; last < 2; ++last) {
          out.push_back(0.5 * exact[0][second] * exact[1][third] * exact[2][last]);
        }
      }
    }
  }
  return out;
}

constexpr double kDelta = 1e-3;

/// Of both directions, for every record that is replaced.
double exact_epsilon(double step) {
  double worst = 0;
  for (std::size_t record = 0; record < 3; ++record) {
    std::vector<double> other(3, 1.0);
    other[record] = -1;
    const naive::Law p = law_of_all({1, 1, 1}, step), q = law_of_all(other, step);
    worst = std::max(worst, least_epsilon([&](double e) { return finite_delta(p, q, e); }, kDelta));
  }
  return worst;
}

double charged_epsilon(double step) {
  const AverageSchedule schedule{.steps = 3};
  const double rho =
      static_cast<double>(schedule.releases()) * average_vertices_rho(2, schedule, 1 / step);
  return zcdp_epsilon(rho, kDelta, ZcdpConversion::optimal);
}

naive::Operator tilted(double record, const naive::Pair& x, const naive::Pair&) {
  return {{0.5 * record * (1.0 + x[0]), -0.5 * record * (1.0 + x[1])}, {}};
}

/// 6.11, with section 10's cap.
TEST(AverageVertices, AllThatIsReleasedOfATinyProblemIsAsPrivateAsItIsCharged) {
  constexpr double kCap = 0.0994905;
  const naive::Law law = law_of_all({1, -1, 1}, kCap);
  const naive::Law wanted = naive::anytime_law(tilted, {1, -1, 1}, kCap);
  ASSERT_EQ(law.size(), wanted.size());
  for (std::size_t k = 0; k < law.size(); ++k) EXPECT_NEAR(law[k], wanted[k], 1e-14);
  EXPECT_NEAR(charged_epsilon(kCap), 1, 1e-6);
  EXPECT_NEAR(exact_epsilon(kCap), 0.270, 5e-4);
  for (const double times : {0.2, 1.0, 4.0, 10.0}) {
    EXPECT_LE(exact_epsilon(times * kCap), charged_epsilon(times * kCap)) << times;
  }
  // Longer steps than the cap for epsilon = 1 are seen to break it.
  EXPECT_GT(exact_epsilon(10 * kCap), 1);
  EXPECT_GT(exact_epsilon(20 * kCap), 3);
}

}  // namespace
}  // namespace noisy::testing
