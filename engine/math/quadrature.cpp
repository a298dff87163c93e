#include "engine/math/quadrature.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"

namespace noisy::math {
namespace {

constexpr double kPi = 0x1.921fb54442d18p+1;
constexpr double kReach = 10.0;
constexpr double kGrowth = 1.5;
constexpr double kNegligibleEnd = 45.0;
constexpr double kNegligiblePanel = 60.0;
constexpr int kMostPanels = 20'000;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// P_n(x) and its derivative by the three-term recurrence.
struct Legendre {
  double value;
  double derivative;
};

Legendre legendre(int degree, double x) {
  double before = 1.0, value = x;
  for (int k = 2; k <= degree; ++k) {
    const double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
    before = value;
    value = next;
  }
  return {value, degree * (x * value - before) / (x * x - 1.0)};
}

GaussLegendre make_rule() {
  constexpr int kDegree = static_cast<int>(GaussLegendre::kPoints);
  GaussLegendre rule;
  for (int i = 0; i < kDegree; ++i) {
    double x = cos(kPi * (i + 0.75) / (kDegree + 0.5));
    for (int step = 0; step < 6; ++step) {
      const Legendre at = legendre(kDegree, x);
      x -= at.value / at.derivative;
    }
    const double slope = legendre(kDegree, x).derivative;
    rule.node[i] = x;
    rule.weight[i] = 2.0 / ((1.0 - x * x) * slope * slope);
  }
  return rule;
}

/// Sums e^value * weight without overflow, the terms in order.
class LogSum {
 public:
  void add(double log_value, double weight) {
    if (log_value > largest_) {
      sum_ = std::isinf(largest_) ? 0.0 : sum_ * exp(largest_ - log_value);
      largest_ = log_value;
    }
    if (!std::isinf(log_value)) sum_ += weight * exp(log_value - largest_);
  }
  double value() const { return sum_ > 0 ? largest_ + log(sum_) : -kInfinity; }

 private:
  double largest_ = -kInfinity;
  double sum_ = 0.0;
};

struct Interval {
  double low;
  double high;
};

class LineIntegral {
 public:
  LineIntegral(FunctionRef<double(double)> log_integrand, const IntegrationPlan& plan)
      : log_integrand_(log_integrand), plan_(plan) {
    for (const double centre : plan.centres)
      if (centre >= plan.lower && centre <= plan.upper)
        largest_ = std::max(largest_, log_integrand_(centre));
  }

  LogIntegral value(bool with_error) {
    for (const Interval& interval : windows()) cover(interval, with_error);
    const double coarse = coarse_.value();
    if (!with_error) return {coarse, 0.0};
    const double fine = fine_.value();
    return {fine, std::isinf(fine) ? 0.0 : std::fabs(expm1(coarse - fine))};
  }

 private:
  /// The disjoint ranges that hold the mass, from left to right.
  std::vector<Interval> windows() {
    std::vector<double> centres = plan_.centres;
    std::ranges::sort(centres);
    std::vector<Interval> merged;
    for (const double centre : centres) {
      const Interval next = reach(centre);
      if (!(next.low < next.high)) continue;
      if (!merged.empty() && next.low <= merged.back().high) {
        merged.back().high = std::max(merged.back().high, next.high);
        merged.back().low = std::min(merged.back().low, next.low);
      } else {
        merged.push_back(next);
      }
    }
    return merged;
  }

  Interval reach(double centre) {
    Interval out{std::max(plan_.lower, centre - kReach), std::min(plan_.upper, centre + kReach)};
    double step = kReach;
    for (; out.low > plan_.lower && matters(out.low); step *= kGrowth)
      out.low = std::max(plan_.lower, out.low - step);
    step = kReach;
    for (; out.high < plan_.upper && matters(out.high); step *= kGrowth)
      out.high = std::min(plan_.upper, out.high + step);
    return out;
  }

  bool matters(double x) { return log_integrand_(x) > largest_ - kNegligibleEnd; }

  void cover(const Interval& interval, bool with_error) {
    double low = interval.low;
    for (int panel = 0; panel < kMostPanels && low < interval.high; ++panel) {
      double width = plan_.width(low);
      width = std::min(width, std::max(plan_.width(low + width), 0.25 * width));
      const double high = std::min(low + width, interval.high);
      if (!(high > low)) break;
      const double middle = low + 0.5 * (high - low);
      if (worth(low, middle, high)) {
        add_panel(low, high, coarse_);
        if (with_error) {
          add_panel(low, middle, fine_);
          add_panel(middle, high, fine_);
        }
      }
      low = high;
    }
  }

  bool worth(double low, double middle, double high) {
    const double least = largest_ - kNegligiblePanel;
    return log_integrand_(middle) > least || log_integrand_(low) > least ||
           log_integrand_(high) > least;
  }

  void add_panel(double low, double high, LogSum& sum) {
    const GaussLegendre& rule = gauss_legendre();
    const double half = 0.5 * (high - low);
    const double middle = low + half;
    for (std::size_t i = 0; i < GaussLegendre::kPoints; ++i)
      sum.add(log_integrand_(middle + half * rule.node[i]), half * rule.weight[i]);
  }

  FunctionRef<double(double)> log_integrand_;
  const IntegrationPlan& plan_;
  double largest_ = -kInfinity;
  LogSum coarse_;
  LogSum fine_;
};

}  // namespace

const GaussLegendre& gauss_legendre() {
  static const GaussLegendre kRule = make_rule();
  return kRule;
}

LogIntegral integrate_log(FunctionRef<double(double)> log_integrand, const IntegrationPlan& plan,
                          bool with_error) {
  return LineIntegral(log_integrand, plan).value(with_error);
}

double integrate(FunctionRef<double(double)> f, double low, double high, int panels) {
  const GaussLegendre& rule = gauss_legendre();
  const double half = 0.5 * (high - low) / panels;
  CompensatedSum sum;
  for (int panel = 0; panel < panels; ++panel) {
    const double middle = low + (2 * panel + 1) * half;
    for (std::size_t i = 0; i < GaussLegendre::kPoints; ++i)
      sum.add(rule.weight[i] * f(middle + half * rule.node[i]));
  }
  return half * sum.value();
}

}  // namespace noisy::math
