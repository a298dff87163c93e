// Problems whose populations have closed forms, as files name them: T1 to T4, T9 and T10 of
// bring-your-own-minimax, 5.1, and P1, P2, P4 and P6 of saddle-mirror-descent, 4.3, measured in
// traces.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/problem/saddle/coupled_quadratic.h"
#include "engine/problem/saddle/population_data.h"
#include "tests/experiment/plan/saddle_experiment.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

SyntheticParameters law_of(std::string_view name, Index features) {
  SyntheticParameters law{.name = std::string(name), .samples = 20'000, .features = features};
  law.radius = 0.4;
  law.shift = 0.5;
  law.positive_share = 0.7;
  return law;
}

/// A false alarm once in 10^6: no coordinate has a standard deviation above 1.
TEST(PopulationRecords, HaveTheMeanOfTheirLaw) {
  for (const std::string_view name :
       {"two-classes", "sphere", "tilted-directions", "shifted-signs", "matched-moments"}) {
    const SyntheticParameters law = law_of(name, 6);
    const Vector mean = mean_record(law).value();
    const DenseData data = draw_population(law, DataLayout::rows, 0, 1e9).value();
    Vector total = Vector::Zero(6);
    for (Index i = 0; i < law.samples; ++i) total += Eigen::Map<const Vector>(data.row(i), 6);
    EXPECT_LT((total / 20'000 - mean).lpNorm<Eigen::Infinity>(), 5.5 / std::sqrt(20'000.0)) << name;
  }
}

TEST(PopulationRecords, OfSignsAreAllAsFarFromTheMean) {
  const SyntheticParameters law = law_of("shifted-signs", 6);
  const DenseData data = draw_population(law, DataLayout::rows, 0, 1e9).value();
  const Vector mean = mean_record(law).value();
  EXPECT_NEAR(mean.norm(), 0.5, 1e-15);
  for (Index i = 0; i < 50; ++i) {
    EXPECT_NEAR((Eigen::Map<const Vector>(data.row(i), 6) - mean).norm(), 0.4, 1e-14);
  }
}

/// M and b of a mean record of k (k + 1) = 12 numbers.
struct Moments {
  explicit Moments(const Vector& record)
      : matrix(record.head(9).reshaped(3, 3).transpose()), target(record.tail(3)) {}

  Eigen::MatrixXd matrix;
  Vector target;
};

TEST(PopulationRecords, HaveMomentsThatAPointOfLengthOneHalfMatches) {
  const Vector record = mean_record(law_of("matched-moments", 12)).value();
  EXPECT_NEAR(record.norm(), 0.5, 1e-15);
  const Moments mean(record);
  const double scale = 0.5 / std::sqrt(3.25);
  EXPECT_LT(
      (mean.matrix * mean.matrix.transpose() - scale * scale * Eigen::MatrixXd::Identity(3, 3))
          .norm(),
      1e-15);
  EXPECT_NEAR((mean.matrix.transpose() * mean.target).norm() / (scale * scale), 0.5, 1e-14);
}

TEST(PopulationRecords, RefuseMeansThatDoNotFit) {
  SyntheticParameters law = law_of("matched-moments", 7);
  EXPECT_EQ(mean_record(law).error().field, "data.features");
  law = law_of("shifted-signs", 4);
  law.shift = 0.7;
  EXPECT_EQ(draw_population(law, DataLayout::rows, 0, 1e9).error().field, "data.radius");
}

// ---- gaps -------------------------------------------------------------------------------------

Json drawn(std::string_view data, std::string_view problem) {
  Json tree = with(saddle_experiment(R"({"iterations":20,"batchSize":40})"), "data", data);
  tree = with(with(tree, "problem", problem), "privacy.epsilon", "8");
  tree = with(tree, "run.trace", R"({"points":5,"iterates":true})");
  return with(tree, "run.diagnostics", R"(["population-gap"])");
}

/// Every traced number lies above its closed form, by no more than the width.
template <class Closed>
void expect_traced(const Json& tree, std::string_view column, double width, const Closed& closed) {
  const Json run = at_path(result_of(tree), "runs.0");
  const Json& measured = at_path(run, "nonPrivate.trace." + std::string(column));
  ASSERT_EQ(measured.size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) {
    const Json& numbers = at_path(run, "trace.iterates").element(k);
    Vector z(static_cast<Index>(numbers.size()));
    for (std::size_t j = 0; j < numbers.size(); ++j) {
      z[static_cast<Index>(j)] = numbers.element(j).number();
    }
    const double number = closed(z);
    EXPECT_GE(measured.element(k).number(), number - 1e-12) << k;
    EXPECT_LE(measured.element(k).number(), number + width) << k;
  }
}

TEST(PopulationGap, OfTheCoupledQuadraticIsItsClosedForm) {
  const Vector mean = Vector::Constant(2, 0.4 / 2);
  const CoupledQuadratic closed =
      CoupledQuadratic::make(
          {.primal_modulus = 1, .dual_modulus = 2, .coupling = 0.5, .law = {{mean, mean}, 0, 0}})
          .value();
  const Json tree = drawn(
      R"({"kind":"synthetic","name":"shifted-signs","samples":40,"features":4,"shift":0.4})",
      R"({"kind":"saddle","name":"coupled-quadratic","dualModulus":2,"coupling":0.5,"radius":2})");
  expect_traced(tree, "populationGap", 4e-4, [&](const Vector& z) {
    return closed.gap({z.head(2), z.tail(2)});
  });
}

/// sum_j r |h x_j - c| + b x_j + r |h y_j + b| + c y_j with b = c = shift / sqrt(2 d), r = 1/sqrt
/// d.
TEST(PopulationGap, OfTheBilinearProblemIsItsClosedForm) {
  const Json tree =
      drawn(R"({"kind":"synthetic","name":"shifted-signs","samples":40,"features":4,"shift":0.4})",
            R"({"kind":"saddle","name":"separable-bilinear","coupling":0.8})");
  expect_traced(tree, "populationGap", 6e-5, [&](const Vector& z) {
    const double b = 0.2, r = std::sqrt(0.5);
    const Vector x = z.head(2), y = z.tail(2);
    return r * (0.8 * x.array() - b).abs().sum() + b * x.sum() +
           r * (0.8 * y.array() + b).abs().sum() + b * y.sum();
  });
}

/// ||M x - b||_1 + D ||M'y|| + b.y
TEST(PopulationGap, OfMatchedMomentsIsItsClosedForm) {
  const Moments mean(mean_record(law_of("matched-moments", 12)).value());
  const Json tree =
      drawn(R"({"kind":"synthetic","name":"matched-moments","samples":40,"radius":0.4})",
            R"({"kind":"saddle","name":"moment-matching","radius":0.8})");
  expect_traced(tree, "populationGap", 1e-4, [&](const Vector& z) {
    const Vector x = z.head(3), y = z.tail(3);
    return (mean.matrix * x - mean.target).lpNorm<1>() +
           0.8 * (mean.matrix.transpose() * y).norm() + mean.target.dot(y);
  });
}

/// Of both players, how much of the advantage is missed.
TEST(PopulationGap, OfThePlantedGameIsItsClosedForm) {
  const Json tree = drawn(R"({"kind":"synthetic","name":"planted-game","samples":40,"features":12,
                              "rows":4})",
                          R"({"kind":"saddle","name":"matrix-game","rows":4})");
  expect_traced(tree, "populationGap", 1e-12,
                [](const Vector& z) { return 0.5 * (1 - z[0]) + 0.5 * (1 - z[4]); });
}

