#include <cmath>

#include "engine/solver/base/built_in_solvers.h"
#include "engine/solver/saddle/inner_methods.h"
#include "engine/solver/saddle/loopless_method.h"

namespace noisy {
namespace {

double refresh_probability(const Block& block) {
  return std::min(1.0, 2 / static_cast<double>(block.components()));
}

/// With p = min(1, 2 / m) and eta = 0.99 sqrt(p) / kappa_w (X8),
///
///     zb = (1 - p) z + p w,   h = prox_W(zb - eta W^-1 A(w), eta)
///     z <- prox_W(zb - eta W^-1 (A(w) + A_i(h) - A_i(w)), eta)
///
/// and with probability p the new z becomes the reference w.
class LooplessSvrExtragradient final : public LooplessMethod {
 public:
  explicit LooplessSvrExtragradient(const Block& block)
      : LooplessMethod(block, refresh_probability(block)),
        block_(block),
        pull_(refresh_probability(block)),
        eta_(capped(0.99 * std::sqrt(pull_) / block.condition_number())),
        half_(block.dimension()),
        estimate_(block.dimension()) {}

 private:
  void step(Index i) override {
    z_ = (1 - pull_) * z_ + pull_ * reference_.point();
    half_ = z_;
    block_.step(half_, reference_.mean(), eta_);
    reference_.estimate(block_.sum(), i, half_, estimate_);
    block_.step(z_, estimate_, eta_);
  }
  const Vector& next_reference() const override { return z_; }

  const Block& block_;
  double pull_;  ///< towards the reference
  double eta_;
  Vector half_;
  Vector estimate_;
};

}  // namespace

Task<> loopless_svr_extragradient(SolverWork& work) {
  LooplessSvrExtragradient method(work.block());
  Task<> run = method.run(work);
  co_await run;
}

SolverEntry loopless_svr_extragradient_solver() {
  return {.id = "loopless-svr-extragradient",
          .title = "Loopless variance-reduced extragradient",
          .paper =
              "Alacaoglu and Malitsky 2022: Stochastic variance reduction for variational "
              "inequality methods",
          .summary =
              "Extragradient steps with one component around a reference that moves at "
              "random; m + sqrt(m) times the condition number.",
          .minimizes = true,
          .solves_saddles = true,
          .least_components = 2,
          .solve = loopless_svr_extragradient,
          .cost = [](const SolverCost& of) {
            return (of.components + std::sqrt(of.components) * of.condition) * of.digits;
          }};
}

}  // namespace noisy
