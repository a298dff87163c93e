// Phased SGD: hidden passes over disjoint blocks, and what is released of them.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/frame/execute.h"
#include "engine/algorithm/minimax/phased_sgd.h"
#include "engine/privacy/accountant/releases.h"
#include "engine/privacy/form/pass_mean.h"
#include "engine/random/distributions.h"
#include "tests/algorithm/engine_runs.h"
#include "tests/algorithm/naive/descent.h"

namespace noisy::testing {
namespace {

using naive::Numbers;

StreamFactory streams() {
  return StreamFactory::reproducible({.seed = 6, .algorithm = "phased-sgd"});
}

const PrivacyRequest kNoNoise{.notion = Notion::none, .mechanism = std::nullopt};
const PrivacyRequest kApproximate{
    .notion = Notion::approximate, .epsilon = 0.8, .delta = 1e-5, .mechanism = std::nullopt};
constexpr double kRadius = 0.7;
const Domain kBall{.kind = Domain::Kind::l2_ball, .radius = kRadius};

PlanInput input_for(const Setting& setting, const Regularizer& regularizer,
                    const PrivacyRequest& privacy, const ParameterSet& given = {}) {
  return {.facts = public_facts(*setting.data, regularizer),
          .privacy = privacy,
          .parameters = given,
          .regularizer = regularizer,
          .domain = kBall};
}

std::unique_ptr<AlgorithmPlan> planned(const PlanInput& input) {
  auto plan = find_algorithm("phased-sgd")->plan(input);
  EXPECT_TRUE(plan) << plan.error().message;
  return *std::move(plan);
}

const std::vector<PassStep>& steps_of(const AlgorithmPlan& plan) {
  return dynamic_cast<const PhasedSgdPlan&>(plan).steps();
}

std::vector<Vector> path_of(const Setting& setting, const AlgorithmPlan& plan) {
  const Vector start = Vector::Zero(setting.data->dimension());
  if (plan.summary().claim.notion == Notion::none) {
    NonPrivateOracle oracle(*setting.data, Regularizer{}, streams());
    return drive(*setting.data, oracle, plan.start(oracle, start));
  }
  PrivateOracle oracle(*setting.data, Regularizer{}, streams(), plan.rule().cap());
  auto path = drive(*setting.data, oracle, plan.start(oracle, start));
  EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
  EXPECT_LE(oracle.ledger().spent().value, plan.rule().cap().value);
  return path;
}

/// As section 2.9 has it: eta and sigma / (eta_i S) given, everything else by hand.
std::vector<Vector> twin_path(const Setting& setting, double strength, double eta,
                              double multiplier) {
  std::vector<Vector> path;
  const double move = setting.data->gradient_bounds().l2;
  Numbers x(4, 0.0);
  std::size_t first = 0;
  for (std::size_t size = setting.problem.samples / 2; size >= 1;
       size = setting.problem.samples >> (path.size() + 1)) {
    eta /= 4;
    Numbers mean(4, 0.0);
    for (std::size_t t = 0; t < size; ++t) {
      mean = naive::plus(mean, 1 / static_cast<double>(size), x);
      const Numbers gradient = naive::plus(setting.problem.gradient(first + t, x), strength, x);
      x = naive::into_ball(naive::plus(x, -eta, gradient), kRadius);
    }
    Stream stream = streams().stream(StreamPurpose::noise, path.size());
    for (double& value : mean) value += multiplier * eta * move * normal(stream, 1);
    x = naive::into_ball(mean, kRadius);
    path.push_back(vector(x));
    first += size;
  }
  return path;
}

/// sigma / Delta of (0.8, 1e-5) by the C library's erfc.
constexpr double kMultiplier = 4.572761747773699;

TEST(PhasedSgd, EqualsItsTwinStepForStep) {
  for (const std::size_t samples : {64u, 100u}) {
    const Setting setting = logistic_setting(7, samples);
    for (const double strength : {0.0, 0.2}) {
      const Regularizer l2{.kind = strength > 0 ? Regularizer::Kind::l2 : Regularizer::Kind::none,
                           .strength = strength};
      for (const bool is_private : {false, true}) {
        const auto plan = planned(input_for(setting, l2, is_private ? kApproximate : kNoNoise,
                                            parameters({{"stepSize", 1.5}})));
        const auto twin = twin_path(setting, strength, 1.5, is_private ? kMultiplier : 0);
        EXPECT_EQ(twin.size(), 6u);
        EXPECT_LE(path_distance(path_of(setting, *plan), twin), 1e-9) << samples << strength;
      }
    }
  }
}

TEST(PhasedSgd, WithoutNoiseIsWithinTheBoundOfItsPaper) {
  const Setting setting = logistic_setting(8, 4096);
  naive::Problem problem = setting.problem;
  problem.strength = 0;
  const auto plan = planned(input_for(setting, {}, kNoNoise));
  const double lipschitz = setting.data->bounds_within(1).record_gradient;
  EXPECT_NEAR(*plan->summary().parameters.number("stepSize"), kRadius / lipschitz * 4 / 64, 1e-12);
  Numbers best(4, 0.0);
  for (int t = 0; t < 200; ++t) {
    best = naive::into_ball(naive::plus(best, -1, problem.full_gradient(best)), kRadius);
  }
  const Vector found = path_of(setting, *plan).back();
  const double excess =
      problem.objective(Numbers(found.begin(), found.end())) - problem.objective(best);
  const double from_start = problem.objective(Numbers(4, 0.0)) - problem.objective(best);
  EXPECT_LE(excess, 10 * lipschitz * kRadius / 64);
  EXPECT_LE(excess, from_start / 4);
}

TEST(PhasedSgd, ARecordMovesTheMeanOfItsBlockAsFarAsBoundedAndNothingBefore) {
  Setting setting = logistic_setting(9, 64);
  const double longest = 2 / setting.data->smoothness_bound();
  const auto plan = planned(input_for(setting, {}, kNoNoise, parameters({{"stepSize", longest}})));
  const auto& steps = steps_of(*plan);
  const auto before = path_of(setting, *plan);
  double largest = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const RecordBlock block = steps[k].release.block;
    for (Index record = block.first; record < block.first + block.count; record += 3) {
      std::vector<double> row(4), other(4, 0.0);
      setting.records->copy_row(record, row);
      // As long as a row may be, and labelled the other way.
      other[0] = row[0] > 0 ? -1.5 : 1.5;
      setting.records->set_row(record, other);
      const auto after = path_of(setting, *plan);
      setting.records->set_row(record, row);
      for (std::size_t j = 0; j < k; ++j) EXPECT_EQ(before[j], after[j]);
      const double bound = steps[k].step_size * setting.data->gradient_bounds().l2;
      const double ratio = (after[k] - before[k]).norm() / bound;
      EXPECT_LE(ratio, 1);
      largest = std::max(largest, ratio);
    }
  }
  EXPECT_GT(largest, 0.3);
}

TEST(PhasedSgd, CostsWhatOneBlockDoesByAnotherAccountant) {
  const Setting setting = logistic_setting(7, 100);
  const auto plan = planned(input_for(setting, {}, kApproximate));
  ASSERT_EQ(steps_of(*plan).size(), 6u);
  for (const PassStep& step : steps_of(*plan)) {
    const Releases once{.noise_multiplier = step.release.noise_scale /
                                            (step.step_size * setting.data->gradient_bounds().l2),
                        .neighbours = Neighbours::replace_one};
    EXPECT_NEAR(releases_epsilon(once, Accountant::pld, 1e-5)->value, 0.8, 1e-3);
    EXPECT_NEAR(step.release.cost.value / plan->rule().cap().value, 1, 1e-12);
  }
  EXPECT_NEAR(plan->summary().claim.epsilon, 0.8, 1e-12);
  EXPECT_TRUE(plan->summary().claim.certified());
  EXPECT_EQ(plan->summary().gradient_evaluations, 50 + 25 + 12 + 6 + 3 + 1);
  const PrivacyRequest zcdp{.notion = Notion::zcdp, .rho = 0.3, .mechanism = std::nullopt};
  EXPECT_NEAR(planned(input_for(setting, {}, zcdp))->rule().cap().value, 0.3, 1e-12);
}

TEST(PhasedSgd, StepsAreThoseOfTheRuleAndNeverAboveTheirLimit) {
  const Setting setting = logistic_setting(7, 100);
  const double lipschitz = setting.data->bounds_within(1).record_gradient;
  const auto eta = [&](const PlanInput& input) {
    return *planned(input)->summary().parameters.number("stepSize");
  };
  PlanInput input = input_for(setting, {}, kApproximate);
  EXPECT_NEAR(eta(input), kRadius / lipschitz * 0.8 / std::sqrt(4 * std::log(1e5)), 1e-12);
  input.parameters.set("domainRadius", 0.2);
  EXPECT_NEAR(eta(input), 0.2 / lipschitz * 0.8 / std::sqrt(4 * std::log(1e5)), 1e-12);
  input.parameters.set("domainRadius", 1e6);
  EXPECT_NEAR(eta(input), 2 / setting.data->smoothness_bound(), 1e-12);
  PlanInput ridge = input_for(setting, setting.regularizer, kApproximate);
  ridge.parameters.set("domainRadius", 1e6);
  EXPECT_NEAR(eta(ridge), 2 / (setting.data->smoothness_bound() + 0.2), 1e-12);
}

/// What a private oracle says to a release of a pass with this setting.
bool is_refused(const FiniteSum& data, const PassSetting& setting, Release release,
                bool completes = true) {
  PrivateOracle oracle(data, Regularizer{}, streams(), {CostUnit::rho, 10});
  release.cost.unit = CostUnit::rho;
  const auto run = [&]() -> noisy::Run {
    HiddenPass pass(setting);
    if (completes) co_await oracle.complete(pass);
    const Vector& x = co_await oracle.ask(pass_mean(pass, release));
    co_yield Iterate{x};
  };
  drive(data, oracle, run());
  return oracle.refusal().has_value();
}

TEST(PhasedSgd, TheOracleRecomputesWhatAPassCosts) {
  const Setting setting = logistic_setting(4, 40);
  const double longest = 2 / (setting.data->smoothness_bound() + 0.2);
  const PassSetting pass{.records = {.first = 5, .count = 20},
                         .step_size = longest,
                         .smooth_part = setting.regularizer,
                         .domain = kBall,
                         .start = Vector::Zero(4)};
  const auto release_for = [&](const PassSetting& of) {
    return Release{.form = pass_mean_form(),
                   .batch_size = of.records.count,
                   .mechanism = Mechanism::gaussian,
                   .cost = {CostUnit::rho, 0.5},
                   .noise_scale = of.step_size * setting.data->gradient_bounds().l2,
                   .details = details_of(of),
                   .block = of.records};
  };
  const Release fair = release_for(pass);
  EXPECT_FALSE(is_refused(*setting.data, pass, fair));
  EXPECT_TRUE(is_refused(*setting.data, pass, fair, false));
  Release quiet = fair;
  quiet.noise_scale *= 1 - 1e-9;
  EXPECT_TRUE(is_refused(*setting.data, pass, quiet));
  PassSetting fast = pass;
  fast.step_size *= 1 + 1e-9;
  EXPECT_TRUE(is_refused(*setting.data, fast, release_for(fast)));
  Release elsewhere = fair;
  elsewhere.block.first = 6;
  EXPECT_TRUE(is_refused(*setting.data, pass, elsewhere));
  Release of_fewer = fair;
  of_fewer.batch_size = 10;
  EXPECT_TRUE(is_refused(*setting.data, pass, of_fewer));
  Release of_slower = fair;
  of_slower.details[0] /= 2;
  EXPECT_TRUE(is_refused(*setting.data, pass, of_slower));
  Release hardened = fair;
  hardened.grid = 0x1p-10;
  EXPECT_TRUE(is_refused(*setting.data, pass, hardened));
  PassSetting outside = pass;
  outside.start = Vector::Constant(4, std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(is_refused(*setting.data, outside, fair));
}

TEST(PhasedSgd, BadInputIsRefusedWithTheFieldToChange) {
  const Setting setting = logistic_setting(4, 40);
  const auto refused = [&](const std::function<void(PlanInput&)>& change) {
    PlanInput input = input_for(setting, {}, kApproximate);
    change(input);
    const auto plan = find_algorithm("phased-sgd")->plan(input);
    return plan ? std::string("planned")
                : std::string(code_text(plan.error().code)) + " " + plan.error().field;
  };
  const double longest = 2 / setting.data->smoothness_bound();
  const PlanInput fast =
      input_for(setting, {}, kApproximate, parameters({{"stepSize", longest * 1.01}}));
  const Error error = find_algorithm("phased-sgd")->plan(fast).error();
  EXPECT_EQ(error.code, ErrorCode::unstable_step);
  EXPECT_EQ(error.field, "stepSize");
  EXPECT_EQ(error.message.find("phased SGD needs eta <= 2/smoothness: state at most 3.55"), 0u)
      << error.message;
  EXPECT_EQ(refused([](PlanInput&) {}), "planned");
  EXPECT_EQ(refused([](PlanInput& input) { input.facts.is_convex = false; }),
            "output-perturbation-requires-convexity problem.loss");
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refused([=](PlanInput& input) { input.facts.smoothness_bound = infinity; }),
            "unsupported-option problem.loss");
  EXPECT_EQ(refused([=](PlanInput& input) { input.facts.l2_sensitivity = infinity; }),
            "unbounded-sensitivity problem.domain");
  EXPECT_EQ(refused([](PlanInput& input) { input.facts.has_parts = false; }),
            "unsupported-option problem.loss");
  EXPECT_EQ(refused([](PlanInput& input) {
              input.regularizer = {.kind = Regularizer::Kind::l1, .strength = 1};
            }),
            "unsupported-regularizer problem.regularizer");
  EXPECT_EQ(refused([](PlanInput& input) { input.privacy.release = ReleaseKind::hardened; }),
            "unsupported-option run.randomness.release");
  EXPECT_EQ(refused([](PlanInput& input) { input.privacy.calibration = Calibration::paper; }),
            "unsupported-option privacy.calibration");
  EXPECT_EQ(refused([](PlanInput& input) { input.facts.samples = 1; }), "invalid-value phases");
}

}  // namespace
}  // namespace noisy::testing
