#include "engine/question/recommend/recommend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/question/recommend/recommend_input.h"
#include "engine/question/trial/trial_point.h"
#include "tests/question/trial/trials.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

/// Breast cancer at epsilon 1 with no method that is recommended.
Json cancer() {
  return with(builtin_experiment("breast-cancer"), "algorithms", R"([{"id":"dp-nag-opt"}])");
}

Result<Recommendation> recommend_for(const Json& experiment, const RecommendRequest& request = {}) {
  const auto given = read_experiment_tree(experiment);
  if (!given) return std::unexpected(given.error());
  return recommend(*given, request);
}

Recommendation must_recommend(const Json& experiment, const RecommendRequest& request = {}) {
  auto found = recommend_for(experiment, request);
  EXPECT_TRUE(found) << found.error().field << ": " << found.error().message;
  return found ? *std::move(found) : Recommendation();
}

Json at_epsilon(const Json& experiment, double epsilon) {
  return with(experiment, "privacy.epsilon", std::to_string(epsilon));
}

TEST(Recommend, GivesTheSameBytesOnAnyNumberOfThreads) {
  const std::string text = write_json(cancer());
  const auto alone = recommendation(text, {.threads = 1});
  ASSERT_TRUE(alone) << alone.error().message;
  EXPECT_EQ(*recommendation(text, {.threads = 3}), *alone);
  EXPECT_EQ(*recommendation(text, {.threads = 1}), *alone);
}

TEST(Recommend, SimulatesTheNoiseThatTheWrittenExperimentPlans) {
  for (const char* privacy :
       {R"({"notion":"approximate","epsilon":1,"delta":1e-5})", R"({"notion":"zcdp","rho":0.1})",
        R"({"notion":"pure","epsilon":3})"}) {
    const Recommendation found = must_recommend(with(cancer(), "privacy", privacy));
    ASSERT_FALSE(found.ranked.empty());
    for (const Recommended& choice : found.ranked) {
      Json written = found.experiment;
      written.find("problem")->find("gradientClip")->set("bound", choice.gradient_clip);
      std::vector<Json> one;
      one.push_back(Json::object({{"id", choice.algorithm}, {"parameters", choice.parameters}}));
      written.set("algorithms", Json::array(std::move(one)));
      const auto point = trial_point(written, std::nullopt, TrialDepth::plans);
      ASSERT_TRUE(point) << point.error().message;
      const auto& planned = point->plans.algorithms.front();
      ASSERT_TRUE(planned) << planned.error().message;
      for (const PlannedReleases& releases : planned->plan->rule().planned()) {
        EXPECT_EQ(releases.first.noise_scale, choice.noise) << privacy;
        EXPECT_EQ(releases.last.noise_scale, choice.noise) << privacy;
      }
    }
  }
}

TEST(Recommend, WritesAnExperimentThatPlansAndSaysItsChoice) {
  const Recommendation found = must_recommend(cancer());
  const Json& problem = found.experiment.member("problem");
  EXPECT_EQ(problem.member("gradientClip").member("bound").number(),
            found.ranked.front().gradient_clip);
  EXPECT_EQ(problem.member("regularizer").member("kind").text(), "l2");
  EXPECT_EQ(problem.member("regularizer").member("strength").number(), 0.002);  // 1 / 569
  ASSERT_EQ(found.experiment.member("algorithms").size(), 1u);
  EXPECT_EQ(found.experiment.member("algorithms").element(0).member("id").text(),
            found.ranked.front().algorithm);
  EXPECT_THAT(found.sentences.front(), HasSubstr("gradients clipped to"));
}

TEST(Recommend, AsksWithFileAndBuiltinAlike) {
  Json file = with(cancer(), "data.kind", R"("file")");
  file = with(file, "data.format", R"("csv")");
  const Recommendation of_file =
      must_recommend(file, {.shape = StatedShape{.samples = 569, .features = 31}});
  const Recommendation of_builtin = must_recommend(cancer());
  EXPECT_EQ(of_file.ranked.front().parameters, of_builtin.ranked.front().parameters);
  EXPECT_EQ(of_file.ranked.front().expected.score, of_builtin.ranked.front().expected.score);
}

