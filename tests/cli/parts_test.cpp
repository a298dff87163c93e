// Parts of an experiment, checkpoints and what goes on with them.
#include "engine/experiment/result/part_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <limits>
#include <thread>

#include "tests/cli/program.h"
#include "tests/experiment/file/bad_inputs.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::file_experiment;
using ::testing::HasSubstr;
using testing::Outcome;
using testing::Program;
using testing::read_file;
using testing::run_program;
using testing::small_experiment;
using testing::TemporaryFolder;
using testing::with;

/// A result without the clock's columns.
Json timeless(const Json& value) {
  if (value.is_array()) {
    Json out = value;
    for (std::size_t i = 0; i < value.size(); ++i) out.set_element(i, timeless(value.element(i)));
    return out;
  }
  if (!value.is_object()) return value;
  Json out = Json::object();
  for (const auto& [key, member] : value.members()) {
    if (key != "seconds") out.set(key, timeless(member));
  }
  return out;
}

Json result_in(const std::string& path) {
  const Result<Json> tree = parse_json(read_file(path), {.members = 4096});
  EXPECT_TRUE(tree) << path;
  return tree ? timeless(*tree) : Json();
}

/// Writes the parts of an experiment and gives their paths.
std::vector<std::string> parts_of(const TemporaryFolder& folder, const Json& experiment,
                                  const std::string& name, int count) {
  const std::string file = folder.write(name + ".json", write_json(experiment));
  std::vector<std::string> paths;
  for (int k = 1; k <= count; ++k) {
    paths.push_back(folder.path(name + std::to_string(k) + ".part"));
    const Outcome outcome =
        run_program({"run", file, "--part", std::to_string(k) + "/" + std::to_string(count),
                     "--out", paths.back(), "--quiet"});
    EXPECT_EQ(outcome.status, 0) << outcome.errors;
  }
  return paths;
}

std::string refusal_of(std::vector<std::string> parts) {
  parts.insert(parts.begin(), "assemble");
  const Outcome outcome = run_program(parts);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.output, "");
  return outcome.errors;
}

TEST(Parts, MakeInAnyOrderTheResultOfOneRun) {
  const TemporaryFolder folder;
  const Json methods = with(with(small_experiment(), "run.repeats", "4"), "algorithms",
                            R"([{"id":"dp-gd","parameters":{"iterations":5}},
                                {"id":"dp-nag","parameters":{"iterations":30}}])");
  const Json experiment =
      with(methods, "sweep", R"([{"path":"algorithms.0.parameters.iterations","values":[5,6]}])");
  const auto paths = parts_of(folder, experiment, "e", 3);
  const Outcome whole =
      run_program({"run", folder.path("e.json"), "--out", folder.path("whole.json"), "--quiet"});
  EXPECT_EQ(whole.status, 0) << whole.errors;
  const Outcome assembled =
      run_program({"assemble", paths[2], paths[0], paths[1], "--out", folder.path("parts.json")});
  EXPECT_EQ(assembled.status, 0) << assembled.errors;
  EXPECT_EQ(result_in(folder.path("parts.json")), result_in(folder.path("whole.json")));
}

TEST(Parts, AreFewerRunsThanPartsWhereThereAreNotAsMany) {
  const TemporaryFolder folder;
  const Json experiment = with(small_experiment(), "run.repeats", "1");
  const auto paths = parts_of(folder, experiment, "e", 9);
  std::vector<std::string> words = {"assemble"};
  words.insert(words.end(), paths.begin(), paths.end());
  EXPECT_EQ(run_program(words).status, 0);
}

