// Redacted files of two data sets that differ in one record: equal byte for byte, but for what the
// noise covers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/experiment/result/replay.h"
#include "tests/experiment/file/suitable_problem.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::file_experiment;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::open_session;
using testing::with;

bool has_problem(const Json& experiment, const char* name) {
  return at_path(experiment, "problem").member("name") == Json(name);
}

/// 12 records, and 28 of games, which are for methods that divide them; the odd data set holds
/// another one in the place of the last. Games are matrices with two rows, queries are about two
/// bits.
std::string records(const Json& experiment, bool is_odd) {
  const int others = has_problem(experiment, "matrix-game") ? 27 : 11;
  const auto row = [&](double first, double second, const char* label) {
    if (has_problem(experiment, "marginal-queries")) {
      return std::string(first > 0 ? "1," : "0,") + (second > 0 ? "1" : "0") + label;
    }
    const std::string pair = std::to_string(first) + "," + std::to_string(second);
    return (has_problem(experiment, "matrix-game") ? pair + "," : "") + pair + label;
  };
  std::string rows;
  for (int i = 0; i < others; ++i) {
    rows += row(0.1 * (i % 7) - 0.3, 0.5 - 0.09 * (i % 11), i % 3 == 0 ? ",-1\n" : ",1\n");
  }
  return rows + (is_odd ? row(0.9, -0.1, ",-1\n") : row(-0.05, 0.02, ",1\n"));
}

/// Runs to its end, or so many steps and is cancelled then.
std::string result_on(const Json& experiment, bool is_odd, std::optional<int> steps) {
  Workspace workspace;
  auto session = open_session(workspace, experiment, records(experiment, is_odd));
  EXPECT_TRUE(session) << session.error().field << ": " << session.error().message;
  if (!session) return "";
  EXPECT_TRUE((*session)->start(0, *(*session)->run_count(), 1));
  for (int i = 0; i < steps.value_or(0); ++i) EXPECT_TRUE((*session)->advance(0));
  if (steps) (*session)->cancel();
  while (!(*session)->advance(10)->done) {
  }
  const auto result = assemble(write_json(experiment), std::vector{*(*session)->group()});
  EXPECT_TRUE(result) << result.error().message;
  return result.value_or("");
}

/// What steps tell everybody follows from releases.
void erase_told_columns(Json& run) {
  const AlgorithmEntry* entry = find_algorithm(run.member("algorithm").text());
  Json* trace = run.find("trace");
  if (!trace || !entry) return;
  for (const StepColumn& column : entry->columns) trace->erase(column.name);
}

/// What follows from released points: the points themselves, their hash, what steps tell of them,
/// and the scale of noise that is chosen at them.
Json without_releases(const Json& redacted) {
  Json out = redacted;
  if (out.find("fingerprint")) out.set("fingerprint", Json());
  std::vector<Json> runs;
  for (Json run : redacted.member("runs").elements()) {
    if (const Json* solution = run.find("solution")) {
      run.set("solution", static_cast<double>(solution->size()));
    }
    if (run.find("fingerprint")) run.set("fingerprint", Json());
    erase_told_columns(run);
    Json privacy = run.member("privacy");
    std::vector<Json> ledger;
    for (Json line : privacy.member("ledger").elements()) {
      if (line.member("sensitivity") == Json("state-dependent")) {
        line.erase("noiseScaleFirst");
        line.erase("noiseScaleLast");
      }
      ledger.push_back(std::move(line));
    }
    if (privacy.find("ledger")) privacy.set("ledger", Json::array(std::move(ledger)));
    run.set("privacy", std::move(privacy));
    runs.push_back(std::move(run));
  }
  out.set("runs", Json::array(std::move(runs)));
  return out;
}

/// How runs end.
struct HowItEnds {
  std::string status;        ///< of runs that promise something; empty where they differ
  std::optional<int> steps;  ///< before it is cancelled
  std::string parameters = "{}";
};

