// Variance-reduced Frank-Wolfe: the pseudo-code as a recursion over its trees, bookkeeping and
// deterministic Frank-Wolfe without noise, costs and refusals of its releases, plans.
#include "engine/algorithm/simplex/tree_frank_wolfe.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "engine/algorithm/frame/execute.h"
#include "engine/algorithm/simplex/theory/frank_wolfe_tree_calibration.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/random/exact_softmax.h"
#include "engine/random/vertex_sampler.h"
#include "tests/algorithm/simplex/support/vertex_plans.h"
#include "tests/support/drive.h"

namespace noisy::testing {
namespace {

StreamFactory tree_streams(std::uint64_t seed = 5) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "vr-frank-wolfe"});
}

Result<std::unique_ptr<AlgorithmPlan>> asked_tree(const VertexSetting& setting,
                                                  const PrivacyRequest& privacy,
                                                  const ParameterSet& parameters = {}) {
  return plan_tree_frank_wolfe(input_of(setting, privacy, parameters));
}

std::unique_ptr<AlgorithmPlan> planned_tree(const VertexSetting& setting,
                                            const PrivacyRequest& privacy,
                                            const ParameterSet& parameters = {}) {
  auto plan = asked_tree(setting, privacy, parameters);
  EXPECT_TRUE(plan) << plan.error().field << ": " << plan.error().message;
  return *std::move(plan);
}

const TreeFrankWolfePlan& tree_of(const std::unique_ptr<AlgorithmPlan>& plan) {
  return dynamic_cast<const TreeFrankWolfePlan&>(*plan);
}

/// Every iterate of a run, which starts at the domain's centre.
std::vector<Vector> tree_path(const Squares& problem, const AlgorithmPlan& plan,
                              std::uint64_t seed = 5) {
  const FiniteSum& data = *problem.risk;
  const Vector start = problem.domain.centre(problem.dimension());
  if (plan.summary().claim.notion == Notion::none) {
    NonPrivateOracle oracle(data, {}, tree_streams(seed));
    return drive(data, oracle, plan.start(oracle, start));
  }
  PrivateOracle oracle(data, {}, tree_streams(seed), plan.rule().cap());
  auto path = drive(data, oracle, plan.start(oracle, start));
  EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
  EXPECT_EQ(oracle.ledger().releases(), plan.summary().iterations);
  EXPECT_EQ(static_cast<double>(oracle.gradient_evaluations()),
            plan.summary().gradient_evaluations);
  EXPECT_NEAR(oracle.ledger().spent().value, plan.rule().cap().value,
              1e-12 * plan.rule().cap().value);
  return path;
}

// ---- the pseudo-code ----------------------------------------------------------------------------

/// 2.8, lines 1 to 8, as a recursion: a node is visited with its point and estimate, then its left
/// child's tree, then its right child's.
class NaiveTrees {
 public:
  /// @param grid  of whole numbers: products of b times the estimate are counted in steps of it,
  ///              every record's part being rounded by itself; else 0
  NaiveTrees(const Squares& problem, std::size_t batch, double radius, double smoothness,
             double grid = 0)
      : problem_(problem),
        vertices_(naive_vertices(problem.domain, problem.dimension())),
        batch_(batch),
        radius_(radius),
        smoothness_(smoothness),
        grid_(grid) {}

  /// Chooses a vertex by its products with the estimate.
  using Choose = std::function<Index(const Vector& products)>;
  /// What a leaf sees: its point and its estimate.
  using Look = std::function<void(const Vector& point, const Vector& products)>;

  std::size_t read = 0;         ///< records
  double farthest_excess = -1;  ///< |x_s - x_p|_1 - delta_s R at most

  Vector phase(int depth, Vector x, const Choose& choose, const Look& look = nullptr) {
    t_ = depth;
    leaf_ = 0;
    x_ = std::move(x);
    const Vector root = estimate([&](std::size_t k) { return problem_.gradient(k, x_); }, batch_,
                                 std::numeric_limits<double>::infinity());
    visit(0, Vector(x_), root, choose, look);
    return x_;
  }

