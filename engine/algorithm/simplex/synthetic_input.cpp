#include "engine/algorithm/simplex/synthetic_input.h"

#include "engine/algorithm/simplex/simplex_input.h"
#include "engine/math/reduce.h"
#include "engine/privacy/form/hidden_answers.h"
#include "engine/privacy/release/whole_sums.h"

namespace noisy {

Result<SyntheticFacts> synthetic_facts(const PlanInput& input) {
  if (!input.facts.queries) {
    return fail(
        ErrorCode::unsupported_domain, "problem",
        "this method makes synthetic data that answer queries about the records: choose the "
        "problem marginal-queries");
  }
  if (input.facts.samples < 2) {
    return fail(ErrorCode::empty_data, "data", "needs two records or more");
  }
  if (auto checked = check_draws_privacy(input.privacy); !checked) {
    return std::unexpected(checked.error());
  }
  return SyntheticFacts{
      .queries = input.facts.queries,
      .samples = input.facts.samples,
      .move = answer_move({.linf = input.facts.linf_sensitivity}, &*input.facts.saddle),
      .is_exact = input.privacy.notion == Notion::none,
      .is_hardened = input.privacy.release == ReleaseKind::hardened};
}

Result<double> grid_of_sums(const SyntheticFacts& facts, double scale) {
  if (facts.is_exact || !facts.is_hardened) return 0.0;
  return whole_sum_grid(scale, facts.samples);
}

Cost total_cost(const std::vector<Release>& releases) {
  if (releases.front().mechanism == Mechanism::none) return {};
  math::CompensatedSum sum;
  for (const Release& release : releases) sum.add(release.cost.value);
  return {CostUnit::rho, sum.value()};
}

Worth worth_in_rho(const PlanInput& input) {
  return {.notion = input.privacy.notion,
          .delta = input.privacy.delta,
          .epsilon = 0,
          .conversion = ZcdpConversion::optimal};
}

std::string histogram_words(const QueryFamily& queries) {
  return "a histogram of " + std::to_string(queries.cells()) + " cells, by " +
         std::to_string(queries.queries()) + " queries and their negations";
}

}  // namespace noisy
