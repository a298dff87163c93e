// Private estimates of one's own data's constants against numbers that are worked out naively.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "engine/random/distributions.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr double kLongest = 1.5, kLargest = 2;

struct Records {
  std::vector<std::vector<double>> rows;
  std::vector<double> targets;
};

Records random_records(std::uint64_t seed, std::size_t samples = 12) {
  const auto streams = StreamFactory::synthetic_data(seed, "constants-test");
  Stream stream = streams.stream(StreamPurpose::data, 0);
  Records out;
  for (std::size_t i = 0; i < samples; ++i) {
    out.rows.push_back({uniform(stream) - 0.5, uniform(stream) - 0.5, uniform(stream) - 0.5});
    out.targets.push_back(kLargest * (2 * uniform(stream) - 1));
  }
  return out;
}

Json experiment_on(const Records& records, int seed = 7) {
  std::vector<Json> rows;
  for (const auto& row : records.rows) rows.push_back(Json::numbers(row));
  Json data = *parse_json(R"({"kind":"inline","preprocess":[
      {"kind":"clip-rows","norm":"l2","bound":1.5},{"kind":"clamp-target","lower":-2,"upper":2}]})");
  data.set("features", Json::array(std::move(rows)));
  data.set("targets", Json::numbers(records.targets));
  Json tree = small_experiment();
  tree.set("data", std::move(data));
  tree = with(tree, "problem", R"({"loss":"squared","gradientClip":{"bound":1}})");
  tree = with(tree, "privacy", R"({"notion":"zcdp","rho":0.5})");
  tree = with(tree, "run.diagnostics", "[]");
  return with(tree, "run.randomness.seed", std::to_string(seed));
}

Result<Json> estimated(const Json& experiment, double rho, double failure = 0.1, Index rank = 0) {
  Workspace workspace;
  auto session = open_session(workspace, experiment);
  if (!session) return std::unexpected(session.error());
  const auto text = (*session)->constants(rho, failure, rank, 1);
  if (!text) return std::unexpected(text.error());
  return parse_json(*text);
}

Json estimate_of(const Json& experiment, double rho, double failure = 0.1, Index rank = 0) {
  const auto out = estimated(experiment, rho, failure, rank);
  EXPECT_TRUE(out) << out.error().field << ": " << out.error().message;
  return out ? out->member("nonPrivate") : Json();
}

/// What is released, without noise.
struct Exact {
  double eigenvalue = 0, value = 0;
};

Exact exact_of(const Records& records) {
  const auto d = static_cast<Index>(records.rows.front().size());
  const auto n = static_cast<double>(records.rows.size());
  Eigen::MatrixXd mean = Eigen::MatrixXd::Zero(d, d);
  Exact out;
  for (std::size_t i = 0; i < records.rows.size(); ++i) {
    const Vector row = Eigen::Map<const Vector>(records.rows[i].data(), d);
    mean += row * row.transpose() / n;
    out.value += records.targets[i] * records.targets[i] / (2 * n);
  }
  out.eigenvalue = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(mean).eigenvalues()[0];
  return out;
}

double noise_of(int seed, std::uint64_t number, double scale) {
  const auto streams = StreamFactory::reproducible(
      {.seed = static_cast<std::uint64_t>(seed), .algorithm = "private-constants"});
  Stream stream = streams.stream(StreamPurpose::noise, number);
  return normal(stream, scale);
}

TEST(PrivateConstants, AreTheExactNumbersWithTheirNoise) {
  const Records records = random_records(1);
  const Exact exact = exact_of(records);
  const double rho = 0.3, n = 12, z = 1.6448536269514722;  // of 0.1 / 2
  const double eigenvalue_scale = kLongest * kLongest / (n * std::sqrt(rho));
  const double value_scale = kLargest * kLargest / 2 / (n * std::sqrt(rho));
  const Json out = estimate_of(experiment_on(records), rho);
  const Json releases = at_path(out, "privacy.releases");
  EXPECT_NEAR(at_path(releases, "0.sensitivity.value").number(), kLongest * kLongest / n, 1e-14);
  EXPECT_NEAR(at_path(releases, "1.sensitivity.value").number(), kLargest * kLargest / 2 / n,
              1e-14);
  const double eigenvalue = exact.eigenvalue + noise_of(7, 0, eigenvalue_scale);
  const double value = exact.value + noise_of(7, 1, value_scale);
  EXPECT_NEAR(at_path(releases, "0.released").number(), eigenvalue, 1e-12);
  EXPECT_NEAR(at_path(releases, "1.released").number(), value, 1e-12);
  EXPECT_NEAR(at_path(releases, "0.bound").number(), eigenvalue - z * eigenvalue_scale, 1e-12);
  EXPECT_NEAR(at_path(releases, "1.bound").number(), value + z * value_scale, 1e-12);
}