 private:
  /// The mean over the next records of their products, clipped; in steps b times that.
  Vector estimate(const std::function<Vector(std::size_t)>& gradient, std::size_t count,
                  double limit) {
    Vector sum = Vector::Zero(vertices_.cols());
    for (const std::size_t last = read + count; read < last; ++read) {
      Vector one = vertices_.transpose() * gradient(read);
      if (grid_ > 0) one = (one / grid_).array().rint().matrix();
      const double most = grid_ > 0 ? std::floor(limit / grid_) : limit;
      sum += one.cwiseMax(-most).cwiseMin(most);
    }
    const double share = static_cast<double>(count);
    return grid_ > 0 ? Vector(sum * (static_cast<double>(batch_) / share)) : Vector(sum / share);
  }

  void visit(int depth, const Vector& point, const Vector& products, const Choose& choose,
             const Look& look) {
    if (depth == t_) {
      if (look) look(x_, products);
      const Index vertex = choose(products);
      const double step = 2 / (std::pow(2.0, t_ - 1) + leaf_ + 1);
      x_ = (1 - step) * x_ + step * vertices_.col(vertex);
      ++leaf_;
      return;
    }
    const int first = leaf_;
    visit(depth + 1, point, products, choose, look);
    const Vector here = x_;
    const double a = std::pow(2.0, t_ - 1) + first, c = a + std::pow(2.0, t_ - depth - 1) - 1;
    const double delta = 2 * (1 - a * (a - 1) / (c * (c + 1)));
    farthest_excess = std::max(farthest_excess, (here - point).lpNorm<1>() - delta * radius_);
    const double slope = 2 * (radius_ + 1) * radius_;  // 2 L_0 of the products
    const double limit = std::min(slope, smoothness_ * delta);
    const Vector difference = estimate(
        [&](std::size_t k) {
          return Vector(problem_.gradient(k, here) - problem_.gradient(k, point));
        },
        batch_ >> (depth + 1), limit);
    visit(depth + 1, here, products + difference, choose, look);
  }

  const Squares& problem_;
  Eigen::MatrixXd vertices_;
  std::size_t batch_;
  double radius_, smoothness_, grid_;
  int t_ = 0, leaf_ = 0;
  Vector x_;
};

struct TreeCase {
  Domain domain;
  double radius;  ///< of its vertices, in l1
};

std::vector<TreeCase> tree_cases() {
  return {{{.kind = Domain::Kind::simplex}, 1},
          {{.kind = Domain::Kind::l1_ball, .radius = 1.5}, 1.5}};
}

/// n = 8 (3 + 3) records: b = 8, R = 3.
TEST(TreeFrankWolfe, IsThePseudoCodeWithTheSameSelections) {
  for (const auto& [domain, radius] : tree_cases()) {
    const Squares problem = random_squares(50, 4, 1, domain);
    for (const Notion notion : {Notion::zcdp, Notion::pure}) {
      PrivacyRequest loose{.notion = notion, .mechanism = std::nullopt};
      (notion == Notion::pure ? loose.epsilon : loose.rho) = 1e4;
      const auto plan = planned_tree({problem.risk.get(), domain}, loose, given({{"phases", 3.0}}));
      ASSERT_EQ(tree_of(plan).phases().back().root_batch, 8);
      const auto path = tree_path(problem, *plan);
      ASSERT_EQ(path.size(), 3u);
      NaiveTrees naive(problem, 8, radius, radius * radius);
      Vector x = domain.centre(4);
      for (int t = 1; t <= 3; ++t) {
        Stream stream =
            tree_streams().stream(StreamPurpose::noise, static_cast<std::uint64_t>(t - 1));
        const double scale = tree_of(plan).rule().at(t).noise_scale;
        x = naive.phase(t, x, [&](const Vector& products) {
          const Vector scores = -products / scale;
          return VertexSampler(math::view(scores), VertexMethod::gumbel_max).draw(stream);
        });
        EXPECT_LT((path[static_cast<std::size_t>(t - 1)] - x).cwiseAbs().maxCoeff(), 1e-12) << t;
      }
      EXPECT_EQ(naive.read, 48u);  // 6.15: b (R + R (R + 1) / 4)
      EXPECT_LE(naive.farthest_excess, 1e-12);
    }
  }
}

// ---- in whole numbers ---------------------------------------------------------------------------

PrivacyRequest hardened(PrivacyRequest privacy) {
  privacy.release = ReleaseKind::hardened;
  return privacy;
}

