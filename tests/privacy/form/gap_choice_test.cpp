// A candidate chosen by what the answers to it gain: scores, their law and sensitivity, costs,
// refusals, and what a record can change.
#include "engine/privacy/form/gap_choice.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/algorithm/frame/run.h"
#include "engine/privacy/form/iterate_vertices.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/random/exact_softmax.h"
#include "tests/algorithm/simplex/support/test_game.h"
#include "tests/privacy/form/whole_law.h"
#include "tests/random/goodness_of_fit.h"
#include "tests/support/drive.h"
#include "tests/support/placed_counts.h"

namespace noisy::testing {
namespace {

constexpr TestGame::Shape kShape{.rows = 3, .columns = 4};
constexpr Index kCells = 12;
constexpr Cost kPlenty{CostUnit::rho, 1e12};
/// What rounding to the domain's edge widens the bounds by, and more.
constexpr double kWidened = 1 + 1e-9;

StreamFactory streams(std::uint64_t seed = 5) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "gap-choice"});
}

Vector random_weights(Numbers01& random, Index size) {
  Vector out(size);
  for (double& weight : out) weight = random(0.05, 1);
  return out / out.sum();
}

std::vector<GapCandidate> random_candidates(std::size_t count, std::size_t answers,
                                            std::uint64_t seed = 3) {
  Numbers01 random(seed);
  std::vector<GapCandidate> out(count);
  for (GapCandidate& one : out) {
    one.point.resize(kShape.rows + kShape.columns);
    one.point << random_weights(random, kShape.rows), random_weights(random, kShape.columns);
    for (std::size_t j = 0; j < answers; ++j) {
      one.primal.push_back(random_weights(random, kShape.rows));
      one.dual.push_back(random_weights(random, kShape.columns));
    }
  }
  return out;
}

/// max_j F(x, y_j) - min_j F(x_j, y) on a block of games, as the paper writes it.
double naive_score(const std::vector<naive::Numbers>& rows, const RecordBlock& block,
                   const GapCandidate& candidate, const TestGame::Shape& shape = kShape) {
  const auto mean = [&](const Vector& x, const Vector& y) {
    double sum = 0;
    for (Index r = block.first; r < block.first + block.count; ++r) {
      for (Index i = 0; i < shape.rows; ++i) {
        for (Index j = 0; j < shape.columns; ++j) {
          sum +=
              x[i] *
              rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(i * shape.columns + j)] *
              y[j];
        }
      }
    }
    return sum / static_cast<double>(block.count);
  };
  const Vector x = candidate.point.head(shape.rows), y = candidate.point.tail(shape.columns);
  double most = -1e300, least = 1e300;
  for (const Vector& answer : candidate.dual) most = std::max(most, mean(x, answer));
  for (const Vector& answer : candidate.primal) least = std::min(least, mean(answer, y));
  return most - least;
}

Release release_of(const RecordBlock& block, double scale, double value_bound = 0,
                   double grid = 0) {
  // C_x = C_y = 2.
  const double rho =
      gap_choice_rho(gap_move({.primal = 2, .dual = 2}, value_bound), block.count, scale);
  return {.form = gap_choice_form(),
          .batch_size = block.count,
          .mechanism = Mechanism::exponential,
          .cost = {CostUnit::rho, rho * kWidened},
          .noise_scale = scale,
          .grid = grid,
          .details = details_of_gap_choice(value_bound),
          .block = block};
}

Run ask(GradientOracle& data, const std::vector<GapCandidate>& candidates, Release release,
        Index times) {
  for (Index k = 0; k < times; ++k) {
    const Vector& chosen = co_await data.ask(choose_by_gap(candidates, release));
    co_yield Iterate{chosen};
  }
}

/// The best candidate, without noise.
Index best(const GameProblem& problem, const std::vector<GapCandidate>& candidates,
           const Release& release) {
  NonPrivateOracle oracle(*problem.risk, {}, streams());
  return static_cast<Index>(
      drive(*problem.risk, oracle, ask(oracle, candidates, release, 1)).at(0)[0]);
}

TEST(GapChoice, WithoutNoiseIsTheCandidateWithTheSmallestScore) {
  constexpr RecordBlock kBlock{.first = 2, .count = 5};
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto rows = random_games(9, kCells, seed);
    const auto candidates = random_candidates(4, 3, seed);
    std::vector<double> scores;
    for (const GapCandidate& one : candidates) scores.push_back(naive_score(rows, kBlock, one));
    const Index wanted = std::ranges::min_element(scores) - scores.begin();
    for (const double value_bound : {0.0, 1.0}) {
      EXPECT_EQ(best(game_problem(kShape, rows), candidates, release_of(kBlock, 1, value_bound)),
                wanted);
    }
  }
}

