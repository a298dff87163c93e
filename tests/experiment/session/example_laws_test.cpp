// What the presets on known populations say of themselves is so: experiments E1, E2, E5 to E10 and
// E12 of bring-your-own-minimax, 5.3, as they stand in examples/.
#include <cmath>
#include <limits>
#include <map>

#include "engine/algorithm/minimax/theory/minimax_theorems.h"
#include "tests/experiment/file/example_files.h"
#include "tests/experiment/file/experiments.h"
#include "tests/experiment/session/run_survey.h"

namespace noisy::testing {
namespace {

/// What is measured at the end, by label and by what is swept.
using Ends = std::map<std::string, std::map<double, double>>;

Ends ends_of(const Json& experiment, const std::string& measure) {
  const auto result = run_experiment(experiment);
  EXPECT_TRUE(result) << result.error().message;
  Ends out;
  const Json rows = at_path(*result, "nonPrivate.summary");
  for (const Json& row : rows.elements()) {
    const Json& swept = row.member("sweep");
    const double at = swept.size() > 0 ? swept.members().front().second.number() : 0;
    out[row.member("label").text()][at] = at_path(row, "final." + measure + ".mean").number();
  }
  return out;
}

/// d log value / d log swept between two of the sweep.
double slope(const std::map<double, double>& curve, double from, double to) {
  return std::log(curve.at(to) / curve.at(from)) / std::log(to / from);
}

Json named(const std::string& preset) {
  return example(preset + ".json");
}

// ---- E1: the mean of a sphere -----------------------------------------------------------------

/// E[F(x~) - F*] = (d sigma^2 + r^2 / n) / 2, of which the first part is nearly all at these n.
TEST(MeanRate, FallsWithTheSquareOfNAndOfEpsilonAndGrowsWithD) {
  const Json tree = named("solver-mean-rate");
  const auto released = ends_of(tree, "populationExcess").at("One release");
  EXPECT_NEAR(slope(released, 250, 1000), -2, 0.15);
  EXPECT_NEAR(slope(released, 1000, 4000), -2, 0.1);
  EXPECT_GT(slope(released, 16000, 64000), -1.7);  // where records, not noise, are what is missing
  const auto swept = [&](const char* path, const char* values) {
    const std::string sweep =
        R"([{"path":")" + std::string(path) + R"(","values":)" + values + "}]";
    const Json other = with(with(tree, "data.samples", "500"), "sweep", sweep);
    return ends_of(other, "populationExcess").at("One release");
  };
  EXPECT_NEAR(slope(swept("privacy.epsilon", "[0.1,0.8]"), 0.1, 0.8), -2, 0.15);
  EXPECT_NEAR(slope(swept("data.features", "[10,100]"), 10, 100), 1, 0.12);
}

TEST(MeanRate, LiesBelowTheLineOfTheTheorem) {
  const auto released = ends_of(named("solver-mean-rate"), "populationExcess").at("One release");
  for (const auto& [samples, excess] : released) {
    const TheoremSetting setting{
        .lipschitz = 2, .samples = samples, .dimension = 10, .epsilon = 0.5, .delta = 1e-7};
    EXPECT_LT(excess, strongly_convex_population_bound(setting, 1, 1)) << samples;
  }
}

// ---- E2: a linear loss and a logistic one -----------------------------------------------------

TEST(LinearRate, PhasesOvertakeOneReleaseAsRecordsGrow) {
  const Ends ends = ends_of(named("solver-linear-rate"), "populationExcess");
  const auto& one = ends.at("One release");
  const auto& phases = ends.at("Phases");
  EXPECT_LT(phases.at(65536), 0.2 * one.at(65536));
  EXPECT_LT(phases.at(65536), 0.5 * ends.at("Phased SGD").at(65536));
  EXPECT_LT(slope(phases, 16384, 65536), -1);
  EXPECT_GT(slope(one, 16384, 65536), slope(phases, 16384, 65536));
  EXPECT_LT(phases.at(65536), ends.at("Equal phases").at(65536));
}

TEST(PopulationRate, PhasesPassOneReleaseAndDpSgdPassesThem) {
  const Ends ends =
      ends_of(with(named("solver-population"), "run.repeats", "3"), "populationExcess");
  for (const auto& [label, curve] : ends) EXPECT_LT(slope(curve, 2000, 32000), -0.2) << label;
  EXPECT_LT(ends.at("Phases").at(32000), 0.5 * ends.at("One release").at(32000));
  EXPECT_LT(slope(ends.at("Phases"), 8000, 32000), -0.7);
  EXPECT_LT(ends.at("DP-SGD").at(32000), 0.5 * ends.at("Phases").at(32000));
}

// ---- E5: coupling -----------------------------------------------------------------------------

/// The noise is the same, and of its gap the ratio is 1 + a^2 / (mu_x mu_y).
TEST(Coupling, GapGrowsWithItsSquare) {
  const auto gaps = ends_of(named("solver-coupling"), "populationGap").at("One release");
  for (const double a : {0.5, 1.0, 2.0}) {
    EXPECT_NEAR(gaps.at(a) / gaps.at(0) / (1 + a * a), 1, 0.15) << a;
  }
}

// ---- E6: no curvature -------------------------------------------------------------------------

TEST(Bilinear, WeakerPullsLetPhasesGoAndDpSgdaEndsLowest) {
  const Ends ends = ends_of(with(named("solver-bilinear"), "run.repeats", "2"), "populationGap");
  const auto at_most = [&](const char* label) { return ends.at(label).at(32000); };
  EXPECT_LT(at_most("Phases, weaker pull"), 0.7 * at_most("Phases"));
  for (const auto& [label, curve] : ends) EXPECT_GE(curve.at(32000), at_most("DP-SGDA")) << label;
  const double rate = slope(ends.at("DP-SGDA"), 2000, 32000);
  EXPECT_GT(rate, -0.8);
  EXPECT_LT(rate, -0.4);
}

// ---- E7: strong and weak ----------------------------------------------------------------------

/// Both of 12 runs on records of their own.
TEST(StrongAndWeak, MostOfTheGapInManyDimensionsIsOfSingleRuns) {
  const Json tree = named("solver-strong-weak");
  const auto strong = ends_of(tree, "populationGap").at("DP-SGDA");
  EXPECT_NEAR(slope(strong, 10, 160), 0.3, 0.15);
  Json fresh = with(with(tree, "data.features", "160"), "run.repeats", "1");
  fresh = with(fresh, "sweep", R"([{"path":"data.seed","values":[1,2,3,4,5,6,7,8,9,10,11,12]}])");
  std::string points;
  const Json runs = at_path(result_of(fresh), "runs");
  for (const Json& run : runs.elements()) {
    points += (points.empty() ? "[" : ",") + write_json(run.member("solution"));
  }
  const Json report = answer_of(fresh, R"({"weakGap":{"points":)" + points + "]}}");
  EXPECT_LT(at_path(report, "weakGap.plugIn.upper").number(),
            0.7 * at_path(report, "weakGap.strong.lower").number());
}

// ---- E8: concavity ----------------------------------------------------------------------------

/// L / (D sqrt n) is about 0.03.
TEST(Concavity, DecidesWhetherXAloneIsBetterPublished) {
  const Ends ends = ends_of(named("solver-concavity"), "primalGap");
  EXPECT_GT(ends.at("x alone").at(0.01), 1.5 * ends.at("x and y").at(0.01));
  EXPECT_LT(ends.at("x alone").at(0.16), 0.5 * ends.at("x and y").at(0.16));
}

// ---- E9, E10, E12: certificates, noise, phases ------------------------------------------------

TEST(Certificate, TakesFewerGradientsThanATheoremToTheSameAnswer) {
  const Json tree = with(named("solver-certificate"), "run.repeats", "1");
  const Ends excess = ends_of(tree, "populationExcess");
  EXPECT_NEAR(excess.at("Certificate").at(0) / excess.at("Markov").at(0), 1, 0.01);
  const Ends gradients = ends_of(tree, "solverGradients");
  EXPECT_LT(20 * gradients.at("Certificate").at(0), gradients.at("Markov").at(0));
}

TEST(NoiseLadder, EveryRungErrsLess) {
  const Ends ends = ends_of(named("solver-noise-ladder"), "populationExcess");
  double before = std::numeric_limits<double>::infinity();
  for (const char* rung :
       {"Classic Gaussian", "Analytic, tolerance 0.5", "Tolerance 0.1", "Tolerance 0.01"}) {
    EXPECT_LT(ends.at(rung).at(0), before) << rung;
    before = ends.at(rung).at(0);
  }
}

TEST(Anatomy, NoiseOfEqualBlocksHalvesFromPhaseToPhase) {
  const Json tree = with(named("solver-anatomy"), "run.repeats", "1");
  const Json noise = at_path(result_of(tree), "runs.0.trace.solutionNoise");
  ASSERT_EQ(noise.size(), 9u);  // before the first there is none
  for (std::size_t phase = 2; phase < 9; ++phase) {
    EXPECT_NEAR(noise.element(phase).number() / noise.element(phase - 1).number(), 0.5, 1e-3);
  }
}

}  // namespace
}  // namespace noisy::testing
