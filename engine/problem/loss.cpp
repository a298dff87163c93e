#include "engine/problem/loss.h"

#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/row_links.h"

namespace noisy {
namespace {

constexpr math::LogisticLink kLogisticLink;
constexpr math::SquaredLink kSquaredLink;

double logistic_derivative_bound(double margin, double) {
  return math::sigmoid(margin);
}

double squared_derivative_bound(double margin, double target) {
  return margin + target;
}

}  // namespace

LinearLoss logistic_loss() {
  return {.pass = math::kernel_table().logistic,
          .link = &kLogisticLink,
          .derivative_bound = logistic_derivative_bound,
          .curvature_bound = 0.25};
}

LinearLoss squared_loss() {
  return {.pass = math::kernel_table().squared,
          .link = &kSquaredLink,
          .derivative_bound = squared_derivative_bound,
          .curvature_bound = 1};
}

}  // namespace noisy
