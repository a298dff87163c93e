// DP-SVRG and DP-SVRG++ with anchors that are noised once per epoch: what is released, what it is
// charged, and what the oracle refuses. The path itself: svrg_twin_test.cpp.
#include <gtest/gtest.h>

#include "engine/privacy/calibration/per_epoch_calibration.h"
#include "engine/privacy/form/anchored.h"
#include "engine/privacy/release/release_cost.h"
#include "tests/algorithm/erm/svrg_runs.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

const naive::Numbers kStart = {0.3, -0.2, 0.1, -0.4};
constexpr Index kBatch = 5;

PrivacyRequest request(double epsilon, double delta) {
  return {
      .notion = Notion::approximate, .epsilon = epsilon, .delta = delta, .mechanism = std::nullopt};
}

StreamFactory streams(std::uint64_t seed) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "dp-svrg"});
}

naive::Svrg method_of(bool doubles) {
  return {.doubles = doubles,
          .epochs = 4,
          .length = 5,
          .step_size = 0.05,
          .per_epoch = true,
          .term = {.l2 = 0.1}};
}

/// Which releases are anchors', one after the other.
std::vector<bool> anchors_of(const naive::Svrg& method) {
  std::vector<bool> out;
  for (std::size_t s = 1; s <= method.epochs; ++s) {
    out.push_back(true);
    out.insert(out.end(), method.epoch_length(s), false);
  }
  return out;
}

TEST(PerEpochAnchors, AreReleasedOnceBeforeTheirDifferences) {
  const SvrgSetting setting = svrg_logistic();
  for (const bool doubles : {false, true}) {
    const naive::Svrg method = method_of(doubles);
    const auto plan = svrg_plan(setting, method, kBatch, request(1, 1e-3));
    ASSERT_TRUE(plan);
    const std::vector<bool> anchors = anchors_of(method);
    ASSERT_EQ(plan->summary().iterations, std::ssize(anchors));
    const std::vector<PlannedReleases> kinds = plan->rule().planned();
    ASSERT_EQ(kinds.size(), 2u);
    const Index all = std::ssize(anchors);
    EXPECT_EQ(kinds[0].count, std::ranges::count(anchors, true));
    EXPECT_EQ(kinds[0].count + kinds[1].count, all);
    EXPECT_EQ(kinds[0].first.form, anchor_form());
    EXPECT_EQ(kinds[0].first.batch_size, setting.data->samples());
    EXPECT_EQ(kinds[1].first.form, difference_form());
    EXPECT_EQ(kinds[1].first.batch_size, kBatch);
    Ledger ledger(plan->rule().cap());
    for (Index k = 0; k < all; ++k) {
      const auto release = plan->rule().next(ledger);
      ASSERT_TRUE(release);
      const bool is_anchor = anchors[static_cast<std::size_t>(k)];
      EXPECT_EQ(release->form == anchor_form(), is_anchor) << k + 1;
      ledger.charge(*release);
    }
    EXPECT_FALSE(plan->rule().next(ledger));
  }
}

TEST(PerEpochAnchors, TheLedgerCountsBothKindsAndMeetsTheBudget) {
  const SvrgSetting setting = svrg_logistic();
  const Index n = setting.data->samples();
  for (const bool doubles : {false, true}) {
    const naive::Svrg method = method_of(doubles);
    const auto steps = static_cast<Index>(method.steps());
    const auto plan = svrg_plan(setting, method, kBatch, request(1, 1e-3));
    ASSERT_TRUE(plan);
    const SvrgRun run = run_svrg(setting, *plan, streams(1), kStart);
    EXPECT_FALSE(run.oracle->refusal());
    EXPECT_EQ(std::ssize(run.path), steps + 4);
    const Ledger& ledger = run.oracle->ledger();
    EXPECT_EQ(ledger.releases(), steps + 4);
    ASSERT_EQ(ledger.entries().size(), 2u);
    EXPECT_EQ(ledger.entries()[0].count, 4);
    EXPECT_EQ(ledger.entries()[1].count, steps);
    EXPECT_NEAR(ledger.spent().value, plan->rule().cap().value, 1e-13 * plan->rule().cap().value);
    EXPECT_NEAR(plan->rule().cap().value,
                4 * planned_release(*plan, 1).cost.value +
                    static_cast<double>(steps) * planned_release(*plan, 2).cost.value,
                1e-15 * plan->rule().cap().value);
    EXPECT_EQ(run.oracle->gradient_evaluations(), 4 * n + 2 * steps * kBatch);
    EXPECT_EQ(plan->summary().gradient_evaluations,
              static_cast<double>(run.oracle->gradient_evaluations()));
    double listed = 0;
    for (const PlanSegment& segment : plan->summary().segments) {
      listed += static_cast<double>(segment.count) * segment.first_release.cost.value;
    }
    EXPECT_NEAR(listed, plan->rule().cap().value, 1e-13 * plan->rule().cap().value);
  }
}

