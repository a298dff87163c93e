// Noise as Menart et al. print it, in statements: what it costs is stated, and nothing less is
// believed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/statement/statements.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::report_of;
using testing::result_of;
using testing::with;

/// KL Spider with kappa = 2, where every round is one fresh gradient: the printed noise costs 2
/// rho.
Json printed() {
  return result_of(*parse_json(R"({"version": 1,
    "data": {"kind": "synthetic", "name": "balanced-tilts", "features": 1, "bound": 1,
             "samples": 10000},
    "problem": {"kind": "gallery", "name": "tilted-power", "power": 2,
                "domain": {"kind": "l2-ball", "radius": 200}},
    "privacy": {"notion": "zcdp", "rho": 0.5, "calibration": "paper"},
    "algorithms": [{"id": "kl-spider", "parameters": {"mode": "paper"}}],
    "run": {"randomness": {"mode": "reproducible", "seed": 1}}})"));
}

bool is_consistent(const Json& result) {
  return at_path(report_of(result), "consistent") == Json(true);
}

TEST(PrintedNoise, IsStatedWithWhatItCostsAndIsNotCertified) {
  const Json result = printed();
  EXPECT_NEAR(at_path(result, "privacy.statement.total.rho").number(), 1, 1e-9);
  EXPECT_EQ(at_path(result, "privacy.statement.entries.0.certified"), Json(false));
  EXPECT_TRUE(is_consistent(result)) << write_json(report_of(result));
}

TEST(PrintedNoise, IsNotBelievedToCostWhatWasAskedFor) {
  const Json result = printed();
  const char* const figures[] = {"privacy.statement.total.rho", "runs.0.privacy.rho"};
  Json all = result;
  for (const char* figure : figures) {
    EXPECT_FALSE(is_consistent(with(result, figure, "0.5"))) << figure;
    all = with(all, figure, "0.5");
  }
  EXPECT_FALSE(is_consistent(with(result, "privacy.statement.entries.0.certified", "true")));
  all = with(all, "privacy.statement.entries.0.certified", "true");
  all = with(all, "privacy.statement.entries.0.reasons", "[]");
  EXPECT_FALSE(is_consistent(all));
}

/// Not even by a statement that claims it throughout.
TEST(PrintedNoise, AStatementByItselfWithTheNoiseOfTheListingCannotClaimRho) {
  const Json statement = at_path(printed(), "privacy.statement");
  ASSERT_TRUE(check_statement(write_json(statement))->consistent);
  EXPECT_FALSE(check_statement(write_json(with(statement, "total.rho", "0.5")))->consistent);
}

}  // namespace
}  // namespace noisy