TEST(Recommend, KnowsOfWhichSourcesEveryRowIsAsLongAsItsBound) {
  const auto is_normalized = [](const char* name, const char* preprocess) {
    Json given = with(cancer(), "data", R"({"kind":"synthetic","samples":200})");
    given.find("data")->set("name", name);
    const auto read = read_experiment_tree(with(given, "data.preprocess", preprocess));
    EXPECT_TRUE(read) << read.error().message;
    const auto input = recommend_input(*read, {});
    EXPECT_TRUE(input) << input.error().message;
    return input->source.is_normalized;
  };
  EXPECT_TRUE(is_normalized("covertype-surrogate", "[]"));
  EXPECT_TRUE(is_normalized("a9a-like", "[]"));
  EXPECT_TRUE(is_normalized("text-like", "[]"));
  EXPECT_FALSE(is_normalized("covertype-surrogate", R"([{"kind":"add-intercept","value":1}])"));
  EXPECT_FALSE(
      is_normalized("covertype-surrogate", R"([{"kind":"clip-rows","norm":"l2","bound":0.5},
      {"kind":"add-intercept","value":1}])"));
}

TEST(Recommend, ExpectsMoreOfALargerBudgetAndOfMoreRecords) {
  double last = 2;
  for (const double epsilon : {0.1, 0.4, 1.6, 6.4}) {
    const Recommendation found = must_recommend(at_epsilon(cancer(), epsilon));
    const double share = found.ranked.front().expected.gap_share;
    EXPECT_LT(share, last) << epsilon;
    last = share;
    double with_fewer = share;
    for (const MoreRecords& more : found.larger_n) {
      EXPECT_LT(more.expected.gap_share, with_fewer) << epsilon << ", n = " << more.samples;
      with_fewer = more.expected.gap_share;
    }
  }
}

TEST(Recommend, RanksByRegretAndStaysWithinItsInterval) {
  const Recommendation found = must_recommend(cancer());
  for (std::size_t i = 1; i < found.ranked.size(); ++i) {
    EXPECT_LE(found.ranked[i - 1].regret, found.ranked[i].regret);
  }
  for (const Recommended& choice : found.ranked) {
    EXPECT_GE(choice.regret, 1);
    EXPECT_LE(choice.expected.low, choice.expected.score);
    EXPECT_LE(choice.expected.score, choice.expected.high);
    EXPECT_GT(choice.expected.score, choice.expected.start);
  }
}

TEST(Recommend, SaysThatNothingIsWorthRunningAndWhatWouldBe) {
  const Recommendation poor = must_recommend(at_epsilon(cancer(), 0.001));
  EXPECT_FALSE(poor.worth_running);
  ASSERT_TRUE(poor.least_epsilon);
  EXPECT_GT(*poor.least_epsilon, 0.001);
  const Recommendation enough = must_recommend(at_epsilon(cancer(), *poor.least_epsilon * 4));
  EXPECT_TRUE(enough.worth_running);
  ASSERT_TRUE(enough.least_epsilon);
  // Two searches by factors of 2 that begin at different places.
  EXPECT_LE(*enough.least_epsilon, *poor.least_epsilon * 4);
  EXPECT_GE(*enough.least_epsilon, *poor.least_epsilon / 4);
}

TEST(Recommend, KeepsWhatIsStated) {
  Json given = with(cancer(), "problem.gradientClip", R"({"norm":"l1","bound":0.8})");
  given = with(given, "problem.regularizer", R"({"kind":"l2","strength":0.03})");
  given = with(given, "algorithms", R"([{"id":"dp-gd","parameters":{"iterations":17}}])");
  const Recommendation found = must_recommend(given);
  for (const Recommended& choice : found.ranked) {
    EXPECT_EQ(choice.gradient_clip, 0.8);
    EXPECT_EQ(choice.strength, 0.03);
    EXPECT_EQ(choice.algorithm, "dp-gd");
    EXPECT_EQ(choice.parameters.member("iterations").number(), 17);
  }
  EXPECT_EQ(found.experiment.member("problem").member("gradientClip"),
            given.member("problem").member("gradientClip"));
  EXPECT_EQ(found.experiment.member("problem").member("regularizer"),
            given.member("problem").member("regularizer"));
  const Recommendation by_method = must_recommend(cancer(), {.method = "dp-gd"});
  for (const Recommended& choice : by_method.ranked) EXPECT_EQ(choice.algorithm, "dp-gd");
}

