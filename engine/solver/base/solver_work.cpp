#include "engine/solver/base/solver_work.h"

#include "engine/random/distributions.h"

namespace noisy {

SolverWork::SolverWork(SolverLoop& loop, const Block& block, Stream& draws, Acceptance accept,
                       WeightedDistance hint)
    : loop_(&loop), block_(&block), draws_(&draws), accept_(std::move(accept)), hint_(hint) {}

Index SolverWork::draw_component() const {
  return static_cast<Index>(bounded_integer(*draws_, static_cast<std::uint64_t>(components())));
}

Task<bool> SolverWork::accepts(const Vector& z) {
  const Index evaluations = loop_->evaluations();
  Certificate found = co_await certify(*loop_, *block_, z);
  co_return take(std::move(found), evaluations);
}

Task<bool> SolverWork::accepts(const Vector& z, const Vector& a) {
  const Index evaluations = loop_->evaluations();
  Certificate found = co_await certify(*loop_, *block_, z, a);
  co_return take(std::move(found), evaluations);
}

bool SolverWork::take(Certificate certificate, Index evaluations) {
  trace_.push_back({.evaluations = evaluations, .residual = certificate.residual.value});
  is_accepted_ = accept_(certificate);
  if (is_accepted_ || certificate.residual < best_.residual) best_ = std::move(certificate);
  return is_accepted_;
}

}  // namespace noisy
