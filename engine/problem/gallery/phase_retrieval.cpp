#include <algorithm>
#include <cmath>

#include "engine/problem/gallery/inner_radius.h"
#include "engine/problem/gallery/one_hot_problem.h"

namespace noisy {
namespace {

/// (m^2 - y)^2 / 4 of the product m = u w of one coordinate, whose derivative is (m^2 - y) m, whose
/// second one is 3 m^2 - y. With rows of length A and a target y = (A w*)^2 > 0:
/// F - F* = (A^2 w^2 - y)^2 / 4 = (|F'| / (2 A^2 |w|))^2.
class PhaseRetrieval final : public OneHotProblem {
 public:
  explicit PhaseRetrieval(double inner_radius) : inner_radius_(inner_radius) {}

  bool is_convex() const override { return false; }
  std::optional<Index> dimension() const override { return 1; }

  double slope(const Region& region) const override {
    const double product = largest_product(region);
    return region.records.l2 * product * (product * product + largest_target(region));
  }
  double curvature(const Region& region) const override {
    const double product = largest_product(region);
    return squared_length(region) * (3 * product * product + largest_target(region));
  }
  double weak_convexity(const Region& region) const override {
    return squared_length(region) * std::max(0.0, region.records.target_upper);
  }
  std::optional<RegionCondition> kl(const Region& region) const override {
    if (!(region.records.target_upper > 0)) return std::nullopt;
    return RegionCondition{.exponent = 2,
                           .constant = 1 / (2 * squared_length(region) * inner_radius_),
                           .inner_radius = inner_radius_};
  }
  double default_radius() const override { return 4; }
  Vector default_start(Index) const override { return Vector::Constant(1, 1.6); }

 private:
  double height(double product, double target) const override {
    const double residual = product * product - target;
    return 0.25 * residual * residual;
  }
  double derivative(double product, double target) const override {
    return (product * product - target) * product;
  }
  double root(double product, double target) const override {
    return std::copysign(std::sqrt(target), product);
  }
  bool has_root(double target) const override { return target >= 0; }

  static double squared_length(const Region& region) {
    return region.records.l2 * region.records.l2;
  }

  double inner_radius_;
};

}  // namespace

LossEntry phase_retrieval_entry() {
  return {.id = "phase-retrieval",
          .title = "Phase retrieval",
          .description =
              "((u w)^2 - y)^2 / 4 of one coordinate, for rows of one length and one target y > 0: "
              "not convex, w is as good as -w, and kappa = 2 away from 0.",
          .form = LossForm::record,
          .parameters = {inner_radius_spec()},
          .make_record = &make_problem<PhaseRetrieval, "innerRadius">,
          .records = made_records("one-hot", 1)};
}

}  // namespace noisy