TEST(Recommend, KeepsAStatedStep) {
  const Json given = with(cancer(), "algorithms",
                          R"([{"id":"dp-hb","parameters":{"stepSize":0.25,"momentum":0.3}}])");
  for (const Recommended& choice : must_recommend(given).ranked) {
    EXPECT_EQ(choice.parameters.member("stepSize").number(), 0.25);
    EXPECT_EQ(choice.parameters.member("momentum").number(), 0.3);
  }
}

TEST(Recommend, KnowsRegressionAndClasses) {
  const Recommendation diabetes = must_recommend(
      with(builtin_experiment("diabetes"), "algorithms", R"([{"id":"dp-nag-opt"}])"));
  EXPECT_EQ(diabetes.measure, "r2");
  EXPECT_TRUE(diabetes.worth_running);
  Json digits = with(cancer(), "data", R"({"kind":"builtin","name":"digits","preprocess":[
      {"kind":"scale-columns","lower":0,"upper":16},{"kind":"add-intercept","value":1},
      {"kind":"clip-rows","norm":"l2","bound":7}]})");
  digits = with(digits, "problem", R"({"loss":"softmax","classes":10})");
  const Recommendation ten = must_recommend(digits, {.threads = 2});
  EXPECT_EQ(ten.measure, "accuracy");
  EXPECT_GT(ten.ranked.front().expected.score, ten.ranked.front().expected.start);
}

TEST(Recommend, TakesAnExperimentWithoutAlgorithms) {
  const auto found = recommendation(write_json(without(cancer(), "algorithms")), {});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(parse_json(*found)->member("experiment").member("algorithms").size(), 1u);
}

struct Refusal {
  const char* path;
  const char* value;
  const char* field;
  const char* words;
};

class RefusedRecommendations : public ::testing::TestWithParam<Refusal> {};

TEST_P(RefusedRecommendations, SayWhy) {
  const auto [path, value, field, words] = GetParam();
  const auto found = recommend_for(with(without(cancer(), "run.diagnostics"), path, value));
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().field, field);
  EXPECT_THAT(found.error().message, HasSubstr(words));
}

INSTANTIATE_TEST_SUITE_P(
    Recommend, RefusedRecommendations,
    ::testing::Values(Refusal{"problem.loss", R"("sigmoid")", "problem.loss", "no simulation"},
                      Refusal{"algorithms", R"([{"id":"dp-gd","parameters":{"iterations":5001}}])",
                              "algorithms.0.parameters.iterations", "at most 5000"},
                      Refusal{"privacy", R"({"notion":"none"})", "privacy.notion", "state epsilon"},
                      Refusal{"problem.domain", R"({"kind":"l2-ball","radius":1})",
                              "problem.domain", "leave the domain out"},
                      Refusal{"problem.regularizer", R"({"kind":"l1","strength":0.1})",
                              "problem.regularizer", "l2 regularizer or none"},
                      Refusal{"algorithms", R"([{"id":"dp-gd","parameters":{"batchSize":50}}])",
                              "algorithms.0.parameters.batchSize", "leave this out"}));

TEST(Recommend, RefusesRowsWithoutABoundFewRecordsAndOtherMethods) {
  const auto few = recommend_for(with(small_experiment(), "algorithms", R"([{"id":"dp-nag"}])"));
  ASSERT_FALSE(few);
  EXPECT_THAT(few.error().message, HasSubstr("fewer than 10"));
  const auto unbounded = recommend_for(with(file_experiment(), "data.preprocess", "[]"),
                                       {.shape = StatedShape{.samples = 100, .features = 2}});
  ASSERT_FALSE(unbounded);
  EXPECT_EQ(unbounded.error().field, "data.preprocess");
  const auto method = recommend_for(cancer(), {.method = "dp-nag"});
  ASSERT_FALSE(method);
  EXPECT_THAT(method.error().message, HasSubstr("choose dp-gd or dp-hb"));
}

}  // namespace
}  // namespace noisy::testing
