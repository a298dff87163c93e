#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/audit/audits.h"
#include "tests/statement/adaptive_descent.h"
#include "tests/statement/statements.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::Contains;
using ::testing::HasSubstr;
using testing::report_of;
using testing::result_of;
using testing::small_experiment;
using testing::with;

constexpr const char* kEntry = "privacy.statement.entries.0";
constexpr double kRho = 0.5;

class Adaptive : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { ASSERT_TRUE(register_algorithm(testing::adaptive_entry())); }

  /// @param run  its block
  static Json experiment(const char* run) {
    Json tree = with(small_experiment(), "algorithms", R"([{"id":"adaptive-gd"}])");
    tree = with(tree, "privacy", R"({"notion":"zcdp","rho":0.5})");
    return with(tree, "run", run);
  }
  static Json seeded(int repeats = 3) {
    return experiment((R"({"repeats":)" + std::to_string(repeats) +
                       R"(,"randomness":{"mode":"reproducible","seed":7},"trace":{"points":400}})")
                          .c_str());
  }

  static std::vector<std::string> problems(const Json& result) {
    std::vector<std::string> out;
    const Json list = at_path(report_of(result), "problems");
    for (std::size_t i = 0; i < list.size(); ++i) out.push_back(list.element(i).text());
    return out;
  }
};

std::string run_path(Index run, const char* rest) {
  return "runs." + std::to_string(run) + "." + rest;
}

double number(const Json& tree, const std::string& path) {
  return at_path(tree, path).number();
}

TEST_F(Adaptive, EveryRunGoesOnWhileTheCapSufficesAndTheirLedgersDiffer) {
  const Json result = result_of(seeded());
  std::set<double> counts, costs;
  for (Index run = 0; run < 3; ++run) {
    EXPECT_EQ(at_path(result, run_path(run, "status")), Json("completed"));
    const double spent = number(result, run_path(run, "privacy.ledger.0.cost"));
    EXPECT_LE(spent, kRho);
    EXPECT_GT(spent, 0.98 * kRho);  // a release costs a fiftieth of it at most
    costs.insert(spent);
    counts.insert(number(result, run_path(run, "privacy.ledger.0.count")));
    EXPECT_EQ(number(result, run_path(run, "privacy.rho")), kRho);
    EXPECT_EQ(at_path(result, run_path(run, "privacy.guarantee")), Json("proven"));
  }
  EXPECT_EQ(costs.size(), 3u);
  EXPECT_GT(counts.size(), 1u);
}

TEST_F(Adaptive, TraceShowsTheRhoThatIsSpentByEachStep) {
  const Json result = result_of(seeded(1));
  const Json spent = at_path(result, "runs.0.trace.rhoSpent");
  const Json values = at_path(result, std::string(kEntry) + ".noise.values");
  const double mean = number(result, std::string(kEntry) + ".sensitivity.mean");
  EXPECT_GT(values.size(), 10u);
  std::size_t t = 0;
  double sum = 0;
  for (const Json& row : values.elements()) {
    const double scale = row.element(1).number();
    for (double k = 0; k < row.element(0).number(); ++k, ++t) {
      ASSERT_LT(t, spent.size());
      EXPECT_NEAR(spent.element(t).number(), sum, 1e-12);
      sum += 0.5 * mean * mean / (scale * scale);
    }
  }
  ASSERT_EQ(spent.size(), t + 1);  // before the first step, too
  EXPECT_NEAR(spent.element(t).number(), sum, 1e-12);
  EXPECT_EQ(at_path(result, "runs.0.trace.epsilonSpent"), Json());
}

TEST_F(Adaptive, StatementListsEveryRunsReleasesAndIsConsistent) {
  const Json result = result_of(seeded());
  const Json entries = at_path(result, "privacy.statement.entries");
  ASSERT_EQ(entries.size(), 3u);
  for (std::size_t run = 0; run < 3; ++run) {
    const Json entry = entries.element(run);
    EXPECT_EQ(at_path(entry, "runs"), Json(1));
    EXPECT_EQ(at_path(entry, "cost.perRun"), Json(kRho));
    EXPECT_EQ(at_path(entry, "cost.cap"), Json(kRho));
    EXPECT_NEAR(number(entry, "cost.spent"),
                number(result, run_path(static_cast<Index>(run), "privacy.ledger.0.cost")), 1e-12);
    EXPECT_EQ(at_path(entry, "figures.0.rho"), Json(kRho));
  }
  EXPECT_EQ(number(result, "privacy.total.rho"), 3 * kRho);
  const Json report = report_of(result);
  EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report, JsonLayout::pretty);
  EXPECT_EQ(at_path(report, "experiment.compared"), Json(true));
}

TEST_F(Adaptive, RunsThatChoseTheSameAreCountedTogether) {
  // Without a share in the length all releases are alike, whatever the noise is.
  const Json alike = result_of(with(seeded(), "algorithms.0.parameters", R"({"share":0})"));
  ASSERT_EQ(at_path(alike, "privacy.statement.entries").size(), 1u);
  EXPECT_EQ(at_path(alike, std::string(kEntry) + ".runs"), Json(3));
  EXPECT_EQ(at_path(alike, std::string(kEntry) + ".executed").size(), 1u);
  EXPECT_EQ(number(alike, std::string(kEntry) + ".cost.allRuns"), 3 * kRho);
  EXPECT_EQ(at_path(report_of(alike), "consistent"), Json(true));
}

TEST_F(Adaptive, StatementDoesNotDependOnHowTheRunsAreDealt) {
  testing::RunOptions sliced{.threads = 2, .slice = 1e-4, .groups = 3, .data = ""};
  EXPECT_EQ(at_path(result_of(seeded(), sliced), "privacy.statement"),
            at_path(result_of(seeded()), "privacy.statement"));
}

