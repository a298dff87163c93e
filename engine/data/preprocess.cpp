#include "engine/data/preprocess.h"

#include <algorithm>
#include <cmath>

#include "engine/data/labels.h"
#include "engine/data/row_clip.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// Clamps to [lower, upper] and maps to [0, 1]. Rounding is monotone, so the result cannot leave
/// it.
class UnitScale {
 public:
  UnitScale(double lower, double upper) : lower_(lower), upper_(upper) {}

  double operator()(double value) {
    const double clamped = std::clamp(value, lower_, upper_);
    clamped_values_ += clamped != value;
    return (clamped - lower_) / (upper_ - lower_);
  }

  Index clamped_values() const { return clamped_values_; }

 private:
  double lower_;
  double upper_;
  Index clamped_values_ = 0;
};

/// Applies one checked step to the data and counts what it changed.
class StepOnData {
 public:
  StepOnData(DenseData& data, StepCount& count, std::string field)
      : data_(data), count_(count), field_(std::move(field)) {}

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
      UnitScale scale(limit(step.lower, column), limit(step.upper, column));
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
    UnitScale scale(step.lower, step.upper);
    for (double& target : data_.targets()) target = 2.0 * scale(target) - 1.0;
    count_.values += scale.clamped_values();
    return {};
  }

  Result<void> operator()(const SelectColumns& step) {
    data_.keep_columns(step.columns);
    return {};
  }

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
  static double limit(const std::vector<double>& limits, Index column) {
    return limits.size() == 1 ? limits[0] : limits[static_cast<std::size_t>(column)];
  }

  template <class Function>
  double column_mean(const Function& f, Index column) const {
    const double sum = math::sum_of(
        static_cast<std::size_t>(data_.samples()),
        [&](std::size_t row) { return f(data_.feature(static_cast<Index>(row), column)); });
    return sum / static_cast<double>(data_.samples());
  }

  DenseData& data_;
  StepCount& count_;
  std::string field_;
};

}  // namespace

Result<PreparedData> preprocess(DenseData data, const PipelineFacts& facts,
                                std::span<const PreprocessStep> steps) {
  Result<PipelineFacts> after = preprocessed_facts(facts, steps);
  if (!after) return std::unexpected(after.error());
  PreparedData prepared{std::move(data), std::move(*after), {}};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    StepCount& count =
        prepared.counts.emplace_back(StepCount{std::string(step_id(steps[i])), 0, 0});
    StepOnData apply(prepared.data, count, "data.preprocess." + std::to_string(i));
    if (Result<void> applied = std::visit(apply, steps[i]); !applied) {
      return std::unexpected(applied.error());
    }
  }
  return prepared;
}

}  // namespace noisy
