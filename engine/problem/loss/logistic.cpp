#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/label_links.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/loss/loss_link.h"

namespace noisy {
namespace {

constexpr math::LogisticLink kLogisticLink;
constexpr math::LogisticLiteralLink kLogisticLiteralLink;

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
          .keeps_sign = true,
          .value = [](double m, double y) { return softplus(-y * m); },
          .derivative = [](double m, double y) { return -y * math::sigmoid(-y * m); },
          .curvature = [](double m, double) { return logistic_density(m); }};
}

LinearLoss logistic_literal_loss() {
  return {.pass = math::kernel_table().logistic_literal,
          .link = lasting_link(kLogisticLiteralLink),
          .derivative_bound = [](double margin, double) { return math::sigmoid(1 + margin); },
          .curvature_bound = 0.25,
          .keeps_sign = true,
          .value = [](double m, double y) { return softplus(1 + y * m); },
          .derivative = [](double m, double y) { return y * math::sigmoid(1 + y * m); },
          .curvature = [](double m, double y) { return logistic_density(1 + y * m); }};
}

LossEntry logistic_entry() {
  return {.id = "logistic",
          .title = "Logistic",
          .description = "ln(1 + exp(-y u.x)) for labels y of -1 or +1: classification.",
          .takes_labels = true,
          .make = [](const ParameterSet&) { return logistic_loss(); }};
}

LossEntry logistic_literal_entry() {
  return {.id = "logistic-literal",
          .title = "Logistic, as printed",
          .description = "ln(1 + exp(1 + y u.x)), as one paper prints the loss of its experiments.",
          .takes_labels = true,
          .make = [](const ParameterSet&) { return logistic_literal_loss(); }};
}

}  // namespace noisy
