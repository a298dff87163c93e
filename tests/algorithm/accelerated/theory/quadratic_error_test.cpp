#include "engine/algorithm/accelerated/theory/quadratic_error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "engine/algorithm/accelerated/theory/masg_schedule.h"
#include "engine/algorithm/accelerated/theory/momentum.h"
#include "engine/algorithm/accelerated/theory/noise_weights.h"
#include "engine/algorithm/accelerated/theory/quadratic_bound.h"
#include "engine/privacy/calibration/division.h"

namespace noisy {
namespace {

constexpr auto kDescent = QuadraticMethod::gradient_descent;
constexpr auto kHeavyBall = QuadraticMethod::heavy_ball;
constexpr auto kNesterov = QuadraticMethod::nesterov;

const Quadratic kProblem{{0.1, 0.35, 1.0}, {3.0, -2.0, 1.5}};

StepSchedule staged(Index iterations) {
  MasgParameters parameters;
  parameters.iterations = iterations;
  parameters.strong_convexity = 0.1;
  parameters.smoothness = 1.0;
  parameters.first_stage_length = 9;
  return masg_schedule(parameters).value();
}

TEST(QuadraticError, EqualsTheClosedFormOfTheImpulseResponse) {
  for (const QuadraticMethod method : {kDescent, kHeavyBall, kNesterov})
    for (const double beta : {0.0, 0.4, 0.9}) {
      const double alpha = 0.8, noise = 0.3;
      const StepSchedule schedule = {{60, alpha, beta}};
      const auto curve =
          quadratic_error_curve(kProblem, method, schedule, [&](Index) { return noise; }).value();
      ASSERT_EQ(curve.size(), 61u);
      std::vector<double> bias(61, 0.0), variance(61, 0.0);
      for (std::size_t i = 0; i < 3; ++i) {
        const double lambda = kProblem.eigenvalues[i];
        const auto [current, previous] = mode_recursion({method, alpha, beta}, lambda);
        double h = 1.0, before = 0.0, squares = 0.0;
        for (std::size_t t = 0; t <= 60; ++t) {
          const double mean = (h + previous * before) * kProblem.start[i];
          bias[t] += 0.5 * lambda * mean * mean;
          variance[t] += 0.5 * lambda * alpha * alpha * noise * squares;
          squares += h * h;
          const double next = current * h + previous * before;
          before = h;
          h = next;
        }
      }
      for (std::size_t t = 0; t <= 60; ++t) {
        EXPECT_NEAR(curve[t].bias, bias[t], 1e-12);
        EXPECT_NEAR(curve[t].variance, variance[t], 1e-12);
      }
    }
}

TEST(QuadraticError, HasThePublishedValuesAtFiftyIterations) {
  const Quadratic problem{{0.1, 1.0}, {3.0, -2.0}};
  struct Row {
    double step, momentum, error;
  };
  for (const Row& row : {Row{1, 0, .030538}, Row{1, .3, .038071}, Row{.5, 0, .014429},
                         Row{.5, .3, .016347}, Row{.1, .5, .063510}}) {
    const StepSchedule schedule = {{50, row.step, row.momentum}};
    const auto curve =
        quadratic_error_curve(problem, kHeavyBall, schedule, [](Index) { return 0.04; }).value();
    EXPECT_NEAR(curve.back().total(), row.error, 5e-7);
  }
}

TEST(QuadraticError, ReachesTheNoiseFloor) {
  for (const QuadraticMethod method : {kDescent, kHeavyBall, kNesterov}) {
    const StepSchedule schedule = {{3000, 0.7, 0.6}};
    const auto curve =
        quadratic_error_curve(kProblem, method, schedule, [](Index) { return 0.04; }).value();
    const double floor = noise_floor({method, 0.7, 0.6}, kProblem.eigenvalues, 0.04).value();
    EXPECT_NEAR(curve.back().total() / floor, 1.0, 1e-10);
  }
}

// The methods as the paper writes them, on vectors; used to tie the formulas to the iterations.
class NaiveRun {
 public:
  explicit NaiveRun(const Quadratic& problem)
      : eigenvalues_(problem.eigenvalues), x_(problem.start), previous_(problem.start) {}

