// What the algorithms of "Bring Your Own Algorithm" must have in common with each other, and what
// one record may change (bring-your-own-minimax, section 6: O5, O7, O8, O9, O14, O16).
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "engine/problem/saddle/coupled_quadratic.h"
#include "engine/solver/problem/record_sum.h"
#include "tests/algorithm/minimax/support/curved_problems.h"
#include "tests/solver/support/solve.h"

namespace noisy::testing {
namespace {

// ---- O5 -----------------------------------------------------------------------------------------

Block game_block(const RecordSum& sum, double primal, double dual) {
  const Domain ball{.kind = Domain::Kind::l2_ball, .radius = 1};
  return Block::make(sum, {.primal_weight = primal,
                           .dual_weight = dual,
                           .centre = Vector::Constant(sum.dimension(), 0.05),
                           .primal_domain = ball,
                           .dual_domain = ball,
                           .start = {}})
      .value();
}

struct Weights {
  double primal, dual;
};

/// Replaces every record of T6 in turn by a random one and solves both problems.
TEST(NeighbouringSaddlePoints, AreAsNearAsStrongMonotonicitySays) {
  constexpr std::size_t kRecords = 12;
  Numbers01 random(2);
  double farthest = 0;
  for (const auto& [primal, dual] : {Weights{0.6, 0.6}, Weights{0.2, 1.5}, Weights{3, 0.3}}) {
    const SolutionProblem whole = random_game(kRecords, 1);
    SolutionProblem changed = random_game(kRecords, 1);
    const RecordSum sum(*whole.data), other(*changed.data);
    const Block block = game_block(sum, primal, dual), neighbour = game_block(other, primal, dual);
    const Vector exact = naive_solution(block);
    const double lipschitz = sum.lipschitz();
    SolutionBounds bounds{
        .records = kRecords, .primal_weight = primal, .dual_weight = dual, .distance = 0};
    set_differences(whole.data->gradient_bounds().l2, whole.data->saddle(), bounds);
    for (std::size_t i = 0; i < kRecords; ++i) {
      const auto record = static_cast<Index>(i);
      std::vector<double> kept(4 * RandomGame::kDimension + 1);
      changed.records->copy_row(record, kept);
      changed.records->set_row(record, game_record(unit_vector(random), unit_vector(random),
                                                   random(0, 1) < 0.5 ? 1 : -1, random));
      const Vector moved = naive_solution(neighbour) - exact;
      const Vector there = exact + moved;
      Vector own(there.size()), replaced(there.size());
      sum.component_at(record, there, own);
      other.component_at(record, there, replaced);
      changed.records->set_row(record, kept);
      const double by_operators = block.dual_norm(own - replaced) / kRecords;
      const double most = 2 * lipschitz / (kRecords * std::sqrt(std::min(primal, dual)));
      EXPECT_GT(block.norm(moved), 1e-6);
      EXPECT_LE(block.norm(moved), by_operators + 1e-10);
      EXPECT_LE(by_operators, most);
      EXPECT_LE(block.norm(moved), saddle_sensitivity(bounds) + 1e-10);
      EXPECT_LE(moved.head(RandomGame::kDimension).norm(), primal_sensitivity(bounds) + 1e-10);
      EXPECT_LE(moved.tail(RandomGame::kDimension).norm(), dual_sensitivity(bounds) + 1e-10);
      farthest = std::max(farthest, block.norm(moved) / by_operators);
    }
  }
  EXPECT_GT(farthest, 0.5);  // the first inequality is nearly reached
}

// ---- O14 ----------------------------------------------------------------------------------------

/// Lemma B.2: moving the centre moves the saddle point by no more, in the norm of W.
TEST(Prox, OfASaddleProblemDoesNotExpand) {
  const SolutionProblem problem = random_game(10, 3);
  const RecordSum sum(*problem.data);
  const Domain ball{.kind = Domain::Kind::l2_ball, .radius = 1};
  Numbers01 random(4);
  for (const auto& [primal, dual] : {Weights{0.5, 0.5}, Weights{0.2, 2}}) {
    for (int pair = 0; pair < 8; ++pair) {
      Vector centres[2], solutions[2];
      std::optional<Block> block;
      for (const int i : {0, 1}) {
        centres[i].resize(6);
        for (double& value : centres[i]) value = random(-1.5, 1.5);  // also outside of the balls
        block = Block::make(sum, {.primal_weight = primal,
                                  .dual_weight = dual,
                                  .centre = centres[i],
                                  .primal_domain = ball,
                                  .dual_domain = ball,
                                  .start = {}})
                    .value();
        solutions[i] = naive_solution(*block);
      }
      const double moved = block->norm(solutions[1] - solutions[0]);
      EXPECT_LE(moved, block->norm(centres[1] - centres[0]) + 1e-10);
      EXPECT_GT(moved, 0.01 * block->norm(centres[1] - centres[0]));
    }
  }
}

/// Lemma B.1 on T3, whose gap is known: between the moduli and (kappa + 1) l, l the spectral norm.
TEST(GapSandwich, HoldsOnCoupledQuadratics) {
  Numbers01 random(5);
  for (const double coupling : {0.0, 0.3, 4.0}) {
    const double mu_x = 0.7, mu_y = 0.2;
    const Vector mean = Vector::Zero(2);
    const auto problem = CoupledQuadratic::make({.primal_modulus = mu_x,
                                                 .dual_modulus = mu_y,
                                                 .coupling = coupling,
                                                 .law = {.mean = {mean, mean}}})
                             .value();
    // Of ((mu_x, a), (a, -mu_y)).
    const double l = std::fabs(mu_x - mu_y) / 2 + std::hypot((mu_x + mu_y) / 2, coupling);
    for (int point = 0; point < 20; ++point) {
      const SaddlePoint z{Vector{{random(-1, 1), random(-1, 1)}},
                          Vector{{random(-1, 1), random(-1, 1)}}};
      const double x = z.primal.squaredNorm() / 2, y = z.dual.squaredNorm() / 2;
      const double gap = problem.gap(z);
      EXPECT_GE(gap, (mu_x * x + mu_y * y) * (1 - 1e-12));
      EXPECT_LE(gap, (l / mu_y + 1) * l * x + (l / mu_x + 1) * l * y);
    }
  }
}

// ---- O7 -----------------------------------------------------------------------------------------

/// f'(u, v) = -f(v, u)
class Mirrored final : public SaddleLoss {
 public:
  explicit Mirrored(std::shared_ptr<const SaddleLoss> loss) : loss_(std::move(loss)) {}

