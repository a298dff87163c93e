#include "engine/question/inspect/inspect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/json/lookup.h"
#include "tests/question/inspect/inspecting.h"

namespace noisy {
namespace {

using ::testing::HasSubstr;
using testing::inspected;
using testing::inspected_case;
using testing::proposed_block;

Json json(std::string_view text) {
  return *parse_json(text);
}

struct Proposed {
  const char* file;
  const char* block;
  const char* loss;
};

void PrintTo(const Proposed& proposed, std::ostream* out) {
  *out << proposed.file;
}

class Proposals : public ::testing::TestWithParam<Proposed> {};

TEST_P(Proposals, AreTheBlockThatReadsTheFile) {
  const auto& [file, block, loss] = GetParam();
  const Json report = inspected_case(file);
  EXPECT_EQ(write_json(proposed_block(report)), write_json(json(block)));
  EXPECT_EQ(text_of(report.member("proposal"), "loss"), loss);
  EXPECT_TRUE(report.member("problem").is_null()) << write_json(report.member("problem"));
}

INSTANTIATE_TEST_SUITE_P(
    Files, Proposals,
    ::testing::Values(
        Proposed{"bank.csv", R"({"format":"csv","header":"yes","target":"label","positive":"yes"})",
                 "logistic"},
        Proposed{"wdbc.data", R"({"format":"csv","header":"no","positive":"M"})", "logistic"},
        Proposed{"mushroom.data",
                 R"({"format":"csv","header":"no","positive":"y","columns":[
                    {"name":0,"words":["e","p"]},{"name":1,"words":["b","f","k","s","x"]}]})",
                 "logistic"},
        Proposed{"housing.data", R"({"format":"csv","delimiter":"blanks","header":"no"})",
                 "logistic"},
        Proposed{"heart_scale", R"({"format":"libsvm","features":3})", "logistic"},
        Proposed{"skl.libsvm", R"({"format":"libsvm","firstIndex":0,"features":3})", "logistic"},
        Proposed{"pandas.csv",
                 R"({"format":"csv","header":"yes","target":"label",
                    "columns":[{"name":"a"},{"name":"b"},{"name":"c"}]})",
                 "logistic"},
        Proposed{"mac.csv", R"({"format":"csv","header":"yes","target":"label"})", "logistic"},
        Proposed{
            "messung.csv",
            R"({"format":"csv","delimiter":";","decimal":",","header":"yes","target":"label"})",
            "logistic"},
        Proposed{"winequality.csv",
                 R"({"format":"csv","delimiter":";","header":"yes","target":"label"})", "logistic"},
        Proposed{"reg.csv", R"({"format":"csv","header":"yes","target":"price"})", "squared"},
        Proposed{"hash.csv",
                 R"({"format":"csv","header":"yes","target":"label",
                    "columns":[{"name":"b"},{"name":"c"}]})",
                 "logistic"},
        Proposed{"latin1_target.csv",
                 R"({"format":"csv","encoding":"latin1","header":"yes","target":"straße"})",
                 "logistic"},
        Proposed{"na_name.csv", R"({"format":"csv","header":"yes","target":"y"})", "logistic"},
        Proposed{"pandas_numpy2.csv", R"({"format":"csv","header":"yes","target":"2"})",
                 "logistic"},
        Proposed{"trail_semi.csv",
                 R"({"format":"csv","delimiter":";","header":"yes","target":"y",
                    "columns":[{"name":"a"},{"name":"b"}]})",
                 "logistic"},
        Proposed{"dup_names.csv",
                 R"({"format":"csv","header":"yes","target":3,"columns":[{"name":0},{"name":2}]})",
                 "logistic"},
        Proposed{"hash_header.csv", R"({"format":"csv","header":"yes","target":"y"})", "logistic"},
        Proposed{"nl_last.csv",
                 R"({"format":"csv","header":"yes","target":"y","columns":[{"name":"hours"}]})",
                 "logistic"}));

struct Foreign {
  const char* file;
  const char* what;
};

void PrintTo(const Foreign& foreign, std::ostream* out) {
  *out << foreign.file;
}

class ForeignFiles : public ::testing::TestWithParam<Foreign> {};

