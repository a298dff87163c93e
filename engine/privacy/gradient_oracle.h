#pragma once

#include <coroutine>
#include <optional>

#include "engine/math/error.h"
#include "engine/privacy/ledger.h"
#include "engine/privacy/release.h"
#include "engine/problem/finite_sum.h"
#include "engine/problem/regularizer.h"
#include "engine/random/stream.h"
#include "engine/random/subset.h"

namespace noisy {

/// The endpoint through which an algorithm asks about the objective. Algorithms see gradient()
/// and nothing else; the scheduler sees what is pending and answers it.
///
/// A request that is refused never resumes its run: the run stays suspended and refusal() says why.
class GradientOracle {
 public:
  GradientOracle(const FiniteSum& data, const Regularizer& regularizer,
                 const StreamFactory& streams);
  virtual ~GradientOracle() = default;
  GradientOracle(const GradientOracle&) = delete;
  GradientOracle& operator=(const GradientOracle&) = delete;

  /// `const Vector& g = co_await data.gradient(x, release)`: an estimate of the gradient of the
  /// whole objective at x. The smooth regularizer's gradient is added after the noise: it reads no
  /// data. The reference stays valid until the next request.
  class Answer {
   public:
    bool await_ready() const { return ready_; }
    void await_suspend(std::coroutine_handle<>) const {}
    const Vector& await_resume() const { return oracle_.gradient_; }

   private:
    friend class GradientOracle;
    Answer(GradientOracle& oracle, bool ready) : oracle_(oracle), ready_(ready) {}
    GradientOracle& oracle_;
    bool ready_;
  };
  Answer gradient(const Vector& point, const Release& release);

  const Ledger& ledger() const { return ledger_; }
  const std::optional<Error>& refusal() const { return refusal_; }

  /// Records whose gradients were computed so far.
  Index gradient_evaluations() const { return evaluations_; }

  /// The full-batch request that waits for a shared pass; its gradient must be filled in and
  /// finish() called before the run is resumed. Null point: nothing is pending.
  PointQuery pending();
  void finish();

 protected:
  /// Turns the exact mean gradient into what is released, and charges it.
  virtual void release(const Vector& point, const Release& release, Vector& gradient) = 0;
  /// An error refuses the request before the data are touched.
  virtual std::optional<Error> check(const Release& release) const = 0;

  const FiniteSum& data_;
  StreamFactory streams_;
  Ledger ledger_;

 private:
  void sample_batch(Index batch_size);

  Regularizer regularizer_;
  Vector gradient_;
  const Vector* point_ = nullptr;
  Release requested_;
  std::optional<Error> refusal_;
  Index evaluations_ = 0;
  Index requests_ = 0;  ///< answered so far: numbers the sampling streams
  SubsetSampler sampler_;
  std::vector<Index> batch_;
  BatchScratch scratch_;
};

/// The only way from a private algorithm to the data: every answer is noised and charged. It
/// recomputes what each release costs and refuses one whose plan states less, one without noise,
/// and anything beyond its budget.
class PrivateOracle final : public GradientOracle {
 public:
  /// @param unit    what releases are charged in
  /// @param budget  most that may be spent in total, in that unit
  PrivateOracle(const FiniteSum& data, const Regularizer& regularizer, const StreamFactory& streams,
                CostUnit unit, double budget);

 private:
  void release(const Vector& point, const Release& release, Vector& gradient) override;
  std::optional<Error> check(const Release& release) const override;

  /// What this release really costs, from the engine's own sensitivity bounds. Laplace: epsilon of
  /// the mechanism with sensitivity S_1 / m, amplified by the sampling (Kuru et al., eq. 11);
  /// epsilon^2 / 2 when counted in rho. Gaussian on all records, uniform sensitivity:
  /// rho = (S_2 / (n sigma))^2 / 2 (Bun and Steinke 2016, Prop. 1.6). Hardened releases: the same
  /// with the sensitivities and scales of the integer query (GridQuery). Infinite when nothing is
  /// proven.
  double least_cost(const Release& release) const;
  double laplace_base_epsilon(const Release& release) const;
  double gaussian_rho_of(const Release& release) const;

  /// Laplace scale of a state-dependent release at this point, which is already released.
  double scale_at(const Vector& point, const Release& release) const;
  void add_floating_noise(Stream& stream, const Release& release, Vector& gradient);

  CostUnit unit_;
  double budget_;
  Vector noise_;
};

/// Exact gradients, for baselines and references that are marked as not private.
class NonPrivateOracle final : public GradientOracle {
 public:
  using GradientOracle::GradientOracle;

 private:
  void release(const Vector& point, const Release& release, Vector& gradient) override;
  std::optional<Error> check(const Release& release) const override;
};

}  // namespace noisy
