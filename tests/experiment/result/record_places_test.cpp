// Where an experiment can hold records, and that none of them is in what may be published.
#include "engine/experiment/file/record_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "engine/experiment/file/sweep.h"
#include "engine/experiment/result/publishable.h"
#include "engine/experiment/result/replay.h"
#include "engine/experiment/result/table.h"
#include "engine/statement/check/check.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::result_of;
using testing::with;

/// A number that nothing computes.
constexpr const char* kPlanted = "77345.6789";
constexpr const char* kRows = R"([[77345.6789,0.2],[0.3,-0.4],[0.5,0.1]])";

Json experiment_with(std::string_view data, const std::string& sweep,
                     std::string_view mode = "secure") {
  const std::string text = std::string(R"({"version":1,"data":)").append(data) +
                           R"(,"problem":{"loss":"squared","domain":{"kind":"l2-ball","radius":1}},
       "privacy":{"notion":"approximate","epsilon":1,"delta":1e-5},
       "algorithms":[{"id":"dp-gd","parameters":{"iterations":2}}],
       "run":{"randomness":{"mode":")" +
                           std::string(mode) + R"("},"diagnostics":[]}})";
  const Json tree = *parse_json(text);
  return sweep.empty() ? tree : with(tree, "sweep", sweep.c_str());
}

constexpr const char* kPrepared =
    R"("preprocess":[{"kind":"clip-rows","norm":"l2","bound":1},
       {"kind":"clamp-target","lower":-1,"upper":1}])";

std::string inline_block(const std::string& rows, const std::string& targets = "[1,-1,1]") {
  return R"({"kind":"inline","features":)" + rows + R"(,"targets":)" + targets + "," + kPrepared +
         "}";
}

const std::string kPlain = inline_block("[[0.1,0.2],[0.3,-0.4],[0.5,0.1]]");

/// Sweeps over records, on the plain block: all of them run.
std::vector<std::string> sweeps_of_records() {
  const auto axis = [](const std::string& path, const std::string& values) {
    return R"([{"path":")" + path + R"(","values":)" + values + "}]";
  };
  const std::string number = kPlanted;
  const std::string builtin =
      R"({"kind":"builtin","name":"diabetes",)" + std::string(kPrepared) + "}";
  return {axis("data", "[" + inline_block(kRows) + "]"),
          axis("data", "[" + inline_block(kRows) + "," + builtin + "]"),
          axis("data", "[" + kPlain + "," + inline_block(kRows) + "]"),
          axis("data.features", "[" + std::string(kRows) + "]"),
          axis("data.features", "[[[1,2],[" + number + ",3],[1,1]]," + kRows + "]"),
          axis("data.features.1", "[[" + number + ",1],[2,2]]"),
          axis("data.features.*", "[[" + number + ",1]]"),
          axis("data.features.2.1", "[0.5," + number + "]"),
          axis("data.features.*.0", "[" + number + "]"),
          axis("data.targets", "[[1,1," + number + "]]"),
          axis("data.targets.0", "[-1," + number + "]"),
          axis("data.targets.*", "[" + number + "]"),
          R"([{"path":"privacy.epsilon","values":[0.5,1]},{"path":"data.features.0.0","values":[)" +
              number + ",2]}]"};
}

TEST(RecordPlaces, AreTakenOutOfEverySweepThatEndsInThemOrAboveThem) {
  for (const std::string& sweep : sweeps_of_records()) {
    for (const char* mode : {"secure", "reproducible"}) {
      const Json experiment = experiment_with(kPlain, sweep, mode);
      const Json result = result_of(experiment);
      Json runs_alone = result;
      runs_alone.erase("experiment");
      EXPECT_THAT(write_json(runs_alone), Not(HasSubstr("77345"))) << sweep;
      for (const ResultTable table :
           {ResultTable::traces, ResultTable::summary, ResultTable::slopes}) {
        const auto text = result_table(write_json(result), table);
        ASSERT_TRUE(text || table == ResultTable::slopes) << sweep;
        EXPECT_THAT(text ? *text : text.error().message, Not(HasSubstr("77345"))) << sweep;
      }
      const std::string redacted = *redact(write_json(result));
      EXPECT_THAT(redacted, Not(HasSubstr("77345"))) << sweep;
      const Json tree = *parse_json(redacted);
      EXPECT_EQ(at_path(tree, "privacy.releasable"), Json(false)) << sweep;
      EXPECT_THAT(write_json(at_path(tree, "privacy.reasons")), HasSubstr("a sweep holds"));
      EXPECT_EQ(*redact(redacted), redacted) << sweep;
      const auto replayable = replayable_experiment(redacted);
      ASSERT_FALSE(replayable);
      EXPECT_EQ(replayable.error().code, ErrorCode::not_reproducible);
      const auto checked = check_statement(redacted, std::nullopt);
      ASSERT_TRUE(checked) << sweep << checked.error().message;
      EXPECT_TRUE(checked->consistent) << sweep << checked->json;
      EXPECT_THAT(checked->json, HasSubstr("were taken out of the experiment")) << sweep;
    }
  }
}