TEST(Parts, ThatDoNotFitTogetherAreNamed) {
  const TemporaryFolder folder;
  const Json experiment = with(small_experiment(), "run.repeats", "6");
  const auto paths = parts_of(folder, experiment, "e", 3);
  const auto others = parts_of(folder, with(experiment, "run.randomness.seed", "77"), "seed", 3);
  EXPECT_THAT(refusal_of({paths[0], paths[2]}), HasSubstr("not given: part \"2/3\""));
  EXPECT_THAT(refusal_of({paths[0], paths[1], paths[2], paths[1]}),
              HasSubstr("holds runs 2 to 3 of " + paths[1] + " again: give every part once"));
  EXPECT_THAT(refusal_of({paths[0], others[1], paths[2]}),
              HasSubstr(others[1] + ": does not fit " + paths[0] + ": the experiment is another"));
  const std::string text = read_file(paths[1]);
  const auto broken = [&](std::string changed) {
    return refusal_of({paths[0], folder.write("broken.part", changed), paths[2]});
  };
  const std::string word = "\"status\":\"completed\"";
  std::string edited = text;
  edited.replace(edited.find(word), word.size(), "\"status\":\"diverged\"");
  EXPECT_THAT(broken(edited), HasSubstr("was edited: its line 2"));
  std::string begun = text;
  begun.replace(begun.find("\"number\":2"), 10, "\"number\":3");
  EXPECT_THAT(broken(begun), HasSubstr("was edited: its line 1"));
  EXPECT_THAT(broken(text.substr(0, text.size() - 40)),
              HasSubstr("is not finished: it lacks runs "));
  EXPECT_THAT(broken(text.substr(0, 40)), HasSubstr("cut within its first line"));
  EXPECT_THAT(broken(write_json(experiment)), HasSubstr("cut within its first line"));
  EXPECT_THAT(broken(write_json(experiment) + "\n"), HasSubstr("is no part of an experiment"));
  // A head that lies with a SHA-256 of its own is no part either.
  const Json lie = Json::object({{"part", Json::object({{"version", 1}})}});
  EXPECT_THAT(broken(write_json(lie) + "\n"), HasSubstr("was edited: its line 1"));
}

/// What a group says, with the SHA-256 of lines that were made to fit: no such lie ends the
/// program.
TEST(Parts, ThatLieWithFittingHashesAreRefused) {
  const Json experiment = with(small_experiment(), "run.repeats", "2");
  const std::string text = write_json(experiment);
  const std::vector<double> loads = {1, 1};
  const auto group = parse_json(R"({"version":1,"first":0,"last":2,"refused":[],"refusedPoints":[],
      "runs":[{},{}],"statement":{"plans":[],"spendings":[{},{}]},
      "nonPrivate":{"references":[],"dataHash":"hash"}})");
  ASSERT_TRUE(group);
  const auto assembled = [&](const char* path, const char* value) {
    auto part = PartFile::begin(text, "hash", loads, {});
    std::string file = part->append({}, "");
    file += part->append({0, 2}, write_json(with(*group, path, value)));
    auto read = PartFile::read(file, "lie.part");
    return read ? assemble_parts(std::array{*read}) : std::unexpected(read.error());
  };
  EXPECT_TRUE(assembled("version", "1"));
  EXPECT_FALSE(assembled("statement.plans", R"([{"plan":1000000000,"statement":{}}])"));
  EXPECT_FALSE(assembled("statement.plans", R"([{"plan":-1,"statement":{}}])"));
  EXPECT_FALSE(assembled("nonPrivate.references", R"([{"point":1000000000}])"));
  EXPECT_FALSE(assembled("nonPrivate.references", R"([{"point":-5}])"));
  EXPECT_FALSE(assembled("nonPrivate.references", R"([{"point":"x"}])"));
  EXPECT_FALSE(assembled("statement.plans", R"([{"plan":0,"statement":5}])"));
}

/// Lines that stand in another order, or not at all, do not have the hash that follows from the one
/// before.
TEST(Parts, LackNoLineUnseen) {
  const std::vector<double> loads = {1, 1, 1};
  auto part = PartFile::begin("{}", "hash", loads, {});
  const std::string head = part->append({}, "");
  const auto line = [&](Index run) {
    return part->append({run, run + 1}, "{\"first\":" + std::to_string(run) +
                                            ",\"last\":" + std::to_string(run + 1) + "}");
  };
  const std::string one = line(0), two = line(1), three = line(2);
  EXPECT_TRUE(PartFile::read(head + one + two + three, "a"));
  EXPECT_FALSE(PartFile::read(head + two + one + three, "a"));
  EXPECT_FALSE(PartFile::read(head + one + three, "a"));
  EXPECT_FALSE(PartFile::read(head + one + one + two + three, "a"));
  const auto cut = PartFile::read(head + one + two.substr(0, two.size() - 1), "a");
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->sound_bytes(), (head + one).size());
  EXPECT_FALSE(cut->is_complete());
}

