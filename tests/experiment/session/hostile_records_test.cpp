// Nothing about one record changes what is public: a record that is replaced by anything whatever
// gives the same n, columns, plan, noise and redacted bytes, but for noised values, or an error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "engine/experiment/result/replay.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::open_session;

/// A file, cut into the lines of its records, and the experiment that reads it.
struct Case {
  std::string name;
  std::string data;  ///< fields of the block
  std::string head;  ///< what stands before the records
  std::vector<std::string> records;
  bool is_secure = false;
};

std::vector<Case> cases() {
  const std::vector<std::string> numbers = {"1,0.5,-1", "-2,3,0.25", "0,0,1", "4,-1,0.5"};
  return {
      {"header", R"("format": "csv", "header": "yes")", "a,b,y\n", numbers},
      {"auto", R"("format": "csv")", "a,b,y\n", numbers},
      {"auto without one", R"("format": "csv")", "", numbers, true},
      {"named", R"("format": "csv", "target": "a", "comments": "#")", "# it's\n\na,b,y\n", numbers},
      {"bare", R"("format": "csv", "header": "no")", "", numbers},
      {"unread",
       R"("format": "csv", "target": "y", "columns": [{"name": "b"}, {"name": "note",
          "words": ["x", "#lost"], "other": "o"}])",
       "note,b,text,y\n",
       {"x,1,\"it \"\"is\"\"\",0", "\"#lost\",2,\"two\nlines\",1", "z,3,,0", "x,4,\",\",1"}},
      {"coded",
       R"("format": "csv", "header": "no", "target": 2, "columns": [{"name": 0, "words": ["x", "y"],
          "other": "o"}, {"name": 1, "edges": [0, 1]}, {"name": 2, "words": ["u", "v"],
          "other": "w"}])",
       "",
       {"x,0.5,u", "y,-1,v", "#,7,\"\n\"", "x,1,u"}},
      {"features",
       R"("format": "csv", "header": "yes", "target": "y", "columns": [
          {"name": "job", "words": ["x", "NA"], "other": "o", "missing": "x", "indicator": true,
           "encode": "one-hot"},
          {"name": "age", "lower": 0, "upper": 10, "missing": 4, "indicator": true},
          {"name": "hours", "edges": [0, 1], "missing": 7, "encode": "ordered"}])",
       "job,age,hours,y\n",
       {"x,1,0.5,1", "NA,20,,0", ",?,2,-1", "q,-3,0,0.5"}},
      {"filled",
       R"("format": "csv", "header": "no", "target": 2, "columns": [
          {"name": 0, "edges": [1, 2], "missing": 1.5, "indicator": true, "encode": "one-hot"},
          {"name": 1, "missing": -1}, {"name": 2, "missing": 0.5}])",
       "",
       {"1,0.5,1", ",-1,", "3,null,0", "2,1,-1"}},
      {"commas",
       R"("format": "csv", "header": "no", "delimiter": ";", "decimal": ",")",
       "",
       {"1,5;2;-1", "-0,25;3;1", "2;1,75;0", "\"1,5\";0;1"}},
      {"blanks",
       R"("format": "csv", "header": "yes", "delimiter": "blanks")",
       "a b y\n",
       {" 1  2 0", "3\t4 1", "5 6  0.5 ", "7 \"8\" -1"}},
      {"positive",
       R"("format": "csv", "positive": "yes")",
       "a,b,y\n",
       {"1,2,yes", "3,4,no", "5,6,\"yes\"", "7,8,may be"}},
      {"libsvm",
       R"("format": "libsvm", "features": 3)",
       "",
       {"1 1:0.5 3:2", "-1", "0.5 2:1 # seen", "1 1:1 2:2 3:3"}},
      {"from zero",
       R"("format": "libsvm", "features": 120, "firstIndex": 0)",
       "",
       {"1 0:0.5 3:2", "-1", "0.5 2:1", "1 0:1 119:2"}},
  };
}