TEST(PerEpochAnchors, TotalEpsilonIsAtMostTheRequestByTheAccountant) {
  const SvrgSetting setting = svrg_logistic();
  const double bound = setting.lipschitz;
  for (const bool doubles : {false, true})
    for (const double epsilon : {0.3, 2.0}) {
      const naive::Svrg method = method_of(doubles);
      const auto plan = svrg_plan(setting, method, kBatch, request(epsilon, 1e-4));
      ASSERT_TRUE(plan);
      const PerEpochSchedule schedule{.samples = setting.data->samples(),
                                      .batch_size = kBatch,
                                      .epochs = 4,
                                      .steps = static_cast<Index>(method.steps()),
                                      .difference = 1};  // slopes of one sign
      const double proven =
          per_epoch_epsilon(schedule, planned_release(*plan, 1).noise_scale / bound,
                            planned_release(*plan, 2).noise_scale / bound, 1e-4)
              .value;
      EXPECT_LE(proven, epsilon * (1 + 1e-9));
      EXPECT_GE(proven, epsilon * (1 - 1e-6));
      EXPECT_EQ(plan->summary().claim.epsilon, epsilon);
      EXPECT_TRUE(plan->summary().claim.certified());
    }
}

TEST(PerEpochAnchors, SpentIsWhatTheReleasesSoFarCostAtTheBestOfSomeOrders) {
  const SvrgSetting setting = svrg_logistic();
  const double bound = setting.lipschitz, delta = 1e-3;
  for (const bool doubles : {false, true})
    for (const double epsilon : {0.5, 3.0}) {
      const naive::Svrg method = method_of(doubles);
      const auto plan = svrg_plan(setting, method, kBatch, request(epsilon, delta));
      ASSERT_TRUE(plan);
      const double anchor_noise = planned_release(*plan, 1).noise_scale / bound;
      const VarianceReducedNoise difference{.samples = setting.data->samples(),
                                            .batch_size = kBatch,
                                            .noise = planned_release(*plan, 2).noise_scale / bound,
                                            .difference = 1};  // slopes of one sign
      Ledger ledger;
      double anchors = 0, differences = 0, before = 0;
      EXPECT_EQ(plan->rule().spent(Cost{}), 0);
      for (Index k = 1; k <= plan->summary().iterations; ++k) {
        const Release release = planned_release(*plan, k);
        ledger.charge(release);
        (release.form == anchor_form() ? anchors : differences) += 1;
        double expected = INFINITY;
        for (int i = 0; i < 15; ++i) {
          const double order = 1 + (plan->rule().cap().order - 1) * std::pow(1.5, i);
          const double divergence =
              anchors * anchor_renyi(difference.samples, anchor_noise, order) +
              differences * difference_renyi(difference, order);
          expected = std::min(expected, divergence + std::log(1 - 1 / order) -
                                            std::log(delta * order) / (order - 1));
        }
        const double spent = plan->rule().spent(ledger.spent());
        EXPECT_NEAR(spent, expected, 1e-9 * expected) << k;
        EXPECT_GT(spent, before) << k;
        before = spent;
      }
      EXPECT_NEAR(before, epsilon, 1e-9 * epsilon);
      EXPECT_LE(before, epsilon);
    }
}

