// Gaps of saddle problems in traces: brackets of what closed forms say.
#include <gmock/gmock.h>

#include <cmath>
#include <set>

#include "engine/data/row_clip.h"
#include "engine/problem/saddle/population_data.h"
#include "engine/solver/gap/gap_search.h"
#include "engine/solver/gap/record_mean.h"
#include "tests/experiment/plan/saddle_experiment.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

/// A private run that keeps its iterates, with both ends of the gap's bracket.
Json bracketed_experiment() {
  const Json tree = with(saddle_experiment(), "run.trace", R"({"points":7,"iterates":true})");
  return with(tree, "run.diagnostics", R"(["saddle-gap","saddle-gap-lower"])");
}

Vector vector_at(const Json& numbers) {
  Vector out(static_cast<Index>(numbers.size()));
  for (std::size_t j = 0; j < numbers.size(); ++j) {
    out[static_cast<Index>(j)] = numbers.element(j).number();
  }
  return out;
}

/// AUC on 40 records of a population that is known exactly.
Json drawn_experiment(std::string_view data) {
  Json tree = with(saddle_experiment(R"({"iterations":20,"batchSize":40})"), "data", data);
  tree = with(tree, "problem", R"({"kind":"saddle","name":"auc","radius":0.7})");
  tree = with(tree, "run.trace", R"({"points":5,"iterates":true})");
  return with(tree, "run.diagnostics", R"(["saddle-gap","population-gap"])");
}

constexpr const char* kTwoClasses =
    R"({"kind":"synthetic","name":"two-classes","samples":40,"features":3,"seed":4,
        "separation":0.8,"radius":0.5})";

TEST(SaddleGap, LiesWithinItsBracketAtEveryTracedPoint) {
  const Json run = at_path(result_of(bracketed_experiment()), "runs.0");
  const Json measured = at_path(run, "nonPrivate.trace");
  ASSERT_EQ(at_path(measured, "saddleGap").size(), 7u);
  // L (D_x + D_y) with L^2 = 11, D_x = 2 and D_y = sqrt 2.
  const double width = 1e-5 * std::sqrt(11.0) * (2 + std::sqrt(2.0));
  for (std::size_t k = 0; k < 7; ++k) {
    const double gap = saddle_gap_at(vector_at(at_path(run, "trace.iterates").element(k)));
    const double upper = at_path(measured, "saddleGap").element(k).number();
    const double lower = at_path(measured, "saddleGapLower").element(k).number();
    EXPECT_LE(lower, gap + 1e-12);
    EXPECT_GE(upper, gap - 1e-12);
    EXPECT_LE(upper - lower, width);
  }
  EXPECT_EQ(at_path(run, "nonPrivate.final.saddleGap"), at_path(measured, "saddleGap").element(6));
  EXPECT_EQ(at_path(run, "trace").find("saddleGap"), nullptr);
}

TEST(SaddleGap, OfAPointOutsideIsThatOfItsProjection) {
  Json tree =
      with(bracketed_experiment(), "algorithms",
           R"([{"id":"minimax-output-perturbation","parameters":{"projectOutput":false}}])");
  tree = with(tree, "privacy.epsilon", "0.1");
  const Json run = at_path(result_of(tree), "runs.0");
  Vector z = vector_at(at_path(run, "solution"));
  ASSERT_GT(z.head(2).norm(), 2.1);
  z.head(2) *= 2 / z.head(2).norm();
  z.tail(2) = z.tail(2).cwiseMax(-1).cwiseMin(1);
  EXPECT_NEAR(at_path(run, "nonPrivate.final.saddleGap").number(), saddle_gap_at(z), 1e-4);
}