/// The least that is asked of a plan, by what algorithms can do.
std::vector<Json> settings() {
  const Json small = with(file_experiment(), "run.repeats", "1");
  const auto asks = [](const Json& tree, const char* privacy) {
    return with(tree, "privacy", privacy);
  };
  const char* kApproximate = R"({"notion":"approximate","epsilon":2,"delta":1e-5})";
  const Json bounded = with(with(small, "problem.regularizer", R"({"kind":"none"})"),
                            "problem.domain", R"({"kind":"l1-ball","radius":1})");
  // Methods that know how far they travel, and want a certificate for few records.
  const Json ball = with(small, "problem",
                         R"({"loss":"logistic","domain":{"kind":"l2-ball","radius":20},
                             "constants":{"klConstant":1,"klExponent":2}})");
  const Json squares =
      with(with(with(small, "run.diagnostics", R"(["objective"])"), "problem",
                R"({"loss":"squared","regularizer":{"kind":"l2","strength":0.1}})"),
           "data.preprocess", R"([{"kind":"clip-rows","norm":"l2","bound":1},
                                  {"kind":"clamp-target","lower":-1,"upper":1}])");
  const char* kGenerous = R"({"notion":"approximate","epsilon":100000,"delta":1e-5})";
  return {small,
          asks(small, kApproximate),
          asks(bounded, kApproximate),
          asks(ball, kGenerous),
          asks(squares, kApproximate),
          asks(testing::with_saddle_problem(small), kApproximate),
          asks(testing::with_game_of_its_records(small), kApproximate),
          asks(testing::with_game_of_its_records(small), kGenerous),
          asks(testing::with_queries_about_its_records(small), kApproximate)};
}

bool is_bounded(const Json& experiment) {
  const Json& problem = experiment.member("problem");
  return problem.find("domain") || problem.member("kind") == Json("saddle");
}

/// The first setting that this algorithm can be planned in, beside a baseline that diverges late.
std::optional<Json> experiment_of(const std::string& id, const std::string& parameters) {
  for (const Json& setting : settings()) {
    const Json alone =
        with(setting, "algorithms", R"([{"id":")" + id + R"(","parameters":)" + parameters + "}]");
    Workspace workspace;
    auto session = open_session(workspace, alone, records(alone, false));
    if (!session || !(*session)->plan()) continue;
    if (is_bounded(setting)) return alone;
    return with(setting, "algorithms",
                R"([{"id":")" + id + R"(","parameters":)" + parameters +
                    R"(},{"id":"gd","parameters":{"stepSize":20.5,"iterations":20000}}])");
  }
  return std::nullopt;
}

void expect_equal_but_for_releases(const Json& experiment, const HowItEnds& ending) {
  const std::string usual = result_on(experiment, false, ending.steps);
  const std::string odd = result_on(experiment, true, ending.steps);
  ASSERT_NE(usual, odd);
  const auto redacted = redact(usual);
  const auto redacted_odd = redact(odd);
  ASSERT_TRUE(redacted && redacted_odd);
  EXPECT_EQ(write_json(without_releases(*parse_json(*redacted))),
            write_json(without_releases(*parse_json(*redacted_odd))));
  EXPECT_THAT(*redacted, Not(HasSubstr("\"nonPrivate\":")));
  EXPECT_THAT(*redacted, Not(HasSubstr("\"seconds\":")));
  const Json tree = *parse_json(*redacted);
  for (const Json& run : tree.member("runs").elements()) {
    if (promises(run.member("privacy"))) {
      EXPECT_TRUE(ending.status.empty() || run.member("status") == Json(ending.status));
    } else {
      EXPECT_EQ(run.size(), 5u) << write_json(run);
    }
  }
}

class RedactedPairs : public ::testing::TestWithParam<std::string> {};

TEST_P(RedactedPairs, AreEqualWhereTheRunsCompleted) {
  const auto experiment = experiment_of(GetParam(), "{}");
  ASSERT_TRUE(experiment) << "no setting fits: add one";
  expect_equal_but_for_releases(*experiment, {.status = "completed", .steps = std::nullopt});
}

