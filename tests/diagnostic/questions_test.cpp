#include "engine/diagnostic/questions.h"

#include <gtest/gtest.h>

#include "tests/experiment/session/lockstep_runs.h"

namespace noisy::testing {
namespace {

/// What meters ask of a small quadratic, whose passes are counted.
class Asked : public Lockstep {
 protected:
  void answer() {
    math::ThreadPool pool(1);
    while (const auto pass = questions_.next()) {
      while (!pass->advance(pool, math::Deadline::never())) {
      }
    }
  }

  double value_at(const Vector& point) const {
    double value = 0;
    const std::vector<PointQuery> query = {{.point = &point, .value = &value}};
    math::ThreadPool pool(1);
    risk_.begin_pass(query)->advance(pool, math::Deadline::never());
    return value;
  }

  Questions questions_;
  const Vector ones_ = Vector::Ones(kDimension);
  const Vector twos_ = Vector::Constant(kDimension, 2);
};

double first(const Vector& gradient) {
  return gradient[0];
}
double last(const Vector& gradient) {
  return gradient[kDimension - 1];
}

TEST_F(Asked, AreAnsweredInTheOrderOfAsking) {
  questions_.gradient_and_value(counting_, twos_, &last);
  questions_.value(counting_, ones_);
  questions_.gradient(counting_, ones_, &first);
  answer();
  Vector gradient(kDimension), far(kDimension);
  const std::vector<PointQuery> queries = {{.point = &ones_, .gradient = &gradient},
                                           {.point = &twos_, .gradient = &far}};
  math::ThreadPool pool(1);
  risk_.begin_pass(queries)->advance(pool, math::Deadline::never());
  EXPECT_EQ(questions_.answers(),
            (std::vector<double>{last(far), value_at(twos_), value_at(ones_), first(gradient)}));
}

TEST_F(Asked, TwiceAboutAnIterateAreComputedOnce) {
  for (const Vector* iterate : {&ones_, &twos_}) {
    questions_.next_iterate();
    for (int meter = 0; meter < 3; ++meter) questions_.value(counting_, *iterate);
    questions_.gradient(counting_, *iterate, &first);
    questions_.gradient(counting_, *iterate, &last);
  }
  answer();
  EXPECT_EQ(counting_.values, 2);
  EXPECT_EQ(counting_.gradients, 2);
  EXPECT_EQ(counting_.passes, 2);
  EXPECT_EQ(questions_.evaluations(), 4 * kSamples);
  const std::vector<double> answers = questions_.answers();
  ASSERT_EQ(answers.size(), 10u);
  EXPECT_EQ(answers[2], value_at(ones_));
  EXPECT_EQ(answers[5], value_at(twos_));
  EXPECT_NE(answers[3], answers[4]);
}

TEST_F(Asked, ManyTakeSeveralPasses) {
  std::vector<Vector> points;
  for (int i = 0; i < 300; ++i) points.push_back(Vector::Constant(kDimension, i));
  for (const Vector& point : points) {
    questions_.next_iterate();
    questions_.value(counting_, point);
    questions_.gradient(counting_, point, &first);
  }
  answer();
  EXPECT_EQ(counting_.passes, 2 + 5);  // 256 values, 64 gradients of few coordinates
  const std::vector<double> answers = questions_.answers();
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(answers[2 * i], value_at(points[i]));
}

TEST_F(Asked, JoinAPassOfSomebodyElse) {
  const LinearQuadraticRisk other = risk_;
  questions_.value(counting_, ones_);
  questions_.next_iterate();
  questions_.value(counting_, twos_);
  questions_.next_iterate();
  questions_.value(other, ones_);
  std::vector<PointQuery> queries;
  questions_.join(counting_, 1, queries);
  ASSERT_EQ(queries.size(), 1u);
  math::ThreadPool pool(1);
  counting_.begin_pass(queries)->advance(pool, math::Deadline::never());
  answer();
  EXPECT_EQ(counting_.passes, 2);
  EXPECT_EQ(questions_.answers(),
            (std::vector<double>{value_at(ones_), value_at(twos_), value_at(ones_)}));
}

/// Finds a point's first coordinate and ten times it, in three steps.
class Digging final : public PointSearcher {
 public:
  class Search final : public PointSearch {
   public:
    explicit Search(const Vector& point) : point_(point) {}
    bool advance(ThreadPool&, const Deadline&) override { return ++steps_ == 3; }
    double number(std::size_t which) const override { return point_[0] * (which == 0 ? 1 : 10); }
    double evaluations() const override { return steps_; }

   private:
    const Vector& point_;
    int steps_ = 0;
  };
  std::unique_ptr<PointSearch> begin(const Vector& point) const override {
    ++begun;
    return std::make_unique<Search>(point);
  }
  mutable int begun = 0;
};

TEST_F(Asked, SearchesArePassesOfTheirOwnAndComputedOncePerPoint) {
  const Digging searcher;
  for (const Vector* iterate : {&ones_, &twos_}) {
    questions_.next_iterate();
    questions_.found(searcher, *iterate, 1);
    questions_.value(counting_, *iterate);
    questions_.found(searcher, *iterate, 0);
  }
  answer();
  EXPECT_EQ(searcher.begun, 2);
  EXPECT_EQ(questions_.evaluations(), 2 * 3 + 2 * kSamples);
  EXPECT_EQ(questions_.answers(),
            (std::vector<double>{10, value_at(ones_), 1, 20, value_at(twos_), 2}));
  questions_.clear();
  questions_.found(searcher, ones_, 0);
  answer();
  EXPECT_EQ(questions_.answers(), std::vector<double>{1});
}

TEST_F(Asked, OfWhatASumDoesNotCountIsMissing) {
  questions_.clipped_share(counting_, ones_);
  questions_.value(counting_, ones_);
  answer();
  EXPECT_TRUE(std::isnan(questions_.answers()[0]));
  EXPECT_EQ(questions_.answers()[1], value_at(ones_));
}

}  // namespace
}  // namespace noisy::testing
