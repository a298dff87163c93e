// What plans of phases say of their error and of other methods. Every figure of a sentence is
// computed here once more, from the plan's own steps and the formulas of bring-your-own-minimax
// (2.2, 2.4, 2.9, 4.9').
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "engine/algorithm/minimax/solution_view.h"
#include "tests/algorithm/minimax/support/curved_problems.h"

namespace noisy::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Not;

const PrivacyRequest kUsual = approximate(0.5, 1e-5);
/// Sentences have four significant digits.
constexpr double kDigits = 6e-4;

/// The sentence that has this in it; "" without one.
std::string sentence_with(const std::vector<std::string>& all, const std::string& text) {
  const auto found = std::ranges::find_if(
      all, [&](const std::string& one) { return one.find(text) != std::string::npos; });
  return found == all.end() ? std::string() : *found;
}

/// The sentence from a phrase on.
std::string from(const std::string& sentence, const std::string& phrase) {
  const auto at = sentence.find(phrase);
  EXPECT_NE(at, std::string::npos) << phrase << " in: " << sentence;
  return at == std::string::npos ? std::string() : sentence.substr(at);
}

/// The number behind a phrase.
double number_after(const std::string& sentence, const std::string& phrase) {
  const std::string rest = from(sentence, phrase);
  return rest.empty() ? std::nan("") : std::strtod(rest.c_str() + phrase.size(), nullptr);
}

/// c_G: noise over sensitivity of one Gaussian release that is (epsilon, delta)-DP, by bisection.
double noise_multiplier(double epsilon, double delta) {
  const auto below = [](double t) { return 0.5 * std::erfc(-t / std::sqrt(2.0)); };
  const auto delta_of = [&](double mu) {
    return below(mu / 2 - epsilon / mu) - std::exp(epsilon) * below(-mu / 2 - epsilon / mu);
  };
  double low = 1e-3, high = 10;
  for (int i = 0; i < 100; ++i)
    (delta_of((low + high) / 2) < delta ? low : high) = (low + high) / 2;
  return 1 / low;
}

/// The plan of a method at so many records as are said, whatever the problem has.
std::unique_ptr<AlgorithmPlan> plan_at(Index samples, const char* id,
                                       const SolutionProblem& problem, const ParameterSet& given,
                                       const PrivacyRequest& privacy = kUsual) {
  PlanInput input{.facts = public_facts(*problem.data, problem.regularizer),
                  .privacy = privacy,
                  .parameters = given,
                  .regularizer = problem.regularizer,
                  .domain = problem.domain};
  input.facts.samples = samples;
  auto plan = find_algorithm(id)->plan(input);
  EXPECT_TRUE(plan) << plan.error().message;
  return *std::move(plan);
}

/// A saddle problem's facts, and how many releases share the budget.
struct Side {
  double lipschitz, numbers, radius, other_radius;
  SolutionPart part;
  bool is_pair;
};

/// bound_x of 2.4, of y with the parts exchanged.
double naive_side(const AlgorithmPlan& plan, const Side& side) {
  std::vector<SolutionStep> steps;
  for (const SolutionStep& one : steps_of(plan))
    if (one.part == side.part) steps.push_back(one);
  const double multiplier = noise_multiplier(0.5, 1e-5) * (side.is_pair ? std::sqrt(2.0) : 1);
  const double l = side.lipschitz;
  double sum = 0, error = 0, first = 0, other = 0;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const SolutionStep& step = steps[k];
    const bool is_dual = side.part == SolutionPart::dual;
    const double own = is_dual ? step.dual_weight : step.primal_weight;
    other = is_dual ? step.primal_weight : step.dual_weight;
    if (k == 0) first = own;
    if (k > 0) {
      sum += own / 2 * error;
      sum += l * std::sqrt(own / other) * steps[k - 1].noise / multiplier;
    }
    sum += 2 * std::sqrt(2.0) * l * l /
           (static_cast<double>(step.release.batch_size) * std::min(own, other));
    error = side.numbers * step.noise * step.noise + step.distance * step.distance / own;
  }
  sum += l * std::sqrt(error) + first / 2 * side.radius * side.radius;
  if (side.is_pair) sum += other / 2 * side.other_radius * side.other_radius;
  return sum;
}

