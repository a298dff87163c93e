#include "engine/solver/base/solver_work.h"

#include "engine/random/distributions.h"

namespace noisy {

std::string fault_of(const Vector& z, const Block& block) {
  if (z.size() != block.dimension()) {
    return "its point has " + std::to_string(z.size()) + " numbers instead of " +
           std::to_string(block.dimension());
  }
  return z.allFinite() ? "" : "its point is not finite";
}

SolverWork::SolverWork(SolverLoop& loop, const Block& block, Stream& draws, Acceptance accept,
                       WeightedDistance hint, Index attempt)
    : loop_(&loop),
      block_(&block),
      draws_(&draws),
      accept_(std::move(accept)),
      hint_(hint),
      attempt_(attempt) {}

Index SolverWork::draw_component() const {
  return static_cast<Index>(bounded_integer(*draws_, static_cast<std::uint64_t>(components())));
}

Task<bool> SolverWork::accepts(const Vector& z) {
  if (!fault_of(z, *block_).empty()) co_return false;
  const Index evaluations = loop_->evaluations();
  Certificate found = co_await certify(*loop_, *block_, z);
  co_return take(std::move(found), evaluations);
}

Task<bool> SolverWork::accepts(const Vector& z, const Vector& a) {
  if (!fault_of(z, *block_).empty() || a.size() != z.size()) co_return false;
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
