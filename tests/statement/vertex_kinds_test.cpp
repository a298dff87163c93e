// Methods that draw vertices for a minimization, through file, run, ledger, statement and its
// check.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/privacy/release/release_form.h"
#include "tests/statement/hardened_results.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::HasSubstr;
using testing::report_of;
using testing::result_of;
using testing::small_experiment;
using testing::with;
using testing::without;

constexpr const char* kZcdp = R"({"notion":"zcdp","rho":0.5})";
constexpr const char* kApproximate = R"({"notion":"approximate","epsilon":1,"delta":1e-5})";

/// Least squares on the simplex, on 60 records of 4 signs.
Json vertex_experiment(const char* algorithm, const char* privacy = kZcdp) {
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"synthetic","name":"planted-weights","samples":60,"features":4})");
  tree = with(tree, "problem", R"({"loss":"squared","domain":{"kind":"simplex"}})");
  tree = with(tree, "algorithms", algorithm);
  tree = with(with(tree, "privacy", privacy), "run.repeats", "1");
  return without(tree, "run.diagnostics");
}

/// Draws at t = 2, 3 and 6, and from w^8.
constexpr const char* kAnytime = R"([{"id":"vertex-sco","parameters":{"iterations":8,
                                      "samplesPerStep":5,"resamplePeriod":3}}])";
/// T - 1 = 7 blocks of 7.
constexpr const char* kNoisy = R"([{"id":"noisy-smd","parameters":{"iterations":8}}])";
/// 4 (2 + 3/2) i records: b = 16 of 60.
constexpr const char* kTrees = R"([{"id":"vr-frank-wolfe","parameters":{"phases":2}}])";

double number(const Json& tree, const std::string& path) {
  return at_path(tree, path).number();
}

bool is_consistent(const Json& result) {
  return at_path(report_of(result), "consistent") == Json(true);
}

TEST(AverageVertices, AreRunChargedAndListedInTheLedger) {
  const Json result = result_of(vertex_experiment(kAnytime));
  EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
  EXPECT_EQ(at_path(result, "runs.0.privacy.ledger.0.release"), Json("average-vertices"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.ledger.0.count"), Json(4));
  const double tau = number(result, "runs.0.parameters.stepSize");
  // 4 K eta^2 / 8 with eta = 2 C tau / B; C = 2 (1 + 5/4), as the margin is 1 and a target 5/4.
  const double eta = 2 * 4.5 * tau / 7;
  const double rho = number(result, "runs.0.privacy.ledger.0.cost");
  EXPECT_NEAR(rho, 4 * 5 * eta * eta / 8, 1e-8);
  EXPECT_LE(rho, 0.5);
  EXPECT_EQ(number(result, "runs.0.privacy.rho"), rho);
}

constexpr const char* kDomains[] = {R"({"kind":"simplex"})", R"({"kind":"l1-ball","radius":2})",
                                    R"({"kind":"hull","vertices":[[1,0,0,0],[0,1,0.5,0],
                                        [0,0,-1,2],[-1,-1,0,1]]})"};

/// Draws from averages on a domain, with hardened releases.
Json hardened_average(const char* domain, const char* mode = "reproducible") {
  const Json tree = with(vertex_experiment(kAnytime, kApproximate), "problem.domain", domain);
  return with(testing::hardened(tree, mode), "run.diagnostics", "[]");
}

/// From an entropy seed alone.
TEST(AverageVertices, HardenedResultsAreReleasable) {
  const std::string entry = "privacy.statement.entries.0";
  for (const char* domain : kDomains) {
    const Json secure = hardened_average(domain, "secure");
    const Json result = *parse_json(*redact(write_json(result_of(secure))));
    EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
    EXPECT_EQ(at_path(result, "privacy.releasable"), Json(true))
        << write_json(at_path(result, "privacy.reasons"));
    const Json report = report_of(result);
    EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report, JsonLayout::pretty);
    EXPECT_THAT(at_path(result, entry + ".noise.text").text(),
                HasSubstr("N_t = ceil((1 + 2^-16) vertices.blockSize b_t / grid_t)"));
    EXPECT_EQ(at_path(result, entry + ".noise.grids").size(), 1u);
    EXPECT_EQ(at_path(result_of(hardened_average(domain)), "privacy.releasable"), Json(false));
    const Json floating = result_of(with(secure, "run.randomness.release", R"("floating")"));
    EXPECT_EQ(at_path(floating, "privacy.releasable"), Json(false));
    EXPECT_EQ(at_path(floating, "runs.0.privacy.rho"), at_path(result, "runs.0.privacy.rho"));
  }
}

