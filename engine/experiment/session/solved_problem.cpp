#include "engine/experiment/session/solved_problem.h"

#include <cmath>
#include <string>
#include <utility>

namespace noisy {
namespace {

Result<void> check_minimization(const Objective& objective) {
  if (!objective.linear_loss) {
    return fail(ErrorCode::unsupported_option, "problem.loss",
                "solvers work on losses of a margin, logistic, squared and the like, and on saddle "
                "problems");
  }
  if (!objective.is_convex) {
    return fail(ErrorCode::needs_convexity, "problem.loss",
                "a solver certifies minimizers of convex losses only");
  }
  const Regularizer& term = objective.regularizer;
  if (term.kind != Regularizer::Kind::l2 || !(term.strength > 0)) {
    return fail(ErrorCode::unsupported_regularizer, "problem.regularizer",
                "must be l2 with a strength above 0: solutions are certified by strong convexity");
  }
  if (objective.domain.has_projection()) return {};
  return fail(ErrorCode::unsupported_domain, "problem.domain",
              "base solvers need a domain with a projection");
}

Result<void> refuse_added(const AddedRegularization& added) {
  if (!added.primal && !added.dual) return {};
  return fail(ErrorCode::unsupported_option,
              added.primal ? "solve.primalRegularization" : "solve.dualRegularization",
              "is of saddle problems: a minimization has its l2 regularizer in "
              "problem.regularizer");
}

std::unexpected<Error> unbounded(const char* field, const std::string& remedy) {
  return fail(ErrorCode::unbounded_sensitivity, field,
              "nothing bounds a record's gradient, so that nothing bounds what rounding does to a "
              "certificate: " +
                  remedy);
}

Result<std::unique_ptr<RecordSum>> components_of(const Objective& objective) {
  const auto* dense = std::get_if<DenseData>(&objective.data->records);
  if (dense) {
    return LinearRecordSum::make(*objective.exact, *dense, *objective.linear_loss);
  }
  // Of a loss of a margin, gradients differ by at most twice the longest.
  const double longest = objective.exact->gradient_bounds().l2 / 2;
  if (!std::isfinite(longest)) return unbounded("problem.domain", "bound the domain or the rows");
  return std::make_unique<RecordSum>(
      *objective.exact, RecordConstants{.smoothness = objective.exact->smoothness_bound(),
                                        .longest_gradient = [longest](double) { return longest; }});
}

/// The weight of one part of a saddle problem.
Result<double> weight_of(double own, const std::optional<double>& added, const char* field) {
  const double weight = own + added.value_or(0);
  if (weight > 0) return weight;
  return fail(ErrorCode::invalid_value, std::string("solve.") + field,
              "strong convexity modulus must be positive, by which saddle points are certified: "
              "this problem has none in that part, add one");
}

}  // namespace

Result<std::unique_ptr<SolvedProblem>> SolvedProblem::make(std::shared_ptr<Objective> objective,
                                                           const AddedRegularization& added) {
  const bool is_saddle = objective->saddle_loss != nullptr;
  if (!is_saddle) {
    if (auto checked = refuse_added(added); !checked) {
      return std::unexpected(std::move(checked.error()));
    }
  }
  auto out = std::unique_ptr<SolvedProblem>(new SolvedProblem(std::move(objective)));
  auto made = is_saddle ? out->make_saddle(added) : out->make_minimization();
  if (!made) return std::unexpected(std::move(made.error()));
  return out;
}

Result<void> SolvedProblem::make_minimization() {
  const Objective& objective = *objective_;
  if (auto checked = check_minimization(objective); !checked) return checked;
  auto sum = components_of(objective);
  if (!sum) return std::unexpected(std::move(sum.error()));
  records_ = *std::move(sum);
  const Index d = records_->dimension();
  Vector start = Vector::Zero(d);
  objective.domain.project(start);
  return take(Block::make(*records_, {.primal_weight = objective.regularizer.strength,
                                      .centre = Vector::Zero(d),
                                      .primal_domain = objective.domain,
                                      .start = std::move(start)}));
}

Result<void> SolvedProblem::make_saddle(const AddedRegularization& added) {
  const SaddleBounds& bounds = *objective_->exact->saddle();
  const auto primal = weight_of(bounds.primal_modulus, added.primal, "primalRegularization");
  if (!primal) return std::unexpected(primal.error());
  const auto dual = weight_of(bounds.dual_modulus, added.dual, "dualRegularization");
  if (!dual) return std::unexpected(dual.error());
  records_ = std::make_unique<RecordSum>(*objective_->exact);
  if (!std::isfinite(records_->lipschitz())) {
    return unbounded("data.preprocess", "clip the rows, and scale the targets");
  }
  const ComponentSum* components = records_.get();
  if (bounds.primal_modulus > 0 || bounds.dual_modulus > 0) {
    less_convex_ =
        std::make_unique<LessConvexSum>(*records_, bounds.primal_modulus, bounds.dual_modulus);
    components = less_convex_.get();
  }
  const Index features = objective_->data->features();
  return take(
      Block::make(*components, {.primal_weight = *primal,
                                .dual_weight = *dual,
                                .centre = Vector::Zero(components->dimension()),
                                .primal_domain = objective_->saddle_loss->primal_domain(features),
                                .dual_domain = objective_->saddle_loss->dual_domain(features),
                                .start = {}}));
}

Result<void> SolvedProblem::take(Result<Block> block) {
  if (!block) return std::unexpected(std::move(block.error()));
  block_ = *std::move(block);
  return {};
}

}  // namespace noisy
