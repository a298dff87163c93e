#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/experiment/file/experiment.h"
#include "engine/math/elementary.h"
#include "engine/question/theory/query.h"
#include "engine/solver/base/solver_entry.h"

namespace noisy {
namespace {

using record::in, record::of, record::or_null, record::Seen::nobody;

struct ComplexityQuestion {
  Index components = 1;
  double smoothness = 1.0;
  double primal_weight = 1.0;
  std::optional<double> dual_weight;  ///< absent: a minimization
  std::optional<double> coupling;
  double accuracy = 1e-5;

  /// kappa_w = max(l / lambda_x, l / lambda_y) + l_xy / sqrt(lambda_x lambda_y) where l_xy is
  /// known, else l / min(lambda_x, lambda_y) (bring-your-own-minimax, 1.3).
  SolverCost cost() const {
    const double dual = dual_weight.value_or(primal_weight);
    const double mixed = coupling ? *coupling / std::sqrt(primal_weight * dual) : 0.0;
    return {.components = static_cast<double>(components),
            .primal_condition = smoothness / primal_weight,
            .dual_condition = smoothness / dual,
            .condition = smoothness / std::min(primal_weight, dual) + mixed,
            .digits = std::max(1.0, -math::log(accuracy))};
  }
};

const std::vector<Field<ComplexityQuestion>>& fields() {
  static const std::vector<Field<ComplexityQuestion>> kFields = [] {
    ParameterSpec accuracy = positive_spec(
        "accuracy", "Accuracy", "Demanded over first distance to the solution; below 1.");
    accuracy.maximum = 1;
    return std::vector<Field<ComplexityQuestion>>{
        {whole_spec("components", "Components", 1, FormatLimits::kSamples, "m, of the sum."),
         &store<&ComplexityQuestion::components>},
        {positive_spec("smoothness", "Smoothness",
                       "l, of every component; with a coupling, in x alone and in y alone."),
         &store<&ComplexityQuestion::smoothness>},
        {positive_spec("weight", "Strong convexity", "lambda; lambda_x of a saddle problem."),
         &store<&ComplexityQuestion::primal_weight>},
        {or_rule(positive_spec("dualWeight", "Strong concavity",
                               "lambda_y; without it the problem is a minimization."),
                 "none"),
         &store<&ComplexityQuestion::dual_weight>},
        {or_rule(positive_spec("coupling", "Coupling", "l_xy of a saddle problem."),
                 "part of smoothness"),
         &store<&ComplexityQuestion::coupling>},
        {or_default(std::move(accuracy), 1e-5), &store<&ComplexityQuestion::accuracy>}};
  }();
  return kFields;
}

struct SolverRow {
  const SolverEntry* solver;
  std::optional<double> gradients;
};

constexpr record::Table kSolver{"SolverGradients",
                                "",
                                {{"solver", of<&SolverRow::solver, &SolverEntry::id>("string")},
                                 {"title", of<&SolverRow::solver, &SolverEntry::title>("string")},
                                 {"gradients", or_null<&SolverRow::gradients>("number | null"),
                                  nobody, "Of single components; null where nobody knows."}}};

struct ComplexityAnswer {
  double condition = 0.0;
  std::vector<SolverRow> solvers;
};

constexpr record::Table kComplexity{
    "SolverComplexity",
    "",
    {{"condition", of<&ComplexityAnswer::condition>(), nobody, "kappa_w."},
     {"solvers", in<kSolver, &ComplexityAnswer::solvers>("[]")}}};

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields());
  if (!question) return std::unexpected(question.error());
  const SolverCost known = question->cost();
  const bool is_saddle = question->dual_weight.has_value();
  ComplexityAnswer out{.condition = known.condition, .solvers = {}};
  for (const SolverEntry& solver : solvers().entries()) {
    if (!(is_saddle ? solver.solves_saddles : solver.minimizes)) continue;
    if (question->components < solver.least_components) continue;
    out.solvers.push_back(
        {&solver, solver.cost ? std::optional(solver.cost(known)) : std::nullopt});
  }
  return record::json_of<kComplexity>(out);
}

}  // namespace

TheoryQuery solver_complexity_query() {
  return {.name = "solver-complexity",
          .title = "Gradients of the solvers",
          .description =
              "How many gradients of single components each solver is expected to take, up to a "
              "constant factor of its own; null where nobody knows.",
          .source = "Zhang, Thekumparampil, Oh, He, Table 1; the solvers' own papers",
          .parameters = specs_of(fields()),
          .rules = {},
          .records = {&kComplexity},
          .answer = &answer};
}

}  // namespace noisy
