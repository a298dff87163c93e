#include "engine/solver/saddle/loopless_method.h"

#include "engine/random/distributions.h"

namespace noisy {

LooplessMethod::Steps LooplessMethod::make_steps(SolverWork& work, Index most) {
  for (Index count = 1; count <= most; ++count) {
    step(work.draw_component());
    if (uniform(work.draws()) < probability_) return {.count = count, .has_coin_fallen = true};
  }
  return {.count = most};
}

Task<> LooplessMethod::run(SolverWork& work) {
  co_await reference_.move_to(work, z_);
  for (;;) {
    for (Index left = 2 * work.components(); left > 0;) {
      const Steps made = make_steps(work, std::min(left, kStepsPerSlice));
      co_await work.spend(2 * made.count);
      if (made.has_coin_fallen) co_await reference_.move_to(work, next_reference());
      left -= made.count;
    }
    if (co_await work.accepts(z_)) co_return;
  }
}

}  // namespace noisy
