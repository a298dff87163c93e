#include "engine/audit/planted/printed_plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"
#include "engine/math/reduce.h"
#include "engine/privacy/form/fresh_gradient.h"
#include "engine/privacy/form/gradient_norm.h"
#include "engine/privacy/form/step_difference.h"
#include "engine/privacy/release/release_cost.h"

namespace noisy {
namespace {

constexpr int kRounds = 2;
constexpr int kDifferences = 2;  ///< in a round
constexpr double kUndercount = 2.25;
constexpr double kStep = 0.1;         ///< of a Spider, in units of S_2 / L_1
constexpr double kInside = 1 - 1e-9;  ///< keeps a step within its length, whatever its rounding
constexpr double kFailure = 0.05;
constexpr int kMostNorms = 12;

Run spider_rounds(GradientOracle& data, const PrintedSpider& plan, Vector x) {
  const Release fresh = plan.fresh(), difference = plan.difference();
  const double length = kInside * plan.step_length();
  HiddenGradient hidden;
  for (int round = 0; round < kRounds; ++round) {
    co_await data.advance(hidden.at(x));
    Vector estimate = co_await data.ask(fresh_gradient_of(hidden, fresh));
    for (int t = 0; t < kDifferences; ++t) {
      x -= length / math::l2_norm(estimate) * estimate;
      co_await data.advance(hidden.at(x));
      const Vector& moved = co_await data.ask(step_difference_of(hidden, difference));
      estimate += moved;
      co_yield Iterate{x};
    }
  }
}

/// The printed listing looks at what is spent after a step, and stops then.
Run norm_steps(GradientOracle& data, const PrintedNorms& plan, Vector x) {
  const Release length = plan.length();
  HiddenGradient hidden;
  double charged = 0;
  for (int t = 0; t < kMostNorms; ++t) {
    const bool is_over = charged > plan.budget();
    if (is_over || (!plan.is_literal() && charged + length.cost.value > plan.budget())) co_return;
    co_await data.advance(hidden.at(x));
    const Vector& norm = co_await data.ask(gradient_norm_of(hidden, length));
    const Release gradient = plan.gradient(norm[0]);
    charged += length.cost.value + gradient.cost.value;
    if (!plan.is_literal() && charged > plan.budget()) co_return;
    const Vector& estimate = co_await data.ask(fresh_gradient_of(hidden, gradient));
    x -= estimate / (2 * plan.facts().smoothness);
    co_yield Iterate{x};
  }
}

}  // namespace

Release PrintedPlan::release(const ReleaseForm* form, double deviation, double charge) const {
  return {.form = form,
          .batch_size = facts_.samples,
          .mechanism = Mechanism::gaussian,
          .cost = {CostUnit::rho, charge},
          .noise_scale = deviation};
}

// ---- Spider -------------------------------------------------------------------------------------

double PrintedSpider::step_length() const {
  return kStep * facts().sensitivity / facts().smoothness;
}

Release PrintedSpider::fresh() const {
  // Noise that is larger by the root of what is undercounted costs what is charged.
  const double larger = is_literal() ? 1 : std::sqrt(kUndercount);
  const double move = facts().sensitivity / static_cast<double>(facts().samples);
  const double noise = larger * move / 2 * std::sqrt(kRounds / facts().rho);
  const double charge = rho_of_gaussian(move, noise) / (is_literal() ? kUndercount : 1);
  return release(fresh_gradient_form(), noise, charge);
}

Release PrintedSpider::difference() const {
  const double larger = is_literal() ? 1 : std::sqrt(kUndercount);
  const double move = 2 * facts().smoothness * step_length() / static_cast<double>(facts().samples);
  const double noise = larger * move * std::sqrt(4 * kRounds / facts().rho);
  const double charge = rho_of_gaussian(move, noise) / (is_literal() ? kUndercount : 1);
  Release out = release(step_difference_form(), noise, charge);
  out.details = details_of_step(0, step_length());
  return out;
}

Run PrintedSpider::start(GradientOracle& data, Vector start) const {
  return spider_rounds(data, *this, std::move(start));
}

std::string PrintedSpider::gap_text() const {
  const double charged = kRounds * (fresh().cost.value + kDifferences * difference().cost.value);
  return "The releases are charged rho = " + figure_text(charged) + " and cost " +
         figure_text(is_literal() ? kUndercount * charged : charged) + ".";
}

// ---- lengths ------------------------------------------------------------------------------------

double PrintedNorms::log_term() const {
  return math::log(static_cast<double>(facts().samples) * std::sqrt(facts().rho) / kFailure);
}

Release PrintedNorms::length() const {
  const double n = static_cast<double>(facts().samples), root = std::sqrt(facts().rho);
  const double noise = facts().sensitivity / 2 / std::sqrt(n * root);
  const double paid = rho_of_gaussian(facts().sensitivity / n, noise);
  return release(gradient_norm_form(), noise, is_literal() ? root / n : paid);
}

Release PrintedNorms::gradient(double norm) const {
  const double n = static_cast<double>(facts().samples), root = std::sqrt(facts().rho);
  const double lipschitz = facts().sensitivity / 2;
  const double noise = std::max(norm / std::sqrt(log_term()), 2 * lipschitz / (n * root));
  const double ratio = lipschitz / (n * norm);
  const double printed = std::min(ratio * ratio * log_term(), facts().rho / 2);
  const double paid = rho_of_gaussian(facts().sensitivity / n, noise);
  return release(fresh_gradient_form(), noise, is_literal() ? printed : paid);
}

Run PrintedNorms::start(GradientOracle& data, Vector start) const {
  return norm_steps(data, *this, std::move(start));
}

std::string PrintedNorms::gap_text() const {
  const double norm = -length().noise_scale;
  const Release step = gradient(norm);
  const double move = facts().sensitivity / static_cast<double>(facts().samples);
  return "After a noisy length of " + figure_text(norm) +
         " the gradient is charged rho = " + figure_text(step.cost.value) + " and costs " +
         figure_text(rho_of_gaussian(move, step.noise_scale)) + ".";
}

}  // namespace noisy
