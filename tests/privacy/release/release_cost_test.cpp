// What releases cost does not depend on what was asked before, of other data in the same thread.
#include "engine/privacy/release/release_cost.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/privacy/form/anchored.h"
#include "engine/privacy/form/gradient.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/problem/risk/linear_quadratic.h"

namespace noisy {
namespace {

/// Records on a line; one moves a gradient by at most 2 radius.
LinearQuadraticRisk risk(Index records, double radius) {
  return LinearQuadraticRisk::create(Eigen::MatrixXd::Identity(2, 2),
                                     Eigen::MatrixXd::Zero(2, records), radius)
      .value();
}

Release gaussian(const ReleaseForm* form, Index batch_size, double deviation) {
  return {.form = form,
          .batch_size = batch_size,
          .mechanism = Mechanism::gaussian,
          .noise_scale = deviation};
}

/// Questions whose answers all differ; each differs from the first in one thing.
struct Question {
  Index samples;
  double radius;
  double order;
  Release release;
};

std::vector<Question> questions() {
  const auto gradient = gradient_form();
  return {{40, 1, 8, gaussian(gradient, 4, 2)},
          {40, 3, 8, gaussian(gradient, 4, 2)},
          {60, 1, 8, gaussian(gradient, 4, 2)},
          {40, 1, 9, gaussian(gradient, 4, 2)},
          {40, 1, 8, gaussian(gradient, 5, 2)},
          {40, 1, 8, gaussian(gradient, 4, 3)},
          {40, 1, 8, gaussian(variance_reduced_form(), 4, 2)},
          {40, 1, 8, gaussian(difference_form(), 4, 2)},
          {40, 1, 8, gaussian(anchor_form(), 4, 2)}};
}

double cost(const Question& question) {
  const LinearQuadraticRisk data = risk(question.samples, question.radius);
  return ReleaseCost(data, Cost{CostUnit::renyi, 0, question.order}).renyi(question.release);
}

TEST(ReleaseCost, IsTheSameInEveryOrderOfQuestionsInOneThread) {
  // Each question right after each other one, so that a kept answer has every chance to be wrong.
  const std::vector<Question> all = questions();
  for (const Question& before : all) {
    for (const Question& question : all) {
      cost(before);
      EXPECT_EQ(cost(question), question.release.form->renyi(question.release, question.samples,
                                                             2 * question.radius, question.order));
    }
  }
}

TEST(ReleaseCost, DiffersWhereAnyPartOfTheQuestionDoes) {
  const std::vector<Question> all = questions();
  const double first = cost(all.front());
  EXPECT_GT(first, 0);
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_NE(cost(all[i]), first) << i;
}

TEST(ReleaseCost, OfOneObjectDoesNotCarryOverBetweenItsOwnReleases) {
  const LinearQuadraticRisk data = risk(40, 1);
  ReleaseCost costs(data, Cost{CostUnit::renyi, 0, 8});
  const auto wide = gaussian(gradient_form(), 4, 3);
  const auto narrow = gaussian(gradient_form(), 4, 2);
  const double cheap = costs.renyi(wide);
  const double dear = costs.renyi(narrow);
  EXPECT_GT(dear, cheap);
  EXPECT_EQ(costs.renyi(wide), cheap);
  EXPECT_EQ(costs.renyi(narrow), dear);
}

/// What the oracle says to the release.
std::optional<Error> refusal(const FiniteSum& data, Release release) {
  PrivateOracle oracle(data, {}, StreamFactory::reproducible({.algorithm = "test"}),
                       Cost{CostUnit::renyi, 1e3, 8});
  const Vector origin = Vector::Zero(2);
  (void)oracle.ask(gradient_at(origin, release)).await_ready();
  return oracle.refusal();
}

TEST(PrivateOracle, JudgesEachDataSetByItsOwnSensitivityWhenTheyTakeTurnsInOneThread) {
  const LinearQuadraticRisk small = risk(40, 1);
  const LinearQuadraticRisk large = risk(40, 3);
  Release release = gaussian(gradient_form(), 4, 2);
  release.cost = {CostUnit::renyi, release.form->renyi(release, 40, 2, 8), 8};
  for (int turn = 0; turn < 3; ++turn) {
    EXPECT_FALSE(refusal(small, release)) << turn;
    const auto refused = refusal(large, release);
    ASSERT_TRUE(refused) << turn;
    EXPECT_EQ(refused->code, ErrorCode::internal);
  }
  release.cost.value = release.form->renyi(release, 40, 6, 8);
  EXPECT_FALSE(refusal(large, release));
  EXPECT_FALSE(refusal(small, release));
}

}  // namespace
}  // namespace noisy
