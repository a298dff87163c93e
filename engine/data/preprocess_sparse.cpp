#include <cmath>

#include "engine/data/labels.h"
#include "engine/data/preprocess_parts.h"
#include "engine/data/private_ranges.h"
#include "engine/data/row_clip.h"

namespace noisy {
namespace {

using preprocess_parts::range_of;

/// Applies one checked step to sparse records and counts what it changed, as if the zeros were
/// stored.
class StepOnSparseData {
 public:
  StepOnSparseData(PreparedSparseData& prepared, StepCount& count, std::string field)
      : data_(prepared.data),
        held_out_(prepared.held_out),
        count_(count),
        field_(std::move(field)) {}

  Result<void> operator()(const ClipRows& step) {
    const bool scale_shorter = step.mode == ClipRows::Mode::normalize;
    for (Index i = 0; i < data_.samples(); ++i) {
      count_.rows += clip_row(data_.values(i), step.norm, step.bound, scale_shorter);
    }
    data_.drop_zeros();  // what underflowed
    return {};
  }

  Result<void> operator()(const ScaleColumns& step) {
    std::vector<RangeScale> scales;
    for (Index column = 0; column < data_.features(); ++column) {
      scales.emplace_back(range_of(step, column), step.to);
      if (scales.back()(0.0) == 0.0) continue;
      return fail(ErrorCode::conflicting_fields, field_ + ".lower",
                  "column " + std::to_string(column) +
                      " would map 0 to another number and the records are stored sparse; use "
                      "ranges that begin at 0 with \"to\": [0, 1], ranges around 0 with "
                      "\"to\": [-1, 1], or \"storage\": \"dense\"");
    }
    return scale_stored(step, scales);
  }

  Result<void> operator()(const AddIntercept& step) {
    data_.add_column(step.value);
    return {};
  }

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
    data_.keep_rows(*rows);
    return {};
  }

  Result<void> operator()(const HoldOut& step) {
    const auto rows = preprocess_parts::divided_rows(step, data_.samples(), field_);
    if (!rows) return std::unexpected(rows.error());
    held_out_ = data_.copy_rows(rows->held_out);
    data_.keep_rows(rows->kept);
    return {};
  }

  Result<void> operator()(const PrivateRanges&) { return refuse_ranges(field_); }

  Result<void> operator()(const Standardize&) {
    return fail(ErrorCode::conflicting_fields, field_,
                "standardize would make every zero another number and the records are stored "
                "sparse; scale the columns by public ranges, or use \"storage\": \"dense\"");
  }

 private:
  Result<void> scale_stored(const ScaleColumns& step, std::vector<RangeScale>& scales) {
    std::vector<Index> zeros(scales.size(), data_.samples());
    for (Index row = 0; row < data_.samples(); ++row) {
      const auto columns = data_.columns(row);
      const auto values = data_.values(row);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        values[k] = scales[columns[k]](values[k]);
        --zeros[columns[k]];
      }
    }
    for (std::size_t j = 0; j < scales.size(); ++j) {
      // Trying the scale out at 0 counted one zero where zeros are clamped.
      const Interval range = range_of(step, static_cast<Index>(j));
      const bool clamps_zero = range.lower > 0.0 || range.upper < 0.0;
      count_.values += scales[j].clamped_values() + (clamps_zero ? zeros[j] - 1 : 0);
    }
    data_.drop_zeros();
    return {};
  }

  SparseData& data_;
  std::optional<SparseData>& held_out_;
  StepCount& count_;
  std::string field_;
};

}  // namespace

Result<PreparedSparseData> preprocess(SparseData data, const PipelineFacts& facts,
                                      std::span<const PreprocessStep> steps) {
  return preprocess_parts::apply_steps<StepOnSparseData>(std::move(data), facts, steps);
}

}  // namespace noisy
