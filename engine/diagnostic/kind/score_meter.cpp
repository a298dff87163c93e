#include "engine/diagnostic/kind/score_meter.h"

#include <algorithm>
#include <limits>

#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/math/elementary.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// Records whose scores are computed together, by one thread and between two looks at the clock.
constexpr Index kRecordsPerTask = 1024;
constexpr Index kTasksPerLook = 16;

ScoredRecords scored_by(const MeasuredProblem& problem, const JudgedRecords& records,
                        std::span<const double> scores) {
  return {.scores = scores,
          .targets = records.targets,
          .prediction = problem.prediction,
          .classes = problem.classes};
}

/// Numbers that a record's scores are.
Index width(const MeasuredProblem& problem) {
  return std::max<Index>(1, problem.classes);
}

/// Of one point: the scores of all judged records, and the figure.
class ScoreSearch final : public PointSearch {
 public:
  ScoreSearch(const MeasuredProblem& problem, JudgedOf judged, ScoreFigure figure,
              const Vector& point)
      : problem_(problem),
        records_(problem.*judged),
        figure_(figure),
        weights_(problem.model ? problem.model->of(point) : point),
        scores_(records_.targets.size() * static_cast<std::size_t>(width(problem))) {}

  bool advance(ThreadPool& pool, const Deadline& deadline) override {
    const Index records = std::ssize(records_.targets);
    while (next_ < records) {
      const Index left = (records - next_ + kRecordsPerTask - 1) / kRecordsPerTask;
      const Index tasks = std::min(left, kTasksPerLook);
      pool.parallel_for(tasks, [&](Index task) { score(next_ + task * kRecordsPerTask); });
      next_ += tasks * kRecordsPerTask;
      if (deadline.passed()) return false;
    }
    result_ = figure_(scored_by(problem_, records_, scores_));
    return true;
  }
  double number(std::size_t) const override { return result_; }
  double evaluations() const override { return static_cast<double>(records_.targets.size()); }

 private:
  void score(Index first) {
    const Index count = std::min(kRecordsPerTask, std::ssize(records_.targets) - first);
    const auto from = static_cast<std::size_t>(first * width(problem_));
    const auto size = static_cast<std::size_t>(count * width(problem_));
    records_.scores(weights_, first, std::span(scores_).subspan(from, size));
  }

  const MeasuredProblem& problem_;
  const JudgedRecords& records_;
  ScoreFigure figure_;
  Vector weights_;
  std::vector<double> scores_;
  Index next_ = 0;
  double result_ = std::numeric_limits<double>::quiet_NaN();
};

class ScoreMeter final : public Meter, public PointSearcher {
 public:
  ScoreMeter(const MeasuredProblem& problem, JudgedOf judged, ScoreFigure figure)
      : problem_(problem), judged_(judged), figure_(figure) {}

  std::unique_ptr<PointSearch> begin(const Vector& point) const override {
    return std::make_unique<ScoreSearch>(problem_, judged_, figure_, point);
  }
  void ask(const MeasuredPoint& point, Questions& questions) const override {
    questions.found(*this, point.iterate, 0);
  }
  double value(const MeasuredPoint&, std::span<const double> answers) const override {
    return answers[0];
  }

 private:
  MeasuredProblem problem_;
  JudgedOf judged_;
  ScoreFigure figure_;
};

/// What who knows only the trained targets says of every record.
std::vector<double> constant_scores(const MeasuredProblem& problem) {
  const std::span<const double> targets = problem.trained.targets;
  const auto records = static_cast<double>(targets.size());
  if (problem.prediction == Prediction::numbers) {
    return {math::sum_of(targets.size(), [&](std::size_t i) { return targets[i]; }) / records};
  }
  const ScoredRecords trained = scored_by(problem, problem.trained, {});
  std::vector<double> counts(static_cast<std::size_t>(trained.kinds()));
  for (Index i = 0; i < trained.records(); ++i) ++counts[static_cast<std::size_t>(trained.kind(i))];
  for (double& count : counts) count = math::log(count / records);
  if (problem.classes > 0) return counts;
  return {counts[1] - counts[0]};
}

}  // namespace

Index ScoredRecords::kind(Index record) const {
  const double target = targets[static_cast<std::size_t>(record)];
  return classes > 0 ? static_cast<Index>(target) : target > 0 ? 1 : 0;
}

Index ScoredRecords::predicted(Index record) const {
  if (classes == 0) return scores[static_cast<std::size_t>(record)] >= 0 ? 1 : 0;
  const auto own =
      scores.subspan(static_cast<std::size_t>(record * classes), static_cast<std::size_t>(classes));
  return std::ranges::max_element(own) - own.begin();
}

double mean_squared_error(const ScoredRecords& scored) {
  const auto term = [&](std::size_t i) {
    const double error = scored.scores[i] - scored.targets[i];
    return error * error;
  };
  return math::sum_of(scored.targets.size(), term) / static_cast<double>(scored.records());
}

std::unique_ptr<Meter> score_meter(const MeasuredProblem& problem, JudgedOf judged,
                                   ScoreFigure figure) {
  if ((problem.*judged).targets.empty() || (problem.model && problem.model->size == 0)) {
    return nullptr;
  }
  return std::make_unique<ScoreMeter>(problem, judged, figure);
}

std::vector<Level> score_levels(const MeasuredProblem& problem, const ScoreText& text, Rows rows,
                                ScoreFigure figure, ThreadPool& pool) {
  const JudgedOf judged = judged_of(rows);
  const JudgedRecords& records = problem.*judged;
  const std::string column = column_name(described(text, rows).id);
  std::vector<Level> out;
  if (records.targets.empty()) return out;
  if (problem.reference) {
    ScoreSearch search(problem, judged, figure, problem.reference->solution);
    while (!search.advance(pool, Deadline::never())) {
    }
    out.push_back({column, search.number(0)});
  }
  if (!text.has_baseline || problem.trained.targets.empty()) return out;
  const std::vector<double> each = constant_scores(problem);
  std::vector<double> scores;
  for (std::size_t i = 0; i < records.targets.size(); ++i) {
    scores.insert(scores.end(), each.begin(), each.end());
  }
  out.push_back({column + "Baseline", figure(scored_by(problem, records, scores))});
  return out;
}

double share_told_right(const ScoredRecords& scored) {
  double wrong = 0;
  for (Index i = 0; i < scored.records(); ++i) {
    wrong += scored.predicted(i) == scored.kind(i) ? 0 : 1;
  }
  return 1 - wrong / static_cast<double>(scored.records());
}

DiagnosticEntry held_out_accuracy_diagnostic() {
  return score_diagnostic<kAccuracy, share_told_right, Rows::held_out>();
}

}  // namespace noisy
