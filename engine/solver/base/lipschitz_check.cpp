#include "engine/solver/base/lipschitz_check.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// What rounding may add to the length of a gradient that is exactly as long as allowed.
constexpr double kTolerance = 1e-9;

}  // namespace

std::optional<Error> lipschitz_violation(double longest_gradient, double lipschitz) {
  if (!(longest_gradient > lipschitz * (1 + kTolerance))) return std::nullopt;
  return Error{ErrorCode::lipschitz_violation, "lipschitz",
               "declared Lipschitz constant is wrong; nothing is released"};
}

LipschitzCheck::LipschitzCheck(const ComponentSum& losses, Vector point)
    : losses_(&losses), point_(std::move(point)), gradient_(point_.size()) {}

double LipschitzCheck::length(Index i) {
  if (const LinearComponents* linear = losses_->linear()) {
    const auto row = linear->row(i);
    return std::fabs(linear->slope(i, math::dot(row, math::view(point_)))) * math::l2_norm(row);
  }
  losses_->component_at(i, point_, gradient_);
  return losses_->gradient_length(i, point_, gradient_);
}

bool LipschitzCheck::advance(const Deadline& deadline) {
  constexpr Index kRecordsPerLook = 256;
  const Index records = losses_->components();
  while (next_ < records) {
    const Index end = std::min(records, next_ + kRecordsPerLook);
    for (; next_ < end; ++next_) longest_ = std::max(longest_, length(next_));
    if (deadline.passed()) break;
  }
  return next_ == records;
}

}  // namespace noisy