/// s.x and t.y with s and t = (1, -1, ..., -1).
TEST(PopulationGap, OfTheRankOneGameIsItsClosedForm) {
  const Json tree = drawn(R"({"kind":"synthetic","name":"rank-one-game","samples":40,"features":9,
                              "advantage":0.8})",
                          R"({"kind":"saddle","name":"matrix-game"})");
  expect_traced(tree, "populationGap", 1e-12, [](const Vector& z) {
    return 0.8 * (std::abs(2 * z[0] - 1) + std::abs(2 * z[3] - 1));
  });
}

/// What the best answer wins: rock against scissors a, any other winner a / 2, a = 1.
TEST(PopulationGap, OfRockPaperScissorsIsItsClosedForm) {
  const Json tree = drawn(R"({"kind":"synthetic","name":"rock-paper-scissors","samples":40,
                              "advantage":1})",
                          R"({"kind":"saddle","name":"matrix-game"})");
  const auto lost = [](const Vector& hands) {
    return std::max({hands[2] - hands[1] / 2, (hands[0] - hands[2]) / 2, hands[1] / 2 - hands[0]});
  };
  expect_traced(tree, "populationGap", 1e-12,
                [&](const Vector& z) { return lost(z.head(3)) + lost(z.tail(3)); });
}

/// phi(x_1) - phi(p*) + (1 - y_1) / 2, on signs of mean 0.
TEST(PopulationGap, OfBiasStressIsItsClosedForm) {
  const Json tree = drawn(R"({"kind":"synthetic","name":"planted-arm","samples":40,"features":8,
                              "advantage":0})",
                          R"({"kind":"saddle","name":"bias-stress"})");
  const auto phi = [](double p) { return std::exp(5 * p - 5) / 5 - std::exp(-1.0) * p; };
  expect_traced(tree, "populationGap", 4e-5,
                [&](const Vector& z) { return phi(z[0]) - phi(0.8) + 0.5 * (1 - z[4]); });
}