/// A result whose run was cancelled as soon as it had begun.
Json cancelled(const Json& experiment) {
  Workspace workspace;
  auto session = testing::open_session(workspace, experiment);
  EXPECT_TRUE(session);
  EXPECT_TRUE((*session)->start(0, 1, 1));
  EXPECT_TRUE((*session)->advance(0));
  (*session)->cancel();
  while (!(*session)->advance(10)->done) {
  }
  const std::vector<std::string> groups = {*(*session)->group()};
  return *parse_json(*assemble(write_json(experiment), groups));
}

TEST_F(Adaptive, ARunThatWasCancelledIsStatedAtItsCapAndCheckedLikeAnyOther) {
  const Json whole = result_of(seeded(1));
  const Json result = cancelled(seeded(1));
  EXPECT_EQ(at_path(result, "runs.0.status"), Json("cancelled"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.guarantee"), Json("proven"));
  EXPECT_LT(number(result, std::string(kEntry) + ".cost.spent"),
            number(whole, std::string(kEntry) + ".cost.spent"));
  EXPECT_EQ(number(result, std::string(kEntry) + ".cost.perRun"), kRho);
  const Json report = report_of(result);
  EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report, JsonLayout::pretty);
}

/// Confidence 1 - 1e-6 and a fixed seed: the verdict is wrong with probability at most 1e-6.
TEST_F(Adaptive, IsPlayedByAnAuditWhichEndsAlthoughNothingIsChargedWithoutNoise) {
  const auto report = testing::audit(seeded(1), {.runs = 400, .confidence = 0.999999, .seed = 5});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(at_path(*report, "verdict"), Json("consistent"));
}

// ---- lies -------------------------------------------------------------------------------------

TEST_F(Adaptive, NoticesNoiseThatIsUnderstatedInOneRelease) {
  const Json result = result_of(seeded(1));
  const std::string scale = std::string(kEntry) + ".noise.values.1.1";
  const double stated = number(result, scale);
  for (const double factor : {0.99, 1.01}) {
    const Json forged = with(result, scale, std::to_string(factor * stated));
    EXPECT_THAT(problems(forged), Contains(HasSubstr("cost.spent"))) << factor;
  }
  // Even where the sum of the statement was changed with it: the run's ledger says otherwise.
  const double mean = number(result, std::string(kEntry) + ".sensitivity.mean");
  const double spent = number(result, std::string(kEntry) + ".cost.spent");
  const double larger = 1.01 * stated;
  const double less = 0.5 * mean * mean * (1 / (stated * stated) - 1 / (larger * larger));
  Json forged = with(result, scale, write_json(Json(larger)));
  forged = with(forged, std::string(kEntry) + ".cost.spent", write_json(Json(spent - less)));
  EXPECT_THAT(problems(forged), Contains(HasSubstr("runs.0.privacy.ledger.0.cost")));
}

TEST_F(Adaptive, NoticesAReleaseThatIsLeftOut) {
  const Json result = result_of(seeded(1));
  const std::string values = std::string(kEntry) + ".noise.values";
  const Json all = at_path(result, values);
  std::vector<Json> fewer;
  for (std::size_t t = 0; t + 1 < all.size(); ++t) fewer.push_back(all.element(t));
  const Json forged = with(result, values, write_json(Json::array(fewer)));
  EXPECT_THAT(problems(forged), Contains(HasSubstr("noise.values lists")));
  // And out of its ledger.
  const double count = number(result, "runs.0.privacy.ledger.0.count");
  const Json shorter = with(result, "runs.0.privacy.ledger.0.count", write_json(Json(count - 1)));
  EXPECT_THAT(problems(shorter), Contains(HasSubstr("its ledger counts")));
}

TEST_F(Adaptive, NoticesACapThatWasPassed) {
  const Json result = result_of(seeded(1));
  // One release more, which the file owns up to everywhere but in its cap.
  const double count = number(result, "runs.0.privacy.ledger.0.count");
  const double mean = number(result, std::string(kEntry) + ".sensitivity.mean");
  const double scale = mean / std::sqrt(2 * 0.4 * kRho);  // 0.4 of the cap
  Json values = at_path(result, std::string(kEntry) + ".noise.values");
  std::vector<Json> more;
  for (std::size_t t = 0; t < values.size(); ++t) more.push_back(values.element(t));
  more.push_back(Json::numbers({1, scale}));
  const double spent = number(result, std::string(kEntry) + ".cost.spent") + 0.4 * kRho;
  Json forged = with(result, std::string(kEntry) + ".noise.values", write_json(Json::array(more)));
  forged = with(forged, std::string(kEntry) + ".noise.planned", write_json(Json(count + 1)));
  forged = with(forged, std::string(kEntry) + ".executed.0.1", write_json(Json(count + 1)));
  forged = with(forged, std::string(kEntry) + ".cost.spent", write_json(Json(spent)));
  forged = with(forged, "runs.0.privacy.ledger.0.count", write_json(Json(count + 1)));
  forged = with(forged, "runs.0.privacy.ledger.0.cost", write_json(Json(spent)));
  EXPECT_THAT(problems(forged), Contains(HasSubstr("cost.cap: is passed")));
  // A larger cap is not what the experiment asked for.
  forged = with(forged, std::string(kEntry) + ".cost.cap", "1");
  forged = with(forged, std::string(kEntry) + ".cost.perRun", "1");
  EXPECT_THAT(problems(forged), Contains(HasSubstr("more than the cap of 0.5")));
}

}  // namespace
}  // namespace noisy