TEST_P(RedactedPairs, AreEqualWhereTheRunsWereCancelled) {
  const auto experiment = experiment_of(GetParam(), "{}");
  ASSERT_TRUE(experiment);
  expect_equal_but_for_releases(*experiment, {.status = "cancelled", .steps = 0});
  // On the way some have ended. With exact figures beside them it would depend on the data how far
  // runs are when they are cancelled: that is a reason against publishing them.
  const Json unseen = with(*experiment, "run.diagnostics", "[]");
  for (const int steps : {2, 40}) {
    expect_equal_but_for_releases(unseen, {.status = "", .steps = steps});
  }
}

TEST_P(RedactedPairs, AreEqualWhereTheRunsDiverged) {
  // Steps that only methods on all of space take, and that no theorem allows.
  const auto experiment = experiment_of(GetParam(), R"({"iterations":600,"stepSize":500})");
  if (!experiment || is_bounded(*experiment)) return;
  expect_equal_but_for_releases(*experiment, {.status = "diverged", .steps = std::nullopt});
}

INSTANTIATE_TEST_SUITE_P(Redact, RedactedPairs, ::testing::ValuesIn(testing::algorithm_ids()),
                         testing::kNamedById);

TEST(RedactedPair, OfSecureHardenedRunsBesideABaselineThatDiverges) {
  Json tree = with(file_experiment(), "algorithms",
                   R"([{"id":"dp-gd","parameters":{"iterations":12}},
                       {"id":"gd","parameters":{"stepSize":20.5,"iterations":20000}}])");
  tree = with(tree, "run", R"({"randomness":{"mode":"secure"}})");
  const std::string usual = result_on(tree, false, std::nullopt);
  const std::string odd = result_on(tree, true, std::nullopt);
  const auto message = [](const std::string& result) {
    return at_path(*parse_json(result), "runs.1.nonPrivate.error.message").text();
  };
  // The iteration at which exact gradients diverge is a fact about the data.
  EXPECT_THAT(message(usual), HasSubstr("iterates diverged at iteration"));
  EXPECT_NE(message(usual), message(odd));
  const Json redacted = *parse_json(*redact(usual));
  EXPECT_EQ(write_json(without_releases(redacted)),
            write_json(without_releases(*parse_json(*redact(odd)))));
  EXPECT_THAT(write_json(redacted), Not(HasSubstr("diverged")));
  EXPECT_EQ(at_path(redacted, "runs.0.solution").size(), 2u);
  EXPECT_EQ(at_path(redacted, "privacy.releasable"), Json(false));
}

TEST(RedactedPair, HoldsNoConstantThatWasComputedFromTheData) {
  Json tree = with(file_experiment(), "algorithms",
                   R"([{"id":"dp-gd","parameters":{"iterations":12}},
                       {"id":"gd","parameters":{"iterations":12}}])");
  tree = with(with(tree, "problem.constants.smoothness", R"("data-spectral")"), "run",
              R"({"randomness":{"mode":"secure"}})");
  const std::string usual = result_on(tree, false, std::nullopt);
  const std::string odd = result_on(tree, true, std::nullopt);
  const std::string step = "runs.1.nonPrivate.parameters.stepSize";
  ASSERT_TRUE(at_path(*parse_json(usual), step).is_number());
  EXPECT_NE(at_path(*parse_json(usual), step), at_path(*parse_json(odd), step));
  EXPECT_EQ(*redact(usual), *redact(odd));
}