/// By chi-square at false-alarm rate 1e-9 each; the seed is fixed.
TEST(GapChoice, ChoosesByTheSoftmaxOfMinusTheScoresOverTheScale) {
  constexpr Index kDraws = 100'000;
  constexpr RecordBlock kBlock{.first = 1, .count = 2};
  const auto rows = random_games(4, kCells, 7);
  const GameProblem problem = game_problem(kShape, rows);
  const auto candidates = random_candidates(3, 2, 8);
  Vector scores(3);
  for (Index i = 0; i < 3; ++i) {
    scores[i] = naive_score(rows, kBlock, candidates[static_cast<std::size_t>(i)]);
  }
  for (const double value_bound : {0.0, 1.0}) {
    constexpr double kScale = 0.3;
    PrivateOracle oracle(*problem.risk, {}, streams(11), kPlenty);
    std::vector<double> counts(3);
    const Release release = release_of(kBlock, kScale, value_bound);
    for (const Vector& chosen :
         drive(*problem.risk, oracle, ask(oracle, candidates, release, kDraws))) {
      counts[static_cast<std::size_t>(chosen[0])] += 1;
    }
    const auto chance_of_worse = [&](double scale) {
      const Vector law = softmax(-scores / scale);
      return chi_square_tail(
          chi_square(counts, {law[0], law[1], law[2]}, static_cast<double>(kDraws)), 2);
    };
    EXPECT_GT(chance_of_worse(kScale), 1e-9) << value_bound;
    EXPECT_LT(chance_of_worse(1.2 * kScale), 1e-9) << value_bound;
  }
}

/// I = 2, G = (0, g): the second is chosen with probability 1 / (1 + e^(n epsilon g / (32 B))) for
/// |S4| = n / 4 and the range epsilon, which is epsilon^2 / 8 in rho (saddle-mirror-descent, 6.16).
TEST(GapChoice, HasTheScaleOfThePapersSelection) {
  for (const double epsilon : {0.3, 1.0}) {
    for (const double bound : {1.0, 2.5}) {
      const double scale = gap_choice_scale(gap_move({}, bound), 250, epsilon * epsilon / 8);
      EXPECT_NEAR(1 / scale, 1000 * epsilon / (32 * bound), 1e-12 / scale);
    }
  }
}

// ---- sensitivity, by brute force ----------------------------------------------------------------

Vector corner(Index size, Index at) {
  return Vector::Unit(size, at);
}

/// Both players can do two things; a candidate and one answer to each of its parts.
GapCandidate pure_candidate(int number) {
  GapCandidate out;
  out.point.resize(4);
  out.point << corner(2, number & 1), corner(2, (number >> 1) & 1);
  out.primal = {corner(2, (number >> 2) & 1)};
  out.dual = {corner(2, (number >> 3) & 1)};
  return out;
}

/// All 16 games of entries +-1.
naive::Numbers game_of(int number) {
  naive::Numbers out;
  for (int k = 0; k < 4; ++k) out.push_back((number >> k) & 1 ? 1.0 : -1.0);
  return out;
}

/// Values are +-1, so that B = 1, and 4 B / m is attained; also by how much two candidates' scores
/// move against each other: twice that, which the range counts on.
TEST(GapChoice, ScoresMoveByFourBoundsOverTheRecordsAtMostAndSometimesByThat) {
  constexpr TestGame::Shape kTiny{.rows = 2, .columns = 2};
  for (const Index records : {1, 2}) {
    double most = 0, apart = 0;
    for (int before = 0; before < 16; ++before) {
      for (int after = 0; after < 16; ++after) {
        std::vector<naive::Numbers> rows(static_cast<std::size_t>(records), game_of(5));
        rows[0] = game_of(before);
        std::vector<naive::Numbers> changed = rows;
        changed[0] = game_of(after);
        double up = 0, down = 0;
        for (int number = 0; number < 16; ++number) {
          const GapCandidate candidate = pure_candidate(number);
          const RecordBlock all{.first = 0, .count = records};
          const double move = naive_score(changed, all, candidate, kTiny) -
                              naive_score(rows, all, candidate, kTiny);
          up = std::max(up, move);
          down = std::min(down, move);
        }
        most = std::max({most, up, -down});
        apart = std::max(apart, up - down);
      }
    }
    const double delta = gap_move({}, 1) / static_cast<double>(records);
    EXPECT_NEAR(most, delta, 1e-12);
    EXPECT_NEAR(apart, 2 * delta, 1e-12);
  }
}