TEST(PhaseStatements, OfAPairBoundTheWeakGapByBothSides) {
  const SolutionProblem game = random_game(64, 3);
  const auto plan = planned("phased-minimax", game, kUsual, {});
  const std::string note = sentence_with(plan->summary().notes, "weak duality gap");
  const double l = 2 * std::sqrt(2.0);
  const double x = naive_side(*plan, {l, 3, 1, 1, SolutionPart::primal, true});
  const double y = naive_side(*plan, {l, 3, 1, 1, SolutionPart::dual, true});
  double both = 0, of_x = 0, of_y = 0, mu = 0;
  ASSERT_EQ(std::sscanf(from(note, "at most ").c_str(),
                        "at most %lf: %lf for x with \"regularization\": %lf and %lf for y", &both,
                        &of_x, &mu, &of_y),
            4)
      << note;
  EXPECT_NEAR(both, x + y, kDigits * both);
  EXPECT_NEAR(of_x, x, kDigits * x);
  EXPECT_NEAR(of_y, y, kDigits * y);
  EXPECT_NEAR(mu, *plan->summary().parameters.number("regularization"), kDigits * mu);
  EXPECT_THAT(note, HasSubstr("gap expected of single runs may be larger"));
  EXPECT_THAT(plan->summary().notes, Each(Not(HasSubstr("excess risk"))));
}

TEST(PhaseStatements, OfStrongConcavityTellTheWeakFromTheWorstCase) {
  const LinearGame game{0.5, 1, 2};
  const SolutionProblem problem = linear_game(game, half_signs(64, 2));
  const auto plan = planned("phased-minimax", problem, kUsual,
                            parameters({{"variant", std::string("strongly-concave")}}));
  const double l = 1 + std::sqrt(2.0) * (std::sqrt(1.25) + 0.5) * 2;
  const double weak = naive_side(*plan, {l, 2, 2, 0, SolutionPart::primal, false});
  const auto& notes = plan->summary().notes;
  const std::string first = sentence_with(notes, "max over y of E[F(x, y)]");
  EXPECT_NEAR(number_after(first, "saddle value by at most "), weak, kDigits * weak);
  EXPECT_EQ(number_after(first, "D = "), 2);
  const double moved = steps_of(*plan).back().noise / noise_multiplier(0.5, 1e-5);
  const double worst = weak + l * 1.5 / 1 * moved;  // l / mu_y = 1.5
  const std::string second = sentence_with(notes, "E[max over y of F(x, y)]");
  EXPECT_NEAR(number_after(second, "the bound is "), worst, kDigits * worst);
}

/// T6 with (1/2) ||x||^2 added and y in a ball of radius 2.
class StronglyConvexGame final : public SaddleLoss {
 public:
  Index primal_dimension(Index features) const override { return game_.primal_dimension(features); }
  Index dual_dimension(Index features) const override { return game_.dual_dimension(features); }
  Domain primal_domain(Index features) const override { return game_.primal_domain(features); }
  Domain dual_domain(Index) const override { return {.kind = Domain::Kind::l2_ball, .radius = 2}; }
  double value(const SaddleRecord&, const Vector&) const override { return 0; }  // nobody asks
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override {
    game_.operator_at(record, z, out);
    out.head(RandomGame::kDimension) += z.head(RandomGame::kDimension);
  }
  SaddleBounds bounds(const FeatureBounds& records, Index features) const override {
    SaddleBounds out = game_.bounds(records, features);
    out.lipschitz = 5;
    out.smoothness.joint += 1;
    out.smoothness.primal += 1;
    out.primal_modulus = 1;
    out.dual_radius = 2;
    return out;
  }

 private:
  RandomGame game_;
};

