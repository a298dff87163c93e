#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "tests/statement/statements.h"

namespace noisy {
namespace {

using ::testing::AnyOf;
using testing::at_path;
using ::testing::Contains;
using ::testing::ElementsAre;
using testing::file_experiment;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::report_of;
using testing::result_of;
using testing::RunOptions;
using testing::small_experiment;
using testing::statement_experiments;
using testing::with;
using testing::without;

constexpr const char* kEntry = "privacy.statement.entries.0";

bool is_noticed(const Json& result) {
  return at_path(report_of(result), "consistent") != Json(true);
}

std::vector<std::string> texts(const Json& list) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < list.size(); ++i) out.push_back(list.element(i).text());
  return out;
}

std::vector<std::string> problems(const Json& result) {
  return texts(at_path(report_of(result), "problems"));
}

Json synthetic(const char* samples) {
  const Json data = *parse_json(
      R"({"kind":"synthetic","name":"logistic","samples":200,"features":4,"seed":1,
          "preprocess":[{"kind":"clip-rows","norm":"l1","bound":1}]})");
  return with(with(small_experiment(), "data", write_json(data)), "data.samples", samples);
}

/// The result of one experiment under the name of another: whatever a liar changes in the file
/// consistently, this is what comes out.
Json passed_off(const Json& ran, const Json& claimed, const RunOptions& options = {}) {
  return with(result_of(ran, options), "experiment", write_json(claimed));
}

TEST(ExperimentCheck, NoticesAReleasableFileThatIsNot) {
  const Json result = result_of(small_experiment());
  ASSERT_NE(at_path(result, "nonPrivate"), Json());
  const Json forged = with(result, "privacy.releasable", "true");
  EXPECT_THAT(problems(forged), Contains(HasSubstr("privacy.releasable: is true")));
  // Not even where the reasons are taken out, too.
  EXPECT_TRUE(is_noticed(with(forged, "privacy.reasons", "[]")));
}

TEST(ExperimentCheck, NoticesACertificateBesideAReason) {
  const Json result =
      result_of(with(small_experiment(), "privacy",
                     R"({"notion":"pure","epsilon":1,"calibration":"published-figures"})"));
  ASSERT_GT(at_path(result, "runs.0.privacy.reasons").size(), 0u);
  Json forged = result;
  for (const char* path : {"privacy.statement.certified", "privacy.statement.entries.0.certified",
                           "runs.0.privacy.certified", "runs.1.privacy.certified"}) {
    ASSERT_EQ(at_path(forged, path), Json(false)) << path;
    forged = with(forged, path, "true");
  }
  EXPECT_THAT(problems(forged), Contains(HasSubstr("runs.0.privacy.certified: is true")));
}

TEST(ExperimentCheck, NoticesALedgerThatIsNotThePlans) {
  const Json result = result_of(small_experiment());
  const std::string line = "runs.0.privacy.ledger.0";
  Json forged = with(result, line + ".noiseScaleFirst", "1e-9");
  forged = with(forged, line + ".noiseScaleLast", "1e-9");
  EXPECT_THAT(problems(forged), Contains(HasSubstr(line + ".noiseScaleFirst: is 1e-9")));
  EXPECT_TRUE(is_noticed(with(result, line + ".cost", "1")));
  EXPECT_TRUE(is_noticed(with(result, line + ".mechanism", R"("gaussian")")));
}

TEST(ExperimentCheck, NoticesRunsThatWereLeftOut) {
  const Json one = with(small_experiment(), "run.repeats", "1");
  const Json forged = passed_off(one, with(one, "run.repeats", "10"));
  EXPECT_THAT(problems(forged),
              Contains(HasSubstr("runs: holds 1 runs: the experiment asks for 10")));
  const Json two = with(one, "sweep", R"([{"path":"privacy.epsilon","values":[2,3]}])");
  EXPECT_TRUE(is_noticed(passed_off(one, two)));
  EXPECT_TRUE(is_noticed(passed_off(two, one)));
}

TEST(ExperimentCheck, NoticesABoundThatPreprocessingDoesNotEnforce) {
  const Json honest = small_experiment();
  const Json bounded = with(honest, "data.preprocess.0.bound", "0.01");
  const std::vector<std::string> found = problems(passed_off(bounded, honest));
  EXPECT_THAT(found, Contains(HasSubstr(std::string(kEntry) + ".sensitivity.featureBound: is "
                                                              "0.01: the experiment gives 1")));
}