// What an earlier version wrote has the records in every run and in the statement, too.
TEST(RecordPlaces, AreTakenOutOfTheRunsOfOlderFiles) {
  for (const std::string& sweep : sweeps_of_records()) {
    const Json experiment = experiment_with(kPlain, sweep);
    const auto axes = shown_axes(experiment);
    std::string text = write_json(result_of(experiment));
    const Json own = experiment.member("sweep");
    for (std::size_t i = 0; i < axes.size(); ++i) {
      for (std::size_t k = 0; k < axes[i].values.size(); ++k) {
        const std::string from = "\"" + axes[i].path + "\":" + write_json(axes[i].values[k]);
        const std::string to =
            "\"" + axes[i].path + "\":" + write_json(own.element(i).member("values").element(k));
        for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
          text.replace(at, from.size(), to);
        }
      }
    }
    const std::string redacted = *redact(text);
    EXPECT_THAT(redacted, Not(HasSubstr("77345"))) << sweep;
    const auto checked = check_statement(redacted, std::nullopt);
    ASSERT_TRUE(checked) << sweep;
    EXPECT_TRUE(checked->consistent) << sweep << checked->json;
  }
}

TEST(RecordPlaces, AreNotWhereTheDataAreNone) {
  const std::string made =
      R"({"kind":"synthetic","name":"linear","samples":20,"features":2,"seed":1,)" +
      std::string(kPrepared) + "}";
  const std::string builtin =
      R"({"kind":"builtin","name":"diabetes",)" + std::string(kPrepared) + "}";
  for (const std::string& sweep :
       {std::string(R"([{"path":"data.features","values":[2,3]}])"),
        std::string(R"([{"path":"data.seed","values":[1,2]}])"),
        R"([{"path":"data","values":[)" + made + "," + builtin + "]}]"}) {
    const Json experiment = experiment_with(made, sweep);
    const RecordFree free = without_records(experiment);
    EXPECT_EQ(write_json(free.experiment), write_json(experiment));
    EXPECT_THAT(free.unknown, IsEmpty()) << sweep;
    EXPECT_TRUE(free.is_whole);
    EXPECT_FALSE(free.sweeps_records || free.held_records);
    const Json redacted = *parse_json(*redact(write_json(result_of(experiment))));
    EXPECT_EQ(at_path(redacted, "privacy.releasable"), Json(true)) << sweep;
  }
}

// A base value that a sweep replaces at every point is read at none.
TEST(RecordPlaces, AreNotHiddenBehindASweep) {
  const Json result =
      result_of(experiment_with(kPlain, R"([{"path":"privacy.epsilon","values":[0.5,1]},
                                  {"path":"algorithms.0.parameters.iterations","values":[2,3]}])"));
  for (const char* path : {"privacy.epsilon", "algorithms.0.parameters.iterations"}) {
    const std::string redacted =
        *redact(write_json(with(result, std::string("experiment.") + path, kRows)));
    EXPECT_THAT(redacted, Not(HasSubstr("77345"))) << path;
    EXPECT_EQ(at_path(*parse_json(redacted), "privacy.releasable"), Json(true)) << path;
  }
}

TEST(RecordPlaces, ColumnsOfAbsentRecordsAreCheckedWithAndWithoutTheirTarget) {
  for (const char* columns :
       {R"([{"name":0},{"name":1}])", R"([{"name":1}])", R"([{"name":0},{"name":1},{"name":2}])",
        R"([{"name":2},{"name":1,"edges":[0.1]}])"}) {
    const Json experiment = with(experiment_with(kPlain, ""), "data.columns", columns);
    const auto checked = check_statement(*redact(write_json(result_of(experiment))), std::nullopt);
    ASSERT_TRUE(checked);
    EXPECT_TRUE(checked->consistent) << columns << checked->json;
    EXPECT_THAT(checked->json, HasSubstr("taken out of the experiment"));
  }
}