/// f = g'x + h'y with coordinates of +-1: C_x = C_y = 2, and 2 (C_x + C_y) / m is attained.
TEST(GapChoice, ScoresByDifferencesMoveByTwiceBothPlayersMovesAtMostAndSometimesByThat) {
  double most = 0;
  for (int before = 0; before < 16; ++before) {
    for (int after = 0; after < 16; ++after) {
      const naive::Numbers a = game_of(before), b = game_of(after);
      for (const int x : {0, 1}) {
        for (const int y : {2, 3}) {
          // From the candidate (x, y) to the other coordinate of each player.
          const auto score = [&](const naive::Numbers& f) {
            const auto at = [&](int k) { return f[static_cast<std::size_t>(k)]; };
            return (at(5 - y) - at(y)) + (at(x) - at(1 - x));
          };
          most = std::max(most, std::abs(score(a) - score(b)));
        }
      }
    }
  }
  EXPECT_NEAR(most, gap_move({.primal = 2, .dual = 2}, 0), 1e-12);
}

// ---- in whole numbers ---------------------------------------------------------------------------

/// u_i in plain loops: every record's difference, or value, is rounded by itself.
std::int64_t naive_whole_score(const std::vector<naive::Numbers>& rows, const RecordBlock& block,
                               const GapCandidate& candidate, double grid, double value_bound) {
  const Vector x = candidate.point.head(kShape.rows), y = candidate.point.tail(kShape.columns);
  const auto value = [&](const naive::Numbers& row, const Vector& a, const Vector& b) {
    double sum = 0;
    for (Index i = 0; i < kShape.rows; ++i) {
      for (Index j = 0; j < kShape.columns; ++j) {
        sum += a[i] * row[static_cast<std::size_t>(i * kShape.columns + j)] * b[j];
      }
    }
    return sum;
  };
  const auto part = [&](double sign, double there, double here) {
    const double most = value_bound > 0 ? value_bound : 2;  // 2 L_inf, L_inf = 1
    const double one = value_bound > 0 ? there : sign * (there - here);
    if (!std::isfinite(one)) return std::int64_t{0};
    const double steps =
        std::clamp(std::rint(one / grid), -std::floor(most / grid), std::floor(most / grid));
    return static_cast<std::int64_t>(value_bound > 0 ? sign * steps : steps);
  };
  const auto best = [&](double sign, const std::vector<Vector>& answers, const auto& at) {
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    for (const Vector& answer : answers) {
      std::int64_t sum = 0;
      for (Index r = block.first; r < block.first + block.count; ++r) {
        const naive::Numbers& row = rows[static_cast<std::size_t>(r)];
        sum += part(sign, at(row, answer), value(row, x, y));
      }
      most = std::max(most, sum);
    }
    return most;
  };
  return best(1, candidate.dual,
              [&](const auto& row, const Vector& answer) { return value(row, x, answer); }) +
         best(-1, candidate.primal,
              [&](const auto& row, const Vector& answer) { return value(row, answer, y); });
}

/// -u_i, and N.
struct WholeLaw {
  std::vector<std::int64_t> scores;
  std::uint64_t steps = 0;

  WholeLaw(const std::vector<naive::Numbers>& rows, const std::vector<GapCandidate>& candidates,
           const Release& release, double value_bound) {
    for (const GapCandidate& one : candidates) {
      scores.push_back(-naive_whole_score(rows, release.block, one, release.grid, value_bound));
    }
    steps = static_cast<std::uint64_t>(
        std::ceil((1 + std::pow(2, -16)) * static_cast<double>(release.block.count) *
                  release.noise_scale / release.grid));
  }
};

