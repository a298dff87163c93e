#include "engine/data/preprocess.h"

#include <algorithm>
#include <cmath>

#include "engine/data/labels.h"
#include "engine/data/preprocess_parts.h"
#include "engine/data/private_ranges.h"
#include "engine/data/row_clip.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

using preprocess_parts::range_of;

/// Applies one checked step to the data and counts what it changed.
class StepOnData {
 public:
  StepOnData(PreparedData& prepared, StepCount& count, std::string field)
      : data_(prepared.data),
        held_out_(prepared.held_out),
        count_(count),
        field_(std::move(field)) {}

  Result<void> operator()(const ClipRows& step) {
    std::vector<double> row(static_cast<std::size_t>(data_.features()));
    for (Index i = 0; i < data_.samples(); ++i) {
      data_.copy_row(i, row);
      if (!clip_row(row, step.norm, step.bound, step.mode == ClipRows::Mode::normalize)) continue;
      data_.set_row(i, row);
      ++count_.rows;
    }
    return {};
  }

  Result<void> operator()(const ScaleColumns& step) {
    for (Index column = 0; column < data_.features(); ++column) {
      RangeScale scale(range_of(step, column), step.to);
      for (Index row = 0; row < data_.samples(); ++row) {
        data_.set_feature(row, column, scale(data_.feature(row, column)));
      }
      count_.values += scale.clamped_values();
    }
    return {};
  }

  Result<void> operator()(const AddIntercept& step) { return data_.add_column(step.value); }

  Result<void> operator()(const MapLabels& step) {
    map_labels(data_.targets(), step.positive);
    return {};
  }

  Result<void> operator()(const ScaleTarget& step) {
    preprocess_parts::scale_target(step, data_.targets(), count_);
    return {};
  }

  Result<void> operator()(const ClampTarget& step) {
    preprocess_parts::clamp_target(step, data_.targets(), count_);
    return {};
  }

  Result<void> operator()(const SelectColumns& step) {
    data_.keep_columns(step.columns);
    return {};
  }

  Result<void> operator()(const SampleRows& step) {
    const auto rows = preprocess_parts::sampled_rows(step, data_.samples(), field_);
    if (!rows) return std::unexpected(rows.error());
    return data_.keep_rows(*rows);
  }

  Result<void> operator()(const HoldOut& step) {
    const auto rows = preprocess_parts::divided_rows(step, data_.samples(), field_);
    if (!rows) return std::unexpected(rows.error());
    auto held_out = data_.copy_rows(rows->held_out);
    if (!held_out) return std::unexpected(held_out.error());
    held_out_ = *std::move(held_out);
    return data_.keep_rows(rows->kept);
  }

  Result<void> operator()(const PrivateRanges&) { return refuse_ranges(field_); }

  Result<void> operator()(const Standardize&) {
    for (Index column = 0; column < data_.features(); ++column) {
      const double mean = column_mean([](double value) { return value; }, column);
      const double variance =
          column_mean([mean](double value) { return (value - mean) * (value - mean); }, column);
      if (!std::isfinite(variance)) {
        return fail(ErrorCode::not_finite, field_,
                    "column " + std::to_string(column) + " is too large to standardize");
      }
      const double deviation = variance > 0.0 ? std::sqrt(variance) : 1.0;
      for (Index row = 0; row < data_.samples(); ++row) {
        data_.set_feature(row, column, (data_.feature(row, column) - mean) / deviation);
      }
    }
    return {};
  }

 private:
  template <class Function>
  double column_mean(const Function& f, Index column) const {
    const double sum = math::sum_of(
        static_cast<std::size_t>(data_.samples()),
        [&](std::size_t row) { return f(data_.feature(static_cast<Index>(row), column)); });
    return sum / static_cast<double>(data_.samples());
  }

  DenseData& data_;
  std::optional<DenseData>& held_out_;
  StepCount& count_;
  std::string field_;
};

}  // namespace

Result<PreparedData> preprocess(DenseData data, const PipelineFacts& facts,
                                std::span<const PreprocessStep> steps) {
  return preprocess_parts::apply_steps<StepOnData>(std::move(data), facts, steps);
}

}  // namespace noisy