TEST(Redact, OfAnEarlierVersionKeepsNoOutcomeOfWhatWasNotPrivate) {
  const char* kOld = R"({"version":1,"engine":"0.9","status":"completed","fingerprint":null,
    "experiment":{"run":{"randomness":{"mode":"secure"}}},
    "privacy":{"total":{"epsilon":3,"delta":0},"randomness":"secure","release":"hardened",
      "releasable":true,"reasons":[],"statement":{"text":["... is 3-differentially private."]}},
    "runs":[
      {"algorithm":"dp-gd","label":"DP-GD","sweep":{},"repeat":0,"status":"completed",
       "parameters":{"stepSize":0.5},"privacy":{"notion":"pure","epsilon":1,"certified":true,
       "reasons":[]},"trace":{"iteration":[0,1],"seconds":[0,1]},"solution":[1,2],"seconds":1.5},
      {"algorithm":"gd","label":"gd","sweep":{},"repeat":0,"status":"diverged",
       "error":{"code":"diverged","message":"iterates diverged at iteration 175437"},
       "parameters":{"stepSize":0.123456},"privacy":{"notion":"none","certified":false},
       "trace":{"iteration":[0,1]},"gradientEvaluations":175437},
      {"algorithm":"dp-accmd-literal","label":"x","sweep":{},"repeat":0,"status":"completed",
       "privacy":{"notion":"approximate","epsilon":1,"delta":1e-6,"certified":false,
       "statement":"is (1, 1e-06)-differentially private"},"solution":[0.7777]},
      {"algorithm":"dp-gd","label":"y","sweep":{},"repeat":0,"status":"cancelled",
       "privacy":{"notion":"pure","epsilon":0.25,"certified":true},"solution":[0.8888]}],
    "nonPrivate":{"dataHash":"abc"}})";
  const auto text = redact(kOld);
  ASSERT_TRUE(text) << text.error().message;
  for (const char* secret : {"175437", "0.123456", "0.7777", "0.8888", "abc", "diverged",
                             "-differentially private", "seconds", "nonPrivate\":"}) {
    EXPECT_THAT(*text, Not(HasSubstr(secret)));
  }
  const Json redacted = *parse_json(*text);
  EXPECT_EQ(at_path(redacted, "runs.0.solution").size(), 2u);
  EXPECT_EQ(at_path(redacted, "runs.0.parameters.stepSize"), Json(0.5));
  EXPECT_EQ(at_path(redacted, "runs.1.privacy.guarantee"), Json("not-private"));
  EXPECT_EQ(at_path(redacted, "runs.2.privacy.guarantee"), Json("leaks"));
  EXPECT_TRUE(at_path(redacted, "runs.2.privacy.epsilon").is_null());
  EXPECT_TRUE(at_path(redacted, "privacy.total").is_null());
  EXPECT_EQ(at_path(redacted, "privacy.releasable"), Json(false));
  EXPECT_THAT(write_json(at_path(redacted, "privacy.reasons")), HasSubstr("earlier version"));
}

TEST(Redact, KeepsNothingThatNoListNames) {
  const Json result = testing::result_of(testing::small_experiment());
  Json changed = with(result, "runs.0.clipped", "0.25");
  changed = with(changed, "runs.0.trace.objective", "[1,2]");
  changed = with(changed, "dataHash", R"("abc")");
  changed = with(changed, "runs.0.privacy.ledger.0.gradient", "[0.5]");
  EXPECT_EQ(*redact(write_json(changed)), *redact(write_json(result)));
  const Json redacted = *parse_json(*redact(write_json(result)));
  EXPECT_EQ(*redact(write_json(redacted)), write_json(redacted));
}

/// Visits every value of a tree with its path.
void visit(const Json& tree, const std::string& path,
           const std::function<void(const std::string&, const Json&)>& take) {
  if (!path.empty()) take(path, tree);
  const auto below = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
  for (const auto& [key, member] : tree.members()) visit(member, below(key), take);
  for (std::size_t i = 0; tree.is_array() && i < tree.size(); ++i) {
    visit(tree.element(i), below(std::to_string(i)), take);
  }
}

