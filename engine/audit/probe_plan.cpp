#include "engine/audit/probe_plan.h"
#include "engine/privacy/form/anchored.h"

namespace noisy {
namespace {

Run probe(GradientOracle& data, const ProbePlan& plan, Vector x) {
  Anchor anchor;
  co_await data.advance(anchor.at(plan.anchor()));
  Vector mean = Vector::Zero(x.size());
  for (Index number = 1; number <= plan.summary().iterations; ++number) {
    const Vector& gradient =
        co_await data.ask(variance_reduced_at(x, anchor, first_release(plan.rule())));
    mean += (gradient - mean) / static_cast<double>(number);
    co_yield Iterate{mean};
  }
}

}  // namespace

Run ProbePlan::start(GradientOracle& data, Vector start) const {
  return probe(data, *this, std::move(start));
}

}  // namespace noisy
