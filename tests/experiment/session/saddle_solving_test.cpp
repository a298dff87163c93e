// Saddle problems of experiments, solved without privacy: near their saddle points, as near as
// they say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/solver/base/outside_solver.h"
#include "engine/solver/base/outside_step.h"
#include "tests/experiment/plan/saddle_experiment.h"
#include "tests/experiment/session/run_survey.h"

namespace noisy::testing {
namespace {

Json problem_of(const std::string& problem) {
  return with(saddle_experiment(), "problem", problem);
}

Vector vector_at(const Json& report, const std::string& path) {
  const auto numbers = *at_path(report, path).as_numbers();
  return Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size()));
}

double number_at(const Json& report, const std::string& path) {
  return at_path(report, path).number();
}

std::vector<const SolverEntry*> saddle_solvers() {
  std::vector<const SolverEntry*> out;
  for (const SolverEntry& entry : solvers().entries()) {
    if (entry.solves_saddles && entry.origin == Origin::engine) out.push_back(&entry);
  }
  return out;
}

/// (1/n) sum_i y.(u_i u_i'x - t_i u_i) + (a/2) ||x||^2 - (b/2) ||y||^2 on ||x|| <= 2,
/// ||y||_inf <= 1, by hand.
struct Regularized {
  double a;
  double b;

  Vector projected(Vector z) const {
    const double length = z.head(2).norm();
    if (length > 2) z.head(2) *= 2 / length;
    z.tail(2) = z.tail(2).cwiseMax(-1).cwiseMin(1);
    return z;
  }
  Vector operator_at(const Vector& z) const {
    Vector out = SaddleRecords().mean_operator(z);
    out.head(2) += a * z.head(2);
    out.tail(2) += b * z.tail(2);
    return out;
  }
  Vector solution() const {
    Vector z = Vector::Zero(4);
    for (int step = 0; step < 20'000; ++step) {
      const Vector half = projected(z - 0.3 * operator_at(z));
      z = projected(z - 0.3 * operator_at(half));
    }
    return z;
  }
  double value(const Vector& z) const {
    // The mean is affine in y: its gradient there, without the sign, is that at y = 0.
    Vector at = z;
    at.tail(2).setZero();
    return -z.tail(2).dot(SaddleRecords().mean_operator(at).tail(2)) +
           a / 2 * z.head(2).squaredNorm() - b / 2 * z.tail(2).squaredNorm();
  }
  /// max over y' of F(x, y') - min over x' of F(x', y): both are isotropic quadratics.
  double gap(const Vector& z) const {
    Vector highest = z, lowest = z;
    const Vector mean = SaddleRecords().mean_operator(z);
    highest.tail(2) = -mean.tail(2) / b;
    lowest.head(2) = -mean.head(2) / a;
    return value(projected(highest)) - value(projected(lowest));
  }
};

TEST(SaddleSolving, IsAsNearTheSaddlePointAsItSays) {
  const Json experiment = problem_of(R"({"kind":"saddle","name":"moment-equations","radius":2})");
  ASSERT_EQ(saddle_solvers().size(), 12U);
  for (const Regularized exact : {Regularized{0.2, 0.2}, Regularized{0.05, 1}}) {
    const Vector z_star = exact.solution();
    for (const SolverEntry* solver : saddle_solvers()) {
      SCOPED_TRACE(solver->id);
      const Json report = answer_of(
          experiment, R"({"solve":{"tolerance":1e-7,"gradients":1e7,"solver":")" + solver->id +
                          R"(","primalRegularization":)" + std::to_string(exact.a) +
                          R"(,"dualRegularization":)" + std::to_string(exact.b) + "}}");
      EXPECT_EQ(report.member("nonPrivate"), Json(true));
      EXPECT_EQ(report.member("fallback"), Json(false));
      const Vector x = vector_at(report, "saddle.primal"), y = vector_at(report, "saddle.dual");
      const Vector z = vector_at(report, "solution");
      EXPECT_EQ(x, z.head(2));
      EXPECT_EQ(y, z.tail(2));
      EXPECT_DOUBLE_EQ(number_at(report, "saddle.weights.primal"), exact.a);
      EXPECT_DOUBLE_EQ(number_at(report, "saddle.weights.dual"), exact.b);
      const double in_x = (x - z_star.head(2)).norm(), in_y = (y - z_star.tail(2)).norm();
      const double weighted = std::sqrt(exact.a * in_x * in_x + exact.b * in_y * in_y);
      const double bound = number_at(report, "saddle.weightedDistanceBound");
      constexpr double kReference = 1e-12;
      EXPECT_LE(weighted, bound + kReference);
      EXPECT_LE(in_x, number_at(report, "saddle.distanceBounds.primal") + kReference);
      EXPECT_LE(in_y, number_at(report, "saddle.distanceBounds.dual") + kReference);
      EXPECT_LE(exact.gap(z), number_at(report, "gapBound") + kReference);
      EXPECT_DOUBLE_EQ(number_at(report, "gapBound"), bound * bound / 2);
      EXPECT_DOUBLE_EQ(number_at(report, "distanceBound"),
                       bound / std::sqrt(std::min(exact.a, exact.b)));
      EXPECT_LT(bound, 1e-5);
      EXPECT_GT(number_at(report, "gradients"), 0);
      EXPECT_GT(number_at(report, "expectedGradients"), 0);
    }
  }
}

