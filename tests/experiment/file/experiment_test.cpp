#include "engine/experiment/file/experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/diagnostic/diagnostic.h"
#include "engine/experiment/file/fields.h"
#include "tests/experiment/file/experiments.h"

namespace noisy {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::small_experiment;
using testing::with;
using testing::without;

Error error_of(const Json& tree) {
  const Result<Experiment> read = read_experiment(write_json(tree));
  return read ? Error{.code = ErrorCode::internal, .field = "", .message = "no error"}
              : read.error();
}

std::vector<std::string> ids_of(const RunSpec& run) {
  std::vector<std::string> ids;
  for (const DiagnosticEntry* diagnostic : run.diagnostics) ids.push_back(diagnostic->id);
  return ids;
}

TEST(ExperimentFile, IsReadIntoTypes) {
  const Result<Experiment> read = read_experiment(write_json(small_experiment()));
  ASSERT_TRUE(read) << read.error().field << ": " << read.error().message;
  EXPECT_EQ(std::get<InlineSource>(read->data->source).features.size(), 8u);
  EXPECT_EQ(std::get<ClipRows>(read->data->preprocess[0]).norm, RowNorm::l1);
  EXPECT_EQ(read->problem.regularizer.kind, Regularizer::Kind::l2);
  EXPECT_EQ(read->problem.regularizer.strength, 0.1);
  EXPECT_EQ(read->privacy.epsilon, 2);
  EXPECT_EQ(read->algorithms[0].parameters.number("iterations"), 12);
  EXPECT_EQ(read->run.seed, 7u);
  EXPECT_EQ(read->run.trace_points, 5);
  EXPECT_THAT(ids_of(read->run), Contains("accuracy"));
}

TEST(ExperimentFile, FillsInDefaults) {
  const Result<Experiment> read = read_experiment(write_json(without(small_experiment(), "run")));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->run.repeats, 1);
  EXPECT_EQ(read->run.randomness, Randomness::reproducible);
  EXPECT_EQ(read->run.trace_points, 200);
  EXPECT_THAT(ids_of(read->run), ElementsAre("objective", "suboptimality"));
  EXPECT_EQ(read->privacy.neighbours, Neighbours::replace_one);
  EXPECT_EQ(read->algorithms[0].label, find_algorithm("dp-gd")->title);
}

TEST(ExperimentFile, KnowsTheSizesOfTheCovertypeSurrogate) {
  const auto read_block = [](const std::string& more) {
    return read_experiment(
        write_json(with(small_experiment(), "data",
                        R"({"kind":"synthetic","name":"covertype-surrogate")" + more + "}")));
  };
  const Result<Experiment> read = read_block("");
  ASSERT_TRUE(read) << read.error().field << ": " << read.error().message;
  EXPECT_EQ(std::get<SyntheticParameters>(read->data->source).samples, 200'000);
  const Result<Experiment> smaller = read_block(R"(,"samples":2000,"seed":150)");
  ASSERT_TRUE(smaller);
  EXPECT_EQ(std::get<SyntheticParameters>(smaller->data->source).samples, 2000);
  const Result<Experiment> wider = read_block(R"(,"features":55)");
  ASSERT_FALSE(wider);
  EXPECT_EQ(wider.error().field, "data.features");
}

TEST(ExperimentFile, SecureModeAsksForNoDiagnosticsByItself) {
  const Json secure = with(small_experiment(), "run", R"({"randomness": {"mode": "secure"}})");
  const Result<Experiment> read = read_experiment(write_json(secure));
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->run.diagnostics.empty());
}

struct Mistake {
  const char* path;   ///< what is changed
  const char* value;  ///< to what; "" removes it
  const char* code;
  const char* field;
  const char* message;  ///< a part of it
};

class Mistakes : public ::testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, AreNamed) {
  const Mistake& mistake = GetParam();
  const Json changed = *mistake.value ? with(small_experiment(), mistake.path, mistake.value)
                                      : without(small_experiment(), mistake.path);
  const Error error = error_of(changed);
  EXPECT_EQ(code_text(error.code), mistake.code);
  EXPECT_EQ(error.field, mistake.field);
  EXPECT_THAT(error.message, HasSubstr(mistake.message));
}