TEST(ExperimentCheck, NoticesAnotherNumberOfRecordsWhereTheExperimentSaysIt) {
  const Json forged = passed_off(synthetic("20000"), synthetic("200"));
  EXPECT_THAT(
      problems(forged),
      Contains(HasSubstr(std::string(kEntry) + ".samples: is 20000: the experiment gives 200")));
  const Json twice = with(with(small_experiment(), "data.features", "[[1,0],[0,1],[1,0],[0,1]]"),
                          "data.targets", "[1,-1,1,-1]");
  EXPECT_TRUE(is_noticed(passed_off(small_experiment(), twice)));
  const Json builtin =
      with(with(small_experiment(), "data", R"({"kind":"builtin","name":"diabetes","preprocess":[
        {"kind":"clip-rows","norm":"l1","bound":1}, {"kind":"scale-target","lower":25,"upper":346}]})"),
           "problem.loss", R"("squared")");
  const Json result = result_of(with(with(builtin, "run.diagnostics", "[]"), "problem.gradientClip",
                                     R"({"norm":"l2","bound":1})"));
  EXPECT_FALSE(is_noticed(result)) << write_json(report_of(result));
  EXPECT_TRUE(is_noticed(with(result, std::string(kEntry) + ".samples", "44200")));
}

TEST(ExperimentCheck, BelievesTheNumberOfRecordsOfAFileAndSaysSo) {
  const RunOptions options{.data = "0.5,0.1,1\n0.2,-0.4,-1\n0.1,0.3,1\n-0.2,0.1,-1\n"};
  const Json report = report_of(result_of(file_experiment(), options));
  EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report);
  EXPECT_EQ(at_path(report, "experiment.compared"), Json(true));
  EXPECT_THAT(at_path(report, "sentence").text(), HasSubstr("consistent with the experiment"));
  EXPECT_THAT(at_path(report, "sentence").text(),
              HasSubstr("Not compared: the numbers of records and columns of the file"));
  // A sample of so many rows says n whatever the file holds.
  const auto sampled = [](const char* count) {
    const std::string step = std::string(R"({"kind":"sample-rows","count":)") + count + "}";
    return with(file_experiment(), "data.preprocess",
                "[" + step + R"(,{"kind":"clip-rows","norm":"l1","bound":1}])");
  };
  EXPECT_FALSE(is_noticed(result_of(sampled("4"), options)));
  EXPECT_TRUE(is_noticed(passed_off(sampled("4"), sampled("2"), options)));
}

struct Change {
  const char* path;
  const char* value;
};

/// Everything in an experiment that its guarantee rests on.
const Change kChanges[] = {{"privacy.epsilon", "1"},
                           {"privacy", R"({"notion":"approximate","epsilon":2,"delta":1e-5})"},
                           {"privacy", R"({"notion":"none"})"},
                           {"privacy.mechanism", R"("laplace")"},
                           {"privacy.calibration", R"("published-figures")"},
                           {"data.preprocess.0.bound", "0.5"},
                           {"data.preprocess.0.norm", R"("l2")"},
                           {"data.preprocess", "[]"},
                           {"data.preprocess.1", R"({"kind":"standardize"})"},
                           {"data.samples", "400"},
                           {"data.features", "5"},
                           {"problem.gradientClip", R"({"norm":"l1","bound":0.1})"},
                           {"problem.loss", R"("huber")"},
                           {"problem.regularizer.strength", "0.2"},
                           {"problem.constants", R"({"smoothness":"data-spectral"})"},
                           {"algorithms.0.id", R"("dp-hb")"},
                           {"algorithms.0.label", R"("another")"},
                           {"algorithms.0.parameters.iterations", "9"},
                           {"algorithms.0.parameters.batchSize", "20"},
                           {"algorithms.0.parameters.start", "1"},
                           {"run.repeats", "1"},
                           {"run.randomness.mode", R"("secure")"},
                           {"run.randomness.release", R"("hardened")"},
                           {"sweep", R"([{"path":"privacy.epsilon","values":[2]}])"}};

TEST(ExperimentCheck, NoticesEveryChangeOfTheExperimentThatMatters) {
  const Json honest = with(synthetic("200"), "run.diagnostics", "[]");
  const Json result = result_of(honest);
  ASSERT_FALSE(is_noticed(result)) << write_json(report_of(result));
  for (const Change& change : kChanges) {
    Json claimed = honest;
    if (std::string(change.path) == "data.preprocess.1") {
      claimed = with(honest, "data.preprocess",
                     R"([{"kind":"clip-rows","norm":"l1","bound":1},{"kind":"standardize"}])");
    } else {
      claimed = with(honest, change.path, change.value);
    }
    const bool is_default = std::string(change.path) == "privacy.mechanism";
    EXPECT_EQ(is_noticed(with(result, "experiment", write_json(claimed))), !is_default)
        << change.path << " " << change.value;
  }
}

// ---- a lie in every leaf ------------------------------------------------------------------------