TEST(GapChoice, HardenedIsTheExactDrawOfTheReleasesOwnStreamByWholeScores) {
  constexpr RecordBlock kBlock{.first = 1, .count = 3};
  constexpr Index kTimes = 200;
  const auto rows = random_games(5, kCells, 7);
  const GameProblem problem = game_problem(kShape, rows);
  const auto candidates = random_candidates(4, 2, 8);
  for (const double value_bound : {0.0, 0.7}) {
    const Release release = release_of(kBlock, 0.2, value_bound, 0x1p-24);
    PrivateOracle oracle(*problem.risk, {}, streams(), kPlenty);
    const auto path = drive(*problem.risk, oracle, ask(oracle, candidates, release, kTimes));
    ASSERT_EQ(path.size(), static_cast<std::size_t>(kTimes)) << oracle.refusal()->message;
    const WholeLaw law(rows, candidates, release, value_bound);
    for (std::size_t k = 0; k < path.size(); ++k) {
      Stream stream = streams().stream(StreamPurpose::noise, k);
      const ExactSoftmax exact(law.scores, law.steps);
      EXPECT_EQ(path[k][0], static_cast<double>(exact.draw(stream))) << k;
    }
    // It is charged what the floating one is.
    EXPECT_DOUBLE_EQ(oracle.ledger().spent().value,
                     kTimes * release_of(kBlock, 0.2, value_bound).cost.value);
  }
}

/// No record, whatever it holds, makes the range of the loss more than eta.
TEST(GapChoice, HardenedLossIsWithinWhatIsChargedWhateverARecordIs) {
  constexpr RecordBlock kBlock{.first = 0, .count = 2};
  const auto candidates = random_candidates(5, 2, 9);
  for (const double value_bound : {0.0, 0.7}) {
    const Release release = release_of(kBlock, 0.3, value_bound, 0x1p-15);
    const double eta = 2 * gap_move({.primal = 2, .dual = 2}, value_bound) / (2 * 0.3);
    auto rows = random_games(2, kCells, 4);
    const auto law = [&](const naive::Numbers& row) {
      rows[0] = row;
      const WholeLaw of(rows, candidates, release, value_bound);
      return law_of(of.scores, of.steps);
    };
    naive::Numbers huge = random_games(1, kCells, 5)[0], none(kCells, std::nan(""));
    const Vector first = law(huge);
    for (double& entry : huge) entry *= -1e9;
    for (const naive::Numbers& row : {huge, none, naive::Numbers(kCells, 1.0)}) {
      const Vector loss = (first.array() / law(row).array()).log();
      EXPECT_LE(loss.maxCoeff() - loss.minCoeff(), eta * (1 - 0x1p-18));
    }
  }
}

// ---- costs and refusals -------------------------------------------------------------------------

std::string refusal_of(const Release& release, const std::vector<GapCandidate>& candidates,
                       const Cost& cap = kPlenty, const TestGame::Shape& shape = kShape) {
  const GameProblem problem = game_problem(shape, random_games(8, kCells, 4));
  PrivateOracle oracle(*problem.risk, {}, streams(), cap);
  const auto path = drive(*problem.risk, oracle, ask(oracle, candidates, release, 1));
  EXPECT_EQ(path.empty(), oracle.refusal().has_value());
  EXPECT_EQ(oracle.ledger().releases(), path.empty() ? 0 : 1);
  return oracle.refusal() ? oracle.refusal()->message : "";
}

/// (2 Delta / b)^2 / 8, by hand.
TEST(GapChoice, CostsWhatItsRangeCosts) {
  const auto candidates = random_candidates(2, 2);
  const auto expect_cost = [&](double delta, double value_bound, Index records,
                               const TestGame::Shape& shape) {
    constexpr double kScale = 3;
    Release release = release_of({.first = 1, .count = records}, kScale, value_bound);
    const double range = 2 * delta / kScale;
    release.cost.value = range * range / 8 * kWidened;
    EXPECT_EQ(refusal_of(release, candidates, kPlenty, shape), "");
    release.cost.value = range * range / 8 * (1 - 1e-6);
    EXPECT_NE(refusal_of(release, candidates, kPlenty, shape), "");
  };
  for (const Index records : {1, 3, 7}) {
    const double m = static_cast<double>(records);
    expect_cost(8 / m, 0, records, kShape);
    expect_cost(4 * 0.5 / m, 0.5, records, kShape);
    // C_x = 2 s sqrt(3) by the length of 3 rows.
    expect_cost(2 * (2 * 0.5 * std::sqrt(3.0) + 2) / m, 0, records,
                {.rows = 3, .columns = 4, .primal_scale = 0.5});
  }
}

