#include "engine/experiment/plan/run_score.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "engine/diagnostic/kind/score_meter.h"
#include "engine/experiment/plan/ranged_rows.h"
#include "engine/experiment/plan/record_scores.h"

namespace noisy {
namespace {

/// Rows whose scores are computed together.
constexpr Index kBlock = 4096;

const std::string kField = "run.privateScore";

/// What the run's budget is as an epsilon without delta.
double most_epsilon(const PrivacySpec& privacy) {
  return privacy.notion == Notion::zcdp ? std::sqrt(2 * privacy.rho.value_or(0))
                                        : privacy.epsilon.value_or(0);
}

/// h, as far as it is known.
Index held_out_rows(const LoadedData& data) {
  if (data.ranged) return data.ranged->held_out ? data.ranged->held_out->samples() : 0;
  if (!data.held_out) return data.stated_held_out;
  return std::visit([](const auto& rows) { return rows.samples(); }, *data.held_out);
}

/// The sum of the terms of a block of rows.
std::int64_t sum_of(const PrivateScore& score, const ScoredRecords& rows,
                    const FeatureBounds& bounds) {
  std::int64_t sum = 0;
  for (Index i = 0; i < rows.records(); ++i) {
    if (score.measure == ScoreMeasure::accuracy) {
      sum += score_term(rows.predicted(i) == rows.kind(i) ? 1 : 0);
      continue;
    }
    const auto at = static_cast<std::size_t>(i);
    const double number = std::clamp(rows.scores[at], bounds.target_lower, bounds.target_upper);
    const double error = (number - rows.targets[at]) / score.width;
    sum += score_term(error * error);
  }
  return sum;
}

template <typename Rows>
std::int64_t sum_of(const PrivateScore& score, const Objective& objective, const Rows& rows,
                    const Vector& solution) {
  const Index width = std::max<Index>(1, objective.classes);
  std::int64_t sum = 0;
  for (Index first = 0; first < rows.samples(); first += kBlock) {
    const Index count = std::min(kBlock, rows.samples() - first);
    std::vector<double> scores(static_cast<std::size_t>(count * width));
    if constexpr (std::is_same_v<Rows, DenseData>) {
      record_scores(rows, objective.classes, solution, first, scores);
    } else {
      record_scores(rows, solution, first, scores);
    }
    const ScoredRecords scored{
        .scores = scores,
        .targets = std::span<const double>(rows.targets())
                       .subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)),
        .prediction = objective.prediction,
        .classes = objective.classes};
    sum += sum_of(score, scored, objective.data->facts.bounds);
  }
  return sum;
}

}  // namespace

Result<std::optional<PrivateScore>> planned_score(const SweepPoint& point,
                                                  const Objective& objective, bool is_private) {
  if (!point.private_score || !is_private) return std::nullopt;
  if (objective.prediction == Prediction::none || objective.saddle_loss) {
    return fail(ErrorCode::unsupported_option, kField,
                "judges predictions, and \"" + point.problem.loss->id +
                    "\" makes none: leave it out, or use the loss logistic, softmax or squared");
  }
  if (point.privacy.neighbours == Neighbours::add_remove) {
    return fail(ErrorCode::unsupported_neighbours, "privacy.neighbours",
                "run.privateScore rests on every record's place, which \"add-remove\" neighbours "
                "change: use \"replace-one\" or \"zero-out\"");
  }
  if (point.privacy.calibration != Calibration::tight) {
    return fail(ErrorCode::unsupported_option, "privacy.calibration",
                "with run.privateScore noise is calibrated as \"tight\" only");
  }
  PrivateScore out{.records = held_out_rows(*objective.data)};
  if (objective.prediction == Prediction::numbers) {
    const FeatureBounds& bounds = objective.data->facts.bounds;
    out.measure = ScoreMeasure::rmse;
    out.width = bounds.target_upper - bounds.target_lower;
    if (!(out.width > 0 && std::isfinite(out.width))) {
      return fail(ErrorCode::unbounded_sensitivity, kField,
                  "nothing limits one row's error: give the target a public range (clamp-target or "
                  "scale-target)");
    }
  }
  const double most = most_epsilon(point.privacy);
  const double epsilon = point.private_score->epsilon.value_or(most);
  if (epsilon > most) {
    return fail(ErrorCode::invalid_value, kField + ".epsilon",
                "is more than the run's own " + number_text(most) +
                    ", so that publishing both would cost more than was asked for");
  }
  const auto scale = score_scale(epsilon);
  if (!scale) return std::unexpected(scale.error());
  out.scale = *scale;
  return out;
}

ReleasedScore release_score(const PrivateScore& score, const Objective& objective,
                            const Vector& solution, const StreamFactory& streams) {
  const std::int64_t sum =
      std::visit([&](const auto& rows) { return sum_of(score, objective, rows, solution); },
                 *objective.data->held_out);
  Stream stream = streams.stream(StreamPurpose::score, 0);
  return {.score = score, .noisy_sum = noisy_score(sum, score, stream)};
}

}  // namespace noisy
