#include "engine/solver/saddle/inner_methods.h"

namespace noisy {

Task<Certificate> solve_inner(SolverWork& outer, const Block& inner, InnerMethod method,
                              const Acceptance& is_enough, WeightedDistance hint) {
  const auto stops = [&is_enough](const Certificate& found) {
    return is_enough(found) || found.residual.value <= 2 * found.rounding;
  };
  SolverWork work(outer, inner, stops, hint);
  Task<> task = method(work);
  co_await task;
  co_return work.best();
}

}  // namespace noisy
