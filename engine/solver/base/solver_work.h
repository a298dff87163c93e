#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/random/stream.h"
#include "engine/solver/base/certificate.h"

namespace noisy {

/// Where a solver stood when its point was certified; exact, so it is not private.
struct SolverTracePoint {
  Index evaluations = 0;  ///< component evaluations before it
  double residual = 0;    ///< R, in the norm of W
};

/// Why a point is none of a block; "" when it is one.
std::string fault_of(const Vector& z, const Block& block);

/// Decides whether a certified point will do.
using Acceptance = std::function<bool(const Certificate&)>;

/// What one solver works on: its block, its random numbers, and the check of its answers. A solver
/// never decides by itself that it is done; it asks accepts(), and returns when that is true. The
/// loop is out of its reach: how a run ends, and what is said of that, would tell of the data.
class SolverWork {
 public:
  /// Steps of more are pointless, and lose digits: one of them leaves a millionth of the way.
  static constexpr double kLargestStep = 1e6;

  /// All must outlive this.
  /// @param accept  what a certificate must show
  /// @param hint    the distance that it takes about: from there on a certificate is worth asking
  /// @param attempt how often the solver was asked before
  SolverWork(SolverLoop& loop, const Block& block, Stream& draws, Acceptance accept,
             WeightedDistance hint, Index attempt = 0);
  /// A part of that work on a block of its own, with the same random numbers.
  SolverWork(const SolverWork& outer, const Block& inner, Acceptance accept, WeightedDistance hint)
      : SolverWork(*outer.loop_, inner, *outer.draws_, std::move(accept), hint) {}

  const Block& block() const { return *block_; }
  const ComponentSum& sum() const { return block_->sum(); }
  Index components() const { return block_->components(); }   ///< m
  Index evaluations() const { return loop_->evaluations(); }  ///< of components so far
  Stream& draws() const { return *draws_; }
  Index attempt() const { return attempt_; }
  /// i uniform on 0 .. m - 1, with replacement.
  Index draw_component() const;

  /// `co_await work.operator_at(z, mean)`: A(z), m evaluations.
  auto operator_at(const Vector& z, OperatorMean& mean) const {
    return loop_->operator_at(z, mean);
  }
  /// `co_await work.spend(k)`: after every few thousand evaluations that a solver makes by itself.
  auto spend(Index evaluations) const { return loop_->spend(evaluations); }

  /// `co_await work.answered(step)`: waits for somebody outside the engine.
  auto answered(OutsideStep& step) const { return loop_->answered(step); }

  /// Whether a certificate is worth asking for, where a solver knows an estimate of its distance in
  /// the norm of W for nothing.
  bool is_near(double distance) const { return distance <= hint_.value; }
  /// Such a distance, to choose how exactly inner problems are solved.
  WeightedDistance hint() const { return hint_; }

  /// `if (co_await work.accepts(z)) co_return;`: certifies a point near z (2 m evaluations) and
  /// says whether the solver is done.
  /// A z of the wrong size, or that is not finite, is no point: the answer is no.
  Task<bool> accepts(const Vector& z);
  /// The same where A(z) is at hand and z lies in the domain: m evaluations.
  Task<bool> accepts(const Vector& z, const Vector& a);

  /// Shows a point without a certificate; it counts where no better one is known.
  void offer(const Vector& z) { offered_ = z; }

  /// Says why it would be of no use to ask the solver again.
  void give_up(std::string complaint) { complaint_ = std::move(complaint); }

  /// The accepted point, or the certified one with the smallest residual so far; no point where
  /// there is none.
  const Certificate& best() const { return best_; }
  const Vector& offered() const { return offered_; }
  bool is_accepted() const { return is_accepted_; }
  /// What give_up() said; "" where it was not called.
  const std::string& complaint() const { return complaint_; }
  const std::vector<SolverTracePoint>& trace() const { return trace_; }

 private:
  bool take(Certificate certificate, Index evaluations);

  SolverLoop* loop_;
  const Block* block_;
  Stream* draws_;
  Acceptance accept_;
  WeightedDistance hint_;
  Index attempt_;
  Certificate best_;
  Vector offered_;
  bool is_accepted_ = false;
  std::string complaint_;
  std::vector<SolverTracePoint> trace_;
};

}  // namespace noisy
