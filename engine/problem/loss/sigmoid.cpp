#include "engine/math/elementary.h"
#include "engine/math/label_links.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/loss/loss_link.h"

namespace noisy {
namespace {

constexpr math::SigmoidLossLink kSigmoidLink;

/// sqrt(3) / 18, rounded up.
constexpr double kSigmoidCurvature = 0.09622504486493764;

}  // namespace

LinearLoss sigmoid_loss() {
  return {
      .pass = math::kernel_table().sigmoid_loss,
      .link = lasting_link(kSigmoidLink),
      .derivative_bound = [](double, double) { return 0.25; },
      .curvature_bound = kSigmoidCurvature,
      .least_curvature = -kSigmoidCurvature,
      .keeps_sign = true,
      .value = [](double m, double y) { return math::sigmoid(-y * m); },
      .derivative = [](double m, double y) { return -y * (math::sigmoid(m) * math::sigmoid(-m)); }};
}

LossEntry sigmoid_entry() {
  return {.id = "sigmoid",
          .title = "Sigmoid",
          .description = "1 / (1 + exp(y u.x)), a smooth count of wrong labels; not convex.",
          .takes_labels = true,
          .make = [](const ParameterSet&) { return sigmoid_loss(); }};
}

}  // namespace noisy
