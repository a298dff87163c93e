#include "engine/audit/probe_plan.h"

namespace noisy {
namespace {

Run probe(GradientOracle& data, const ProbePlan& plan, Vector x) {
  Anchor anchor;
  co_await data.take_anchor(anchor, plan.anchor());
  Vector mean = Vector::Zero(x.size());
  for (Index number = 1; number <= plan.summary().iterations; ++number) {
    const Vector& gradient =
        co_await data.variance_reduced_gradient(x, anchor, first_release(plan.rule()));
    mean += (gradient - mean) / static_cast<double>(number);
    co_yield Iterate{mean};
  }
}

}  // namespace

Run ProbePlan::start(GradientOracle& data, Vector start) const {
  return probe(data, *this, std::move(start));
}

}  // namespace noisy
