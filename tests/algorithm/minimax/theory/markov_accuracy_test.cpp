#include "engine/algorithm/minimax/theory/markov_accuracy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/algorithm/minimax/theory/solution_settings.h"

namespace noisy {
namespace {

constexpr double kDelta = 1e-5;

SolutionPhase phase_of(SolutionMethod method) {
  SolutionSetting setting = golden_setting(method, SolutionNoise::paper);
  setting.tolerance_ratio = 1;
  setting.primal_modulus = 0.1;
  return solution_phases(setting, 0.3).value()[0];
}

double accuracy_of(SolutionMethod method, MarkovMoment moment = MarkovMoment::paper) {
  return expected_accuracy(method, phase_of(method), 1, kDelta, moment);
}

/// By what an epoch of Prox-SVRG with q inner steps 1 / (20 l) shrinks the expected gap (Xiao and
/// Zhang 2014, Theorem 3.1).
double prox_svrg_factor(double smoothness, double weight, double inner_steps) {
  return 25 * smoothness / (weight * inner_steps) + 0.25 + 0.25 / inner_steps;
}

TEST(MarkovAccuracy, HasItsGoldenValues) {
  EXPECT_NEAR(accuracy_of(SolutionMethod::strongly_convex), 3.125e-17, 1e-29);
  EXPECT_NEAR(accuracy_of(SolutionMethod::strongly_convex_concave), 6.25e-12, 1e-24);
}

TEST(MarkovAccuracy, MakesTheDistanceOfAMinimizationLikely) {
  // E dist <= sqrt(2 gamma / lambda) or E dist^2 <= 2 gamma / lambda; P[dist > tau] <= delta / 4.
  for (const SolutionMethod method : {SolutionMethod::strongly_convex, SolutionMethod::convex}) {
    const SolutionPhase phase = phase_of(method);
    const double by_paper =
        std::sqrt(2 * accuracy_of(method) / phase.primal_weight) / phase.primal_distance;
    EXPECT_NEAR(by_paper / (kDelta / 4), 1, 1e-12);
    const double by_square = 2 * accuracy_of(method, MarkovMoment::square) / phase.primal_weight /
                             std::pow(phase.primal_distance, 2);
    EXPECT_NEAR(by_square / (kDelta / 4), 1, 1e-12);
  }
}

TEST(MarkovAccuracy, MakesTheDistanceOfASaddlePointLikely) {
  // E dist_W^2 <= 2 gamma.
  for (const SolutionMethod method : kSolutionMethods) {
    if (is_minimization(method)) continue;
    const bool are_two = releases_both(method) || is_one_of_pair(method);
    for (const MarkovMoment moment : {MarkovMoment::paper, MarkovMoment::square}) {
      const double probability =
          2 * accuracy_of(method, moment) / std::pow(phase_of(method).weighted_distance, 2);
      EXPECT_NEAR(probability / (kDelta / (are_two ? 8 : 4)), 1, 1e-12);
    }
  }
}

TEST(MarkovEpochs, AreThePapersCounts) {
  const auto count = [](SolutionMethod method, MarkovMoment moment, double factor) {
    return markov_epochs(phase_of(method), 1, accuracy_of(method, moment), factor);
  };
  const double n = 1000;
  EXPECT_EQ(count(SolutionMethod::strongly_convex, MarkovMoment::paper, 0.5),
            std::ceil(4 + 2 * std::log2(n / kDelta)));
  EXPECT_EQ(count(SolutionMethod::strongly_convex, MarkovMoment::square, 0.5),
            std::ceil(2 + 2 * std::log2(n) + std::log2(1 / kDelta)));
  EXPECT_EQ(count(SolutionMethod::strongly_convex_concave, MarkovMoment::paper, kSaddleSvrgFactor),
            std::ceil(std::log(8 * n * n / kDelta) / 0.597));
}

TEST(MarkovEpochs, ReachTheAccuracyAndNoneIsWasted) {
  for (const SolutionMethod method : kSolutionMethods) {
    const SolutionPhase phase = phase_of(method);
    const double accuracy = accuracy_of(method), start = 1 / (2 * phase.least_weight());
    const auto epochs = static_cast<double>(markov_epochs(phase, 1, accuracy, 0.6));
    EXPECT_LE(start * std::pow(0.6, epochs), accuracy);
    EXPECT_GT(start * std::pow(0.6, epochs - 1), accuracy);
    EXPECT_EQ(markov_epochs(phase, 1, 2 * start, 0.6), 0);
  }
}

TEST(MarkovEpochs, OfProxSvrgNeedAnInnerLengthOfOneMoreToHalve) {
  for (const double kappa : {0.01, 1.0, 1e4}) {
    const double q = 100 * kappa;
    EXPECT_NEAR(prox_svrg_factor(kappa * 0.3, 0.3, q), 0.5 + 0.25 / q, 1e-14);
    EXPECT_NEAR(prox_svrg_factor(kappa * 0.3, 0.3, q + 1), 0.5, 1e-15);
    EXPECT_LT(prox_svrg_factor(kappa * 0.3, 0.3, q + 2), 0.5);
  }
  // At q = 100 l / lambda the halving's count is short.
  const SolutionPhase phase = phase_of(SolutionMethod::convex);
  const double accuracy = accuracy_of(SolutionMethod::convex);
  EXPECT_GT(markov_epochs(phase, 1, accuracy, prox_svrg_factor(1, 10, 10)),
            markov_epochs(phase, 1, accuracy, 0.5));
}

}  // namespace
}  // namespace noisy