TEST_P(ForeignFiles, AreNamed) {
  const Json report = inspected_case(GetParam().file);
  EXPECT_THAT(text_of(report, "problem"), HasSubstr(GetParam().what));
  EXPECT_TRUE(report.member("proposal").is_null());
}

INSTANTIATE_TEST_SUITE_P(Files, ForeignFiles,
                         ::testing::Values(Foreign{"a.7z", "7z"}, Foreign{"a.feather", "Feather"},
                                           Foreign{"a.npy", "NumPy"},
                                           Foreign{"login.csv", "HTML page"},
                                           Foreign{"ok.csv.xz", "XZ"}));

TEST(FileDoctor, MarksItsAnswerAsNotPrivate) {
  const Json report = inspected_case("bank.csv");
  EXPECT_EQ(report.member("nonPrivate"), Json(true));
  EXPECT_THAT(text_of(report, "notice"), HasSubstr("not private"));
  EXPECT_THAT(report_text(report), HasSubstr("not private"));
  EXPECT_EQ(inspected_case("a.7z").member("nonPrivate"), Json(true));
}

TEST(FileDoctor, SaysTheSameOfAFileInPiecesOfAnySize) {
  for (const char* name : {"bank.csv", "mac.csv", "crcrlf.csv", "heart_scale", "latin1_target.csv",
                           "quoted_newline3.csv", "messung.csv", "ok.csv.xz"}) {
    const std::string text = testing::content_of(testing::kCases / name);
    EXPECT_EQ(write_json(inspected(text, "", 1)), write_json(inspected(text))) << name;
    EXPECT_EQ(write_json(inspected(text, "", 7)), write_json(inspected(text))) << name;
  }
}

TEST(FileDoctor, TellsWhatEachColumnIs) {
  std::string text = "customer_id,joined,age,score,job,note,nothing,same\n";
  for (int i = 0; i < 100; ++i) {
    const std::string number = std::to_string(i);
    text += "c" + number + ",2024-03-" + std::to_string(10 + i % 20) + "," +
            std::to_string(18 + i % 50) + "," + std::to_string(i % 7) + ".5," +
            (i % 3 == 0 ? "cook" : "clerk") + ",note " + std::to_string(i % 70) + ",," + "red\n";
  }
  const Json columns = inspected(text).member("columns");
  std::vector<std::string> kinds;
  for (const Json& column : columns.elements()) kinds.push_back(text_of(column, "kind"));
  EXPECT_THAT(kinds, ::testing::ElementsAre("id", "date", "integer", "number", "category", "text",
                                            "empty", "constant"));
  EXPECT_EQ(columns.element(2).member("upper"), Json(67));
  EXPECT_EQ(columns.element(4).member("words").element(0).member("count"), Json(66));
  EXPECT_EQ(columns.element(5).member("wordCount"), Json(70));
  EXPECT_EQ(columns.element(6).member("missing"), Json(100));
}

TEST(FileDoctor, CountsEmptyCellsOfACategoryAsAWordOfTheirOwn) {
  const Json block = proposed_block(inspected("job,age,y\ncook,20,0\n,30,1\nclerk,40,0\n"));
  EXPECT_EQ(write_json(block.member("columns").element(0)),
            R"({"name":"job","words":["clerk","cook"],"other":"missing"})");
}

TEST(FileDoctor, ProposesToDropNoRow) {
  const Json report = inspected_case("hash.csv");
  EXPECT_EQ(report.member("records"), Json(40));
  EXPECT_THAT(write_json(report), HasSubstr("no row is dropped"));
  EXPECT_EQ(report.member("columns").element(0).member("notNumbers"), Json(4));
}

TEST(FileDoctor, PutsOneOfSeveralClassesAgainstTheRest) {
  const Json words = inspected("a,kind\n1,red\n2,red\n3,blue\n4,green\n5,red\n6,blue\n");
  EXPECT_EQ(text_of(proposed_block(words), "positive"), "red");
  EXPECT_THAT(write_json(words), HasSubstr("separates one from the rest"));
  const Json numbers = inspected("a,b\n1.5,0\n2.5,2\n3.5,1\n4.5,2\n");
  EXPECT_EQ(write_json(proposed_block(numbers).member("preprocess")),
            R"([{"kind":"labels","positive":[2]}])");
  const Json pair = inspected("a,b\n1.5,1\n2.5,2\n3.5,1\n4.5,2\n");
  EXPECT_EQ(write_json(proposed_block(pair).member("preprocess")),
            R"([{"kind":"labels","positive":[2]}])");
}

