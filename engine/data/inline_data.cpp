#include "engine/data/inline_data.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace noisy {
namespace {

constexpr auto kIsFinite = [](double value) { return std::isfinite(value); };

std::unexpected<Error> not_finite(std::string field) {
  return fail(ErrorCode::not_finite, std::move(field), "every value must be a finite number");
}

Result<void> check_row(const std::vector<double>& row, std::size_t columns, std::size_t number) {
  const std::string field = "data.features." + std::to_string(number);
  if (row.size() != columns) {
    return fail(ErrorCode::ragged_data, field,
                "this row has " + std::to_string(row.size()) + " values, the first has " +
                    std::to_string(columns));
  }
  const auto bad = std::find_if_not(row.begin(), row.end(), kIsFinite);
  if (bad != row.end()) return not_finite(field + "." + std::to_string(bad - row.begin()));
  return {};
}

}  // namespace

Result<DenseData> inline_data(const std::vector<std::vector<double>>& features,
                              const std::vector<double>& targets, DataLayout layout,
                              Index reserved_features) {
  if (features.empty() || features.front().empty()) {
    return fail(ErrorCode::empty_data, "data.features", "give at least one row of one value");
  }
  if (targets.size() != features.size()) {
    return fail(ErrorCode::ragged_data, "data.targets",
                "there are " + std::to_string(targets.size()) + " targets for " +
                    std::to_string(features.size()) + " rows");
  }
  const auto bad = std::find_if_not(targets.begin(), targets.end(), kIsFinite);
  if (bad != targets.end()) {
    return not_finite("data.targets." + std::to_string(bad - targets.begin()));
  }
  Result<DenseData> data =
      DenseData::allocate({static_cast<Index>(features.size()),
                           static_cast<Index>(features.front().size()), layout, reserved_features});
  if (!data) return data;
  for (std::size_t i = 0; i < features.size(); ++i) {
    const Result<void> checked = check_row(features[i], features.front().size(), i);
    if (!checked) return std::unexpected(checked.error());
    data->set_row(static_cast<Index>(i), features[i]);
  }
  std::copy(targets.begin(), targets.end(), data->targets().begin());
  return data;
}

}  // namespace noisy
