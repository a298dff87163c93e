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
      gradient_descent_ascent_solver(),
      extragradient_solver(),
      optimistic_gradient_solver(),
      primal_dual_extragradient_solver(),
      svrg_saddle_solver(),
      saga_saddle_solver(),
      loopless_svrg_gda_solver(),
      loopless_svr_extragradient_solver(),
      accelerated_svrg_saddle_solver(),
      accelerated_saga_saddle_solver(),
      al_svre_solver(),
      catalyst_acc_svrg_solver(),
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