TEST(PhaseStatements, OfStrongConvexityReadTheRadiusOfY) {
  const SolutionProblem problem =
      saddle_problem(std::make_shared<StronglyConvexGame>(),
                     std::vector<naive::Numbers>(64, naive::Numbers(13, 0.5)), {.l2 = 2});
  const auto plan = planned("phased-minimax", problem, kUsual,
                            parameters({{"variant", std::string("strongly-convex")}}));
  const double weak = naive_side(*plan, {5, 3, 2, 0, SolutionPart::dual, false});
  const std::string note = sentence_with(plan->summary().notes, "min over x of E[F(x, y)]");
  EXPECT_NEAR(number_after(note, "saddle value by at most "), weak, kDigits * weak);
  EXPECT_EQ(number_after(note, "D = "), 2);
  EXPECT_NE(sentence_with(plan->summary().notes, "E[min over x of F(x, y)]"), "");
}

/// 2.2 for records' losses with this Lipschitz constant whose gradients differ by at most 2.
double naive_excess(const AlgorithmPlan& plan, double lipschitz, double numbers, double base) {
  const double multiplier = noise_multiplier(0.5, 1e-5);
  double sum = 0, error = 0, growth = 1;
  for (const SolutionStep& step : steps_of(plan)) {
    growth *= 8;  // geometric
    const double mu = base * growth, records = static_cast<double>(step.release.batch_size);
    const double distance = 0.01 * lipschitz / (mu * records);
    const double noise = multiplier * (2 / (mu * records) + 2 * distance);
    EXPECT_LE(step.noise, noise * (1 + 1e-9));
    if (growth > 8) sum += mu / 2 * error;
    if (growth == 8) sum += mu / 2;  // D = 1
    sum += 2 * lipschitz * lipschitz / (mu * records);
    error = numbers * noise * noise + distance * distance;
  }
  return sum + lipschitz * std::sqrt(error);
}

TEST(PhaseStatements, OfMinimizationCountARegularizer) {
  SolutionProblem problem = logistic_problem(64, 1);
  const auto plain = planned("phased-output-perturbation", problem, kUsual, {});
  const double mu = *plain->summary().parameters.number("regularization");
  const double excess = naive_excess(*plain, 1, 4, mu);
  const std::string note = sentence_with(plain->summary().notes, "excess risk over the population");
  EXPECT_NEAR(number_after(note, "at most "), excess, kDigits * excess);
  problem.regularizer = {.kind = Regularizer::Kind::l2, .strength = 0.3};
  const auto whole = planned("phased-output-perturbation", problem, kUsual, {});
  const double other =
      naive_excess(*whole, 1.3, 4, *whole->summary().parameters.number("regularization"));
  const std::string said =
      sentence_with(whole->summary().notes, "objective, regularizer included, over the population");
  EXPECT_NEAR(number_after(said, "at most "), other, kDigits * other);
}

TEST(PhaseStatements, PromiseNothingWhereARegularizersLengthIsUnbounded) {
  SolutionProblem problem = logistic_problem(64, 1);
  problem.regularizer = {.kind = Regularizer::Kind::l2, .strength = 0.3};
  const auto loose = planned("phased-output-perturbation", problem, kUsual,
                             parameters({{"projectOutput", false}}));
  EXPECT_THAT(loose->summary().notes, Contains(HasSubstr("No error bound is known here")));
  EXPECT_THAT(loose->summary().notes, Each(Not(HasSubstr("proven to be at most"))));
}

TEST(PhaseStatements, AtFewRecordsNameOneReleaseAndItsRegularization) {
  const auto plan = planned("phased-output-perturbation", logistic_problem(256, 1), kUsual, {});
  const std::string warning = sentence_with(plan->summary().warnings, "is lower");
  // L = 1, D = 1, d = 4: A / mu + mu / 2
  const double falling = (2 * noise_multiplier(0.5, 1e-5) * 2.02 + 0.01 + 2) / 256,
               mu = std::sqrt(2 * falling);
  EXPECT_NEAR(number_after(warning, "output-perturbation with \"regularization\": "), mu,
              kDigits * mu);
  const double bound = falling / mu + mu / 2;
  EXPECT_NEAR(number_after(warning, "is lower: "), bound, kDigits * bound);
  EXPECT_THAT(warning, HasSubstr("Phases pay off once there are many records."));
}

