#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/algorithm/accelerated/theory/quadratic_bound.h"
#include "engine/algorithm/accelerated/theory/quadratic_error.h"
#include "tests/question/theory/ask.h"

namespace noisy {
namespace {

using testing::ask;
using testing::at_path;
using testing::number_at;
using testing::numbers_at;
using testing::with;

/// mu = 0.1, L = 1, x_0 - x* = (3, -2), noise variance 0.04 per coordinate.
Json lab(std::string_view method, double step, double momentum, Index iterations) {
  return Json::object({{"query", "quadratic-lab"},
                       {"method", method},
                       {"eigenvalues", Json::numbers({0.1, 1.0})},
                       {"start", Json::numbers({3.0, -2.0})},
                       {"stepSize", step},
                       {"momentum", momentum},
                       {"noiseVariance", 0.04},
                       {"iterations", iterations}});
}

TEST(QuadraticLabQuery, HasTheTabulatedFloorsAndErrors) {
  struct Row {
    std::string_view method;
    double step, momentum, floor;
  };
  for (const Row& row :
       {Row{"heavy-ball", .5, .3, .0161264506}, Row{"nesterov", .5, .3, .0146480970},
        Row{"gradient-descent", .5, 0, .0117948718}, Row{"nesterov", 1, .5194938533, .0394433563},
        Row{"heavy-ball", 1, .5194938533, .0525376165}}) {
    const Json answer = ask(write_json(lab(row.method, row.step, row.momentum, 1)));
    EXPECT_NEAR(number_at(answer, "noiseFloor"), row.floor, 5e-11) << row.method;
  }
  struct Exact {
    double step, momentum, error;
  };
  for (const Exact& row : {Exact{1, 0, .030538}, Exact{1, .3, .038071}, Exact{.5, 0, .014429},
                           Exact{.5, .3, .016347}, Exact{.1, .5, .063510}}) {
    const Json answer = ask(write_json(lab("heavy-ball", row.step, row.momentum, 50)));
    EXPECT_NEAR(numbers_at(answer, "curve.total").back(), row.error, 5e-7);
  }
}

TEST(QuadraticLabQuery, EqualsTheFunctionsOfTheTheory) {
  const Json answer = ask(write_json(lab("heavy-ball", 0.5, 0.3, 40)));
  const QuadraticSetting setting{QuadraticMethod::heavy_ball, 0.5, 0.3};
  const std::vector<double> spectrum = {0.1, 1.0};
  const auto curve =
      quadratic_error_curve({spectrum, {3.0, -2.0}}, setting.method, {{40, 0.5, 0.3}}, [](Index) {
        return 0.04;
      }).value();
  EXPECT_EQ(at_path(answer, "query"), Json("quadratic-lab"));
  EXPECT_EQ(at_path(answer, "stable"), Json(true));
  EXPECT_EQ(number_at(answer, "rate"), quadratic_rate(setting, 0.1, 1.0));
  EXPECT_EQ(number_at(answer, "largestStableStep"), 2.6);
  EXPECT_NEAR(number_at(answer, "rateOptimalMomentum"), std::pow(1 - std::sqrt(.05), 2), 1e-15);
  EXPECT_EQ(number_at(answer, "stationaryTrace"), *stationary_trace(setting, spectrum, 0.04));
  ASSERT_EQ(numbers_at(answer, "curve.iteration").size(), 41u);
  for (std::size_t t = 0; t <= 40; ++t) {
    const auto bound =
        quadratic_bound(setting, spectrum, 13.0, 0.04, static_cast<Index>(t)).value();
    EXPECT_EQ(numbers_at(answer, "curve.iteration")[t], static_cast<double>(t));
    EXPECT_EQ(numbers_at(answer, "curve.bias")[t], curve[t].bias);
    EXPECT_EQ(numbers_at(answer, "curve.variance")[t], curve[t].variance);
    EXPECT_EQ(numbers_at(answer, "bound.transient")[t], bound.transient);
    EXPECT_EQ(numbers_at(answer, "bound.floor")[t], bound.floor);
    EXPECT_GE(numbers_at(answer, "bound.total")[t], numbers_at(answer, "curve.total")[t]);
  }
}

TEST(QuadraticLabQuery, HasNoBoundForNesterovAndNoFloorWhenUnstable) {
  const Json nesterov = ask(write_json(lab("nesterov", 1.0, 0.5, 10)));
  EXPECT_EQ(at_path(nesterov, "stable"), Json(true));
  EXPECT_TRUE(at_path(nesterov, "bound").is_null());
  const Json unstable = ask(write_json(lab("nesterov", 1.5, 0.9, 4000)));
  EXPECT_EQ(at_path(unstable, "stable"), Json(false));
  EXPECT_GT(number_at(unstable, "rate"), 1.0);
  for (const char* absent : {"bound", "noiseFloor", "stationaryTrace", "rateOptimalMomentum"}) {
    EXPECT_TRUE(at_path(unstable, absent).is_null()) << absent;
  }
  const Json total = at_path(unstable, "curve.total");
  EXPECT_TRUE(total.element(10).is_number());
  EXPECT_TRUE(total.element(4000).is_null()) << "an overflow is null";
}

TEST(QuadraticLabQuery, WithoutNoiseAndMomentumIsGradientDescent) {
  Json query = lab("heavy-ball", 0.5, 0, 20);
  query.erase("momentum");
  query.erase("noiseVariance");
  const Json answer = ask(write_json(query));
  const double kept = std::pow(0.95, 40) * 9 * 0.05 + std::pow(0.5, 40) * 4 * 0.5;
  EXPECT_NEAR(numbers_at(answer, "curve.total")[20] / kept, 1.0, 1e-13);
  EXPECT_EQ(number_at(answer, "noiseFloor"), 0.0);
}

TEST(StabilityMapQuery, HasTheTabulatedRatesAndTheFloorsOfTheLab) {
  const Json heavy_ball = ask(R"({"query":"stability-map","method":"heavy-ball",
    "strongConvexity":0.1,"smoothness":1,"steps":[0.1,0.5,1,3.9],"momenta":[0,0.3,0.7],
    "noiseVariance":0.04})");
  EXPECT_NEAR(number_at(heavy_ball, "rate.0.1"), .98562, 5e-6);
  EXPECT_NEAR(number_at(heavy_ball, "rate.1.1"), .92604, 5e-6);
  EXPECT_NEAR(number_at(heavy_ball, "rate.2.2"), .83666, 5e-6);
  EXPECT_NEAR(number_at(heavy_ball, "noiseFloor.1.1"), .0161264506, 5e-11);
  for (const char* column : {"0", "1", "2"}) {
    EXPECT_GT(number_at(heavy_ball, std::string("rate.3.") + column), 1.0);
    EXPECT_TRUE(at_path(heavy_ball, std::string("noiseFloor.3.") + column).is_null());
  }
  const Json nesterov = ask(R"({"query":"stability-map","method":"nesterov",
    "strongConvexity":0.1,"smoothness":1,"steps":[0.5],"momenta":[0.3,0.7]})");
  EXPECT_NEAR(number_at(nesterov, "rate.0.0"), .92783, 5e-6);
  EXPECT_NEAR(number_at(nesterov, "rate.0.1"), .81548, 5e-6);
  EXPECT_NEAR(number_at(nesterov, "noiseFloor.0.0"), .0146480970 / .04, 5e-9) << "per unit";
}

