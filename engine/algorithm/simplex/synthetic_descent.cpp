#include "engine/algorithm/simplex/synthetic_descent.h"

#include <vector>

#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/simplex/public_histogram.h"
#include "engine/privacy/form/query_choice.h"
#include "engine/random/vertex_sampler.h"

namespace noisy {
namespace {

/// What the first step draws, from a stream that belongs to no release.
Vector uniform_draws(const GradientOracle& data, const SyntheticDescentSetting& setting) {
  const Index size = 2 * setting.queries->queries();
  if (setting.is_exact) {
    return Vector::Constant(size, static_cast<double>(setting.draws) / static_cast<double>(size));
  }
  Vector out = Vector::Zero(size);
  Stream stream = data.output_stream();
  const std::vector<double> equal(static_cast<std::size_t>(size));
  VertexSampler(equal).add_counts(stream, setting.draws, {out.data(), equal.size()});
  return out;
}

AlgorithmEntry synthetic_data() {
  AlgorithmEntry entry;
  entry.id = "synthetic-data";
  entry.title = "DP synthetic data (histogram against queries)";
  entry.paper =
      "Gonzalez, Guzman, Paquette 2024: Mirror Descent Algorithms with Nearly "
      "Dimension-Independent "
      "Rates for Differentially-Private Stochastic Saddle-Point Problems";
  entry.theorem = "Theorem 1.1, written out; full-batch steps and costs by bounded ranges derived";
  entry.summary =
      "A histogram over all combinations of levels learns from queries that it answers badly, "
      "which "
      "are drawn by how far they are off. Only the drawn queries depend on the records, so that "
      "the "
      "histogram and records drawn from it can be published.";
  entry.draws_batches = false;
  entry.problem_use = ProblemUse::saddles;
  entry.term_use = TermUse::queries;
  entry.notions = {Notion::approximate, Notion::zcdp, Notion::none};
  entry.neighbours = {Neighbours::replace_one};
  entry.mechanisms = {Mechanism::exponential};
  entry.plans_without_smoothness = true;
  entry.needs = {"records of categories", "queries"};
  entry.tells = {HiddenPoint::kName};
  entry.guarantee = "All drawn queries together are private, and with them the synthetic data.";
  entry.parameters = synthetic_descent_specs();
  entry.plan = optional_planners().synthetic_descent;
  return entry;
}

}  // namespace

Run synthetic_descent(GradientOracle& data, const SyntheticDescentPlan& plan) {
  const SyntheticDescentSetting& setting = plan.setting();
  const Index cells = setting.queries->cells(), queries = setting.queries->queries();
  HiddenAnswers answers;
  PublicHistogram x(setting.queries);
  Vector drawn = uniform_draws(data, setting);
  Vector past = x.answers();  // of x^1 .. x^t
  Vector shares = x.shares(), all_drawn = drawn;
  Vector guess(queries), average(cells + 2 * queries);
  const HiddenQueries state(answers, x.shares());
  const HiddenPoint hidden{state};
  const NamedView view(hidden);
  for (Index t = 2; t <= setting.steps; ++t) {
    x.move(setting.step_size_x, net_draws(drawn, setting.draws));
    const double steps_before = static_cast<double>(t - 1), steps = static_cast<double>(t);
    guess = setting.is_one_pass ? past : Vector(past / steps_before);
    drawn = co_await data.ask(
        choose_queries(answers, setting.records_before(t), guess, plan.release_at(t)));
    past += x.answers();
    shares += x.shares();
    all_drawn += drawn;
    average.head(cells) = shares / steps;
    average.tail(2 * queries) = all_drawn / (steps * static_cast<double>(setting.draws));
    co_yield Iterate{average, StepView(view)};
  }
}

std::vector<AlgorithmEntry> synthetic_descent_entries() {
  return {synthetic_data()};
}

}  // namespace noisy