TEST(GapChoice, IsRefusedUnlessItIsWhatIsProven) {
  const auto good = random_candidates(2, 2);
  const Release release = release_of({.first = 2, .count = 3}, 1);
  ASSERT_EQ(refusal_of(release, good), "");
  const auto changed = [&](const auto& change) {
    Release other = release;
    change(other);
    return refusal_of(other, good);
  };
  EXPECT_NE(changed([](Release& it) { it.block = {}; }), "");
  EXPECT_NE(changed([](Release& it) { it.block.first = 6; }), "");
  EXPECT_NE(changed([](Release& it) { it.block.first = -1; }), "");
  EXPECT_NE(changed([](Release& it) { it.block.count = it.batch_size = -1; }), "");
  EXPECT_NE(changed([](Release& it) { it.batch_size = 8; }), "");
  EXPECT_NE(changed([](Release& it) { it.mechanism = Mechanism::none; }), "");
  EXPECT_NE(changed([](Release& it) { it.noise_scale = 0; }), "");
  EXPECT_NE(changed([](Release& it) { it.grid = 0.5; }), "");
  EXPECT_NE(changed([](Release& it) { it.details = details_of_gap_choice(-1); }), "");
  EXPECT_NE(changed([](Release& it) { it.details = details_of_gap_choice(std::nan("")); }), "");
  EXPECT_NE(changed([](Release& it) { it.cost.unit = CostUnit::epsilon; }), "");
  for (const Cost& cap : {Cost{CostUnit::epsilon, 1e6}, Cost{CostUnit::renyi, 1e6, 2},
                          Cost{CostUnit::rho, 1e6, 0, Neighbours::zero_out}}) {
    Release other = release;
    other.cost = cap;
    EXPECT_NE(refusal_of(other, good, cap), "");
  }
  const auto with = [&](const auto& change) {
    auto candidates = good;
    change(candidates);
    return refusal_of(release, candidates);
  };
  EXPECT_NE(with([](auto& it) { it.clear(); }), "");
  EXPECT_NE(with([](auto& it) { it[1].primal.clear(); }), "");
  EXPECT_NE(with([](auto& it) { it[1].dual.clear(); }), "");
  EXPECT_NE(with([](auto& it) { it[0].point *= 2; }), "");
  EXPECT_NE(with([](auto& it) { it[0].point[1] = std::nan(""); }), "");
  EXPECT_NE(with([](auto& it) { it[1].dual[0] *= 3; }), "");
  EXPECT_NE(with([](auto& it) { it[1].primal[1] = Vector::Unit(3, 0) * 2 - Vector::Unit(3, 1); }),
            "");
  EXPECT_NE(with([](auto& it) { std::swap(it[0].primal, it[0].dual); }), "");
}

TEST(GapChoice, HardenedIsRefusedWhereNothingIsProvenOrItCostsMoreThanItSays) {
  constexpr RecordBlock kBlock{.first = 2, .count = 3};
  const auto good = random_candidates(2, 2);
  const Release release = release_of(kBlock, 1, 0, 0x1p-24);
  ASSERT_EQ(refusal_of(release, good), "");
  Release less = release;
  less.noise_scale *= 0.85;
  EXPECT_NE(refusal_of(less, good).find("too small"), std::string::npos);
  // Too coarse beside 8, no power of two, sums of more than 2^53 steps.
  for (const double grid : {0x1p-13, 0.75 * 0x1p-20, -0x1p-24, 0x1p-50}) {
    EXPECT_NE(refusal_of(release_of(kBlock, 1, 0, grid), good), "") << grid;
  }
  // C_x = sqrt(3) < 2 L_inf: nothing is proven of how values are rounded, unless they are clipped.
  const TestGame::Shape shape{.rows = 3, .columns = 4, .primal_scale = 0.5};
  EXPECT_EQ(refusal_of(release_of(kBlock, 1), good, kPlenty, shape), "");
  EXPECT_NE(refusal_of(release, good, kPlenty, shape), "");
  EXPECT_EQ(refusal_of(release_of(kBlock, 1, 0.5, 0x1p-24), good, kPlenty, shape), "");
}

// ---- blocks -------------------------------------------------------------------------------------

/// How many of the releases are answered by an oracle that may spend so much.
Index answered(const std::vector<Release>& releases, double cap) {
  const GameProblem problem = game_problem(kShape, random_games(8, kCells, 4));
  const auto candidates = random_candidates(2, 1);
  PrivateOracle oracle(*problem.risk, {}, streams(), Cost{CostUnit::rho, cap});
  for (const Release& release : releases) {
    drive(*problem.risk, oracle, ask(oracle, candidates, release, 1));
    if (oracle.refusal()) break;
  }
  return oracle.ledger().releases();
}