/// The grid follows from the scale, C, B and T.
TEST(AverageVertices, AnotherGridIsNoticedByTheStatementAlone) {
  for (const char* domain : kDomains) {
    const Json statement = at_path(result_of(hardened_average(domain)), "privacy.statement");
    ASSERT_TRUE(check_statement(write_json(statement))->consistent);
    const std::string place = "entries.0.noise.grids.0.1";
    for (const double factor : {0.25, 0.5, 0.7, 2.0, 1e15}) {
      const Json forged =
          with(statement, place, write_json(Json(factor * number(statement, place))));
      const auto report = check_statement(write_json(forged));
      EXPECT_FALSE(report && report->consistent) << place << " times " << factor;
    }
  }
}

TEST(TreeVertices, HardenedResultsAreReleasableAtTheCostOfFloatingOnes) {
  for (const char* privacy : {kZcdp, kApproximate, R"({"notion":"pure","epsilon":2})"}) {
    for (const char* domain : kDomains) {
      testing::expect_hardened_costs_as_floating(
          with(vertex_experiment(kTrees, privacy), "problem.domain", domain));
    }
  }
}

/// A kind that chooses knows its norm by its candidates, which a statement alone does not have.
TEST(VertexKinds, AStatementOfNoiseInThePlaceOfAChoiceIsNoticed) {
  constexpr const char* kFullBatch =
      R"([{"id":"noisy-frank-wolfe","parameters":{"iterations":8}}])";
  for (const char* algorithm : {kAnytime, kTrees, kFullBatch}) {
    const Json result = result_of(vertex_experiment(algorithm));
    ASSERT_TRUE(is_consistent(result)) << algorithm;
    for (const char* mechanism : {R"("gaussian")", R"("laplace")"}) {
      const Json noised = with(result, "privacy.statement.entries.0.mechanism", mechanism);
      EXPECT_FALSE(is_consistent(noised)) << algorithm << mechanism;
    }
  }
}

/// Whatever kind a statement says its releases are, it is read without them.
TEST(VertexKinds, AStatementOfAnotherKindIsNoticed) {
  for (const char* algorithm : {kAnytime, kTrees, kNoisy}) {
    const Json result = result_of(vertex_experiment(algorithm));
    const Json entry = at_path(result, "privacy.statement.entries.0");
    const std::string place = entry.find("groups") ? "groups.1.form" : "form";
    const std::string path = "privacy.statement.entries.0." + place;
    for (const ReleaseForm* form : release_forms()) {
      const Json word(std::string(form->id()));
      if (at_path(result, path) == word) continue;
      EXPECT_FALSE(is_consistent(with(result, path, write_json(word)))) << path << form->id();
    }
  }
}

