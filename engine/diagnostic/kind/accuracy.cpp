#include <algorithm>
#include <array>
#include <limits>

#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/score_meter.h"
#include "engine/math/lanes.h"
#include "engine/math/row_links.h"
#include "engine/problem/loss/custom_loss.h"

namespace noisy {
namespace {

/// 1 where the sign of the margin misses the label, else 0; a margin of 0 predicts +1. Its mean is
/// the misclassification rate: never a loss to descend on.
struct ErrorRateLink {
  template <class V>
  [[gnu::always_inline]] math::LinkResult<V> evaluate(V margin, V target) const {
    const V one = math::broadcast<V>(1.0);
    const V predicted = math::select(margin >= 0.0, one, -one);
    return {math::select(predicted * target > 0.0, V{}, one), V{}};
  }
};

constexpr ErrorRateLink kErrorRate;
constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// Mean misclassification. It is never released, so no bound on derivatives is claimed.
std::unique_ptr<FiniteSum> error_rate(const MeasuredProblem& problem) {
  return problem.mean_of(custom_loss(
      kErrorRate, [](double, double) { return kUnbounded; }, kUnbounded));
}

/// Of the linear model that a saddle problem's points hold.
class ModelAccuracyMeter final : public StepMeter<Vector> {
 public:
  ModelAccuracyMeter(const MeasuredProblem& problem, const LinearModel& model)
      : errors_(error_rate(problem)), model_(model) {}

 protected:
  std::optional<Vector> look(const TracedStep& at) const override { return model_.of(at.iterate); }
  void ask_about(const Vector&, const Vector& model, Questions& questions) const override {
    questions.value(*errors_, model);
  }
  double value_at(const Vector&, const Vector&, std::span<const double> answers) const override {
    return 1 - answers[0];
  }

 private:
  std::unique_ptr<FiniteSum> errors_;
  LinearModel model_;
};

class AccuracyMeter final : public Meter {
 public:
  explicit AccuracyMeter(const MeasuredProblem& problem) : errors_(error_rate(problem)) {}

  void ask(const MeasuredPoint& point, Questions& questions) const override {
    questions.value(*errors_, point.iterate);
  }
  double value(const MeasuredPoint&, std::span<const double> answers) const override {
    return 1 - answers[0];
  }

 private:
  std::unique_ptr<FiniteSum> errors_;
};

/// One pass over all records.
double accuracy_at(const FiniteSum& errors, const Vector& point, ThreadPool& pool) {
  double share = 0;
  const std::array queries{PointQuery{.point = &point, .gradient = nullptr, .value = &share}};
  const auto pass = errors.begin_pass(queries);
  while (!pass->advance(pool, Deadline::never())) {
  }
  return 1 - share;
}

/// Of whoever always says the commoner label, in [1/2, 1].
double majority_share(std::span<const double> labels) {
  const auto positive =
      static_cast<double>(std::ranges::count_if(labels, [](double label) { return label > 0; }));
  const auto all = static_cast<double>(labels.size());
  return std::max(positive, all - positive) / all;
}

/// Accuracy of the optimum, where it is known, and of the majority.
std::vector<Level> levels(const MeasuredProblem& problem, ThreadPool& pool) {
  if (problem.prediction == Prediction::classes) {
    auto of_classes = score_levels(problem, kAccuracy, Rows::trained, &share_told_right, pool);
    if (!of_classes.empty()) of_classes.back().name = "majority";
    return of_classes;
  }
  std::vector<Level> out;
  if (problem.trained.targets.empty()) return out;
  if (problem.reference) {
    const Vector& optimum = problem.reference->solution;
    out.push_back({"accuracy", accuracy_at(*error_rate(problem), optimum, pool)});
  }
  out.push_back({"majority", majority_share(problem.trained.targets)});
  return out;
}

bool suits(Judges judges, Prediction prediction) {
  if (judges == Judges::numbers) return prediction == Prediction::numbers;
  if (judges == Judges::kinds && prediction == Prediction::classes) return true;
  return prediction == Prediction::labels;
}

std::string text_of(Judges judges) {
  if (judges == Judges::numbers) return "numbers";
  return judges == Judges::labels ? "labels of two classes" : "labels or classes";
}

}  // namespace

/// Of labels all points are measured in one pass over the rows.
DiagnosticEntry accuracy_diagnostic() {
  DiagnosticEntry entry = score_entry<kAccuracy>();
  entry.meter = [](const MeasuredProblem& problem) -> Result<std::unique_ptr<Meter>> {
    if (problem.prediction != Prediction::labels) {
      return score_meter(problem, &MeasuredProblem::trained, &share_told_right);
    }
    if (problem.trained.targets.empty() || (problem.model && problem.model->size == 0)) {
      return nullptr;
    }
    if (problem.model) return std::make_unique<ModelAccuracyMeter>(problem, *problem.model);
    return std::make_unique<AccuracyMeter>(problem);
  };
  entry.levels = &levels;
  return entry;
}

DiagnosticEntry described(const ScoreText& text, Rows rows) {
  const bool held_out = rows == Rows::held_out;
  return {.id = std::string(held_out ? "held-out-" : "") + text.id,
          .title = std::string(text.title) + (held_out ? " on held-out rows" : ""),
          .description = std::string(text.description) +
                         (held_out ? " Of the rows that hold-out keeps from every run."
                                   : " Of the rows that runs learn from."),
          .needs = {.evaluations = 1}};
}

std::string score_objection(const ScoreText& text, Rows rows, const AskedProblem& problem) {
  const std::string name = "\"" + described(text, rows).id + "\"";
  if (!suits(text.judges, problem.prediction)) {
    return name + " judges predicted " + text_of(text.judges) + ", and \"" + problem.loss +
           "\" predicts none: leave it out";
  }
  if (!problem.has_linear_model) {
    return name + " judges a linear model, and the points of \"" + problem.loss +
           "\" hold none: leave it out";
  }
  if (rows == Rows::trained || problem.has_held_out) return "";
  return name +
         " needs rows that no run sees, of dense records: let the last step of data.preprocess be "
         "{\"kind\": \"hold-out\", \"count\": ...}, or leave it out";
}

}  // namespace noisy
