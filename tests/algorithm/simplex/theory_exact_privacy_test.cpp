#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/algorithm/simplex/theory/anytime_calibration.h"
#include "engine/algorithm/simplex/theory/bias_reduced_calibration.h"
#include "engine/algorithm/simplex/theory/mirror_calibration.h"
#include "engine/audit/exact_privacy.h"
#include "engine/privacy/accountant/zcdp.h"
#include "tests/algorithm/simplex/naive_vertex_laws.h"

namespace noisy {
namespace {

constexpr double kDelta = 1e-3;
const VertexBudget kBudget = approximate_vertex_budget(1.0, kDelta).value();

/// The laws on (1, .., 1) and on the same with record r replaced by -1, for every r.
template <typename Visit>
void for_all_neighbours(std::size_t count, const Visit& visit) {
  const std::vector<double> records(count, 1.0);
  for (std::size_t replaced = 0; replaced < count; ++replaced) {
    std::vector<double> other = records;
    other[replaced] = -1.0;
    visit(records, other);
  }
}

/// delta at epsilon, in both directions, for the worst replaced record.
template <typename LawOf>
double exact_delta(std::size_t count, double epsilon, const LawOf& law_of) {
  double worst = 0.0;
  for_all_neighbours(count, [&](const auto& records, const auto& other) {
    worst = std::max(worst, finite_delta(law_of(records), law_of(other), epsilon));
  });
  return worst;
}

template <typename LawOf>
double exact_epsilon(std::size_t count, const LawOf& law_of) {
  double worst = 0.0;
  for_all_neighbours(count, [&](const auto& records, const auto& other) {
    const naive::Law p = law_of(records), q = law_of(other);
    worst = std::max(worst, least_epsilon([&](double e) { return finite_delta(p, q, e); }, kDelta));
  });
  return worst;
}

template <typename LawOf>
double exact_divergence(std::size_t count, const LawOf& law_of) {
  double worst = 0.0;
  for_all_neighbours(count, [&](const auto& records, const auto& other) {
    worst = std::max(worst, naive::kullback_leibler(law_of(records), law_of(other)));
  });
  return worst;
}

// ---- Algorithm 1 --------------------------------------------------------------------------------

constexpr MirrorSchedule kThreeSteps{.steps = 3, .draws = 2, .batch_size = 1, .widths = {1, 1}};

auto mirror_at(double step) {
  return [step](const std::vector<double>& records) {
    return naive::mirror_law(naive::matching_pennies, records, step);
  };
}

double paper_cap() {
  return mirror_step_cap(kThreeSteps, kBudget, VertexCalibration::paper).value();
}

TEST(ExactPrivacy, LawsOfTheTestAreDistributions) {
  for (const naive::Law& law :
       {mirror_at(0.3)({1, -1, 1}),
        naive::level_law(naive::matching_pennies, {1, -1}, 0.3, {{1, 0}, 1, false}),
        naive::anytime_law(naive::matching_pennies, {1, -1, 1}, 0.3)})
    EXPECT_NEAR(std::accumulate(law.begin(), law.end(), 0.0), 1.0, 1e-12);
}

// The chain of section 3.2.
TEST(ExactPrivacy, OfMirrorDescentIsBelowEveryClaim) {
  const double step = paper_cap(), rho = mirror_rho(kThreeSteps, step);
  const double all_steps = rho * 3.0 / 2.0;
  EXPECT_NEAR(step, 0.00970814, 5e-9);
  EXPECT_NEAR(exact_epsilon(3, mirror_at(step)), 0.09365, 5e-6);
  EXPECT_NEAR(zcdp_epsilon(rho, kDelta, ZcdpConversion::optimal), 0.11581, 5e-6);
  EXPECT_NEAR(zcdp_epsilon(all_steps, kDelta, ZcdpConversion::optimal), 0.14761, 5e-6);
  EXPECT_NEAR(zcdp_epsilon(rho, kDelta, ZcdpConversion::standard), 0.2056, 5e-5);
  EXPECT_NEAR(mirror_composed_epsilon(kThreeSteps, step, kDelta), 0.5090, 5e-5);
}

TEST(ExactPrivacy, OfMirrorDescentStaysWithinTheTargetAtBothCaps) {
  for (const auto calibration : {VertexCalibration::paper, VertexCalibration::zcdp}) {
    const double step = mirror_step_cap(kThreeSteps, kBudget, calibration).value();
    EXPECT_LE(exact_delta(3, 1.0, mirror_at(step)), kDelta);
  }
}

// Negative controls: the test sees steps that are too large.
TEST(ExactPrivacy, SeesMirrorDescentWithTooLargeSteps) {
  EXPECT_NEAR(exact_epsilon(3, mirror_at(10.0 * paper_cap())), 1.42, 5e-3);
  EXPECT_NEAR(exact_epsilon(3, mirror_at(20.0 * paper_cap())), 3.04, 5e-3);
  EXPECT_NEAR(exact_delta(3, 1.0, mirror_at(15.0 * paper_cap())), 0.067, 5e-4);
}

/// A vector field whose x-part is `width` times that of matching pennies.
naive::Field with_narrow_x(double width) {
  return [width](double record, const naive::Pair& x, const naive::Pair& y) {
    naive::Operator at = naive::matching_pennies(record, x, y);
    at.x = {width * at.x[0], width * at.x[1]};
    return at;
  };
}

TEST(ExactPrivacy, OfNarrowPlayersIsBelowTheirOwnCharge) {
  for (const double width : {0.0, 0.3}) {
    MirrorSchedule schedule = kThreeSteps;
    schedule.widths = {.x = width, .y = 1.0};
    const double step = mirror_step_cap(schedule, kBudget, VertexCalibration::zcdp).value();
    const auto law_of = [&](const auto& records) {
      return naive::mirror_law(with_narrow_x(width), records, step);
    };
    EXPECT_LE(exact_delta(3, 1.0, law_of), kDelta) << width;
    EXPECT_LE(exact_divergence(3, law_of), mirror_rho(schedule, step)) << width;
    // Planted: only the narrow player charged.
    schedule.widths.y = width;
    EXPECT_GT(exact_divergence(3, law_of), mirror_rho(schedule, step)) << width;
  }
}

// Planted: a range of Delta instead of 2 Delta, or of one record's gradient instead of a
// difference.
TEST(ExactPrivacy, SeesAHalvedScoreChange) {
  const double step = mirror_step_cap(kThreeSteps, kBudget, VertexCalibration::zcdp).value();
  const double exact = exact_divergence(3, mirror_at(step));
  EXPECT_LE(exact, mirror_rho(kThreeSteps, step));
  EXPECT_GT(exact, mirror_rho(kThreeSteps, 0.5 * step));
}

// ---- Algorithm 3 --------------------------------------------------------------------------------

/// A schedule with one record per batch.
LevelSchedule single_records(Index max_level, std::vector<std::uint8_t> levels) {
  LevelSchedule schedule{.rule = {.max_level = max_level, .batch_divisor = 1e9}};
  schedule.levels = std::move(levels);
  return schedule;
}

constexpr BiasReducedDraws kPlain{.widths = {1, 1}};
constexpr BiasReducedDraws kAntithetic{.widths = {1, 1}, .estimator = LevelEstimator::antithetic};

TEST(ExactPrivacy, OfBiasReducedDescentIsBelowItsClaim) {
  const LevelSchedule schedule = single_records(1, {1, 0});
  const double step = schedule_step_cap(schedule, kPlain, kBudget).value();
  const auto at = [](double size) {
    return [size](const std::vector<double>& records) {
      return naive::level_law(naive::matching_pennies, records, size, {{1, 0}, 1, false});
    };
  };
  EXPECT_NEAR(step, 0.01005006, 5e-9);
  EXPECT_NEAR(exact_epsilon(2, at(step)), 0.1369, 5e-5);
  EXPECT_LE(exact_delta(2, 1.0, at(step)), kDelta);
  EXPECT_GT(exact_delta(2, 1.0, at(10.0 * step)), kDelta);
  EXPECT_GT(exact_delta(2, 1.0, at(15.0 * step)), 10.0 * kDelta);
}

/// A record whose gradients have the worst signs for antithetic differences: + at (1, .) and at
/// mixed points, - at (0, .).
naive::Operator contrary(double record, const naive::Pair& x, const naive::Pair&) {
  const double sign = x[0] > 0.0 ? record : -record;
  return {{sign, -sign}, {sign, -sign}};
}

// Addendum 1: at N = 0 the first half is the first vertex.
TEST(ExactPrivacy, SeesTheAntitheticOptionChargedAsThePlainOne) {
  const double step = 0.05;
  const LevelSchedule schedule = single_records(0, {0, 0});
  const double exact = exact_divergence(2, [&](const std::vector<double>& records) {
    return naive::level_law(contrary, records, step, {{0, 0}, 0, true});
  });
  EXPECT_LE(exact, schedule_rho(schedule, kAntithetic, step));
  EXPECT_GT(exact, 1.4 * schedule_rho(schedule, kPlain, step));
}

// The same for one draw of a later step: 0.0199 against a charge of 0.0050.
TEST(ExactPrivacy, OfADrawAfterAnAntitheticStepIsWhatItIsChargedForAtMost) {
  const double step = 0.05;
  const naive::Operator at =
      naive::bias_reduced(contrary, 1.0, {0, 1}, 0, level_normalizer(0), true);
  const naive::Pair up = naive::softmax({-step * at.x[0], -step * at.x[1]});
  const naive::Pair down = naive::softmax({step * at.x[0], step * at.x[1]});
  const double exact = naive::kullback_leibler({up[0], up[1]}, {down[0], down[1]});
  const auto charge = [&](LevelEstimator estimator) {
    const double change = 2.0 * step * level_weight(0, 0, estimator);
    return change * change / 2.0;
  };
  EXPECT_NEAR(exact, 0.0199, 5e-5);
  EXPECT_NEAR(charge(LevelEstimator::plain), 0.0050, 1e-12);
  EXPECT_GE(charge(LevelEstimator::antithetic), exact);
  EXPECT_LT(charge(LevelEstimator::antithetic), 1.01 * exact);
}

// ---- Algorithm 5 --------------------------------------------------------------------------------

naive::Operator tilted(double record, const naive::Pair& x, const naive::Pair&) {
  return {{0.5 * record * (1.0 + x[0]), -0.5 * record * (1.0 + x[1])}, {}};
}

TEST(ExactPrivacy, OfAnytimeDescentIsBelowItsClaim) {
  const AnytimeSchedule schedule{.steps = 3, .lipschitz = 1.0};
  const double step = anytime_step_cap(schedule, kBudget, VertexCalibration::zcdp).value();
  const auto at = [](double size) {
    return [size](const std::vector<double>& records) {
      return naive::anytime_law(tilted, records, size);
    };
  };
  EXPECT_NEAR(step, 0.0994905, 5e-8);
  EXPECT_NEAR(exact_epsilon(3, at(step)), 0.270, 5e-4);
  EXPECT_LE(exact_delta(3, 1.0, at(step)), kDelta);
  EXPECT_LE(exact_divergence(3, at(step)), anytime_rho(schedule, step));
  EXPECT_GT(exact_delta(3, 1.0, at(10.0 * step)), kDelta);
  EXPECT_GT(exact_epsilon(3, at(20.0 * step)), 3.0);
}

// Every batch's own charge covers what its record is used for.
TEST(ExactPrivacy, OfEveryRecordIsBelowItsBatchsCharge) {
  const double step = 0.2;
  const AnytimeSchedule anytime{.steps = 3, .lipschitz = 1.0};
  const LevelSchedule levels = single_records(1, {1, 0});
  const auto level_rhos = schedule_batch_rhos(levels, kPlain, step);
  Index batch = 0;
  for_all_neighbours(3, [&](const auto& records, const auto& other) {
    ++batch;
    EXPECT_LE(naive::kullback_leibler(mirror_at(step)(records), mirror_at(step)(other)),
              mirror_batch_rho(kThreeSteps, step, batch) + 1e-15);
    EXPECT_LE(naive::kullback_leibler(naive::anytime_law(tilted, records, step),
                                      naive::anytime_law(tilted, other, step)),
              anytime_batch_rho(anytime, step, batch) + 1e-15);
  });
  batch = 0;
  for_all_neighbours(2, [&](const auto& records, const auto& other) {
    const naive::LevelRun run{{1, 0}, 1, false};
    EXPECT_LE(naive::kullback_leibler(naive::level_law(naive::matching_pennies, records, step, run),
                                      naive::level_law(naive::matching_pennies, other, step, run)),
              level_rhos[batch++] + 1e-15);
  });
}

}  // namespace
}  // namespace noisy
