#pragma once

#include <concepts>
#include <coroutine>
#include <optional>
#include <utility>

#include "engine/math/error.h"
#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/oracle/hidden.h"
#include "engine/privacy/oracle/hidden_work.h"
#include "engine/privacy/oracle/ledger.h"
#include "engine/privacy/oracle/request.h"
#include "engine/privacy/oracle/solve_log.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/problem/domain/regularizer.h"
#include "engine/problem/risk/finite_sum.h"
#include "engine/random/batch_draws.h"
#include "engine/random/step_streams.h"
#include "engine/random/stream.h"

namespace noisy {

/// The endpoint through which an algorithm asks about the objective. Algorithms see the awaitable
/// operations and nothing else; the scheduler sees what is pending and answers it. What can be
/// asked, and what is let out, is the business of the kinds of release.
///
/// A request that is refused never resumes its run: the run stays suspended and refusal() says why.
class GradientOracle {
 public:
  GradientOracle(const FiniteSum& data, const Regularizer& regularizer,
                 const StreamFactory& streams);
  virtual ~GradientOracle() = default;
  GradientOracle(const GradientOracle&) = delete;
  GradientOracle& operator=(const GradientOracle&) = delete;

  /// `const Vector& g = co_await data.ask(gradient_at(x, release))`: a release. The reference stays
  /// valid until the next request.
  template <std::derived_from<Request> Asked>
  class [[nodiscard]] Answer {
   public:
    Answer(GradientOracle& oracle, const Asked& request) : oracle_(oracle), request_(request) {}
    bool await_ready() const { return oracle_.begin(request_); }
    void await_suspend(std::coroutine_handle<>) const {}
    const Vector& await_resume() const { return oracle_.value_; }

   private:
    GradientOracle& oracle_;
    Asked request_;
  };
  template <std::derived_from<Request> Asked>
  Answer<Asked> ask(const Asked& request) {
    return {*this, request};
  }

  /// `co_await data.advance(hidden)`: one exact step over all records. Nothing is released and
  /// nothing charged; a release of where it ends pays for all steps.
  class [[nodiscard]] Filled {
   public:
    Filled(GradientOracle& oracle, Hidden& hidden) : oracle_(oracle), hidden_(hidden) {}
    bool await_ready() const {
      oracle_.begin(hidden_);
      return false;
    }
    void await_suspend(std::coroutine_handle<>) const {}
    void await_resume() const {}

   private:
    GradientOracle& oracle_;
    Hidden& hidden_;
  };
  Filled advance(Hidden& hidden) { return {*this, hidden}; }

  /// `co_await data.complete(work)`: all of a hidden piece of work. Nothing is released and nothing
  /// charged; a release of what comes of it pays for it.
  class [[nodiscard]] Completed {
   public:
    Completed(GradientOracle& oracle, HiddenWork& work) : oracle_(oracle), work_(work) {}
    bool await_ready() const {
      oracle_.begin(work_);
      return false;
    }
    void await_suspend(std::coroutine_handle<>) const {}
    void await_resume() const {}

   private:
    GradientOracle& oracle_;
    HiddenWork& work_;
  };
  Completed complete(HiddenWork& work) { return {*this, work}; }

  /// `const Vector& g = co_await data.leak(hidden)`: the exact gradient that the hidden state has
  /// got, for methods that are shown although they are not private. A private oracle refuses unless
  /// its plan says so.
  class [[nodiscard]] Leaked {
   public:
    Leaked(GradientOracle& oracle, const Hidden& hidden) : oracle_(oracle), hidden_(hidden) {}
    bool await_ready() const { return oracle_.begin_leak(hidden_); }
    void await_suspend(std::coroutine_handle<>) const {}
    const Vector& await_resume() const { return oracle_.value_; }

   private:
    GradientOracle& oracle_;
    const Hidden& hidden_;
  };
  Leaked leak(const Hidden& hidden) { return {*this, hidden}; }

  /// Draws that decide which iterate is the answer; they read no data.
  Stream output_stream() const { return streams_.stream(StreamPurpose::output, 0); }

  const Ledger& ledger() const { return ledger_; }
  const std::optional<Error>& refusal() const { return refusal_; }

  /// Records whose gradients were computed so far, in numbers that do not depend on the data.
  Index gradient_evaluations() const { return evaluations_; }
  /// The same of hidden work: it may depend on the data, so that it is not private.
  Index hidden_evaluations() const;