TEST(StabilityMapQuery, TakesTheFloorOfTheGivenSpectrum) {
  const Json map = ask(R"({"query":"stability-map","method":"gradient-descent",
    "strongConvexity":0.1,"smoothness":1,"steps":[0.5],"momenta":[0],
    "noiseVariance":0.04,"eigenvalues":[0.1,0.4,1]})");
  const double floor =
      *noise_floor({QuadraticMethod::gradient_descent, 0.5, 0}, std::vector{0.1, 0.4, 1.0}, 0.04);
  EXPECT_EQ(number_at(map, "noiseFloor.0.0"), floor);
}

// The last error of the exact recursion when the budget is divided as the shares say.
double final_error(std::string_view method, const std::vector<double>& shares, double unit) {
  const QuadraticMethod kind =
      method == "nesterov" ? QuadraticMethod::nesterov : QuadraticMethod::heavy_ball;
  const auto variance = [&](Index t) {
    const double scale = unit / shares[static_cast<std::size_t>(t - 1)];
    return 2.0 * scale * scale;
  };
  return quadratic_error_curve({{0.1, 0.35, 1.0}, {3.0, -2.0, 1.5}}, kind,
                               {{static_cast<Index>(shares.size()), 0.8, 0.5}}, variance)
      ->back()
      .total();
}

