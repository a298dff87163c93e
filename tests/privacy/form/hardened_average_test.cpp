// Hardened draws from the average of hidden iterates: exact laws, the same words, all that is
// released of a tiny problem by enumeration, grids, refusals.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/algorithm/frame/run.h"
#include "engine/audit/exact_privacy.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/privacy/form/average_vertices.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/random/distributions.h"
#include "tests/algorithm/simplex/naive_vertex_laws.h"
#include "tests/algorithm/simplex/support/test_game.h"
#include "tests/algorithm/simplex/support/vertex_sums.h"
#include "tests/privacy/form/average_rule.h"
#include "tests/privacy/form/whole_law.h"
#include "tests/random/goodness_of_fit.h"
#include "tests/support/drive.h"

namespace noisy::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Cost kPlenty{CostUnit::rho, 1e30};
using Whole = std::vector<std::int64_t>;

StreamFactory streams() {
  return StreamFactory::reproducible({.seed = 5, .algorithm = "hardened-average"});
}

using Rule = AverageRule;
constexpr double kGrid = 0x1p-30;

std::vector<Vector> drawn_at(const Rule& rule, const std::vector<Vector>& points) {
  return drawn_at(rule, points, streams());
}

std::uint64_t naive_steps(const Rule& rule) {
  return static_cast<std::uint64_t>(
      std::ceil((1 + std::pow(2, -16)) * static_cast<double>(rule.schedule.block_size) *
                rule.scale / rule.grid));
}

/// -u at steps 1 .. T with the point of each step given: every record's product with every vertex,
/// in plain loops.
std::vector<Whole> naive_scores(const Squares& problem, const Rule& rule,
                                const std::vector<Vector>& points) {
  const Eigen::MatrixXd vertices = naive_vertices(rule.domain, problem.dimension());
  const auto block = static_cast<std::size_t>(rule.schedule.block_size);
  std::vector<Whole> out = {Whole(static_cast<std::size_t>(vertices.cols()))};
  for (std::size_t t = 0; t + 1 < points.size(); ++t) {
    Whole next = out.back();
    for (std::size_t record = t * block; record < (t + 1) * block; ++record) {
      const Vector products = vertices.transpose() * problem.gradient(record, points[t]);
      for (std::size_t k = 0; k < next.size(); ++k) {
        next[k] -= std::llrint(products[static_cast<Index>(k)] / rule.grid);
      }
    }
    out.push_back(next);
  }
  return out;
}

/// T = 8, q = 3 draws at t = 2, 3 and 6, and from w^8.
constexpr AverageSchedule kSchedule{.block_size = 4, .draws = 5, .steps = 8, .period = 3};
constexpr std::array<Index, 4> kDrawSteps = {2, 3, 6, 8};

std::vector<Vector> by_step(const std::vector<Vector>& points) {
  return {points[0], points[1], points[2], points[2], points[2], points[3], points[3], points[3]};
}

TEST(HardenedAverage, TheLawIsTheMeanOfThoseOfWholeSums) {
  for (const Domain& domain : vertex_domains()) {
    const Squares problem = random_squares(40, 3, 1, domain);
    for (const double grid : {0x1p-18, 0x1p-34}) {
      const Rule rule{.data = problem.risk.get(),
                      .domain = domain,
                      .schedule = kSchedule,
                      .scale = 0.7,
                      .grid = grid};
      const auto points = some_points(rule, 4);
      const auto exact = exact_at(rule, points);
      ASSERT_EQ(exact.size(), 4u);
      const auto scores = naive_scores(problem, rule, by_step(points));
      Vector sum = Vector::Zero(exact[0].size());
      for (Index t = 1, release = 0; t <= 8; ++t) {
        sum += law_of(scores[static_cast<std::size_t>(t - 1)], naive_steps(rule));
        if (t != kDrawSteps[static_cast<std::size_t>(release)]) continue;
        const Vector wanted = sum * (5 / static_cast<double>(t));
        EXPECT_LT((exact[static_cast<std::size_t>(release)] - wanted).cwiseAbs().maxCoeff(), 1e-12);
        ++release;
      }
    }
  }
}

