// Adaptive noisy descent equals its naive twin step for step, with the same draws, and ends for the
// same reason.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/algorithm/kl/twin_cases.h"
#include "tests/algorithm/naive/kl_adaptive.h"

namespace noisy::testing {
namespace {

using naive::KlConstants;
using naive::Numbers;

/// The twin's word for a reason, as the engine writes it.
std::string dashed(std::string word) {
  std::ranges::replace(word, '_', '-');
  return word;
}

/// The points that the engine tells: one after every norm, whether or not a step followed.
std::vector<Numbers> told_path(const naive::AdaptiveTrace& trace) {
  std::vector<Numbers> out(trace.points.begin() + 1, trace.points.end());
  if (out.size() < trace.norms.size()) out.push_back(trace.run.answer);
  return out;
}

struct Ways {
  double ratio;
  double queries;
  bool takes_final_step;
};

TEST(AdaptiveTwin, HasTheSamePathAndReasonInModeFilter) {
  std::map<std::string, int> reasons;
  for (const Ways& ways : {Ways{0.5, 40, false}, Ways{0.5, 40, true}, Ways{0.5, 3, true},
                           Ways{0.9, 0, false}, Ways{0.5, 12, false}, Ways{0.3, 0, true}}) {
    for (const KlCase& problem :
         {logistic_case(2, 60), power_case(2, 300, 0.8), power_case(2, 3e4, 0.5),
          power_case(4, 200, 30), zeroed(logistic_case(2, 60)), zeroed(power_case(4, 200, 30))}) {
      ParameterSet parameters = case_parameters(
          problem,
          {{"relativeNoise", ways.ratio},
           {"output", std::string(ways.takes_final_step ? "after-final-step" : "last-certified")}});
      if (ways.queries > 0) parameters.set("maxNormQueries", ways.queries);
      if (ways.queries == 0) parameters.set("maxNormQueries", std::string("paper"));
      const auto plan = case_plan(problem, "adaptive-noisy-gd", parameters);
      ASSERT_TRUE(plan);
      for (std::uint64_t repeat = 0; repeat < 2 * kTwinRepeats; ++repeat) {
        SCOPED_TRACE(problem.name + ", repeat " + std::to_string(repeat) + ", m " +
                     std::to_string(ways.queries));
        const auto twin =
            naive::run_filter(problem.constants,
                              {.ratio = ways.ratio,
                               .norm_queries = ways.queries,
                               .takes_final_step = ways.takes_final_step},
                              problem.gradient, unit_draws(case_streams(repeat)), problem.start);
        const EngineRun run = case_run(problem, *plan, case_streams(repeat));
        expect_twin(run, twin.run, told_path(twin));
        EXPECT_EQ(run.stop, dashed(twin.run.stop));
        EXPECT_LE(run.spent, problem.constants.rho);
        reasons[run.stop] += 1;
      }
    }
  }
  std::string found;
  for (const auto& [reason, count] : reasons) found += reason + " ";
  EXPECT_EQ(reasons.size(), 4u) << "every reason should occur, not only " << found;
}

TEST(AdaptiveTwin, HasTheSamePathInModePaper) {
  for (const KlCase& problem : {logistic_case(2, 60), power_case(2, 300, 0.8),
                                zeroed(logistic_case(2, 60)), zeroed(power_case(2, 300, 0.8))}) {
    for (const bool is_certified : {false, true}) {
      KlConstants c = problem.constants;
      if (is_certified) c.rho = naive::certified_inner_rho(c);
      const std::string mode = is_certified ? "paper-certified" : "paper";
      const auto plan = [&](const char* output) {
        return case_plan(
            problem, "adaptive-noisy-gd",
            case_parameters(problem, {{"mode", mode}, {"output", std::string(output)}}));
      };
      const auto whole = plan("after-final-step"), certified = plan("last-certified");
      ASSERT_TRUE(whole && certified);
      for (std::uint64_t repeat = 0; repeat < kTwinRepeats; ++repeat) {
        SCOPED_TRACE(problem.name + " " + mode + ", repeat " + std::to_string(repeat));
        const StreamFactory streams = case_streams(repeat);
        const auto twin = naive::run_paper_adaptive(c, true, problem.gradient, unit_draws(streams),
                                                    problem.start);
        const EngineRun run = case_run(problem, *whole, streams);
        expect_twin(run, twin.trace.run, told_path(twin.trace));
        EXPECT_LE(run.spent, is_certified ? problem.constants.rho : 2.25 * problem.constants.rho);
        // Where the last gradient was asked for, which then need not be released.
        const EngineRun other = case_run(problem, *certified, streams);
        const Vector last = vector(twin.trace.points.back());
        EXPECT_LE((other.path.back() - last).norm(), kTwinTolerance * last.norm());
        EXPECT_EQ(other.releases, run.releases - 1);
      }
    }
  }
}

TEST(AdaptiveTwin, SelectsTheSameIterateForAThirdOfTheBudget) {
  std::map<std::size_t, int> choices;
  for (std::uint64_t repeat = 0; repeat < 4 * kTwinRepeats; ++repeat) {
    const bool is_zeroed = repeat % 2 == 1;
    const KlCase problem = is_zeroed ? zeroed(logistic_case(2, 60)) : logistic_case(2, 60);
    const auto plan = case_plan(
        problem, "adaptive-noisy-gd",
        case_parameters(problem, {{"maxNormQueries", 12.0}, {"output", std::string("selected")}}));
    ASSERT_TRUE(plan);
    const StreamFactory streams = case_streams(repeat);
    KlConstants path = problem.constants;
    path.rho *= 2.0 / 3;
    auto twin = naive::run_filter(path, {.norm_queries = 12}, problem.gradient, unit_draws(streams),
                                  problem.start);
    std::vector<Numbers> told = told_path(twin);
    const double coefficient = std::sqrt(2 * problem.constants.rho / 3) / path.record_move();
    const std::size_t best = naive::select_stationary(path, coefficient, twin.exact_norms,
                                                      unit_draws(streams), twin.run);
    told.push_back(twin.points[best]);
    expect_twin(case_run(problem, *plan, streams), twin.run, told);
    choices[best] += 1;
  }
  EXPECT_GT(choices.size(), 1u);
}

TEST(AdaptiveTwin, ChargesHalfOfRhoForANegativeNormAndStops) {
  KlCase problem = power_case(2, 300, 0.8);
  problem.start = {0, 0, 0};
  const auto plan = case_plan(
      problem, "adaptive-noisy-gd",
      case_parameters(problem,
                      {{"maxNormQueries", 12.0}, {"output", std::string("after-final-step")}}));
  ASSERT_TRUE(plan);
  int negative = 0;
  for (std::uint64_t repeat = 0; repeat < 8 * kTwinRepeats; ++repeat) {
    const auto twin =
        naive::run_filter(problem.constants, {.norm_queries = 12, .takes_final_step = true},
                          problem.gradient, unit_draws(case_streams(repeat)), problem.start);
    if (twin.norms[0] >= 0) continue;
    const EngineRun run = case_run(problem, *plan, case_streams(repeat));
    EXPECT_EQ(run.stop, "gradient-at-noise-floor");
    EXPECT_EQ(run.releases, 2);
    EXPECT_NEAR(run.costs.at("fresh-gradient"), problem.constants.rho / 2, 1e-12);
    negative += 1;
  }
  EXPECT_GT(negative, 0);
}

TEST(AdaptiveTwin, EndsAtTheUsualCapWithBudgetLeftAndSaysSo) {
  // So flat that the gradient is long all along, so many records that steps cost next to nothing.
  const KlCase problem = power_case(6, 1e7, 0.5);
  const auto plan = case_plan(problem, "adaptive-noisy-gd", case_parameters(problem, {}));
  ASSERT_TRUE(plan);
  const EngineRun run = case_run(problem, *plan, case_streams(0));
  EXPECT_EQ(static_cast<double>(run.path.size()), std::ceil(50 * std::log(1e7 + 1)));
  EXPECT_LT(run.spent, 0.9 * problem.constants.rho);
  EXPECT_EQ(run.stop, "max-iterations");
}

TEST(AdaptiveTwin, MakesStepsWithoutNoiseHoweverManyNormsThePaperWouldAskFor) {
  const KlCase problem = power_case(2, 300, 0.8);
  const auto steps = [&](ParameterValue queries) {
    const auto plan = case_plan(problem, "adaptive-noisy-gd",
                                case_parameters(problem, {{"maxNormQueries", queries}}), false);
    return plan ? noiseless_path(problem, *plan).size() : 0;
  };
  EXPECT_EQ(steps(7.0), 7u);
  EXPECT_EQ(steps(std::string("paper")), 200u);
}

}  // namespace
}  // namespace noisy::testing
