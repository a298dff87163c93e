#include "engine/privacy/accountant/loss_contraction.h"

#include <algorithm>

namespace noisy {
namespace {

constexpr double kUnit = 0x1p-53;

}  // namespace

Contraction::Contraction(const Buckets& buckets, std::size_t meeting)
    : buckets_(buckets), to_high_(buckets.count(), 0.0), meeting_(meeting) {
  const double from_low = sweep_up();
  const double from_high = sweep_down();
  const double doubt = rounding();
  if (from_high < from_low + doubt) {
    missing_ = raise_high_side(from_low + doubt - from_high);
  } else {
    lost_ = raise_low_side(from_high - doubt - from_low);
  }
}

double Contraction::raised(std::size_t i) const {
  return at_an_end(buckets_[i].raised, i) ? 0.0 : buckets_[i].raised;
}

double Contraction::lowered(std::size_t i) const {
  return at_an_end(buckets_[i].lowered, i) ? 0.0 : buckets_[i].lowered;
}

bool Contraction::at_an_end(double distance, std::size_t i) const {
  return distance <= kAtTheEnd * buckets_[i].p_low;
}

double Contraction::sweep_up() {
  double distance = 0.0;
  for (std::size_t i = 0; i < meeting_; ++i) {
    const double to_low = distance < raised(i) ? distance / raised(i) : 1.0;
    to_high_[i] = 1.0 - to_low;
    distance = std::max(0.0, distance - to_low * raised(i)) + to_high_[i] * lowered(i);
  }
  return distance;
}

double Contraction::sweep_down() {
  double distance = 0.0;
  for (std::size_t i = buckets_.count(); i-- > meeting_;) {
    to_high_[i] = distance < lowered(i) ? distance / lowered(i) : 1.0;
    distance = std::max(0.0, distance - to_high_[i] * lowered(i)) + (1.0 - to_high_[i]) * raised(i);
  }
  return distance;
}

/// Error of the sweeps. What lies at an end and stays there has none.
double Contraction::rounding() const {
  double total = 0.0;
  for (std::size_t i = 0; i < buckets_.count(); ++i) {
    if (raised(i) == 0.0 && to_high_[i] == 0.0) continue;
    total += 2 * buckets_[i].error + 32 * kUnit * (buckets_[i].raised + buckets_[i].lowered);
  }
  return total;
}

double Contraction::raise_high_side(double need) {
  for (std::size_t i = meeting_; i < buckets_.count() && need > 0.0; ++i) {
    const double span = raised(i) + lowered(i);
    const double change = span > 0.0 ? std::min(to_high_[i], need / span) : 0.0;
    to_high_[i] -= change;
    need = std::max(0.0, need - change * span);
  }
  return need;
}

double Contraction::raise_low_side(double need) {
  for (std::size_t i = meeting_; i-- > 0 && need > 0.0;) {
    if (raised(i) == 0.0 && to_high_[i] == 0.0) continue;
    const double span = raised(i) + lowered(i);
    const double change = span > 0.0 ? std::min(1.0 - to_high_[i], need / span) : 0.0;
    to_high_[i] += change;
    need = std::max(0.0, need - change * span);
  }
  return need;
}

Contraction best_contraction(const Buckets& buckets) {
  // Uphill the sweeps forget how they began, so they meet at an end of the most massive bucket: at
  // which one depends on whether more room lies above or below it.
  std::size_t summit = 0;
  for (std::size_t i = 0; i < buckets.count(); ++i)
    if (buckets[i].p_low > buckets[summit].p_low) summit = i;
  Contraction below(buckets, summit);
  Contraction above(buckets, summit + 1);
  // What is missing is made good at a cost of second order; what is lost is not.
  constexpr double kCost = 1e-3;
  const auto cost = [](const Contraction& c) { return c.lost() + kCost * c.missing(); };
  return cost(above) < cost(below) ? above : below;
}

}  // namespace noisy