TEST(Parts, CutByAnotherNAreSaidToBe) {
  const TemporaryFolder folder;
  const Json experiment = with(small_experiment(), "run.repeats", "6");
  const auto thirds = parts_of(folder, experiment, "third", 3);
  const auto halves = parts_of(folder, experiment, "half", 2);
  EXPECT_THAT(refusal_of({thirds[0], halves[1]}), HasSubstr("must be cut by the same N"));
  const Outcome named = run_program({"run", "--resume", thirds[0], "--out", folder.path("r")});
  EXPECT_EQ(named.status, 2);
  EXPECT_THAT(named.errors, HasSubstr("--out: is for a result: assemble makes one"));
}

TEST(Parts, AreLeftAloneWhenAnotherProgramWritesThem) {
  const TemporaryFolder folder;
  const Json tree = with(small_experiment(), "algorithms",
                         R"([{"id":"dp-nag","parameters":{"iterations":900000}}])");
  const std::string kept = folder.path("kept");
  Program program({"run", "-", "--quiet", "--checkpoint", kept, "--threads", "1"},
                  write_json(tree));
  while (read_file(kept).empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::ofstream(kept, std::ios::app) << "another\n";
  const Outcome outcome = program.finish();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr(kept + ": was changed by another program"));
  EXPECT_THAT(read_file(kept), ::testing::EndsWith("another\n"));
}

TEST(Checkpoints, DoNotStandBesideADevice) {
  const Json tree = with(small_experiment(), "algorithms",
                         R"([{"id":"dp-gd","parameters":{"iterations":3}},
                             {"id":"dp-nag","parameters":{"iterations":900000000}}])");
  Program program({"run", "-", "--quiet", "--out", "/dev/null"}, write_json(tree));
  std::this_thread::sleep_for(std::chrono::seconds(1));
  EXPECT_FALSE(std::filesystem::exists("/dev/null.part"));
  program.send(SIGINT);
  EXPECT_THAT(program.finish().errors, HasSubstr("error: cancelled at run: interrupted"));
}

TEST(Parts, AreNeverWrittenOverAnotherFile) {
  const TemporaryFolder folder;
  const std::string experiment = folder.write("e.json", write_json(small_experiment()));
  const std::string kept = folder.write("kept", "mine");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"run", experiment, "--part", "1/2", "--out", kept},
           {"run", experiment, "--checkpoint", kept},
           {"run", experiment, "--checkpoint", experiment},
           {"run", experiment, "--checkpoint", kept, "--out", kept},
           {"run", "--resume", kept, "--out", kept},
           {"assemble", kept, "--out", kept}}) {
    EXPECT_NE(run_program(words).status, 0);
    EXPECT_EQ(read_file(kept), "mine");
  }
  EXPECT_EQ(read_file(experiment), write_json(small_experiment()));
}

TEST(Parts, OfOneAreParts) {
  const TemporaryFolder folder;
  const auto paths = parts_of(folder, with(small_experiment(), "run.repeats", "2"), "e", 1);
  EXPECT_EQ(run_program({"assemble", paths[0]}).status, 0);
}

TEST(Parts, GoOnWhereTheyWereCut) {
  const TemporaryFolder folder;
  const auto paths = parts_of(folder, with(small_experiment(), "run.repeats", "6"), "e", 2);
  const std::string text = read_file(paths[0]);
  const std::string cut = folder.write("cut.part", text.substr(0, text.size() - 100));
  const Outcome outcome = run_program({"run", "--resume", cut});
  EXPECT_EQ(outcome.status, 0) << outcome.errors;
  EXPECT_THAT(outcome.errors, HasSubstr("part 1/2 is finished: " + cut));
  EXPECT_EQ(run_program({"assemble", cut, paths[1]}).status, 0);
}