TEST(FileDoctor, LeavesOutASecondColumnOfTheTargetsName) {
  for (const char* request : {"", R"({"target": "y"})"}) {
    const Json report = inspected("x,y,z,y\n1,0,3,1\n2,1,4,0\n5,1,3,1\n", request);
    const std::string text = write_json(report);
    EXPECT_THAT(text, HasSubstr("since it has the target's name, too"));
    const Json block = proposed_block(report);
    const Json columns = *parse_json(R"([{"name": "x"}, {"name": "z"}])");
    EXPECT_EQ(block.member("columns"), columns) << write_json(block);
  }
}

TEST(FileDoctor, TakesWhatIsStated) {
  const Json block = proposed_block(
      inspected_case("bank.csv", R"({"name":"bank.csv","target":"a","header":"yes"})"));
  EXPECT_EQ(block.member("target"), Json("a"));
  EXPECT_EQ(write_json(block.member("columns").element(2).member("words")), R"(["no","yes"])");
  EXPECT_EQ(text_of(proposed_block(inspected_case("bank.csv", R"({"positive":"no"})")), "positive"),
            "no");
  EXPECT_EQ(inspected_case("mushroom.data", R"({"header":"yes"})").member("records"), Json(39));
  EXPECT_EQ(inspected_case("bank.csv", R"({"delimiter":";"})").member("columnCount"), Json(1));
}

TEST(FileDoctor, RefusesAWrongStatementByName) {
  EXPECT_EQ(inspected("", R"({"headr":"yes"})").text().substr(0, 6), "headr:");
  EXPECT_EQ(inspected("", R"({"header":"perhaps"})").text().substr(0, 7), "header:");
  EXPECT_EQ(inspected("", R"({"delimiter":"ab"})").text().substr(0, 10), "delimiter:");
  EXPECT_EQ(inspected("", R"({"decimal":"x"})").text().substr(0, 8), "decimal:");
  EXPECT_EQ(inspected("", R"({"comments":"a"})").text().substr(0, 9), "comments:");
  EXPECT_THAT(text_of(inspected_case("bank.csv", R"({"target":"labl"})"), "problem"),
              HasSubstr("not a column"));
}

TEST(FileDoctor, NamesThePlacesWhereTheReaderStops) {
  const auto place = [](std::string_view text) {
    const Json report = inspected(text);
    return text_of(report.member("troubles").element(0), "place") + "; " +
           text_of(report, "problem");
  };
  EXPECT_THAT(place("a,b,y\n1,2,0\n1,2\n3,4,1\n"), HasSubstr("line 3; line 3: the record has 2"));
  EXPECT_THAT(place("a,b,y\n1,2,0\n\n3,4,1\n"), HasSubstr("line 3"));
  EXPECT_THAT(place("a,b,y\n1,\"2,0\n3,4,1\n"), HasSubstr("line 2"));
  EXPECT_THAT(place("1 1:2 2:3\n0 2:1 1:4\n1 1:1\n"), HasSubstr("line 2, column 3"));
}

TEST(FileDoctor, KnowsWhatItCannotRead) {
  const auto problem = [](std::string_view text) { return text_of(inspected(text), "problem"); };
  EXPECT_THAT(problem(""), HasSubstr("empty"));
  EXPECT_THAT(problem("age,y\n"), HasSubstr("no record"));
  EXPECT_THAT(problem("1\n2\n3\n"), HasSubstr("one cell"));
  EXPECT_THAT(problem("@relation iris\n@attribute a numeric\n@data\n1,2\n"), HasSubstr("ARFF"));
  EXPECT_THAT(problem(std::string_view("a\0,\0b\0\n\0001\0,\0002\0\n\0", 16)), HasSubstr("UTF-16"));
  EXPECT_THAT(problem(std::string_view("a,b\0\0\0\1\2\3,x\n1,2\n", 17)), HasSubstr("binary"));
  EXPECT_THAT(problem("sep=;\na;b\n1;2\n"), HasSubstr("sep="));
  EXPECT_THAT(problem(std::string_view("\xff\xfe\0\0a\0\0\0,\0\0\0b\0\0\0", 16)),
              HasSubstr("UTF-32"));
  EXPECT_THAT(problem("2 qid:1 1:4 2:.5\n0 qid:1 1:3 2:.1\n"), HasSubstr("\"qid\" groups"));
  EXPECT_THAT(report_text(inspected("Survey\nSource: us\n\na,y\n1,0\n2,1\n")),
              HasSubstr("if a title stands above it"));
}