/// Visits every leaf of a tree with its path.
void visit_leaves(const Json& tree, const std::string& path,
                  const std::function<void(const std::string&, const Json&)>& take) {
  const bool is_container = tree.is_object() || tree.is_array();
  if (!is_container) return take(path, tree);
  for (const auto& [key, value] : tree.members()) {
    if (key != "sweep") visit_leaves(value, path + "." + key, take);
  }
  for (std::size_t i = 0; tree.is_array() && i < tree.size(); ++i) {
    visit_leaves(tree.element(i), path + "." + std::to_string(i), take);
  }
}

/// What a liar could put in a leaf's place.
std::vector<Json> lies_about(const Json& leaf) {
  if (leaf.is_boolean()) return {!leaf.boolean()};
  if (leaf.is_number()) return {leaf.number() * 0.99 + (leaf.number() == 0), leaf.number() + 1};
  if (leaf.is_text()) return {leaf.text() + "x", ""};
  return {1, true, "x"};
}

/// Leaves that may be changed without being noticed, each with the reason.
bool may_change(const std::string& path, const Json& experiment) {
  // Scales at a released point's own sensitivity follow what was released; the check knows their
  // range.
  const Json& parameters = at_path(experiment, "algorithms.0.parameters");
  const bool follows_state = parameters.member("sensitivity") == Json("state-dependent");
  return follows_state && path.find(".ledger.") != std::string::npos &&
         path.find("noiseScale") != std::string::npos;
}

class Lies : public ::testing::TestWithParam<testing::NamedExperiment> {};

TEST_P(Lies, AreNoticedInEveryLeafThatSaysSomethingOfPrivacy) {
  const Json& experiment = GetParam().experiment;
  const Json result = result_of(experiment);
  ASSERT_FALSE(is_noticed(result)) << write_json(report_of(result), JsonLayout::pretty);
  int leaves = 0;
  const auto change = [&](const std::string& path, const Json& leaf) {
    ++leaves;
    if (may_change(path, experiment)) return;
    for (const Json& lie : lies_about(leaf)) {
      EXPECT_TRUE(is_noticed(with(result, path, write_json(lie))))
          << path << " " << write_json(leaf) << " -> " << write_json(lie);
    }
  };
  for (const std::string root : {"privacy", "experiment.privacy", "experiment.data.preprocess",
                                 "runs.0.privacy", "runs.0.parameters"}) {
    visit_leaves(at_path(result, root), root, change);
  }
  EXPECT_GT(leaves, 100);
}

std::vector<testing::NamedExperiment> chosen_experiments() {
  std::vector<testing::NamedExperiment> chosen;
  for (testing::NamedExperiment& one : statement_experiments()) {
    for (const char* name : {"Pure", "HardenedGaussian", "StateDependent", "Published", "Choices",
                             "SolutionInRho", "ClippedGaussian"}) {
      if (one.name == name) chosen.push_back(std::move(one));
    }
  }
  return chosen;
}

INSTANTIATE_TEST_SUITE_P(ExperimentCheck, Lies, ::testing::ValuesIn(chosen_experiments()),
                         [](const auto& test) { return test.param.name; });

TEST(ExperimentCheck, KnowsTheRangeOfScalesThatFollowReleasedPoints) {
  const Json result = result_of(with(
      small_experiment(), "algorithms",
      R"([{"id":"dp-gd","parameters":{"iterations":6,"batchSize":3,"sensitivity":"state-dependent"}}])"));
  ASSERT_FALSE(is_noticed(result)) << write_json(report_of(result));
  const std::string scale = "runs.0.privacy.ledger.0.noiseScaleLast";
  EXPECT_TRUE(is_noticed(with(result, scale, "1e-9")));
  EXPECT_TRUE(is_noticed(with(result, scale, "1e9")));
}

TEST(ExperimentCheck, NoticesWhatIsAddedAndWhatIsLeftOut) {
  const Json result = result_of(small_experiment());
  for (const char* path : {"privacy.statement.entries.0.guarantee2", "privacy.more",
                           "runs.0.privacy.more", "runs.0.parameters.more"}) {
    EXPECT_TRUE(is_noticed(with(result, path, "1"))) << path;
  }
  for (const char* path : {"privacy.releasable", "privacy.reasons", "runs.0.privacy.reasons",
                           "runs.0.privacy.neighbours", "runs.0.privacy.ledger",
                           "privacy.statement.assumptions", "privacy.statement.text"}) {
    EXPECT_TRUE(is_noticed(without(result, path))) << path;
  }
}

