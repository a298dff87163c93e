// The moments that AdaSSP releases, in the audit that users ask for: what it finds is what the pair
// of records is known to cost, and no more. Confidence 1 - 1e-6: a bound is wrong with probability
// at most 1e-6; seeds are fixed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "engine/algorithm/baseline/adassp_plan.h"
#include "engine/audit/finding.h"
#include "tests/audit/audits.h"

namespace noisy::testing {
namespace {

constexpr double kConfidence = 0.999999;
constexpr Index kRuns = 20'000;

Json experiment(int features, const char* neighbours, const char* release,
                const char* problem = R"({"loss": "squared"})") {
  return parse_json(R"({"version": 1, "data": {"kind": "synthetic", "name": "linear",
      "samples": 60, "seed": 1, "features": )" +
                    std::to_string(features) + R"(, "preprocess": [
        {"kind": "clip-rows", "norm": "l2", "bound": 1},
        {"kind": "clamp-target", "lower": -2, "upper": 2}]},
      "problem": )" +
                    problem + R"(, "algorithms": [{"id": "adassp"}],
      "privacy": {"notion": "zcdp", "rho": 0.5, "neighbours": ")" +
                    neighbours + R"("},
      "run": {"randomness": {"mode": "reproducible", "seed": 1, "release": ")" +
                    release + R"("}}})")
      .value();
}

AuditPlan planned(const Json& tree) {
  const auto read = read_experiment(write_json(tree)).value();
  const auto point = expand_sweep(read)->front();
  DataLoader loader(point.data, use_of(point.problem), DataLayout::rows, 1e9);
  auto plan = plan_audit(point, 0, loader.finish().value(), read.run.release, 1);
  EXPECT_TRUE(plan) << plan.error().field << ": " << plan.error().message;
  return *std::move(plan);
}

AuditFinding found(AuditPlan plan, PlantedBug bug) {
  plan.rules.bug = bug;
  const auto game = Game::create(plan.rules).value();
  ScoreTable scores = game->table(kRuns);
  const auto played = game->play(0, kRuns, scores);
  EXPECT_TRUE(played) << played.error().message;
  return judge(plan.claim, kConfidence, scores);
}

/// The moments of n - 1 usual records and one, in plain loops.
struct Moments {
  Eigen::MatrixXd second;
  Vector first;
  double least;
};

Moments moments_of(const Record& usual, const Record& last, Index samples) {
  const auto as_vector = [](const Record& record) -> Vector {
    return Eigen::Map<const Vector>(record.features.data(), std::ssize(record.features));
  };
  const double n = static_cast<double>(samples);
  const Vector u = as_vector(usual), v = as_vector(last);
  Moments out{.second = ((n - 1) * u * u.transpose() + v * v.transpose()) / n,
              .first = ((n - 1) * usual.target * u + last.target * v) / n,
              .least = 0};
  out.least = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(out.second).eigenvalues()[0];
  return out;
}

/// mu of all releases together on the pair that the game is about.
double exact_mu(const AuditPlan& plan) {
  const Canary& canary = plan.rules.canary;
  const AdasspSetting& setting = dynamic_cast<const AdasspPlan&>(*plan.rules.plan).setting();
  const Moments one = moments_of(canary.usual, canary.usual, plan.rules.samples);
  const Moments other = moments_of(canary.usual, canary.odd, plan.rules.samples);
  double square = std::pow((one.first - other.first).norm() / setting.first.noise_scale, 2) +
                  std::pow((one.second - other.second).norm() / setting.second.noise_scale, 2);
  if (setting.eigenvalue) {
    square += std::pow((one.least - other.least) / setting.eigenvalue->noise_scale, 2);
  }
  return std::sqrt(square);
}

struct Case {
  const char* name;
  int features;
  const char* neighbours;
  const char* release;
  double least_mu;  ///< of the pair, where 1 is claimed
};

class MomentAudit : public ::testing::TestWithParam<Case> {};

TEST_P(MomentAudit, FindsWhatThePairCostsAndRefutesTooLittleNoise) {
  const Case& of = GetParam();
  const AuditPlan plan = planned(experiment(of.features, of.neighbours, of.release));
  const double exact = exact_mu(plan);
  EXPECT_GT(exact, of.least_mu);
  EXPECT_LE(exact, 1 + 1e-9);
  EXPECT_NEAR(plan.claim.gaussian_mu.value(), 1, 1e-9);
  const AuditFinding right = found(plan, PlantedBug::none);
  EXPECT_FALSE(right.is_refuted) << right.mu;
  EXPECT_GT(right.mu, 0.8 * exact);
  EXPECT_LT(right.mu, exact);
  const AuditFinding halved = found(plan, PlantedBug::halved_sensitivity);
  EXPECT_TRUE(halved.is_refuted) << halved.mu;
}

INSTANTIATE_TEST_SUITE_P(Audit, MomentAudit,
                         ::testing::Values(Case{"Plane", 2, "replace-one", "floating", 0.9},
                                           Case{"Space", 4, "replace-one", "floating", 0.7},
                                           Case{"Line", 1, "replace-one", "floating", 0.57},
                                           Case{"ZeroedOut", 3, "zero-out", "floating", 0.8},
                                           Case{"Hardened", 3, "replace-one", "hardened", 0.8}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(MomentAudit, IsPlayedInADomainToo) {
  const auto report =
      audit(experiment(2, "replace-one", "floating",
                       R"({"loss": "squared", "domain": {"kind": "l2-ball", "radius": 0.3}})"),
            {.runs = 2000});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(at_path(*report, "verdict"), Json("consistent")) << write_json(*report);
  EXPECT_NEAR(at_path(*report, "neighbours.sensitivity").number(), std::sqrt(2.0), 1e-12);
  EXPECT_GT(at_path(*report, "neighbours.attained").number(), 1);
}

}  // namespace
}  // namespace noisy::testing
