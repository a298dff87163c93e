#include "engine/experiment/session/solving.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/file/fields.h"
#include "engine/experiment/session/solve_records.h"
#include "engine/experiment/session/solved_problem.h"
#include "engine/solver/base/certified_solve.h"
#include "engine/solver/base/outside_solver.h"

namespace noisy {
namespace {

constexpr const char* kUsualMinimizer = "loopless-svrg";
constexpr const char* kUsualSaddleSolver = "loopless-svr-extragradient";

struct SolveRequest {
  std::optional<std::string> solver;
  double tolerance = 1e-6;
  double gradients = 0;
  std::uint64_t seed = 1;
  std::optional<double> primal_regularization;
  std::optional<double> dual_regularization;
};

ParameterSpec regularization_of(const char* name) {
  return {.name = name,
          .minimum = 0,
          .maximum = kLargest,
          .default_rule = "0; of saddle problems, which must be strongly convex in both parts"};
}

const std::vector<Field<SolveRequest>>& solve_fields() {
  static const std::vector<Field<SolveRequest>> kFields = {
      {{.name = "solver",
        .type = ParameterType::choice,
        .maximum = 64,
        .default_rule = "loopless-svrg; of saddle problems loopless-svr-extragradient"},
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
       &store<&SolveRequest::seed>},
      {regularization_of("primalRegularization"), &store<&SolveRequest::primal_regularization>},
      {regularization_of("dualRegularization"), &store<&SolveRequest::dual_regularization>}};
  return kFields;
}

Result<const SolverEntry*> find_solver(const std::optional<std::string>& asked, bool is_saddle) {
  const std::string id = asked.value_or(is_saddle ? kUsualSaddleSolver : kUsualMinimizer);
  const auto suits = [&](const SolverEntry& entry) {
    return is_saddle ? entry.solves_saddles : entry.minimizes;
  };
  std::vector<std::string> ids;
  for (const SolverEntry& entry : solvers().entries()) {
    if (suits(entry)) ids.push_back(entry.id);
  }
  const SolverEntry* found = solvers().find(id);
  if (found && suits(*found)) return found;
  return fail(ErrorCode::unknown_name, "solve.solver",
              std::string("no solver that ") + (is_saddle ? "finds saddle points" : "minimizes") +
                  " is called \"" + id + "\"." + did_you_mean(id, ids) + " Use " + listing(ids));
}

/// One solver at work on the exact objective.
class ObjectiveSolving final : public Survey {
 public:
  ObjectiveSolving(std::unique_ptr<SolvedProblem> problem, const SolverEntry& solver,
                   const SolveRequest& request, std::shared_ptr<math::ThreadPool> threads)
      : problem_(std::move(problem)),
        solver_(solver),
        threads_(std::move(threads)),
        solve_(block(), solver_,
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
  const Block& block() const { return problem_->block(); }
  SolverCost cost() const {
    const double smoothness = block().sum().smoothness().joint;
    return {.components = static_cast<double>(block().components()),
            .primal_condition = smoothness / block().primal_weight(),
            .dual_condition = smoothness / block().dual_weight(),
            .condition = block().condition_number(),
            .digits = solve_.digits()};
  }
  /// NaN where nobody knows.
  double expected() const {
    return solver_.cost ? solver_.cost(cost()) : std::numeric_limits<double>::quiet_NaN();
  }
  /// Where nobody knows, as many as gradient descent, or extragradient, takes.
  double planned() const {
    const SolverCost of = cost();
    return solver_.cost ? expected() : of.components * of.condition * of.digits;
  }
  record::SolvedSaddle saddle_of(const CertifiedSolution& found) const;

  std::unique_ptr<SolvedProblem> problem_;
  const SolverEntry& solver_;
  std::shared_ptr<math::ThreadPool> threads_;
  CertifiedSolve solve_;
};

record::SolvedSaddle ObjectiveSolving::saddle_of(const CertifiedSolution& found) const {
  const double residual = found.residual.value;
  const double primal = block().primal_weight();
  const double dual = block().dual_weight();
  const auto x = found.point.head(block().sum().primal_dimension());
  const auto y = found.point.tail(block().sum().dual_dimension());
  return {.primal = {x.begin(), x.end()},
          .dual = {y.begin(), y.end()},
          .weights = {primal, dual},
          .distances = {residual / std::sqrt(primal), residual / std::sqrt(dual)},
          .weighted_distance = residual};
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
  record::Solved out{.solver = solver_.id,
                     .found = *found,
                     .saddle = std::nullopt,
                     .least_weight = block().least_weight(),
                     .expected = expected(),
                     .condition = block().condition_number()};
  if (block().is_saddle()) out.saddle = saddle_of(*found);
  return write_json(record::json_of<record::kSolved>(out));
}

}  // namespace

std::vector<std::string> declare_solvers(std::string_view experiment) {
  const auto tree = parse_json(experiment, {.bytes = std::size_t{1} << 30});
  std::vector<std::string> declared;
  if (!tree) return declared;
  const auto declare = [&](const Json& name) {
    if (!name.is_text() || solvers().find(name.text())) return;
    if (register_solver(outside_solver(name.text()))) declared.push_back(name.text());
  };
  for (const Json& algorithm : tree->member("algorithms").elements()) {
    declare(algorithm.member("parameters").member("solver"));
  }
  for (const Json& axis : tree->member("sweep").elements()) {
    const Json& path = axis.member("path");
    if (!path.is_text() || !path.text().ends_with(".parameters.solver")) continue;
    for (const Json& name : axis.member("values").elements()) declare(name);
  }
  return declared;
}

Result<std::unique_ptr<Survey>> begin_solving(std::shared_ptr<Objective> objective,
                                              const Json& request,
                                              std::shared_ptr<math::ThreadPool> threads) {
  SolveRequest asked;
  if (auto read = read_fields(request, "solve", solve_fields(), asked); !read) {
    return std::unexpected(std::move(read.error()));
  }
  const auto solver = find_solver(asked.solver, objective->saddle_loss != nullptr);
  if (!solver) return std::unexpected(solver.error());
  auto problem = SolvedProblem::make(std::move(objective), {.primal = asked.primal_regularization,
                                                            .dual = asked.dual_regularization});
  if (!problem) return std::unexpected(std::move(problem.error()));
  return std::make_unique<ObjectiveSolving>(*std::move(problem), **solver, asked,
                                            std::move(threads));
}

}  // namespace noisy
