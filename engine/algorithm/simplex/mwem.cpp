#include "engine/algorithm/simplex/mwem.h"

#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/simplex/public_histogram.h"
#include "engine/privacy/form/query_choice.h"
#include "engine/privacy/form/table_answers.h"

namespace noisy {
namespace {

/// What has been measured: m, c and N.
class Measurements {
 public:
  explicit Measurements(Index queries)
      : means_(Vector::Zero(queries)), counts_(Vector::Zero(queries)) {}

  void add(const QueryFamily::Table& table, const Vector& answers) {
    for (Index k = 0; k < table.size; ++k) {
      const Index j = table.first + k;
      counts_[j] += 1;
      means_[j] += (answers[k] - means_[j]) / counts_[j];
    }
    tables_ += 1;
  }

  void replay(Index times, PublicHistogram& x) const {
    for (Index i = 0; i < times; ++i) {
      x.move(2 / tables_, counts_.cwiseProduct(means_ - x.answers()));
    }
  }

 private:
  Vector means_, counts_;
  double tables_ = 0;
};

AlgorithmEntry mwem_entry() {
  AlgorithmEntry entry;
  entry.id = "mwem";
  entry.title = "MWEM (multiplicative weights, measured tables)";
  entry.paper =
      "Hardt, Ligett, McSherry 2012: A Simple and Practical Algorithm for Differentially Private "
      "Data Release";
  entry.theorem = "Figure 1 with replays (2.2), for whole tables and in zCDP";
  entry.summary =
      "A histogram over all combinations of levels is fitted to noisy tables of the records, each "
      "of "
      "them chosen because the histogram answers one of its queries badly. On a few thousand "
      "records "
      "it is more accurate than methods that measure nothing.";
  entry.draws_batches = false;
  entry.problem_use = ProblemUse::saddles;
  entry.term_use = TermUse::queries;
  entry.notions = {Notion::approximate, Notion::zcdp, Notion::none};
  entry.neighbours = {Neighbours::replace_one};
  entry.mechanisms = {Mechanism::exponential};
  entry.plans_without_smoothness = true;
  entry.needs = {"records of categories", "queries"};
  entry.tells = {HiddenPoint::kName};
  entry.guarantee =
      "All choices and noisy answers together are private, and with them the synthetic data.";
  entry.parameters = mwem_specs();
  entry.plan = optional_planners().mwem;
  return entry;
}

}  // namespace

Run mwem(GradientOracle& data, const MwemPlan& plan) {
  const MwemSettings& setting = plan.setting();
  const QueryFamily& family = *setting.queries;
  const Index cells = family.cells(), queries = family.queries();
  HiddenAnswers answers;
  PublicHistogram x(setting.queries);
  Measurements measured(queries);
  Vector chosen = Vector::Zero(2 * queries), guess(queries), out(cells + 2 * queries);
  const HiddenQueries state(answers, x.shares());
  const HiddenPoint hidden{state};
  const NamedView view(hidden);
  for (Index round = 1; round <= setting.rounds; ++round) {
    guess = x.answers();
    const Vector counts =
        co_await data.ask(choose_queries(answers, setting.samples, guess, plan.choice()));
    Index worst = 0;
    counts.maxCoeff(&worst);
    chosen[worst] += 1;
    out.head(cells) = x.shares();
    out.tail(2 * queries) = chosen / static_cast<double>(round);
    co_yield Iterate{out, StepView(view)};
    const Index table = family.table_of(worst % queries);
    const Vector measurement = co_await data.ask(answers_of(answers, table, plan.answers()));
    measured.add(family.tables()[static_cast<std::size_t>(table)], measurement);
    measured.replay(setting.replays, x);
    out.head(cells) = x.shares();
    co_yield Iterate{out, StepView(view)};
  }
}

std::vector<AlgorithmEntry> mwem_entries() {
  return {mwem_entry()};
}

}  // namespace noisy
