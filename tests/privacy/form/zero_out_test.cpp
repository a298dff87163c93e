// What one record's zeroing moves releases by, observed, and that the oracle counts it only for
// those neighbours: a cost for a record that is zeroed out is no cost for one that is replaced.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/privacy/form/iterate_choice.h"
#include "engine/privacy/form/minimizer.h"
#include "engine/privacy/release/neighbour_move.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/problem/risk/mean_estimation.h"
#include "tests/privacy/form/full_gradient_step.h"

namespace noisy::testing::full_gradient {
namespace {

using ::testing::HasSubstr;

/// Another sum of which one record's gradient is 0 at every point.
class ZeroedSum final : public FiniteSum {
 public:
  ZeroedSum(const FiniteSum& sum, Index record) : sum_(sum), record_(record) {}

  Index samples() const override { return sum_.samples(); }
  Index dimension() const override { return sum_.dimension(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override {
    return std::make_unique<ZeroedPass>(*this, queries);
  }
  void answer_batch(std::span<const Index>, const PointQuery&, BatchScratch&) const override {}
  GradientBounds gradient_bounds() const override { return sum_.gradient_bounds(); }
  double l1_sensitivity_at(const Vector& x) const override { return sum_.l1_sensitivity_at(x); }
  double smoothness_bound() const override { return sum_.smoothness_bound(); }

 private:
  class ZeroedPass final : public Pass {
   public:
    ZeroedPass(const ZeroedSum& sum, std::span<const PointQuery> queries)
        : sum_(sum),
          queries_(queries.begin(), queries.end()),
          pass_(sum.sum_.begin_pass(queries)) {}
    bool advance(ThreadPool& pool, const Deadline& deadline) override {
      if (!pass_->advance(pool, deadline)) return false;
      for (const PointQuery& query : queries_) {
        Vector own(query.point->size());
        BatchScratch scratch;
        sum_.sum_.answer_batch({&sum_.record_, 1}, {.point = query.point, .gradient = &own},
                               scratch);
        *query.gradient -= own / static_cast<double>(sum_.samples());
      }
      return true;
    }

   private:
    const ZeroedSum& sum_;
    std::vector<PointQuery> queries_;
    std::unique_ptr<Pass> pass_;
  };

  const FiniteSum& sum_;
  Index record_;
};

/// Largest moves of the three kinds over points, records and regularizers.
struct Moves {
  double fresh = 0;
  double norm = 0;
  double difference = 0;
};

Moves largest_moves(const FiniteSum& sum, double radius, double step) {
  const Regularizer ridge{.kind = Regularizer::Kind::l2, .strength = 0.6};
  Moves out;
  for (int k = 0; k < 48; ++k) {
    const double angle = k * M_PI / 24;
    const Vector direction{{std::cos(angle), std::sin(angle)}};
    const Vector from = (k % 4) / 3.0 * (radius - step) * direction, to = from + step * direction;
    for (Index record = 0; record < sum.samples(); ++record) {
      const ZeroedSum zeroed(sum, record);
      const Answers a = exact_answers(sum, from, to, ridge);
      const Answers b = exact_answers(zeroed, from, to, ridge);
      out.fresh = std::max(out.fresh, (a.fresh - b.fresh).norm());
      out.norm = std::max(out.norm, std::fabs(a.norm[0] - b.norm[0]));
      out.difference = std::max(out.difference, (a.difference - b.difference).norm());
    }
  }
  return out;
}

void expect_moves(const FiniteSum& sum, double radius, double step, double attained) {
  const RegionBounds bounds = sum.bounds_within(radius);
  const double n = static_cast<double>(sum.samples());
  const double gradient = gradient_move(bounds, Neighbours::zero_out) / n;
  const double difference = difference_move(bounds, Neighbours::zero_out, step) / n;
  const Moves moves = largest_moves(sum, radius, step);
  EXPECT_LE(moves.fresh, gradient * (1 + 1e-12));
  EXPECT_LE(moves.norm, gradient * (1 + 1e-12));
  EXPECT_LE(moves.difference, difference * (1 + 1e-12));
  EXPECT_GE(moves.fresh, attained * gradient);
  EXPECT_GE(moves.difference, 0.9 * difference);
}

TEST(ZeroOut, MovesReleasesAsFarAsOneRecordsGradientAndNoFarther) {
  {
    SCOPED_TRACE("squared");
    const Domain ball{.kind = Domain::Kind::l2_ball, .radius = 2};
    const Problem problem = problem_of({{1.5, 0}, {0, 1.5}, {-0.9, 1.2}}, {-1, 1, -1},
                                       squared_loss(), std::nullopt, ball);
    expect_moves(*problem.risk, 2, 0.1, 0.95);
  }
  {
    SCOPED_TRACE("mean");
    const auto rows = dense_records({{1.5, 0}, {0, -1.5}}, {0, 0});
    const Domain ball{.kind = Domain::Kind::l2_ball, .radius = 2};
    const MeanEstimationRisk mean(*rows, kBounds, ball);
    expect_moves(mean, 2, 0.1, 0.95);
    expect_moves(mean, 1, 0.1, 0.95);
  }
}

TEST(ZeroOut, MovesByWhatOneRecordHasAndReplacingByWhatTwoHave) {
  const RegionBounds bounds{.gradient_l2 = 5, .record_smoothness = 3, .record_gradient = 4};
  EXPECT_EQ(changed_records(Neighbours::replace_one), 2);
  EXPECT_EQ(changed_records(Neighbours::zero_out), 1);
  EXPECT_EQ(gradient_move(bounds, Neighbours::replace_one), 5);
  EXPECT_EQ(gradient_move(bounds, Neighbours::zero_out), 4);
  EXPECT_EQ(difference_move(bounds, Neighbours::replace_one, 0.5), 3);
  EXPECT_EQ(difference_move(bounds, Neighbours::zero_out, 0.5), 1.5);
  EXPECT_TRUE(std::isinf(gradient_move(bounds, Neighbours::add_remove)));
  EXPECT_TRUE(std::isinf(difference_move(bounds, Neighbours::add_remove, 1)));
}

Cost rho_for(Neighbours neighbours, double rho = kEverything) {
  return {.unit = CostUnit::rho, .value = rho, .neighbours = neighbours};
}

/// Unit noise, charged for these neighbours what moving by so much costs.
Rules charged(Neighbours neighbours, double gradient, double difference) {
  Rules rules(gaussian(1), 0.5);
  rules.fresh.cost = rules.norm.cost = rho_for(neighbours, gradient * gradient / 2);
  rules.difference.cost = rho_for(neighbours, difference * difference / 2);
  return rules;
}

class ZeroOutCosts : public ::testing::Test {
 protected:
  const Problem problem_ = three_records();
  const Vector from_{{0.2, -0.5}}, to_{{0.5, -0.1}};
  const RegionBounds bounds_ = problem_.risk->bounds_within(HUGE_VAL);
  const double n_ = kRecords;

  std::string asked(Neighbours charged_for, double share, Neighbours budget) const {
    const double gradient = share * gradient_move(bounds_, charged_for) / n_;
    const double difference = share * difference_move(bounds_, charged_for, 0.5) / n_;
    return refusal_of(charged(charged_for, gradient, difference), from_, to_, *problem_.risk,
                      rho_for(budget));
  }
};

TEST_F(ZeroOutCosts, AreWhatTheOracleAsksForToTheLastDigit) {
  for (const Neighbours same : {Neighbours::replace_one, Neighbours::zero_out}) {
    EXPECT_EQ(asked(same, 1, same), "");
    EXPECT_THAT(asked(same, 1 - 1e-9, same), HasSubstr("too small for the cost"));
  }
}

TEST_F(ZeroOutCosts, AreRefusedUnderABudgetForARecordThatIsReplaced) {
  EXPECT_THAT(asked(Neighbours::zero_out, 1, Neighbours::replace_one),
              HasSubstr("for other neighbours"));
  EXPECT_THAT(asked(Neighbours::replace_one, 1, Neighbours::zero_out),
              HasSubstr("for other neighbours"));
  // The same figures with another name.
  const double gradient = gradient_move(bounds_, Neighbours::zero_out) / n_;
  const double difference = difference_move(bounds_, Neighbours::zero_out, 0.5) / n_;
  const Rules named = charged(Neighbours::replace_one, gradient, difference);
  EXPECT_THAT(refusal_of(named, from_, to_, *problem_.risk, rho_for(Neighbours::replace_one)),
              HasSubstr("too small for the cost"));
}

TEST_F(ZeroOutCosts, OfEachKindAreHalfTheMoveOfAReplacedRecord) {
  const Rules half =
      charged(Neighbours::replace_one, gradient_move(bounds_, Neighbours::zero_out) / n_, HUGE_VAL);
  const Rules norm_only = [&] {
    Rules rules = half;
    rules.norm.cost.value = kEverything / 8;
    return rules;
  }();
  EXPECT_THAT(refusal_of(half, from_, to_, *problem_.risk), HasSubstr("too small"));
  EXPECT_THAT(refusal_of(norm_only, from_, to_, *problem_.risk), HasSubstr("too small"));
}

/// A release by this rule, asked of an oracle whose budget is for a record that is zeroed out.
std::string refusal_of_gradient(const FiniteSum& sum, Release release,
                                CostUnit unit = CostUnit::rho) {
  const Cost cap{.unit = unit, .value = 1e9, .order = 2, .neighbours = Neighbours::zero_out};
  release.cost = cap;
  release.cost.value = 1e8;
  PrivateOracle oracle(sum, {}, streams(), cap);
  const Vector x{{0.2, -0.5}};
  const auto run = [&]() -> noisy::Run {
    co_yield Iterate{co_await oracle.ask(gradient_at(x, release))};
  };
  const auto path = drive(sum, oracle, run());
  EXPECT_EQ(path.empty(), oracle.refusal().has_value());
  return oracle.refusal() ? oracle.refusal()->message : "";
}

TEST_F(ZeroOutCosts, AreProvenOfNormalNoiseOnAllRecordsInRhoAlone) {
  const FiniteSum& sum = *problem_.risk;
  EXPECT_EQ(refusal_of_gradient(sum, gaussian(1)), "");
  const auto expect_unproven = [&](const Release& release, CostUnit unit = CostUnit::rho) {
    EXPECT_THAT(refusal_of_gradient(sum, release, unit), HasSubstr("nothing is proven"));
  };
  expect_unproven(gaussian(1), CostUnit::renyi);
  Release changed = gaussian(1);
  changed.batch_size = kRecords - 1;
  expect_unproven(changed);
  changed = gaussian(1);
  changed.mechanism = Mechanism::laplace;
  expect_unproven(changed);
  expect_unproven(changed, CostUnit::epsilon);
  changed = gaussian(1);
  changed.sensitivity = SensitivityRule::state_dependent;
  expect_unproven(changed);
}

/// What is compared is computed on one side alone: the other is the exact mean without the record.
TEST_F(ZeroOutCosts, OfIntegersAreWhatRoundedAnswersAreApartAtMost) {
  constexpr double kGrid = 0.125;
  double most = 0, most_norm = 0;
  GridQuery query;
  for (const Numbers& row : grid_rows()) {
    const Problem problem = problem_of({{1, std::sqrt(1.25)}, {0.2, 0.7}, row}, {1, -1, 1});
    const FiniteSum& sum = *problem.risk;
    query = grid_query(sum, {.batch_size = kRecords, .grid = kGrid});
    for (const Vector& x : {Vector{{0.0, 0.0}}, Vector{{-40.0, -40.0}}, Vector{{0.1, 0.3}}}) {
      for (Index record = 0; record < kRecords; ++record) {
        const Answers all = exact_answers(sum, x, x);
        const Answers few = exact_answers(ZeroedSum(sum, record), x, x);
        const auto rounded = [&](const Vector& value) {
          return Vector((value / kGrid).array().rint());
        };
        most = std::max(most, (rounded(all.fresh) - rounded(few.fresh)).norm());
        most_norm = std::max(most_norm, (rounded(all.norm) - rounded(few.norm)).norm());
      }
    }
  }
  EXPECT_LE(most, query.l2(bounds_.record_gradient));
  EXPECT_GT(most, 0.7 * query.l2(bounds_.record_gradient));
  EXPECT_LE(most_norm, norm_query(query).l2(bounds_.record_gradient));
  EXPECT_GT(most_norm, 0.5 * norm_query(query).l2(bounds_.record_gradient));
}

TEST_F(ZeroOutCosts, OfIntegersAreAskedForToTheLastMultipleOfTheGrid) {
  const FiniteSum& sum = *problem_.risk;
  const auto refusal = [&](Neighbours neighbours, double multiples) {
    Release rule = gaussian(0, 0.3);
    rule.cost.neighbours = neighbours;
    rule.grid = 0x1p-20;
    const GridQuery query = grid_query(sum, rule);
    const double sensitivity = gradient_move(bounds_, neighbours);
    Rules rules(rule, 2);
    rules.fresh.noise_scale = hardened_gaussian_scale(query, sensitivity, 0.3).value();
    rules.norm.noise_scale = hardened_gaussian_scale(norm_query(query), sensitivity, 0.3).value();
    rules.fresh.noise_scale -= multiples * rule.grid;
    PrivateOracle oracle(sum, {}, streams(), rho_for(neighbours));
    const auto run = [&]() -> noisy::Run {
      HiddenGradient hidden;
      co_await oracle.advance(hidden.at(from_));
      co_await oracle.ask(gradient_norm_of(hidden, rules.norm));
      const Vector& fresh = co_await oracle.ask(fresh_gradient_of(hidden, rules.fresh));
      co_yield Iterate{fresh};
    };
    drive(sum, oracle, run());
    return oracle.refusal() ? oracle.refusal()->message : "";
  };
  for (const Neighbours neighbours : {Neighbours::replace_one, Neighbours::zero_out}) {
    EXPECT_EQ(refusal(neighbours, 0), "");
    EXPECT_THAT(refusal(neighbours, 1), HasSubstr("too small"));
  }
}

TEST_F(ZeroOutCosts, AreUnknownForKindsThatDoNotStateThem) {
  for (const ReleaseForm* form : release_forms()) {
    const bool is_stated = form->is_proven_for(Neighbours::zero_out);
    const std::string id(form->id());
    const bool is_known = id == "gradient" || id == "fresh-gradient" || id == "step-difference" ||
                          id == "gradient-length" || id == "iterate-choice" ||
                          id == "column-range" || id == "least-eigenvalue" ||
                          id == "second-moments" || id == "first-moments" || id == "last-iterate" ||
                          id == "poisson-gradient";
    EXPECT_EQ(is_stated, is_known) << id;
    EXPECT_EQ(form->is_proven_for(Neighbours::replace_one), id != "poisson-gradient") << id;
    EXPECT_FALSE(form->is_proven_for(Neighbours::add_remove)) << id;
  }
}

TEST_F(ZeroOutCosts, OfAChoiceAreThoseOfItsScores) {
  const FiniteSum& sum = *problem_.risk;
  const auto refusal = [&](Neighbours neighbours, double share) {
    const double range = 2 * gradient_move(bounds_, neighbours) / n_ / 0.7;
    const Cost cost = rho_for(neighbours, share * range * range / 8);
    PrivateOracle oracle(sum, {}, streams(), rho_for(neighbours));
    const Vector x{{0.2, -0.5}};
    const auto run = [&]() -> noisy::Run {
      HiddenGradient hidden;
      KeptNorms kept;
      co_await oracle.advance(hidden.at(x));
      kept.keep(hidden);
      co_yield Iterate{co_await oracle.ask(choice_of(kept, {.form = iterate_choice_form(),
                                                            .batch_size = kRecords,
                                                            .mechanism = Mechanism::exponential,
                                                            .cost = cost,
                                                            .base_epsilon = range,
                                                            .noise_scale = 0.7,
                                                            .details = details_of_choice(0)}))};
    };
    drive(sum, oracle, run());
    return oracle.refusal() ? oracle.refusal()->message : "";
  };
  for (const Neighbours neighbours : {Neighbours::replace_one, Neighbours::zero_out}) {
    EXPECT_EQ(refusal(neighbours, 1), "");
    EXPECT_THAT(refusal(neighbours, 1 - 1e-9), HasSubstr("too small"));
  }
}

TEST(ZeroOut, IsUnprovenWhereNothingBoundsOneRecordsGradient) {
  const auto rows = dense_records({{1.5, 0}, {0, -1.5}, {1, 1}}, {0, 0, 0});
  const MeanEstimationRisk mean(*rows, kBounds, {});
  EXPECT_THAT(refusal_of_gradient(mean, gaussian(1)), HasSubstr("too small"));
}

}  // namespace
}  // namespace noisy::testing::full_gradient