TEST(PopulationGap, OfRandomCouplingsIsKnownOfAtoms) {
  const Json tree =
      drawn(R"({"kind":"synthetic","name":"atoms","samples":40,"features":8,"atoms":30})",
            R"({"kind":"saddle","name":"random-coupling"})");
  const Json final = at_path(result_of(tree), "runs.0.nonPrivate.final");
  EXPECT_GT(at_path(final, "populationGap").number(), 0);
  const Error error = refused(with(tree, "data", R"({"kind":"synthetic","name":"sphere",
      "samples":40,"features":8})"));
  EXPECT_EQ(error.field, "run.diagnostics");
}

// ---- excess risk ------------------------------------------------------------------------------

Json minimized(std::string_view data, std::string_view problem) {
  Json tree = with(drawn(data, problem), "algorithms",
                   R"([{"id":"dp-gd","parameters":{"iterations":20,"stepSize":0.2}}])");
  return with(tree, "run.diagnostics", R"(["population-excess"])");
}

TEST(PopulationExcess, OfMeanEstimationIsTheDistanceFromTheMean) {
  const Json tree =
      minimized(R"({"kind":"synthetic","name":"sphere","samples":40,"features":3,"shift":0.4})",
                R"({"loss":"mean-estimation","domain":{"kind":"l2-ball","radius":1}})");
  const auto distance = [](Vector x, double centre) {
    return (x - centre * Vector::Unit(3, 0)).squaredNorm() / 2;
  };
  expect_traced(tree, "populationExcess", 1e-12, [&](const Vector& x) { return distance(x, 0.4); });
  // A mean outside of the domain is not its best point.
  const Json cut = with(tree, "problem.domain.radius", "0.1");
  expect_traced(cut, "populationExcess", 1e-12,
                [&](const Vector& x) { return distance(x, 0.4) - 0.045; });
}

TEST(PopulationExcess, OfTheLinearLossIsWhatTheBestDirectionHasMore) {
  const Json tree = minimized(
      R"({"kind":"synthetic","name":"tilted-directions","samples":40,"features":3,"tilt":0.3})",
      R"({"loss":"linear","domain":{"kind":"l2-ball","radius":2}})");
  // A linear loss has no smoothness that steps of 1 / L could be taken by.
  const Json noisy =
      with(tree, "algorithms", R"([{"id":"dp-sgd","parameters":{"iterations":20}}])");
  expect_traced(noisy, "populationExcess", 1e-12, [](const Vector& x) { return 0.3 * (2 - x[0]); });
}

