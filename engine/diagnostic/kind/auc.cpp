#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "engine/diagnostic/built_in_diagnostics.h"

namespace noisy {
namespace {

/// Records whose scores are computed together, by one thread and between two looks at the clock.
constexpr Index kRecordsPerTask = 1024;
constexpr Index kTasksPerLook = 16;

/// P(s+ > s-) + P(s+ = s-) / 2 of a positive and a negative record drawn at random, which is the
/// area under the ROC curve (Hanley and McNeil 1982); NaN without both kinds or with scores that
/// are no numbers. Exact up to the division: pairs are counted.
double area_under_curve(std::span<const double> scores, std::span<const double> labels) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (std::ranges::any_of(scores, [](double score) { return score != score; })) return kNone;
  std::ranges::sort(order, {}, [&](std::size_t i) { return scores[i]; });
  double positives = 0, negatives = 0, won = 0;
  for (std::size_t i = 0; i < order.size();) {
    double tied_positives = 0, tied_negatives = 0;
    for (const double score = scores[order[i]]; i < order.size() && scores[order[i]] == score;
         ++i) {
      (labels[order[i]] > 0 ? tied_positives : tied_negatives) += 1;
    }
    won += tied_positives * (negatives + tied_negatives / 2);
    positives += tied_positives;
    negatives += tied_negatives;
  }
  const double pairs = positives * negatives;
  return pairs > 0 ? won / pairs : kNone;
}

class AucSearch final : public PointSearch {
 public:
  AucSearch(const MeasuredProblem& problem, const Vector& point)
      : problem_(problem),
        weights_(problem.model ? problem.model->of(point) : point),
        scores_(problem.labels.size()) {}

  bool advance(ThreadPool& pool, const Deadline& deadline) override {
    const Index records = std::ssize(scores_);
    while (next_ < records) {
      const Index left = (records - next_ + kRecordsPerTask - 1) / kRecordsPerTask;
      const Index tasks = std::min(left, kTasksPerLook);
      pool.parallel_for(tasks, [&](Index task) { score(next_ + task * kRecordsPerTask); });
      next_ += tasks * kRecordsPerTask;
      if (deadline.passed()) return false;
    }
    area_ = area_under_curve(scores_, problem_.labels);
    return true;
  }
  double number(std::size_t) const override { return area_; }
  double evaluations() const override { return static_cast<double>(scores_.size()); }

 private:
  void score(Index first) {
    const Index count = std::min(kRecordsPerTask, std::ssize(scores_) - first);
    problem_.scores(weights_, first,
                    std::span(scores_).subspan(static_cast<std::size_t>(first),
                                               static_cast<std::size_t>(count)));
  }

  const MeasuredProblem& problem_;
  Vector weights_;
  std::vector<double> scores_;
  Index next_ = 0;
  double area_ = std::numeric_limits<double>::quiet_NaN();
};

class AucMeter final : public Meter, public PointSearcher {
 public:
  explicit AucMeter(const MeasuredProblem& problem) : problem_(problem) {}

  std::unique_ptr<PointSearch> begin(const Vector& point) const override {
    return std::make_unique<AucSearch>(problem_, point);
  }
  void ask(const MeasuredPoint& point, Questions& questions) const override {
    questions.found(*this, point.iterate, 0);
  }
  double value(const MeasuredPoint&, std::span<const double> answers) const override {
    return answers[0];
  }

 private:
  MeasuredProblem problem_;
};

/// That of the optimum, where it is known.
std::vector<Level> levels(const MeasuredProblem& problem, ThreadPool& pool) {
  if (problem.labels.empty() || !problem.reference) return {};
  AucSearch search(problem, problem.reference->solution);
  while (!search.advance(pool, Deadline::never())) {
  }
  return {{"auc", search.number(0)}};
}

}  // namespace

DiagnosticEntry auc_diagnostic() {
  return {.id = "auc",
          .title = "AUC",
          .description =
              "Area under the ROC curve of the scores u.w: how often a positive record beats a "
              "negative one, ties counting half.",
          .needs = {.evaluations = 1},
          .objection = [](const AskedProblem& problem) -> std::string {
            if (problem.has_labels && problem.has_linear_model) return "";
            return "\"auc\" ranks labelled records by a linear model, and \"" + problem.loss +
                   "\" has no " + (problem.has_labels ? "such model" : "labels") + ": leave it out";
          },
          .meter = [](const MeasuredProblem& problem) -> Result<std::unique_ptr<Meter>> {
            if (problem.labels.empty() || (problem.model && problem.model->size == 0))
              return nullptr;
            return std::make_unique<AucMeter>(problem);
          },
          .levels = &levels};
}

}  // namespace noisy