TEST(PerEpochAnchors, WithLittleNoiseThePathIsThatOfProxSvrg) {
  const SvrgSetting setting = svrg_logistic();
  for (const bool doubles : {false, true}) {
    const naive::Svrg method = method_of(doubles);
    const auto plan = svrg_plan(setting, method, kBatch, request(1e9, 0.5));
    ASSERT_TRUE(plan);
    const auto noisy = run_svrg(setting, *plan, streams(4), kStart).path;
    const auto draws =
        stream_draws(streams(4), setting.data->samples(), 4, kBatch, UnitNoise::none);
    const auto exact = naive::run(setting.problem, method, draws, kStart);
    expect_same_answers(noisy, exact, 1e-3);
    // The exact path moves by far more than that.
    EXPECT_GT(naive::norm_infinity(naive::minus(exact.back(), kStart)), 0.02);
  }
}

TEST(PerEpochAnchors, OracleRefusesWhatUnderstatesItsCost) {
  const SvrgSetting setting = svrg_logistic();
  const Vector x = vector(kStart);
  const Index n = setting.data->samples();
  constexpr double kOrder = 4;
  const auto is_refused = [&](Release release, double factor, CostUnit unit) {
    const double cost = release.form->renyi(release, n, 2 * setting.lipschitz, kOrder);
    release.cost = {unit, factor * cost, kOrder};
    PrivateOracle oracle(*setting.data, Regularizer{}, streams(3), Cost{unit, 1e6, kOrder});
    const auto ask = [&]() -> noisy::Run {
      Anchor anchor;
      co_await oracle.advance(anchor.at(x));
      co_await oracle.ask(variance_reduced_at(x, anchor, release));
      co_yield Iterate{x};
    };
    drive(*setting.data, oracle, ask());
    return oracle.refusal().has_value();
  };
  const Release anchor{
      .form = anchor_form(), .batch_size = n, .mechanism = Mechanism::gaussian, .noise_scale = 0.7};
  const Release difference{.form = difference_form(),
                           .batch_size = kBatch,
                           .mechanism = Mechanism::gaussian,
                           .noise_scale = 0.7};
  for (const Release& release : {anchor, difference}) {
    EXPECT_FALSE(is_refused(release, 1, CostUnit::renyi));
    EXPECT_TRUE(is_refused(release, 0.999, CostUnit::renyi));
    Release silent = release;
    silent.mechanism = Mechanism::none;
    EXPECT_TRUE(is_refused(silent, 1, CostUnit::renyi));
  }
  EXPECT_TRUE(is_refused(difference, 1, CostUnit::rho));
}

/// Largest change of a release of this form without noise when the first of three records is
/// replaced: over all replacements, points, anchors and some batches. Squared loss, gradients
/// clipped to G = 1, two features: with one, convex losses move together and reach half.
double largest_move(const ReleaseForm* form, Index batch_size) {
  const std::vector<naive::Numbers> rows = {{0.1, 0.99}, {0.1, -0.99}, {-0.7, 0.7}, {0.3, 0}};
  const std::vector<naive::Numbers> points = {{-100, 0}, {0.4, -0.2}, {100, 0}, {0, 30}};
  const auto answers = [&](const naive::Numbers& row, double target, const naive::Numbers& at,
                           const naive::Numbers& there) {
    const auto records = dense_records({row, {0.8, 0.1}, {-0.4, 0.6}}, {target, 0.5, 0.1});
    const FeatureBounds bounds{.l1 = 2, .l2 = 1, .linf = 1, .target_lower = -1, .target_upper = 1};
    const EmpiricalRisk data(*records, bounds, squared_loss(),
                             GradientClip{.norm = GradientClip::Norm::l2, .bound = 1});
    std::vector<Vector> out;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      NonPrivateOracle oracle(data, Regularizer{}, streams(seed));
      const Vector x = vector(at), anchor_point = vector(there);
      const auto ask = [&]() -> noisy::Run {
        Anchor anchor;
        co_await oracle.advance(anchor.at(anchor_point));
        const Release release{.form = form, .batch_size = batch_size};
        const Vector& answer = co_await oracle.ask(variance_reduced_at(x, anchor, release));
        co_yield Iterate{answer};
      };
      out.push_back(drive(data, oracle, ask()).back());
    }
    return out;
  };
  double most = 0;
  for (const naive::Numbers& at : points)
    for (const naive::Numbers& there : points)
      for (const naive::Numbers& a : rows)
        for (const naive::Numbers& b : rows) {
          const auto one = answers(a, 1, at, there), other = answers(b, -1, at, there);
          for (std::size_t i = 0; i < one.size(); ++i) {
            most = std::max(most, (one[i] - other[i]).norm());
          }
        }
  return most;
}

