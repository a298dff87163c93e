#include "engine/privacy/form/iterate_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"
#include "engine/math/reduce.h"
#include "engine/privacy/form/gradient_norm.h"
#include "engine/privacy/form/region_form.h"
#include "engine/privacy/form/simplex_players.h"
#include "engine/privacy/form/vertex.h"
#include "engine/privacy/form/whole_scores.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/neighbour_move.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/plain_text.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/whole_sums.h"
#include "engine/problem/domain/projection.h"

namespace noisy {

void KeptNorms::keep(const HiddenGradient& gradient) {
  points_.push_back(gradient.here_.point);
  norms_.push_back(gradient.here_.is_taken ? gradient.norm_
                                           : std::numeric_limits<double>::quiet_NaN());
}

class IterateChoiceForm final : public RegionForm {
 public:
  IterateChoiceForm()
      : RegionForm({"iterate-choice", "Choice of an iterate",
                    "One of the iterates, chosen by the length of its gradient."}) {}

  bool is_choice() const override { return true; }
  std::string_view moving_text() const override { return "a point's score"; }
  std::string_view plain_plural() const override {
    return " choices of an iterate by gradients of ";
  }

  std::optional<Error> refusal(const Request& request, const Exact&) const override {
    const KeptNorms& kept = kept_of(request);
    const bool is_taken =
        std::ranges::all_of(kept.norms_, [](double norm) { return std::isfinite(norm); });
    if (kept.size() == 0 || !is_taken) {
      return Error{ErrorCode::internal, "release",
                   "a choice needs at least one point, and the gradient taken at each"};
    }
    for (const Vector& point : kept.points_) {
      if (auto refused = outside(request.release, point)) return refused;
      const bool is_within_range =
          !request.release.is_hardened() || math::linf_norm(point) <= FiniteSum::kLargestCoordinate;
      if (is_within_range) continue;
      return Error{ErrorCode::diverged, "", "a point that may be chosen is out of range"};
    }
    return std::nullopt;
  }

  void answer(const Request& request, Exact& exact) const override {
    const KeptNorms& kept = kept_of(request);
    if (request.release.is_hardened()) return choose_by_steps(kept, request.release, exact);
    Vector scores(kept.size());
    for (Index t = 0; t < kept.size(); ++t) scores[t] = -kept.norms_[static_cast<std::size_t>(t)];
    exact.add_noise(request.release, kept.points_.back(), scores);
    const std::span<const double> all = math::view(scores);
    const auto best = std::ranges::max_element(all) - all.begin();
    exact.value() = Vector::Constant(1, static_cast<double>(best));
  }

  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const FiniteSum& data = exact.data();
    const Release& release = request.release;
    if (release.batch_size != data.samples()) return kUnproven;
    const double move = gradient_move(bounds_of(release, data), cost.neighbours());
    const double range = whole_range(release, move / static_cast<double>(data.samples()));
    if (!release.is_hardened() || !std::isfinite(range)) return cost_of(range, cost.unit());
    // What is proven of rounding is in units of the whole domain's bounds.
    const double moved = gradient_move(data.bounds_within(std::numeric_limits<double>::infinity()),
                                       cost.neighbours());
    const GridQuery query = norm_query(grid_query(data, release));
    return cost_of(2 * hardened_laplace_epsilon(query, moved, release.noise_scale), cost.unit());
  }

  double mean_sensitivity(const DescribedRelease& release, double sensitivity) const override {
    return release.is_hardened() ? norm_sensitivity(release, sensitivity)
                                 : RegionForm::mean_sensitivity(release, sensitivity);
  }

