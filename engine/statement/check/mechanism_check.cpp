#include "engine/statement/check/mechanism_check.h"

#include <algorithm>
#include <cmath>

#include "engine/privacy/release/chance_batches.h"
#include "engine/privacy/release/neighbour_move.h"
#include "engine/privacy/release/noise.h"

namespace noisy {
namespace {

bool is_grid(double value) {
  int exponent;
  return std::frexp(value, &exponent) == 0.5;
}

}  // namespace

void check_mechanism(const StatedEntry& entry, const std::string& place, Findings& findings) {
  const Noise& noise = noise_of(entry.mechanism);
  const bool follows_state = entry.rule == SensitivityRule::state_dependent;
  const auto expect = [&](bool holds, const char* problem) {
    findings.expect(holds, place, problem);
  };
  expect(entry.mechanism != Mechanism::none, "a private run needs noise");
  const bool chooses = noise.chooses;
  expect(chooses || entry.norm == entry.form->noised_norm(noise.norm),
         "Laplace noise goes with the l1 norm, Gaussian noise with l2");
  expect(noise.has_state_scale || !follows_state,
         "state-dependent sensitivity goes with Laplace noise");
  expect(entry.quantity == (follows_state ? kBaseEpsilon : noise.quantity),
         "noise.quantity is not what this mechanism has");
  expect((entry.unit == CostUnit::epsilon) == (entry.notion == Notion::pure),
         "pure DP is counted in epsilon, and nothing else is");
  expect(entry.samples >= 2 && entry.batch_size >= 1, "needs two records and a batch of one");
  const bool is_whole = entry.block.is_whole();
  const double pool = is_whole ? entry.samples : static_cast<double>(entry.block.count);
  expect(entry.draws_batches ? entry.batch_size < pool : entry.batch_size == pool,
         "batchSize does not suit the sampler");
  expect(entry.draws_by_chance == draws_by_chance(*entry.form),
         "its kind of release draws batches in another way");
  const double end = static_cast<double>(entry.block.first) + pool;
  expect(is_whole || (entry.form->reads_blocks() && end <= entry.samples),
         "these records are not a block of the data that such a release can read");
  const bool needs_grids = entry.release == ReleaseKind::hardened && !follows_state;
  expect(entry.values.empty() || needs_grids == !entry.grids.empty(),
         "hardened noise, and only that, has grids");
  expect(std::ranges::all_of(entry.grids, [](const ScaleRun& run) { return is_grid(run.first); }),
         "a grid is a power of two");
  entry.form->check(entry, place, findings);
  const Release rule{.form = entry.form,
                     .batch_size = static_cast<Index>(entry.batch_size),
                     .mechanism = entry.mechanism,
                     .sensitivity = entry.rule};
  expect(is_proven_for(entry.neighbours, rule, entry.unit, static_cast<Index>(entry.samples)),
         "nothing is proven of such releases for the neighbours that it names");
  expect(chooses == entry.form->is_choice(),
         "the exponential mechanism chooses, and nothing else does");
  entry.form->check_mean(entry, place + ".sensitivity.mean", findings);
}

}  // namespace noisy
