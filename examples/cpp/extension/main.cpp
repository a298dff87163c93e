// Robust regression under 1-differential privacy with the library alone, on a loss of our own: the
// pseudo-Huber loss (pseudo_huber.cpp), whose bounded slope leaves outliers little effect.

#include <cstdio>

#include "engine/algorithm/frame/execute.h"
#include "engine/data/preprocess.h"
#include "engine/problem/risk/empirical_risk.h"
#include "extensions.h"

/// y = 0.8 u_0 - 0.5 u_1, and every tenth target an outlier.
noisy::Result<noisy::DenseData> own_data() {
  auto data =
      noisy::DenseData::allocate({.samples = 20'000, .features = 2, .reserved_features = 1});
  if (!data) return data;
  for (noisy::Index i = 0; i < data->samples(); ++i) {
    const double a = static_cast<double>(i % 101) / 50 - 1;
    const double b = static_cast<double>(i % 67) / 33 - 1;
    data->set_feature(i, 0, a);
    data->set_feature(i, 1, b);
    data->targets()[static_cast<std::size_t>(i)] = i % 10 == 0 ? 100 : 0.8 * a - 0.5 * b;
  }
  return data;
}

int fail(const noisy::Error& error) {
  std::fprintf(stderr, "%s at %s: %s\n", std::string(noisy::code_text(error.code)).c_str(),
               error.field.c_str(), error.message.c_str());
  return 1;
}

int main() {
  auto raw = own_data();
  if (!raw) return fail(raw.error());

  // Rows are clipped to a public bound, which is what the sensitivity rests on.
  const noisy::PreprocessStep steps[] = {noisy::ClipRows{.norm = noisy::RowNorm::l1, .bound = 2}};
  const auto prepared = noisy::preprocess(std::move(*raw), {.features = 2}, steps);
  if (!prepared) return fail(prepared.error());

  const noisy::EmpiricalRisk risk(prepared->data, prepared->facts.bounds, pseudo_huber().linear());
  const noisy::Regularizer regularizer{.kind = noisy::Regularizer::Kind::l2, .strength = 0.05};

  // The plan fixes every release before the data are touched, and says what it guarantees.
  noisy::PlanInput input{.facts = noisy::public_facts(risk, regularizer),
                         .privacy = {.notion = noisy::Notion::pure, .epsilon = 1}};
  input.parameters.set("iterations", 200.0);
  const auto plan = noisy::find_algorithm("dp-nag-opt")->plan(input);
  if (!plan) return fail(plan.error());
  std::printf("%s\n", (*plan)->summary().claim.statement.c_str());

  const auto streams = noisy::StreamFactory::secure();
  if (!streams) return fail(streams.error());
  noisy::PrivateOracle oracle(risk, regularizer, *streams, (*plan)->rule().cap());
  noisy::ThreadPool pool(1);
  const noisy::Execution run = noisy::execute(risk, oracle, **plan, noisy::Vector::Zero(2), pool,
                                              [](noisy::Index, const noisy::Vector&) {});
  if (run.stopped) return fail(*run.stopped);
  std::printf("after %lld noisy gradients, epsilon %.3f spent: x = (%.2f, %.2f)\n",
              static_cast<long long>(run.iterations), oracle.ledger().spent().value,
              run.solution[0], run.solution[1]);
  return 0;
}