/// a (1 - x_1) on the simplex.
TEST(PopulationExcess, OfThePlantedArmIsWhatTheOtherArmsTake) {
  const Json tree = minimized(
      R"({"kind":"synthetic","name":"planted-arm","samples":40,"features":3,"advantage":0.4})",
      R"({"loss":"linear","domain":{"kind":"simplex"}})");
  const Json noisy =
      with(tree, "algorithms", R"([{"id":"dp-sgd","parameters":{"iterations":20}}])");
  expect_traced(noisy, "populationExcess", 1e-12, [](const Vector& x) { return 0.4 * (1 - x[0]); });
}

constexpr const char* kLinearOnSimplex = R"({"loss":"linear","domain":{"kind":"simplex"}})";

/// Sums of signs are whole numbers, so that not one bit changes.
TEST(DrawnRecords, GiveTheRunsOfTheSameRecordsKept) {
  Json tree = minimized(R"({"kind":"synthetic","name":"planted-arm","samples":300,"features":20})",
                        kLinearOnSimplex);
  tree = with(tree, "algorithms", R"([{"id":"vertex-sco"},{"id":"noisy-smd"},
      {"id":"dp-sgd","parameters":{"iterations":20,"batchSize":30}}])");
  const Json kept = result_of(tree), drawn = result_of(with(tree, "data.storage", R"("drawn")"));
  EXPECT_EQ(at_path(kept, "fingerprint"), at_path(drawn, "fingerprint"));
  for (const std::string run : {"runs.0.", "runs.1.", "runs.2."}) {
    EXPECT_EQ(at_path(kept, run + "nonPrivate.final.populationExcess"),
              at_path(drawn, run + "nonPrivate.final.populationExcess"));
  }
  EXPECT_NE(at_path(kept, "nonPrivate.dataHash"), at_path(drawn, "nonPrivate.dataHash"));
}

/// 10^5 coordinates of 10^5 records would take 80 GB.
TEST(DrawnRecords, TakeNoMemory) {
  Json tree = minimized(R"({"kind":"synthetic","name":"planted-arm","samples":100000,
                            "features":100000,"storage":"drawn"})",
                        kLinearOnSimplex);
  tree =
      with(tree, "algorithms", R"([{"id":"dp-sgd","parameters":{"iterations":2,"batchSize":5}}])");
  EXPECT_GT(at_path(result_of(tree), "runs.0.nonPrivate.final.populationExcess").number(), 0);
}

TEST(DrawnRecords, AreOfSignsAndLinearModelsAlone) {
  const Json tree = with(minimized(R"({"kind":"synthetic","name":"planted-arm","samples":30,
                                       "features":4,"storage":"drawn"})",
                                   kLinearOnSimplex),
                         "run.repeats", "1");
  EXPECT_EQ(refused(with(tree, "data.name", R"("sphere")")).field, "data.storage");
  EXPECT_EQ(
      refused(with(tree, "data.preprocess", R"([{"kind":"clip-rows","norm":"l2","bound":1}])"))
          .field,
      "data.storage");
  EXPECT_EQ(refused(with(tree, "problem.gradientClip", R"({"norm":"l2","bound":1})")).field,
            "data.storage");
  const Json game = with(with(tree, "problem", R"({"kind":"saddle","name":"matrix-game"})"),
                         "run.diagnostics", "[]");
  EXPECT_EQ(refused(game).field, "data.storage");
}

/// ||x - x*||^2 / 2 on the simplex.
TEST(PopulationExcess, OfPlantedWeightsIsTheDistanceFromThem) {
  const Json tree =
      minimized(R"({"kind":"synthetic","name":"planted-weights","samples":40,"features":4})",
                R"({"loss":"squared","domain":{"kind":"simplex"}})");
  const Json noisy =
      with(tree, "algorithms", R"([{"id":"dp-sgd","parameters":{"iterations":20}}])");
  expect_traced(noisy, "populationExcess", 1e-12, [](const Vector& x) {
    return (x - Vector{{0.5, 0.3, 0.2, 0}}).squaredNorm() / 2;
  });
}