TEST(ExperimentCheck, SaysThatAStatementByItselfWasNotCompared) {
  const Json result = result_of(small_experiment());
  const Json report = report_of(at_path(result, "privacy.statement"));
  EXPECT_EQ(at_path(report, "consistent"), Json(true));
  EXPECT_EQ(at_path(report, "experiment.compared"), Json(false));
  EXPECT_THAT(at_path(report, "sentence").text(), HasSubstr("a statement by itself holds none"));
  EXPECT_THAT(at_path(report, "sentence").text(), Not(HasSubstr("consistent with")));
  EXPECT_THAT(at_path(report_of(result), "sentence").text(),
              HasSubstr("consistent with the experiment"));
}

TEST(ExperimentCheck, AnExperimentThatCannotBePlannedIsAFinding) {
  const Json result = result_of(small_experiment());
  for (const auto& [path, value] :
       {std::pair("experiment.privacy.epsilon", "-1"), std::pair("experiment.more", "1"),
        std::pair("experiment.problem.domain", R"({"kind":"moon"})"),
        std::pair("experiment", "{}")}) {
    EXPECT_THAT(problems(with(result, path, value)), Contains(HasSubstr("cannot be planned")))
        << path;
  }
}

TEST(ExperimentCheck, NoHostileExperimentCrashesIt) {
  const Json result = result_of(file_experiment(), {.data = "0.5,0.1,1\n0.2,-0.4,-1\n"});
  for (const char* value : {"9007199254740992", "1e300", "0", "-1", "null", "[]"}) {
    for (const std::string& path :
         {std::string(kEntry) + ".samples", std::string(kEntry) + ".dimension",
          std::string("experiment.privacy.epsilon"), std::string("experiment.run.repeats"),
          std::string("experiment.algorithms.0.parameters.batchSize"), std::string("runs")}) {
      EXPECT_TRUE(is_noticed(with(result, path, value))) << path << " " << value;
    }
  }
}

TEST(ExperimentCheck, ReadsAResultFromBeforeColumnsCouldBeMappedElsewhereAsItWasMeant) {
  const auto scaled = [](const char* to) {
    return R"([{"kind":"scale-columns","lower":-1,"upper":[2,3])" + std::string(to) + "}]";
  };
  const Json today =
      result_of(with(small_experiment(), "data.preprocess", scaled(R"(,"to":[0,1])")));
  // As such a file was written: the experiment of its author, and no range in it.
  const Json old = with(today, "experiment.data.preprocess", scaled(""));
  const Json report = report_of(old);
  EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report, JsonLayout::pretty);
  EXPECT_EQ(at_path(report, "experiment.compared"), Json(true));
  EXPECT_THAT(texts(at_path(report, "experiment.assumed")),
              ElementsAre(HasSubstr("columns are mapped to [0, 1]")));
  EXPECT_THAT(at_path(report, "sentence").text(), HasSubstr("Assumed: columns are mapped"));
  // What states its range is read as it says.
  EXPECT_EQ(at_path(report_of(today), "experiment.assumed"), Json());
  const Json other = with(today, "experiment.data.preprocess", scaled(R"(,"to":[-1,1])"));
  EXPECT_TRUE(is_noticed(other));
}

/// The report on a result beside what its data file holds.
Json report_on(const Json& result, const FoundData& data) {
  const auto report = check_statement(write_json(result), data);
  EXPECT_TRUE(report) << (report ? "" : report.error().message);
  return report ? *parse_json(report->json) : Json();
}

TEST(ExperimentCheck, BelievesNothingOfADataFileThatItSees) {
  const Json result = result_of(with(file_experiment("csv"), "run.diagnostics", "[]"),
                                {.data = "u,v,y\n0.5,1,1\n0.25,0,-1\n0.1,0.2,1\n"});
  const FoundData found{.samples = 3, .features = 2, .has_header = true};
  const Json honest = report_on(result, found);
  EXPECT_EQ(at_path(honest, "consistent"), Json(true)) << write_json(honest);
  EXPECT_THAT(at_path(honest, "sentence").text(), Not(HasSubstr("believed")));
  EXPECT_THAT(at_path(report_of(result), "sentence").text(), HasSubstr("which are believed"));

  const std::string entry = kEntry;
  const auto problems_of = [&](const FoundData& data) {
    return texts(at_path(report_on(result, data), "problems"));
  };
  FoundData fewer = found;
  fewer.samples = 2;
  EXPECT_THAT(problems_of(fewer), Contains(HasSubstr(entry + ".samples: is 3")));
  FoundData wider = found;
  wider.features = 4;
  EXPECT_THAT(problems_of(wider), Contains(HasSubstr(entry + ".dimension: is 2")));
  FoundData headless = found;
  headless.has_header = false;
  EXPECT_THAT(problems_of(headless), Contains(HasSubstr(entry + ".header: is true")));
}

}  // namespace
}  // namespace noisy