TEST(PhaseStatements, OfARegularizedProblemNameOneReleaseThatAddsTheRest) {
  SolutionProblem problem = logistic_problem(256, 1);
  problem.regularizer = {.kind = Regularizer::Kind::l2, .strength = 0.2};
  const auto plan = planned("phased-output-perturbation", problem, kUsual, {});
  const std::string warning = sentence_with(plan->summary().warnings, "is lower");
  const double l = 1.2;
  const double falling =
      l * (2 * noise_multiplier(0.5, 1e-5) * (2 + 0.02 * l) + 0.01 * l + 2 * l) / 256;
  const double mu = std::max(0.0, std::sqrt(2 * falling) - 0.2);
  const double bound = falling / (mu + 0.2) + mu / 2;
  EXPECT_NEAR(number_after(warning, "output-perturbation with \"regularization\": "), mu,
              kDigits * mu);
  EXPECT_NEAR(number_after(warning, "is lower: "), bound, kDigits * bound);
}

TEST(PhaseStatements, AtFewRecordsOfASaddleProblemNameItsOwnOneRelease) {
  const auto plan = planned("phased-minimax", random_game(64, 3), kUsual, {});
  const std::string warning = sentence_with(plan->summary().warnings, "is lower");
  const double mu =
      number_after(warning, "minimax-output-perturbation with \"primalRegularization\": ");
  EXPECT_EQ(number_after(warning, "\"dualRegularization\": "), mu);
  // d = 3 each, D = 1 each. By 3.2 two records' operators differ by 4 in each part, by 2 L at most
  // in all, which in the norm of W^-1 with equal weights is 2 L / sqrt(mu).
  const double l = 2 * std::sqrt(2.0), c = noise_multiplier(0.5, 1e-5);
  const auto bound = [&](double weight) {
    const double noise = c * 2.02 * l / (64 * weight), tau = 0.01 * l / (64 * weight);
    return l * 2 * (std::sqrt(3.0) * noise + tau) + 2 * std::sqrt(2.0) * l * l / (64 * weight) +
           weight;
  };
  EXPECT_NEAR(number_after(warning, "is lower: "), bound(mu), 2 * kDigits * bound(mu));
  EXPECT_THAT(warning, Not(HasSubstr("Phases pay off"))) << "which no bound says of these";
  EXPECT_LE(bound(mu), std::min(bound(1.1 * mu), bound(mu / 1.1)));
}

TEST(PhaseStatements, AtManyRecordsNameABetterScheduleIfAny) {
  constexpr Index kMany = 1 << 20;
  const auto minimum = plan_at(kMany, "phased-output-perturbation", logistic_problem(64, 1), {});
  EXPECT_EQ(steps_of(*minimum).size(), 12U) << "of 20";
  EXPECT_THAT(minimum->summary().warnings, Each(Not(HasSubstr("is lower"))));
  const auto equal = plan_at(kMany, "phased-output-perturbation", logistic_problem(64, 1),
                             parameters({{"schedule", std::string("equal")}}));
  const std::string better = sentence_with(equal->summary().warnings, "is lower");
  const double mu = *minimum->summary().parameters.number("regularization");
  EXPECT_NEAR(
      number_after(
          better,
          "phased-output-perturbation with \"schedule\": \"geometric\" and \"regularization\": "),
      mu, kDigits * mu);
  EXPECT_THAT(better, Not(HasSubstr("Phases pay off")));
  // Of saddle points one release of all stays ahead for longer.
  const auto pair_with = [](const ParameterSet& given) {
    return plan_at(Index{1} << 40, "phased-minimax", random_game(64, 3), given,
                   approximate(1e-5, 1e-13));
  };
  EXPECT_THAT(pair_with(parameters({{"schedule", std::string("geometric")}}))->summary().warnings,
              Contains(AllOf(HasSubstr("proven bound of phased-minimax with \"schedule\": "),
                             HasSubstr("\"regularization\": \"derived\""))));
  EXPECT_THAT(pair_with({})->summary().warnings, Each(Not(HasSubstr("is lower"))))
      << "a plan that may choose has chosen it";
}