/// The same words in the same order: the steps of all draws at first, then the vertices step by
/// step, from the stream of the release that takes the step. All scores are kept here.
TEST(HardenedAverage, AreTheExactDrawsOfTheReleasesOwnStreams) {
  for (const Domain& domain : vertex_domains()) {
    const Squares problem = random_squares(40, 3, 3, domain);
    const Rule rule{.data = problem.risk.get(),
                    .domain = domain,
                    .schedule = kSchedule,
                    .scale = 0.05,
                    .grid = kGrid};
    const auto points = some_points(rule, 4);
    const auto drawn = drawn_at(rule, points);
    ASSERT_EQ(drawn.size(), 4u);
    const auto scores = naive_scores(problem, rule, by_step(points));
    std::vector<std::vector<Index>> step_of(4);
    Stream stream = streams().stream(StreamPurpose::noise, 0);
    for (std::size_t k = 0; k < 4; ++k) {
      for (int draw = 0; draw < 5; ++draw) {
        const auto end = static_cast<std::uint64_t>(kDrawSteps[k]);
        step_of[k].push_back(1 + static_cast<Index>(bounded_integer(stream, end)));
      }
    }
    std::vector<Vector> wanted(4, Vector::Zero(drawn[0].size()));
    for (Index t = 1, release = 0; t <= 8; ++t) {
      const ExactSoftmax law(scores[static_cast<std::size_t>(t - 1)], naive_steps(rule));
      for (std::size_t k = 0; k < 4; ++k) {
        for (const Index step : step_of[k]) {
          if (step == t) ++wanted[k][static_cast<Index>(law.draw(stream))];
        }
      }
      if (t != kDrawSteps[static_cast<std::size_t>(release)]) continue;
      ++release;
      stream = streams().stream(StreamPurpose::noise, static_cast<std::uint64_t>(release));
    }
    for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(drawn[k], wanted[k]) << k;
  }
}

/// By chi-square at false-alarm rate 1e-9, with 4 degrees of freedom.
TEST(HardenedAverage, FrequenciesOfManyDrawsAreTheLaw) {
  constexpr Index kDraws = 200'000;
  const Squares problem = random_squares(20, 5, 2);
  const Rule rule{.data = problem.risk.get(),
                  .schedule = {.block_size = 2, .draws = kDraws, .steps = 6, .period = 4},
                  .scale = 0.3,
                  .grid = kGrid};
  const auto points = some_points(rule, 4);
  const Vector drawn = drawn_at(rule, points).back();
  const auto chance_of_worse = [&](double scale) {
    Rule other = rule;
    other.scale = scale;
    const Vector exact = exact_at(other, points).back() / static_cast<double>(kDraws);
    const std::vector<double> counts(drawn.begin(), drawn.end());
    const std::vector<double> chances(exact.begin(), exact.end());
    return chi_square_tail(chi_square(counts, chances, static_cast<double>(kDraws)), 4);
  };
  EXPECT_GT(chance_of_worse(0.3), 1e-9);
  EXPECT_LT(chance_of_worse(0.27), 1e-9);
}

TEST(HardenedAverage, AgreesWithTheFloatingLawUpToTheMargin) {
  for (const Domain& domain : vertex_domains()) {
    const Squares problem = random_squares(40, 3, 5, domain);
    Rule rule{.data = problem.risk.get(),
              .domain = domain,
              .schedule = kSchedule,
              .scale = 0.3,
              .grid = kGrid};
    const auto points = some_points(rule, 4);
    const auto hardened = exact_at(rule, points);
    rule.grid = 0;
    const auto floating = exact_at(rule, points);
    for (std::size_t k = 0; k < 4; ++k) {
      // Scores of at most 8 C / (2 b), off by 2^-16 of themselves.
      const double most = 8 * rule.move() / 2 / 0.3 * 0x1p-16;
      const Vector apart = (hardened[k].array() / floating[k].array()).log();
      EXPECT_LT(apart.cwiseAbs().maxCoeff(), 2 * most);
    }
  }
}