TEST(GapChoice, DisjointBlocksCostTheMostOfThemAndOverlapsTheSum) {
  const auto at = [](Index first, Index count) { return release_of({first, count}, 1); };
  const double one = at(0, 4).cost.value;
  EXPECT_EQ(answered({at(0, 4), at(4, 4)}, one), 2);
  EXPECT_EQ(answered({at(0, 4), at(3, 4)}, one), 1);
  EXPECT_EQ(answered({at(0, 4), at(3, 4)}, 1.99 * one), 1);
  EXPECT_EQ(answered({at(0, 4), at(3, 4)}, 2.01 * one), 2);
  EXPECT_EQ(answered({at(0, 4), at(0, 4)}, 1.99 * one), 1);
}

TEST(GapChoice, DependsOnTheRecordsOfItsBlockAlone) {
  constexpr RecordBlock kBlock{.first = 2, .count = 3};
  const auto candidates = random_candidates(3, 2);
  const auto choices = [&](const std::vector<naive::Numbers>& rows) {
    const GameProblem problem = game_problem(kShape, rows);
    PrivateOracle oracle(*problem.risk, {}, streams(), kPlenty);
    std::vector<double> out;
    const Release release = release_of(kBlock, 0.1);
    for (const Vector& chosen :
         drive(*problem.risk, oracle, ask(oracle, candidates, release, 60))) {
      out.push_back(chosen[0]);
    }
    return out;
  };
  const auto rows = random_games(8, kCells, 9);
  const auto before = choices(rows);
  for (std::size_t record = 0; record < 8; ++record) {
    auto changed = rows;
    for (double& entry : changed[record]) entry = entry > 0 ? -1 : 1;
    const bool is_judge = record >= 2 && record < 5;
    EXPECT_EQ(choices(changed) != before, is_judge) << record;
  }
}

/// A record that breaks its own bounds ends no run, and counts no more than others can.
TEST(GapChoice, ClipsValuesAndCountsWhatIsNotFiniteAsNothing) {
  constexpr RecordBlock kBlock{.first = 0, .count = 2};
  // The first candidate is better by 0.5 without the second record, whatever that is clipped to.
  GapCandidate good, bad;
  good.point = bad.point = Vector::Zero(7);
  good.point << corner(3, 0), corner(4, 0);
  bad.point << corner(3, 1), corner(4, 1);
  good.primal = {corner(3, 2)};
  good.dual = {corner(4, 2)};
  bad.primal = {corner(3, 0)};
  bad.dual = {corner(4, 3)};
  naive::Numbers judge(12, 0.0);
  judge[1 * 4 + 3] = 1;  // the y-answer to the bad one gains 1
  for (const double entry : {HUGE_VAL, std::nan("")}) {
    for (const double value_bound : {0.0, 1.0}) {
      const GameProblem problem = game_problem(kShape, {judge, naive::Numbers(12, entry)});
      EXPECT_EQ(best(problem, {bad, good}, release_of(kBlock, 1, value_bound)), 1);
    }
  }
  // -1e300 for the bad one's gain is clipped to -2 L_inf = -2, and to -B.
  naive::Numbers huge(12, 0.0);
  huge[1 * 4 + 3] = -1e300;
  for (const auto& [copies, value_bound, wanted] :
       {std::tuple(1, 0.0, 0), {3, 0.0, 1}, {2, 0.5, 1}, {1, 2.0, 0}}) {
    std::vector<naive::Numbers> rows(static_cast<std::size_t>(copies), judge);
    rows.push_back(huge);
    const RecordBlock all{.first = 0, .count = copies + 1};
    // Sums of the bad one: copies - 2, or min(1, B) copies - B; of the good one 0.
    EXPECT_EQ(best(game_problem(kShape, rows), {bad, good}, release_of(all, 1, value_bound)),
              wanted)
        << copies << " " << value_bound;
  }
}

// ---- descents on blocks, and with a frozen player -----------------------------------------------