  void restart() { previous_ = x_; }

  template <typename Noise>
  void step(QuadraticMethod method, double alpha, double beta, Noise& noise) {
    if (method == kDescent) beta = 0.0;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      const double drift = beta * (x_[i] - previous_[i]);
      const double at = method == kNesterov ? x_[i] + drift : x_[i];
      const double next = x_[i] + drift - alpha * (eigenvalues_[i] * at + noise());
      previous_[i] = x_[i];
      x_[i] = next;
    }
  }

  double gap() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < x_.size(); ++i) sum += 0.5 * eigenvalues_[i] * x_[i] * x_[i];
    return sum;
  }

 private:
  std::vector<double> eigenvalues_, x_, previous_;
};

TEST(QuadraticError, IsTheMeanOfFourThousandLaplaceRunsWithinFourStandardErrors) {
  // 16 comparisons at 4 standard errors: false alarm rate below 1.1e-3; the seed is fixed.
  constexpr int kRuns = 4000;
  struct Case {
    QuadraticMethod method;
    StepSchedule schedule;
  };
  const Index steps = 50;
  const std::vector<Case> cases = {{kDescent, {{steps, 0.9, 0.0}}},
                                   {kHeavyBall, {{steps, 0.5, 0.6}}},
                                   {kNesterov, {{steps, 1.0, nesterov_momentum(1.0, 0.1)}}},
                                   {kNesterov, staged(steps)}};
  std::mt19937_64 generator(11);
  std::exponential_distribution<double> exponential;
  std::bernoulli_distribution coin;
  for (const Case& c : cases) {
    const auto weights = exact_noise_weights(kProblem, c.method, c.schedule).value();
    for (const Division division : {Division::uniform, Division::remark_4_2}) {
      const auto shares = divide_pure_budget(division, weights, 1.0, 100, 100).value();
      const auto scale = [&](Index t) { return 0.02 / shares.epsilon_at(t); };
      const auto exact = quadratic_error_curve(kProblem, c.method, c.schedule, [&](Index t) {
                           return 2.0 * scale(t) * scale(t);
                         }).value();
      double middle = 0, middle_square = 0, last = 0, last_square = 0;
      for (int run = 0; run < kRuns; ++run) {
        NaiveRun naive(kProblem);
        Index t = 0;
        for (const Stage& stage : c.schedule) {
          naive.restart();
          for (Index i = 0; i < stage.count; ++i) {
            const double b = scale(++t);
            auto laplace = [&] { return (coin(generator) ? b : -b) * exponential(generator); };
            naive.step(c.method, stage.step_size, stage.momentum, laplace);
            if (t == 20) middle += naive.gap(), middle_square += naive.gap() * naive.gap();
          }
        }
        last += naive.gap(), last_square += naive.gap() * naive.gap();
      }
      const auto check = [&](double sum, double squares, double expected) {
        const double mean = sum / kRuns;
        const double error = std::sqrt((squares / kRuns - mean * mean) / kRuns);
        EXPECT_LT(std::fabs(mean - expected), 4 * error) << mean << " against " << expected;
      };
      check(middle, middle_square, exact[20].total());
      check(last, last_square, exact.back().total());
    }
  }
}

TEST(ExactNoiseWeights, AreTheErrorsOfOneNoisyIteration) {
  for (const QuadraticMethod method : {kDescent, kHeavyBall, kNesterov})
    for (const StepSchedule& schedule : {staged(70), StepSchedule{{40, 0.6, 0.5}}}) {
      const auto weights = exact_noise_weights(kProblem, method, schedule).value();
      ASSERT_EQ(static_cast<Index>(weights.size()), schedule_steps(schedule));
      double largest = 0.0;
      for (const auto& weight : weights)
        largest = std::max(largest, std::exp(weight.first_log_weight));
      for (std::size_t noisy = 0; noisy < weights.size(); ++noisy) {
        const auto curve = quadratic_error_curve(kProblem, method, schedule, [&](Index t) {
          return t == static_cast<Index>(noisy) + 1 ? 2.0 : 0.0;  // b = 1
        });
        EXPECT_NEAR(std::exp(weights[noisy].first_log_weight),
                    std::max(curve->back().variance, 1e-12 * largest), 1e-11 * largest);
      }
    }
}