TEST(PhaseStatements, CallARuleOfThumbWhatIsMeasuredOnly) {
  const auto notes = [](Index samples, const char* id, const SolutionProblem& problem) {
    return plan_at(samples, id, problem, {})->summary().notes;
  };
  const SolutionProblem problem = logistic_problem(64, 1), game = random_game(64, 3);
  EXPECT_THAT(notes(60000, "phased-output-perturbation", problem),
              Contains(AllOf(HasSubstr("rule of thumb, not proven"), HasSubstr("dp-gd"))));
  EXPECT_THAT(notes(60001, "phased-output-perturbation", problem),
              Each(Not(HasSubstr("rule of thumb"))));
  EXPECT_THAT(notes(569, "phased-minimax", game),
              Contains(AllOf(HasSubstr("rule of thumb, not proven"), HasSubstr("dp-sgda"))));
}

/// sigma_x / sigma_y = sqrt(lambda_y / lambda_x): what one of them is says little of the other.
TEST(PhaseStatements, OfOneReleaseTellTheNoiseOfBothParts) {
  const ParameterSet given =
      parameters({{"primalRegularization", 4.0}, {"dualRegularization", 0.25}});
  const auto plan = planned("minimax-output-perturbation", random_game(64, 3), kUsual, given);
  const SolutionStep& step = steps_of(*plan).front();
  EXPECT_NEAR(step.dual_noise / step.noise, 4, 1e-12);
  EXPECT_NEAR(step.noise, step.release.noise_scale / 2, 1e-12 * step.noise);
  const std::string note = sentence_with(plan->summary().notes, "noise on x's numbers");
  EXPECT_NEAR(number_after(note, "standard deviation "), step.noise, kDigits * step.noise);
  EXPECT_NEAR(number_after(note, "and on y's "), step.dual_noise, kDigits * step.dual_noise);
  EXPECT_EQ(plan->summary().noise_scale.value, std::vector{step.noise});

  const auto& solutions = dynamic_cast<const SolutionPlan&>(*plan);
  const HiddenSolve solve(solutions.setting_of(step, Vector::Zero(6)));
  const SolvedStep told(step, solve, SolutionAccuracy::certified);
  const auto& columns = find_algorithm("minimax-output-perturbation")->columns;
  const auto values = told.view().find<PublicStep>()->values;
  ASSERT_EQ(values.size(), columns.size());
  EXPECT_EQ(columns.back().name, "dualSolutionNoise");
  EXPECT_EQ(values.back(), step.dual_noise);
}

TEST(PhaseStatements, OfOnePartTellOneNoise) {
  const auto plan = planned("phased-minimax", random_game(64, 3), kUsual, {});
  const SolutionStep& step = steps_of(*plan)[1];
  ASSERT_EQ(step.part, SolutionPart::dual);
  const HiddenSolve solve(
      dynamic_cast<const SolutionPlan&>(*plan).setting_of(step, Vector::Zero(6)));
  const SolvedStep told(step, solve, SolutionAccuracy::certified);
  const auto values = told.view().find<PublicStep>()->values;
  EXPECT_EQ(values.size(), find_algorithm("phased-minimax")->columns.size());
  EXPECT_EQ(values[2], step.noise);
  EXPECT_THAT(plan->summary().notes, Each(Not(HasSubstr("noise curve"))));
}

/// The cost is linear in kappa_w, so that the sum tells it (1.3); the check of every record's
/// gradient comes on top.
TEST(PhaseStatements, PredictGradientsByTheConditionThatSolversHave) {
  const auto plan = planned("phased-minimax", random_game(64, 3), kUsual,
                            parameters({{"solver", std::string("extragradient")}}));
  double sum = 0, coarse = 0, checks = 0;
  for (const SolutionStep& step : steps_of(*plan)) {
    const double x = step.primal_weight, y = step.dual_weight;
    const double records = static_cast<double>(step.release.batch_size);
    checks += records;
    const double joint = 1.25 / std::min(x, y);
    const double parts = 0.25 / std::min(x, y) + 1 / std::sqrt(x * y);
    sum += records * std::min(joint, parts) * std::log(records / 0.01);
    coarse += records * joint * std::log(records / 0.01);
  }
  EXPECT_NEAR((plan->summary().gradient_evaluations - checks) / sum, 1, 1e-12);
  EXPECT_GT(coarse, 1.5 * sum);
}

}  // namespace
}  // namespace noisy::testing
