// One rule for the verdict: neither the counts nor the exact figure of an audit may lie above the
// claim, and they never do where a plan is certified. Confidence 1 - 1e-6; seeds are fixed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>

#include "engine/audit/finding.h"
#include "engine/data/builtin_data.h"
#include "engine/experiment/file/fields.h"
#include "tests/audit/audits.h"
#include "tests/experiment/file/suitable_problem.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::audit;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::small_experiment;
using testing::with;

constexpr AuditOptions kOptions{.runs = 300};

/// Plays the audit of what can be audited; whether there was one.
bool expect_no_contradiction(const Json& experiment, const std::string& about,
                             std::string_view file = "") {
  const auto report = audit(experiment, kOptions, 2, 10, file);
  if (!report) {
    EXPECT_NE(report.error().code, ErrorCode::internal) << about << report.error().message;
    return false;
  }
  EXPECT_EQ(at_path(*report, "verdict"), Json("consistent")) << about << "\n"
                                                             << write_json(experiment) << "\n"
                                                             << write_json(*report);
  const Json exact = at_path(*report, "exactEpsilon");
  const Json claimed = at_path(*report, "claimed.epsilon");
  if (exact.is_number() && claimed.is_number()) {
    EXPECT_LE(exact.number(), claimed.number() * (1 + 1e-6)) << about;
  }
  return true;
}

const std::vector<const char*> kBudgets = {R"({"notion":"pure","epsilon":1})",
                                           R"({"notion":"approximate","epsilon":1,"delta":1e-6})",
                                           R"({"notion":"zcdp","rho":0.1})"};

/// A `data` block, and the file that it names.
struct Source {
  std::string block;
  std::string_view file = "";
};

constexpr std::string_view kNumbers = "a,b,y\n0.5,2,1\n3,-4,5\n-1,6,-1\n";
constexpr std::string_view kTexts = "a,b,y\n0.5,2,yes\n3,-4,no\n-1,6,yes\n";
constexpr std::string_view kLibsvm = "1 1:0.5 2:2\n-1 1:3 2:-4\n1 2:6\n";

/// Everything that a block can state of a file, alone and together.
std::vector<Source> file_sources() {
  const auto csv = [](const std::string& more) {
    return R"({"kind":"file","name":"x.csv","format":"csv")" + more + "}";
  };
  const std::string ranged =
      R"({"name":"a","lower":-1,"upper":3},{"name":"b","lower":-4,"upper":6})";
  const std::string coded = R"(,{"name":"y","words":["no","yes"]})";
  return {{csv(""), kNumbers},
          {csv(R"(,"target":"a")"), kNumbers},
          {csv(R"(,"positive":"yes")"), kTexts},
          {csv(R"(,"positive":["1","5"])"), kNumbers},
          {csv(R"(,"columns":[{"name":"b"},{"name":"a","edges":[0,1]}])"), kNumbers},
          {csv(R"(,"columns":[)" + ranged + "]"), kNumbers},
          {csv(R"(,"columns":[)" + ranged + R"(],"positive":"yes")"), kTexts},
          {csv(R"(,"columns":[{"name":"a"},{"name":"b"}],"positive":"yes")"), kTexts},
          {csv(R"(,"target":"y","columns":[)" + ranged + coded + "]"), kTexts},
          {R"({"kind":"file","name":"x.txt","format":"libsvm","features":2})", kLibsvm},
          {R"({"kind":"file","name":"x.txt","format":"libsvm"})", kLibsvm}};
}

std::vector<Source> sources() {
  std::vector<Source> out = file_sources();
  for (const std::string_view name : synthetic_names()) {
    const std::string features = name == "text-like" ? "120" : "4";
    const std::string own =
        R"({"kind":"synthetic","name":")" + std::string(name) + R"(","samples":240,"seed":1)";
    out.push_back({own + "}"});
    out.push_back({own + R"(,"features":)" + features + "}"});
  }
  for (const BuiltinData& data : builtin_data()) {
    out.push_back({R"({"kind":"builtin","name":")" + data.name + R"("})"});
  }
  const std::string rows =
      R"({"kind":"inline","features":[[0.5,2],[3,-4],[-1,6]],"targets":[1,5,-1])";
  out.push_back({rows + "}"});
  out.push_back({rows + R"(,"columns":[{"name":0,"edges":[0,1,2]},{"name":1,"edges":[0]}]})"});
  out.push_back({rows + R"(,"columns":[{"name":0,"edges":[0,1,2]},{"name":1}]})"});
  return out;
}