  Index primal_dimension(Index p) const override { return loss_->dual_dimension(p); }
  Index dual_dimension(Index p) const override { return loss_->primal_dimension(p); }
  Domain primal_domain(Index p) const override { return loss_->dual_domain(p); }
  Domain dual_domain(Index p) const override { return loss_->primal_domain(p); }
  double value(const SaddleRecord& record, const Vector& z) const override {
    return -loss_->value(record, exchanged(z));
  }
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override {
    loss_->operator_at(record, exchanged(z), out);
    out = exchanged(out);
  }
  SaddleBounds bounds(const FeatureBounds& records, Index p) const override {
    SaddleBounds out = loss_->bounds(records, p);
    std::swap(out.primal_dimension, out.dual_dimension);
    std::swap(out.primal_difference, out.dual_difference);
    std::swap(out.smoothness.primal, out.smoothness.dual);
    std::swap(out.primal_modulus, out.dual_modulus);
    std::swap(out.primal_radius, out.dual_radius);
    return out;
  }

  /// (y, x) of (x, y), which have the same size here.
  static Vector exchanged(const Vector& z) {
    const Index d = z.size() / 2;
    Vector out(z.size());
    out << z.tail(d), z.head(d);
    return out;
  }

 private:
  std::shared_ptr<const SaddleLoss> loss_;
};

const FeatureBounds kUnitRows{.l1 = 2, .l2 = 1, .linf = 1, .target_lower = 1, .target_upper = 1};

TEST(MirroredProblem, HasTheOtherPartsPathBitForBit) {
  const auto rows = half_signs(80, 3);
  const auto game = std::make_shared<LinearGame>(0.75, 0.0, 1.0);
  const SolutionProblem usual = saddle_problem(game, rows, kUnitRows);
  const SolutionProblem mirrored =
      saddle_problem(std::make_shared<Mirrored>(game), rows, kUnitRows);
  const ParameterSet given = parameters({{"variant", std::string("convex-concave")},
                                         {"schedule", std::string("equal")},
                                         {"solver", std::string("extragradient")}});
  const auto here = released_path(usual, *planned("phased-minimax", usual, no_noise(), given));
  const auto there =
      released_path(mirrored, *planned("phased-minimax", mirrored, no_noise(), given));
  ASSERT_EQ(here.size(), 14u);
  for (std::size_t k = 0; k < here.size(); k += 2) {
    // Algorithm 4 comes first in a phase: of both parts only the second one's release shows all.
    EXPECT_EQ(here[k + 1], Mirrored::exchanged(there[k + 1])) << k;
    EXPECT_GT(here[k + 1].norm(), 0.01);
  }
}

TEST(MirroredProblem, ReleasesTheOtherPartWithTheSameNoiseBitForBit) {
  const auto rows = half_signs(80, 4);
  const auto game = std::make_shared<LinearGame>(0.75, 0.5, 1.0);
  const SolutionProblem concave = saddle_problem(game, rows, kUnitRows);
  const SolutionProblem convex = saddle_problem(std::make_shared<Mirrored>(game), rows, kUnitRows);
  const auto path = [](const SolutionProblem& problem, const char* variant) {
    const ParameterSet given = parameters({{"variant", std::string(variant)},
                                           {"schedule", std::string("equal")},
                                           {"domainRadius", 1.0},
                                           {"solver", std::string("extragradient")}});
    return released_path(problem, *planned("phased-minimax", problem, approximate(1, 1e-5), given));
  };
  const auto x = path(concave, "strongly-concave"), y = path(convex, "strongly-convex");
  ASSERT_EQ(x.size(), 7u);
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t k = 0; k < x.size(); ++k) EXPECT_EQ(x[k], Mirrored::exchanged(y[k])) << k;
}

// ---- O8, O9 -------------------------------------------------------------------------------------

/// h(x) - (m/2) y^2 with the logistic loss h and a y that has nothing to say: |y| <= radius.
class IdleOpponent final : public SaddleLoss {
 public:
  IdleOpponent(double concavity, double radius) : concavity_(concavity), radius_(radius) {}

