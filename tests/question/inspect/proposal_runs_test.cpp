#include <gtest/gtest.h>

#include <map>
#include <random>

#include "engine/experiment/session/session.h"
#include "engine/json/lookup.h"
#include "tests/question/inspect/inspecting.h"

namespace noisy {
namespace {

using testing::content_of;
using testing::inspected;

/// An experiment on the proposed block: rows and gradients are clipped, so nothing of the data has
/// to be stated.
std::string experiment_on(const Json& proposal) {
  Json data = proposal.member("data");
  std::vector<Json> steps;
  const Json& labels = data.member("preprocess");
  for (std::size_t i = 0; i < labels.size(); ++i) steps.push_back(labels.element(i));
  steps.push_back(*parse_json(R"({"kind":"clip-rows","norm":"l1","bound":1})"));
  data.set("preprocess", Json::array(std::move(steps)));
  Json experiment = *parse_json(R"({
    "version": 1,
    "problem": {"regularizer": {"kind": "l2", "strength": 0.1},
                "gradientClip": {"norm": "l1", "bound": 1}},
    "privacy": {"notion": "pure", "epsilon": 1},
    "algorithms": [{"id": "dp-gd", "parameters": {"iterations": 5}}],
    "run": {"randomness": {"mode": "reproducible", "seed": 1}}
  })");
  experiment.set("data", data);
  experiment.find("problem")->set("loss", proposal.member("loss"));
  return write_json(experiment);
}

/// The plan of the proposal on its file, or the error.
Json planned(const Json& proposal, const std::string& text) {
  const auto failed = [](const Error& error) { return Json(error.field + ": " + error.message); };
  Workspace workspace(Limits{});
  const auto session = workspace.open(experiment_on(proposal), "");
  if (!session) return failed(session.error());
  const auto bytes = std::as_bytes(std::span(text));
  if (auto fed = (*session)->feed(bytes, static_cast<double>(text.size())); !fed) {
    return failed(fed.error());
  }
  if (auto loaded = (*session)->load(); !loaded) return failed(loaded.error());
  const auto plan = (*session)->plan();
  return plan ? *parse_json(*plan, {.members = 4096}) : failed(plan.error());
}

/// @return whether the file was read
bool expect_planned(const std::string& name, const std::string& text) {
  const Json report = inspected(text);
  const Json& proposal = report.member("proposal");
  if (proposal.is_null()) {
    EXPECT_FALSE(text_of(report, "problem").empty()) << name;
    return false;
  }
  const Json plan = planned(proposal, text);
  // Where the doctor found trouble, the reader stops there, too.
  if (!report.member("problem").is_null()) {
    EXPECT_TRUE(plan.is_text()) << name << " is read in spite of "
                                << write_json(report.member("problem"));
    return false;
  }
  EXPECT_FALSE(plan.is_text()) << name << ": " << write_json(plan);
  EXPECT_EQ(plan.member("data").member("samples"), report.member("records")) << name;
  return true;
}

TEST(ProposedBlocks, ReadEveryCaseWithAllOfItsRecords) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(testing::kCases)) {
    expect_planned(entry.path().filename(), content_of(entry.path()));
    ++files;
  }
  EXPECT_GE(files, 37);
}

TEST(ProposedBlocks, ReadTheBuiltInTables) {
  const std::filesystem::path folder = NOISY_SOURCE_DIRECTORY "/engine/data/builtin";
  for (const char* name : {"breast_cancer.csv", "diabetes.csv", "digits.csv"}) {
    const std::string text = content_of(folder / name);
    expect_planned(name, text);
    EXPECT_TRUE(inspected(text).member("problem").is_null()) << name;
  }
}

TEST(ProposedBlocks, ReadFilesOfOtherKinds) {
  const std::map<std::string, std::string> texts = {
      {"R's row names", "\"a\" \"b\" \"y\"\n\"r1\" 1.5 2 0\n\"r2\" 2.5 3 1\n\"r3\" 1 2 1\n"},
      {"tabs", "a\tb\ty\n1\t2\t0\n3\t4\t1\n"},
      {"bars", "a|b|y\n1|2|0\n3|4|1\n"},
      {"quoted decimal commas", "\"a\",\"b\",\"y\"\n\"1,5\",\"2\",\"0\"\n\"3,5\",\"4\",\"1\"\n"},
      {"words with commas", "a,city,y\n1,\"Bonn, West\",0\n2,\"Ulm\",1\n3,\"Ulm\",1\n"},
      {"a mark",
       "\xef\xbb\xbf"
       "a,y\r\n1,0\r\n2,1\r\n"},
      {"comments", "% a\n% b\n1,2,0\n3,4,1\n"},
      {"no end", "a,b,y\n1,2,0\n3,4,1"},
      {"labels 1 and 2", "1 1:0.5 3:2\n2 2:1 # told\n1 1:1\n"},
      {"blanks before", "  1.5   2  1\n  2.5   3  0\n"},
      {"empty words", "job,age,y\ncook,20,no\n,30,yes\nclerk,40,no\n"},
      {"names twice", "a,a,y\n1,2,0\n3,4,1\n"},
      {"a name that is a number", "2019,2020,y\n1.5,2.5,0\n3.5,4.5,1\n5,6,1\n"},
      {"a target of three words first", "kind,a\nx,1.5\ny,2.5\nz,3.5\nx,2\n"},
      {"an empty line at the end", "a,b,y\n1,2,0\n3,4,1\n\n\n"},
      {"an empty line between", "a,b,y\n1,2,0\n\n3,4,1\n"},
      {"a quote that stays open", "a,b,y\n1,2,0\n\"3,4,1\n"},
      {"a ragged record", "a,b,y\n1,2,0\n3,4\n"}};
  for (const auto& [name, text] : texts) expect_planned(name, text);
}

/// A table of cells of many kinds, with a piece that spoils it here and there.
std::string hostile_text(std::mt19937& random) {
  static const std::vector<std::string> kCells = {
      "1", "0", "2.5", "-3",  "1,5",        "yes",  "no",      "a",    "b",     "NA",
      "",  "?", "nan", "1:2", "2024-01-02", "#N/A", "\"a b\"", "\xe9", "1e999", "\xc3\xa9"};
  static const std::vector<std::string> kSpoilers = {"\"", "\n\n", "\r",   "\x1a", "#",
                                                     ";",  ",",    "\"\"", " ",    "\xef\xbb\xbf"};
  const auto below = [&](std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
  };
  const std::string delimiter(1, ",;\t| "[below(5)]);
  const std::size_t columns = 2 + below(3);
  const std::size_t kinds = 1 + below(kCells.size());
  std::vector<std::size_t> firsts;
  for (std::size_t j = 0; j < columns; ++j) firsts.push_back(below(kCells.size()));
  std::string text;
  if (below(2) == 0) {
    for (std::size_t j = 0; j < columns; ++j)
      text += (j > 0 ? delimiter : "") + "c" + std::to_string(j);
    text += '\n';
  }
  for (std::size_t i = 0, rows = 2 + below(12); i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      const std::size_t cell = (firsts[j] + below(1 + kinds / 4)) % kCells.size();
      text += (j > 0 ? delimiter : "") + kCells[cell];
      if (below(60) == 0) text += kSpoilers[below(kSpoilers.size())];
    }
    text += '\n';
  }
  return text;
}

TEST(ProposedBlocks, ReadWhatTheySayOfHostileText) {
  std::mt19937 random(20241);
  int read = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::string text = hostile_text(random);
    read += expect_planned("text " + write_json(Json(text)), text);
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(read, 500);
}

}  // namespace
}  // namespace noisy