const std::vector<const char*> kPipelines = {
    "[]",
    R"([{"kind":"clip-rows","norm":"l2","bound":1},{"kind":"clamp-target","lower":-10,"upper":10}])",
    R"([{"kind":"clamp-target","lower":5,"upper":10},{"kind":"clip-rows","norm":"l1","bound":2}])",
    R"([{"kind":"clip-rows","norm":"l2","bound":1,"mode":"normalize"},
        {"kind":"add-intercept","value":1},{"kind":"scale-target","lower":0,"upper":7}])",
    R"([{"kind":"scale-columns","lower":-1,"upper":3,"to":[-2,1]},
        {"kind":"labels","positive":[1]},{"kind":"hold-out","count":1}])",
    R"([{"kind":"select-columns","columns":[1,0]},{"kind":"clip-rows","norm":"linf","bound":1},
        {"kind":"sample-rows","count":2}])",
    R"([{"kind":"clip-rows","norm":"l1","bound":100},{"kind":"clamp-target","lower":-100,"upper":100}])"};

const std::vector<const char*> kProblems = {
    R"({"loss":"logistic","regularizer":{"kind":"l2","strength":0.1}})",
    R"({"loss":"squared","domain":{"kind":"l2-ball","radius":1}})",
    R"({"loss":"squared","domain":{"kind":"l1-ball","radius":2},"gradientClip":{"norm":"l2","bound":0.5}})",
    R"({"loss":"huber"})", R"({"loss":"mean-estimation","domain":{"kind":"l2-ball","radius":1}})"};

TEST(Verdict, NoSourceOrPipelineMakesACertifiedPlanRefuted) {
  int audits = 0;
  std::map<std::string, int> of_files;
  const Json base =
      with(with(small_experiment(), "run", R"({"randomness":{"mode":"reproducible","seed":1}})"),
           "algorithms.0.parameters.iterations", "1");
  std::size_t turn = 0;
  for (const auto& [source, file] : sources()) {
    for (const char* steps : kPipelines) {
      const Json data = with(with(base, "data", source), "data.preprocess", steps);
      for (const char* problem : kProblems) {
        // Each combination by one notion, all notions in turn.
        const char* privacy = kBudgets[turn++ % kBudgets.size()];
        const Json experiment = with(with(data, "problem", problem), "privacy", privacy);
        const bool is_played = expect_no_contradiction(experiment, source + steps + problem, file);
        audits += is_played ? 1 : 0;
        if (!file.empty()) of_files[source] += is_played ? 1 : 0;
      }
    }
  }
  RecordProperty("audits", audits);
  EXPECT_GT(audits, 300);
  for (const auto& [source, count] : of_files) EXPECT_GT(count, 5) << source;
}

/// No game is known about these: steps on saddle problems, and passes over whole blocks. Those for
/// the KL condition plan nothing for so few records; kl_audit_test.cpp plays them on more.
constexpr std::array<std::string_view, 7> kNotPlayedHere = {
    "dp-sgda",          "nseg", "nispp", "phased-sgd", "kl-spider", "fixed-round-spider",
    "kl-proximal-point"};

class EveryAlgorithm : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryAlgorithm, IsNotRefutedByAnyNotion) {
  const AlgorithmEntry& entry = *find_algorithm(GetParam());
  const auto takes = [&](std::string_view name) {
    return std::ranges::any_of(entry.parameters,
                               [&](const ParameterSpec& spec) { return spec.name == name; });
  };
  int audits = 0;
  for (const char* privacy : kBudgets) {
    for (const char* data : {"", R"({"kind":"synthetic","name":"linear","samples":64,"features":3,
        "preprocess":[{"kind":"clip-rows","norm":"l2","bound":1},{"kind":"clamp-target","lower":-9,"upper":9}]})"}) {
      Json experiment =
          with(with(small_experiment(), "algorithms.0", R"({"id":")" + entry.id + R"("})"), "run",
               R"({"randomness":{"mode":"reproducible","seed":1}})");
      if (takes("iterations"))
        experiment = with(experiment, "algorithms.0.parameters.iterations", "2");
      experiment = with(experiment, "privacy", privacy);
      if (*data != 0) {
        experiment = with(with(experiment, "data", data), "problem.loss", R"("huber")");
      }
      experiment = testing::with_suitable_domain(std::move(experiment), entry);
      audits += expect_no_contradiction(experiment, entry.id + privacy + data) ? 1 : 0;
    }
  }
  const bool is_played = std::ranges::find(kNotPlayedHere, entry.id) == kNotPlayedHere.end();
  EXPECT_EQ(audits > 0, is_played);
}

