// Any experiment as a KL problem: what is changed, and that what is said of it is so.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "engine/question/trial/trial_point.h"
#include "tests/question/trial/trials.h"

namespace noisy::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Json synthetic(const std::string& samples) {
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"synthetic","name":"logistic","features":10,"seed":1,
                       "preprocess":[{"kind":"clip-rows","norm":"l2","bound":1}]})");
  tree = with(tree, "data.samples", samples);
  return with(tree, "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-6})");
}

/// Records of one's own, of which nothing is bounded.
Json own_file() {
  const Json tree =
      with(synthetic("1"), "data", R"({"kind":"file","name":"own.csv","format":"csv"})");
  return with(tree, "run.diagnostics", R"(["objective"])");
}

std::vector<std::string> ids_of(const Json& experiment) {
  std::vector<std::string> ids;
  for (const Json& one : experiment.member("algorithms").elements()) {
    ids.push_back(one.member("id").text());
  }
  return ids;
}

TEST(KlTrial, RegularizesALossWithoutACondition) {
  const Json trial = must_try(without(synthetic("100000"), "problem.regularizer"));
  const Json experiment = trial.member("experiment");
  // A tenth of sup||u||^2 / 4, gamma = 1 / sqrt(2 mu), twice sqrt(2 ln 2 / mu) rounded up.
  EXPECT_EQ(at_path(experiment, "problem.regularizer.strength"), Json(0.025));
  EXPECT_EQ(at_path(experiment, "problem.domain.radius"), Json(15));
  EXPECT_THAT(sentences(trial, "certified"),
              AllOf(HasSubstr("L0 = 1 bounds"), HasSubstr("L1 = 0.25 bounds"),
                    HasSubstr("kappa = 2 and gamma = 4.472: strong convexity with mu = 0.025"),
                    HasSubstr("F0 = 0.6931 bounds"), HasSubstr("it is at most 7.447 long")));
  EXPECT_EQ(sentences(trial, "assumed"), "");
  EXPECT_THAT(sentences(trial, "changes"), HasSubstr("strength 0.025, a tenth"));
}

TEST(KlTrial, KeepsARegularizerABallAndMethodsThatSuit) {
  const Json given =
      with(synthetic("100000"), "problem.domain", R"({"kind":"l2-ball","radius":9})");
  const Json trial = must_try(given);
  EXPECT_EQ(at_path(trial, "experiment.problem"), given.member("problem"));
  EXPECT_EQ(at_path(trial, "experiment.data"), given.member("data"));
  EXPECT_EQ(at_path(trial, "experiment.privacy"), given.member("privacy"));
  EXPECT_EQ(trial.member("changes").size(), 1u);  // what runs
  const Json again = must_try(trial.member("experiment"));
  EXPECT_EQ(again.member("experiment"), trial.member("experiment"));
  EXPECT_EQ(sentences(again, "changes"), "");
}

TEST(KlTrial, KeepsForWhomThePromiseIsWhereTheMethodsHaveSuchAOne) {
  const Json zeroed = with(synthetic("100000"), "privacy.neighbours", R"("zero-out")");
  const Json trial = must_try(zeroed);
  EXPECT_EQ(at_path(trial, "experiment.privacy.neighbours"), Json("zero-out"));
  EXPECT_THAT(sentences(trial, "changes"), Not(HasSubstr("Noise is Gaussian")));
  const Json loose = with(zeroed, "privacy.calibration", R"("zcdp")");
  EXPECT_THAT(sentences(must_try(loose), "changes"), HasSubstr("for records that are zeroed out"));
  const Json other = must_try(with(zeroed, "privacy.neighbours", R"("add-remove")"));
  EXPECT_EQ(other.member("experiment").member("privacy").find("neighbours"), nullptr);
  EXPECT_THAT(sentences(other, "changes"), HasSubstr("for records that are replaced"));
}

TEST(KlTrial, ChangesNothingASecondTimeWhateverItChangedFirst) {
  for (const char* loss : {"\"logistic\"", "\"squared\"", "\"huber\"", "\"sigmoid\""}) {
    Json given =
        with(small_experiment(), "problem", R"({"regularizer":{"kind":"l1","strength":1}})");
    given = with(with(given, "problem.loss", loss), "run.diagnostics", R"(["objective"])");
    const Json first = must_try(given).member("experiment");
    const Json second = must_try(first);
    EXPECT_EQ(second.member("experiment"), first) << loss;
    EXPECT_EQ(sentences(second, "changes"), "") << loss;
  }
}