/// In the answer's trace: it begins at the start, and ends where the answer is.
TEST(SaddleSolving, TracesItsCertificates) {
  const Json report = answer_of(problem_of(R"({"kind":"saddle","name":"auc"})"),
                                R"({"solve":{"primalRegularization":0.1}})");
  EXPECT_EQ(report.member("solver"), Json("loopless-svr-extragradient"));
  const Vector gradients = vector_at(report, "trace.gradients");
  const Vector gaps = vector_at(report, "trace.gapBound");
  const Index last = gradients.size() - 1;
  ASSERT_GT(last, 2);
  EXPECT_EQ(gradients[0], 0);
  EXPECT_TRUE(std::ranges::is_sorted(gradients));
  EXPECT_LE(gradients[last], number_at(report, "gradients"));
  EXPECT_EQ(gaps[last], number_at(report, "gapBound"));
  EXPECT_LE(gaps[last], 1e-12 * gaps[0]);
}

/// The best answer alpha to w of the returned point, without and with what is added to its own
/// concavity: by hand, p (1-p) = 1/4 of 2 (1 + alpha) (scores apart) - alpha^2, less b / 2 alpha^2.
TEST(SaddleSolving, CountsAProblemsOwnStrongConcavity) {
  const Json experiment = problem_of(R"({"kind":"saddle","name":"auc"})");
  for (const double added : {0.0, 0.7}) {
    const Json report =
        answer_of(experiment, R"({"solve":{"tolerance":1e-8,"primalRegularization":0.3,
                                  "dualRegularization":)" +
                                  std::to_string(added) + "}}");
    EXPECT_DOUBLE_EQ(number_at(report, "saddle.weights.primal"), 0.3);
    EXPECT_NEAR(number_at(report, "saddle.weights.dual"), 0.5 + added, 1e-12);
    const Vector w = vector_at(report, "saddle.primal").head(2);
    const SaddleRecords records;
    double apart = 0;  // mean of p s on negatives, - (1-p) s on positives
    for (Index i = 0; i < 8; ++i) apart -= records.t[i] * 0.5 * records.u.row(i).dot(w) / 8;
    EXPECT_NEAR(vector_at(report, "saddle.dual")[0], 2 * apart / (0.5 + added), 1e-6);
  }
}

constexpr const char* kProblems[] = {
    R"({"kind":"saddle","name":"auc"})",
    R"({"kind":"saddle","name":"worst-group-logistic","groupBy":"label"})",
    R"({"kind":"saddle","name":"robust-logistic"})",
    R"({"kind":"saddle","name":"robust-regression"})",
};