/// F is linear in y, so that the best answer to x is the corner of signs of its residuals' moments.
TEST(PrimalGap, IsThatOfThePointAndItsBestAnswer) {
  const Json tree = with(bracketed_experiment(), "run.diagnostics", R"(["primal-gap"])");
  const Json run = at_path(result_of(tree), "runs.0");
  for (std::size_t k = 0; k < 7; ++k) {
    Vector z = vector_at(at_path(run, "trace.iterates").element(k));
    z.tail(2).setZero();
    z.tail(2) = -SaddleRecords().mean_operator(z).tail(2).cwiseSign();
    EXPECT_NEAR(at_path(run, "nonPrivate.trace.primalGap").element(k).number(), saddle_gap_at(z),
                1e-4);
  }
}

/// One gradient's gap is never below the gap, and equals it where F is linear in both players.
TEST(LinearizedGap, IsTheGapOfALinearGameAndNeverBelowAnyGap) {
  const auto measured = [](const Json& tree) {
    const Json asked = with(tree, "run.diagnostics", R"(["saddle-gap-lower","linearized-gap"])");
    return at_path(result_of(asked), "runs.0.nonPrivate.trace");
  };
  const Json curved = measured(drawn_experiment(kTwoClasses));
  double most = 0;
  for (std::size_t k = 0; k < 5; ++k) {
    const double above = at_path(curved, "linearizedGap").element(k).number() -
                         at_path(curved, "saddleGapLower").element(k).number();
    EXPECT_GE(above, 0);
    most = std::max(most, above);
  }
  EXPECT_GT(most, 1e-3);
  Json game = with(bracketed_experiment(), "data",
                   R"({"kind":"synthetic","name":"planted-game","samples":50,"features":9})");
  game = with(game, "problem", R"({"kind":"saddle","name":"matrix-game"})");
  game = with(game, "algorithms", R"([{"id":"vertex-smd","parameters":{"iterations":10}}])");
  const Json linear = measured(game);
  for (std::size_t k = 0; k < at_path(linear, "linearizedGap").size(); ++k) {
    EXPECT_NEAR(at_path(linear, "linearizedGap").element(k).number(),
                at_path(linear, "saddleGapLower").element(k).number(), 1e-9);
  }
}

Json held_out_experiment(const char* preprocess) {
  Json tree = with(bracketed_experiment(), "data",
                   R"({"kind":"synthetic","name":"planted-game","samples":3000,"features":16})");
  tree = with(tree, "problem", R"({"kind":"saddle","name":"matrix-game"})");
  tree = with(tree, "algorithms", R"([{"id":"vertex-smd","parameters":{"iterations":40}}])");
  tree = with(tree, "run.diagnostics", R"(["hold-out-gap","hold-out-gap-lower","population-gap"])");
  return with(tree, "data.preprocess", preprocess);
}

/// The law's gap is known here, and seeds are fixed. n is of what runs see, in the statement, too.
TEST(HoldOutGap, HoldsTheGapOfTheLawAndNoRunSeesItsRecords) {
  const Json result = result_of(held_out_experiment(R"([{"kind":"hold-out","count":1000}])"));
  const Json trace = at_path(result, "runs.0.nonPrivate.trace");
  ASSERT_GE(at_path(trace, "holdOutGap").size(), 2u);
  for (std::size_t k = 0; k < at_path(trace, "holdOutGap").size(); ++k) {
    const double gap = at_path(trace, "populationGap").element(k).number();
    EXPECT_LE(at_path(trace, "holdOutGapLower").element(k).number(), gap);
    EXPECT_GE(at_path(trace, "holdOutGap").element(k).number(), gap);
  }
  EXPECT_EQ(at_path(result, "privacy.statement.entries.0.samples").number(), 2000);
  const Json plain =
      result_of(without(with(held_out_experiment(R"([{"kind":"sample-rows","count":2000}])"),
                             "run.diagnostics", R"(["population-gap"])"),
                        "title"));
  EXPECT_EQ(at_path(plain, "privacy.statement.entries.0.samples").number(), 2000);
}

