// Audits of descent that publishes its last iterate alone, where one record moves it as far as any
// can: its gradient turns around at every point, and the loss is linear. Confidence 1 - 1e-6: a
// bound is wrong with probability at most 1e-6; seeds are fixed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/algorithm/erm/last_iterate.h"
#include "engine/algorithm/frame/execute.h"
#include "engine/audit/epsilon_bound.h"
#include "engine/privacy/form/last_iterate.h"
#include "engine/problem/risk/linear_quadratic.h"
#include "tests/audit/audits.h"

namespace noisy::testing {
namespace {

constexpr int kPlays = 60'000;
constexpr double kWrong = 1e-6;

/// f(x; y) = -y x with |y| <= 1, of four records.
LinearQuadraticRisk four_numbers(double first) {
  Eigen::MatrixXd records(1, 4);
  records << first, 1, -1, 0;
  return *LinearQuadraticRisk::create(Eigen::MatrixXd::Zero(1, 1), records, 1);
}

const Regularizer kPull{.kind = Regularizer::Kind::l2, .strength = 0.2};

Result<std::unique_ptr<AlgorithmPlan>> plan_for_numbers() {
  const LinearQuadraticRisk data = four_numbers(1);
  PlanInput input{.facts = public_facts(data, kPull),
                  .privacy = {.notion = Notion::zcdp, .rho = 2, .mechanism = std::nullopt},
                  .parameters = {},
                  .regularizer = kPull,
                  .domain = {}};
  input.parameters.set("publishes", std::string("last"));
  input.parameters.set("iterations", 12.0);
  input.parameters.set("stepSize", 0.8);
  return find_algorithm("dp-gd")->plan(input);
}

/// Draws the noise that it is asked for, and checks nothing.
class CarelessOracle final : public GradientOracle {
 public:
  using GradientOracle::GradientOracle;

 private:
  std::optional<Stream> noise_stream() const override {
    return streams_.stream(StreamPurpose::noise, 0);
  }
};

/// Last iterates of many runs of the plan, with so many times less noise than it says.
std::vector<double> last_iterates(const AlgorithmPlan& plan, double first, double less_noise,
                                  std::uint64_t first_run) {
  const LinearQuadraticRisk data = four_numbers(first);
  const auto& setting = dynamic_cast<const LastIteratePlan&>(plan).setting();
  const Release release = dynamic_cast<const ScheduledRule&>(plan.rule()).at(1);
  std::vector<Index> all(4);
  std::iota(all.begin(), all.end(), Index{0});
  BatchScratch scratch;
  std::vector<double> out;
  for (int play = 0; play < kPlays; ++play) {
    const auto streams = StreamFactory::reproducible(
        {.seed = 11, .algorithm = "dp-gd", .repeat = first_run + static_cast<std::uint64_t>(play)});
    CarelessOracle oracle(data, Regularizer{}, streams);
    const auto run = [&]() -> noisy::Run {
      Release executed = release;
      executed.noise_scale /= less_noise;
      HiddenDescent hidden(setting.step_size, setting.smooth_part, setting.term, Vector::Zero(1),
                           executed.noise_scale);
      for (Index t = 0; t < setting.steps; ++t) co_await oracle.advance(hidden);
      const Vector& end = co_await oracle.ask(last_iterate_of(hidden, executed));
      co_yield Iterate{end};
    };
    noisy::Run walk = run();
    for (walk.resume(); !walk.iterate(); walk.resume()) {
      data.answer_batch(all, oracle.pending(), scratch);
      oracle.finish();
    }
    out.push_back((*walk.iterate())[0]);
  }
  return out;
}

/// A lower bound on mu from the best of three thresholds, which are known beforehand.
double mu_found(const AlgorithmPlan& plan, double less_noise) {
  const auto upper = last_iterates(plan, 1, less_noise, 0);
  const auto lower = last_iterates(plan, -1, less_noise, kPlays);
  const LastIterateSetting& setting = dynamic_cast<const LastIteratePlan&>(plan).setting();
  const double c = 1 - setting.step_size * kPull.strength;
  // The mean record is 1/4 and -1/4.
  const double end =
      setting.step_size / 4 * (1 - std::pow(c, static_cast<double>(setting.steps))) / (1 - c);
  double most = 0;
  for (const double place : {-0.5, 0.0, 0.5}) {
    const auto hits = [&](const std::vector<double>& values) {
      return std::ranges::count_if(values, [&](double value) { return value > place * end; });
    };
    const AttackCounts counts{
        .hits = hits(upper), .rounds = kPlays, .false_hits = hits(lower), .false_rounds = kPlays};
    most = std::max(most, gaussian_mu_needed(rate_bounds(counts, kWrong / 3)));
  }
  return most;
}

TEST(LastIterateAudit, FindsNearlyWhatIsChargedAndRefutesATwinWithLessNoise) {
  const auto plan = plan_for_numbers();
  ASSERT_TRUE(plan) << plan.error().message;
  const double charged = std::sqrt(2 * (*plan)->rule().cap().value);
  const double found = mu_found(**plan, 1);
  EXPECT_LE(found, charged);
  EXPECT_GT(found, 0.9 * charged);
  EXPECT_GT(mu_found(**plan, 1.15), charged);
}

/// The audit that users ask for plays the whole run and looks at its end.
TEST(LastIterateAudit, IsConsistentForUsers) {
  Json tree =
      with(small_experiment(), "privacy", R"({"notion":"approximate","epsilon":2,"delta":1e-5})");
  tree = with(tree, "algorithms.0.parameters", R"({"iterations":12,"publishes":"last"})");
  const auto report = audit(tree, {.runs = 4'000});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(at_path(*report, "verdict"), Json("consistent")) << write_json(*report);
  EXPECT_GT(at_path(*report, "lowerBound.mu").number(),
            0.2 * at_path(*report, "claimed.mu").number());
}

}  // namespace
}  // namespace noisy::testing