  /// The full-batch request that waits for a shared pass; its gradient must be filled in and
  /// finish() called before the run is resumed. Null point: nothing is pending.
  PointQuery pending();
  void finish();

  /// Whether hidden work waits to be done. The run is resumed once advance() has returned true and
  /// nothing was refused.
  bool has_work() const { return work_ != nullptr; }
  bool advance(ThreadPool& pool, const Deadline& deadline);
  /// What advance() waits for, where a solver outside the engine makes the steps of hidden work;
  /// else null. It is exact: for whoever drives the run and asks that solver, not for algorithms.
  OutsideStep* awaited_step() const { return work_ ? work_->awaited_step() : nullptr; }
  /// What became of hidden solves; not private.
  const SolveLog& solves() const { return solves_; }

 protected:
  /// An error refuses the request before the data are touched.
  virtual std::optional<Error> check(const Request& /*request*/) const { return std::nullopt; }
  /// Turns exact values into what is released, and charges it; without noise, nothing.
  virtual void add_noise(const Release& /*release*/, const Vector& /*point*/, Vector& /*values*/) {}
  virtual std::optional<Stream> noise_stream() const { return std::nullopt; }
  /// Takes note of a release whose noise is already there.
  virtual void charge(const Release& /*release*/) {}
  virtual bool allows_leaks() const { return true; }
  /// Last look at what is let out: of an attacker, who replaces it by what was let out before.
  virtual void replace(const Request& /*request*/, Vector& /*answer*/) {}
  /// What that will be, for kinds that need it in order to answer.
  virtual const Vector* published() const { return nullptr; }

  const Exact& exact() const { return exact_; }

  const FiniteSum& data_;
  StreamFactory streams_;
  Ledger ledger_;

 private:
  friend class Exact;
  /// Whether the answer is there already; else it waits for a pass, or refusal() says why not.
  bool begin(const Request& request);
  void begin(Hidden& hidden);
  void begin(HiddenWork& work);
  bool begin_leak(const Hidden& hidden);
  std::optional<Error> refusal_of(const Request& request) const;
  void answer();

  Regularizer regularizer_;
  Exact exact_{*this};
  Vector value_;
  const Request* request_ = nullptr;
  /// What the pending gradient is for, where it is for no release.
  Hidden* hidden_ = nullptr;
  const Vector* point_ = nullptr;
  HiddenWork* work_ = nullptr;
  std::optional<Error> refusal_;
  Index evaluations_ = 0;
  Index hidden_evaluations_ = 0;  ///< of work that is done
  Index requests_ = 0;            ///< answered so far: numbers the sampling streams
  BatchDraws batches_;
  BatchScratch scratch_;
  math::PlacedSum block_sum_;
  Vector sum_;       ///< of a block, kept for its memory
  SolveLog solves_;  ///< of work that is done
};

/// The only way from a private algorithm to the data: every answer is noised and charged. It
/// recomputes what each release costs, for the neighbours that the budget is for, and refuses one
/// whose plan states less or counts for others, one without noise, and anything beyond its budget.
class PrivateOracle final : public GradientOracle {
 public:
  /// @param cap  the most that may be spent in total, in the unit that releases are charged in and
  ///             for the neighbours that they are charged for
  PrivateOracle(const FiniteSum& data, const Regularizer& regularizer, const StreamFactory& streams,
                const Cost& cap);

  /// What was released before the algorithm begins is charged.
  ///
  /// @param earlier  of the same cap
  void begin_after(const Ledger& earlier) { ledger_ = earlier; }

  /// For a plan that says that it leaks, and whose claim is not certified.
  void allow_leaks() { allows_leaks_ = true; }
  /// For a plan whose claim is not certified: kinds of release from outside the engine, whose word
  /// is all there is for what they cost, are answered.
  void allow_outside_forms() { allows_outside_forms_ = true; }

 private:
  std::optional<Error> check(const Request& request) const override;
  void add_noise(const Release& release, const Vector& point, Vector& values) override;
  std::optional<Stream> noise_stream() const override;
  void charge(const Release& release) override { ledger_.charge(release); }
  bool allows_leaks() const override { return allows_leaks_; }

  mutable ReleaseCost cost_;
  StepStreams noise_streams_;
  bool allows_leaks_ = false;
  bool allows_outside_forms_ = false;
  Vector noise_;
};

/// Exact answers, for baselines and references that are marked as not private.
class NonPrivateOracle final : public GradientOracle {
 public:
  using GradientOracle::GradientOracle;
};

}  // namespace noisy