TEST(FileDoctor, SeesAHeaderBelowATitle) {
  const std::string records = "25,40,0\n30,50,1\n52,13,0\n";
  const std::string title = "Report of 2024, made by Ann, unchecked\n";
  EXPECT_THAT(report_text(inspected(title + "age,hours,y\n" + records)),
              HasSubstr("if the first one is a title, remove it"));
  EXPECT_THAT(report_text(inspected("age,hours,y\n" + records)),
              ::testing::Not(HasSubstr("is a title")));
}

TEST(FileDoctor, KnowsLibsvmByItsEntriesWhereALabelIsWrong) {
  const std::string text = report_text(inspected("+1 1:0.5 2:1\n-1 1:0.2\nyes 2:3\n+1 1:1\n"));
  EXPECT_THAT(text, HasSubstr("The format is LIBSVM"));
  EXPECT_THAT(text, HasSubstr("line 3, column 1: \"yes\" is not a number"));
}

TEST(FileDoctor, TellsNumbersWithSignsBesideThem) {
  const auto why = [](std::string_view cell) {
    std::string text = "a,price,y\n";
    for (int i = 0; i < 40; ++i) {
      text += std::to_string(i % 7) + "," + std::string(cell) + ",1\n0,0,0\n";
    }
    return report_text(inspected(text));
  };
  for (const char* cell :
       {"$5.50", "12 %", "\"1,234\"", "\"$1,234.50\"", "12 \xe2\x82\xac", "1'234'567"}) {
    EXPECT_THAT(why(cell), HasSubstr("signs beside them")) << cell;
  }
  EXPECT_THAT(why("inf"), HasSubstr("not numeric, the first (\"inf\") in line 2"));
}

TEST(FileDoctor, NamesALineOfTotals) {
  std::string text = "a,y\n";
  for (int i = 0; i < 12; ++i) text += std::to_string(i * i) + "," + std::to_string(i) + ".5\n";
  EXPECT_EQ(text_of(inspected(text), "problem"), "");
  EXPECT_THAT(text_of(inspected(text + "Total,\n"), "problem"), HasSubstr("only line 14"));
}

TEST(FileDoctor, KnowsAYesInQuotes) {
  const Json block = proposed_block(inspected("a,y\n1,'no'\n2,'yes'\n3,'yes'\n4,'no'\n5,'yes'\n"));
  EXPECT_EQ(block.member("positive"), Json("'yes'"));
}

TEST(FileDoctor, ReadsUtf16WithAMark) {
  std::string wide = "\xff\xfe";
  for (const char c : std::string_view("a,y\n1,0\n2,1\n")) wide += {c, '\0'};
  const Json report = inspected(wide);
  EXPECT_EQ(text_of(report, "encoding"), "utf-16");
  EXPECT_EQ(report.member("records"), Json(2));
}

TEST(FileDoctor, FindsCommentsBeforeTheHeader) {
  const Json report = inspected("# made in 2024\n# by hand\na,b,y\n1,2,0\n#N/A,4,1\n2,3,1\n");
  EXPECT_EQ(proposed_block(report).member("comments"), Json("#"));
  EXPECT_EQ(report.member("records"), Json(3));
}

TEST(FileDoctor, KeepsLittleOfAColumnOfManyWords) {
  std::string text = "a,word,y\n";
  for (int i = 0; i < 3000; ++i) {
    text += std::to_string(i % 9) + ".5,word" + std::to_string(i * 7 % 2999) + ",1\n";
  }
  const Json column = inspected(text).member("columns").element(1);
  EXPECT_EQ(text_of(column, "kind"), "text");
  EXPECT_EQ(column.member("wordCount"), Json(2999));
  EXPECT_EQ(column.find("words"), nullptr);
}

}  // namespace
}  // namespace noisy
