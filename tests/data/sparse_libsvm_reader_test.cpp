#include "engine/data/sparse_libsvm_reader.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/data/libsvm_reader.h"
#include "tests/data/reading.h"
#include "tests/data/sparse_rows.h"

namespace noisy {
namespace {

Result<SparseData> read(std::string_view text, const SparseLibsvmOptions& options = {},
                        std::size_t piece = 1 << 20) {
  return testing::read_in_pieces<SparseLibsvmReader>(text, options, piece);
}

void expect_error(std::string_view text, ErrorCode code, std::string_view field,
                  std::string_view message_part, SparseLibsvmOptions options = {}) {
  const Result<SparseData> made = read(text, options);
  ASSERT_FALSE(made.has_value()) << text;
  EXPECT_EQ(made.error().code, code) << made.error().message;
  EXPECT_EQ(made.error().field, field);
  EXPECT_NE(made.error().message.find(message_part), std::string::npos) << made.error().message;
}

TEST(SparseLibsvmReader, ReadsWhatTheDenseReaderReads) {
  const std::string_view text = "+1 1:0.5 3:2 # first\r\n-1\n1.5\t2:-1e-1  4:0\n";
  for (const Index features : {0, 4, 6}) {
    const auto dense =
        testing::read_in_pieces<LibsvmReader>(text, LibsvmOptions{.features = features}, 1 << 20);
    for (std::size_t piece = 1; piece <= text.size(); ++piece) {
      const auto sparse = read(text, {.features = features}, piece);
      ASSERT_TRUE(sparse.has_value()) << sparse.error().message;
      ASSERT_EQ(sparse->samples(), dense->data.samples());
      ASSERT_EQ(sparse->features(), dense->data.features());
      EXPECT_EQ(sparse->stored(), 3);
      for (Index i = 0; i < sparse->samples(); ++i) {
        EXPECT_EQ(testing::dense_row(*sparse, i), testing::row_of(dense->data, i));
        EXPECT_EQ(sparse->targets()[static_cast<std::size_t>(i)],
                  dense->data.targets()[static_cast<std::size_t>(i)]);
      }
    }
  }
}

TEST(SparseLibsvmReader, NamesThePlaceOfAnError) {
  expect_error("1 0:1\n", ErrorCode::invalid_index, "line 1, column 2", "from 1");
  expect_error("1 3:1 2:1\n", ErrorCode::invalid_index, "line 1, column 3", "follows index 3");
  expect_error("1 3:1 3:1\n", ErrorCode::invalid_index, "line 1, column 3", "must increase");
  expect_error("1 1:1\n1 2:1 124:1\n", ErrorCode::invalid_index, "line 2, column 3",
               "above data.features = 123", {.features = 123});
  expect_error("1 1048577:1\n", ErrorCode::invalid_index, "line 1, column 2", "above 2^20");
  expect_error("1 1:nan\n", ErrorCode::not_finite, "line 1, column 2", "nan");
  expect_error("1 1:x\n", ErrorCode::not_a_number, "line 1, column 2", "\"x\"");
  expect_error("1 1:\n", ErrorCode::missing_value, "line 1, column 2", "missing");
}

TEST(SparseLibsvmReader, RefusesFilesWithoutRowsOrFeatures) {
  expect_error("", ErrorCode::empty_data, "data", "the file is empty");
  expect_error("\n", ErrorCode::empty_data, "data", "the file is empty");
  expect_error("1\n-1\n", ErrorCode::empty_data, "data", "no row of the file has a feature");
  EXPECT_TRUE(read("1\n-1\n", {.features = 3}).has_value());
  expect_error("1 1:1\n", ErrorCode::limit_exceeded, "data.features", "2^20",
               {.features = 1 << 21});
}

TEST(SparseLibsvmReader, RefusesAFileThatWillNotFit) {
  // 13 bytes of text become 4 * 12 + 16 bytes: 5 MB of text are some 25 MB.
  std::string text;
  while (text.size() < 5'000'000) text += "1 1:1 2:0.5\n";
  const double size = static_cast<double>(text.size());
  expect_error(text, ErrorCode::file_too_large, "data", "would take about",
               {.features = 2, .total_bytes = size, .memory_bytes = 20e6});
  expect_error(text, ErrorCode::file_too_large, "data", "the limit is",
               {.features = 2, .memory_bytes = 20e6});
  EXPECT_TRUE(read(text, {.features = 2, .total_bytes = size, .memory_bytes = 30e6}).has_value());
}

}  // namespace
}  // namespace noisy
