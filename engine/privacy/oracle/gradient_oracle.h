#pragma once

#include <coroutine>
#include <optional>

#include "engine/math/error.h"
#include "engine/privacy/oracle/ledger.h"
#include "engine/privacy/release/hidden.h"
#include "engine/privacy/release/release.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/problem/domain/regularizer.h"
#include "engine/problem/domain/vertex_set.h"
#include "engine/problem/risk/finite_sum.h"
#include "engine/random/batch_draws.h"
#include "engine/random/stream.h"

namespace noisy {

/// The endpoint through which an algorithm asks about the objective. Algorithms see the awaitable
/// operations and nothing else; the scheduler sees what is pending and answers it.
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

  /// `co_await data.take_anchor(anchor, x)`: fills the anchor with x and the exact gradient there.
  /// Nothing is released and nothing charged; releases with the anchor pay for it.
  class Filled {
   public:
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<>) const {}
    void await_resume() const {}
  };
  Filled take_anchor(Anchor& anchor, const Vector& point);

  /// `const Vector& v = co_await data.variance_reduced_gradient(x, anchor, release)`: a release of
  /// the form variance_reduced, difference or anchor. With a batch of all records the anchor
  /// cancels, so the answer of the form variance_reduced is the gradient at x.
  Answer variance_reduced_gradient(const Vector& point, const Anchor& anchor,
                                   const Release& release);

  /// `const Vector& g = co_await data.leaked_gradient(anchor)`: the anchor's exact gradient, for
  /// methods that are shown although they are not private. A private oracle refuses unless its plan
  /// says so.
  Answer leaked_gradient(const Anchor& anchor);

  /// `co_await data.descend(hidden)`: one exact step over all records. Nothing is released and
  /// nothing charged; the release of where it ends pays for all steps.
  Filled descend(HiddenDescent& hidden);

  /// `const Vector& x = co_await data.release_solution(hidden, release)`: where the hidden descent
  /// stands, a release of the form solution. Its sensitivity is the oracle's own
  /// (descent_sensitivity); a private oracle refuses losses that are not convex.
  Answer release_solution(const HiddenDescent& hidden, const Release& release);

  /// `const Vector& v = co_await data.select_vertex(x, vertices, release)`: one of the vertices,
  /// the likelier the smaller its product with the gradient of the whole objective at x; a release
  /// of the form vertex. Nothing else of the gradient leaves the oracle. The smooth regularizer's
  /// gradient belongs to the scores: it reads no data, so that it moves no score from one data set
  /// to another. How far a record moves a score is the oracle's own
  /// (VertexSet::score_sensitivity / n).
  Answer select_vertex(const Vector& point, const VertexSet& vertices, const Release& release);

  /// `data.perturb(hidden, release)`: draws the linear term of a hidden minimization, and the noise
  /// that a release of the form minimizer will add to where it ends. Nothing is released.
  void perturb(HiddenMinimization& hidden, const Release& release);

  /// `co_await data.descend(hidden)`: one exact step of it over all records.
  Filled descend(HiddenMinimization& hidden);

  /// `const Vector& x = co_await data.release_minimizer(hidden, release)`: where the hidden
  /// minimization stands, a release of the form minimizer, whose noise was drawn by perturb().
  /// Refused when the gradient there is above three quarters of the release's tolerance; the last
  /// quarter is left to rounding.
  Answer release_minimizer(const HiddenMinimization& hidden, const Release& release);

  /// Draws that decide which iterate is the answer; they read no data.
  Stream output_stream() const { return streams_.stream(StreamPurpose::output, 0); }

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
  /// The same for a solution that one record moves by at most `sensitivity` in L2.
  virtual std::optional<Error> check_solution(const Release& release, double sensitivity) const = 0;
  /// The same for a choice among scores that one record moves by at most `sensitivity`.
  virtual std::optional<Error> check_selection(const Release& release,
                                               double sensitivity) const = 0;
  /// The same for the end of a hidden minimization that was executed so.
  virtual std::optional<Error> check_minimizer(const Release& /*release*/,
                                               const PerturbedObjective& /*executed*/) const {
    return std::nullopt;
  }
  /// Fills in the noise of a release of the form minimizer; without noise, zeros.
  virtual void draw_minimizer_noise(const Release& release, Vector& linear_term,
                                    Vector& solution_noise);
  /// Takes note of a release whose noise is already there.
  virtual void charge(const Release& /*release*/) {}
  virtual bool allows_leaks() const = 0;

  /// The position of the vertex that is let out, chosen by its product with the gradient, and
  /// charges it.
  virtual Index select(const Release& release, Vector& products) = 0;

  const FiniteSum& data_;
  StreamFactory streams_;
  Ledger ledger_;

 private:
  /// Whether the request may be answered; else refusal() says why.
  bool accept(const Vector& point, const Release& release, std::optional<Error> refusal);
  /// The mean over a drawn batch goes into gradient_.
  void answer_batch(const PointQuery& query, Index batch_size);
  void release_answer();
  void release_vertex(const VertexSet& vertices);
  /// Infinity where nothing is proven.
  double sensitivity_of(const HiddenDescent& hidden) const;

  Regularizer regularizer_;
  Vector gradient_;
  const Vector* point_ = nullptr;
  /// What the pending answer goes into instead of being released.
  Anchor* filling_ = nullptr;
  HiddenDescent* descending_ = nullptr;
  /// What the pending answer is chosen from instead of being released.
  const VertexSet* selecting_ = nullptr;
  Vector products_;
  HiddenMinimization* minimizing_ = nullptr;
  Release requested_;
  std::optional<Error> refusal_;
  Index evaluations_ = 0;
  Index requests_ = 0;  ///< answered so far: numbers the sampling streams
  BatchDraws batches_;
  BatchScratch scratch_;
};