std::vector<std::int64_t> whole_scores(const Vector& steps) {
  std::vector<std::int64_t> out;
  for (const double one : steps) out.push_back(-static_cast<std::int64_t>(one));
  return out;
}

TEST(TreeFrankWolfe, HardenedIsThePseudoCodeInWholeNumbersBitForBit) {
  for (const auto& [domain, radius] : tree_cases()) {
    const Squares problem = random_squares(50, 4, 1, domain);
    for (const Notion notion : {Notion::zcdp, Notion::pure}) {
      PrivacyRequest loose{.notion = notion, .mechanism = std::nullopt};
      (notion == Notion::pure ? loose.epsilon : loose.rho) = 1e4;
      const auto plan =
          planned_tree({problem.risk.get(), domain}, hardened(loose), given({{"phases", 3.0}}));
      const auto path = tree_path(problem, *plan);
      ASSERT_EQ(path.size(), 3u);
      Vector x = domain.centre(4);
      std::size_t read = 0;
      for (int t = 1; t <= 3; ++t) {
        const Release release = tree_of(plan).rule().at(t);
        ASSERT_TRUE(release.is_hardened());
        NaiveTrees naive(problem, 8, radius, radius * radius, release.grid);
        naive.read = read;
        Stream stream =
            tree_streams().stream(StreamPurpose::noise, static_cast<std::uint64_t>(t - 1));
        const auto steps = static_cast<std::uint64_t>(
            std::ceil((1 + std::pow(2, -16)) * 8 * release.noise_scale / release.grid));
        x = naive.phase(t, x, [&](const Vector& products) {
          return static_cast<Index>(ExactSoftmax(whole_scores(products), steps).draw(stream));
        });
        read = naive.read;
        EXPECT_LT((path[static_cast<std::size_t>(t - 1)] - x).cwiseAbs().maxCoeff(), 1e-15) << t;
      }
    }
  }
}

