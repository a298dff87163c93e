#include <algorithm>

#include "engine/data/csv_reader.h"
#include "tests/data/hostile.h"
#include "tests/fuzz/target.h"

namespace noisy {
namespace {

constexpr std::size_t kOptions = 3;

/// The first characters are the options: delimiter, or b for blanks; header, y, n or anything else,
/// and in capitals with another setting; target, l, a digit or a letter that is its name.
CsvOptions options_of(std::string_view text) {
  CsvOptions options;
  options.delimiter = text[0] == 'b' ? kBlanks : text[0];
  options.header = text[1] == 'y' || text[1] == 'Y'   ? CsvHeader::yes
                   : text[1] == 'n' || text[1] == 'N' ? CsvHeader::no
                                                      : CsvHeader::automatic;
  if (text[1] == 'Y' || text[1] == 'C') options.comments = '#';
  if (text[1] == 'N' || text[1] == 'D') options.decimal = ',';
  if (text[1] == 'P') options.positive = {"x", "1"};
  if (text[1] == 'L') options.encoding = TextEncoding::latin1;
  const bool is_number = text[2] >= '0' && text[2] <= '9';
  if (is_number) {
    options.target = static_cast<Index>(text[2] - '0');
  } else if (text[2] != 'l') {
    options.target = std::string(1, text[2]);
  }
  options.read.memory_bytes = 1e7;
  return options;
}

}  // namespace
}  // namespace noisy

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace noisy;
  if (size < kOptions) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string_view text = input.substr(kOptions);
  const std::size_t piece = 1 + text.size() % 7;
  const std::string broken = testing::broken_promise<CsvReader>(text, options_of(input), piece);
  fuzz::require(broken.empty(), broken);
  return 0;
}