/// Without noise in the limit: every iterate after the first is a vertex, in whole numbers, too.
TEST(HardenedAverage, OfHugeScoresAreAmongTheBestOnesOfAllSteps) {
  const Squares problem = random_squares(4, 3, 9);
  const Rule rule{.data = problem.risk.get(),
                  .schedule = {.draws = 60, .steps = 3},
                  .scale = 1e-7,
                  .grid = 0x1p-40};
  const auto points = some_points(rule, 3);
  EXPECT_NEAR(exact_at(rule, points).back().minCoeff(), 60.0 / 9, 1e-9);
  EXPECT_EQ(drawn_at(rule, points).back().sum(), 60);
}

/// Sums are exact: the order within a block is nothing that a draw could tell.
TEST(HardenedAverage, TheOrderWithinABlockChangesNothing) {
  for (const Domain& domain : vertex_domains()) {
    Squares problem = random_squares(40, 3, 6, domain);
    const auto drawn = [&] {
      const Squares other = squares(problem.rows, problem.targets, domain);
      const Rule rule{.data = other.risk.get(),
                      .domain = domain,
                      .schedule = kSchedule,
                      .scale = 0.2,
                      .grid = kGrid};
      return drawn_at(rule, some_points(rule, 4));
    };
    const auto before = drawn();
    std::reverse(problem.rows.begin(), problem.rows.begin() + 4);
    std::reverse(problem.targets.begin(), problem.targets.begin() + 4);
    EXPECT_EQ(drawn(), before);
  }
}

/// The third block of 4 is read by step 3, between the draws of steps 3 and 6.
TEST(HardenedAverage, BeforeARecordsBlockIsReadNothingDependsOnIt) {
  Squares problem = random_squares(40, 4, 7);
  const auto drawn = [&] {
    const Squares other = squares(problem.rows, problem.targets, problem.domain);
    AverageSchedule schedule = kSchedule;
    schedule.draws = 50;
    const Rule rule{.data = other.risk.get(), .schedule = schedule, .scale = 0.1, .grid = kGrid};
    return drawn_at(rule, some_points(rule, 4));
  };
  const auto before = drawn();
  problem.rows[9] = {1, -1, 1, -1};
  problem.targets[9] = 1;
  const auto after = drawn();
  EXPECT_EQ(before[0], after[0]);
  EXPECT_EQ(before[1], after[1]);
  EXPECT_NE(before[2], after[2]);
  EXPECT_NE(before[3], after[3]);
}

constexpr AverageSchedule kPlayers{.block_size = 2, .draws = 4, .steps = 6, .period = 2};
constexpr RecordBlock kRecords{.first = 3, .count = 12};

Run ask_player(GradientOracle& data, Vector z, FrozenPlayer frozen, double grid) {
  const Release release{.form = average_vertices_form(),
                        .batch_size = 12,
                        .mechanism = Mechanism::exponential,
                        .cost = {CostUnit::rho, 1e20},
                        .noise_scale = 0.4,
                        .grid = grid,
                        .details = details_of_average(kPlayers, frozen),
                        .block = kRecords};
  HiddenAverage average(kPlayers, 0.4, kRecords, frozen, grid);
  for (Index k = 0; k < kPlayers.releases(); ++k) {
    const Vector& drawn = co_await data.ask(average_vertices_after(average, z, release));
    co_yield Iterate{drawn};
  }
}

