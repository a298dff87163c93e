#include "engine/algorithm/frame/release_rule.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/algorithm/frame/record_move.h"
#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"
#include "engine/math/reduce.h"
#include "engine/privacy/accountant/laplace_renyi.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/privacy/calibration/gaussian_zcdp.h"
#include "engine/privacy/calibration/laplace.h"
#include "engine/privacy/release/amplification.h"
#include "engine/privacy/release/chance_batches.h"
#include "engine/privacy/release/hardened.h"

namespace noisy {
namespace {

/// The published experiments fed the Laplace scale to a sampler that takes a standard deviation, so
/// their noise is smaller by this factor (errata 16 of the accelerated methods).
const double kPublishedNoiseFactor = std::sqrt(0.5);

/// Of more steps the costs are not summed one by one.
constexpr Index kMostSummedSteps = 1'000'000;

/// Where the same noise is also looked at as (epsilon, delta)-DP.
constexpr double kReportedDelta = 1e-6;
/// Longer plans are not walked step by step for a figure that is only shown.
constexpr Index kLongestWalk = 10'000;

constexpr std::string_view kUnbounded =
    "a finite gradient sensitivity is required: bound the rows (preprocess clip-rows or "
    "scale-columns), or set problem.gradientClip";

/// epsilon of any rho-zCDP mechanism at delta: rho + 2 sqrt(rho ln(1 / delta)) (Bun and Steinke
/// 2016, Prop. 1.3), the inverse of standard_rho.
double standard_epsilon(double rho, double delta) {
  return rho + 2 * std::sqrt(-rho * math::log(delta));
}

}  // namespace

Result<ReleaseRule> ReleaseRule::create(const RiskFacts& facts, const PrivacyRequest& privacy,
                                        Division division, SensitivityRule sensitivity,
                                        Index batch_size, std::span<const WeightSegment> segments,
                                        math::Evaluations* work, const ReleaseForm* form) {
  ReleaseRule rule;
  rule.form_ = form;
  rule.privacy_ = privacy;
  rule.sensitivity_ = sensitivity;
  rule.samples_ = facts.samples;
  rule.dimension_ = facts.dimension;
  rule.batch_size_ = batch_size;
  rule.is_uniform_ = division == Division::uniform;
  rule.l1_sensitivity_ = facts.l1_sensitivity;
  rule.l2_sensitivity_ = record_move(facts, privacy.neighbours);
  rule.summation_error_ = facts.summation_error(batch_size);
  for (const WeightSegment& segment : segments) rule.steps_ += segment.count;
  if (const auto chosen = rule.choose_mechanism(); !chosen) return std::unexpected(chosen.error());
  if (rule.draws_gaussian_batches()) {
    const auto accounted = rule.account_batches(facts, division, work);
    if (!accounted) return std::unexpected(accounted.error());
    return rule;
  }
  if (const auto divided = rule.divide(division, segments); !divided) {
    return std::unexpected(divided.error());
  }
  const bool sums = privacy.calibration == Calibration::published_figures;
  if (work) work->add(sums ? static_cast<double>(rule.steps_) : 1);
  if (privacy.release == ReleaseKind::hardened && rule.mechanism_ != Mechanism::none) {
    if (auto checked = check_rounding_bound(rule.summation_error_); !checked) {
      return std::unexpected(checked.error());
    }
    if (const auto checked = rule.check_hardened(segments); !checked) {
      return std::unexpected(checked.error());
    }
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
  cap_.unit = pure ? CostUnit::epsilon : CostUnit::rho;
  cap_.neighbours = privacy_.neighbours;
  if (pure && mechanism_ == Mechanism::gaussian) {
    return fail(
        ErrorCode::unsupported_mechanism, "privacy.mechanism",
        "Gaussian noise has no pure-DP guarantee: use laplace, or notion approximate or zcdp");
  }
  if (auto checked = check_neighbours(); !checked) return checked;
  const bool laplace = mechanism_ == Mechanism::laplace;
  const double bound = laplace ? l1_sensitivity_ : l2_sensitivity_;
  if (!(bound > 0) || !std::isfinite(bound)) {
    return fail(ErrorCode::unbounded_sensitivity, "problem", std::string(kUnbounded));
  }
  if (sensitivity_ == SensitivityRule::state_dependent && !laplace) {
    return fail(ErrorCode::unsupported_option, "sensitivity",
                "the state-dependent bound is in L1: use mechanism laplace");
  }
  if (draws_gaussian_batches()) return {};
  if (privacy_.noise_constant && !calibrates_by_theorem()) {
    return fail(ErrorCode::conflicting_fields, "privacy.noiseConstant",
                "is the constant of calibration \"paper\" for (epsilon, delta): leave it out");
  }
  return check_calibration();
}

Result<void> ReleaseRule::check_neighbours() const {
  const bool draws_fixed = batch_size_ != samples_ && !draws_by_chance(*form_);
  if (privacy_.neighbours == Neighbours::replace_one) {
    if (!draws_by_chance(*form_)) return {};
    return fail(ErrorCode::unsupported_neighbours, "privacy.neighbours",
                "Poisson batches are proven for records that are zeroed out only: use \"zero-out\" "
                "neighbours, or batches of a fixed size");
  }
  const auto unproven = [](const std::string& what, const std::string& instead) {
    return fail(ErrorCode::unsupported_neighbours, "privacy.neighbours",
                what + " proven for records that are replaced only: use " + instead +
                    ", or \"replace-one\" neighbours");
  };
  if (mechanism_ != Mechanism::gaussian) {
    return unproven("Laplace noise is",
                    "Gaussian noise (notion \"approximate\" or \"zcdp\", mechanism \"gaussian\")");
  }
  if (draws_fixed) {
    return unproven(
        "batches of a fixed size are",
        "all records in every step (batchSize = n), or Poisson batches (\"dp-sgd\" with "
        "sampling \"poisson\")");
  }
  if (privacy_.calibration == Calibration::paper) {
    return unproven("the papers' noise is", "calibration \"tight\"");
  }
  return {};
}

Result<void> ReleaseRule::account_batches(const RiskFacts& facts, Division division,
                                          math::Evaluations* work) {
  if (division != Division::uniform) {
    return fail(ErrorCode::unsupported_option, "division",
                "Gaussian noise on mini-batches is the same in every step: use division uniform, "
                "or all records (batchSize = n)");
  }
  auto sampled = SampledRule::create(facts, privacy_, form_, batch_size_, steps_, work);
  if (!sampled) return std::unexpected(sampled.error());
  sampled_ = *std::move(sampled);
  cap_ = sampled_->cap();
  requested_ = cap_.value;
  return {};
}

Result<void> ReleaseRule::check_calibration() const {
  const bool pure = privacy_.notion == Notion::pure;
  switch (privacy_.calibration) {
    case Calibration::tight:
      return {};
    case Calibration::zcdp:
      if (!pure) return {};
      return fail(ErrorCode::unsupported_option, "privacy.calibration",
                  "pure epsilon-DP is not calibrated through zCDP: use tight");
    case Calibration::published_figures:
      if (privacy_.release == ReleaseKind::hardened) {
        return fail(ErrorCode::unsupported_option, "privacy.calibration",
                    "the published figures drew floating-point noise: use run.randomness.release "
                    "\"floating\"");
      }
      if (pure) return {};
      return fail(ErrorCode::unsupported_option, "privacy.calibration",
                  "the published figures are about pure epsilon-DP: use tight or zcdp");
    case Calibration::paper:
      if (pure || calibrates_by_theorem()) return {};
      return fail(ErrorCode::unsupported_option, "privacy.calibration",
                  "papers calibrate Laplace noise to epsilon and Gaussian noise to (epsilon, "
                  "delta): use tight or zcdp");
    case Calibration::advanced:
      break;
  }
  return fail(ErrorCode::unsupported_option, "privacy.calibration",
              "this method is not calibrated by advanced composition: use tight");
}

bool ReleaseRule::converts_tightly() const {
  const bool is_tight = privacy_.calibration == Calibration::tight;
  return mechanism_ == Mechanism::gaussian && (is_tight || calibrates_by_theorem());
}

bool ReleaseRule::calibrates_by_theorem() const {
  return privacy_.calibration == Calibration::paper && privacy_.notion == Notion::approximate &&
         mechanism_ == Mechanism::gaussian;
}

Result<void> ReleaseRule::divide(Division division, std::span<const WeightSegment> segments) {
  if (mechanism_ == Mechanism::none) return {};
  if (cap_.unit == CostUnit::epsilon) {
    auto shares = divide_pure_budget(division, segments, privacy_.epsilon, batch_size_, samples_);
    if (!shares) return std::unexpected(shares.error());
    shares_ = *std::move(shares);
    requested_ = privacy_.epsilon;
    if (privacy_.calibration == Calibration::published_figures && steps_ > kMostSummedSteps) {
      return fail(ErrorCode::limit_exceeded, "iterations",
                  "the true cost of the published noise is summed step by step: use at most 10^6 "
                  "steps, or calibration \"tight\"");
    }
    cap_.value = total_pure_budget();
    return {};
  }
  const auto rho = requested_rho();
  if (!rho) return std::unexpected(rho.error());
  requested_ = cap_.value = *rho;
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
  const double epsilon = privacy_.epsilon, delta = privacy_.delta;
  if (calibrates_by_theorem()) {
    const double proven = proven_noise_constant(epsilon, delta);
    return noise_constant_rho(epsilon, delta, privacy_.noise_constant.value_or(proven));
  }
  if (!converts_tightly()) return standard_rho(epsilon, delta);
  // gaussian_rho also checks the budget.
  const auto exact = gaussian_rho(epsilon, delta);
  if (!exact || privacy_.release == ReleaseKind::floating) return exact;
  return zcdp_rho(epsilon, delta, ZcdpConversion::optimal);
}

double ReleaseRule::total_pure_budget() const {
  if (privacy_.calibration != Calibration::published_figures) return privacy_.epsilon;
  math::CompensatedSum total;
  for (Index iteration = 1; iteration <= steps_; ++iteration) total.add(at(iteration).cost.value);
  return total.value();
}

Result<void> ReleaseRule::check_hardened(std::span<const WeightSegment> segments) {
  Index last = 0;
  for (const WeightSegment& segment : segments) {
    for (const Index iteration : {last + 1, last + segment.count}) {
      const double share = share_at(iteration);
      const auto noise = noise_for(share);
      if (!noise) return std::unexpected(noise.error());
      const double floating = floating_scale(share).value_or(noise->scale);
      grid_loss_ = std::max(grid_loss_, noise->scale / floating - 1);
    }
    last += segment.count;
  }
  return {};
}

/// A step's share of the budget: rho for Gaussian noise, else epsilon.
double ReleaseRule::share_at(Index iteration) const {
  if (const auto* rho = std::get_if<RhoDivision>(&shares_)) return rho->rho_at(iteration);
  return std::get<BudgetDivision>(shares_).epsilon_at(iteration);
}

Result<double> ReleaseRule::floating_scale(double share) const {
  return mechanism_ == Mechanism::gaussian
             ? gaussian_scale(l2_sensitivity_, batch_size_, samples_, share)
             : laplace_scale(l1_sensitivity_, batch_size_, samples_, share);
}

Result<ReleaseRule::Noise> ReleaseRule::noise_for(double share) const {
  const auto floating = floating_scale(share);
  if (!floating) return std::unexpected(floating.error());
  if (privacy_.release == ReleaseKind::floating) return Noise{.scale = *floating, .grid = 0};
  const bool laplace = mechanism_ == Mechanism::laplace;
  const double sensitivity = laplace ? l1_sensitivity_ : l2_sensitivity_;
  const GridQuery query{.dimension = dimension_,
                        .batch_size = batch_size_,
                        .summation_error = summation_error_,
                        .grid = choose_grid(*floating, sensitivity)};
  const auto scale =
      laplace ? hardened_laplace_scale(query, sensitivity,
                                       base_epsilon(share, batch_size_, samples_).value_or(0))
              : hardened_gaussian_scale(query, sensitivity, share);
  if (!scale) return std::unexpected(scale.error());
  return Noise{.scale = *scale, .grid = query.grid};
}

Release ReleaseRule::at(Index iteration) const {
  Release release = release_at(iteration);
  release.form = form_;
  release.details = details_;
  return release;
}

std::vector<PlannedReleases> ReleaseRule::planned() const {
  return {{.first = at(1), .last = at(steps_), .count = steps_, .is_constant = is_uniform_}};
}

Release ReleaseRule::release_at(Index iteration) const {
  if (sampled_) return sampled_->release();
  if (mechanism_ == Mechanism::none) return {.batch_size = batch_size_};
  const double share = share_at(iteration);
  return mechanism_ == Mechanism::gaussian ? gaussian(share) : laplace(share);
}

Release ReleaseRule::laplace(double epsilon) const {
  const Noise noise = noise_for(epsilon).value_or(Noise{});
  Release release{
      .batch_size = batch_size_,
      .mechanism = Mechanism::laplace,
      .sensitivity = sensitivity_,
      .cost = {cap_.unit, cap_.unit == CostUnit::epsilon ? epsilon : 0.5 * epsilon * epsilon},
      .base_epsilon = base_epsilon(epsilon, batch_size_, samples_).value_or(0),
      .noise_scale = noise.scale,
      .grid = noise.grid};
  if (privacy_.calibration == Calibration::published_figures) {
    release.noise_scale *= kPublishedNoiseFactor;
    release.base_epsilon /= kPublishedNoiseFactor;
    release.cost.value = amplified_epsilon(release.base_epsilon, batch_size_, samples_).value_or(0);
  }
  return release;
}

Release ReleaseRule::gaussian(double rho) const {
  const Noise noise = noise_for(rho).value_or(Noise{});
  return {.batch_size = batch_size_,
          .mechanism = Mechanism::gaussian,
          .sensitivity = sensitivity_,
          .cost = {.unit = CostUnit::rho, .value = rho, .neighbours = cap_.neighbours},
          .base_epsilon = 0,
          .noise_scale = noise.scale,
          .grid = noise.grid};
}

double ReleaseRule::proven_epsilon() const {
  return calibrates_by_theorem() ? spent(cap_) : privacy_.epsilon;
}

std::optional<ApproximateClaim> ReleaseRule::reaccounted() const {
  if (steps_ > kLongestWalk) return std::nullopt;
  std::vector<StepGroup> groups;  // steps of equal cost together
  for (Index iteration = 1; iteration <= steps_; ++iteration) {
    const double cost = at(iteration).cost.value;
    if (groups.empty() || groups.back().epsilon != cost) {
      groups.push_back({.epsilon = cost, .count = 0});
    }
    ++groups.back().count;
  }
  // The Renyi divergence of continuous Laplace noise is no bound for discrete noise.
  const bool is_continuous = privacy_.release == ReleaseKind::floating;
  const auto accounting = is_continuous && batch_size_ == samples_
                              ? LaplaceAccounting::full_batch_renyi
                              : LaplaceAccounting::pure_renyi;
  const auto budget = approximate_budget(groups, accounting, kReportedDelta);
  if (!budget) return std::nullopt;
  return ApproximateClaim{.epsilon = budget->epsilon, .delta = kReportedDelta};
}

void ReleaseRule::state(PrivacyClaim& claim) const {
  if (sampled_) return sampled_->state(claim);
  if (claim.notion == Notion::pure) {
    claim.epsilon = cap_.value;
    claim.approximate = reaccounted();
  }
  if (claim.notion == Notion::approximate) claim.epsilon = proven_epsilon();
  if (claim.notion == Notion::zcdp) claim.rho = cap_.value;
  if (privacy_.calibration == Calibration::published_figures) {
    claim.reasons.push_back(
        "calibration published-figures: less noise than the requested epsilon needs; the stated "
        "epsilon is the true cost");
  }
  if (calibrates_by_theorem() && claim.epsilon > privacy_.epsilon) {
    claim.reasons.push_back("noiseConstant is below what the requested epsilon of " +
                            figure_text(privacy_.epsilon) +
                            " needs; the stated epsilon is the true cost");
  }
}

double ReleaseRule::spent(const Cost& cost) const {
  if (sampled_) return sampled_->spent(cost);
  if (privacy_.notion == Notion::none) return std::numeric_limits<double>::quiet_NaN();
  if (privacy_.notion != Notion::approximate || cost.value == 0) return cost.value;
  if (!converts_tightly()) return standard_epsilon(cost.value, privacy_.delta);
  return privacy_.release == ReleaseKind::hardened
             ? zcdp_epsilon(cost.value, privacy_.delta, ZcdpConversion::optimal)
             : gaussian_epsilon(cost.value, privacy_.delta).value_or(0);
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