INSTANTIATE_TEST_SUITE_P(
    Top, Mistakes,
    ::testing::Values(Mistake{"version", "2", "unsupported-version", "version", "reads version 1"},
                      Mistake{"version", "\"1\"", "invalid-type", "version", "the number 1"},
                      Mistake{"version", "", "missing-field", "version", "is required"},
                      Mistake{"data", "", "missing-field", "data", "where the records come from"},
                      Mistake{"algorithms", "[]", "invalid-value", "algorithms", "at least one"},
                      Mistake{"algorithms", "{}", "invalid-type", "algorithms", "must be an array"},
                      Mistake{"privcy", "{}", "unknown-field", "privcy",
                              "Did you mean \"privacy\"?"},
                      Mistake{"zzzzzzzz", "1", "unknown-field", "zzzzzzzz", "Known: \"version\""},
                      Mistake{"title", "5", "invalid-type", "title", "must be a text"}));

INSTANTIATE_TEST_SUITE_P(
    Data, Mistakes,
    ::testing::Values(
        Mistake{"data.kind", "\"sythetic\"", "invalid-value", "data.kind",
                "Did you mean \"synthetic\"?"},
        Mistake{"data.kind", "", "missing-field", "data.kind", "one of"},
        Mistake{"data.features", "[[1,2],[1,\"a\"]]", "not-a-number", "data.features.1.1",
                "finite number"},
        Mistake{"data.features", "[[1,2],[1,null]]", "not-finite", "data.features.1.1",
                "finite number"},
        Mistake{"data.targets", "[null]", "not-finite", "data.targets.0", "finite number"},
        Mistake{"data.preprocess.0.bound", "0", "invalid-value", "data.preprocess.0.bound",
                "at least 1e-100"},
        Mistake{"data.preprocess.0.bund", "1", "unknown-field", "data.preprocess.0.bund",
                "Did you mean \"bound\"?"},
        Mistake{"data.preprocess.0.kind", "\"clip\"", "unknown-name", "data.preprocess.0.kind",
                "clip-rows"},
        Mistake{"data.declaredSamples", "8", "conflicting-fields", "data.declaredSamples",
                "add-remove"},
        Mistake{"data", R"({"kind":"synthetic","name":"logistc","samples":10,"features":2})",
                "unknown-name", "data.name", "Did you mean \"logistic\"?"},
        Mistake{"data",
                R"({"kind":"synthetic","name":"linear","samples":10,"features":2,"labels":"sign"})",
                "unknown-field", "data.labels", "no field \"labels\""},
        Mistake{"data", R"({"kind":"synthetic","name":"logistic","samples":1.5,"features":2})",
                "invalid-value", "data.samples", "whole number"},
        Mistake{"data", R"({"kind":"synthetic","name":"logistic","samples":1e10,"features":2})",
                "invalid-value", "data.samples", "at most"},
        Mistake{"data",
                R"({"kind":"synthetic","name":"logistic","samples":10,"features":2,"seed":1e16})",
                "invalid-value", "data.seed", "9007199254740991"},
        Mistake{"data", R"({"kind":"builtin","name":"iris"})", "unknown-name", "data.name",
                "breast-cancer"},
        Mistake{"data", R"({"kind":"file","name":"a.csv","format":"cvs"})", "invalid-value",
                "data.format", "Did you mean \"csv\"?"},
        Mistake{"data", R"({"kind":"file","name":"a.csv","format":"csv","delimiter":""})",
                "invalid-value", "data.delimiter", "one character"}));

