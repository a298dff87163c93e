#include "engine/experiment/plan/replan.h"

namespace noisy {
namespace {

bool reads_data(const ConstantSpec& constant) {
  return constant.rule == ConstantRule::data_spectral ||
         constant.rule == ConstantRule::paper_spectral;
}

}  // namespace

bool reads_data(const ProblemSpec& problem) {
  return reads_data(problem.constants.smoothness) || reads_data(problem.constants.strong_convexity);
}

Result<ReplannedPoint> replan(const SweepPoint& point, ReleaseKind release,
                              const StatedShapeOf& stated) {
  const auto data = stated_data(*point.data, use_of(point.problem), stated(point));
  if (!data) return std::unexpected(data.error());
  if (auto fits = check_features(point.problem, (*data)->features()); !fits) {
    return std::unexpected(fits.error());
  }
  ReplannedPoint out{
      .objective = make_objective(point.problem, *data), .facts = {}, .algorithms = {}};
  // In place of the data's own: L and mu that suit each other.
  if (reads_data(point.problem)) out.objective->spectrum = Spectrum{.smallest = 1, .largest = 1};
  math::ThreadPool pool;
  auto facts = problem_facts(point.problem, *out.objective, pool);
  if (!facts) return std::unexpected(std::move(facts.error()));
  out.facts = std::move(*facts);
  for (std::size_t i = 0; i < point.algorithms.size(); ++i) {
    out.algorithms.push_back(plan_algorithm(point, i, *out.objective, out.facts, release));
    // A file may claim a million columns.
    constexpr Index kMostKept = 1 << 16;
    auto& planned = out.algorithms.back();
    if (planned && planned->start.size() > kMostKept) planned->start = Vector();
  }
  return out;
}

}  // namespace noisy