  Index primal_dimension(Index p) const override { return p; }
  Index dual_dimension(Index) const override { return 1; }
  Domain primal_domain(Index) const override {
    return {.kind = Domain::Kind::l2_ball, .radius = 1};
  }
  Domain dual_domain(Index) const override {
    return {.kind = Domain::Kind::l2_ball, .radius = radius_};
  }
  double value(const SaddleRecord&, const Vector&) const override { return 0; }  // nobody asks
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override {
    const Eigen::Map<const Vector> u(record.features.data(), std::ssize(record.features));
    const double b = record.target;
    out.resize(z.size());
    out.head(u.size()) = -b / (1 + std::exp(b * u.dot(z.head(u.size())))) * u;
    out[u.size()] = concavity_ * z[u.size()];
  }
  SaddleBounds bounds(const FeatureBounds&, Index p) const override {
    return {.primal_dimension = p,
            .dual_dimension = 1,
            .lipschitz = 1 + concavity_ * radius_,
            .primal_difference = 2,
            .dual_difference = 0,
            .smoothness = {.joint = std::max(0.25, concavity_), .primal = 0.25, .dual = concavity_},
            .dual_modulus = concavity_,
            .primal_radius = 1,
            .dual_radius = radius_};
  }

 private:
  double concavity_, radius_;
};

/// The records of a minimization against an opponent.
SolutionProblem against(const SolutionProblem& minimization, double concavity, double radius) {
  SolutionProblem out;
  auto loss = std::make_shared<IdleOpponent>(concavity, radius);
  out.records = std::make_unique<DenseData>(minimization.records->clone().value());
  out.domain = product_domain(*loss, out.records->features());
  out.data = std::make_unique<SaddleRisk>(
      loss, *out.records,
      FeatureBounds{.l1 = 2, .l2 = 1, .linf = 0.5, .target_lower = -1, .target_upper = 1});
  return out;
}

constexpr double kMu = 0.25, kTinyRadius = 1e-12;

ParameterSet phases_with(std::initializer_list<std::pair<const char*, ParameterValue>> more) {
  ParameterSet out = parameters({{"schedule", std::string("equal")},
                                 {"regularization", kMu},
                                 {"phases", 4.0},
                                 {"toleranceRatio", 0.001}});
  for (const auto& [name, value] : more) out.set(name, value);
  return out;
}

TEST(IdleOpponent, ThatIsStronglyConcaveLeavesAlgorithm2) {
  const SolutionProblem alone = logistic_problem(200, 5);
  const SolutionProblem game = against(alone, 20, kTinyRadius);  // mu_y >= mu_K = 4
  const PrivacyRequest privacy = approximate(1, 1e-5);
  const auto minimizer = planned("phased-output-perturbation", alone, privacy, phases_with({}));
  const auto saddle = planned("phased-minimax", game, privacy,
                              phases_with({{"variant", std::string("strongly-concave")}}));
  const auto& steps = steps_of(*saddle);
  ASSERT_EQ(steps.size(), 4u);
  const auto x = released_path(alone, *minimizer), z = released_path(game, *saddle);
  const auto allowed = distances_between_runs(*minimizer);
  double noise = 0;  // what is left of equal draws where deviations differ in their last digits
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(steps[k].noise / steps_of(*minimizer)[k].noise, 1, 1e-9);
    EXPECT_EQ(steps[k].primal_weight, steps_of(*minimizer)[k].primal_weight);
    noise += 1e-8 * steps[k].noise;
    EXPECT_LE((z[k].head(4) - x[k]).norm(), allowed[k] + noise) << k;
  }
}