TEST(PerEpochSensitivity, OfBothFormsIsReachedByBruteForceAndNotExceeded) {
  const auto expect_reached = [](double move, double bound) {
    EXPECT_LE(move, bound * (1 + 1e-12));
    EXPECT_GE(move, 0.98 * bound);
  };
  expect_reached(largest_move(anchor_form(), 3), 2.0 / 3);  // 2G/n
  expect_reached(largest_move(difference_form(), 1), 4);    // 4G/b
  expect_reached(largest_move(difference_form(), 2), 2);
}

TEST(PerEpochNoise, OfAnEstimateIsTheSumOfBothAndTheAnchorsPartStays) {
  // 20,000 epochs of two differences at the anchor: the estimate is the full gradient plus noise.
  const SvrgSetting setting = svrg_logistic();
  const Vector x = vector(kStart);
  const Index n = setting.data->samples();
  const naive::Svrg method = method_of(false);
  const auto plan = svrg_plan(setting, method, kBatch, request(1, 1e-3));
  ASSERT_TRUE(plan);
  const double v = std::pow(planned_release(*plan, 1).noise_scale, 2);
  const double u = std::pow(planned_release(*plan, 2).noise_scale, 2);
  std::vector<std::size_t> all(setting.problem.samples);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  const Vector full = vector(setting.problem.batch_gradient(all, kStart));
  PrivateOracle oracle(*setting.data, Regularizer{}, streams(8),
                       Cost{CostUnit::renyi, 1e9, plan->rule().cap().order});
  constexpr int kEpochs = 20'000;
  double square = 0, product = 0;
  const auto ask = [&]() -> noisy::Run {
    Anchor anchor;
    co_await oracle.advance(anchor.at(x));
    for (int epoch = 0; epoch < kEpochs; ++epoch) {
      const Vector there =
          co_await oracle.ask(variance_reduced_at(x, anchor, planned_release(*plan, 1)));
      const Vector first =
          there + co_await oracle.ask(variance_reduced_at(x, anchor, planned_release(*plan, 2))) -
          full;
      const Vector second =
          there + co_await oracle.ask(variance_reduced_at(x, anchor, planned_release(*plan, 2))) -
          full;
      square += first.squaredNorm();
      product += first.dot(second);
    }
    co_yield Iterate{x};
  };
  drive(*setting.data, oracle, ask());
  ASSERT_FALSE(oracle.refusal());
  const double samples = kEpochs * 4.0;
  // Standard errors of a mean of squares and of products; false alarm rate below 1e-8 each.
  EXPECT_NEAR(square / samples, u + v, 6 * (u + v) * std::sqrt(2 / samples));
  EXPECT_NEAR(product / samples, v, 6 * std::sqrt(((u + v) * (u + v) + v * v) / samples));
  // sqrt 2 too little of either would be seen.
  EXPECT_GT(0.5 * std::min(u, v), 6 * (u + v) * std::sqrt(2 / samples));
  EXPECT_EQ(oracle.gradient_evaluations(), n + kEpochs * 2 * 2 * kBatch);
}

