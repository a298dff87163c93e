#include "engine/privacy/form/column_range.h"

#include <algorithm>
#include <cmath>

#include "engine/privacy/accountant/mechanism_renyi.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/random/exact_choice.h"

namespace noisy {
namespace {

constexpr double kLeastScale = 0x1p-9;
constexpr double kLargestScale = 0x1p30;

/// Whether b can be what choices are made with.
bool is_scale(double scale) {
  const double steps = scale / kColumnRangeGrid;
  return scale >= kLeastScale && scale <= kLargestScale && steps == std::floor(steps);
}

double cost_of_scale(double scale, CostUnit unit, double order) {
  if (!is_scale(scale)) return kUnproven;
  const double range = 2 / scale;
  if (unit == CostUnit::epsilon) return range;
  if (unit == CostUnit::rho) return 0.125 * range * range;
  return order > 1 ? bounded_range_renyi(order, range) : kUnproven;
}

class ColumnRangeForm final : public ReleaseForm {
 public:
  ColumnRangeForm()
      : ReleaseForm({"column-range", "Range of a column",
                     "A quantile of a column, chosen among public candidates before the algorithm "
                     "begins."}) {}

  bool precedes_run() const override { return true; }
  bool is_choice() const override { return true; }
  bool is_named(const DescribedRelease&) const override { return true; }
  bool is_proven_for(Neighbours neighbours) const override {
    return neighbours != Neighbours::add_remove;
  }

  /// Only whoever begins a run chooses: an algorithm never sees a column.
  std::optional<Error> refusal(const Request&, const Exact&) const override {
    return Error{ErrorCode::internal, "release", "ranges are chosen before the algorithm begins"};
  }
  void answer(const Request&, Exact&) const override {}
  double least_cost(const Request&, const Exact&, ReleaseCost&) const override { return kUnproven; }

  double renyi(const Release& release, Index, double, double order) const override {
    return column_range_cost(release, CostUnit::renyi, order);
  }
  double sum_sensitivity(const GradientBounds&, const Domain&, Index) const override { return 1; }

  RowNorm norm(const DescribedRelease&) const override { return RowNorm::linf; }
  double mean_sensitivity(const DescribedRelease&, double) const override { return 1; }
  std::string mean_text(const DescribedRelease&) const override {
    return "1: one record is one of those that are counted";
  }
  std::string_view moving_text() const override { return "a candidate's score"; }
  std::string noise_text(const DescribedRelease& release) const override {
    return std::string(noise_of(release.release.mechanism).scale_text) +
           ": candidate t of a column is chosen with probability proportional to exp(u(t) / b_t), "
           "u(t) = -|#{v < t} - k| over its values v, k being q n for the quantile q, rounded";
  }
  std::string_view grid_text() const override {
    return ", a whole number of steps of the grid, so that the choice is drawn exactly, in "
           "integers";
  }
  std::string cost_formula(const DescribedRelease& release) const override {
    const std::string range = "epsilon_t = 2 mean / b_t";
    if (release.unit == CostUnit::epsilon) return range;
    if (release.unit == CostUnit::rho) return "rho_t = epsilon_t^2 / 8 with " + range;
    return "D_t = the largest over z in [0, e] of z + ln(1 - (exp(z) - 1) (1 - exp(-(a - 1) e)) / "
           "(exp(e) - 1)) / (a - 1), e = epsilon_t = 2 mean / b_t, a = order: log likelihood "
           "ratios "
           "lie in an interval of length e (Dong, Durfee and Rogers 2020)";
  }
  std::string also_released_text(const DescribedRelease&) const override {
    return ", and the ranges that columns are clamped to";
  }
  std::string_view plain_plural() const override {
    return " ends of columns' ranges, by counts of ";
  }
  std::string_view plain_norm() const override { return "a candidate's score"; }

  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    findings.expect(stated.mechanism == Mechanism::exponential && !stated.draws_batches &&
                        stated.block.is_whole() && stated.rule == SensitivityRule::uniform,
                    place, "ranges are chosen by scores of uniform sensitivity over all records");
    const auto is_of_grid = [](const ScaleRun& run) {
      return run.is_constant() && is_scale(run.first);
    };
    findings.expect(std::ranges::all_of(stated.values, is_of_grid), place,
                    "choices of ranges are alike, with a whole number of steps of 2^-32");
    const auto is_grid = [](const ScaleRun& run) { return run.first == kColumnRangeGrid; };
    findings.expect(std::ranges::all_of(stated.grids, is_grid), place,
                    "the grid of choices of ranges is 2^-32");
  }
  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override {
    findings.compare(place, stated.mean_sensitivity, 1);
  }
  double stated_cost(const StatedRelease& stated, const StatedNoise& noise) const override {
    if (stated.mechanism != Mechanism::exponential) return kUnproven;
    return cost_of_scale(noise.scale, stated.unit, stated.order);
  }
  double stated_sum_sensitivity(const StatedRelease&) const override { return 1; }
  double written_sum_sensitivity(const Json&) const override { return 1; }
};

}  // namespace

const ReleaseForm* column_range_form() {
  static const ColumnRangeForm form;
  return &form;
}

Result<double> column_range_scale(double range) {
  const double scale =
      std::max(kLeastScale, std::ceil(2 / range / kColumnRangeGrid) * kColumnRangeGrid);
  if (range > 0 && is_scale(scale)) return scale;
  return fail(ErrorCode::invalid_budget, "privacy",
              "the part of the budget that private-ranges has is too small: raise its share or the "
              "budget, or name fewer columns");
}

double column_range_cost(const Release& release, CostUnit unit, double order) {
  const bool is_proven = release.form == column_range_form() && release.block.is_whole() &&
                         release.mechanism == Mechanism::exponential &&
                         release.sensitivity == SensitivityRule::uniform;
  return is_proven ? cost_of_scale(release.noise_scale, unit, order) : kUnproven;
}

std::size_t choose_candidate(std::span<const std::int64_t> scores, const Release& release,
                             Stream& stream) {
  if (release.mechanism == Mechanism::none) {
    return static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin());
  }
  const ExactRate rate{
      .numerator = static_cast<std::uint64_t>(1 / kColumnRangeGrid),
      .denominator = static_cast<std::uint64_t>(release.noise_scale / kColumnRangeGrid)};
  return exponential_choice(stream, scores, rate);
}

}  // namespace noisy
