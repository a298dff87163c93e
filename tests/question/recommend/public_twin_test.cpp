#include "engine/question/recommend/public_twin.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "engine/question/recommend/candidate_grid.h"
#include "engine/question/recommend/ranking.h"
#include "engine/question/recommend/twin_player.h"

namespace noisy::testing {
namespace {

TwinSource labelled(Index samples) {
  return {.samples = samples, .columns = 6, .row_bound = 2, .intercept = 0.5};
}

ProblemSpec logistic_problem(double strength) {
  ProblemSpec problem;
  problem.loss = find_loss("logistic");
  problem.regularizer = {.kind = Regularizer::Kind::l2, .strength = strength};
  return problem;
}

std::vector<double> row_of(const DenseData& data, Index i) {
  std::vector<double> row(static_cast<std::size_t>(data.features()));
  data.copy_row(i, row);
  return row;
}

double length_of(const std::vector<double>& row) {
  double sum = 0;
  for (const double value : row) sum += value * value;
  return std::sqrt(sum);
}

TEST(PublicTwin, KeepsTheBoundAndTheIntercept) {
  const TwinSource source = labelled(300);
  for (const TwinTraits& traits : twin_family(source)) {
    const auto twin = draw_twin(source, traits, 1);
    ASSERT_TRUE(twin);
    EXPECT_EQ(twin->samples(), 300);
    EXPECT_EQ(twin->features(), 6);
    for (Index i = 0; i < twin->samples(); ++i) {
      const std::vector<double> row = row_of(*twin, i);
      EXPECT_LE(length_of(row), 2 * (1 + 1e-12));
      if (length_of(row) < 2 * (1 - 1e-12)) {
        EXPECT_EQ(row.back(), 0.5);
      }
      EXPECT_EQ(std::fabs(twin->targets()[static_cast<std::size_t>(i)]), 1);
    }
  }
}

TEST(PublicTwin, HasRowsOfTheBoundsLengthWhereTheyAreNormalized) {
  TwinSource source = labelled(50);
  source.is_normalized = true;
  const auto twin = draw_twin(source, twin_family(source).front(), 1);
  ASSERT_TRUE(twin);
  for (Index i = 0; i < 50; ++i) EXPECT_NEAR(length_of(row_of(*twin, i)), 2, 1e-12);
}

TEST(PublicTwin, HasABoundedNumberOfRecordsAndColumns) {
  TwinSource source = labelled(200'000);
  source.columns = 10'000;
  const auto twin = draw_twin(source, twin_family(source).front(), 1);
  ASSERT_TRUE(twin);
  EXPECT_LE(twin->samples(), 2000);
  EXPECT_LE(twin->features(), 100);
}

TEST(PublicTwin, IsTheSameByItsNumberAndAnotherByAnother) {
  const TwinSource source = labelled(40);
  const TwinTraits traits = twin_family(source).front();
  EXPECT_EQ(row_of(*draw_twin(source, traits, 3), 7), row_of(*draw_twin(source, traits, 3), 7));
  EXPECT_NE(row_of(*draw_twin(source, traits, 3), 7), row_of(*draw_twin(source, traits, 4), 7));
}

/// The heavy ball on clipped logistic gradients, term by term.
Vector naive_end(const DenseData& data, const Candidate& candidate, double strength) {
  const Index d = data.features();
  Vector x = Vector::Zero(d);
  Vector previous = x;
  for (Index t = 0; t < candidate.iterations; ++t) {
    Vector gradient = strength * x;
    for (Index i = 0; i < data.samples(); ++i) {
      const std::vector<double> row = row_of(data, i);
      const Eigen::Map<const Vector> u(row.data(), d);
      const double y = data.targets()[static_cast<std::size_t>(i)];
      const Vector own = -y / (1 + std::exp(y * u.dot(x))) * u;
      const double shrink = std::min(1.0, candidate.clip / own.norm());
      gradient += shrink * own / static_cast<double>(data.samples());
    }
    const Vector next = x + candidate.momentum * (x - previous) - candidate.step_size * gradient;
    previous = x;
    x = next;
  }
  return x;
}

TEST(TwinPlayer, WalksAsTheClippedHeavyBallDoesTermByTerm) {
  const TwinSource source = labelled(60);
  const TwinTraits traits = twin_family(source)[5];
  const auto player = TwinPlayer::create(source, traits, logistic_problem(0.01), 2);
  ASSERT_TRUE(player);
  const auto data = draw_twin(source, traits, 2);
  const std::vector<Candidate> candidates = {
      {.iterations = 9, .step_size = 0.7, .momentum = 0.5, .clip = 0.3},
      {.iterations = 4, .step_size = 2, .momentum = 0, .clip = 0.3},
      {.iterations = 9, .step_size = 0.7, .momentum = 0.5, .clip = 5}};
  const auto ends = player->play(candidates, {});
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Vector naive = naive_end(*data, candidates[i], 0.01);
    EXPECT_LT((ends[i].point - naive).norm(), 1e-12 * (1 + naive.norm())) << i;
  }
}

TEST(TwinPlayer, AddsNoiseOfTheScaleOnceAStep) {
  const TwinSource source = labelled(60);
  const TwinTraits traits = twin_family(source)[5];
  const auto player = TwinPlayer::create(source, traits, logistic_problem(0.01), 2);
  ASSERT_TRUE(player);
  // So small a clip that noise is all there is: x_T = -alpha (noise_1 + ... + noise_T).
  const auto end_at = [&](double noise, Index iterations) {
    const Candidate candidate{
        .iterations = iterations, .step_size = 1e-3, .clip = 1e-12, .noise = noise};
    return player->play(std::vector{candidate}, {}).front().point;
  };
  const Vector once = end_at(3, 1);
  EXPECT_GT(once.norm(), 0);
  EXPECT_LT((end_at(6, 1) - 2 * once).norm(), 1e-9 * once.norm());
  double squares = 0;
  for (Index t = 1; t <= 200; ++t) squares += (end_at(3, t) - end_at(3, t - 1)).squaredNorm();
  // The mean of 1200 squares of N(0, 1) is within 0.25 of 1 but for a chance of 1e-9.
  EXPECT_NEAR(squares / (200 * 6) / (9 * 1e-6), 1, 0.25);
}

TEST(TwinPlayer, EndsAtTheMinimumWithoutNoise) {
  const TwinSource source = labelled(60);
  const auto player = TwinPlayer::create(source, twin_family(source)[3], logistic_problem(0.05), 2);
  ASSERT_TRUE(player);
  const Candidate long_run{.iterations = 3000, .step_size = 0.9, .momentum = 0, .clip = 10};
  const auto ends = player->play(std::vector{long_run}, {});
  EXPECT_NEAR(ends.front().gap, 0, 1e-10);
  EXPECT_GT(player->start_gap(), 0);
  EXPECT_GE(player->score(ends.front().point), player->blind_score());
}

TEST(PublicTwin, FamiliesHoldEveryValueOfATraitAlsoAmongTheFirst) {
  const std::vector<TwinTraits> family = twin_family(labelled(300));
  for (const std::size_t count : {std::size_t{8}, std::size_t{12}, family.size()}) {
    std::map<double, std::size_t> signals, fills, offsets, decays, kinds, focused;
    for (std::size_t k = 0; k < count; ++k) {
      const TwinTraits& twin = family[k];
      ++signals[twin.signal], ++fills[twin.fill], ++offsets[twin.offset], ++decays[twin.decay];
      ++kinds[twin.rare], ++focused[twin.focus > twin.decay / 2];
    }
    for (const auto& [signal, times] : signals) EXPECT_EQ(times, count / 4) << signal;
    EXPECT_EQ(signals.size(), 4u);
    EXPECT_EQ(fills.size(), 3u);
    for (const auto& values : {offsets, decays, kinds, focused}) {
      ASSERT_EQ(values.size(), 2u);
      for (const auto& [value, times] : values) EXPECT_EQ(times, count / 2) << value;
    }
  }
}

TEST(Ranking, PrefersWhatIsFairOnEveryTwinToWhatIsBestOnMost) {
  const auto player =
      TwinPlayer::create(labelled(60), twin_family(labelled(60))[5], logistic_problem(0.01), 2);
  ASSERT_TRUE(player);
  const double least = player->start_gap() / 10;
  const std::vector<const TwinPlayer*> ten(10, &*player);
  std::vector<std::vector<TwinEnd>> ends(10);
  for (std::size_t k = 0; k < 10; ++k) {
    ends[k] = {{1.5 * least, {}}, {k == 0 ? 3 * least : least, {}}, {least, {}}};
  }
  const std::vector<double> regrets = log_regrets(ten, ends);
  EXPECT_EQ(order_of(regrets), (std::vector<std::size_t>{2, 0, 1}));
  EXPECT_NEAR(regrets[2], 0, 1e-12);
  EXPECT_NEAR(regrets[0], std::log(1.5), 1e-12);
  EXPECT_NEAR(regrets[1], std::log((9 + 81) / 10.0) / 4, 1e-12);
}

TEST(Ranking, InterpolatesQuantilesAndKeepsTheOrderOfEqualValues) {
  EXPECT_EQ(quantile_of({3, 1, 2}, 0.5), 2);
  EXPECT_EQ(quantile_of({3, 1, 2}, 0.25), 1.5);
  EXPECT_EQ(quantile_of({4}, 0.9), 4);
  EXPECT_EQ(order_of({2, 1, 2, 0}), (std::vector<std::size_t>{3, 1, 0, 2}));
}

TEST(CandidateGrid, HoldsEachChoiceOnceAndLeavesOutWhatNoiseDrowns) {
  const StatedChoice stated{.step_size = 0.5, .clip = GradientClip{}};
  EXPECT_EQ(first_grid({}, stated).size(), 1u);
  std::vector<Candidate> grid = first_grid({}, {});
  const std::size_t whole = grid.size();
  for (Candidate& candidate : grid) candidate.noise = candidate.clip;
  drop_noisy({}, grid);
  EXPECT_GT(grid.size(), 0u);
  EXPECT_LT(grid.size(), whole);
  for (Candidate& candidate : grid) candidate.noise = 1e9;
  const std::size_t left = grid.size();
  drop_noisy({}, grid);
  EXPECT_EQ(grid.size(), left) << "what is left may be all that is stated";
}

}  // namespace
}  // namespace noisy::testing
