#include "engine/algorithm/kl/kl_noise.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/algorithm/frame/record_move.h"
#include "engine/algorithm/kl/kl_report.h"
#include "engine/privacy/form/gradient_norm.h"
#include "engine/privacy/release/release_cost.h"

namespace noisy {
namespace {

/// Covers the rounding of the few operations here.
constexpr double kRoundUp = 1 + 0x1p-46;
/// The share of its noise that a grid takes at most, unless one record's gradient decides it
/// (choose_grid).
constexpr double kGridShare = 0x1p-38;

GridQuery gradient_query(const PlanInput& input) {
  return {.dimension = input.facts.dimension,
          .batch_size = input.facts.samples,
          .summation_error = input.facts.summation_error(input.facts.samples)};
}

Release kind_of(const PlanInput& input, const ReleaseForm* form, const ReleaseDetails& details,
                Mechanism mechanism = Mechanism::gaussian) {
  Release out{.form = form, .batch_size = input.facts.samples, .details = details};
  if (input.privacy.notion == Notion::none) return out;
  out.mechanism = mechanism;
  out.cost = kl_cost(input.privacy, 0);
  return out;
}

}  // namespace

KlNoise::KlNoise(const PlanInput& input, Release kind, double move, const GridQuery& query)
    : kind_(std::move(kind)),
      move_(move),
      sum_sensitivity_(record_move(input.facts, input.privacy.neighbours)) {
  if (input.privacy.release == ReleaseKind::hardened && kind_.mechanism != Mechanism::none) {
    query_ = query;
  }
}

KlNoise KlNoise::of_gradients(const PlanInput& input, const ReleaseForm* form,
                              const ReleaseDetails& details, double move) {
  return {input, kind_of(input, form, details), move, gradient_query(input)};
}

KlNoise KlNoise::of_norms(const PlanInput& input, const ReleaseForm* form,
                          const ReleaseDetails& details, double move, Mechanism mechanism) {
  return {input, kind_of(input, form, details, mechanism), move, norm_query(gradient_query(input))};
}

GridQuery KlNoise::query_on(double grid) const {
  GridQuery query = *query_;
  query.grid = grid;
  return query;
}

Release KlNoise::with(double deviation) const {
  Release out = kind_;
  if (out.mechanism == Mechanism::none) return out;
  if (!is_hardened()) {
    out.noise_scale = deviation;
    out.cost.value = rho_of_gaussian(move_, deviation);
    return out;
  }
  out.grid = choose_grid(deviation, sum_sensitivity_);
  const double scale = std::floor(deviation / out.grid) * out.grid;
  return on_grid(std::move(out), scale);
}

Release KlNoise::costing(double rho, double deviation) const {
  Release out = with(deviation);
  if (!out.is_hardened()) return out;
  const auto least = hardened_gaussian_scale(query_on(out.grid), sum_sensitivity_, rho);
  const double scale = least.value_or(out.noise_scale);
  return on_grid(std::move(out), scale);
}

Release KlNoise::on_grid(Release release, double scale) const {
  release.noise_scale = scale;
  release.cost.value = hardened_gaussian_rho(query_on(release.grid), sum_sensitivity_, scale);
  return release;
}

double KlNoise::covering_move(const NoiseRange& range) const {
  if (!is_hardened()) return move_;
  const double finest = choose_grid(range.least, sum_sensitivity_);
  const double coarsest = choose_grid(range.most, sum_sensitivity_);
  const double rounded_away = std::max(kGridShare, finest / range.least);
  const double moved = query_on(coarsest).l2(sum_sensitivity_) * coarsest;
  const double by_grid = std::sqrt(static_cast<double>(query_->dimension)) * coarsest;
  // By its own rounding a grid may double what is moved, at most.
  const bool suits = rounded_away <= 0.5 && 2 * by_grid <= moved && std::isfinite(range.most);
  return suits ? moved / (1 - rounded_away) * kRoundUp : std::numeric_limits<double>::infinity();
}

double covering_adjacency(const KlSetting& setting, std::span<const KlNoise> noises,
                          const NoiseRange& range) {
  double out = setting.adjacency;
  for (const KlNoise& noise : noises) {
    if (!noise.is_hardened()) continue;
    out = std::max(out, noise.covering_move(range) * setting.samples / setting.lipschitz);
  }
  return out;
}

Result<void> check_rounding(const PlanInput& input) {
  const bool is_hardened =
      input.privacy.release == ReleaseKind::hardened && input.privacy.notion != Notion::none;
  return is_hardened ? check_rounding_bound(input.facts.summation_error(input.facts.samples))
                     : Result<void>{};
}

std::unexpected<Error> no_grid(const PrivacyRequest& privacy) {
  return fail(ErrorCode::invalid_budget, budget_field(privacy),
              "the budget of one release is too small for hardened noise in this dimension: use "
              "fewer steps or a larger budget");
}

}  // namespace noisy
