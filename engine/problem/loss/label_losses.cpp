#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/label_links.h"
#include "engine/problem/loss/loss.h"
#include "engine/problem/loss/loss_link.h"

namespace noisy {
namespace {

constexpr math::LogisticLink kLogisticLink;
constexpr math::LogisticLiteralLink kLogisticLiteralLink;
constexpr math::SigmoidLossLink kSigmoidLink;

/// sqrt(3) / 18, rounded up.
constexpr double kSigmoidCurvature = 0.09622504486493764;

/// s (1 - s) with s = sigmoid(x), without cancellation.
double logistic_density(double x) {
  return math::sigmoid(x) * math::sigmoid(-x);
}

/// ln(1 + exp(x)) without overflow.
double softplus(double x) {
  return std::max(x, 0.0) + math::log1p(math::exp(-std::fabs(x)));
}

}  // namespace

LinearLoss logistic_loss() {
  return {.pass = math::kernel_table().logistic,
          .link = lasting_link(kLogisticLink),
          .derivative_bound = [](double margin, double) { return math::sigmoid(margin); },
          .curvature_bound = 0.25,
          .value = [](double m, double y) { return softplus(-y * m); },
          .derivative = [](double m, double y) { return -y * math::sigmoid(-y * m); },
          .curvature = [](double m, double) { return logistic_density(m); }};
}

LinearLoss logistic_literal_loss() {
  return {.pass = math::kernel_table().logistic_literal,
          .link = lasting_link(kLogisticLiteralLink),
          .derivative_bound = [](double margin, double) { return math::sigmoid(1 + margin); },
          .curvature_bound = 0.25,
          .value = [](double m, double y) { return softplus(1 + y * m); },
          .derivative = [](double m, double y) { return y * math::sigmoid(1 + y * m); },
          .curvature = [](double m, double y) { return logistic_density(1 + y * m); }};
}

LinearLoss smoothed_hinge_loss(double width) {
  return {
      .pass = math::kernel_table().smoothed_hinge,
      .link = std::make_shared<math::SmoothedHingeLink>(math::SmoothedHingeLink{width}),
      .derivative_bound = [width](double margin,
                                  double) { return 1 + margin > width ? 1 : (1 + margin) / width; },
      .curvature_bound = 1 / width,
      .value =
          [width](double m, double y) {
            const double shortfall = std::max(0.0, 1 - y * m);
            const double slope = std::min(1.0, shortfall / width);
            return slope * (shortfall - 0.5 * width * slope);
          },
      .derivative =
          [width](double m, double y) {
            const double shortfall = std::max(0.0, 1 - y * m);
            return shortfall > width ? -y : -y * (shortfall / width);
          }};
}

LinearLoss sigmoid_loss() {
  return {.pass = math::kernel_table().sigmoid_loss,
          .link = lasting_link(kSigmoidLink),
          .derivative_bound = [](double, double) { return 0.25; },
          .curvature_bound = kSigmoidCurvature,
          .least_curvature = -kSigmoidCurvature,
          .value = [](double m, double y) { return math::sigmoid(-y * m); },
          .derivative = [](double m, double y) { return -y * logistic_density(m); }};
}

}  // namespace noisy