TEST(HoldOutGap, NeedsRecordsThatNoRunSees) {
  const Error error = refused(held_out_experiment(R"([{"kind":"sample-rows","count":2000}])"));
  EXPECT_EQ(error.code, ErrorCode::unsupported_option);
  EXPECT_EQ(error.field, "run.diagnostics");
  EXPECT_THAT(error.message, HasSubstr("hold-out"));
}

AucPopulation two_classes() {
  return AucPopulation::make({.positive_mean = 0.4 * Vector::Unit(3, 0),
                              .negative_mean = -0.4 * Vector::Unit(3, 0),
                              .spread = 0.5,
                              .radius = 0.7})
      .value();
}

/// Of phases that release x alone, the whole gap stays above what y at its start misses.
TEST(PrimalGap, FallsWhereXAloneIsReleased) {
  Json tree = with(drawn_experiment(kTwoClasses), "data.samples", "5000");
  tree =
      with(tree, "algorithms",
           R"([{"id":"phased-minimax","parameters":{"variant":"strongly-concave","phases":2}}])");
  tree =
      with(with(tree, "privacy.epsilon", "8"), "run.diagnostics", R"(["saddle-gap","primal-gap"])");
  const Json final = at_path(result_of(tree), "runs.0.nonPrivate.final");
  const AucPopulation population = two_classes();
  const double missing =
      population.primal_value(population.saddle().primal) - population.dual_value(0);
  EXPECT_GT(at_path(final, "saddleGap").number(), 0.8 * missing);
  EXPECT_LT(at_path(final, "primalGap").number(), 0.5 * missing);
}

TEST(SaddleGap, DependsOnNeitherThreadsNorSlicesNorCompany) {
  const Json tree = bracketed_experiment();
  const std::string place = "runs.1.nonPrivate.trace.saddleGap";
  const Json one = at_path(result_of(tree), place);
  EXPECT_EQ(one, at_path(result_of(tree, {.threads = 3, .slice = 0, .groups = 2}), place));
  EXPECT_EQ(one, at_path(result_of(with(tree, "run.diagnostics", R"(["saddle-gap"])")), place));
}

TEST(SaddleGap, IsOfSaddleProblems) {
  for (const std::string id : {"saddle-gap", "saddle-gap-lower", "primal-gap", "population-gap"}) {
    const Error error = refused(with(small_experiment(), "run.diagnostics", "[\"" + id + "\"]"));
    EXPECT_EQ(error.code, ErrorCode::unsupported_option);
    EXPECT_EQ(error.field, "run.diagnostics");
    EXPECT_THAT(error.message, HasSubstr("\"" + id + "\" is of saddle problems"));
    EXPECT_THAT(error.message, HasSubstr("\"logistic\" is minimized: leave it out"));
  }
}

TEST(PopulationGap, OfTwoClassesIsTheirClosedForm) {
  const AucPopulation population = two_classes();
  const Json run = at_path(result_of(drawn_experiment(kTwoClasses)), "runs.0");
  const SaddleBounds bounds = population.loss().bounds({.l2 = 1}, 3);
  const double width = 1e-5 * bounds.lipschitz * (bounds.primal_radius + bounds.dual_radius);
  for (std::size_t k = 0; k < 5; ++k) {
    const Vector z = vector_at(at_path(run, "trace.iterates").element(k));
    const double gap = population.gap({z.head(5), z.tail(1)});
    const double upper = at_path(run, "nonPrivate.trace.populationGap").element(k).number();
    EXPECT_GE(upper, gap - 1e-12);
    EXPECT_LE(upper, gap + width);
    // 40 records are not the population.
    EXPECT_GT(std::abs(upper - at_path(run, "nonPrivate.trace.saddleGap").element(k).number()),
              1e-3);
  }
}