Json experiment_of(const std::string& data, bool is_secure = false) {
  Json experiment = *parse_json(R"({"version": 1, "data": {)" + data + R"(,
      "preprocess": [{"kind": "clip-rows", "norm": "l2", "bound": 1},
                     {"kind": "clamp-target", "lower": -1, "upper": 1}]},
    "problem": {"loss": "squared", "regularizer": {"kind": "l2", "strength": 0.1},
                "domain": {"kind": "l2-ball", "radius": 1}},
    "privacy": {"notion": "zcdp", "rho": 1},
    "algorithms": [{"id": "dp-gd", "parameters": {"iterations": 2}}],
    "run": {"repeats": 1, "randomness": {"mode": "reproducible", "seed": 1},
            "trace": {"points": 2}, "diagnostics": ["objective"]}})");
  if (is_secure) {
    experiment.find("run")->set("randomness", Json::object({{"mode", "secure"}}));
    experiment.find("run")->erase("diagnostics");
  }
  return experiment;
}

/// The redacted result without noised values, and without the inline records that a result which
/// must not be released may keep.
Json without_released(Json result) {
  result.erase("fingerprint");
  for (const char* records : {"experiment.data.features", "experiment.data.targets"}) {
    if (!testing::at_path(result, records).is_null()) result = testing::without(result, records);
  }
  std::vector<Json> runs;
  for (Json run : result.member("runs").elements()) {
    run.erase("fingerprint");
    run.set("solution", static_cast<double>(run.member("solution").size()));
    run.set("trace", testing::without_times(run.member("trace")));
    runs.push_back(std::move(run));
  }
  result.set("runs", Json::array(std::move(runs)));
  return result;
}

/// All that is public of a run on these records; an error's text where there is one.
struct Seen {
  std::string text;
  bool is_error = true;
};

Seen look(const Json& experiment, const std::string& file) {
  const auto error = [](const Error& what) {
    EXPECT_FALSE(what.message.empty());
    EXPECT_NE(what.code, ErrorCode::internal);
    return Seen{what.field + ": " + what.message};
  };
  Workspace workspace;
  auto session = open_session(workspace, experiment, file);
  if (!session) return error(session.error());
  const auto shape = (*session)->shape();
  auto plan = (*session)->plan();
  if (!plan) return error(plan.error());
  if (auto ran = testing::run_to_end(**session, 0, *(*session)->run_count()); !ran) {
    return error(ran.error());
  }
  const auto result = assemble(write_json(experiment), std::vector{*(*session)->group()});
  if (!result) return error(result.error());
  const auto redacted = redact(*result);
  if (!redacted) return error(redacted.error());
  // How long it takes is no fact about the records.
  Json planned = *parse_json(*plan);
  planned.erase("cost");
  return {std::to_string(shape->samples) + " x " + std::to_string(shape->features) + "\n" +
              write_json(planned) + "\n" + write_json(without_released(*parse_json(*redacted))),
          false};
}

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }

  /// Any text that is one record: its line breaks are within quotes.
  std::string record(const std::string& replaced) {
    while (true) {
      std::string text = below(3) == 0 ? changed(replaced) : pieces();
      if (is_one(text)) return text;
    }
  }

  /// A number or what JSON has in the place of one.
  std::string value() {
    static const std::vector<std::string> kValues = {
        "0", "-1", "1e300", "-1e308", "1e999", "null", "\"#lost\"", "[]", "true", "4e-324", "0.5"};
    return kValues[below(kValues.size())];
  }

 private:
  std::string piece() {
    static const std::vector<std::string> kPieces = {
        "1",   "-2.5", "1e999", "1,5",          ",",        ",", ";",    "\t",  " ",
        "\"",  "\"\"", "\n",    "\r",           "\r\n",     "#", "#N/A", "x",   "yes",
        "1:2", "3:-1", "0:1",   "4:1",          "",         "'", "NA",   "nan", "\x1a",
        "%",   "é",    "\xff",  "\xef\xbb\xbf", "\xff\xfe", "-1"};
    const std::size_t which = below(kPieces.size() + 2);
    if (which == kPieces.size()) return std::string(1, '\0');
    if (which > kPieces.size()) return below(200) == 0 ? std::string(1 << 20, '7') : " , ";
    return kPieces[which];
  }

  std::string pieces() {
    std::string text;
    for (std::size_t count = below(9); count > 0; --count) text += piece();
    if (below(3) == 0) text = "\"" + text + "\"" + ",1,0";
    return text;
  }

  std::string changed(std::string text) {
    const std::size_t at = below(text.size() + 1);
    return text.replace(at, below(3), piece());
  }

  static bool is_one(const std::string& text) {
    bool is_inside = false;
    for (const char c : text) {
      if (c == '"') is_inside = !is_inside;
      if (!is_inside && (c == '\n' || c == '\r')) return false;
    }
    return true;
  }

  std::mt19937 random_;
};