TEST(Parts, RefuseOtherDataBeforeAnythingRuns) {
  const TemporaryFolder folder;
  std::string csv = "age,weight,sick\n";
  for (int i = 0; i < 50; ++i) {
    csv += std::to_string(i % 7) + "," + std::to_string(i % 5) + "," + std::to_string(i % 2) + "\n";
  }
  const std::string data = folder.write("a.csv", csv);
  const std::string experiment = folder.write("e.json", write_json(file_experiment()));
  const std::string kept = folder.path("kept.part");
  const Outcome begun = run_program({"run", experiment, "--data", data, "--checkpoint", kept,
                                     "--out", folder.path("r.json"), "--quiet"});
  ASSERT_EQ(begun.status, 0) << begun.errors;
  const std::string before = read_file(kept);
  csv.replace(csv.rfind("1\n"), 1, "0");
  const Outcome changed =
      run_program({"run", "--resume", kept, "--data", folder.write("b.csv", csv), "--quiet"});
  EXPECT_EQ(changed.status, 1);
  EXPECT_THAT(changed.errors, HasSubstr("fingerprint-mismatch at --data: the records are not"));
  EXPECT_EQ(read_file(kept), before);
  const Outcome same = run_program(
      {"run", "--resume", kept, "--data", data, "--quiet", "--out", folder.path("again.json")});
  EXPECT_EQ(same.status, 0) << same.errors;
  EXPECT_EQ(result_in(folder.path("again.json")), result_in(folder.path("r.json")));
}

/// What is ended from outside keeps its finished groups: two methods, of which the second never
/// ends.
TEST(Checkpoints, OutliveAKilledProgram) {
  const TemporaryFolder folder;
  const Json tree = with(small_experiment(), "algorithms",
                         R"([{"id":"dp-gd","parameters":{"iterations":3}},
                             {"id":"dp-nag","parameters":{"iterations":900000000}}])");
  const std::string out = folder.path("result.json");
  const std::string beside = out + ".part";
  Program program({"run", "-", "--quiet", "--out", out, "--threads", "1"}, write_json(tree));
  for (int i = 0; i < 300 && read_file(beside).find("\"group\"") == std::string::npos; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  program.send(SIGKILL);
  EXPECT_NE(program.finish().status, 0);
  Program resumed({"run", "--resume", beside, "--quiet", "--out", out}, "");
  std::this_thread::sleep_for(std::chrono::seconds(2));
  resumed.send(SIGINT);
  const Outcome outcome = resumed.finish();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr("noisy-descent run --resume " + beside + " goes on"));
  const Json result = result_in(out);
  EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(result, "status"), Json("cancelled"));
}

TEST(Checkpoints, OfShortRunsAreNotLeftBehind) {
  const TemporaryFolder folder;
  const std::string out = folder.path("result.json");
  const Outcome outcome =
      run_program({"run", "-", "--quiet", "--out", out}, write_json(small_experiment()));
  EXPECT_EQ(outcome.status, 0) << outcome.errors;
  EXPECT_EQ(read_file(out + ".part"), "");
}

std::vector<std::pair<Index, Index>> batches(std::vector<double> loads, double seconds,
                                             int threads) {
  const auto part = PartFile::begin("{}", "hash", loads, {});
  std::vector<std::pair<Index, Index>> out;
  for (const RunRange& range : part->batches(loads, seconds, threads)) {
    out.emplace_back(range.first, range.last);
  }
  return out;
}

TEST(Batches, AreFullOrAsManyAsThreads) {
  using Ranges = std::vector<std::pair<Index, Index>>;
  EXPECT_EQ(batches({5, 5, 5, 5, 5}, 10, 1), (Ranges{{0, 2}, {2, 4}, {4, 5}}));
  EXPECT_EQ(batches({50, 50, 50}, 10, 2), (Ranges{{0, 2}, {2, 3}}));
  EXPECT_EQ(batches({50, 50, 50}, std::numeric_limits<double>::infinity(), 2), (Ranges{{0, 3}}));
}

/// Every run stands in one part, and no part has more than its share and one run.
TEST(Batches, OfPartsCoverAllRunsAboutEqually) {
  std::vector<double> loads;
  for (int i = 0; i < 97; ++i) loads.push_back(1 + (i * 37) % 11);
  double all = 0;
  for (const double load : loads) all += load;
  Index next = 0;
  for (Index k = 1; k <= 10; ++k) {
    const auto part = PartFile::begin("{}", "hash", loads, {.number = k, .of = 10});
    double sum = 0;
    for (const RunRange& range : part->batches(loads, 1e9, 1)) {
      EXPECT_EQ(range.first, next);
      for (next = range.first; next < range.last; ++next) {
        sum += loads[static_cast<std::size_t>(next)];
      }
    }
    EXPECT_LE(sum, all / 10 + 11);
  }
  EXPECT_EQ(next, std::ssize(loads));
}

}  // namespace
}  // namespace noisy