TEST(KlTrial, CountsAPureBudgetInZcdp) {
  const Json trial = must_try(
      with(synthetic("1000"), "privacy", R"({"notion":"pure","epsilon":2,"mechanism":"laplace"})"));
  EXPECT_EQ(at_path(trial, "experiment.privacy"),
            *parse_json(R"({"notion":"approximate","epsilon":2,"delta":1e-06})"));
  EXPECT_THAT(sentences(trial, "changes"), HasSubstr("the same epsilon, with delta = 1e-06"));
  const Json many =
      must_try(with(synthetic("1000000"), "privacy", R"({"notion":"pure","epsilon":2})"));
  EXPECT_LE(at_path(many, "experiment.privacy.delta").number(), 1e-7);  // below 1/n
}

TEST(KlTrial, ClipsWhatGrowsAndBoundsRowsThatAreNot) {
  Json given = with(small_experiment(), "data.targets", "[0.5,1,-1,0,-1,0,1,0.5]");
  given = with(without(given, "data.preprocess"), "problem", R"({"loss":"squared"})");
  const Json trial = must_try(with(given, "run.diagnostics", R"(["objective"])"));
  EXPECT_EQ(at_path(trial, "experiment.data.preprocess.0.bound"), Json(1));
  EXPECT_EQ(at_path(trial, "experiment.problem.gradientClip.bound"), Json(1));
  EXPECT_THAT(sentences(trial, "certified"), HasSubstr("which is clipped"));
  EXPECT_THAT(sentences(trial, "assumed"),
              AllOf(HasSubstr("no record's gradient is longer than what it is clipped to"),
                    HasSubstr("where nothing bounds the targets")));
  Json in_ball = with(given, "problem.domain", R"({"kind":"l2-ball","radius":2})");
  in_ball = with(
      in_ball, "data.preprocess",
      R"([{"kind":"clip-rows","norm":"l2","bound":1},{"kind":"scale-target","lower":-1,"upper":1}])");
  const Json kept = must_try(with(in_ball, "run.diagnostics", R"(["objective"])"));
  EXPECT_TRUE(at_path(kept, "experiment.problem.gradientClip").is_null());
  // A margin is at most 2, a target 1.
  EXPECT_THAT(sentences(kept, "certified"), HasSubstr("L0 = 3 bounds"));
}

TEST(KlTrial, OfALossThatIsNotConvexAssumesTheCondition) {
  const Json trial = must_try(with(synthetic("100000"), "problem", R"({"loss":"sigmoid"})"));
  EXPECT_EQ(at_path(trial, "experiment.problem.constants.klExponent"), Json(2));
  EXPECT_THAT(sentences(trial, "assumed"), HasSubstr("The KL condition"));
  EXPECT_THAT(sentences(trial, "certified"), Not(HasSubstr("The KL condition")));
}

TEST(KlTrial, NeverCertifiesWhatAFileStatesOrWhatIsComputedFromTheData) {
  const Json stated =
      must_try(with(synthetic("100000"), "problem.constants",
                    R"({"klExponent":2,"klConstant":3,"initialGap":0.1,"smoothness":0.3})"));
  EXPECT_THAT(sentences(stated, "assumed"),
              AllOf(HasSubstr("The KL condition with kappa = 2 and gamma = 3: stated"),
                    HasSubstr("F0 = 0.1 bounds the gap at the start: the file states it")));
  EXPECT_THAT(sentences(stated, "certified"),
              AllOf(Not(HasSubstr("KL condition")), Not(HasSubstr("F0"))));
  EXPECT_TRUE(at_path(stated, "experiment.problem.constants.smoothness").is_null());
  const Json measured =
      must_try(with(synthetic("1000"), "data.preprocess",
                    R"([{"kind":"standardize"},{"kind":"clip-rows","norm":"l2","bound":1}])"));
  EXPECT_EQ(sentences(measured, "certified"), "");
  EXPECT_THAT(sentences(measured, "assumed"),
              AllOf(HasSubstr("For privacy and bounds: "), HasSubstr("L0 = 1"), HasSubstr("F0 =")));
}

