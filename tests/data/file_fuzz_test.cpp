#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "engine/data/csv_reader.h"
#include "engine/data/libsvm_reader.h"
#include "engine/data/sparse_libsvm_reader.h"
#include "engine/random/distributions.h"
#include "tests/data/reading.h"

namespace noisy {
namespace {

Stream stream(std::uint64_t step) {
  return StreamFactory::synthetic_data(1, "fuzz").stream(StreamPurpose::data, step);
}

std::size_t below(Stream& source, std::size_t bound) {
  return static_cast<std::size_t>(bounded_integer(source, bound));
}

using Rows = std::vector<std::vector<double>>;

Rows rows_of(const NamedData& read) {
  Rows rows;
  for (Index i = 0; i < read.data.samples(); ++i) rows.push_back(testing::row_of(read.data, i));
  return rows;
}

Rows rows_of(const SparseData& read) {
  Rows rows;
  for (Index i = 0; i < read.samples(); ++i) {
    const auto columns = read.columns(i);
    rows.emplace_back(columns.begin(), columns.end());
    rows.emplace_back(read.values(i).begin(), read.values(i).end());
  }
  return rows;
}

/// What a reader makes of a text: finite numbers or an error with a place, never a crash, and
/// the same for every way to cut the text.
template <class Reader, class Options>
void read_hostile(const std::string& text, const Options& options, Stream& source) {
  const auto whole = testing::read_in_pieces<Reader>(text, options, text.size() + 1);
  const auto pieces = testing::read_in_pieces<Reader>(text, options, 1 + below(source, 20));
  ASSERT_EQ(whole.has_value(), pieces.has_value());
  if (!whole) {
    EXPECT_EQ(whole.error().field, pieces.error().field);
    EXPECT_EQ(whole.error().message, pieces.error().message);
    EXPECT_FALSE(whole.error().field.empty());
    return;
  }
  const auto rows = rows_of(*whole);
  ASSERT_EQ(rows, rows_of(*pieces));
  for (const auto& row : rows) {
    for (const double value : row) ASSERT_TRUE(std::isfinite(value));
  }
}

void read_as_all(const std::string& text, Stream& source) {
  CsvOptions csv;
  csv.delimiter = " ,;\t"[below(source, 4)];
  csv.read.memory_bytes = 1e7;
  read_hostile<CsvReader>(text, csv, source);
  LibsvmOptions libsvm;
  libsvm.features = static_cast<Index>(below(source, 3)) * 10;
  libsvm.read.memory_bytes = 1e7;
  read_hostile<LibsvmReader>(text, libsvm, source);
  const SparseLibsvmOptions sparse{.features = libsvm.features, .memory_bytes = 1e7};
  read_hostile<SparseLibsvmReader>(text, sparse, source);
}

TEST(FileReaders, SurviveRandomBytes) {
  for (std::uint64_t step = 0; step < 3000; ++step) {
    Stream source = stream(step);
    std::string text(below(source, 300), '\0');
    for (char& c : text) c = static_cast<char>(source.next_word());
    read_as_all(text, source);
  }
}

TEST(FileReaders, SurviveRandomPiecesOfTables) {
  constexpr std::string_view kPieces[] = {
      "1", "-2.5", "+3e4",  ",", ",", "\n", "\r\n", " ", "\"", "'", ":",           "1:2",
      "#", "nan",  "1e999", "e", ";", "\t", "?",    ".", "7:", "-", "\xef\xbb\xbf"};
  for (std::uint64_t step = 0; step < 20'000; ++step) {
    Stream source = stream(1'000'000 + step);
    std::string text;
    for (std::size_t i = below(source, 40); i > 0; --i) {
      text += kPieces[below(source, std::size(kPieces))];
    }
    read_as_all(text, source);
  }
}

}  // namespace
}  // namespace noisy