TEST(ExactNoiseWeights, DivideBetterThanTheBoundWhichDividesBetterThanUniform) {
  const Index steps = 200;
  for (const StepSchedule& schedule :
       {StepSchedule{{steps, 1.0, nesterov_momentum(1.0, 0.1)}}, staged(steps)}) {
    const auto exact = exact_noise_weights(kProblem, kNesterov, schedule).value();
    const auto recursion = nesterov_recursion(schedule, 0.1, 1.0).value();
    const auto bound = noise_weights(recursion, steps).value();
    const auto variance = [&](Division division, const std::vector<WeightSegment>& weights) {
      const auto shares = divide_pure_budget(division, weights, 1.0, 10, 10).value();
      return quadratic_error_curve(kProblem, kNesterov, schedule,
                                   [&](Index t) { return std::pow(shares.epsilon_at(t), -2); })
          ->back()
          .variance;
    };
    const double best = variance(Division::remark_4_2, exact);
    const double by_bound = variance(Division::remark_4_2, bound);
    const double uniform = variance(Division::uniform, bound);
    EXPECT_LE(best, by_bound * (1 + 1e-9));
    EXPECT_LT(by_bound, uniform);
  }
}

TEST(QuadraticBound, DominatesTheExactErrorOfRandomCases) {
  std::mt19937_64 generator(5);
  std::uniform_real_distribution<double> uniform;
  int compared = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const double mu = std::pow(10.0, -3 * uniform(generator));
    const QuadraticSetting setting{trial % 4 == 0 ? kDescent : kHeavyBall, 4.0 * uniform(generator),
                                   uniform(generator)};
    const Quadratic problem{{mu, mu + (1 - mu) * uniform(generator), 1.0},
                            {uniform(generator) - 0.5, uniform(generator), uniform(generator)}};
    if (!is_stable(setting, 1.0)) continue;
    const double noise = std::pow(10.0, 4 * uniform(generator) - 4);
    const double distance =
        std::inner_product(problem.start.begin(), problem.start.end(), problem.start.begin(), 0.0);
    const StepSchedule schedule = {{40, setting.step_size, setting.momentum}};
    const auto curve = quadratic_error_curve(problem, setting.method, schedule, [&](Index) {
                         return noise;
                       }).value();
    for (Index t = 0; t <= 40; ++t, ++compared) {
      const auto bound = quadratic_bound(setting, problem.eigenvalues, distance, noise, t).value();
      ASSERT_LE(curve[static_cast<std::size_t>(t)].total(), bound.total() * (1 + 1e-12));
    }
  }
  EXPECT_GT(compared, 50000);
}

TEST(QuadraticError, RefusesBadProblemsAndReportsDivergence) {
  const StepSchedule schedule = {{10, 0.5, 0.0}};
  const auto zero = [](Index) { return 0.0; };
  for (const Quadratic& problem : {Quadratic{{}, {}}, Quadratic{{1.0}, {}}, Quadratic{{0.0}, {1.0}},
                                   Quadratic{{1.0}, {std::nan("")}}})
    EXPECT_EQ(quadratic_error_curve(problem, kDescent, schedule, zero).error().field, "problem");
  EXPECT_EQ(exact_noise_weights(kProblem, kDescent, {}).error().field, "iterations");
  EXPECT_EQ(exact_noise_weights(kProblem, kDescent, {{2000, 50.0, 0.0}}).error().code,
            ErrorCode::diverged);
  EXPECT_EQ(quadratic_bound({kNesterov, 0.5, 0.5}, kProblem.eigenvalues, 1, 1, 1).error().code,
            ErrorCode::unsupported_option);
  EXPECT_EQ(quadratic_bound({kHeavyBall, 5.0, 0.5}, kProblem.eigenvalues, 1, 1, 1).error().code,
            ErrorCode::unstable_step);
}

}  // namespace
}  // namespace noisy
