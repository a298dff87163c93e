#include <gtest/gtest.h>

#include <string>

#include "engine/data/csv_reader.h"
#include "engine/data/libsvm_reader.h"
#include "engine/data/sparse_libsvm_reader.h"
#include "engine/random/distributions.h"
#include "tests/data/hostile.h"

namespace noisy {
namespace {

Stream stream(std::uint64_t step) {
  return StreamFactory::synthetic_data(1, "fuzz").stream(StreamPurpose::data, step);
}

std::size_t below(Stream& source, std::size_t bound) {
  return static_cast<std::size_t>(bounded_integer(source, bound));
}

template <class Reader, class Options>
void read_hostile(const std::string& text, const Options& options, Stream& source) {
  ASSERT_EQ(testing::broken_promise<Reader>(text, options, 1 + below(source, 20)), "") << text;
}

void read_as_all(const std::string& text, Stream& source) {
  CsvOptions csv;
  csv.delimiter = " ,;\t\0"[below(source, 5)];
  csv.decimal = ".,"[below(source, 2)];
  if (below(source, 3) == 0) csv.comments = '#';
  if (below(source, 3) == 0) csv.positive = {"x", "1"};
  if (below(source, 4) == 0) csv.encoding = TextEncoding::latin1;
  csv.read.memory_bytes = 1e7;
  read_hostile<CsvReader>(text, csv, source);
  LibsvmOptions libsvm;
  libsvm.features = static_cast<Index>(below(source, 3)) * 10;
  libsvm.first_index = static_cast<Index>(below(source, 2));
  libsvm.read.memory_bytes = 1e7;
  read_hostile<LibsvmReader>(text, libsvm, source);
  const SparseLibsvmOptions sparse{
      .features = libsvm.features, .memory_bytes = 1e7, .first_index = libsvm.first_index};
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
      "1", "-2.5", "+3e4", ",",     ",", "\n", "\r\n", " ", "\"", "'",  ":", "1:2",         "\r",
      "x", "#",    "nan",  "1e999", "e", ";",  "\t",   "?", ".",  "7:", "-", "\xef\xbb\xbf"};
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
