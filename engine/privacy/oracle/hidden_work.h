#pragma once

#include <optional>

#include "engine/math/error.h"
#include "engine/privacy/release/release_form.h"
#include "engine/problem/risk/finite_sum.h"

namespace noisy {

class Exact;
struct OutsideStep;
struct SolveReport;

/// Work on exact data that takes passes of its own, in slices, and that nobody but the oracle, and
/// the kind that releases what comes of it, can watch. It releases nothing and is charged nothing.
/// How long it takes may depend on the data.
class HiddenWork {
 public:
  virtual ~HiddenWork() = default;
  HiddenWork(const HiddenWork&) = delete;
  HiddenWork& operator=(const HiddenWork&) = delete;

 protected:
  explicit HiddenWork(const ReleaseForm::HiddenKey&) {}

 private:
  friend class GradientOracle;
  /// Before the first slice. An error ends the run.
  virtual std::optional<Error> begin(const Exact& exact) = 0;
  /// Works until the deadline; true when there is nothing left to do.
  virtual bool advance(ThreadPool& pool, const Deadline& deadline) = 0;
  /// Why it did not succeed, once nothing is left to do; an error ends the run.
  virtual std::optional<Error> failure() const = 0;
  /// Records whose gradients it has computed so far.
  virtual Index evaluations() const = 0;
  /// What advance() waits for, where a solver outside the engine makes its steps; else null.
  virtual OutsideStep* awaited_step() const { return nullptr; }
  /// What became of it, where it was a solve that came to its end; else null.
  virtual const SolveReport* report() const { return nullptr; }
};

}  // namespace noisy
