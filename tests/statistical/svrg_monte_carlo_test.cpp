// Mean errors of thousands of runs of DP-SVRG and DP-SVRG++ against their exact expectations on
// mean estimation, where the drawn records' differences cancel.
#include <gtest/gtest.h>

#include "engine/algorithm/erm/theory/svrg_quadratic.h"
#include "engine/problem/risk/linear_quadratic.h"
#include "tests/algorithm/erm/svrg_runs.h"
#include "tests/algorithm/erm/theory/tilted_quadratic.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

// Fixed seeds; a comparison within 4 standard errors fails by chance with probability 6e-5.
constexpr int kRuns = 4000;
constexpr double kStandardErrors = 4;

const naive::Numbers kStart = {1, -0.5, 0.25};

/// f(x, z) = |x - z|^2 / 2 up to a constant; the records' mean is 0, so that x_0 is e_0.
SvrgSetting mean_estimation() {
  constexpr Index kSamples = 12;
  Numbers01 random(41);
  Eigen::MatrixXd records(3, kSamples);
  for (Index i = 0; i < kSamples; i += 2) {
    for (Index k = 0; k < 3; ++k) {
      records(k, i) = random(-0.6, 0.6);
      records(k, i + 1) = -records(k, i);
    }
  }
  constexpr double kRadius = 2;
  SvrgSetting out{.name = "mean estimation",
                  .problem = {.samples = kSamples},
                  .records = nullptr,
                  .data = {},
                  .smoothness = 1,
                  .lipschitz = kRadius};
  out.data = std::make_unique<LinearQuadraticRisk>(
      *LinearQuadraticRisk::create(Eigen::MatrixXd::Identity(3, 3), records, kRadius));
  return out;
}

struct Moments {
  double mean = 0;
  double standard_error = 0;
};

Moments final_gaps(const SvrgSetting& setting, const naive::Svrg& method,
                   const AlgorithmPlan* plan) {
  EXPECT_TRUE(plan);
  if (!plan) return {};
  double sum = 0;
  double squares = 0;
  for (std::uint64_t repeat = 0; repeat < kRuns; ++repeat) {
    const auto streams =
        StreamFactory::reproducible({.seed = 6, .algorithm = svrg_id(method), .repeat = repeat});
    const Vector last = run_svrg(setting, *plan, streams, kStart).path.back();
    const double gap = 0.5 * last.squaredNorm();
    sum += gap;
    squares += gap * gap;
  }
  const double mean = sum / kRuns;
  return {.mean = mean, .standard_error = std::sqrt((squares / kRuns - mean * mean) / kRuns)};
}

Moments final_gaps(const naive::Svrg& method, Index batch_size) {
  const SvrgSetting setting = mean_estimation();
  const double constant = constant_for_noise(setting, method.noise, method.steps());
  const auto plan = svrg_plan(setting, method, batch_size, theorem_privacy(constant));
  return final_gaps(setting, method, plan.get());
}

const SvrgQuadratic kProblem{.curvature = 1,
                             .squared_distance = 1.3125,
                             .dimension = 3,
                             .step_size = 0.1,
                             .noise_variance = 0.25};

TEST(SvrgMonteCarlo, MeanErrorIsTheClosedForm) {
  const double exact = svrg_quadratic_gaps(kProblem, 20, 3)->back();
  EXPECT_NEAR(exact, 0.01178869, 5e-9);
  for (const Index batch_size : {1, 4}) {
    const Moments measured =
        final_gaps({.epochs = 3, .length = 20, .step_size = 0.1, .noise = 0.5}, batch_size);
    EXPECT_NEAR(measured.mean, exact, kStandardErrors * measured.standard_error);
    // Half the variance of the noise would move the mean by more than 4 standard errors.
    EXPECT_LT(measured.standard_error, 0.03 * measured.mean);
  }
}

TEST(SvrgMonteCarlo, MeanErrorWithAnchorsNoisedOncePerEpochIsTheClosedForm) {
  const SvrgSetting setting = mean_estimation();
  const naive::Svrg method{.epochs = 3, .length = 20, .step_size = 0.1, .per_epoch = true};
  const PrivacyRequest privacy{
      .notion = Notion::approximate, .epsilon = 40, .delta = 1e-2, .mechanism = std::nullopt};
  for (const Index batch_size : {1, 4}) {
    const auto plan = svrg_plan(setting, method, batch_size, privacy);
    ASSERT_TRUE(plan);
    SvrgQuadratic problem = kProblem;
    problem.noise_variance = std::pow(planned_release(*plan, 2).noise_scale, 2);
    const double anchors = std::pow(planned_release(*plan, 1).noise_scale, 2);
    const double exact = tilted_quadratic_gaps(problem, anchors, 20, 3).back();
    const Moments measured = final_gaps(setting, method, plan.get());
    EXPECT_NEAR(measured.mean, exact, kStandardErrors * measured.standard_error);
    EXPECT_LT(measured.standard_error, 0.03 * measured.mean);
    // Were the anchor's noise drawn afresh in every step, the mean would be elsewhere.
    problem.noise_variance += anchors;
    const double afresh = tilted_quadratic_gaps(problem, 0, 20, 3).back();
    EXPECT_GT(std::fabs(measured.mean - afresh), 6 * measured.standard_error);
  }
}

TEST(SvrgMonteCarlo, MeanErrorOfDoublingEpochsIsTheClosedForm) {
  const double exact = svrg_plus_quadratic_gaps(kProblem, 4, 3)->back();
  EXPECT_NEAR(exact, 0.00866724, 5e-9);
  for (const Index batch_size : {1, 4}) {
    const Moments measured = final_gaps(
        {.doubles = true, .epochs = 3, .length = 4, .step_size = 0.1, .noise = 0.5}, batch_size);
    EXPECT_NEAR(measured.mean, exact, kStandardErrors * measured.standard_error);
    EXPECT_LT(measured.standard_error, 0.03 * measured.mean);
  }
}

}  // namespace
}  // namespace noisy::testing
