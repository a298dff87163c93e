#include "engine/privacy/release/release_form.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/plain_text.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/privacy/release/statement_words.h"

namespace noisy {
namespace {

/// What a pure-DP release of the batch costs under sampling without replacement.
double amplified(const StatedRelease& stated, double epsilon) {
  if (!stated.draws_batches) return epsilon;
  const double rate = stated.batch_size / stated.samples;
  constexpr double kLarge = 700;
  if (epsilon > kLarge) return epsilon + math::log(rate);
  return math::log1p(rate * math::expm1(epsilon));
}

double laplace_cost(const StatedRelease& stated, const StatedNoise& noise) {
  const double scale = noise.scale;
  const double moves = stated.mean_sensitivity + stated.dimension * noise.grid;
  const double epsilon = amplified(stated, stated.quantity == kBaseEpsilon ? scale : moves / scale);
  return stated.unit == CostUnit::rho ? 0.5 * epsilon * epsilon : epsilon;
}

}  // namespace

ReleaseDetails ReleaseForm::details_at(const Release& release, double) const {
  return release.details;
}

bool ReleaseForm::is_proven_for(Neighbours neighbours) const {
  return neighbours == Neighbours::replace_one;
}

double ReleaseForm::renyi(const Release&, Index, double, double) const {
  return kUnproven;
}

double ReleaseForm::sum_sensitivity(const GradientBounds& bounds, const Domain&, Index) const {
  return bounds.l2;
}

RowNorm ReleaseForm::norm(const DescribedRelease& release) const {
  return noise_of(release.release.mechanism).norm;
}

double ReleaseForm::mean_sensitivity(const DescribedRelease& release, double sensitivity) const {
  const double records = static_cast<double>(release.release.batch_size);
  if (!release.is_hardened() || release.follows_state()) return sensitivity / records;
  const double margin = 1 + (static_cast<double>(release.dimension) + 128) * 0x1p-52;
  return sensitivity * (margin / records + release.summation_error);
}

std::string ReleaseForm::mean_text(const DescribedRelease& release) const {
  if (!release.is_hardened() || release.follows_state()) return "S / m";
  return "S (r / m + w) with r = 1 + (d + 128) 2^-52 for the rounding of one record's gradient and "
         "w = " +
         number_text(release.summation_error) + " for that of the sum";
}

std::string ReleaseForm::noise_text(const DescribedRelease& release) const {
  return std::string(noise_of(release.release.mechanism).scale_text) +
         ", added to every coordinate of the " + std::string(noised_text());
}

std::string_view ReleaseForm::grid_text() const {
  return ", as an integer on a power-of-two grid to which the mean is rounded (discrete noise, "
         "drawn exactly)";
}

std::string ReleaseForm::cost_formula(const DescribedRelease& release) const {
  if (release.unit == CostUnit::renyi) {
    return "D_t = " + std::string(statement::kSampledDivergence) + ", s = mean / sigma_t";
  }
  const bool in_epsilon = release.unit == CostUnit::epsilon;
  // D is what the rounded mean moves by: rounding to the grid adds 1 step per coordinate.
  const std::string moves = release.is_hardened() ? "D_t" : "mean";
  std::string note;
  if (release.is_hardened() && !release.follows_state()) {
    note = release.is_laplace() ? ", D_t = mean + d grid_t" : ", D_t = mean + sqrt(d) grid_t";
  }
  if (!release.is_laplace()) return "rho_t = (" + moves + " / sigma_t)^2 / 2" + note;
  const std::string base = release.follows_state() ? "epsilon_0,t" : moves + " / b_t";
  const std::string epsilon =
      release.draws_batches() ? "ln(1 + (m/n) (exp(" + base + ") - 1))" : base;
  if (in_epsilon) return "epsilon_t = " + epsilon + note;
  return "rho_t = epsilon_t^2 / 2 with epsilon_t = " + epsilon + note;
}

std::string ReleaseForm::released_text(const DescribedRelease& release) const {
  return "the noisy " + std::string(noised_text()) + " of every iteration, " +
         std::to_string(release.dimension) +
         " numbers each, and everything made from them: iterates, trace and solution";
}

bool ReleaseForm::is_named(const DescribedRelease& release) const {
  return release.unit == CostUnit::renyi;
}

void ReleaseForm::check(const StatedRelease& stated, const std::string& place,
                        Findings& findings) const {
  const bool is_gaussian = stated.mechanism == Mechanism::gaussian;
  if (stated.unit != CostUnit::renyi) {
    findings.expect(!is_gaussian || !stated.draws_batches, place,
                    "Gaussian noise on batches drawn without replacement is counted in Renyi "
                    "divergence, or not at all");
    return;
  }
  findings.expect(has_stated_divergence(stated) && stated.notion == Notion::approximate, place,
                  "Renyi divergence counts Gaussian noise on drawn batches, and on anchors of all "
                  "records beside them, and choices");
  findings.expect(
      stated.values.size() <= 1 && std::ranges::all_of(stated.values, &ScaleRun::is_constant),
      place, "releases that are counted in Renyi divergence are alike");
}

bool ReleaseForm::has_stated_divergence(const StatedRelease& stated) const {
  return stated.mechanism == Mechanism::gaussian && stated.draws_batches;
}

void ReleaseForm::check_mean(const StatedRelease& stated, const std::string& place,
                             Findings& findings) const {
  const double mean = stated.sensitivity / stated.batch_size;
  if (stated.is_plain_sum()) {
    findings.compare(place, stated.mean_sensitivity, mean);
  } else {
    findings.expect(stated.mean_sensitivity >= mean * (1 - kUnderstated), place,
                    "understated: less than value / batchSize");
  }
}

double ReleaseForm::stated_cost(const StatedRelease& stated, const StatedNoise& noise) const {
  if (stated.unit == CostUnit::renyi) {
    return renyi(stated.rule_at(noise.scale), static_cast<Index>(stated.samples),
                 stated_sum_sensitivity(stated), stated.order);
  }
  if (stated.mechanism == Mechanism::laplace) return laplace_cost(stated, noise);
  const bool is_known = stated.mechanism == Mechanism::gaussian && stated.unit == CostUnit::rho &&
                        !stated.draws_batches;
  if (!is_known) return kUnproven;
  return rho_of_gaussian(stated.mean_sensitivity + std::sqrt(stated.dimension) * noise.grid,
                         noise.scale);
}

double ReleaseForm::stated_sum_sensitivity(const StatedRelease& stated) const {
  return stated.sensitivity;
}

double ReleaseForm::written_sum_sensitivity(const Json& sensitivity) const {
  return number_of(sensitivity, "value");
}

std::string ReleaseForm::plain_words(const Json& entry) const {
  return noise_words(
      entry, std::string(noised_text()) + " of ", "it",
      number_of(entry.member("sensitivity"), "value") / number_of(entry, "batchSize"));
}

double ReleaseForm::log_likelihood(const Release& release, const Vector& released,
                                   const Vector& exact, const VertexSet*) const {
  return noise_of(release.mechanism).log_density(released - exact, release.noise_scale);
}

Release StatedRelease::rule_at(double scale) const {
  const bool is_floating = release == ReleaseKind::floating;
  return {.form = form,
          .batch_size = static_cast<Index>(batch_size),
          .mechanism = is_floating ? mechanism : Mechanism::none,
          .sensitivity = rule,
          .noise_scale = scale,
          .details = rule_details};
}

}  // namespace noisy
