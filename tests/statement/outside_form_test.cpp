// A kind of release that lives in tests/privacy/form/norm_form.h alone, through plan, run, trace,
// ledger, statement, its check and an audit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/audit/audits.h"
#include "tests/statement/norm_descent.h"
#include "tests/statement/statements.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::HasSubstr;
using testing::report_of;
using testing::result_of;
using testing::small_experiment;
using testing::with;

constexpr const char* kReason =
    "the kind of release \"outside-norm\" comes from outside the engine: what it costs is its "
    "author's word";

class OutsideKind : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    ASSERT_TRUE(testing::norm_form() && register_algorithm(testing::norm_entry()));
  }

  static Json experiment() {
    Json tree = with(small_experiment(), "algorithms", R"([{"id":"norm-shrinking",
                                                         "parameters":{"start":0.5}}])");
    tree = with(tree, "privacy", R"({"notion":"zcdp","rho":0.5})");
    return tree;
  }

  static std::string problems(const Json& result) {
    return write_json(at_path(report_of(result), "problems"));
  }
};

TEST_F(OutsideKind, IsRunTracedAndListedInTheLedgerByItsOwnName) {
  const Json result = result_of(experiment());
  EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.ledger.0.release"), Json("outside-norm"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.ledger.0.count"), Json(5));
  const Json spent = at_path(result, "runs.0.trace.rhoSpent");
  EXPECT_EQ(spent.element(0), Json(0));
  EXPECT_NEAR(spent.element(spent.size() - 1).number(), 0.5, 1e-9);
}

TEST_F(OutsideKind, IsNotCertifiedAndSaysWhoseWordItsCostIs) {
  const Json secure = with(with(experiment(), "run.diagnostics", "[]"), "run.randomness",
                           R"({"mode":"secure","release":"floating"})");
  const Json result = result_of(secure);
  EXPECT_EQ(at_path(result, "runs.0.privacy.guarantee"), Json("proven"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(false));
  EXPECT_EQ(at_path(result, "runs.0.privacy.reasons.0"), Json(kReason));
  EXPECT_EQ(at_path(result, "privacy.statement.entries.0.reasons.0"), Json(kReason));
  EXPECT_EQ(at_path(result, "privacy.releasable"), Json(false));
}

TEST_F(OutsideKind, StatementDescribesItAndIsCheckedLikeAnyOther) {
  const Json result = result_of(experiment());
  const std::string entry = "privacy.statement.entries.0.";
  EXPECT_EQ(at_path(result, entry + "form"), Json("outside-norm"));
  const double value = at_path(result, entry + "sensitivity.value").number();
  EXPECT_EQ(at_path(result, entry + "sensitivity.mean"), Json(value / 8));
  EXPECT_THAT(at_path(result, entry + "sensitivity.text").text(),
              HasSubstr("how far the length of the gradient can"));
  EXPECT_THAT(write_json(at_path(result, "privacy.statement.text")),
              HasSubstr("length of the mean gradient"));
  const Json report = report_of(result);
  EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report, JsonLayout::pretty);
  EXPECT_EQ(at_path(report, "experiment.compared"), Json(true));
}

TEST_F(OutsideKind, LiesInItsStatementAreNoticed) {
  const Json result = result_of(experiment());
  const std::string scale = "privacy.statement.entries.0.noise.values.0.1";
  const double stated = at_path(result, scale).number();
  EXPECT_THAT(problems(with(result, scale, write_json(Json(0.5 * stated)))),
              HasSubstr("understated"));
  const Json gradient = with(result, "privacy.statement.entries.0.form", R"("gradient")");
  EXPECT_EQ(at_path(report_of(gradient), "consistent"), Json(false));
  const Json unknown = with(result, "privacy.statement.entries.0.form", R"("outside-length")");
  EXPECT_FALSE(check_statement(write_json(unknown)));
}

/// Its records are those whose gradients lie farthest apart, not their lengths, so that it finds
/// little. Confidence 1 - 1e-6 and a fixed seed: the verdict is wrong with probability at most
/// 1e-6.
TEST_F(OutsideKind, AuditPlaysItToItsEnd) {
  const AuditOptions options{.runs = 4000, .confidence = 0.999999, .seed = 5};
  const auto report = testing::audit(experiment(), options);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(at_path(*report, "verdict"), Json("consistent"));
  EXPECT_EQ(at_path(*report, "iterations"), Json(5));
  EXPECT_EQ(at_path(*report, "algorithm"), Json("norm-shrinking"));
}

}  // namespace
}  // namespace noisy
