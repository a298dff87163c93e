#pragma once

#include <map>

#include "engine/privacy/release/release_form.h"
#include "tests/algorithm/kl/twin_tolerance.h"
#include "tests/algorithm/kl/unit_draws.h"
#include "tests/algorithm/settings.h"
#include "tests/problem/gallery/gallery_problems.h"
#include "tests/support/drive.h"

namespace noisy::testing {

/// One problem, as the engine and as the twins see it.
struct KlCase {
  std::string name;
  std::unique_ptr<GalleryRisk> gallery = {};
  std::unique_ptr<DenseData> records = {};
  std::unique_ptr<FiniteSum> risk = {};
  const FiniteSum* data = nullptr;  ///< the gallery's, or that of the records
  Domain domain = {};
  naive::KlConstants constants;
  naive::MeanGradient gradient;
  naive::Numbers start;
};

/// |w|^p / p of the gallery within a ball, from a distance of 1; its tilts cancel. Gradients are
/// clipped to what none of them reaches, so that nothing but their lengths bounds how far apart two
/// of them are: the twins have the one L_0 of the paper.
inline KlCase power_case(double power, double samples, double rho, double radius = 4) {
  constexpr Index kDimension = 3;
  KlCase out{.name = "power " + std::to_string(power)};
  out.gallery = std::make_unique<GalleryRisk>(gallery_case("tilted-power", {{"power", power}},
                                                           {.name = "balanced-tilts",
                                                            .samples = static_cast<Index>(samples),
                                                            .features = kDimension,
                                                            .bound = 0.5},
                                                           radius),
                                              GradientClip{.bound = 1e6});
  out.data = &out.gallery->risk;
  out.domain = out.gallery->domain;
  const RegionBounds bounds = out.data->bounds_within(radius);
  const double kappa = power / (power - 1);
  out.constants = {.samples = samples,
                   .dimension = kDimension,
                   .rho = rho,
                   .gamma = std::pow(power, -1 / kappa),
                   .kappa = kappa,
                   .lipschitz = bounds.gradient_l2 / 2,
                   .smoothness = bounds.record_smoothness,
                   .initial_gap = 1 / power};
  out.gradient = [power](const naive::Numbers& w) {
    const double length = naive::norm(w);
    return naive::plus(naive::Numbers(w.size(), 0.0), length > 0 ? std::pow(length, power - 2) : 0,
                       w);
  };
  out.start = {0.6, 0, -0.8};
  return out;
}

/// Logistic regression on few rows of at most 1.5, with KL constants that somebody has guessed.
inline KlCase logistic_case(double kappa, double rho) {
  Setting setting = logistic_setting(2, 60);
  KlCase out{.name = "logistic"};
  out.records = std::move(setting.records);
  out.risk = std::move(setting.data);
  out.data = out.risk.get();
  out.constants = {.samples = 60,
                   .dimension = 4,
                   .rho = rho,
                   .gamma = 2,
                   .kappa = kappa,
                   .lipschitz = 1.5,
                   .smoothness = 1.5 * 1.5 / 4,
                   .weak_convexity = 0.3,
                   .initial_gap = 0.7};
  std::vector<std::size_t> all(setting.problem.samples);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  out.gradient = [problem = setting.problem, all](const naive::Numbers& w) {
    return problem.batch_gradient(all, w);
  };
  out.start = {0.4, -0.2, 0.1, -0.6};
  return out;
}

/// The same problem, whose neighbours have a record zeroed out.
inline KlCase zeroed(KlCase problem) {
  problem.constants.adjacency = 1;
  problem.name += ", zeroed out";
  return problem;
}

inline StreamFactory case_streams(std::uint64_t repeat) {
  return StreamFactory::reproducible({.seed = 20260101, .algorithm = "kl", .repeat = repeat});
}

inline ParameterSet case_parameters(
    const KlCase& problem, std::initializer_list<std::pair<const char*, ParameterValue>> all) {
  ParameterSet out;
  out.set("failureProbability", problem.constants.beta);
  out.set("start", problem.start);
  for (const auto& [name, value] : all) out.set(name, value);
  return out;
}

inline std::unique_ptr<AlgorithmPlan> case_plan(const KlCase& problem, const char* id,
                                                const ParameterSet& parameters,
                                                bool is_private = true) {
  const AlgorithmEntry* entry = find_algorithm(id);
  EXPECT_TRUE(entry) << id;
  if (!entry) return nullptr;
  const naive::KlConstants& c = problem.constants;
  const FiniteSum& data = *problem.data;
  PlanInput input{
      .facts = {.samples = data.samples(),
                .dimension = data.dimension(),
                .smoothness = c.smoothness,
                .loss_smoothness = c.smoothness,
                .smoothness_bound = data.smoothness_bound(),
                .l2_sensitivity = data.gradient_bounds().l2,
                .kl = {.exponent = c.kappa,
                       .constant = c.gamma,
                       .weak_convexity = c.weak_convexity,
                       .source = "stated"},
                .bounds_within = [&data](double radius) { return data.bounds_within(radius); },
                .initial_gap = c.initial_gap,
                .reasons = {},
                .believed = {}},
      .privacy = {.notion = is_private ? Notion::zcdp : Notion::none,
                  .rho = is_private ? c.rho : 0,
                  .mechanism = std::nullopt,
                  .neighbours = c.adjacency == 1 ? Neighbours::zero_out : Neighbours::replace_one},
      .parameters = parameters,
      .regularizer = {},
      .domain = problem.domain};
  // Printed noise has to be asked for.
  if (parameters.text("mode") == "paper" || parameters.text("noise") == "paper") {
    input.privacy.calibration = Calibration::paper;
  }
  auto plan = entry->plan(input);
  EXPECT_TRUE(plan) << problem.name << ": " << (plan ? "" : plan.error().message);
  return plan ? *std::move(plan) : nullptr;
}

/// What a run of the engine came to, in the words of the twins.
struct EngineRun {
  std::vector<Vector> path;
  std::map<std::string, double> costs;  ///< of each kind of release
  double releases = 0;
  double spent = 0;
  double passes = 0;
  std::string stop;
};

inline EngineRun case_run(const KlCase& problem, const AlgorithmPlan& plan,
                          const StreamFactory& streams) {
  const Vector start = vector(problem.start);
  const bool is_private = plan.rule().cap().value > 0;
  EXPECT_TRUE(is_private);
  PrivateOracle oracle(*problem.data, Regularizer{}, streams, plan.rule().cap());
  EngineRun out;
  Run run = plan.start(oracle, start);
  out.path = drive(*problem.data, oracle, run);
  EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
  for (const LedgerEntry& entry : oracle.ledger().entries()) {
    out.costs[std::string(entry.first.form->id())] += entry.cost;
  }
  out.releases = static_cast<double>(oracle.ledger().releases());
  out.spent = oracle.ledger().spent().value;
  out.passes = static_cast<double>(oracle.gradient_evaluations()) / problem.constants.samples;
  if (run.ending()) out.stop = run.ending()->reason;
  return out;
}

/// The points of a run without noise.
inline std::vector<Vector> noiseless_path(const KlCase& problem, const AlgorithmPlan& plan) {
  NonPrivateOracle oracle(*problem.data, Regularizer{}, case_streams(0));
  auto path = drive(*problem.data, oracle, plan.start(oracle, vector(problem.start)));
  EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
  return path;
}

inline constexpr std::uint64_t kTwinRepeats = 3;

/// @param path  after every release that the engine tells a point of
inline void expect_twin(const EngineRun& run, const naive::KlRun& twin,
                        const std::vector<naive::Numbers>& path) {
  ASSERT_EQ(run.path.size(), path.size());
  double scale = 0;
  for (std::size_t t = 0; t < path.size(); ++t) {
    scale = std::max(scale, naive::norm_infinity(path[t]));
    const double distance = naive::norm_infinity(naive::minus(numbers(run.path[t]), path[t]));
    ASSERT_LE(distance, kTwinTolerance * scale) << "point " << t + 1 << " of " << path.size();
  }
  EXPECT_EQ(run.releases, static_cast<double>(twin.releases.size()));
  EXPECT_EQ(run.passes, twin.passes);
  std::map<std::string, double> costs;
  for (const naive::KlRelease& release : twin.releases) costs[release.kind] += release.cost;
  EXPECT_EQ(run.costs.size(), costs.size());
  for (const auto& [kind, cost] : costs) {
    const auto found = run.costs.find(kind);
    ASSERT_NE(found, run.costs.end()) << kind;
    EXPECT_NEAR(found->second, cost, kTwinTolerance * cost) << kind;
  }
  EXPECT_NEAR(run.spent, twin.spent(), kTwinTolerance * twin.spent());
}

}  // namespace noisy::testing
