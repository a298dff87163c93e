#include "engine/data/grouped_records.h"

#include <numeric>

namespace noisy {

Index GroupedRecords::samples() const {
  return std::accumulate(counts.begin(), counts.end(), Index{0});
}

Result<DenseData> GroupedRecords::expanded(DataLayout layout, Index reserved_features) const {
  Result<DenseData> out = DenseData::allocate({.samples = samples(),
                                               .features = rows.features(),
                                               .layout = layout,
                                               .reserved_features = reserved_features});
  if (!out) return out;
  std::vector<double> features(static_cast<std::size_t>(rows.features()));
  std::vector<Index> present(counts.size());
  std::iota(present.begin(), present.end(), Index{0});
  Index record = 0;
  for (Index round = 0; record < out->samples(); ++round) {
    std::erase_if(present,
                  [&](Index row) { return counts[static_cast<std::size_t>(row)] <= round; });
    for (const Index row : present) {
      rows.copy_row(row, features);
      out->set_row(record, features);
      out->targets()[static_cast<std::size_t>(record)] =
          rows.targets()[static_cast<std::size_t>(row)];
      ++record;
    }
  }
  return out;
}

}  // namespace noisy