Release vertices_release(const RecordBlock& block, FrozenPlayer frozen, double scale = 0.5) {
  const VertexDraws draws{.per_point = 3, .output = 0};
  const CoordinateMoves moves = moves_without({.primal = 2, .dual = 2}, frozen);
  return {.form = iterate_vertices_form(),
          .batch_size = block.count,
          .mechanism = Mechanism::exponential,
          .cost = {CostUnit::rho, kWidened * iterate_vertices_rho(moves, 1, draws, scale)},
          .noise_scale = scale,
          .details = details_of_vertices(1, draws, frozen),
          .block = block};
}

Run descend(GradientOracle& data, Vector point, Release release, RecordBlock block,
            FrozenPlayer frozen, Index times) {
  HiddenIterate iterate(1, release.noise_scale, block, frozen, StepRecords::next_block,
                        release.grid);
  for (Index k = 0; k < times; ++k) {
    const Vector& drawn = co_await data.ask(vertices_after(iterate, point, release));
    co_yield Iterate{drawn};
  }
}

TEST(BlockVertices, AreDrawnByTheRecordsOfTheBlockAndForThePlayerWhoMoves) {
  const auto rows = random_games(8, kCells, 1);
  const GameProblem problem = game_problem(kShape, rows);
  const Vector z = random_candidates(1, 1)[0].point;
  constexpr RecordBlock kBlock{.first = 3, .count = 4};
  for (const auto& [frozen, grid] : {std::pair(FrozenPlayer::none, 0.0),
                                     {FrozenPlayer::primal, 0.0},
                                     {FrozenPlayer::dual, 0.0},
                                     {FrozenPlayer::primal, 0x1p-30},
                                     {FrozenPlayer::dual, 0x1p-30}}) {
    NonPrivateOracle oracle(*problem.risk, {}, streams());
    Release release = vertices_release(kBlock, frozen);
    release.grid = grid;
    const auto drawn = drive(*problem.risk, oracle, descend(oracle, z, release, kBlock, frozen, 4));
    ASSERT_EQ(drawn.size(), 4u);
    // Scores of at most 4 / b = 8 are smaller by 2^-16 of themselves in whole numbers.
    const double tolerance = grid == 0 ? 1e-12 : 1e-3;
    Vector scores = Vector::Zero(7);
    for (std::size_t t = 0; t < 4; ++t) {
      scores -= mean_operator(rows, 3 + t, 1, 3, 4, z) / 0.5;
      Vector wanted = Vector::Zero(7);
      if (frozen != FrozenPlayer::primal) wanted.head(3) = 3 * softmax(scores.head(3));
      if (frozen != FrozenPlayer::dual) wanted.tail(4) = 3 * softmax(scores.tail(4));
      EXPECT_LT((placed_counts(drawn[t], 7) - wanted).cwiseAbs().maxCoeff(), tolerance);
    }
  }
}

TEST(BlockVertices, EndWithTheBlockAndPayForThePlayerWhoMoves) {
  const GameProblem problem = game_problem(kShape, random_games(8, kCells, 1));
  const Vector z = random_candidates(1, 1)[0].point;
  constexpr RecordBlock kBlock{.first = 3, .count = 4};
  const auto answers = [&](const Release& release, FrozenPlayer frozen, RecordBlock block) {
    PrivateOracle oracle(*problem.risk, {}, streams(), kPlenty);
    return drive(*problem.risk, oracle, descend(oracle, z, release, block, frozen, 9)).size();
  };
  for (const auto frozen : {FrozenPlayer::none, FrozenPlayer::primal, FrozenPlayer::dual}) {
    const Release release = vertices_release(kBlock, frozen);
    EXPECT_EQ(answers(release, frozen, kBlock), 4u);
    Release cheaper = release;
    cheaper.cost.value *= 1 - 1e-6;
    EXPECT_EQ(answers(cheaper, frozen, kBlock), 0u);
  }
  // A plan that charges other records than it reads, or another player than it moves.
  const Release release = vertices_release(kBlock, FrozenPlayer::none);
  EXPECT_EQ(answers(release, FrozenPlayer::none, {.first = 2, .count = 4}), 0u);
  EXPECT_EQ(answers(release, FrozenPlayer::none, {}), 0u);
  EXPECT_EQ(answers(vertices_release(kBlock, FrozenPlayer::dual), FrozenPlayer::none, kBlock), 0u);
  for (const RecordBlock& none : {RecordBlock{6, 4}, {-1, 4}, {3, -2}, {2, 0}}) {
    EXPECT_EQ(answers(vertices_release(none, FrozenPlayer::none), FrozenPlayer::none, none), 0u);
  }
}

}  // namespace
}  // namespace noisy::testing
