#include "engine/solver/base/built_in_solvers.h"

namespace noisy {
namespace {

Registry<SolverEntry>& registry() {
  static Registry<SolverEntry> all({
      gradient_descent_solver(),
      accelerated_gradient_solver(),
      sgd_solver(),
      svrg_solver(),
      practical_svrg_solver(),
      loopless_svrg_solver(),
      saga_solver(),
      sarah_solver(),
      katyusha_solver(),
      extragradient_solver(),
  });
  return all;
}

}  // namespace

const Registry<SolverEntry>& solvers() {
  return registry();
}

Result<void> register_solver(SolverEntry entry) {
  if (!entry.solve) {
    return fail(ErrorCode::invalid_value, "solve", "\"" + entry.id + "\" needs a function");
  }
  return registry().add(std::move(entry));
}

}  // namespace noisy