TEST(IdleOpponent, ThatCannotMoveLeavesAlgorithm2WithAlgorithm4sNoise) {
  const SolutionProblem alone = logistic_problem(200, 6);
  const SolutionProblem game = against(alone, 0, kTinyRadius);
  const auto minimizer = planned("phased-output-perturbation", alone, no_noise(), phases_with({}));
  const auto saddle = planned("phased-minimax", game, no_noise(),
                              phases_with({{"variant", std::string("convex-concave")}}));
  const auto& steps = steps_of(*saddle);
  ASSERT_EQ(steps.size(), 8u);
  const auto x = released_path(alone, *minimizer), z = released_path(game, *saddle);
  double allowed = 1e-12;
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(steps[2 * k].primal_weight, steps_of(*minimizer)[k].primal_weight);
    allowed += released_distance(steps[2 * k]) + released_distance(steps_of(*minimizer)[k]);
    EXPECT_LE((z[2 * k].head(4) - x[k]).norm(), allowed) << k;
    EXPECT_GT(x[k].norm(), 10 * allowed);
  }
}

// ---- O16 ----------------------------------------------------------------------------------------

/// Expects that the first record of every block changes its block's release, and no earlier one.
void expect_no_earlier_change(const char* id, SolutionProblem problem, const ParameterSet& given,
                              const std::vector<double>& other) {
  const auto plan = planned(id, problem, approximate(1, 1e-5), given);
  const auto before = released_path(problem, *plan);
  const auto& steps = steps_of(*plan);
  std::vector<double> kept(other.size());
  for (std::size_t j = 0; j < steps.size(); ++j) {
    const Index record = steps[j].release.block.first;
    problem.records->copy_row(record, kept);
    problem.records->set_row(record, other);
    const auto after = released_path(problem, *plan);
    problem.records->set_row(record, kept);
    for (std::size_t k = 0; k < j; ++k) {
      if (steps[k].release.block.first == record) continue;
      EXPECT_EQ(before[k], after[k]) << id << " block " << j << " release " << k;
    }
    EXPECT_NE(before[j], after[j]) << id << " block " << j;
  }
}

TEST(Blocks, ARecordChangesNoReleaseBeforeItsOwnWhateverTheNoise) {
  const std::vector<double> other = {-0.5, 0.1, -0.3, 0.2};
  for (const std::string schedule : {"equal", "balanced", "geometric"}) {
    // Without projections, so that no change is lost on the boundary.
    const ParameterSet given =
        parameters({{"schedule", schedule}, {"projectOutput", false}, {"regularization", 0.1}});
    expect_no_earlier_change("phased-output-perturbation", logistic_problem(150, 7, 1e3), given,
                             other);
    expect_no_earlier_change("phased-minimax", linear_game({0.5, 0, 1e3}, half_signs(150, 8)),
                             given, other);
  }
}

}  // namespace
}  // namespace noisy::testing