TEST(HardenedAverage, OfOnePlayerIsTheFloatingLawUpToTheMargin) {
  const GameProblem problem = game_problem({.rows = 3, .columns = 5}, random_games(20, 15, 1));
  Vector z(8);
  z << 0.2, 0.3, 0.5, 0.1, 0.2, 0.3, 0.2, 0.2;
  const auto asked = [&](GradientOracle& oracle, FrozenPlayer frozen, double grid) {
    auto out = drive(*problem.risk, oracle, ask_player(oracle, z, frozen, grid));
    EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
    return out;
  };
  const auto law = [&](FrozenPlayer frozen, double grid) {
    NonPrivateOracle oracle(*problem.risk, {}, streams());
    return asked(oracle, frozen, grid);
  };
  for (const FrozenPlayer frozen : {FrozenPlayer::primal, FrozenPlayer::dual}) {
    const auto floating = law(frozen, 0), hardened = law(frozen, 0x1p-30);
    ASSERT_EQ(hardened.size(), static_cast<std::size_t>(kPlayers.releases()));
    for (std::size_t k = 0; k < hardened.size(); ++k) {
      EXPECT_LT((hardened[k] - floating[k]).cwiseAbs().maxCoeff(), 1e-3);
      EXPECT_NE(hardened[k], floating[k]);
    }
    PrivateOracle oracle(*problem.risk, {}, streams(), kPlenty);
    EXPECT_EQ(asked(oracle, frozen, 0x1p-30).back().sum(), 4);
  }
}

// ---- all that is released, by enumeration -------------------------------------------------------

constexpr double kDelta = 1e-3;

/// The chances of every way in which T = 3, q = K = B = 1 can go, by the kind's exact law.
naive::Law law_of_all(const std::vector<double>& signs, double step, double grid) {
  const TiltedSigns data(signs);
  const Rule rule{.data = &data, .schedule = {.steps = 3}, .scale = 1 / step, .grid = grid};
  naive::Law out;
  for (int code = 0; code < 4; ++code) {
    const int first = code / 2, second = code % 2;
    const Vector p = Vector::Unit(2, first), q = Vector::Unit(2, second);
    const auto exact = exact_at(rule, {p, q, q});
    for (int rest = 0; rest < 4; ++rest) {
      out.push_back(0.5 * exact[0][second] * exact[1][rest / 2] * exact[2][rest % 2]);
    }
  }
  return out;
}

/// Of both directions.
double epsilon_between(const naive::Law& p, const naive::Law& q) {
  return least_epsilon([&](double e) { return finite_delta(p, q, e); }, kDelta);
}

/// What (3 - 1) + 1 releases of one draw cost where a record moves scores by so much.
double charged_epsilon(double move, double step) {
  const AverageSchedule schedule{.steps = 3};
  const double rho =
      static_cast<double>(schedule.releases()) * average_vertices_rho(move, schedule, 1 / step);
  return zcdp_epsilon(rho, kDelta, ZcdpConversion::optimal);
}

/// Of every record that is replaced by one of these.
double worst_epsilon(double step, double grid, const std::vector<double>& signs) {
  double worst = 0;
  for (std::size_t record = 0; record < 3; ++record) {
    const naive::Law usual = law_of_all({1, 1, 1}, step, grid);
    for (const double sign : signs) {
      std::vector<double> other(3, 1.0);
      other[record] = sign;
      worst = std::max(worst, epsilon_between(usual, law_of_all(other, step, grid)));
    }
  }
  return worst;
}

TEST(HardenedAverage, AllThatIsReleasedOfATinyProblemIsAsPrivateAsItIsCharged) {
  for (const double step : {0.02, 0.0994905, 0.4, 1.0}) {
    for (const double grid : {0x1p-17, 0x1p-28}) {
      // Some that break all bounds, too: what is clipped differs by C in both coordinates.
      EXPECT_LE(worst_epsilon(step, grid, {-1, 0.3, -1e9, kInfinity, std::nan("")}),
                charged_epsilon(2, step))
          << step << " " << grid;
    }
  }
  // 6.11, by what is released of whole sums.
  EXPECT_NEAR(worst_epsilon(0.0994905, 0x1p-28, {-1}), 0.270, 5e-4);
}

