// Which schedule a phased plan takes where the file names none, and what it says of that. Every
// bound is that of a plan whose file names the schedule, read from its own sentence.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>

#include "tests/algorithm/minimax/support/curved_problems.h"

namespace noisy::testing {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::array kSchedules = {"equal", "balanced", "geometric"};
constexpr const char* kChoice = "The file names no schedule";
/// Sentences have four significant digits.
constexpr double kDigits = 6e-4;

struct Case {
  const char* id;
  SolutionProblem problem;
  ParameterSet given;
  PrivacyRequest privacy = approximate(0.5, 1e-6);
  Index samples = 64;
};

Result<std::unique_ptr<AlgorithmPlan>> tried(const Case& one, const char* schedule = nullptr) {
  PlanInput input{.facts = public_facts(*one.problem.data, one.problem.regularizer),
                  .privacy = one.privacy,
                  .parameters = one.given,
                  .regularizer = one.problem.regularizer,
                  .domain = one.problem.domain};
  input.facts.samples = one.samples;
  if (schedule) input.parameters.set("schedule", std::string(schedule));
  return find_algorithm(one.id)->plan(input);
}

std::unique_ptr<AlgorithmPlan> plan_of(const Case& one, const char* schedule = nullptr) {
  auto plan = tried(one, schedule);
  EXPECT_TRUE(plan) << plan.error().message;
  return *std::move(plan);
}

double number_after(const std::string& sentence, const std::string& phrase) {
  const auto at = sentence.find(phrase);
  return at == std::string::npos ? std::nan("")
                                 : std::strtod(sentence.c_str() + at + phrase.size(), nullptr);
}

/// Of the plan's bound_text.
double stated_bound(const AlgorithmPlan& plan) {
  for (const std::string& note : plan.summary().notes) {
    for (const char* phrase : {"proven to be at most ", "saddle value by at most "}) {
      if (const double bound = number_after(note, phrase); !std::isnan(bound)) return bound;
    }
  }
  return std::nan("");
}

std::string schedule_of(const AlgorithmPlan& plan) {
  return *plan.summary().parameters.text("schedule");
}

std::string choice_note(const AlgorithmPlan& plan) {
  for (const std::string& note : plan.summary().notes)
    if (note.starts_with(kChoice)) return note;
  return "";
}

void expect_the_least_bound(const Case& one) {
  SCOPED_TRACE(std::string(one.id) + " at " + std::to_string(one.samples));
  std::map<std::string, double> bounds;
  for (const char* schedule : kSchedules) bounds[schedule] = stated_bound(*plan_of(one, schedule));
  const auto chosen = plan_of(one);
  const std::string taken = schedule_of(*chosen), note = choice_note(*chosen);
  EXPECT_EQ(stated_bound(*chosen), bounds.at(taken));
  for (const auto& [schedule, bound] : bounds) {
    EXPECT_LE(bounds.at(taken), bound) << schedule;
    const std::string phrase = schedule == taken
                                   ? "takes \"" + taken + "\", whose proven bound is least, "
                                   : "\"" + schedule + "\" is ";
    EXPECT_NEAR(number_after(note, phrase), bound, kDigits * bound) << note;
  }
}

TEST(ScheduleChoice, TakesTheLeastProvenBoundAndSaysWhatItCompared) {
  for (const Index samples : {64, 1000, 100'000, 50'000'000}) {
    expect_the_least_bound(
        {"phased-minimax", random_game(64, 3), {}, approximate(0.5, 1e-9), samples});
    expect_the_least_bound({"phased-output-perturbation",
                            logistic_problem(64, 1),
                            {},
                            approximate(0.5, 1e-9),
                            samples});
    expect_the_least_bound({"phased-minimax", linear_game({0.5, 1, 2}, half_signs(64, 2)),
                            parameters({{"variant", std::string("strongly-concave")}}),
                            approximate(0.5, 1e-9), samples});
    expect_the_least_bound({"phased-minimax", random_game(64, 3),
                            parameters({{"regularization", 0.3}, {"phases", 3.0}}),
                            approximate(0.5, 1e-9), samples});
  }
}

TEST(ScheduleChoice, OfAPairIsNotGeometricAndOfAMinimizationOfManyRecordsIs) {
  const Case pair{"phased-minimax", random_game(64, 3), {}, approximate(0.5, 1e-9), 100'000};
  EXPECT_NE(schedule_of(*plan_of(pair)), "geometric");
  EXPECT_GT(stated_bound(*plan_of(pair, "geometric")), 5 * stated_bound(*plan_of(pair)));
  const Case minimum{
      "phased-output-perturbation", logistic_problem(64, 1), {}, approximate(0.5, 1e-9), 1'000'000};
  EXPECT_EQ(schedule_of(*plan_of(minimum)), "geometric");
}

/// The bound of a pair's geometric phases does not fall before n is beyond 2^12, that of equal ones
/// nearly as 1 / sqrt(n).
TEST(ScheduleChoice, LetsTheBoundOfAPairFallWithTheRecords) {
  const auto bound = [](Index samples, const char* schedule) {
    return stated_bound(*plan_of(
        {"phased-minimax", random_game(64, 3), {}, approximate(0.5, 1e-9), samples}, schedule));
  };
  EXPECT_GT(bound(4000, "geometric"), 0.9 * bound(1000, "geometric"));
  EXPECT_LT(bound(4000, nullptr), 0.65 * bound(1000, nullptr));
}

TEST(ScheduleChoice, IsReplayedByItsOwnParametersAndLeavesANamedScheduleAlone) {
  const Case free{"phased-minimax", random_game(256, 3), {}};
  const auto chosen = plan_of(free);
  Case replay{"phased-minimax", random_game(256, 3), chosen->summary().parameters};
  const auto again = plan_of(replay);
  EXPECT_EQ(choice_note(*again), "");
  ASSERT_EQ(steps_of(*again).size(), steps_of(*chosen).size());
  for (std::size_t k = 0; k < steps_of(*again).size(); ++k) {
    EXPECT_EQ(steps_of(*again)[k].noise, steps_of(*chosen)[k].noise);
    EXPECT_EQ(steps_of(*again)[k].release.block.count, steps_of(*chosen)[k].release.block.count);
  }
  for (const char* schedule : kSchedules) {
    const auto named = plan_of(free, schedule);
    EXPECT_EQ(schedule_of(*named), schedule);
    EXPECT_THAT(named->summary().notes, Each(Not(HasSubstr(kChoice))));
  }
}

TEST(ScheduleChoice, CostsWhatIsAskedForWhicheverIsTaken) {
  for (const Index samples : {64, 4096, 1 << 20}) {
    const Case one{"phased-minimax", random_game(64, 3), {}, approximate(0.5, 1e-9), samples};
    EXPECT_NEAR(plan_of(one)->summary().claim.epsilon, 0.5, 1e-9);
    EXPECT_NEAR(plan_of(one)->rule().cap().value, plan_of(one, "geometric")->rule().cap().value,
                1e-12);
  }
}

TEST(ScheduleChoice, LeavesOutAScheduleWithTooFewRecordsAndThePapersAlone) {
  Case many_phases{"phased-minimax", random_game(64, 3), parameters({{"phases", 10.0}})};
  const auto plan = plan_of(many_phases);
  EXPECT_EQ(choice_note(*plan).find("geometric"), std::string::npos) << choice_note(*plan);
  EXPECT_NE(choice_note(*plan), "");
  EXPECT_FALSE(tried(many_phases, "geometric")) << "6 phases are all that 64 records have";
  many_phases.given = parameters({{"phases", 64.0}});
  many_phases.samples = 32;
  const auto none = tried(many_phases);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::invalid_value);
  EXPECT_EQ(none.error().field, "phases");
  Case papers{"phased-minimax", random_game(64, 3), {}};
  papers.privacy.calibration = Calibration::paper;
  EXPECT_EQ(schedule_of(*plan_of(papers)), "equal");
  EXPECT_EQ(choice_note(*plan_of(papers)), "");
}

TEST(ScheduleChoice, WithoutABoundIsGeometricAndClaimsNothing) {
  Case loose{"phased-output-perturbation", logistic_problem(64, 1),
             parameters({{"projectOutput", false}})};
  loose.problem.regularizer = {.kind = Regularizer::Kind::l2, .strength = 0.3};
  EXPECT_EQ(schedule_of(*plan_of(loose)), "geometric");
  EXPECT_EQ(choice_note(*plan_of(loose)), "");
}

}  // namespace
}  // namespace noisy::testing