// A name alone is no reason to let anything stand: the table says of what kind a value is.
TEST(Redact, KeepsNothingOfAnotherKindThanItsTableStates) {
  const Json asked = with(testing::small_experiment(), "run.trace.iterates", "true");
  const Json result = *parse_json(*redact(write_json(testing::result_of(asked))));
  int places = 0;
  visit(result, "", [&](const std::string& path, const Json& value) {
    const auto holds = [&](std::string_view name) { return path.find(name) != std::string::npos; };
    // What the experiment may hold has tests of its own (record_places_test.cpp), parameters have
    // names of their method, and what a list of numbers, or of points, holds is released.
    const bool may_hold = path.starts_with("experiment") || holds("parameters") ||
                          holds("executed") || holds("charged") || holds("noise.values") ||
                          holds("noise.grids") || holds("trace.iterates");
    if (may_hold) return;
    ++places;
    // What cannot be read as a result any more is refused.
    const auto expect_gone = [&](const char* planted) {
      const auto redacted = redact(write_json(with(result, path, planted)));
      const std::string text = redacted ? *redacted : redacted.error().message;
      EXPECT_THAT(text, Not(HasSubstr("77345"))) << path << planted;
      if (!redacted) return;
      const auto again = redact(*redacted);
      EXPECT_TRUE(!again || *again == *redacted) << path << planted;
    };
    expect_gone("[[77345.6789,0.2],[1,2]]");
    expect_gone(R"({"rows":[77345.6789,0.2]})");
    if (value.is_text() || value.is_boolean()) expect_gone("77345.6789");
    if (value.is_number() || value.is_boolean()) expect_gone(R"("Ann is 77345")");
  });
  EXPECT_GT(places, 150);
}

// Behind a name that nobody knows here stands what anybody may have put in.
TEST(Redact, KeepsNoFreeTextOfAnOutcomeWhoeverMadeIt) {
  const Json known = testing::result_of(testing::small_experiment());
  for (const char* algorithm : {"dp-gd", "my-own"}) {
    Json result = with(known, "experiment.algorithms.0.id", "\"" + std::string(algorithm) + "\"");
    for (const char* root : {"runs.0", "runs.1", "privacy.statement.entries.0"}) {
      result = with(result, std::string(root) + ".algorithm", "\"" + std::string(algorithm) + "\"");
    }
    const std::string before = *redact(write_json(result));
    EXPECT_EQ(*redact(before), before);
    for (const auto& [path, planted] :
         {std::pair("status", R"("Ann is 77345")"), std::pair("stop", R"("Ann is 77345")"),
          std::pair("stop", R"({"reason":"Ann is 77345","text":"x"})"),
          std::pair("stop", R"({"reason":"ended","text":"Ann is 77345"})"),
          std::pair("error", R"({"code":"failed","field":"","message":"Ann is 77345"})"),
          std::pair("error", R"({"code":"Ann is 77345","field":"","message":""})"),
          std::pair("parameters.rows", "[[77345.6789]]"),
          std::pair("trace.iterates", "[[77345.6789,1],[1,1]]")}) {
      const std::string redacted =
          *redact(write_json(with(result, std::string("runs.0.") + path, planted)));
      EXPECT_THAT(redacted, Not(HasSubstr("77345"))) << algorithm << path;
      EXPECT_EQ(*redact(redacted), redacted) << algorithm << path;
    }
  }
}

/// The block with every member that another of its kind has and it has not, but for the kind of
/// noise, which is a setting.
Json with_all_of(Json block, const Json& other) {
  for (const auto& [key, member] : other.members()) {
    if (!block.find(key) && key != "release") block.set(key, member);
  }
  return block;
}