TEST(ExactDivisionQuery, PredictsTheExactErrorOfEveryDivision) {
  for (const std::string method : {"nesterov", "heavy-ball"}) {
    const Json answer = ask(R"({"query":"exact-division","method":")" + method +
                            R"(","eigenvalues":[0.1,0.35,1],"start":[3,-2,1.5],"stepSize":0.8,
                               "momentum":0.5,"iterations":30})");
    const double unit = 0.01, squared = unit * unit;
    const auto shares = numbers_at(answer, "shares");
    const auto bound_shares = numbers_at(answer, "boundShares");
    ASSERT_EQ(shares.size(), 30u);
    EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1.0, 1e-12);
    EXPECT_NEAR(std::accumulate(bound_shares.begin(), bound_shares.end(), 0.0), 1.0, 1e-12);
    const double bias = number_at(answer, "bias");
    const double uniform = number_at(answer, "noise.uniform");
    const double exact = number_at(answer, "noise.exact");
    const double bound = number_at(answer, "noise.bound");
    const std::vector<double> equal(30, 1.0 / 30);
    EXPECT_NEAR((bias + uniform * squared) / final_error(method, equal, unit), 1.0, 1e-9);
    EXPECT_NEAR((bias + exact * squared) / final_error(method, shares, unit), 1.0, 1e-9);
    EXPECT_NEAR((bias + bound * squared) / final_error(method, bound_shares, unit), 1.0, 1e-9);
    EXPECT_LT(exact, bound);
    EXPECT_LT(bound, uniform);
  }
}

TEST(ExactDivisionQuery, HasTheWeightsOfGradientDescentInClosedForm) {
  const Json answer = ask(R"({"query":"exact-division","method":"gradient-descent",
    "eigenvalues":[0.5],"start":[2],"stepSize":0.4,"iterations":10})");
  const auto weights = numbers_at(answer, "logWeights");
  const auto shares = numbers_at(answer, "shares");
  for (std::size_t t = 0; t < 10; ++t) {
    const double left = static_cast<double>(9 - t);
    EXPECT_NEAR(weights[t], std::log(0.16 * 0.5) + 2 * left * std::log(0.8), 1e-13);
    EXPECT_NEAR(shares[t] / shares[9], std::pow(0.8, 2 * left / 3), 1e-13);
  }
  EXPECT_NEAR(number_at(answer, "bias"), 0.25 * 4 * std::pow(0.8, 20), 1e-15);
}

TEST(ExactDivisionQuery, HasNoBoundWhereTheRecursionDoesNotHold) {
  const Json answer = ask(R"({"query":"exact-division","method":"nesterov",
    "eigenvalues":[0.1,1],"start":[1,1],"stepSize":1.1,"momentum":0.2,"iterations":10})");
  EXPECT_TRUE(at_path(answer, "boundShares").is_null());
  EXPECT_TRUE(at_path(answer, "noise.bound").is_null());
  EXPECT_EQ(numbers_at(answer, "shares").size(), 10u);
}

}  // namespace
}  // namespace noisy
