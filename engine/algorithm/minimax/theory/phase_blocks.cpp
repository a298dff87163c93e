#include "engine/algorithm/minimax/theory/phase_blocks.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

namespace noisy {
namespace {

/// No number of records has a larger binary logarithm, and no theorem asks for more phases.
constexpr Index kMostPhases = 64;

std::unexpected<Error> refuse(const std::string& message) {
  return fail(ErrorCode::invalid_value, "phases", message);
}

Index size_of(Index samples, PhaseSchedule schedule, Index phases, Index phase) {
  if (schedule == PhaseSchedule::geometric) return phase < 63 ? samples >> phase : 0;
  const Index least = samples / phases;
  return schedule == PhaseSchedule::balanced && phase <= samples % phases ? least + 1 : least;
}

std::string too_few(Index samples, PhaseSchedule schedule, Index phases) {
  const Index most = schedule == PhaseSchedule::geometric ? phase_count(samples, schedule)
                                                          : std::min(samples, kMostPhases);
  return "too few samples for " + std::to_string(phases) + " phases: " + std::to_string(samples) +
         " samples allow at most " + std::to_string(most) + "; set fewer or bring more samples";
}

}  // namespace

Index phase_count(Index samples, PhaseSchedule schedule) {
  const auto n = static_cast<std::uint64_t>(samples);
  if (schedule == PhaseSchedule::geometric) return std::bit_width(n) - 1;
  return std::bit_width(n - 1);
}

Result<std::vector<RecordBlock>> phase_blocks(Index samples, PhaseSchedule schedule,
                                              std::optional<Index> phases) {
  if (samples < 2)
    return refuse("too few samples for one phase: at least 2 are needed, not " +
                  std::to_string(samples));
  const Index count = phases.value_or(phase_count(samples, schedule));
  if (count < 1 || count > kMostPhases)
    return refuse("the number of phases must be from 1 to " + std::to_string(kMostPhases) +
                  ", not " + std::to_string(count));
  std::vector<RecordBlock> blocks;
  Index first = 0;
  for (Index phase = 1; phase <= count; ++phase) {
    const Index size = size_of(samples, schedule, count, phase);
    if (size < 1) return refuse(too_few(samples, schedule, count));
    blocks.push_back({first, size});
    first += size;
  }
  return blocks;
}

double phase_growth(PhaseSchedule schedule, Index phase) {
  const Index exponent = schedule == PhaseSchedule::geometric ? 3 * phase : phase;
  return std::ldexp(1.0, static_cast<int>(exponent));
}

}  // namespace noisy