/// With every atom in the data once, as often as any other, population and data are the same.
TEST(PopulationGap, OfAtomsIsThatOfAllOfThem) {
  const Json tree = drawn_experiment(
      R"({"kind":"synthetic","name":"atoms","samples":40,"features":3,"atoms":30})");
  const auto read = read_experiment(write_json(tree));
  ASSERT_TRUE(read) << read.error().message;
  const DenseData atoms = atoms_of(*known_population(*read->data)).value();
  const auto loss = read->problem.loss->saddle(read->problem.loss_parameters);
  const RecordMean mean = RecordMean::make(*loss, atoms, {.l2 = 1}).value();
  const Json run = at_path(result_of(tree), "runs.0");
  ThreadPool pool(1);
  for (std::size_t k = 0; k < 5; ++k) {
    const Vector z = vector_at(at_path(run, "trace.iterates").element(k));
    const SaddlePoint point{z.head(5), z.tail(1)};
    GapSearch search(mean, {&point, 1}, {.width = 1e-9});
    while (!search.advance(pool, Deadline::never())) {
    }
    const double upper = at_path(run, "nonPrivate.trace.populationGap").element(k).number();
    EXPECT_GE(upper, search.gap().lower);
    EXPECT_LE(upper, search.gap().upper + 1e-3);
  }
}

/// Of every generator: rows within its bounds, which privacy rests on, and those of "atoms" are
/// atoms, of which a few thousand draws miss none.
TEST(PopulationRecords, AreOfTheirPopulation) {
  SyntheticParameters law{.name = "atoms", .samples = 2000, .features = 4, .seed = 9};
  law.atoms = 40;
  law.population_seed = 3;
  const DenseData atoms = atoms_of(law).value();
  const DenseData drawn = draw_population(law, DataLayout::panels, 1, 1e9).value();
  std::set<std::vector<double>> all, seen;
  std::vector<double> row(4);
  const auto add_rows = [&](const DenseData& data, std::set<std::vector<double>>& rows) {
    for (Index i = 0; i < data.samples(); ++i) {
      data.copy_row(i, row);
      std::vector<double> record = row;
      record.push_back(data.targets()[static_cast<std::size_t>(i)]);
      rows.insert(std::move(record));
    }
  };
  add_rows(atoms, all);
  add_rows(drawn, seen);
  EXPECT_EQ(all.size(), 40u);
  EXPECT_EQ(seen, all);
  for (const std::string_view name : {"atoms", "two-classes", "sphere", "tilted-directions"}) {
    law.name = name;
    law.separation = 1;
    const DenseData data = draw_population(law, DataLayout::rows, 0, 1e9).value();
    for (Index i = 0; i < data.samples(); ++i) {
      data.copy_row(i, row);
      EXPECT_FALSE(norm_exceeds(row, RowNorm::l2, 1)) << name << i;
    }
  }
}

TEST(PopulationGap, NeedsALawThatIsKnown) {
  const Json known = drawn_experiment(kTwoClasses);
  ASSERT_TRUE(read_experiment(write_json(known)));
  const Json unknown[] = {
      with(known, "problem.positiveShare", "0.4"),
      with(known, "problem", R"({"kind":"saddle","name":"robust-logistic"})"),
      with(known, "data.preprocess", R"([{"kind":"clip-rows","norm":"l2","bound":0.5}])"),
      with(known, "data", R"({"kind":"synthetic","name":"logistic","samples":40,"features":3,
          "preprocess":[{"kind":"clip-rows","norm":"l2","bound":1}]})")};
  for (const Json& tree : unknown) {
    const Error error = refused(tree);
    EXPECT_EQ(error.code, ErrorCode::unsupported_option);
    EXPECT_EQ(error.field, "run.diagnostics");
    EXPECT_THAT(error.message, HasSubstr("\"atoms\""));
  }
  Json both = with(with(known, "data.positiveShare", "0.4"), "problem.positiveShare", "0.4");
  EXPECT_TRUE(read_experiment(write_json(both)));
}

}  // namespace
}  // namespace noisy::testing