/// With one seed two data sets get the same noise: what is released differs by what the exact
/// numbers do.
TEST(PrivateConstants, MoveByNoMoreThanTheirSensitivitiesWhenARecordIsReplaced) {
  const auto moves = [](const Records& a, const Records& b, std::string_view release) {
    const Json one = at_path(estimate_of(experiment_on(a), 1e3), release);
    const Json other = at_path(estimate_of(experiment_on(b), 1e3), release);
    const double moved = one.member("released").number() - other.member("released").number();
    return std::fabs(moved) / at_path(one, "sensitivity.value").number();
  };
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Records records = random_records(seed);
    Records neighbour = records;
    const Records others = random_records(1000 + seed);
    neighbour.rows[3] = others.rows[3];
    neighbour.targets[3] = others.targets[3];
    EXPECT_LE(moves(records, neighbour, "privacy.releases.0"), 1 + 1e-9);
    EXPECT_LE(moves(records, neighbour, "privacy.releases.1"), 1 + 1e-9);
  }
  const Records zeros{.rows = {{0}, {0}}, .targets = {0, 0}};
  const Records longest{.rows = {{0}, {kLongest}}, .targets = {0, kLargest}};
  EXPECT_NEAR(moves(zeros, longest, "privacy.releases.0"), 1, 1e-9);
  EXPECT_NEAR(moves(zeros, longest, "privacy.releases.1"), 1, 1e-9);
}

/// Of 400 pairs of bounds at most a fifth may be wrong on average: six standard deviations more
/// have a chance below 1e-8. The eigenvalue's own share is a tenth, and it is met.
TEST(PrivateConstants, BoundTheExactOnesAsOftenAsTheySay) {
  const Records records = random_records(2);
  const Exact exact = exact_of(records);
  constexpr int kSeeds = 400;
  int eigenvalues = 0, gaps = 0;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const Json out = estimate_of(experiment_on(records, seed), 0.5, 0.2);
    if (at_path(out, "privacy.releases.0.bound").number() > exact.eigenvalue) ++eigenvalues;
    if (at_path(out, "constants.initialGap").number() < exact.value) ++gaps;
  }
  EXPECT_LE(eigenvalues + gaps, 0.2 * kSeeds + 6 * std::sqrt(kSeeds * 0.2 * 0.8));
  EXPECT_NEAR(eigenvalues, 0.1 * kSeeds, 6 * std::sqrt(kSeeds * 0.1 * 0.9));
  EXPECT_NEAR(gaps, 0.1 * kSeeds, 6 * std::sqrt(kSeeds * 0.1 * 0.9));
}

/// Records of a plane: the third feature is the sum of the others.
Records records_of_a_plane(std::uint64_t seed, std::size_t samples = 12) {
  Records out = random_records(seed, samples);
  for (auto& row : out.rows) row[2] = row[0] + row[1];
  return out;
}

