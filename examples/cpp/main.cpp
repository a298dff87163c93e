// Robust regression under 1-differential privacy, with a loss of our own: the pseudo-Huber loss
//
//   phi(m, y) = sqrt(1 + (m - y)^2) - 1,   |phi'| < 1,   phi'' <= 1.
//
// A bounded slope is what privacy needs: with rows of ||u||_1 <= R, two records' gradients differ
// by at most 2 R in L1, whatever the targets are. So outliers neither break the fit nor cost
// privacy.

#include <cmath>
#include <cstdio>

#include "engine/algorithm/frame/execute.h"
#include "engine/data/preprocess.h"
#include "engine/problem/loss/custom_loss.h"
#include "engine/problem/risk/empirical_risk.h"

struct PseudoHuberLink {
  template <class V>
  [[gnu::always_inline]] noisy::math::LinkResult<V> evaluate(V margin, V target) const {
    const V error = margin - target;
    const V root = noisy::math::square_root<V>(1.0 + error * error);
    return {root - 1.0, error / root};
  }
};

/// Steepest slope within reach of a margin; growing, and never above 1.
double slope_bound(double margin, double target) {
  const double error = margin + target;
  return std::isinf(error) ? 1 : error / std::sqrt(1 + error * error);
}

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

  const PseudoHuberLink link;
  const noisy::EmpiricalRisk risk(prepared->data, prepared->facts.bounds,
                                  noisy::custom_loss(link, slope_bound, 1));
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
