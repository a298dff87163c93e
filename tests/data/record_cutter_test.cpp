#include "engine/data/record_cutter.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/data/csv_cells.h"

namespace noisy {
namespace {

using Cells = std::vector<std::string>;

/// The cells of all records, or the error's text.
struct Reading {
  std::vector<Cells> records;
  std::vector<Index> lines;
  std::string error;
};

Reading read(std::string_view text, std::size_t piece, char delimiter = ',',
             const CutOptions& options = {}) {
  Reading out;
  const CellCutter cutter(delimiter);
  RecordCutter records(options, [&](const RawRecord& record) -> Result<void> {
    const auto cells = cutter.split(record);
    if (!cells) return std::unexpected(cells.error());
    out.lines.push_back(record.line);
    out.records.emplace_back();
    for (const std::string_view cell : *cells) out.records.back().push_back(cell_text(cell));
    return {};
  });
  Result<void> fed;
  for (std::size_t at = 0; fed && at < text.size(); at += piece) {
    const std::string_view part = text.substr(at, piece);
    fed = records.feed(std::as_bytes(std::span(part.data(), part.size())));
  }
  if (fed) fed = records.finish();
  if (!fed) out.error = fed.error().field + ": " + fed.error().message;
  return out;
}

void expect_records(std::string_view text, const std::vector<Cells>& records,
                    const std::vector<Index>& lines, char delimiter = ',') {
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    const Reading found = read(text, piece, delimiter);
    EXPECT_EQ(found.error, "") << text;
    EXPECT_EQ(found.records, records) << text;
    EXPECT_EQ(found.lines, lines) << text;
  }
}

void expect_error(std::string_view text, std::string_view error, const CutOptions& options = {}) {
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    const Reading found = read(text, piece, ',', options);
    EXPECT_TRUE(found.error.starts_with(error)) << found.error << "\n" << text;
  }
}

TEST(RecordCutter, EndsLinesWithLfCrlfCrAndCrCrLf) {
  for (const std::string end : {"\n", "\r\n", "\r", "\r\r\n"}) {
    const std::string text = "a,b" + end + "1,2" + end + "3,4";
    expect_records(text, {{"a", "b"}, {"1", "2"}, {"3", "4"}}, {1, 2, 3});
    expect_records(text + end, {{"a", "b"}, {"1", "2"}, {"3", "4"}}, {1, 2, 3});
    expect_records(text + end + end, {{"a", "b"}, {"1", "2"}, {"3", "4"}}, {1, 2, 3});
    expect_error("1,2" + end + end + "3,4", "line 2: the line is empty");
  }
  expect_records("1\n2\r3\r\n4", {{"1"}, {"2"}, {"3"}, {"4"}}, {1, 2, 3, 4});
  expect_error("1\r\r\r\n2", "line 2: the line is empty");
}

TEST(RecordCutter, KeepsWhatIsInQuotesInItsCell) {
  expect_records("\"a\nb\",\"c\r\n\"\"d\"\"\"\n\",\",\"\"\n", {{"a\nb", "c\r\n\"d\""}, {",", ""}},
                 {1, 4});
  expect_records("37\"N 121\"W,\"\"\n", {{"37\"N 121\"W", ""}}, {1});
  expect_error("a\"b\nc\"d,1\n", "line 1, column 1: a quote stands alone within a cell");
  expect_records(" \"x\" ;\t\" y \"\n", {{"x", " y "}}, {1}, ';');
  expect_records("\"a b\"  'c' \t d\n", {{"a b", "'c'", "d"}}, {1}, kBlanks);
  expect_records("\"\r\r\r\",1\r2,3", {{"\r\r\r", "1"}, {"2", "3"}}, {1, 5});
}

TEST(RecordCutter, NamesTheLineOfAQuoteThatIsNeverClosed) {
  expect_error("a,b\n1,\"two\nlines,0\n2,one,1\n", "line 2, column 2: the quote that opens here");
  expect_error("a,b\n\"x\ny\",\"two\nlines,0\n", "line 3, column 2: the quote that opens here");
  // One that is meant for inches opens no cell, whatever follows.
  expect_error("a,b\n5\" pipe,1\n\"x\",2\n",
               "line 2, column 1: a quote stands alone within a cell");
  expect_error("a,b\n\"two\nwords\" here,1\n", "line 3, column 1: \"here,1\" follows a closing");
}

TEST(RecordCutter, RefusesANulByte) {
  const std::string text("1,2\n3,\0\n", 8);
  expect_error(text, "line 2: the file holds a NUL byte");
  expect_error("\"" + text + "\"", "line 1: the file holds a NUL byte");
}

TEST(RecordCutter, SkipsCommentsBeforeTheFirstRecordAlone) {
  for (std::size_t piece = 1; piece < 20; ++piece) {
    const Reading found = read("# \"a\r#\r\n\n1,2\n#3,4\n", piece, ',', {.comments = '#'});
    EXPECT_EQ(found.records, (std::vector<Cells>{{"1", "2"}, {"#3", "4"}})) << found.error;
    EXPECT_EQ(found.lines, (std::vector<Index>{4, 5}));
  }
}

}  // namespace
}  // namespace noisy
