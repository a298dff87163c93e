#pragma once

#include "engine/privacy/oracle/hidden.h"
#include "engine/privacy/oracle/request.h"
#include "engine/problem/domain/regularizer.h"

namespace noisy {

/// A point and the exact gradient of the empirical risk over all records there, which nobody but
/// the kinds that release something of it can read: `co_await data.advance(g.at(x))` takes it. One
/// pass serves a fresh gradient, its length and, together with the point before, a difference.
class HiddenGradient final : public Hidden {
 public:
  HiddenGradient();

  /// Stands at x from now on, whose gradient is not there yet. Where it stood is kept with its
  /// gradient.
  HiddenGradient& at(const Vector& x);

 private:
  friend class FullGradientForm;
  friend class KeptNorms;

  struct Stand {
    Vector point;
    Vector gradient;  ///< of the empirical risk alone
    bool is_taken = false;
  };

  void prepare(const Exact& exact) override;
  const Vector& place() const override { return here_.point; }
  Vector& gradient() override { return here_.gradient; }
  const Vector& gradient() const override { return here_.gradient; }
  void step() override;
  std::string_view title() const override { return "where the gradient is taken"; }

  Stand here_;
  Stand before_;
  Regularizer smooth_part_;
  double norm_ = 0;  ///< of the gradient of the whole objective here
};

/// A request that is answered from a hidden gradient, without another pass.
struct FullGradientRequest : Request {
  const HiddenGradient* gradient = nullptr;
};

}  // namespace noisy