// Redaction fails closed: what no reader knows may be anything.
TEST(RecordPlaces, MayBeWhateverNoReaderKnows) {
  const Json experiment = experiment_with(kPlain, "");
  const Json result = result_of(experiment);
  const auto reasons_of = [&](const std::string& path, const char* value) {
    const Json changed = with(result, "experiment." + path, value);
    const std::string redacted = *redact(write_json(changed));
    EXPECT_THAT(redacted, Not(HasSubstr("77345"))) << path;
    const Json tree = *parse_json(redacted);
    EXPECT_EQ(at_path(tree, "privacy.releasable"), Json(false)) << path;
    return write_json(at_path(tree, "privacy.reasons"));
  };
  for (const char* path :
       {"records", "data.rows", "data.Features", "data.preprocess.0.rows", "problem.rows",
        "problem.regularizer", "problem.loss", "privacy.rows", "privacy.epsilon", "run.rows",
        "run.trace", "algorithms.0.rows", "algorithms.0.parameters.rows",
        "algorithms.0.parameters.iterations", "title", "version", "$schema"}) {
    EXPECT_THAT(reasons_of(path, kRows), HasSubstr("more than is known to be no record")) << path;
  }
  for (const char* sweep :
       {R"([{"path":"problem.rows","values":[77345.6789]}])",
        R"([{"path":"privacy.epsilon","values":[[77345.6789]]}])",
        R"([{"path":"algorithms.0.parameters.rows","values":[77345.6789]}])",
        R"([{"path":"run.rows","values":[77345.6789]}])",
        R"([{"path":"data.kind","values":["inline"],"rows":[77345.6789]}])",
        R"([{"path":"data","values":[[77345.6789]]}])",
        R"([{"path":"algorithms","values":[[77345.6789],[]]}])",
        R"([{"path":"algorithms","values":[[{"id":"dp-gd","rows":[77345.6789]}]]}])",
        R"([{"values":[77345.6789]},77345.6789])", R"(77345.6789)", R"({"rows":[77345.6789]})"}) {
    reasons_of("sweep", sweep);
  }
  // Not by name alone: what is known where records are none is unknown elsewhere.
  EXPECT_THAT(without_records(with(experiment, "features", kRows)).unknown,
              ElementsAre("features"));
}

TEST(RecordPlaces, ASweepOfAnErrorSaysWhichRecordsAndNotThem) {
  const Json wrong = experiment_with(kPlain, R"([{"path":"data.features.0.0","values":[77345.6789]},
                  {"path":"privacy.epsilon","values":[-1]}])");
  const auto experiment = read_experiment(write_json(wrong));
  ASSERT_TRUE(experiment);
  const auto points = expand_sweep(*experiment);
  ASSERT_FALSE(points);
  EXPECT_THAT(points.error().message, HasSubstr("records 1 of 1"));
  EXPECT_THAT(points.error().message, Not(HasSubstr("77345")));
}

/// What reading, loading or planning an experiment says of it; "" where nothing is wrong.
std::string error_of(const Json& experiment, std::string_view file = "") {
  Workspace workspace;
  const auto text_of = [](const Error& error) { return error.field + ": " + error.message; };
  const auto session = workspace.open(write_json(experiment), "");
  if (!session) return text_of(session.error());
  if (!file.empty()) {
    const auto fed = (*session)->feed(std::as_bytes(std::span(file)), 0);
    if (!fed) return text_of(fed.error());
  }
  const auto loaded = (*session)->load();
  return loaded ? "" : text_of(loaded.error());
}

