#include "engine/algorithm/release_rule.h"

#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/privacy/amplification.h"
#include "engine/privacy/gaussian_zcdp.h"
#include "engine/privacy/laplace.h"

namespace noisy {
namespace {

/// The published experiments fed the Laplace scale to a sampler that takes a standard deviation, so
/// their noise is smaller by this factor (errata 16 of the accelerated methods).
const double kPublishedNoiseFactor = std::sqrt(0.5);

std::string_view unbounded_message() {
  return "a finite gradient sensitivity is required: bound the rows (preprocess clip-rows or "
         "scale-columns), or set problem.gradientClip";
}

/// epsilon of any rho-zCDP mechanism at delta: rho + 2 sqrt(rho ln(1 / delta)) (Bun and Steinke
/// 2016, Prop. 1.3), the inverse of standard_rho.
double standard_epsilon(double rho, double delta) {
  return rho + 2 * std::sqrt(-rho * math::log(delta));
}

}  // namespace

Result<ReleaseRule> ReleaseRule::create(const RiskFacts& facts, const PrivacyRequest& privacy,
                                        Division division, SensitivityRule sensitivity,
                                        Index batch_size, std::span<const WeightSegment> segments) {
  ReleaseRule rule;
  rule.privacy_ = privacy;
  rule.sensitivity_ = sensitivity;
  rule.samples_ = facts.samples;
  rule.batch_size_ = batch_size;
  rule.l1_sensitivity_ = facts.l1_sensitivity;
  rule.l2_sensitivity_ = facts.l2_sensitivity;
  for (const WeightSegment& segment : segments) rule.steps_ += segment.count;
  if (const auto chosen = rule.choose_mechanism(); !chosen) return std::unexpected(chosen.error());
  if (const auto divided = rule.divide(division, segments); !divided) {
    return std::unexpected(divided.error());
  }
  return rule;
}

Result<void> ReleaseRule::choose_mechanism() {
  if (privacy_.notion == Notion::none) {
    if (privacy_.mechanism.value_or(Mechanism::none) != Mechanism::none) {
      return fail(ErrorCode::unsupported_mechanism, "privacy.mechanism",
                  "without a privacy notion there is no noise: use mechanism auto");
    }
    return {};
  }
  const bool pure = privacy_.notion == Notion::pure;
  mechanism_ = privacy_.mechanism.value_or(pure ? Mechanism::laplace : Mechanism::gaussian);
  unit_ = pure ? CostUnit::epsilon : CostUnit::rho;
  if (pure && mechanism_ == Mechanism::gaussian) {
    return fail(
        ErrorCode::unsupported_mechanism, "privacy.mechanism",
        "Gaussian noise has no pure-DP guarantee: use laplace, or notion approximate or zcdp");
  }
  if (mechanism_ == Mechanism::gaussian && batch_size_ < samples_) {
    return fail(ErrorCode::unsupported_option, "batchSize",
                "Gaussian noise with mini-batches needs the Renyi accountant: use all records "
                "(batchSize = n), or mechanism laplace");
  }
  const bool laplace = mechanism_ == Mechanism::laplace;
  const double bound = laplace ? l1_sensitivity_ : l2_sensitivity_;
  if (!(bound > 0) || !std::isfinite(bound)) {
    return fail(ErrorCode::unbounded_sensitivity, "problem", std::string(unbounded_message()));
  }
  if (sensitivity_ == SensitivityRule::state_dependent && !laplace) {
    return fail(ErrorCode::unsupported_option, "sensitivity",
                "the state-dependent bound is in L1: use mechanism laplace");
  }
  if (privacy_.calibration == Calibration::published_figures && !(pure && laplace)) {
    return fail(ErrorCode::unsupported_option, "privacy.calibration",
                "the published figures are pure epsilon-DP runs with Laplace noise");
  }
  return {};
}

Result<void> ReleaseRule::divide(Division division, std::span<const WeightSegment> segments) {
  if (mechanism_ == Mechanism::none) return {};
  if (unit_ == CostUnit::epsilon) {
    auto shares = divide_pure_budget(division, segments, privacy_.epsilon, batch_size_, samples_);
    if (!shares) return std::unexpected(shares.error());
    shares_ = *std::move(shares);
    requested_ = privacy_.epsilon;
    budget_ = total_pure_budget();
    return {};
  }
  const auto rho = requested_rho();
  if (!rho) return std::unexpected(rho.error());
  requested_ = budget_ = *rho;
  const std::vector<WeightSegment> uniform = {{.count = steps_}};
  const auto weights =
      division == Division::uniform ? std::span<const WeightSegment>(uniform) : segments;
  if (mechanism_ == Mechanism::gaussian) {
    auto shares = divide_zcdp_budget_for_gaussian(weights, *rho);
    if (!shares) return std::unexpected(shares.error());
    shares_ = *std::move(shares);
    return {};
  }
  auto shares = divide_zcdp_budget_for_laplace(weights, *rho);
  if (!shares) return std::unexpected(shares.error());
  shares_ = *std::move(shares);
  return {};
}

Result<double> ReleaseRule::requested_rho() const {
  if (privacy_.notion == Notion::zcdp) return privacy_.rho;
  const bool exact =
      mechanism_ == Mechanism::gaussian && privacy_.calibration == Calibration::tight;
  return exact ? gaussian_rho(privacy_.epsilon, privacy_.delta)
               : standard_rho(privacy_.epsilon, privacy_.delta);
}

double ReleaseRule::total_pure_budget() const {
  if (privacy_.calibration != Calibration::published_figures) return privacy_.epsilon;
  double total = 0;
  double lost = 0;
  for (Index iteration = 1; iteration <= steps_; ++iteration) {
    const double term = at(iteration).cost - lost;
    const double next = total + term;
    lost = (next - total) - term;
    total = next;
  }
  return total;
}

Release ReleaseRule::at(Index iteration) const {
  if (mechanism_ == Mechanism::none) return {.batch_size = batch_size_};
  if (const auto* rho = std::get_if<RhoDivision>(&shares_)) return gaussian(rho->rho_at(iteration));
  return laplace(std::get<BudgetDivision>(shares_).epsilon_at(iteration));
}

Release ReleaseRule::laplace(double epsilon) const {
  Release release{
      .batch_size = batch_size_,
      .mechanism = Mechanism::laplace,
      .sensitivity = sensitivity_,
      .cost = unit_ == CostUnit::epsilon ? epsilon : 0.5 * epsilon * epsilon,
      .base_epsilon = base_epsilon(epsilon, batch_size_, samples_).value_or(0),
      .noise_scale = laplace_scale(l1_sensitivity_, batch_size_, samples_, epsilon).value_or(0)};
  if (privacy_.calibration == Calibration::published_figures) {
    release.noise_scale *= kPublishedNoiseFactor;
    release.base_epsilon /= kPublishedNoiseFactor;
    release.cost = amplified_epsilon(release.base_epsilon, batch_size_, samples_).value_or(0);
  }
  return release;
}

Release ReleaseRule::gaussian(double rho) const {
  return {.batch_size = batch_size_,
          .mechanism = Mechanism::gaussian,
          .sensitivity = sensitivity_,
          .cost = rho,
          .base_epsilon = 0,
          .noise_scale = gaussian_scale(l2_sensitivity_, batch_size_, samples_, rho).value_or(0)};
}

double ReleaseRule::spent(double cost) const {
  if (privacy_.notion == Notion::none) return std::numeric_limits<double>::quiet_NaN();
  if (privacy_.notion != Notion::approximate || cost == 0) return cost;
  return mechanism_ == Mechanism::gaussian ? gaussian_epsilon(cost, privacy_.delta).value_or(0)
                                           : standard_epsilon(cost, privacy_.delta);
}

double ReleaseRule::variance(const Release& release) {
  const double square = release.noise_scale * release.noise_scale;
  return release.mechanism == Mechanism::laplace ? 2 * square : square;
}

bool ReleaseRule::is_extreme() const {
  const auto* shares = std::get_if<BudgetDivision>(&shares_);
  return shares && shares->is_extreme();
}

}  // namespace noisy
