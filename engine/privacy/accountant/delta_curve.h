#pragma once

#include "engine/privacy/accountant/composed_losses.h"
#include "engine/privacy/accountant/pld.h"

namespace noisy {

/// Both sides of delta at any epsilon.
struct DeltaCurve {
  virtual ~DeltaCurve() = default;
  virtual double pessimistic(double epsilon) const = 0;
  virtual double optimistic(double epsilon) const = 0;
};

/// One release: straight from the tails of its pair.
class SingleRelease final : public DeltaCurve {
 public:
  explicit SingleRelease(const LossPair& pair) : pair_(pair) {}
  double pessimistic(double epsilon) const override;
  double optimistic(double epsilon) const override;

 private:
  const LossPair& pair_;
};

class ManyReleases final : public DeltaCurve {
 public:
  explicit ManyReleases(const ComposedLosses& losses) : losses_(losses) {}
  double pessimistic(double epsilon) const override { return losses_.pessimistic_delta(epsilon); }
  double optimistic(double epsilon) const override { return losses_.optimistic_delta(epsilon); }

 private:
  const ComposedLosses& losses_;
};

/// The least epsilon in [0, highest] at each side; infinity where the pessimistic side stays above.
CertifiedBounds solve(const DeltaCurve& curve, double delta, double highest);

}  // namespace noisy
