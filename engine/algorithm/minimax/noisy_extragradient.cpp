#include "engine/algorithm/minimax/noisy_extragradient.h"

#include "engine/privacy/form/gradient.h"

namespace noisy {

Run noisy_extragradient(GradientOracle& data, const DescentAscentPlan& plan, Vector z) {
  const DescentAscentSetting& setting = plan.setting();
  plan.domain().project(z);
  Vector mean = Vector::Zero(z.size());
  for (Index t = 1; t <= setting.steps; ++t) {
    const Vector& here = co_await data.ask(gradient_at(z, plan.release()));
    Vector half = z - setting.step_size * here;
    plan.domain().project(half);
    mean += (half - mean) / static_cast<double>(t);
    co_yield Iterate{mean};
    const Vector& ahead = co_await data.ask(gradient_at(half, plan.release()));
    z -= setting.step_size * ahead;
    plan.domain().project(z);
    co_yield Iterate{mean};
  }
}

}  // namespace noisy