/// A record of 60 stands in one block of 7: seven releases cost what one does, (S_2 / (B sigma))^2
/// / 2 with S_2 = 2 (1 + 5/4) 2, as the margin is 1, a target 5/4 and a row 2 long.
TEST(BlockGradients, AreRunChargedAndListedInTheLedger) {
  const Json result = result_of(vertex_experiment(kNoisy));
  EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
  EXPECT_EQ(at_path(result, "runs.0.privacy.ledger.0.release"), Json("block-gradient"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.ledger.0.count"), Json(7));
  EXPECT_NEAR(number(result, "runs.0.privacy.ledger.0.cost"), 0.5, 1e-12);
  EXPECT_NEAR(number(result, "runs.0.privacy.ledger.0.noiseScaleLast"), 9.0 / 7, 1e-8);
}

TEST(TreeVertices, EveryPhasePaysTheWholeBudgetOnItsOwnRecords) {
  for (const char* privacy : {kZcdp, R"({"notion":"pure","epsilon":2})"}) {
    const Json result = result_of(vertex_experiment(kTrees, privacy));
    EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
    EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
    const Json ledger = at_path(result, "runs.0.privacy.ledger");
    ASSERT_EQ(ledger.size(), 2u);
    const bool is_pure = at_path(result, "runs.0.privacy.notion") == Json("pure");
    for (std::size_t t = 0; t < 2; ++t) {
      EXPECT_EQ(at_path(ledger.element(t), "release"), Json("tree-vertices"));
      EXPECT_NEAR(at_path(ledger.element(t), "cost").number(), is_pure ? 2 : 0.5, 1e-9);
    }
    EXPECT_NEAR(number(result, is_pure ? "runs.0.privacy.epsilon" : "runs.0.privacy.rho"),
                is_pure ? 2 : 0.5, 1e-9);
  }
}

// On the ball of radius 4 differences may be larger than gradients, which the printed scale of pure
// DP does not know: it costs twice what was asked for, and says so.
TEST(TreeVertices, WithPrintedConstantsAreNeverCertifiedAndStateWhatTheyCost) {
  const std::string paper = R"("epsilon":1,"calibration":"paper"})";
  for (const std::string& privacy :
       {R"({"notion":"pure",)" + paper, R"({"notion":"approximate","delta":1e-5,)" + paper}) {
    Json tree = vertex_experiment(kTrees, privacy.c_str());
    tree = with(tree, "problem", R"({"loss":"squared","domain":{"kind":"l1-ball","radius":4}})");
    const Json result = result_of(tree);
    EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
    EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(false));
    EXPECT_EQ(at_path(result, "privacy.statement.certified"), Json(false));
    EXPECT_THAT(write_json(at_path(result, "privacy.statement.reasons")), HasSubstr("not proven"));
    EXPECT_TRUE(is_consistent(result)) << write_json(report_of(result));
    const Json certified = with(result, "privacy.statement.entries.0.certified", "true");
    EXPECT_FALSE(is_consistent(certified));
    if (privacy.find("pure") != std::string::npos) {
      EXPECT_GT(number(result, "runs.0.privacy.epsilon"), 1.2);
    }
  }
}

TEST(VertexKinds, AreStatedSoThatTheStatementIsConsistent) {
  for (const char* algorithm : {kAnytime, kTrees, kNoisy}) {
    for (const char* privacy : {kZcdp, kApproximate}) {
      for (const char* domain : kDomains) {
        const Json result =
            result_of(with(vertex_experiment(algorithm, privacy), "problem.domain", domain));
        ASSERT_EQ(at_path(result, "status"), Json("completed")) << write_json(result);
        const Json report = report_of(result);
        EXPECT_EQ(at_path(report, "consistent"), Json(true))
            << write_json(report, JsonLayout::pretty);
        EXPECT_EQ(at_path(report, "experiment.compared"), Json(true));
        const auto published = redact(write_json(result));
        ASSERT_TRUE(published) << published.error().message;
        EXPECT_TRUE(is_consistent(*parse_json(*published)));
      }
    }
  }
}

TEST(VertexKinds, SayInPlainWordsWhatIsDrawnFromWhat) {
  const auto text = [](const char* algorithm) {
    return write_json(at_path(result_of(vertex_experiment(algorithm)), "privacy.statement.text"));
  };
  EXPECT_THAT(text(kAnytime), HasSubstr("disjoint blocks of 7 of 60 records"));
  EXPECT_THAT(text(kAnytime), HasSubstr("5 draws a time"));
  EXPECT_THAT(text(kNoisy), HasSubstr("disjoint blocks of 7 of 60 records"));
  EXPECT_THAT(text(kTrees), HasSubstr("selections of vertices of each of 2 disjoint blocks"));
}

/// Paths of all numbers in a tree.
void add_paths_of_numbers(const Json& tree, const std::string& path,
                          std::vector<std::string>& out) {
  const auto below = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
  if (tree.is_number()) out.push_back(path);
  if (tree.is_array()) {
    for (std::size_t i = 0; i < tree.size(); ++i) {
      add_paths_of_numbers(tree.element(i), below(std::to_string(i)), out);
    }
  } else if (tree.is_object()) {
    for (const auto& [key, value] : tree.members()) add_paths_of_numbers(value, below(key), out);
  }
}

TEST(VertexKinds, EveryNumberOfTheEntryThatIsChangedIsNoticed) {
  const std::string entry = "privacy.statement.entries.0";
  for (const Json& experiment :
       {vertex_experiment(kAnytime), hardened_average(kDomains[1]), vertex_experiment(kTrees),
        testing::hardened(vertex_experiment(kTrees), "reproducible"), vertex_experiment(kNoisy)}) {
    const Json result = result_of(experiment);
    ASSERT_TRUE(is_consistent(result));
    std::vector<std::string> paths;
    add_paths_of_numbers(at_path(result, entry), "", paths);
    EXPECT_GT(paths.size(), 15u);
    for (const std::string& path : paths) {
      const std::string place = entry + "." + path;
      const double stated = number(result, place);
      for (const double factor : {0.5, 2.0}) {
        const Json forged =
            with(result, place, write_json(Json(stated == 0 ? factor : factor * stated)));
        const auto report = check_statement(write_json(forged));
        EXPECT_FALSE(report && report->consistent) << path << " " << stated << " times " << factor;
      }
    }
  }
}

/// Of a statement by itself the cost follows from its own numbers.
TEST(VertexKinds, AStatementByItselfIsRecomputed) {
  const auto expect_noticed = [](const Json& statement, const std::string& path, double value) {
    const auto forged =
        check_statement(write_json(with(statement, "entries.0." + path, write_json(Json(value)))));
    EXPECT_FALSE(forged && forged->consistent) << path << " " << value;
  };
  const Json average = at_path(result_of(vertex_experiment(kAnytime)), "privacy.statement");
  ASSERT_TRUE(check_statement(write_json(average))->consistent);
  for (const char* path :
       {"noise.values.0.1", "vertices.radius", "sensitivity.mean", "cost.perRun", "cost.allRuns"}) {
    const double stated = number(average, std::string("entries.0.") + path);
    for (const double factor : {0.9, 1.1}) expect_noticed(average, path, factor * stated);
  }
  // Periods 2 and 4 make as many draws without one for the output, at the same cost.
  for (const auto& [path, value] : {std::pair("blockSize", 6.0),
                                    {"blockSize", 9.0},
                                    {"perDraw", 4.0},
                                    {"perDraw", 6.0},
                                    {"steps", 20.0},
                                    {"steps", 4.0},
                                    {"period", 1.0},
                                    {"period", 5.0},
                                    {"period", 9.0}}) {
    expect_noticed(average, std::string("vertices.") + path, value);
  }
  const Json noisy = at_path(result_of(vertex_experiment(kNoisy)), "privacy.statement");
  ASSERT_TRUE(check_statement(write_json(noisy))->consistent);
  for (const char* path : {"noise.values.0.1", "sensitivity.mean", "cost.perRun", "cost.allRuns"}) {
    const double stated = number(noisy, std::string("entries.0.") + path);
    for (const double factor : {0.9, 1.1}) expect_noticed(noisy, path, factor * stated);
  }
  for (const double size : {6.0, 8.0}) expect_noticed(noisy, "blocks.size", size);
  const Json tree = at_path(result_of(vertex_experiment(kTrees)), "privacy.statement");
  ASSERT_TRUE(check_statement(write_json(tree))->consistent);
  for (const std::string group : {"groups.0.", "groups.1."}) {
    for (const char* path : {"vertices.smoothness", "mean"}) {
      const double stated = number(tree, "entries.0." + group + path);
      for (const double factor : {0.9, 1.1}) expect_noticed(tree, group + path, factor * stated);
    }
    // More noise in one block than in the other changes nothing that both have in common.
    const std::string scale = group + "noise.values.0.1";
    expect_noticed(tree, scale, 0.9 * number(tree, "entries.0." + scale));
    for (const auto& [path, value] : {std::pair("vertices.rootBatch", 8.0),
                                      {"vertices.rootBatch", 12.0},
                                      {"vertices.phase", 3.0},
                                      {"records.count", 20.0},
                                      {"batchSize", 20.0}}) {
      expect_noticed(tree, group + path, value);
    }
  }
  // Blocks of the second phase that begin within those of the first would be read twice.
  expect_noticed(tree, "groups.1.records.first", 20);
}

TEST(VertexKinds, WithoutPrivacyClaimNothing) {
  for (const char* algorithm : {kAnytime, kTrees, kNoisy}) {
    const Json result = result_of(vertex_experiment(algorithm, R"({"notion":"none"})"));
    EXPECT_EQ(at_path(result, "status"), Json("completed"));
    EXPECT_EQ(at_path(result, "privacy.statement.entries.0.guarantee"), Json("not-private"));
    EXPECT_EQ(at_path(result, "privacy.statement.entries.0.certified"), Json(false));
    EXPECT_TRUE(is_consistent(result));
  }
}

}  // namespace
}  // namespace noisy
