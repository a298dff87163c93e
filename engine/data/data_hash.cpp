#include "engine/data/data_hash.h"

#include <vector>

namespace noisy {

Sha256Digest data_hash(const DenseData& data) {
  Sha256 hash;
  hash.update_field("noisy-descent data 1");
  hash.update_integer(static_cast<std::uint64_t>(data.samples()));
  hash.update_integer(static_cast<std::uint64_t>(data.features()));
  const auto features = static_cast<std::size_t>(data.features());
  std::vector<double> record(features + 1);
  for (Index row = 0; row < data.samples(); ++row) {
    data.copy_row(row, std::span(record).first(features));
    record.back() = data.targets()[static_cast<std::size_t>(row)];
    hash.update_doubles(record);
  }
  return hash.finish();
}

Sha256Digest data_hash(const GroupedRecords& data) {
  Sha256 hash;
  hash.update_field("noisy-descent grouped data 1");
  hash.update_integer(data.counts.size());
  for (const Index count : data.counts) hash.update_integer(static_cast<std::uint64_t>(count));
  hash.update_field(to_hex(data_hash(data.rows)));
  return hash.finish();
}

Sha256Digest data_hash(const SparseData& data) {
  Sha256 hash;
  hash.update_field("noisy-descent sparse data 1");
  hash.update_integer(static_cast<std::uint64_t>(data.samples()));
  hash.update_integer(static_cast<std::uint64_t>(data.features()));
  for (Index row = 0; row < data.samples(); ++row) {
    hash.update_integer(data.columns(row).size());
    for (const std::uint32_t column : data.columns(row)) hash.update_integer(column);
    hash.update_doubles(data.values(row));
    const double target = data.targets()[static_cast<std::size_t>(row)];
    hash.update_doubles({&target, 1});
  }
  return hash.finish();
}

}  // namespace noisy
