#include "engine/diagnostic/kind/group_loss.h"

#include <optional>

namespace noisy {
namespace {

/// Asks for the losses of all groups at the projected iterate.
class GroupMeter : public StepMeter<Vector> {
 public:
  explicit GroupMeter(const MeasuredProblem& problem)
      : exact_(*problem.exact), domain_(*problem.domain) {}

 protected:
  /// G
  Index groups() const { return exact_.saddle()->dual_dimension; }

  /// One answer more: what `reduce` makes of -F_1(x) .. -F_G(x).
  template <typename Reduce>
  void ask_for(const Vector& z, Questions& questions, Reduce reduce) const {
    questions.gradient(exact_, z, [groups = groups(), reduce](const Vector& slopes) {
      return 0 - reduce(slopes.tail(groups));
    });
  }

 private:
  std::optional<Vector> look(const TracedStep& at) const override {
    Vector z = at.iterate;
    domain_.project(z);
    return z;
  }

  const FiniteSum& exact_;
  const Domain& domain_;
};

class OneLoss final : public GroupMeter {
 public:
  OneLoss(const MeasuredProblem& problem, GroupLoss which) : GroupMeter(problem), which_(which) {}

 private:
  void ask_about(const Vector&, const Vector& z, Questions& questions) const override {
    ask_for(z, questions, [which = which_](const auto& slopes) {
      return which == GroupLoss::worst ? slopes.minCoeff() : slopes.maxCoeff();
    });
  }

  GroupLoss which_;
};

class AllLosses final : public GroupMeter {
 public:
  using GroupMeter::GroupMeter;

  void add(const MeasuredPoint&, std::span<const double> answers,
           std::vector<double>& column) const override {
    column.insert(column.end(), answers.begin(), answers.end());
  }

 private:
  void ask_about(const Vector&, const Vector& z, Questions& questions) const override {
    for (Index g = 0; g < groups(); ++g) {
      ask_for(z, questions, [g](const auto& slopes) { return slopes[g]; });
    }
  }
};

}  // namespace

Result<std::unique_ptr<Meter>> group_loss_meter(const MeasuredProblem& problem, GroupLoss which) {
  return std::make_unique<OneLoss>(problem, which);
}

std::unique_ptr<Meter> group_losses_meter(const MeasuredProblem& problem) {
  return std::make_unique<AllLosses>(problem);
}

}  // namespace noisy
