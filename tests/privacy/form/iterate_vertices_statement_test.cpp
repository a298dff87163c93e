// What a statement says of vertices drawn from a hidden iterate, and what its reader recomputes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/json/json.h"
#include "engine/privacy/form/iterate_vertices.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/record/reader.h"
#include "tests/algorithm/simplex/support/test_game.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

/// T = 8 steps of 3 of 25 records, on matrices of 3 rows and 5 columns that tell more of y than of
/// x.
constexpr TestGame::Shape kShape{.rows = 3, .columns = 5, .primal_scale = 0.5};
constexpr Index kSamples = 25;
constexpr Index kBlock = 3;
constexpr VertexDraws kDraws{.per_point = 4};
constexpr double kScale = 40;

const ReleaseForm& form() {
  return *iterate_vertices_form();
}

const SaddleRisk& risk() {
  static const GameProblem problem = game_problem(kShape, random_games(kSamples, 15, 1));
  return *problem.risk;
}

DescribedRelease described() {
  return {.release = {.form = &form(),
                      .batch_size = kSamples,
                      .mechanism = Mechanism::exponential,
                      .noise_scale = kScale,
                      .details = details_of_vertices(kBlock, kDraws)},
          .unit = CostUnit::rho,
          .samples = kSamples,
          .dimension = 8,
          .bounds = risk().gradient_bounds(),
          .saddle = risk().saddle()};
}

Json entry_of(const DescribedRelease& release) {
  Json entry = Json::object({{"samples", release.samples}});
  form().describe(release, entry);
  return entry;
}

/// What a reader makes of the entry.
StatedRelease read(const Json& entry) {
  StatedRelease stated;
  stated.form = &form();
  stated.notion = Notion::zcdp;
  stated.mechanism = Mechanism::exponential;
  stated.samples = stated.batch_size = kSamples;
  stated.dimension = 8;
  stated.norm = form().norm(described());
  stated.sensitivity = risk().gradient_bounds().linf;
  stated.mean_sensitivity = form().mean_sensitivity(described(), stated.sensitivity);
  stated.planned = 7;
  stated.values = {{.count = 7, .first = kScale, .last = kScale}};
  stated.unit = CostUnit::rho;
  std::optional<Error> error;
  RecordReader reader(entry, "entries.0", error);
  form().read(reader, stated);
  EXPECT_FALSE(error) << error->message;
  return stated;
}

std::vector<std::string> problems_of(const StatedRelease& stated) {
  Findings findings;
  form().check(stated, "entries.0", findings);
  form().check_mean(stated, "entries.0.sensitivity.mean", findings);
  return findings.problems();
}

double cost_of(const StatedRelease& stated) {
  return form().stated_cost(stated, {.scale = kScale});
}

/// C_x = 2 (1/2) sqrt(3) and C_y = 2: (K + 1) (eta_x^2 + eta_y^2) / 8, eta = 2 C / (B b).
TEST(IterateVerticesStatement, IsReadBackAndRecomputedByHand) {
  const StatedRelease stated = read(entry_of(described()));
  EXPECT_TRUE(problems_of(stated).empty()) << problems_of(stated).front();
  EXPECT_EQ(stated.rule_details, described().release.details);
  EXPECT_EQ(stated.norm, RowNorm::linf);
  EXPECT_NEAR(stated.mean_sensitivity, 2.0 / 3, 1e-9);
  EXPECT_NEAR(cost_of(stated), 5 * (2 * 2 / (3.0 * 40)) * (2 * 2 / (3.0 * 40)) * 1.75 / 8, 1e-12);
}

TEST(IterateVerticesStatement, EveryNumberThatIsChangedIsNoticed) {
  const Json entry = entry_of(described());
  const double cost = cost_of(read(entry));
  int numbers = 0;
  for (const auto& [key, value] : entry.member("vertices").members()) {
    for (const double factor : {0.5, 2.0}) {
      Json vertices = entry.member("vertices");
      const bool is_count = key == "blockSize" || key == "perPoint" || key == "output";
      const double forged = factor * value.number();
      vertices.set(key, is_count ? std::ceil(forged - (factor < 1 ? 0.5 : 0)) : forged);
      if (vertices.member(key) == value) continue;
      Json other = entry;
      other.set("vertices", vertices);
      const StatedRelease stated = read(other);
      const bool has_other_cost = std::fabs(cost_of(stated) / cost - 1) > 1e-3;
      EXPECT_TRUE(!problems_of(stated).empty() || has_other_cost) << key << " times " << factor;
      ++numbers;
    }
  }
  EXPECT_GE(numbers, 9);
}

TEST(IterateVerticesStatement, WhatIsNotProvenIsFound) {
  const StatedRelease good = read(entry_of(described()));
  const auto finds = [&](const auto& change) {
    StatedRelease other = good;
    change(other);
    return !problems_of(other).empty();
  };
  EXPECT_FALSE(finds([](StatedRelease&) {}));
  EXPECT_TRUE(finds([](StatedRelease& it) { it.mechanism = Mechanism::gaussian; }));
  EXPECT_TRUE(finds([](StatedRelease& it) { it.unit = CostUnit::epsilon; }));
  // Without its grid.
  EXPECT_TRUE(finds([](StatedRelease& it) {
    it.release = ReleaseKind::hardened;
    it.values = {{.count = 8, .first = kScale, .last = kScale}};
  }));
  EXPECT_TRUE(finds([](StatedRelease& it) { it.norm = RowNorm::l2; }));
  EXPECT_TRUE(finds([](StatedRelease& it) { it.block = {.first = 0, .count = 3}; }));
  EXPECT_TRUE(finds([](StatedRelease& it) { it.mean_sensitivity *= 0.9; }));
  EXPECT_TRUE(finds([](StatedRelease& it) { it.sensitivity *= 1.1; }));
  // 9 steps of 3 records would read some of 25 twice.
  EXPECT_FALSE(finds([](StatedRelease& it) { it.planned = 8; }));
  EXPECT_TRUE(finds([](StatedRelease& it) { it.planned = 9; }));
  StatedRelease gaussian = good;
  gaussian.mechanism = Mechanism::gaussian;
  EXPECT_EQ(cost_of(gaussian), HUGE_VAL);
}

TEST(IterateVerticesStatement, SaysInPlainWordsWhatIsDrawnFromWhat) {
  Json entry = entry_of(described());
  entry.set("sensitivity", Json::object({{"mean", 2.0 / 3}}));
  const std::string words = form().plain_words(entry);
  EXPECT_THAT(words, HasSubstr("5 draws a step"));
  EXPECT_THAT(words, HasSubstr("disjoint blocks of 3 of 25 records"));
  EXPECT_THAT(words, HasSubstr("moves a score by 0.66"));
}

}  // namespace
}  // namespace noisy::testing