TEST(SaddleSolving, HasOneAnswerWhoeverFindsIt) {
  for (const char* problem : kProblems) {
    const auto found_by = [&](const std::string& solver) {
      return answer_of(problem_of(problem), R"({"solve":{"tolerance":1e-7,"solver":")" + solver +
                                                R"(","primalRegularization":0.5,
                                                    "dualRegularization":0.5}})");
    };
    const Json one = found_by("extragradient");
    for (const char* other : {"loopless-svr-extragradient", "optimistic-gradient", "al-svre"}) {
      const Json two = found_by(other);
      EXPECT_EQ(two.member("fallback"), Json(false)) << problem << other;
      EXPECT_LE((vector_at(one, "solution") - vector_at(two, "solution")).norm(),
                number_at(one, "distanceBound") + number_at(two, "distanceBound"))
          << problem << other;
    }
    EXPECT_LT(number_at(one, "distanceBound"), 1e-4);
    EXPECT_GT(vector_at(one, "solution").norm(), 1e-2) << problem;
  }
}

std::string refusal(const Json& experiment, const std::string& solve) {
  const auto result = survey_of(experiment, R"({"solve":)" + solve + "}");
  if (result) return "solved";
  return std::string(code_text(result.error().code)) + " " + result.error().field;
}

TEST(SaddleSolving, SaysWhatIsMissing) {
  const Json bilinear = problem_of(R"({"kind":"saddle","name":"moment-equations"})");
  EXPECT_EQ(refusal(bilinear, "{}"), "invalid-value solve.primalRegularization");
  EXPECT_EQ(refusal(bilinear, R"({"primalRegularization":1})"),
            "invalid-value solve.dualRegularization");
  EXPECT_EQ(refusal(bilinear, R"({"primalRegularization":1,"dualRegularization":0})"),
            "invalid-value solve.dualRegularization");
  EXPECT_EQ(refusal(bilinear, R"({"primalRegularization":1,"dualRegularization":1})"), "solved");
  EXPECT_EQ(refusal(bilinear, R"({"primalRegularization":-1})"),
            "invalid-value solve.primalRegularization");
  EXPECT_EQ(refusal(bilinear, R"({"solver":"katyusha"})"), "unknown-name solve.solver");
  EXPECT_EQ(refusal(bilinear, R"({"tolerance":1e-17,"primalRegularization":1,
                                  "dualRegularization":1})"),
            "certificate-precision solve.tolerance");
  const char* rows_alone = R"([{"kind":"clip-rows","norm":"l2","bound":1}])";
  EXPECT_EQ(refusal(with(bilinear, "data.preprocess", rows_alone),
                    R"({"primalRegularization":1,"dualRegularization":1})"),
            "unbounded-sensitivity data.preprocess");
  const Json minimization = small_experiment();
  EXPECT_EQ(refusal(minimization, R"({"primalRegularization":1})"),
            "unsupported-option solve.primalRegularization");
  EXPECT_EQ(refusal(minimization, R"({"dualRegularization":1})"),
            "unsupported-option solve.dualRegularization");
  EXPECT_EQ(refusal(minimization, R"({"solver":"gradient-descent-ascent"})"),
            "unknown-name solve.solver");
}

/// What registerSolver() does for programs elsewhere: they see both parts, and answer with both.
TEST(SaddleSolving, WaitsForStepsThatAreMadeOutside) {
  ASSERT_TRUE(register_solver(outside_solver("saddle-steps-outside")));
  Workspace workspace;
  const auto session = open_session(workspace, problem_of(kProblems[0])).value();
  const auto survey = session
                          ->survey(R"({"solve":{"solver":"saddle-steps-outside","gradients":1e6,
                                       "primalRegularization":1,"dualRegularization":1}})",
                                   1)
                          .value();
  int steps = 0;
  while (!survey->advance(10).value().done) {
    OutsideStep* step = survey->awaited_step();
    ASSERT_NE(step, nullptr);
    EXPECT_EQ(step->block.sum().dual_dimension(), 1);
    Vector next = step->point;
    step->block.descend(next, step->full, 0.02);
    step->answer = StepAnswer{.next = next};
    ++steps;
  }
  const Json report = parse_json(survey->result().value()).value();
  EXPECT_GT(steps, 2);
  EXPECT_EQ(report.member("fallback"), Json(false));
  EXPECT_EQ(report.member("complaint"), Json(""));
}

}  // namespace
}  // namespace noisy::testing