/// Eigenvalues of the mean of u u', from the largest on, and the eigenvectors.
struct Exactly {
  explicit Exactly(const Records& records) {
    const auto d = static_cast<Index>(records.rows.front().size());
    const auto n = static_cast<double>(records.rows.size());
    mean = Eigen::MatrixXd::Zero(d, d);
    slope = Vector::Zero(d);
    for (std::size_t i = 0; i < records.rows.size(); ++i) {
      const Vector row = Eigen::Map<const Vector>(records.rows[i].data(), d);
      mean += row * row.transpose() / n;
      slope += records.targets[i] * row / n;
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(mean);
    values = solver.eigenvalues().reverse();
    vectors = solver.eigenvectors().rowwise().reverse();
  }
  /// ||grad F||^2 / (2 (F - F*)) of least squares at x, F - F* = (x - x*)'A (x - x*) / 2 with any
  /// minimizer x*.
  double steepness(const Vector& x) const {
    const Vector best = mean.completeOrthogonalDecomposition().solve(slope);
    const Vector gradient = mean * x - slope;
    return gradient.squaredNorm() / (x - best).dot(mean * (x - best));
  }

  Eigen::MatrixXd mean, vectors;
  Vector values, slope;
};

/// The inequality with the least eigenvalue but 0 holds at all points, with equality along its
/// eigenvector, where one a hundredth larger is wrong: that of records of a plane is no 0.
TEST(PrivateConstants, OfLessRankAreThoseOfTheLeastEigenvalueButNone) {
  const Exactly exact(records_of_a_plane(1));
  EXPECT_NEAR(exact.values[2], 0, 1e-15);
  const auto streams = StreamFactory::synthetic_data(3, "steepness");
  Stream stream = streams.stream(StreamPurpose::data, 0);
  for (int i = 0; i < 1000; ++i) {
    const Vector x =
        Eigen::Vector3d(uniform(stream) - 0.5, uniform(stream) - 0.5, uniform(stream) - 0.5) * 20;
    EXPECT_GE(exact.steepness(x), exact.values[1] * (1 - 1e-9));
  }
  const Vector best = exact.mean.completeOrthogonalDecomposition().solve(exact.slope);
  const Vector along = best + 3 * exact.vectors.col(1) + 5 * exact.vectors.col(2);
  EXPECT_NEAR(exact.steepness(along), exact.values[1], 1e-9 * exact.values[1]);
  EXPECT_LT(exact.steepness(along), 1.01 * exact.values[1]);
}

TEST(PrivateConstants, OfAStatedRankReleaseItsEigenvalue) {
  const Records records = records_of_a_plane(1, 3000);
  const double exact = Exactly(records).values[1], rho = 2, z = 1.6448536269514722;
  const double scale = kLongest * kLongest / (3000 * std::sqrt(rho));
  const Json tree = experiment_on(records);
  const Json out = estimate_of(tree, rho, 0.1, 2);
  const double released = exact + noise_of(7, 0, scale);
  EXPECT_NEAR(at_path(out, "privacy.releases.0.released").number(), released, 1e-12);
  EXPECT_NEAR(at_path(out, "privacy.releases.0.sensitivity.value").number(),
              kLongest * kLongest / 3000, 1e-14);
  const double bound = released - z * scale;
  ASSERT_GT(bound, 0);
  EXPECT_NEAR(at_path(out, "constants.klConstant").number(), 1 / std::sqrt(2 * bound), 1e-9);
  EXPECT_EQ(at_path(out, "constants.klExponent").number(), 2);
  EXPECT_THAT(at_path(out, "privacy.statement").text(), HasSubstr("privacy does not"));
  EXPECT_THAT(at_path(out, "privacy.releases.0.of").text(), HasSubstr("number 2"));
  const Json unstated = estimate_of(tree, rho, 0.1);
  EXPECT_FALSE(unstated.member("constants").find("klConstant")) << "the least eigenvalue is 0";
  EXPECT_THAT(at_path(unstated, "privacy.statement").text(), Not(HasSubstr("privacy does not")));
  const Json ridge = with(tree, "problem.regularizer", R"({"kind":"l2","strength":0.5})");
  EXPECT_NEAR(at_path(estimate_of(ridge, rho, 0.1, 2), "constants.klConstant").number(), 1, 1e-15)
      << "across the plane there is the regularizer alone";
  const auto beyond = estimated(tree, rho, 0.1, 4);
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().code, ErrorCode::invalid_value);
  EXPECT_EQ(beyond.error().field, "rank");
}

/// Two records of three features have a rank of 2, which nobody has to state.
TEST(PrivateConstants, OfFewerRecordsThanFeaturesAreOfTheirRank) {
  const Records two{.rows = {{kLongest, 0, 0}, {0, 1, 0}}, .targets = {0, 1}};
  const Json out = estimate_of(experiment_on(two), 1e6);
  EXPECT_NEAR(at_path(out, "privacy.releases.0.released").number(), 0.5, 0.01);
  EXPECT_NEAR(at_path(out, "constants.klConstant").number(), 1, 0.02);
  EXPECT_THAT(at_path(out, "privacy.statement").text(), Not(HasSubstr("privacy does not")));
}

/// Every ordered eigenvalue, of records in and out of the stated plane; attained where the second
/// record is all there is in its direction.
TEST(PrivateConstants, OfEveryRankMoveByNoMoreThanTheirSensitivity) {
  const auto move = [](const Records& a, const Records& b, Index rank) {
    const Json one = at_path(estimate_of(experiment_on(a), 1e3, 0.1, rank), "privacy.releases.0");
    const Json other = at_path(estimate_of(experiment_on(b), 1e3, 0.1, rank), "privacy.releases.0");
    const double moved = one.member("released").number() - other.member("released").number();
    return std::fabs(moved) / at_path(one, "sensitivity.value").number();
  };
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Records records = records_of_a_plane(seed);
    Records neighbour = records;
    neighbour.rows[3] = random_records(1000 + seed).rows[3];
    for (const Index rank : {1, 2, 3}) EXPECT_LE(move(records, neighbour, rank), 1 + 1e-9);
  }
  const Records one{.rows = {{kLongest, 0, 0}, {0, 0, 0}}, .targets = {0, 0}};
  const Records both{.rows = {{kLongest, 0, 0}, {0, kLongest, 0}}, .targets = {0, 0}};
  EXPECT_NEAR(move(one, both, 2), 1, 1e-9);
}