/// Rows of length 1 at most, but for one: the longest vertices have a product of sqrt(3) L with a
/// gradient that is L long, and of 3 L with one that is clipped coordinate by coordinate alone.
/// Then the loss at the vertex that lies alone, 9 L / b, would be above 2 C / b = 6.9 L / b.
TEST(HardenedAverage, ARecordOutOfAllBoundsMovesNoDrawByMoreThanItsRange) {
  Domain hull{.kind = Domain::Kind::hull};
  hull.vertices = Eigen::MatrixXd::Constant(3, 8, -1);
  hull.vertices.col(0).setOnes();
  const FeatureBounds bounds{
      .l1 = std::sqrt(3.0), .l2 = 1, .linf = 1, .target_lower = -1, .target_upper = 1};
  constexpr double kScale = 100;
  const auto law = [&](double entry, double target) {
    naive::Numbers targets(8, 0.5);
    targets[0] = target;
    std::vector<naive::Numbers> rows(8, naive::Numbers(3, 0.1));
    rows[0] = naive::Numbers(3, entry);
    const auto records = dense_records(rows, targets);
    const EmpiricalRisk risk(*records, bounds, squared_loss(), std::nullopt, hull);
    const Rule rule{.data = &risk,
                    .domain = hull,
                    .schedule = {.block_size = 1, .steps = 8, .period = 8},
                    .scale = kScale,
                    .grid = kGrid};
    const double length = std::sqrt(3.0);
    EXPECT_NEAR(rule.move(), 2 * (length + 1) * length, 1e-9);
    const Vector point = Vector::Constant(3, 0.5);
    return exact_at(rule, std::vector<Vector>(8, point)).back();
  };
  const double range = 2 * 2 * (std::sqrt(3.0) + 1) * std::sqrt(3.0) / kScale;
  const Vector first = law(1e9, 0.5);
  double largest = 0;
  for (const auto& [entry, target] :
       {std::pair(1e9, 1e15), {0.5, 0.5}, {kInfinity, 0.5}, {std::nan(""), 0.5}}) {
    const Vector loss = (first.array() / law(entry, target).array()).log();
    largest = std::max(largest, loss.cwiseAbs().maxCoeff());
  }
  EXPECT_LE(largest, range);
  EXPECT_GE(largest, 0.7 * range);
}

/// A build that is wrong in one place: `add` says what a record adds to the two scores in steps,
/// 1 / per_step of which are one in a score.
naive::Law wrong_law(const std::vector<double>& signs, const auto& add, double per_step) {
  return naive::anytime_law(
      [&](double sign, const naive::Pair& x, const naive::Pair&) -> naive::Operator {
        const naive::Pair g = {0.5 * sign * (1 + x[0]), -0.5 * sign * (1 + x[1])};
        return {{add(g[0]), add(g[1])}, {}};
      },
      signs, per_step);
}

