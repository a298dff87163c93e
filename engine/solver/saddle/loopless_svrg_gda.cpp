#include "engine/solver/base/built_in_solvers.h"
#include "engine/solver/saddle/loopless_method.h"

namespace noisy {
namespace {

/// z_next = prox_W(z - eta W^-1 v, eta) with eta = min(1 / (7 kappa_w^2), 0.3); with probability
/// p = 1 / m, z (not z_next) becomes the reference w (X7). With D the squared distance in the norm
/// of W, the mean of D + (4 eta^2 kappa_w^2 / p) D_ref shrinks by 1 - min(eta, p) / 2 a step.
class LooplessSvrgGda final : public LooplessMethod {
 public:
  explicit LooplessSvrgGda(const Block& block)
      : LooplessMethod(block, 1 / static_cast<double>(block.components())),
        block_(block),
        eta_(step_size(block.condition_number())),
        before_(block.dimension()),
        estimate_(block.dimension()) {}

 private:
  static double step_size(double condition) {
    return std::min(1 / (7 * condition * condition), 0.3);
  }

  void step(Index i) override {
    before_ = z_;
    reference_.estimate(block_.sum(), i, z_, estimate_);
    block_.step(z_, estimate_, eta_);
  }
  const Vector& next_reference() const override { return before_; }

  const Block& block_;
  double eta_;
  Vector before_;
  Vector estimate_;
};

Task<> loopless_svrg_gda(SolverWork& work) {
  LooplessSvrgGda method(work.block());
  Task<> run = method.run(work);
  co_await run;
}

}  // namespace

SolverEntry loopless_svrg_gda_solver() {
  return {.id = "loopless-svrg-gda",
          .title = "Loopless SVRG descent ascent",
          .paper =
              "Kovalev, Horvath and Richtarik 2020: Don't jump through hoops and remove those "
              "loops; Palaniappan and Bach 2016",
          .summary = "SVRG whose reference moves at random, so that no epoch length is chosen.",
          .solves_saddles = true,
          .least_components = 2,
          .solve = loopless_svrg_gda,
          .cost = [](const SolverCost& of) {
            return (of.components + of.condition * of.condition) * of.digits;
          }};
}

}  // namespace noisy