/// The file with one record replaced; the last may lack its end.
std::string file_of(const Case& one, std::size_t place, const std::string& record, bool ends) {
  std::string text = one.head;
  for (std::size_t i = 0; i < one.records.size(); ++i) {
    text += i == place ? record : one.records[i];
    if (ends || i + 1 < one.records.size()) text += "\n";
  }
  return text;
}

TEST(HostileRecords, OfFilesChangeNothingPublicOrAreErrors) {
  Generator generator(20261128);
  for (const Case& one : cases()) {
    const Json experiment =
        experiment_of(R"("kind": "file", "name": "records.csv", )" + one.data, one.is_secure);
    const Seen usual = look(experiment, file_of(one, 0, one.records[0], true));
    ASSERT_FALSE(usual.is_error) << one.name << ": " << usual.text;
    int read = 0;
    for (int round = 0; round < 400; ++round) {
      const std::size_t place = generator.below(one.records.size());
      const std::string record = generator.record(one.records[place]);
      // A record has two cells, or a label: no program writes one as an empty line, and at the end
      // of a file that is none.
      if (record.empty() && place + 1 == one.records.size()) continue;
      const std::string file = file_of(one, place, record, generator.below(4) > 0);
      const Seen seen = look(experiment, file);
      if (seen.is_error) continue;
      ++read;
      ASSERT_EQ(seen.text, usual.text) << one.name << "\n" << file.substr(0, 1000);
    }
    EXPECT_GT(read, 5) << one.name << ": the generator makes too few records that can be read";
  }
}

TEST(HostileRecords, InTheFirstLineAreNoHeaderUntilThatIsStated) {
  const auto error_of = [](const std::string& data, const std::string& file, bool is_secure) {
    const Json experiment = experiment_of(
        R"("kind": "file", "name": "records.csv", "format": "csv")" + data, is_secure);
    const Seen seen = look(experiment, file);
    return seen.is_error ? seen.text : "";
  };
  for (const char* first : {"#,#,#", "secret,x61.0625,-", "x,1e999,1O", "a,b,y"}) {
    const std::string file = std::string(first) + "\n1,2,0.5\n3,4,1\n";
    EXPECT_THAT(error_of("", file, true), ::testing::StartsWith("data.header: is required"));
    EXPECT_EQ(error_of("", file, false), "");
    EXPECT_EQ(error_of(R"(, "header": "yes")", file, true), "");
  }
  EXPECT_EQ(error_of(R"(, "target": "a")", "a,b,y\n1,2,0.5\n3,4,1\n", true), "");
  EXPECT_EQ(error_of("", "1,2,0.5\n3,4,1\n", true), "");
}

TEST(HostileRecords, OfInlineDataChangeNothingPublicOrAreErrors) {
  Generator generator(7);
  const auto block = [](const std::string& row, const std::string& target) {
    return R"("kind": "inline", "features": [[1, 0.5], )" + row + R"(, [0, 3]], "targets": [1, )" +
           target + ", 0]";
  };
  const Seen usual = look(experiment_of(block("[2, 2]", "0.5")), "");
  ASSERT_FALSE(usual.is_error) << usual.text;
  int read = 0;
  for (int round = 0; round < 1000; ++round) {
    std::string row = "[" + generator.value();
    for (std::size_t more = generator.below(4); more > 0; --more) row += ", " + generator.value();
    const std::string text = block(row + "]", generator.value());
    const auto parsed = parse_json("{" + text + "}");
    if (!parsed) continue;  // No experiment.
    const Seen seen = look(experiment_of(text), "");
    if (seen.is_error) continue;
    ++read;
    ASSERT_EQ(seen.text, usual.text) << row;
  }
  EXPECT_GT(read, 5);
}

}  // namespace
}  // namespace noisy