std::string error_of(const SvrgSetting& setting, const PrivacyRequest& privacy,
                     std::initializer_list<std::pair<const char*, ParameterValue>> values,
                     std::string_view id = "dp-svrg") {
  PlanInput input{.facts = public_facts(*setting.data, Regularizer{}),
                  .privacy = privacy,
                  .parameters = parameters({{"epochs", 2.0},
                                            {"innerIterations", 6.0},
                                            {"batchSize", 5.0},
                                            {"anchorNoise", std::string("per-epoch")},
                                            {"theory", std::string("none")}})};
  for (const auto& [name, value] : values) input.parameters.set(name, value);
  const auto plan = find_algorithm(id)->plan(input);
  return plan ? "planned" : std::string(code_text(plan.error().code)) + " " + plan.error().field;
}

TEST(PerEpochAnchors, BadInputIsRefusedWithTheFieldToChange) {
  const SvrgSetting setting = svrg_logistic();
  const PrivacyRequest good = request(1, 1e-3);
  EXPECT_EQ(error_of(setting, good, {}), "planned");
  EXPECT_EQ(error_of(setting, good, {}, "dp-svrg-pp"), "planned");
  EXPECT_EQ(error_of(setting, kNoNotion, {{"batchSize", 24.0}}), "planned");
  EXPECT_EQ(error_of(setting, good, {{"batchSize", 24.0}}), "unsupported-option anchorNoise");
  EXPECT_EQ(
      error_of(setting, good, {{"anchorNoise", std::string("per-step")}, {"anchorWeight", 2.0}}),
      "unsupported-option anchorWeight");
  EXPECT_EQ(error_of(setting, {.notion = Notion::zcdp, .rho = 1, .mechanism = std::nullopt}, {}),
            "unsupported-notion privacy.notion");
  for (const Calibration calibration :
       {Calibration::paper, Calibration::advanced, Calibration::zcdp}) {
    PrivacyRequest privacy = good;
    privacy.calibration = calibration;
    EXPECT_EQ(error_of(setting, privacy, {}), "unsupported-option privacy.calibration");
  }
  PrivacyRequest privacy = good;
  privacy.mechanism = Mechanism::laplace;
  EXPECT_EQ(error_of(setting, privacy, {}), "unsupported-mechanism privacy.mechanism");
  privacy = good;
  privacy.release = ReleaseKind::hardened;
  EXPECT_EQ(error_of(setting, privacy, {}), "unsupported-option run.randomness.release");
  privacy = request(0, 1e-3);
  EXPECT_EQ(error_of(setting, privacy, {}), "invalid-budget privacy.epsilon");
}

TEST(PerEpochAnchors, BaselinesDoNotOfferWhatOnlyNoiseNeeds) {
  for (const char* id : {"svrg", "svrg-pp"}) {
    for (const ParameterSpec& spec : find_algorithm(id)->parameters) {
      EXPECT_NE(spec.name, "anchorNoise") << id;
      EXPECT_NE(spec.name, "anchorWeight") << id;
    }
  }
}

TEST(PerEpochAnchors, ManyEpochsKeepTheirCountsInAShortPlan) {
  const SvrgSetting setting = svrg_logistic();
  naive::Svrg method = method_of(false);
  method.epochs = 5000;
  method.length = 3;
  const auto plan = svrg_plan(setting, method, kBatch, request(50, 1e-3));
  ASSERT_TRUE(plan);
  const PlanSummary& summary = plan->summary();
  EXPECT_LT(summary.segments.size(), 200u);
  EXPECT_LT(summary.noise_scale.value.size(), 1000u);
  Index count = 0, anchors = 0;
  double cost = 0;
  for (const PlanSegment& segment : summary.segments) {
    count += segment.count;
    if (segment.first_release.form == anchor_form()) anchors += segment.count;
    cost += static_cast<double>(segment.count) * segment.first_release.cost.value;
  }
  EXPECT_EQ(count, 20'000);
  EXPECT_EQ(anchors, 5000);
  EXPECT_NEAR(cost, plan->rule().cap().value, 1e-12 * plan->rule().cap().value);
}

}  // namespace
}  // namespace noisy::testing
