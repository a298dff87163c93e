#include "engine/diagnostic/kind/group_loss.h"

#include <algorithm>
#include <optional>

namespace noisy {
namespace {

class GroupLossMeter final : public StepMeter<Vector> {
 public:
  GroupLossMeter(const MeasuredProblem& problem, GroupLoss which)
      : problem_(problem), which_(which) {}

 protected:
  std::optional<Vector> look(const TracedStep& at) const override {
    Vector z = at.iterate;
    problem_.domain->project(z);
    return z;
  }
  void ask_about(const Vector&, const Vector& z, Questions& questions) const override {
    questions.gradient(*problem_.exact, z, [this](const Vector& slopes) {
      const auto in_y = slopes.tail(problem_.exact->saddle()->dual_dimension);
      return 0 - (which_ == GroupLoss::worst ? in_y.minCoeff() : in_y.maxCoeff());
    });
  }
  double value_at(const Vector&, const Vector&, std::span<const double> answers) const override {
    return answers[0];
  }

 private:
  MeasuredProblem problem_;
  GroupLoss which_;
};

}  // namespace

Result<std::unique_ptr<Meter>> group_loss_meter(const MeasuredProblem& problem, GroupLoss which) {
  return std::make_unique<GroupLossMeter>(problem, which);
}

std::string group_loss_objection(const std::string& diagnostic, const AskedProblem& problem) {
  for (const char* id : {"worst-group-logistic", "worst-group-sparse", "worst-task-logistic"}) {
    if (problem.loss == id) return "";
  }
  return "\"" + diagnostic + "\" is of problems with groups or tasks, not of \"" + problem.loss +
         "\": leave it out";
}

}  // namespace noisy
