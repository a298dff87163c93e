// What the KL methods show beside each other, and with constants that are wrong. Seeds are fixed: a
// test fails only where the code changes what runs do.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/statistical/ends.h"

namespace noisy::testing {
namespace {

/// One method on ||w||^p / p with balanced tilts of length 1, from ||w_0|| = 1, in a ball.
struct Trial {
  std::string method;
  Json parameters = Json::object({});  ///< beside the start
  double power = 4;
  double samples = 1e6;
  double radius = 1.3;
  Json constants = Json::object({});
};

std::string text(double number) {
  return write_json(Json(number));
}

Json result_of(const Trial& trial) {
  Json tree = *parse_json(R"({
    "version":1,
    "data":{"kind":"synthetic","name":"balanced-tilts","features":10,"bound":1},
    "problem":{"kind":"gallery","name":"tilted-power","domain":{"kind":"l2-ball"}},
    "privacy":{"notion":"zcdp","rho":0.5},
    "run":{"repeats":10,"randomness":{"mode":"reproducible","seed":1},
           "diagnostics":["suboptimality"]}})");
  tree = with(tree, "data.samples", text(trial.samples));
  tree = with(tree, "problem.power", text(trial.power));
  tree = with(tree, "problem.domain.radius", text(trial.radius));
  tree = with(tree, "problem.constants", write_json(trial.constants));
  Json parameters = trial.parameters;
  parameters.set("start", std::sqrt(0.1));
  Json algorithms = *parse_json("[{}]");
  algorithms = with(algorithms, "0.id", write_json(Json(trial.method)));
  algorithms = with(algorithms, "0.parameters", write_json(parameters));
  return testing::result_of(with(tree, "algorithms", write_json(algorithms)));
}

double gap_of(const Json& result) {
  return at_path(result, "nonPrivate.summary.0.final.suboptimality.median").number();
}

/// Descent with fixed noise that knows gamma and kappa, adaptive descent that knows neither and
/// asks for four times as many norms as that has steps, and KL Spider on a ball as large as it
/// travels.
struct Rivals {
  Ends fixed, adaptive, spider;
};

Rivals rivals(double power, double spider_radius) {
  Rivals out;
  for (const double samples : {1e5, 1e6, 1e7}) {
    Trial trial{.method = "dp-gd",
                .parameters = Json::object({{"iterations", "kl"}}),
                .power = power,
                .samples = samples};
    const Json fixed = result_of(trial);
    const double steps = at_path(fixed, "runs.0.parameters.iterations").number();
    trial.method = "adaptive-noisy-gd";
    trial.parameters = Json::object({{"maxNormQueries", 4 * steps}});
    out.fixed[samples] = gap_of(fixed);
    out.adaptive[samples] = gap_of(result_of(trial));
    trial = {.method = "kl-spider", .power = power, .samples = samples, .radius = spider_radius};
    out.spider[samples] = gap_of(result_of(trial));
  }
  return out;
}

/// kappa < 2: Spider falls faster than descent with the same noise in each step, whose slope is
/// that of adaptive noise, -2 kappa / (4 - kappa). It passes adaptive noise between n = 1e6 and
/// 1e7. Behind descent that knows gamma and kappa it stays, the more the larger its constants: that
/// crossing lies far beyond.
TEST(KlComparisons, SpiderFallsFasterAndPassesAdaptiveNoiseAtManyRecords) {
  const std::pair<double, double> powers[] = {{3, 3.4}, {4, 3.2}};
  for (const auto& [power, radius] : powers) {
    const Rivals all = rivals(power, radius);
    const double kappa = power / (power - 1);
    const double slow = slope_of(all.fixed, 1e6).value, fast = slope_of(all.spider, 1e6).value;
    const double adaptive = slope_of(all.adaptive, 1e5).value;
    const double behind = all.spider.at(1e7) / all.fixed.at(1e7);
    std::printf(
        "kappa %.3f: fixed noise %.2f, adaptive %.2f (predicted %.2f), spider %.2f (predicted "
        "%.2f); spider's gap is %.0f times that of fixed noise at n = 1e7: they would cross near "
        "n = %.0e\n",
        kappa, slow, adaptive, -2 * kappa / (4 - kappa), fast, -kappa, behind,
        1e7 * std::pow(behind, 1 / (slow - fast)));
    EXPECT_LT(fast, slow - 0.1);
    EXPECT_NEAR(adaptive, -2 * kappa / (4 - kappa), 0.15);
    for (const double samples : {1e5, 1e6, 1e7}) {
      EXPECT_LT(all.fixed.at(samples), all.adaptive.at(samples)) << samples;
      EXPECT_LT(all.fixed.at(samples), all.spider.at(samples)) << samples;
      EXPECT_EQ(all.spider.at(samples) < all.adaptive.at(samples), samples == 1e7) << samples;
    }
  }
}

struct Stated {
  double gap = 0;
  double target = 0;  ///< what the plan promises
  double rho = 0;     ///< what a run costs
};

/// KL Spider at kappa = 2 (gamma = 2^(-1/2), F_0 = 1/2), told constants that are factors away.
Stated told(double gamma_factor, double gap_factor, double kappa = 2) {
  const Json result =
      result_of({.method = "kl-spider",
                 .power = 2,
                 .radius = 8,
                 .constants = Json::object({{"klConstant", gamma_factor * std::sqrt(0.5)},
                                            {"klExponent", kappa},
                                            {"initialGap", gap_factor / 2}})});
  const Json targets = at_path(result, "runs.0.trace.targetGap");
  return {.gap = gap_of(result),
          .target = targets.element(targets.size() - 1).number(),
          .rho = at_path(result, "runs.0.privacy.rho").number()};
}

/// Too large a gamma costs accuracy, as gamma^kappa at least, too large an F_0 a round or two and
/// no more than rounding to whole rounds; constants that are too small cost the promise. None costs
/// privacy: a run has the budget's cost, to rounding.
TEST(KlComparisons, WrongConstantsCostAccuracyOrThePromiseAndNeverPrivacy) {
  const Stated right = told(1, 1);
  const std::pair<double, double> factors[] = {{0.25, 1}, {0.5, 1}, {2, 1}, {4, 1},
                                               {1, 0.25}, {1, 0.5}, {1, 2}, {1, 4}};
  for (const auto& [gamma, gap] : factors) {
    const Stated wrong = told(gamma, gap);
    EXPECT_NEAR(wrong.rho, right.rho, 1e-12) << gamma << ", " << gap;
    if (gamma >= 1 && gap >= 1) {
      EXPECT_LE(wrong.gap, wrong.target) << gamma << ", " << gap;
    }
    if (gamma > 1) {
      EXPECT_GT(wrong.gap, 2 * right.gap) << gamma;
      EXPECT_GT(wrong.target, gamma * gamma * right.target) << gamma;
    } else if (gap > 1) {
      EXPECT_NEAR(wrong.target / right.target, 1, 0.25) << gap;
    }
  }
  EXPECT_LE(right.gap, right.target);
  EXPECT_GT(told(0.5, 1).gap, 100 * told(0.5, 1).target);
  EXPECT_GT(told(1, 0.25).gap, 100 * told(1, 0.25).target);
  EXPECT_LE(told(1, 1, 5.0 / 3).gap, told(1, 1, 5.0 / 3).target);
}

/// Theorem 5, without a KL condition that holds everywhere: sum of w_j^2 / (1 + w_j^2) in 20
/// dimensions from w_0 = 3, with L_1 = 2 and F_0 = 18. The least gradient on the way is at most
/// sqrt(8 L_1 F_0 / T + nu^2), nu = sqrt(2 ln(4 m / beta)) sigma_norm, T executed steps; chosen
/// privately, the answer is longer by 2 L_0 ln((T + 1) / p) / (n sqrt(rho)) at most, but with
/// chance p = 1e-6 in each of the 60 runs.
TEST(KlComparisons, TheSelectedIterateIsNearlyStationary) {
  const double smoothness = 2, start_gap = 18, beta = 0.05;
  const double slope = 0.6496 * std::sqrt(20.0) + 1;      // L_0: the steepest sum, and a tilt
  const double for_path = 2.0 / 3, for_choice = 1.0 / 3;  // of rho = 1
  const Json example = *parse_json(R"({
    "version":1,
    "data":{"kind":"synthetic","name":"balanced-tilts","features":20,"bound":1},
    "problem":{"kind":"gallery","name":"bounded-squares",
               "domain":{"kind":"l2-ball","radius":20}},
    "privacy":{"notion":"zcdp","rho":1},
    "algorithms":[{"id":"adaptive-noisy-gd",
                   "parameters":{"start":3,"maxNormQueries":"paper","output":"selected"}}],
    "run":{"repeats":20,"randomness":{"mode":"reproducible","seed":1},
           "trace":{"points":100000},"diagnostics":["gradient-norm"]}})");
  double before = INFINITY;
  for (const double samples : {1e3, 1e4, 1e5}) {
    const Json result = testing::result_of(with(example, "data.samples", text(samples)));
    double mean = 0;
    const Json runs = at_path(result, "runs");
    for (const Json& run : runs.elements()) {
      const Json squares = at_path(run, "nonPrivate.trace.gradientNorm");
      double least = INFINITY;
      for (std::size_t i = 0; i < squares.size(); ++i) {
        if (squares.element(i).is_number()) {
          least = std::min(least, std::sqrt(squares.element(i).number()));
        }
      }
      const Json steps_taken = at_path(run, "trace.iteration");
      const double steps = steps_taken.element(steps_taken.size() - 1).number();
      const double norms = at_path(run, "parameters.maxNormQueries").number();
      const double norm_noise = 2 * slope / samples * std::sqrt(norms / (2 * for_path));
      const double nu = std::sqrt(2 * std::log(4 * norms / beta)) * norm_noise;
      EXPECT_LE(least, std::sqrt(8 * smoothness * start_gap / std::max(1.0, steps) + nu * nu));
      const double chosen = std::sqrt(at_path(run, "nonPrivate.final.gradientNorm").number());
      const double lost = 2 * slope / (samples * std::sqrt(for_choice));
      EXPECT_LE(chosen, least + lost * std::log((steps + 1) / 1e-6));
      mean += chosen / static_cast<double>(runs.size());
    }
    std::printf("n = %.0e: gradient of the answer %.4f\n", samples, mean);
    EXPECT_LT(mean, before / 2);
    before = mean;
  }
}

}  // namespace
}  // namespace noisy::testing