/// What is planned is the floating plan but for the grids: phases, noise, cost and all.
TEST(TreeFrankWolfe, HardenedPlansAreTheFloatingOnesOnGrids) {
  const VertexSetting setting = absent_setting(20'000, 16, LossKind::squared);
  const PrivacyRequest pure{.notion = Notion::pure, .epsilon = 0.8, .mechanism = std::nullopt};
  for (const PrivacyRequest& privacy : {kApproximate, kZcdp, pure}) {
    const auto floating = planned_tree(setting, privacy);
    const auto exact = planned_tree(setting, hardened(privacy));
    EXPECT_EQ(exact->rule().cap().value, floating->rule().cap().value);
    EXPECT_EQ(exact->summary().claim.epsilon, floating->summary().claim.epsilon);
    ASSERT_EQ(exact->summary().iterations, floating->summary().iterations);
    for (Index t = 1; t <= exact->summary().iterations; ++t) {
      Release release = tree_of(exact).rule().at(t);
      EXPECT_TRUE(release.is_hardened());
      release.grid = 0;
      EXPECT_EQ(release, tree_of(floating).rule().at(t));
    }
  }
}

Index best(const Vector& products) {
  Index at = 0;
  products.minCoeff(&at);
  return at;
}

/// 6.15: differences telescope, and what is left is Frank-Wolfe with the same steps.
TEST(TreeFrankWolfe, WithoutNoiseOnEqualRecordsIsDeterministicFrankWolfe) {
  const naive::Numbers row = {0.9, -0.7, 0.2, -0.1};
  for (const auto& [domain, radius] : tree_cases()) {
    const Squares problem =
        squares(std::vector<naive::Numbers>(400, row), naive::Numbers(400, 0.35), domain);
    const auto plan = planned_tree({problem.risk.get(), domain}, kNoNoise);
    EXPECT_EQ(plan->summary().iterations, 5);  // 2^5 (5 + 30/4) = 400
    const auto path = tree_path(problem, *plan);
    const Eigen::MatrixXd vertices = naive_vertices(domain, 4);
    NaiveTrees trees(problem, 32, radius, radius * radius);
    Vector x = domain.centre(4), by_tree = x;
    for (int t = 1; t <= 5; ++t) {
      for (int k = 0; k < 1 << t; ++k) {
        const double step = 2 / (std::pow(2.0, t - 1) + k + 1);
        const Index vertex = best(vertices.transpose() * problem.gradient(0, x));
        x = (1 - step) * x + step * vertices.col(vertex);
      }
      by_tree = trees.phase(t, by_tree, best, [&](const Vector& point, const Vector& products) {
        EXPECT_LT((products - vertices.transpose() * problem.gradient(0, point)).norm(), 1e-12);
      });
      EXPECT_LT((path[static_cast<std::size_t>(t - 1)] - x).cwiseAbs().maxCoeff(), 1e-12) << t;
    }
    const double error = vector(row).dot(x) - 0.35;
    EXPECT_LT(error * error, 1e-2);
  }
}

// ---- releases -----------------------------------------------------------------------------------

struct TreeRule {
  TreePhase phase{.root_batch = 8, .phase = 2, .smoothness = 1};
  double scale = 3;
  Index first = 0;
};

Release tree_release(const TreeRule& rule, const Cost& cost) {
  return {.form = tree_vertices_form(),
          .batch_size = rule.phase.records(),
          .mechanism = Mechanism::exponential,
          .cost = cost,
          .noise_scale = rule.scale,
          .details = details_of_tree(rule.phase),
          .block = {.first = rule.first, .count = rule.phase.records()}};
}

Run ask_tree(GradientOracle& data, Release release, VertexSet vertices, Vector x) {
  const Vector& chosen = co_await data.ask(tree_vertices_at(x, vertices, release));
  co_yield Iterate{chosen};
}

std::string refusal_of(const Squares& problem, const Release& release, const Cost& cap) {
  PrivateOracle oracle(*problem.risk, {}, tree_streams(), cap);
  const auto vertices = VertexSet::create(problem.domain, problem.dimension()).value();
  const auto path =
      drive(*problem.risk, oracle, ask_tree(oracle, release, vertices, problem.domain.centre(3)));
  EXPECT_EQ(path.empty(), oracle.refusal().has_value());
  return oracle.refusal() ? oracle.refusal()->message : "";
}

/// The same budget as the floating one, and refused where it would be less noise.
TEST(TreeVertices, HardenedCostWhatFloatingOnesDo) {
  const Squares problem = random_squares(20, 3, 1);
  const Cost cap{CostUnit::rho, 1e6};
  const double rho = tree_vertices_cost(CostUnit::rho, 4, TreeRule{}.phase, TreeRule{}.scale);
  Release release = tree_release({}, {CostUnit::rho, rho * (1 + 1e-9)});
  release.grid = 0x1p-24;
  EXPECT_EQ(refusal_of(problem, release, cap), "");
  Release less = release;
  less.noise_scale *= 0.85;
  EXPECT_NE(refusal_of(problem, less, cap).find("too small"), std::string::npos);
  less = release;
  less.cost.value = rho * (1 - 1e-6);
  EXPECT_NE(refusal_of(problem, less, cap), "");
  // Too coarse beside C = 4, no power of two, sums of more than 2^53 steps.
  for (const double grid : {0x1p-14, 0.75 * 0x1p-20, -0x1p-24, 0x1p-51}) {
    release.grid = grid;
    EXPECT_NE(refusal_of(problem, release, cap), "") << grid;
  }
}

/// By hand, t = 2, b = 8, C = 4, L_1 = 1 and lambda = 3: delta_1 = 2 (1 - 2 / 12) = 5/3 and delta_2
/// = 2 (1 - 2 / 6) = 4/3, so that 2 kappa_1 = 10/3, 2 kappa_2 = 8/3; c = max(16, 2 (10/3)^2, 4
/// (8/3)^2) = 256/9, and the largest change is 4.
TEST(TreeVertices, CostWhatTheDearestNodesRecordsPay) {
  const Squares problem = random_squares(20, 3, 1);
  const TreeRule rule;
  for (const auto& [unit, cost] : {std::pair(CostUnit::rho, 4 * (256 / 9.0) / (2 * 64 * 9)),
                                   {CostUnit::epsilon, 2 * 4 * 4 / (8 * 3.0)}}) {
    const Cost cap{unit, 1e6};
    EXPECT_EQ(refusal_of(problem, tree_release(rule, {unit, cost * (1 + 1e-9)}), cap), "");
    EXPECT_NE(refusal_of(problem, tree_release(rule, {unit, cost * (1 - 1e-6)}), cap), "");
  }
}

TEST(TreeVertices, CostAsTheTheoryOfTheirCalibrationSays) {
  for (const double smoothness : {0.0, 0.1, 1.0, 7.0}) {
    const TreeSetting setting{.regularity = {.lipschitz = 2, .smoothness = smoothness},
                              .log_dimension = 2,
                              .samples = 10'000};
    for (Index t = 1; t <= 6; ++t) {
      const TreePhase phase{.root_batch = 128, .phase = t, .smoothness = smoothness};
      TreePlan plan{.root_batch = 128, .scales = std::vector<double>(static_cast<std::size_t>(t))};
      const VertexBudget budget{.epsilon = 0.7, .rho = 0.3};
      EXPECT_NEAR(tree_vertices_cost(CostUnit::rho, 4, phase,
                                     tree_scale(setting, budget, TreeCalibration::zcdp, plan, t)),
                  0.3, 1e-12);
      EXPECT_NEAR(tree_vertices_cost(CostUnit::epsilon, 4, phase,
                                     tree_scale(setting, budget, TreeCalibration::pure, plan, t)),
                  0.7, 1e-12);
    }
  }
}

TEST(TreeVertices, AreRefusedUnlessTheyAreWhatIsProven) {
  const Squares problem = random_squares(20, 3, 2);
  const Cost cap{CostUnit::rho, 1e6}, cost{CostUnit::rho, 1e3};
  const Release good = tree_release({}, cost);
  ASSERT_EQ(refusal_of(problem, good, cap), "");
  const auto changed = [&](const auto& change) {
    Release other = good;
    change(other);
    return refusal_of(problem, other, cap);
  };
  EXPECT_NE(changed([](Release& it) { it.mechanism = Mechanism::none; }), "");
  EXPECT_NE(changed([](Release& it) { it.noise_scale = 0; }), "");
  EXPECT_NE(changed([](Release& it) { it.grid = 0.5; }), "");
  EXPECT_NE(changed([](Release& it) { it.batch_size = 8; }), "");
  EXPECT_NE(changed([](Release& it) { it.block.first = 5; }), "");   // ends beyond the records
  EXPECT_NE(changed([](Release& it) { it.block.count = 15; }), "");  // reads one more
  EXPECT_NE(changed([](Release& it) { it.block = {}; }), "");
  EXPECT_NE(changed([](Release& it) { it.sensitivity = SensitivityRule::state_dependent; }), "");
  EXPECT_NE(changed([](Release& it) { it.details[0] = 6; }), "");  // no multiple of 4
  EXPECT_NE(changed([](Release& it) { it.details[1] = 0; }), "");
  EXPECT_NE(changed([](Release& it) { it.details[2] = -1; }), "");
  EXPECT_NE(changed([](Release& it) { it.cost.neighbours = Neighbours::zero_out; }), "");
  const Cost renyi{CostUnit::renyi, 1e6, 2};
  EXPECT_NE(refusal_of(problem, tree_release({}, {CostUnit::renyi, 1e3, 2}), renyi), "");
}

/// The chances of both selections of a tree of one level, by the exact law: leaf 0 by the root's
/// records, leaf 1 by one difference more. Replacing any record changes no event's chance by more
/// than the factor e^epsilon that is charged, and no divergence by more than rho; an epsilon of a
/// quarter of that is seen to be too little.
TEST(TreeVertices, AllThatATinyTreeSelectsIsAsPrivateAsItIsCharged) {
  constexpr double kScale = 1.5;
  const Domain simplex{.kind = Domain::Kind::simplex};
  const std::vector<naive::Numbers> base = {{1, -1}, {-1, 1}, {1, 1}};
  const naive::Numbers targets = {-1, 1, 1};
  const auto law = [&](const std::vector<naive::Numbers>& rows, const naive::Numbers& labels) {
    const Squares problem = squares(rows, labels, simplex);
    std::vector<double> out;
    const auto chance = [=](const Vector& products, Index vertex) {
      return naive_softmax(-products / kScale)[vertex];
    };
    for (const Index first : {0, 1}) {
      for (const Index second : {0, 1}) {
        double p = 1;
        int leaf = 0;
        NaiveTrees trees(problem, 2, 1, 1);
        trees.phase(1, Vector{{0.5, 0.5}}, [&](const Vector& products) {
          const Index vertex = leaf++ == 0 ? first : second;
          p *= chance(products, vertex);
          return vertex;
        });
        out.push_back(p);
      }
    }
    return out;
  };
  const TreePhase phase{.root_batch = 2, .phase = 1, .smoothness = 1};
  const double epsilon = tree_vertices_cost(CostUnit::epsilon, 4, phase, kScale);
  const double rho = tree_vertices_cost(CostUnit::rho, 4, phase, kScale);
  const auto original = law(base, targets);
  double worst = 0, divergence = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    for (const double a : {-1.0, 0.3, 1.0}) {
      for (const double b : {-1.0, 1.0}) {
        for (const double label : {-1.0, 1.0}) {
          auto rows = base;
          auto labels = targets;
          rows[k] = {a, b};
          labels[k] = label;
          const auto other = law(rows, labels);
          double kl = 0;
          for (std::size_t i = 0; i < other.size(); ++i) {
            worst = std::max(worst, std::fabs(std::log(original[i] / other[i])));
            kl += original[i] * std::log(original[i] / other[i]);
          }
          divergence = std::max(divergence, kl);
        }
      }
    }
  }
  EXPECT_LE(worst, epsilon);
  EXPECT_LE(divergence, rho);
  EXPECT_GT(worst, epsilon / 4);
  EXPECT_GT(divergence, rho / 12);
}

// ---- plans --------------------------------------------------------------------------------------

TEST(TreeFrankWolfe, TakesPhasesAndScalesOfTheTheory) {
  const VertexSetting setting = absent_setting(1'000'000, 64, LossKind::squared);
  const TreeSetting tree{.regularity = {.lipschitz = 2, .smoothness = 1},
                         .log_dimension = std::log(64.0),
                         .samples = 1'000'000};
  const VertexBudget budget = approximate_vertex_budget(1, 1e-6).value();
  const TreePlan wanted = tree_plan(tree, budget, TreeCalibration::zcdp).value();
  const auto plan = planned_tree(setting, kApproximate);
  ASSERT_EQ(plan->summary().iterations, wanted.phases());
  EXPECT_GT(wanted.phases(), 2);
  for (Index t = 1; t <= wanted.phases(); ++t) {
    const Release release = tree_of(plan).rule().at(t);
    const double scale = wanted.scales[static_cast<std::size_t>(t - 1)];
    EXPECT_NEAR(release.noise_scale, scale, 1e-9 * scale);
    // Every phase pays the whole budget, on records of its own.
    EXPECT_NEAR(release.cost.value, budget.rho, 1e-9);
  }
  EXPECT_NEAR(plan->rule().cap().value, budget.rho, 1e-9);
  EXPECT_LE(plan->summary().claim.epsilon, 1);
  EXPECT_GT(plan->summary().claim.epsilon, 1 - 1e-6);
  EXPECT_TRUE(plan->summary().claim.certified());
  EXPECT_EQ(planned_tree(absent_setting(1'000'000, 64, LossKind::linear), kApproximate)
                ->summary()
                .iterations,
            1);
}

// Spec 2.8 and 3.6: R and lambda as printed, b = n / ln(n)^2; D = 2.
TEST(TreeFrankWolfe, TakesPrintedConstantsForWhatTheyCostAndCertifiesNone) {
  const double n = 1'000'000, l0 = 2, l1 = 1, log_m = std::log(64.0);
  const VertexSetting setting = absent_setting(1'000'000, 64, LossKind::squared);
  const double root = n / (std::log(n) * std::log(n));
  const auto check = [&](const PrivacyRequest& privacy, double phases, const auto& scale_of) {
    const auto plan = planned_tree(setting, privacy);
    const auto& tree = tree_of(plan);
    const PrivacyClaim& claim = plan->summary().claim;
    ASSERT_EQ(plan->summary().iterations, phases);
    const double unit = std::pow(2.0, phases), batch = unit * std::floor(root / unit);
    double dearest = 0;
    for (Index t = 1; t <= plan->summary().iterations; ++t) {
      const Release release = tree.rule().at(t);
      EXPECT_EQ(static_cast<double>(tree.phases()[static_cast<std::size_t>(t - 1)].root_batch),
                batch);
      const double scale = scale_of(static_cast<double>(t), batch);
      EXPECT_NEAR(release.noise_scale, scale, 1e-9 * scale);
      dearest = std::max(dearest, release.cost.value);
    }
    EXPECT_EQ(plan->rule().cap().value, dearest);
    EXPECT_FALSE(claim.certified());
    ASSERT_FALSE(claim.reasons.empty());
    EXPECT_NE(claim.reasons.back().find("not proven"), std::string::npos);
  };
  const double epsilon = kApproximate.epsilon, delta = kApproximate.delta;
  const double signal = root * epsilon * l1 * 2 / (l0 * log_m);
  const double approximate = std::floor(2.0 / 3 * std::log2(signal / std::log(n / delta)));
  PrivacyRequest printed = kApproximate;
  printed.calibration = Calibration::paper;
  check(printed, approximate, [&](double, double batch) {
    return 2 * l0 * std::pow(2, approximate / 2) * std::log(n / delta) / (batch * epsilon);
  });
  PrivacyRequest pure{.notion = Notion::pure,
                      .epsilon = epsilon,
                      .mechanism = std::nullopt,
                      .calibration = Calibration::paper};
  check(pure, std::floor(0.5 * std::log2(signal)),
        [&](double t, double batch) { return 4 * l0 * std::pow(2, t) / (batch * epsilon); });
}

TEST(TreeFrankWolfe, SaysWhereItsEstimateSaysNothing) {
  const auto told = [](double epsilon) {
    PrivacyRequest privacy = kApproximate;
    privacy.epsilon = epsilon;
    return planned_tree(absent_setting(300, 64, LossKind::squared), privacy)->summary();
  };
  const PlanSummary little = told(0.01), enough = told(1);
  EXPECT_TRUE(little.is_error_unknown);
  EXPECT_NE(little.notes.front().find("says nothing here"), std::string::npos);
  EXPECT_FALSE(enough.is_error_unknown);
  EXPECT_EQ(enough.notes.front().find("says nothing here"), std::string::npos);
  EXPECT_NE(enough.notes.front().find("is about"), std::string::npos);
}

TEST(TreeFrankWolfe, PureBudgetsAreEpsilonAlone) {
  PrivacyRequest pure{.notion = Notion::pure, .epsilon = 0.8, .mechanism = std::nullopt};
  const auto plan = planned_tree(absent_setting(1'000'000, 64, LossKind::squared), pure);
  EXPECT_EQ(plan->rule().cap().unit, CostUnit::epsilon);
  EXPECT_NEAR(plan->summary().claim.epsilon, 0.8, 1e-9);
  EXPECT_EQ(plan->summary().claim.delta, 0);
}

TEST(TreeFrankWolfe, RefusesWhatItHasNoProofOfOrNoRecordsFor) {
  const VertexSetting setting = absent_setting(100, 4, LossKind::squared);
  expect_refusals_of_vertex_privacy(
      [&](const PrivacyRequest& privacy) { return asked_tree(setting, privacy); });
  PrivacyRequest tiny = hardened(kZcdp);
  tiny.rho = 1e-20;
  EXPECT_EQ(asked_tree(setting, tiny).error().code, ErrorCode::invalid_budget);
  const auto error = [&](const VertexSetting& of, const PrivacyRequest& privacy, double phases) {
    const auto plan = asked_tree(of, privacy, given({{"phases", phases}}));
    return plan ? "planned" : std::string(code_text(plan.error().code)) + " " + plan.error().field;
  };
  EXPECT_EQ(error(setting, kApproximate, 3), "planned");  // 8 (3 + 3) = 48 records, 16 (4 + 5)
  EXPECT_EQ(error(setting, kApproximate, 4), "invalid-value phases");
  PrivacyRequest printed = by_the_paper();
  EXPECT_EQ(error(setting, printed, 1), "planned");
  printed.notion = Notion::zcdp;
  EXPECT_EQ(error(setting, printed, 1), "unsupported-option privacy.calibration");
  EXPECT_EQ(error(absent_setting(2, 4, LossKind::squared), kNoNoise, 1), "invalid-value phases");
  PlanInput outside = input_of(setting, kApproximate, given({{"start", 1.0}}));
  EXPECT_EQ(plan_tree_frank_wolfe(outside).error().code, ErrorCode::infeasible_start);
}

}  // namespace
}  // namespace noisy::testing
