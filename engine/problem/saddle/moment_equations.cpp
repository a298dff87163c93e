#include "engine/problem/saddle/moment_equations.h"

#include <algorithm>
#include <cmath>

#include "engine/math/reduce.h"
#include "engine/problem/loss/built_in_losses.h"

namespace noisy {
namespace {

double largest_target(const FeatureBounds& records) {
  return std::max(std::fabs(records.target_lower), std::fabs(records.target_upper));
}

/// u'y and u'x - t.
struct Margins {
  double tested = 0;
  double residual = 0;
};

Margins margins(const SaddleRecord& record, const Vector& z) {
  const std::size_t size = record.features.size();
  const std::span<const double> x(z.data(), size);
  const std::span<const double> y(z.data() + size, size);
  return {.tested = math::dot(record.features, y),
          .residual = math::dot(record.features, x) - record.target};
}

}  // namespace

Domain MomentEquations::primal_domain(Index /*features*/) const {
  return {.kind = Domain::Kind::l2_ball, .radius = radius_};
}

Domain MomentEquations::dual_domain(Index /*features*/) const {
  return {.kind = Domain::Kind::linf_ball, .radius = 1};
}

double MomentEquations::value(const SaddleRecord& record, const Vector& z) const {
  const auto [tested, residual] = margins(record, z);
  return tested * residual;
}

void MomentEquations::operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const {
  const auto [tested, residual] = margins(record, z);
  const Eigen::Map<const Vector> u(record.features.data(), std::ssize(record.features));
  out.resize(2 * u.size());
  out.head(u.size()) = tested * u;
  out.tail(u.size()) = -residual * u;
}

SaddleBounds MomentEquations::bounds(const FeatureBounds& records, Index features) const {
  const double a = records.l2;
  const double p = static_cast<double>(features);
  const double tested = std::min(records.l1, std::sqrt(p) * a);
  const double residual = a * radius_ + largest_target(records);
  return {.primal_dimension = features,
          .dual_dimension = features,
          .lipschitz = a * std::sqrt(tested * tested + residual * residual),
          .primal_difference = std::min(2 * a * tested, a * a * std::sqrt(p)),
          .dual_difference = a * a * radius_ + 2 * a * largest_target(records),
          .smoothness = {.joint = a * a, .coupling = a * a},
          .primal_radius = radius_,
          .dual_radius = std::sqrt(p)};
}

LossEntry moment_equations_entry() {
  return {.id = "moment-equations",
          .title = "Moment equations",
          .description =
              "(u'y) (u'x - t), x in a ball and y in a cube: a linear model whose moment "
              "conditions E[u (u'x - t)] = 0 are tested by an adversary.",
          .form = LossForm::saddle,
          .parameters = {{.name = "radius",
                          .title = "Radius",
                          .type = ParameterType::number,
                          .minimum = 0,
                          .maximum = 1e6,
                          .exclusive_minimum = true,
                          .default_value = 1.0,
                          .description = "D: the model's coefficients have an L2 norm of at most "
                                         "this."}},
          .make_saddle = [](const ParameterSet& given) -> std::shared_ptr<const SaddleLoss> {
            return std::make_shared<MomentEquations>(*given.number("radius"));
          }};
}

}  // namespace noisy