/// Its pass over the records is of its own: the exact solution lies where the mean row points.
TEST(LinearLoss, LeadsToTheBorderInTheDirectionOfTheMeanRow) {
  Json tree = minimized(
      R"({"kind":"synthetic","name":"tilted-directions","samples":700,"features":3,"tilt":0.3})",
      R"({"loss":"linear","domain":{"kind":"l2-ball","radius":2}})");
  tree = with(with(tree, "privacy", R"({"notion":"none"})"), "algorithms",
              R"([{"id":"output-perturbation","parameters":{"regularization":0.01}}])");
  tree = with(tree, "run.diagnostics", R"(["objective"])");
  SyntheticParameters law{.name = "tilted-directions", .samples = 700, .features = 3};
  law.tilt = 0.3;
  const DenseData data = draw_population(law, DataLayout::rows, 0, 1e9).value();
  Vector mean = Vector::Zero(3);
  for (Index i = 0; i < 700; ++i) mean += Eigen::Map<const Vector>(data.row(i), 3) / 700;
  const Json run = at_path(result_of(tree), "runs.0.nonPrivate");
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_NEAR(at_path(run, "solution").element(j).number(),
                2 * mean[static_cast<Index>(j)] / mean.norm(), 1e-3);
  }
  EXPECT_NEAR(at_path(run, "final.objective").number(), -2 * mean.norm(), 1e-5);
}

/// F* by many exact steps.
TEST(PopulationExcess, OfAtomsIsAboveTheLeastValueOverAllOfThem) {
  const Json tree =
      minimized(R"({"kind":"synthetic","name":"atoms","samples":40,"features":3,"atoms":30})",
                R"({"loss":"logistic","domain":{"kind":"l2-ball","radius":2}})");
  SyntheticParameters law{.name = "atoms", .samples = 40, .features = 3, .atoms = 30};
  const DenseData atoms = atoms_of(law).value();
  const auto mean = [&](const Vector& x, Vector* slope) {
    double total = 0;
    for (Index i = 0; i < 30; ++i) {
      const Eigen::Map<const Vector> u(atoms.row(i), 3);
      const double margin = -atoms.targets()[static_cast<std::size_t>(i)] * u.dot(x);
      total += math::softplus(margin) / 30;
      if (slope) {
        *slope -= atoms.targets()[static_cast<std::size_t>(i)] * math::sigmoid(margin) / 30 * u;
      }
    }
    return total;
  };
  Vector best = Vector::Zero(3);
  for (int step = 0; step < 3000; ++step) {
    Vector slope = Vector::Zero(3);
    mean(best, &slope);
    best -= 4 * slope;
    if (best.norm() > 2) best *= 2 / best.norm();
  }
  const double least = mean(best, nullptr);
  expect_traced(tree, "populationExcess", 1e-7,
                [&](const Vector& x) { return mean(x, nullptr) - least - 1e-12; });
}

TEST(PopulationExcess, NeedsALawThatIsKnownAndAProblemOfMinimization) {
  const Json known =
      minimized(R"({"kind":"synthetic","name":"tilted-directions","samples":40,"features":3})",
                R"({"loss":"linear","domain":{"kind":"l2-ball","radius":2}})");
  ASSERT_TRUE(read_experiment(write_json(known)));
  const Json unknown[] = {
      with(known, "problem", R"({"loss":"logistic"})"),
      with(known, "problem.regularizer", R"({"kind":"l2","strength":0.1})"),
      with(known, "data.preprocess", R"([{"kind":"clip-rows","norm":"l2","bound":0.5}])")};
  for (const Json& tree : unknown) {
    const Error error = refused(tree);
    EXPECT_EQ(error.code, ErrorCode::unsupported_option);
    EXPECT_EQ(error.field, "run.diagnostics");
    EXPECT_THAT(error.message, HasSubstr("needs the law"));
  }
  const Json saddle = with(known, "problem", R"({"kind":"saddle","name":"coupled-quadratic"})");
  EXPECT_THAT(refused(saddle).message, HasSubstr("its gap on the population"));
}

}  // namespace
}  // namespace noisy::testing