  std::string mean_text(const DescribedRelease& release) const override {
    return RegionForm::mean_text(release) +
           std::string(release.is_hardened() ? kNormRoundingText : "") +
           ": the length of a gradient moves no further than the gradient";
  }
  std::string noise_text(const DescribedRelease& release) const override {
    if (release.is_hardened()) return hardened_noise_text(release);
    return std::string(noise_of(release.release.mechanism).scale_text) +
           ": point t is chosen with probability proportional to exp(-||gradient_t|| / b), the "
           "gradient being that of the mean over all records and of the smooth regularizer";
  }
  std::string_view grid_text() const override {
    return ", a whole number of steps of the grid, so that the choice is drawn exactly, in "
           "integers";
  }
  std::string cost_formula(const DescribedRelease& release) const override {
    const std::string range = release.is_hardened() ? "epsilon_t = 2 D_t / b_t, D_t = mean + grid_t"
                                                    : "epsilon_t = 2 mean / b_t";
    return release.unit == CostUnit::epsilon ? range : "rho_t = epsilon_t^2 / 8 with " + range;
  }
  std::string released_text(const DescribedRelease&) const override {
    return "the number of the iterate that is chosen, and everything made from it: the solution";
  }
  std::string also_released_text(const DescribedRelease&) const override {
    return ", beside them the number of the iterate that is chosen";
  }
  double stated_cost(const StatedRelease& stated, const StatedNoise& noise) const override {
    if (stated.mechanism != Mechanism::exponential || stated.draws_batches) return kUnproven;
    return cost_of(2 * (stated.mean_sensitivity + noise.grid) / noise.scale, stated.unit);
  }
  std::string plain_words(const Json& entry) const override {
    return "exponential mechanism over iterates, scored by the length of the mean gradient of " +
           batch_text(entry, entry) + "; one record moves a score by " +
           figure_text(number_of(entry.member("sensitivity"), "mean")) + " at most";
  }

  Vector noiseless(const Request& request, const Regularizer& regularizer,
                   const GradientAt& gradient_at) const override {
    const KeptNorms& kept = kept_of(request);
    Vector norms(kept.size());
    for (Index t = 0; t < kept.size(); ++t) {
      norms[t] =
          scaled_l2_norm(math::view(whole_gradient(kept.point(t), regularizer, gradient_at)));
    }
    return norms;
  }

  /// @param released  the number of the chosen point
  /// @param norms     of all points
  double log_likelihood(const Release& release, const Vector& released, const Vector& norms,
                        const VertexSet*) const override {
    const Vector scores = -norms / release.noise_scale;
    return scores[static_cast<Index>(released[0])] - math::log_sum_exp(math::view(scores));
  }

 private:
  static std::string hardened_noise_text(const DescribedRelease& release) {
    return std::string(noise_of(release.release.mechanism).scale_text) +
           ": point t is chosen with probability proportional to exp(-l_t grid_t / b_t), l_t being "
           "the length of the gradient of the mean over all records and of the smooth regularizer, "
           "rounded to a whole number of steps of the grid";
  }

  /// The number of a point, by whole numbers.
  static void choose_by_steps(const KeptNorms& kept, const Release& release, Exact& exact) {
    const double most = longest_norm(release, exact.data(), release.cost.neighbours);
    WholeScores scores;
    for (const double norm : kept.norms_) {
      scores.push_back(-nearest_step(std::min(norm, most), release.grid));
    }
    std::optional<Stream> stream = exact.noise_stream();
    const auto steps = static_cast<std::uint64_t>(release.noise_scale / release.grid);
    const Index chosen = largest_score(scores, steps, stream);
    exact.value() = Vector::Constant(1, static_cast<double>(chosen));
    exact.charge(release);
  }

  bool has_stated_mechanism(const StatedRelease& stated) const override {
    return stated.mechanism == Mechanism::exponential && stated.unit != CostUnit::renyi;
  }

  /// epsilon_0 or epsilon_0^2 / 8 of a choice of this range.
  static double cost_of(double range, CostUnit unit) {
    if (!std::isfinite(range) || unit == CostUnit::renyi) return kUnproven;
    return unit == CostUnit::rho ? 0.125 * range * range : range;
  }

  static const KeptNorms& kept_of(const Request& request) {
    return *static_cast<const IterateChoiceRequest&>(request).kept;
  }
};

const ReleaseForm* iterate_choice_form() {
  static const IterateChoiceForm form;
  return &form;
}

ReleaseDetails details_of_choice(double radius) {
  return details_of_region(radius);
}

IterateChoiceRequest choice_of(const KeptNorms& kept, const Release& release) {
  IterateChoiceRequest request;
  request.form = iterate_choice_form();
  request.release = release;
  request.kept = &kept;
  return request;
}

}  // namespace noisy