TEST(Redact, KeepsOfARunThatPromisesNothingNoOutcomeUnderAnyName) {
  const Json both =
      with(testing::small_experiment(), "algorithms", R"([{"id":"dp-gd"},{"id":"gd"}])");
  Json result = testing::result_of(with(both, "run.repeats", "1"));
  const std::string before = *redact(write_json(result));
  int added = 0;
  for (const char* path : {"runs", "privacy.statement.entries"}) {
    const Json one = at_path(result, std::string(path) + ".0");
    const Json other = at_path(result, std::string(path) + ".1");
    const Json full = with_all_of(other, one);
    added += static_cast<int>(full.size() - other.size());
    result = with(result, std::string(path) + ".1", write_json(full).c_str());
  }
  const Json privacy = at_path(result, "runs.1.privacy");
  const Json full = with_all_of(privacy, at_path(result, "runs.0.privacy"));
  added += static_cast<int>(full.size() - privacy.size());
  result = with(result, "runs.1.privacy", write_json(full).c_str());
  EXPECT_GE(added, 20);
  EXPECT_EQ(*redact(write_json(result)), before);
}

TEST(Redact, SaysNothingOfWhetherRunsThatAreNotShownHadEnded) {
  const Json both =
      with(testing::small_experiment(), "algorithms", R"([{"id":"dp-gd"},{"id":"gd"}])");
  const Json ended = testing::result_of(with(both, "run.repeats", "1"));
  Json cancelled = with(ended, "status", R"("cancelled")");
  cancelled = with(cancelled, "runs.1.nonPrivate.status", R"("cancelled")");
  EXPECT_EQ(*redact(write_json(cancelled)), *redact(write_json(ended)));
  EXPECT_EQ(at_path(*parse_json(*redact(write_json(ended))), "status"), Json("completed"));
}

TEST(Redact, RecordsAmongTheValuesOfASweepAreAReasonAgainstRelease) {
  const Json result = *parse_json(*redact(write_json(testing::result_of(
      with(testing::small_experiment(), "run", R"({"randomness":{"mode":"secure"}})")))));
  ASSERT_EQ(at_path(result, "privacy.releasable"), Json(true));
  for (const char* path : {"data", "data.features.0.1", "data.targets.2"}) {
    const std::string axes = std::string(R"([{"path":")") + path + R"(","values":[1]}])";
    const Json swept = with(result, "experiment.sweep", axes);
    const Json redacted = *parse_json(*redact(write_json(swept)));
    EXPECT_EQ(at_path(redacted, "privacy.releasable"), Json(false)) << path;
    EXPECT_THAT(write_json(at_path(redacted, "privacy.reasons")),
                HasSubstr("holds the records themselves"));
  }
}

TEST(Redact, KeepsWhatCouldNotBePlannedOnlyWhereAllPlansArePublic) {
  const char* kRefused = R"([{"algorithm":"dp-svrg","label":"DP-SVRG","index":1,"sweep":{},
      "error":{"code":"invalid-value","field":"a","message":"0.123456 is too large","row":3}}])";
  const auto refused_of = [&](const char* algorithms) {
    const Json result =
        testing::result_of(with(testing::small_experiment(), "algorithms", algorithms));
    return at_path(*parse_json(*redact(write_json(with(result, "refused", kRefused)))), "refused");
  };
  const Json kept = refused_of(R"([{"id":"dp-gd"}])");
  EXPECT_EQ(at_path(kept, "0.error.message"), Json("0.123456 is too large"));
  EXPECT_TRUE(at_path(kept, "0.error.row").is_null());
  EXPECT_EQ(refused_of(R"([{"id":"dp-gd"},{"id":"gd"}])").size(), 0u);
}

TEST(Redact, TakesTheRecordsOutOfASecureExperiment) {
  const Json result = testing::result_of(
      with(testing::small_experiment(), "run", R"({"randomness":{"mode":"secure"}})"));
  EXPECT_EQ(at_path(result, "privacy.releasable"), Json(false));
  EXPECT_NE(at_path(result, "experiment.data").find("features"), nullptr);
  const Json redacted = *parse_json(*redact(write_json(result)));
  EXPECT_EQ(redacted.member("experiment").member("data").find("features"), nullptr);
  EXPECT_EQ(redacted.member("experiment").member("data").find("targets"), nullptr);
  EXPECT_EQ(at_path(redacted, "privacy.releasable"), Json(true));
}

}  // namespace
}  // namespace noisy