INSTANTIATE_TEST_SUITE_P(
    Verdict, EveryAlgorithm,
    ::testing::ValuesIn(testing::algorithm_ids([](const AlgorithmEntry& entry) {
      return entry.is_private && !entry.leaks;
    })),
    testing::kNamedById);

TEST(Verdict, RecordsOfAnAuditStayWithinWhatTheSourceGives) {
  const Json experiment = *parse_json(R"({"version":1,
    "data":{"kind":"synthetic","name":"logistic","samples":500,"features":3,"seed":1,"preprocess":[
      {"kind":"clip-rows","norm":"l2","bound":1},{"kind":"clamp-target","lower":-10,"upper":10}]},
    "problem":{"loss":"squared","domain":{"kind":"l2-ball","radius":1}},
    "privacy":{"notion":"approximate","epsilon":1,"delta":1e-6},
    "algorithms":[{"id":"dp-gd","parameters":{"iterations":1}}],
    "run":{"randomness":{"mode":"reproducible","seed":1}}})");
  const Json report = audit(experiment, {.runs = 3000, .seed = 3}).value();
  EXPECT_EQ(at_path(report, "verdict"), Json("consistent"));
  EXPECT_LE(at_path(report, "exactEpsilon").number(), 1 + 1e-6);
  for (const char* record : {"neighbours.usual.target", "neighbours.odd.target"}) {
    EXPECT_LE(std::fabs(at_path(report, record).number()), 1) << record;
  }
}

// What `positive` makes of targets is the source's own bound, as if data.columns stated it.
TEST(Verdict, TargetsOfWordsStayTheLabelsThatThePlanRestsOn) {
  const Json experiment = *parse_json(R"({"version":1,
    "data":{"kind":"file","name":"x.csv","format":"csv","positive":"yes","preprocess":[
      {"kind":"clip-rows","norm":"l2","bound":1},{"kind":"clamp-target","lower":-10,"upper":10}]},
    "problem":{"loss":"squared","domain":{"kind":"l2-ball","radius":1}},
    "privacy":{"notion":"approximate","epsilon":1,"delta":1e-6},
    "algorithms":[{"id":"dp-gd","parameters":{"iterations":1}}],
    "run":{"randomness":{"mode":"reproducible","seed":1}}})");
  const Json report = audit(experiment, {.runs = 1000, .seed = 3}, 2, 10, kTexts).value();
  EXPECT_EQ(at_path(report, "verdict"), Json("consistent")) << write_json(report);
  for (const char* record : {"neighbours.usual.target", "neighbours.odd.target"}) {
    EXPECT_EQ(std::fabs(at_path(report, record).number()), 1) << record;
  }
}

TEST(Verdict, AnExactFigureAboveTheClaimRefutesWhateverTheCountsSay) {
  const ScoreTable blind{.first = {kStatistics, std::vector<double>(100)},
                         .second = {kStatistics, std::vector<double>(100)}};
  const AuditClaim claim{.epsilon = 1};
  EXPECT_FALSE(judge(claim, 0.999999, blind, 1 + 1e-9).is_refuted);
  EXPECT_TRUE(judge(claim, 0.999999, blind, 1.1).is_refuted);
  EXPECT_TRUE(judge(claim, 0.999999, blind, 1.1).exceeds_exactly);
}

TEST(Verdict, APlanThatReadsItsConstantsFromTheDataClaimsNothing) {
  for (const char* rule : {"data-spectral", "paper-spectral"}) {
    const Json experiment = with(with(testing::one_release(), "problem.constants.smoothness",
                                      "\"" + std::string(rule) + "\""),
                                 "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-5})");
    const Json report = audit(experiment, kOptions).value();
    EXPECT_TRUE(at_path(report, "claimed").is_null());
    EXPECT_EQ(at_path(report, "requested.epsilon"), Json(1));
    EXPECT_EQ(at_path(report, "requested.delta"), Json(1e-5));
    const std::string sentence = at_path(report, "sentence").text();
    EXPECT_THAT(sentence, HasSubstr("The plan leaks and claims nothing."));
    EXPECT_THAT(sentence, Not(HasSubstr("claimed")));
  }
  const Json experiment =
      with(testing::one_release(), "data.preprocess",
           R"([{"kind":"standardize"},{"kind":"clip-rows","norm":"l1","bound":1}])");
  EXPECT_TRUE(at_path(audit(experiment, kOptions).value(), "claimed").is_null());
}

}  // namespace
}  // namespace noisy
