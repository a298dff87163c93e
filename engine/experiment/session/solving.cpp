#include "engine/experiment/session/solving.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/file/fields.h"
#include "engine/math/reduce.h"
#include "engine/solver/base/certified_solve.h"
#include "engine/solver/problem/record_sum.h"

namespace noisy {
namespace {

struct SolveRequest {
  std::string solver = "loopless-svrg";
  double tolerance = 1e-6;
  double gradients = 0;
  std::uint64_t seed = 1;
};

const std::vector<Field<SolveRequest>>& solve_fields() {
  static const std::vector<Field<SolveRequest>> kFields = {
      {{.name = "solver",
        .type = ParameterType::choice,
        .maximum = 64,
        .default_value = SolveRequest{}.solver},
       &store<&SolveRequest::solver>},
      {{.name = "tolerance",
        .minimum = 0,
        .maximum = 1,
        .exclusive_minimum = true,
        .default_value = SolveRequest{}.tolerance},
       &store<&SolveRequest::tolerance>},
      {{.name = "gradients",
        .minimum = 1,
        .maximum = 1e15,
        .default_rule = "as many as the fallback may need"},
       &store<&SolveRequest::gradients>},
      {{.name = "seed",
        .type = ParameterType::integer,
        .minimum = 0,
        .maximum = FormatLimits::kSeed,
        .default_value = static_cast<double>(SolveRequest{}.seed)},
       &store<&SolveRequest::seed>}};
  return kFields;
}

Result<const SolverEntry*> find_solver(const std::string& id) {
  std::vector<std::string> ids;
  for (const SolverEntry& entry : solvers().entries()) {
    if (entry.minimizes) ids.push_back(entry.id);
  }
  const SolverEntry* found = solvers().find(id);
  if (found && found->minimizes) return found;
  return fail(ErrorCode::unknown_name, "solve.solver",
              "no solver that minimizes is called \"" + id + "\"." + did_you_mean(id, ids) +
                  " Use " + listing(ids));
}

Result<void> check_objective(const Objective& objective) {
  if (!objective.linear_loss) {
    return fail(ErrorCode::unsupported_option, "problem.loss",
                "solvers work on losses of a margin: logistic, squared and the like");
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

Result<std::unique_ptr<RecordSum>> components_of(const Objective& objective) {
  const auto* dense = std::get_if<DenseData>(&objective.data->records);
  if (dense) {
    return LinearRecordSum::make(*objective.exact, *dense, *objective.linear_loss);
  }
  // Of a loss of a margin, gradients differ by at most twice the longest.
  const double longest = objective.exact->gradient_bounds().l2 / 2;
  if (!std::isfinite(longest)) {
    return fail(
        ErrorCode::unbounded_sensitivity, "problem.domain",
        "nothing bounds a record's gradient, so that nothing bounds what rounding does to a "
        "certificate: bound the domain or the rows");
  }
  return std::make_unique<RecordSum>(
      *objective.exact, RecordConstants{.smoothness = objective.exact->smoothness_bound(),
                                        .longest_gradient = [longest](double) { return longest; }});
}

/// One solver at work on the exact objective.
class ObjectiveSolving final : public Survey {
 public:
  ObjectiveSolving(std::shared_ptr<Objective> objective, std::unique_ptr<RecordSum> sum,
                   const Block& block, const SolverEntry& solver, const SolveRequest& request,
                   std::shared_ptr<math::ThreadPool> threads)
      : objective_(std::move(objective)),
        sum_(std::move(sum)),
        block_(block),
        solver_(solver),
        threads_(std::move(threads)),
        solve_(block_, solver_,
               StreamFactory::reproducible({.seed = request.seed, .algorithm = solver.id})
                   .stream(StreamPurpose::sampling, 0),
               {.relative_target = request.tolerance,
                .budget = static_cast<Index>(request.gradients)}) {}

  Result<Progress> advance(double seconds) override {
    const bool done = solve_.advance(*threads_, math::Deadline::after_seconds(seconds));
    const auto evaluations = static_cast<double>(solve_.evaluations());
    return Progress{.done = done,
                    .gradient_evaluations = evaluations,
                    .total_evaluations = std::max(evaluations, planned())};
  }

  OutsideStep* awaited_step() override { return solve_.awaited_step(); }

  Result<std::string> result() const override;

 private:
  SolverCost cost() const {
    const double condition = sum_->smoothness().joint / block_.primal_weight();
    return {.components = static_cast<double>(block_.components()),
            .primal_condition = condition,
            .dual_condition = condition,
            .condition = block_.condition_number(),
            .digits = solve_.digits()};
  }
  /// NaN where nobody knows.
  double expected() const {
    return solver_.cost ? solver_.cost(cost()) : std::numeric_limits<double>::quiet_NaN();
  }
  /// Where nobody knows, as many as gradient descent takes.
  double planned() const {
    const SolverCost of = cost();
    return solver_.cost ? expected() : of.components * of.primal_condition * of.digits;
  }

  std::shared_ptr<Objective> objective_;
  std::unique_ptr<RecordSum> sum_;
  Block block_;
  const SolverEntry& solver_;
  std::shared_ptr<math::ThreadPool> threads_;
  CertifiedSolve solve_;
};

Json trace_json(const std::vector<SolverTracePoint>& trace) {
  std::vector<double> gradients, bounds;
  for (const SolverTracePoint& point : trace) {
    gradients.push_back(static_cast<double>(point.evaluations));
    bounds.push_back(point.residual * point.residual / 2);
  }
  return Json::object({{"gradients", Json::numbers(std::move(gradients))},
                       {"gapBound", Json::numbers(std::move(bounds))}});
}

Result<std::string> ObjectiveSolving::result() const {
  auto found = solve_.result();
  if (!found && found.error().code == ErrorCode::privacy_certificate_failed) {
    return fail(
        ErrorCode::certificate_precision, "solve.tolerance",
        "no point was certified to this tolerance, which may be below what rounding allows: "
        "raise it");
  }
  if (!found) return std::unexpected(std::move(found.error()));
  const double residual = found->residual.value;
  const Vector& x = found->point;
  Json out = Json::object({{"nonPrivate", true}, {"solver", solver_.id}});
  out.set("solution", Json::numbers({x.begin(), x.end()}));
  out.set("distanceBound", residual / std::sqrt(block_.primal_weight()));
  out.set("gapBound", residual * residual / 2);
  out.set("gradients", static_cast<double>(found->evaluations));
  out.set("expectedGradients", expected());
  out.set("condition", sum_->smoothness().joint / block_.primal_weight());
  out.set("attempts", static_cast<double>(found->attempts));
  out.set("fallback", found->is_fallback);
  out.set("complaint", found->complaint);
  out.set("trace", trace_json(found->trace));
  return write_json(out);
}

}  // namespace

Result<std::unique_ptr<Survey>> begin_solving(std::shared_ptr<Objective> objective,
                                              const Json& request,
                                              std::shared_ptr<math::ThreadPool> threads) {
  SolveRequest asked;
  if (auto read = read_fields(request, "solve", solve_fields(), asked); !read) {
    return std::unexpected(std::move(read.error()));
  }
  const auto solver = find_solver(asked.solver);
  if (!solver) return std::unexpected(solver.error());
  if (auto checked = check_objective(*objective); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  auto sum = components_of(*objective);
  if (!sum) return std::unexpected(std::move(sum.error()));
  const Index d = (*sum)->dimension();
  Vector start = Vector::Zero(d);
  objective->domain.project(start);
  auto block = Block::make(**sum, {.primal_weight = objective->regularizer.strength,
                                   .centre = Vector::Zero(d),
                                   .primal_domain = objective->domain,
                                   .start = std::move(start)});
  if (!block) return std::unexpected(std::move(block.error()));
  return std::make_unique<ObjectiveSolving>(std::move(objective), *std::move(sum), *block, **solver,
                                            asked, std::move(threads));
}

}  // namespace noisy