TEST(PrivateConstants, AddTheirCostToThatOfARun) {
  const Json out = estimate_of(experiment_on(random_records(3)), 0.3);
  const Json privacy = out.member("privacy");
  EXPECT_NEAR(at_path(privacy, "releases.0.cost.value").number() +
                  at_path(privacy, "releases.1.cost.value").number(),
              0.3, 1e-15);
  EXPECT_EQ(privacy.member("rho").number(), 0.3);
  EXPECT_NEAR(privacy.member("rhoWithOneRun").number(), 0.8, 1e-15);
  EXPECT_THAT(privacy.member("statement").text(), HasSubstr("0.3-zCDP"));
  EXPECT_THAT(privacy.member("statement").text(), HasSubstr("0.8-zCDP"));
}

TEST(PrivateConstants, PlanARun) {
  Records many = random_records(4, 3000);
  Json tree = experiment_on(many);
  tree = with(tree, "problem.domain", R"({"kind":"l2-ball","radius":40})");
  tree.set("algorithms", *parse_json(R"([{"id":"kl-spider"}])"));
  const Json constants = estimate_of(tree, 2).member("constants");
  const double eigenvalue = exact_of(many).eigenvalue;
  EXPECT_EQ(constants.member("klExponent").number(), 2);
  EXPECT_GT(constants.member("klConstant").number(), 1 / std::sqrt(2 * eigenvalue));
  EXPECT_LT(constants.member("klConstant").number(), 1.2 / std::sqrt(2 * eigenvalue));
  const Json planned = plan_of(with(tree, "problem.constants", write_json(constants)));
  EXPECT_EQ(at_path(planned, "constants.kl.constant"), constants.member("klConstant"));
  EXPECT_EQ(at_path(planned, "constants.initialGap"), constants.member("initialGap"));
  EXPECT_EQ(at_path(planned, "plans.0.privacy.guarantee").text(), "proven");
}

TEST(PrivateConstants, SayNothingOfGammaWhereTheEigenvalueMayBeNone) {
  const Json few = experiment_on(random_records(5));
  EXPECT_FALSE(at_path(estimate_of(few, 1e-3), "constants").find("klConstant"));
  const Json ridge = with(few, "problem.regularizer", R"({"kind":"l2","strength":0.5})");
  EXPECT_NEAR(at_path(estimate_of(ridge, 1e-3), "constants.klConstant").number(), 1, 1e-15);
}

TEST(PrivateConstants, StandOutsideNonPrivateOnlyWithNoiseThatNobodyKnows) {
  const Json tree = experiment_on(random_records(6));
  const auto predictable = estimated(tree, 1);
  EXPECT_EQ(predictable->members().size(), 1u);
  EXPECT_TRUE(predictable->find("nonPrivate"));
  const auto secure =
      estimated(with(tree, "run.randomness", R"({"mode":"secure","release":"floating"})"), 1);
  ASSERT_TRUE(secure);
  EXPECT_FALSE(secure->find("nonPrivate"));
  EXPECT_TRUE(secure->find("constants"));
}

TEST(PrivateConstants, RefuseWhatTheyCannotBound) {
  const Json sound = experiment_on(random_records(8));
  const auto refusal = [&](const std::string& path, const std::string& value) {
    const auto out = estimated(with(sound, path, value), 1);
    return out ? std::string("estimated")
               : std::string(code_text(out.error().code)) + " " + out.error().field;
  };
  EXPECT_EQ(refusal("privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-6})"),
            "unsupported-option privacy.notion");
  EXPECT_EQ(refusal("privacy", R"({"notion":"zcdp","rho":0.5,"neighbours":"zero-out"})"),
            "unsupported-option privacy.neighbours");
  EXPECT_EQ(refusal("sweep", R"([{"path":"privacy.rho","values":[1,2]}])"),
            "unsupported-option sweep");
  EXPECT_EQ(refusal("problem.loss", R"("huber")"), "unsupported-option problem.loss");
  EXPECT_EQ(refusal("run.randomness.release", R"("hardened")"),
            "unsupported-option run.randomness.release");
  EXPECT_EQ(refusal("algorithms.0.parameters.start", "0.5"),
            "unsupported-option algorithms[0].parameters.start");
  EXPECT_EQ(refusal("data.preprocess", R"([{"kind":"clip-rows","norm":"l2","bound":1}])"),
            "unbounded-sensitivity problem");
  EXPECT_EQ(refusal("data.preprocess", R"([{"kind":"clamp-target","lower":-1,"upper":1}])"),
            "unbounded-sensitivity problem");
  EXPECT_EQ(refusal("data.preprocess", R"([{"kind":"standardize"}])"),
            "unsupported-option data.preprocess");
  const auto no_budget = estimated(sound, 0);
  EXPECT_FALSE(no_budget);
}

}  // namespace
}  // namespace noisy::testing
