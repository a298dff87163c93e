#include "engine/audit/planted/planted_oracle.h"

#include <array>
#include <cmath>
#include <numeric>

#include "engine/privacy/release/noise.h"

namespace noisy {
namespace {

class PlantedOracle final : public GradientOracle {
 public:
  PlantedOracle(PlantedBug bug, const FiniteSum& observed, const FiniteSum& records,
                const Regularizer& regularizer, const StreamFactory& streams)
      : GradientOracle(observed, regularizer, streams), bug_(bug), records_(records) {}

 private:
  void add_noise(const Release& release, const Vector& point, Vector& values) override {
    if (bug_ == PlantedBug::reused_phase || bug_ == PlantedBug::separate_phases) {
      answer_from_half(point, values);
    }
    // Of a toy that starts from 0: its solver steps twice as far as the solution is, and stops.
    if (bug_ == PlantedBug::believed_solver) values *= 2;
    const bool is_exact = (bug_ == PlantedBug::exact_release && ledger_.releases() % 2 == 1) ||
                          (bug_ == PlantedBug::unnoised_anchor && ledger_.releases() == 0);
    if (!is_exact) add_draws(release, values);
    ledger_.charge(release);
  }

  /// The first half of the records in the first release, the second in the next; with the defect
  /// always the second.
  void answer_from_half(const Vector& point, Vector& gradient) {
    const Index half = records_.samples() / 2;
    std::vector<Index> block(static_cast<std::size_t>(half));
    const bool is_first = ledger_.releases() % 2 == 0 && bug_ == PlantedBug::separate_phases;
    std::iota(block.begin(), block.end(), is_first ? Index{0} : half);
    records_.answer_batch(block, {.point = &point, .gradient = &gradient, .value = nullptr},
                          scratch_);
  }

  void add_draws(const Release& release, Vector& values) {
    const double scale = release.noise_scale * factor(release.mechanism);
    const Index number = bug_ == PlantedBug::repeated_noise ? 0 : ledger_.releases();
    const auto step = static_cast<std::uint64_t>(number);
    Stream stream = streams_.stream(StreamPurpose::noise, step);
    Vector noise(values.size());
    noise_of(release.mechanism)
        .fill(stream, scale, {noise.data(), static_cast<std::size_t>(noise.size())});
    if (bug_ == PlantedBug::shared_noise) noise.setConstant(noise[0]);
    values += noise;
  }

  double factor(Mechanism mechanism) const {
    switch (bug_) {
      case PlantedBug::noise_too_small:
        return std::sqrt(0.5);
      case PlantedBug::halved_sensitivity:
      case PlantedBug::halved_difference:
        return 0.5;
      case PlantedBug::reused_phase:
      case PlantedBug::separate_phases:
        // The plan's two releases on n records have epsilon / 2 or rho / 2 each. A phase on n / 2
        // has the whole budget: the same Laplace scale, and root 2 times the deviation.
        return noise_of(mechanism).norm == RowNorm::l1 ? 1 : std::sqrt(2.0);
      default:
        return 1;
    }
  }

  PlantedBug bug_;
  const FiniteSum& records_;
  BatchScratch scratch_;
};

constexpr std::array<PlantedEntry, 13> kEntries = {{
    {PlantedBug::noise_too_small, "noise-too-small", "Noise too small by the square root of 2",
     "A scale taken for a standard deviation, as in the published code of a paper."},
    {PlantedBug::shared_noise, "shared-noise", "One draw for all coordinates",
     "Subtracting two coordinates removes the noise."},
    {PlantedBug::weak_seed, "weak-seed", "A generator with an 8-bit seed",
     "An attacker tries all 256 seeds and recognizes the noise."},
    {PlantedBug::halved_sensitivity, "halved-sensitivity", "Half of the true sensitivity",
     "The noise is made for records that can do half as much as they can."},
    {PlantedBug::reused_phase, "reused-phase", "A phase that uses data again",
     "Two phases claim to look at different halves of the data, and look at the same one."},
    {PlantedBug::exact_release, "exact-release", "An exact gradient beside a noisy one",
     "Every second release carries no noise."},
    {PlantedBug::unclipped_rows, "unclipped-rows", "Rows that nothing clips",
     "Preprocessing states a bound on every row, and passes longer rows on."},
    {PlantedBug::unnoised_anchor, "unnoised-anchor", "An anchor that is charged but not noised",
     "The first step of an epoch stands at its anchor, and lets out the exact gradient there."},
    {PlantedBug::halved_difference, "halved-difference", "Half of a difference's sensitivity",
     "A record can turn both gradients of a difference around; the noise is made for one."},
    {PlantedBug::repeated_noise, "repeated-noise", "The same noise for every batch of an epoch",
     "Subtracting two steps removes the noise."},
    {PlantedBug::printed_spider, "printed-spider", "Rounds that cost 2.25 times what they state",
     "KL Spider with the noise of its listing, which is made for half of the sensitivity."},
    {PlantedBug::negative_norm, "negative-norm", "A negative length that is charged by its square",
     "A noisy length below 0 brings the least noise, and is charged as if it were far from 0."},
    {PlantedBug::believed_solver, "believed-solver", "A solver that is believed",
     "It stops after one step, which is twice too long, and nothing certifies where it got to."},
}};

}  // namespace

std::span<const PlantedEntry> planted_bugs() {
  return kEntries;
}

StreamFactory weak_streams(std::uint64_t seed) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "planted/weak-seed"});
}

std::unique_ptr<GradientOracle> planted_oracle(PlantedBug bug, const FiniteSum& observed,
                                               const FiniteSum& records,
                                               const Regularizer& regularizer,
                                               const StreamFactory& streams) {
  if (bug == PlantedBug::weak_seed) {
    const std::uint64_t seed = streams.stream(StreamPurpose::start, 0).next_word() % kWeakSeeds;
    return std::make_unique<PlantedOracle>(bug, observed, records, regularizer, weak_streams(seed));
  }
  return std::make_unique<PlantedOracle>(bug, observed, records, regularizer, streams);
}

}  // namespace noisy