TEST(KlTrial, GivesUpConstantsOfAnotherObjective) {
  const Json trial = must_try(with(synthetic("1000"), "problem.constants",
                                   R"({"initialGap":5,"smoothness":"data-spectral"})"));
  EXPECT_TRUE(at_path(trial, "experiment.problem.constants").is_null());
  EXPECT_THAT(sentences(trial, "certified"), HasSubstr("F0 = 0.6931"));
}

TEST(KlTrial, GivesUpAConditionThatIsStatedOfTheObjectiveBeforeAChange) {
  const Json stated = with(synthetic("100000"), "problem.constants",
                           R"({"klExponent":2,"klConstant":0.5,"initialGap":0.2})");
  const std::string bent = R"({"kind":"l1","strength":0.1})";
  const Json on_file = with(own_file(), "problem", write_json(stated.member("problem")).c_str());
  for (const Json& changed : {with(stated, "problem.regularizer", bent.c_str()), on_file}) {
    const auto trial = trial_of(changed, StatedShape{.samples = 100'000, .features = 3});
    ASSERT_TRUE(trial) << trial.error().message;
    EXPECT_TRUE(at_path(*trial, "experiment.problem.constants").is_null());
    EXPECT_THAT(sentences(*trial, "changes"), HasSubstr("The stated KL condition is about"));
    EXPECT_THAT(sentences(*trial, "certified"),
                AllOf(HasSubstr("strong convexity with mu ="), HasSubstr("F0 = 0.6931")));
  }
}

TEST(KlTrial, SaysWhatNothingBoundsAndWhatBoundsRestOn) {
  Json given = with(small_experiment(), "data.targets", "[100,90,80,120,100,95,99,105]");
  given = with(without(given, "data.preprocess"), "run.diagnostics", R"(["objective"])");
  const Json squared = must_try(with(given, "problem", R"({"loss":"squared"})"));
  EXPECT_THAT(sentences(squared, "changes"),
              HasSubstr("as long as they can be at 0 if no target is above 1 or below -1"));
  EXPECT_THAT(sentences(squared, "assumed"),
              HasSubstr("F0 = 10 bounds the gap at the start, where nothing bounds the targets: a "
                        "step \"scale-target\""));
  const auto many = trial_of(with(own_file(), "problem", R"({"loss":"huber"})"),
                             StatedShape{.samples = 100'000, .features = 3});
  ASSERT_TRUE(many) << many.error().message;
  EXPECT_THAT(sentences(*many, "methods"),
              AllOf(HasSubstr("By its bound, if what is assumed is so, it ends at most"),
                    HasSubstr("the start is assumed to be at most 10 above it")));
}

TEST(KlTrial, SaysWhatABoundOfItsDependsOn) {
  const std::string of_convex = sentences(must_try(synthetic("100000")), "methods");
  EXPECT_THAT(of_convex, AllOf(HasSubstr("By its bound it ends"), HasSubstr("Adaptive"),
                               HasSubstr("holds while no projection happens")));
  const Json stated = with(synthetic("100000"), "problem.constants",
                           R"({"klExponent":2,"klConstant":3,"initialGap":0.1})");
  EXPECT_THAT(sentences(must_try(stated), "methods"),
              HasSubstr("by the stated initial gap the start is at most 0.1 above it"));
}

TEST(KlTrial, NamesTheMethodThatAConditionDoesNotSuit) {
  const Json stated = with(synthetic("100000"), "problem.constants",
                           R"({"klExponent":3,"klConstant":3,"initialGap":0.1})");
  EXPECT_THAT(sentences(must_try(stated), "methods"),
              AllOf(HasSubstr("DP-GD is left out: what bounds descent with the same noise"),
                    HasSubstr("KL Spider is left out: KL Spider needs 1 <= kappa <= 2")));
}

/// Budget that every plan of an experiment claims, where its KL constants are these.
void expect_promise(const Json& experiment, const char* gamma, const char* gap) {
  Json tree = with(
      experiment, "problem.constants",
      std::string(R"({"klExponent":2,"klConstant":)") + gamma + R"(,"initialGap":)" + gap + "}");
  const auto point = trial_point(tree, std::nullopt, TrialDepth::plans);
  ASSERT_TRUE(point);
  int planned = 0;
  for (const auto& plan : point->plans.algorithms) {
    if (!plan) continue;
    const PrivacyClaim& claim = plan->plan->summary().claim;
    EXPECT_TRUE(claim.certified()) << claim.statement;
    EXPECT_LE(claim.epsilon, 1 + 1e-9);
    EXPECT_LE(claim.delta, 1e-6);
    ++planned;
  }
  EXPECT_GT(planned, 0);
}

TEST(KlTrial, PromisesPrivacyWhateverIsAssumed) {
  const Json sigmoid = must_try(with(synthetic("100000"), "problem", R"({"loss":"sigmoid"})"));
  for (const char* gamma : {"0.01", "1", "100"}) {
    for (const char* gap : {"1e-3", "1"}) expect_promise(sigmoid.member("experiment"), gamma, gap);
  }
}

/// The number of records that the sentence about a method asks for.
double samples_asked(const std::string& text) {
  const std::string name = " or n = ";
  const std::size_t at = text.find(name);
  return at == std::string::npos ? 0 : std::stod(text.substr(at + name.size()));
}

TEST(KlTrial, LeavesOutWhatTheBudgetDoesNotPayForAndSaysHowManyRecordsWould) {
  const Json poor = must_try(synthetic("1000"));
  EXPECT_THAT(ids_of(poor.member("experiment")), Not(::testing::Contains("kl-spider")));
  const std::string text = sentences(poor, "methods");
  EXPECT_THAT(text, HasSubstr("KL Spider is left out: budget too small"));
  const double samples = samples_asked(text);
  ASSERT_GT(samples, 1000);
  const Json rich = must_try(synthetic(number_text(std::ceil(1.001 * samples))));
  EXPECT_THAT(ids_of(rich.member("experiment")), ::testing::Contains("kl-spider"));
  EXPECT_THAT(sentences(rich, "methods"),
              AllOf(HasSubstr("KL Spider: By its bound it ends at most "),
                    HasSubstr("above the minimum, but for a chance of 0.05;")));
}

TEST(KlTrial, LeavesOutWhatWouldTakeTooLong) {
  const Json trial = must_try(synthetic("100000"));
  EXPECT_THAT(ids_of(trial.member("experiment")), Not(::testing::Contains("kl-proximal-point")));
  EXPECT_THAT(sentences(trial, "methods"),
              HasSubstr("KL proximal point is left out: one run takes"));
}

TEST(KlTrial, DropsTheSweepAndWhatNoMethodMeasures) {
  Json given = with(synthetic("1000"), "sweep", R"([{"path":"privacy.epsilon","values":[1,2]}])");
  given = with(given, "algorithms", R"([{"id":"dp-svrg"}])");
  given = with(given, "run.diagnostics", R"(["objective","anchor-distance"])");
  const Json trial = must_try(given);
  EXPECT_TRUE(at_path(trial, "experiment.sweep").is_null());
  EXPECT_EQ(at_path(trial, "experiment.run.diagnostics"), *parse_json(R"(["objective"])"));
}

/// "code at field", or "".
std::string refusal(const Json& experiment,
                    const std::optional<StatedShape>& shape = std::nullopt) {
  const auto trial = trial_of(experiment, shape);
  if (trial) return "";
  return std::string(code_text(trial.error().code)) + " at " + trial.error().field;
}

TEST(KlTrial, RefusesAProblemOfTheGallery) {
  Json gallery = with(synthetic("1000"), "problem", R"({"kind":"gallery","name":"tilted-power"})");
  gallery = with(gallery, "run.diagnostics", R"(["objective"])");
  EXPECT_EQ(refusal(gallery), "invalid-value at problem");
}

TEST(KlTrial, OfAFileNeedsItsSizeAlone) {
  Json file = with(small_experiment(), "data",
                   R"({"kind":"file","name":"own.csv","format":"csv",
                       "preprocess":[{"kind":"clip-rows","norm":"l2","bound":1}]})");
  EXPECT_EQ(refusal(file), "missing-data at data");
  EXPECT_EQ(refusal(file, StatedShape{.samples = 500, .features = 3}), "");
}

TEST(KlTrial, RefusesAnExperimentThatCannotBeRead) {
  EXPECT_EQ(refusal(with(small_experiment(), "problem.loss", "\"nothing\"")),
            "unknown-name at problem.loss");
}

}  // namespace
}  // namespace noisy::testing