INSTANTIATE_TEST_SUITE_P(
    Problem, Mistakes,
    ::testing::Values(
        Mistake{"problem.loss", "\"logistik\"", "unknown-name", "problem.loss",
                "Did you mean \"logistic\"?"},
        Mistake{"problem.kind", "\"sadle\"", "unsupported-option", "problem.kind",
                "must be \"gallery\""},
        Mistake{"problem.regularizer", R"({"kind":"l3","strength":1})", "unknown-name",
                "problem.regularizer.kind", "must be one of \"l2\", \"l1\""},
        Mistake{"problem.regularizer", R"({"kind":"l1","strength":1,"l2Strength":1})",
                "unknown-field", "problem.regularizer.l2Strength", "Did you mean"},
        Mistake{"problem.regularizer", R"({"kind":"elastic-net","strength":1})", "missing-field",
                "problem.regularizer.l2Strength", "is required"},
        Mistake{"problem.domain", R"({"kind":"l2-ball"})", "missing-field", "problem.domain.radius",
                "is required"},
        Mistake{"problem.domain", R"({"kind":"l2-ball","radius":0})", "invalid-value",
                "problem.domain.radius", "greater than 0"},
        Mistake{"problem.domain", R"({"kind":"cube","radius":1})", "unknown-name",
                "problem.domain.kind", "linf-ball"},
        Mistake{"problem.domain", R"({"kind":"hull","vertices":[[1,2],[1]]})", "invalid-value",
                "problem.domain.vertices.1", "same length"},
        Mistake{"problem.width", "1", "conflicting-fields", "problem.width", "has no width"},
        Mistake{"problem.regularizer", R"({"kind":"l2"})", "missing-field",
                "problem.regularizer.strength", "is required"},
        Mistake{"problem.regularizer", R"({"kind":"none","strength":1})", "conflicting-fields",
                "problem.regularizer.strength", "no strength"},
        Mistake{"problem.constants", R"({"smoothness":"guess"})", "unknown-name",
                "problem.constants.smoothness", "public-bound"},
        Mistake{"problem.constants", R"({"smoothness":-1})", "unknown-name",
                "problem.constants.smoothness", "greater than 0"},
        Mistake{"problem.constants", R"({"radius":1})", "unsupported-option",
                "problem.constants.radius", "problem.domain"},
        Mistake{"problem.gradientClip", R"({"norm":"l2"})", "missing-field",
                "problem.gradientClip.bound", "is required"}));

INSTANTIATE_TEST_SUITE_P(
    Privacy, Mistakes,
    ::testing::Values(
        Mistake{"privacy.epsilon", "0", "invalid-budget", "privacy.epsilon",
                "is 0 but must be a finite number greater than 0"},
        Mistake{"privacy.epsilon", "-1", "invalid-budget", "privacy.epsilon", "greater than 0"},
        Mistake{"privacy.epsilon", "null", "invalid-budget", "privacy.epsilon", "NaN"},
        Mistake{"privacy.epsilon", "\"1\"", "invalid-type", "privacy.epsilon", "finite number"},
        Mistake{"privacy.epsilon", "", "missing-field", "privacy.epsilon", "\"pure\" needs it"},
        Mistake{"privacy.delta", "1e-6", "conflicting-fields", "privacy.delta", "does not have it"},
        Mistake{"privacy", R"({"notion":"approximate","epsilon":1,"delta":1})", "invalid-budget",
                "privacy.delta", "at most"},
        Mistake{"privacy.notion", "\"renyi\"", "invalid-value", "privacy.notion", "\"zcdp\""},
        Mistake{"privacy.noiseConstant", "1", "conflicting-fields", "privacy.noiseConstant",
                "the calibration \"paper\""}));

INSTANTIATE_TEST_SUITE_P(
    Algorithms, Mistakes,
    ::testing::Values(Mistake{"algorithms.0.id", "\"dp-ngd\"", "unknown-algorithm",
                              "algorithms.0.id", "Did you mean"},
                      Mistake{"algorithms.0.id", "", "missing-field", "algorithms.0.id",
                              "is required"},
                      Mistake{"algorithms.0.parameters.iterations", "0", "invalid-value",
                              "algorithms.0.parameters.iterations", "at least 1"},
                      Mistake{"algorithms.0.parameters.iterations", "1.5", "invalid-value",
                              "algorithms.0.parameters.iterations", "whole number"},
                      Mistake{"algorithms.0.parameters.iterations", "2e9", "invalid-value",
                              "algorithms.0.parameters.iterations", "at most"},
                      Mistake{"algorithms.0.parameters.iterations", "true", "invalid-type",
                              "algorithms.0.parameters.iterations", "whole number"},
                      Mistake{"algorithms.0.parameters.iterations", "\"ten\"", "invalid-value",
                              "algorithms.0.parameters.iterations", "\"pl\""},
                      Mistake{"algorithms.0.parameters.iteration", "5", "unknown-field",
                              "algorithms.0.parameters.iteration", "Did you mean \"iterations\"?"},
                      Mistake{"algorithms.0.parameters", R"({"stepSize":0.1,"stepScale":1})",
                              "conflicting-fields", "algorithms.0.parameters.stepSize", "not both"},
                      Mistake{"algorithms.0.parameters.start", "[0,\"a\"]", "invalid-type",
                              "algorithms.0.parameters.start", "array of such numbers"}));

