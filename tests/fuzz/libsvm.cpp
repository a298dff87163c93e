#include "engine/data/libsvm_reader.h"
#include "engine/data/sparse_libsvm_reader.h"
#include "tests/data/hostile.h"
#include "tests/fuzz/target.h"

namespace noisy {
namespace {

constexpr double kMemory = 1e7;

/// Both readers' records, where both could read them, are the same.
void require_equal(const Result<NamedData>& dense, const Result<SparseData>& sparse) {
  if (!dense || !sparse) return;
  fuzz::require(dense->data.samples() == sparse->samples(), "both readers find as many records");
  fuzz::require(dense->data.features() == sparse->features(), "both readers find as many columns");
  for (Index i = 0; i < sparse->samples(); ++i) {
    std::vector<double> row(static_cast<std::size_t>(sparse->features()));
    const auto columns = sparse->columns(i);
    const auto values = sparse->values(i);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      row[static_cast<std::size_t>(columns[k])] = values[k];
    }
    fuzz::require(testing::row_of(dense->data, i) == row, "both readers find the same numbers");
  }
}

/// @param features  0: as many as the text has
/// @param first     index of the first of them
void read_both(std::string_view text, Index features, Index first) {
  const LibsvmOptions dense{
      .features = features, .read = {.memory_bytes = kMemory}, .first_index = first};
  const SparseLibsvmOptions sparse{
      .features = features, .memory_bytes = kMemory, .first_index = first};
  const std::size_t piece = 1 + text.size() % 7;
  for (const std::string& broken :
       {testing::broken_promise<LibsvmReader>(text, dense, piece),
        testing::broken_promise<SparseLibsvmReader>(text, sparse, piece)}) {
    fuzz::require(broken.empty(), broken);
  }
  require_equal(testing::read_in_pieces<LibsvmReader>(text, dense, text.size() + 1),
                testing::read_in_pieces<SparseLibsvmReader>(text, sparse, text.size() + 1));
}

}  // namespace
}  // namespace noisy

/// The first byte says how many columns are stated; they count from 0 where it is no ASCII.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const bool is_digit = data[0] >= '0' && data[0] <= '9';
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  noisy::read_both(input.substr(1), is_digit ? data[0] - '0' : data[0], data[0] < 0x80 ? 1 : 0);
  return 0;
}