TEST(HardenedAverage, EnumerationSeesWrongCoinsMissingClippingAndLumpsThatNobodyCounts) {
  constexpr double kStep = 0.0994905, kGrid = 0x1p-28;
  const double charged = charged_epsilon(2, kStep);
  const auto steps = [](double g) { return std::rint(g / kGrid); };
  const auto right = [&](double g) { return std::clamp(steps(g), -1 / kGrid, 1 / kGrid); };
  const double per_step = kGrid * kStep / (1 + 0x1p-16);
  const auto epsilon = [&](double sign, const auto& add, double each) {
    return epsilon_between(wrong_law({1, 1, 1}, add, each), wrong_law({sign, 1, 1}, add, each));
  };
  EXPECT_LE(epsilon(-1, right, per_step), charged);
  EXPECT_LE(epsilon(-50, right, per_step), charged);
  // Coins by an eighth of N.
  EXPECT_GT(epsilon(-1, right, 8 * per_step), charged);
  EXPECT_GT(epsilon(-50, steps, per_step), charged);
  // Gradients of 0.4995 and 0.5005 that differ by C = 0.001 alone become 0 and 1 on a grid of 1.
  const auto lump = [](double g) { return std::rint(0.4995 + (g > 0 ? 0.001 : 0)); };
  const auto exact = [](double g) { return 0.4995 + (g > 0 ? 0.001 : 0); };
  const double small = charged_epsilon(0.001, 10);
  EXPECT_LE(epsilon(-1, exact, 10), small);
  EXPECT_GT(epsilon(-1, lump, 10), small);
}

// ---- refusals -----------------------------------------------------------------------------------

std::string refusal_of(const Rule& rule, const Release& release) {
  PrivateOracle oracle(*rule.data, {}, streams(), kPlenty);
  const auto path = drive(*rule.data, oracle, ask_at(oracle, some_points(rule, 1), rule, release));
  EXPECT_EQ(path.empty(), oracle.refusal().has_value());
  return oracle.refusal() ? oracle.refusal()->message : "";
}

TEST(HardenedAverage, IsRefusedWhereNothingIsProvenOrItCostsMoreThanItSays) {
  for (const Domain& domain : vertex_domains()) {
    const Squares problem = random_squares(12, 3, 4, domain);
    const Rule fair{.data = problem.risk.get(),
                    .domain = domain,
                    .schedule = {.block_size = 2, .draws = 7, .steps = 4},
                    .scale = 3,
                    .grid = kGrid};
    const double eta = 2 * fair.move() / (2 * 3.0), rho = 7 * eta * eta / 8;
    EXPECT_EQ(refusal_of(fair, release_of(fair, rho * kEdge)), "");
    EXPECT_NE(refusal_of(fair, release_of(fair, rho * (1 - 1e-6))), "");
    // Another grid than the average's; too coarse, no power of two, too fine.
    Release other = release_of(fair);
    other.grid *= 2;
    EXPECT_NE(refusal_of(fair, other), "");
    other.grid = 0;
    EXPECT_NE(refusal_of(fair, other), "");
    for (const double grid : {0x1p-13, 0.75 * 0x1p-20, -0x1p-24, 0x1p-53, 0x1p-39}) {
      Rule changed = fair;
      changed.grid = grid;
      EXPECT_NE(refusal_of(changed, release_of(changed)), "") << grid;
    }
    Rule many = fair;
    many.schedule.draws = 1 << 24;
    EXPECT_NE(refusal_of(many, release_of(many)), "");
  }
}

/// A sum of which nothing is known but how far two gradients are apart.
class Apart final : public FiniteSum {
 public:
  Index samples() const override { return 6; }
  Index dimension() const override { return 2; }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery>) const override { return nullptr; }
  void answer_batch(std::span<const Index>, const PointQuery& query, BatchScratch&) const override {
    *query.gradient = Vector::Zero(2);
  }
  GradientBounds gradient_bounds() const override { return {.l1 = 4, .l2 = 4, .linf = 2}; }
  double l1_sensitivity_at(const Vector&) const override { return 4; }
  double smoothness_bound() const override { return 0.5; }
};

TEST(HardenedAverage, IsRefusedWhereWhatRecordsHaveInCommonCancels) {
  const Apart data;
  Rule rule{.data = &data,
            .schedule = {.block_size = 1, .draws = 1, .steps = 4},
            .scale = 3,
            .grid = kGrid};
  EXPECT_NE(refusal_of(rule, release_of(rule)), "");
  rule.grid = 0;
  EXPECT_EQ(refusal_of(rule, release_of(rule)), "");
}

}  // namespace
}  // namespace noisy::testing