INSTANTIATE_TEST_SUITE_P(
    Run, Mistakes,
    ::testing::Values(
        Mistake{"run.repeats", "0", "invalid-value", "run.repeats", "at least 1"},
        Mistake{"run.repeats", "10001", "invalid-value", "run.repeats", "at most"},
        Mistake{"run.trace.points", "1", "invalid-value", "run.trace.points", "at least 2"},
        Mistake{"run.trace.points", "1e6", "invalid-value", "run.trace.points", "at most"},
        Mistake{"run.randomness", R"({"mode":"secure","seed":1})", "conflicting-fields",
                "run.randomness.seed", "never repeated"},
        Mistake{"run.release", "\"soft\"", "invalid-value", "run.release", "\"hardened\""},
        Mistake{"run", R"({"release":"hardened",
                           "randomness":{"mode":"reproducible","release":"floating"}})",
                "conflicting-fields", "run.release", "randomness.release"},
        Mistake{"problem.loss", "\"squared\"", "unsupported-option", "run.diagnostics",
                "judges predicted labels or classes"},
        Mistake{"run.diagnostics", R"(["gap"])", "unknown-name", "run.diagnostics.0",
                "\"accuracy\""}));

INSTANTIATE_TEST_SUITE_P(
    Sweep, Mistakes,
    ::testing::Values(Mistake{"sweep", R"([{"path":"run.repeats","values":[1]}])", "invalid-value",
                              "sweep.0.path", "data, problem, privacy or algorithms"},
                      Mistake{"sweep", R"([{"path":"privacy.epsilon","values":[]}])",
                              "invalid-value", "sweep.0.values", "at least one"},
                      Mistake{"sweep", R"([{"path":"privacy.epsilon"}])", "missing-field",
                              "sweep.0.values", "is required"}));

TEST(ExperimentFile, SaysWhereTheTextIsNotJson) {
  const auto read = read_experiment("{\"version\": 1,\n \"privacy\": {\"epsilon\": NaN}}");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::invalid_json);
  EXPECT_EQ(read.error().field, "line 2, column 25");
}

TEST(ExperimentFile, RefusesMoreAlgorithmsThanTheCap) {
  std::vector<Json> many(FormatLimits::kAlgorithms + 1, Json::object({{"id", "dp-gd"}}));
  Json tree = small_experiment();
  tree.set("algorithms", Json::array(many));
  EXPECT_EQ(error_of(tree).code, ErrorCode::limit_exceeded);
}

TEST(ExperimentFile, RefusesALongTitle) {
  Json tree = small_experiment();
  tree.set("title", std::string(FormatLimits::kTitleLength + 1, 'x'));
  const Error error = error_of(tree);
  EXPECT_EQ(error.code, ErrorCode::limit_exceeded);
  EXPECT_EQ(error.field, "title");
}

TEST(Suggestions, NameTheNearestWordAndNothingFarAway) {
  const std::vector<std::string> words = {"momentum", "stepSize", "stepScale"};
  EXPECT_EQ(did_you_mean("stepsize", words), " Did you mean \"stepSize\"?");
  EXPECT_EQ(did_you_mean("momentun", words), " Did you mean \"momentum\"?");
  EXPECT_EQ(did_you_mean("banana", words), "");
}

TEST(Suggestions, TellAccentsApartThatLookTheSame) {
  const std::vector<std::string> composed = {"caf\u00e9"};
  EXPECT_THAT(did_you_mean("cafe\u0301", composed), HasSubstr("They may look the same"));
  EXPECT_EQ(did_you_mean("caf\u00e8", composed), " Did you mean \"caf\u00e9\"?");
}

TEST(ExperimentFile, KnowsWhatASweepWasMeantToGoOver) {
  Json tree = small_experiment();
  tree.set("sweep", *parse_json(R"([{"path": "privcy.epsilon", "values": [1, 2]}])"));
  EXPECT_THAT(error_of(tree).message, HasSubstr("Did you mean \"privacy\"?"));
}

}  // namespace
}  // namespace noisy