/// The only way from a private algorithm to the data: every answer is noised and charged. It
/// recomputes what each release costs and refuses one whose plan states less, one without noise,
/// and anything beyond its budget.
class PrivateOracle final : public GradientOracle {
 public:
  /// @param cap  the most that may be spent in total, in the unit that releases are charged in
  PrivateOracle(const FiniteSum& data, const Regularizer& regularizer, const StreamFactory& streams,
                const Cost& cap);

  /// For a plan that says that it leaks, and whose claim is not certified.
  void allow_leaks() { allows_leaks_ = true; }

 private:
  void release(const Vector& point, const Release& release, Vector& gradient) override;
  std::optional<Error> check(const Release& release) const override;
  std::optional<Error> check_solution(const Release& release, double sensitivity) const override;
  std::optional<Error> check_selection(const Release& release, double sensitivity) const override;
  /// By the exponential mechanism: the vertex with the least product, each lowered by Gumbel noise.
  Index select(const Release& release, Vector& products) override;
  std::optional<Error> check_minimizer(const Release& release,
                                       const PerturbedObjective& executed) const override;
  std::optional<Error> check_cost(const Release& release, double least) const;
  void draw_minimizer_noise(const Release& release, Vector& linear_term,
                            Vector& solution_noise) override;
  void charge(const Release& release) override { ledger_.charge(release); }

  bool allows_leaks() const override { return allows_leaks_; }

  /// Laplace scale of a state-dependent release at this point, which is already released.
  double scale_at(const Vector& point, const Release& release) const;
  void add_floating_noise(Stream& stream, const Release& release, Vector& gradient);

  mutable ReleaseCost cost_;
  bool allows_leaks_ = false;
  Vector noise_;
};

/// Exact gradients, for baselines and references that are marked as not private.
class NonPrivateOracle final : public GradientOracle {
 public:
  using GradientOracle::GradientOracle;

 private:
  void release(const Vector& point, const Release& release, Vector& gradient) override;
  std::optional<Error> check(const Release& release) const override;
  std::optional<Error> check_solution(const Release& release, double sensitivity) const override;
  std::optional<Error> check_selection(const Release& release, double sensitivity) const override;
  Index select(const Release& release, Vector& products) override;
  bool allows_leaks() const override { return true; }
};

}  // namespace noisy