// A path that leads elsewhere than its author meant leads to records, too.
TEST(RecordPlaces, AreInNoErrorOfAMistypedSweep) {
  const std::string rows = kRows;
  const std::string number = kPlanted;
  for (const std::string& values :
       {"[" + rows + "]", "[" + number + "]", "[[" + number + "]]", "[[1,1," + number + "]]",
        R"(["Ann is )" + number + R"("])", R"([{"features":)" + rows + "}]"}) {
    for (const char* path : {"data.feature",
                             "data.featurez",
                             "data.target",
                             "data.rows",
                             "data.columns",
                             "data.preprocess",
                             "data.preprocess.0.rows",
                             "data.features.9",
                             "data.targets.9",
                             "data.targets",
                             "data.features",
                             "data",
                             "problem",
                             "problem.rows",
                             "problem.domain",
                             "privacy",
                             "privacy.rows",
                             "algorithms",
                             "algorithms.0",
                             "algorithms.0.rows",
                             "algorithms.0.parameters",
                             "algorithms.0.parameters.rows"}) {
      const Json experiment =
          experiment_with(kPlain, R"([{"path":"privacy.epsilon","values":[0.5,1]},{"path":")" +
                                      std::string(path) + R"(","values":)" + values + "}]");
      EXPECT_THAT(error_of(experiment), Not(HasSubstr("77345"))) << path << values;
    }
  }
  const std::string error =
      error_of(experiment_with(kPlain, R"([{"path":"data.feature","values":[1,)" + rows + "]}]"));
  EXPECT_THAT(error, HasSubstr("Did you mean \"features\"?"));
  EXPECT_THAT(error, HasSubstr(R"({"data.feature":"value 1 of 2"})"));
}

// What a loss or a word asks of targets is said without what the targets are.
TEST(RecordPlaces, AreInNoErrorAboutTheirTargets) {
  const std::string targets = "[1,-1," + std::string(kPlanted) + "]";
  const std::string rows = "[[0.1,0.2],[0.3,-0.4],[0.5,0.1]]";
  const Json bare =
      testing::without(experiment_with(inline_block(rows, targets), ""), "data.preprocess");
  const std::string over_targets =
      R"([{"path":"data.targets.0","values":[1,)" + std::string(kPlanted) + "]}]";
  for (const char* loss : {R"("logistic")", R"("softmax")", R"("hinge")", R"("smoothed-hinge")"}) {
    Json experiment = with(bare, "problem.loss", loss);
    if (std::string_view(loss).contains("softmax")) {
      experiment = with(experiment, "problem.classes", "3");
    }
    for (const Json& each :
         {experiment, with(with(experiment, "data.targets", "[1,-1,1]"), "sweep", over_targets)}) {
      EXPECT_THAT(error_of(each), Not(IsEmpty())) << loss;
      EXPECT_THAT(error_of(each), Not(HasSubstr("77345"))) << loss;
    }
  }
  const char* file = R"({"kind":"file","name":"x.csv","format":"csv","header":"yes"})";
  const std::string_view table = "a,y\n1,Ann 77345\n2,Bob 77345\n";
  const auto with_positive = [&](const char* word) {
    return error_of(with(experiment_with(file, ""), "data.positive", word), table);
  };
  for (const char* word : {R"("yes")", R"(["yes","no"])", R"("77344")"}) {
    EXPECT_THAT(with_positive(word), HasSubstr("2 other words")) << word;
    EXPECT_THAT(with_positive(word), Not(HasSubstr("77345"))) << word;
  }
}

TEST(RecordPlaces, AnExperimentWithoutItsRecordsIsReadAndNotRun) {
  const Json marked = with_marked_records(without_records(experiment_with(kPlain, "")).experiment);
  EXPECT_TRUE(read_experiment(write_json(marked)));
  Workspace workspace;
  const auto session = workspace.open(write_json(marked), "");
  ASSERT_TRUE(session);
  const auto loaded = (*session)->load();
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::missing_data);
}

// Records that differ in one: everything is the same that may be published but what noise covers.
TEST(RecordPlaces, DoNotChangeWhatIsPublishedBesideTheNoise) {
  const auto published = [](const std::string& rows) {
    Json tree =
        *parse_json(*redact(write_json(result_of(experiment_with(inline_block(rows), "")))));
    return with(tree, "runs.0.solution", "[]");
  };
  EXPECT_EQ(write_json(published(kRows)),
            write_json(published("[[0.1,0.2],[0.3,-0.4],[0.5,0.1]]")));
}

TEST(RecordPlaces, AMarkIsNothingButAMark) {
  for (const char* yes : {"records", "records 1 of 1", "records 12 of 1000"}) {
    EXPECT_TRUE(is_records_mark(Json(yes))) << yes;
  }
  for (const char* no : {"", "record", "records ", "records 0 of 1", "records 1 of 77345",
                         "records 1", "records 1 of 1 ", "records 1.5 of 2", "records -1 of 2"}) {
    EXPECT_FALSE(is_records_mark(Json(no))) << no;
  }
  EXPECT_FALSE(is_records_mark(Json(1)));
}

}  // namespace
}  // namespace noisy
