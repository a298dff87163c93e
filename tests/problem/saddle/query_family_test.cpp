// Queries about records of categories: fast answers against plain loops, level codes, limits, and
// the saddle problem that is made of them.
#include "engine/problem/saddle/query_family.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include <cmath>
#include <limits>

#include "engine/problem/saddle/marginal_queries.h"
#include "engine/problem/saddle/saddle_risk.h"
#include "tests/algorithm/settings.h"

namespace noisy::testing {
namespace {

std::vector<QueryShape> shapes() {
  return {{.levels = {3, 2, 4}, .order = 1},
          {.levels = {3, 2, 4}, .order = 2},
          {.levels = {3, 2, 4, 2}, .target_levels = 3, .order = 3},
          {.levels = {5}, .order = 3},
          {.levels = {2, 2, 2, 2}, .target_levels = 2, .order = 2, .kind = QueryKind::parities},
          {.levels = {2, 2, 2}, .order = 3, .kind = QueryKind::parities}};
}

/// q_j(z) by its definition: the table that j is of, and the level of each of its columns.
double answer_of(const QueryFamily& family, Index query, Index cell) {
  const std::vector<Index> codes = family.codes_of(cell);
  const auto& table = family.tables()[static_cast<std::size_t>(family.table_of(query))];
  if (family.shape().kind == QueryKind::parities) {
    double sign = 1;
    for (const Index a : table.columns) sign *= codes[static_cast<std::size_t>(a)] == 0 ? 1 : -1;
    return sign;
  }
  Index rest = query - table.first;
  for (std::size_t k = table.columns.size(); k-- > 0;) {
    const auto a = static_cast<std::size_t>(table.columns[k]);
    if (codes[a] != rest % family.levels()[a]) return 0;
    rest /= family.levels()[a];
  }
  return 1;
}

std::vector<double> random_numbers(std::size_t count, std::uint64_t seed) {
  Numbers01 random(seed);
  std::vector<double> out(count);
  for (double& one : out) one = random(-1, 1);
  return out;
}

TEST(QueryFamily, FastAnswersAndTheirTransposeAreThoseOfPlainLoops) {
  for (const QueryShape& shape : shapes()) {
    const QueryFamily family(shape);
    const auto cells = static_cast<std::size_t>(family.cells());
    const auto queries = static_cast<std::size_t>(family.queries());
    const auto histogram = random_numbers(cells, 1), weights = random_numbers(queries, 2);
    std::vector<double> answers(queries), combined(cells);
    family.answers(histogram, answers);
    family.combine(weights, combined);
    for (std::size_t j = 0; j < queries; ++j) {
      double wanted = 0;
      for (std::size_t z = 0; z < cells; ++z) {
        wanted += answer_of(family, static_cast<Index>(j), static_cast<Index>(z)) * histogram[z];
      }
      EXPECT_NEAR(answers[j], wanted, 1e-13 * static_cast<double>(cells)) << j;
    }
    for (std::size_t z = 0; z < cells; ++z) {
      double wanted = 0;
      for (std::size_t j = 0; j < queries; ++j) {
        wanted += answer_of(family, static_cast<Index>(j), static_cast<Index>(z)) * weights[j];
      }
      EXPECT_NEAR(combined[z], wanted, 1e-13 * static_cast<double>(queries)) << z;
    }
  }
}

TEST(QueryFamily, ARecordAnswersAsTheHistogramThatIsAllInItsCell) {
  for (const QueryShape& shape : shapes()) {
    const QueryFamily family(shape);
    for (Index cell = 0; cell < family.cells(); ++cell) {
      std::vector<Index> codes = family.codes_of(cell);
      const double target = static_cast<double>(codes.back());
      std::vector<double> row(codes.begin(), codes.end());
      row.resize(shape.levels.size());
      ASSERT_EQ(family.cell_of(row, target), cell);
      std::vector<double> sums(static_cast<std::size_t>(family.queries()));
      family.add_record(row, target, sums);
      for (Index j = 0; j < family.queries(); ++j) {
        ASSERT_EQ(sums[static_cast<std::size_t>(j)], answer_of(family, j, cell));
      }
    }
  }
}

TEST(QueryFamily, CountsTablesAndQueries) {
  // 8 bits, parities of order 1 to 3: 8 + 28 + 56, and 184 with negations.
  const QueryFamily bits(
      {.levels = std::vector<Index>(8, 2), .order = 3, .kind = QueryKind::parities});
  EXPECT_EQ(bits.cells(), 256);
  EXPECT_EQ(bits.queries(), 92);
  const QueryFamily mixed({.levels = {3, 2, 4}, .order = 2});
  EXPECT_EQ(mixed.tables().size(), 6u);
  EXPECT_EQ(mixed.queries(), 3 + 2 + 4 + 6 + 12 + 8);
  for (const QueryShape& shape : shapes()) {
    const QueryCounts counts = query_counts(shape);
    EXPECT_EQ(counts.cells, static_cast<double>(QueryFamily(shape).cells()));
    EXPECT_EQ(counts.queries, static_cast<double>(QueryFamily(shape).queries()));
  }
}

TEST(QueryFamily, CodesAreNumbersRoundedDownAndKeptInRange) {
  const QueryFamily family({.levels = {3}, .order = 1});
  const auto code = [&](double value) { return family.cell_of(std::span(&value, 1), 0); };
  EXPECT_EQ(code(-7), 0);
  EXPECT_EQ(code(0.999), 0);
  EXPECT_EQ(code(1), 1);
  EXPECT_EQ(code(2.5), 2);
  EXPECT_EQ(code(3), 2);  // the upper end of a column that is scaled to [0, 3]
  EXPECT_EQ(code(1e300), 2);
  EXPECT_EQ(code(-std::numeric_limits<double>::infinity()), 0);
  // Labels -1 and 1 are levels 0 and 1.
  const QueryFamily labels({.levels = {2}, .target_levels = 2, .order = 1});
  const double zero = 0;
  EXPECT_EQ(labels.cell_of(std::span(&zero, 1), -1), 0);
  EXPECT_EQ(labels.cell_of(std::span(&zero, 1), 1), 1);
}

// ---- the saddle problem
// ---------------------------------------------------------------------------

MarginalQueries::Options options(std::vector<double> levels, QueryKind kind = QueryKind::marginals,
                                 Index target_levels = 0) {
  return {.levels = std::move(levels), .order = 2, .kind = kind, .target_levels = target_levels};
}

Vector random_point(const MarginalQueries& loss, Index features, std::uint64_t seed) {
  Numbers01 random(seed);
  const Index cells = loss.primal_dimension(features), duals = loss.dual_dimension(features);
  Vector z(cells + duals);
  for (double& one : z) one = random(0.01, 1);
  z.head(cells) /= z.head(cells).sum();
  z.tail(duals) /= z.tail(duals).sum();
  return z;
}

TEST(MarginalQueries, OperatorIsTheValuesDerivativeAndTellsXNothingOfTheRecord) {
  for (const QueryKind kind : {QueryKind::marginals, QueryKind::parities}) {
    const MarginalQueries loss(options({2}, kind, 2));
    const std::vector<double> row = {0, 1, 1}, other = {1, 1, 0};
    const SaddleRecord record{row, 1}, second{other, 0};
    const Vector z = random_point(loss, 3, 3);
    const Index cells = loss.primal_dimension(3);
    Vector at, there;
    loss.operator_at(record, z, at);
    loss.operator_at(second, z, there);
    ASSERT_EQ(at.size(), z.size());
    for (Index k = 0; k < z.size(); ++k) {
      constexpr double kStep = 1e-5;
      const Vector up = z + kStep * Vector::Unit(z.size(), k);
      const Vector down = z - kStep * Vector::Unit(z.size(), k);
      const double slope = (loss.value(record, up) - loss.value(record, down)) / (2 * kStep);
      EXPECT_NEAR(at[k], k < cells ? slope : -slope, 1e-9) << k;
    }
    EXPECT_EQ(at.head(cells), there.head(cells));
    EXPECT_NE(at.tail(z.size() - cells), there.tail(z.size() - cells));
  }
}

/// Of all pairs of records, and at many points.
TEST(MarginalQueries, BoundsHoldAndDifferencesAreAttained) {
  for (const QueryKind kind : {QueryKind::marginals, QueryKind::parities}) {
    const MarginalQueries loss(options({2}, kind));
    const QueryFamily family({.levels = {2, 2, 2}, .order = 2, .kind = kind});
    const SaddleBounds bounds = loss.bounds({}, 3);
    const Index cells = family.cells();
    double apart = 0, length_apart = 0, first = 0, length = 0;
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
      Vector z = random_point(loss, 3, seed);
      if (seed == 4) z.head(cells) = Vector::Unit(cells, 0);
      std::vector<Vector> operators;
      for (Index cell = 0; cell < cells; ++cell) {
        const auto codes = family.codes_of(cell);
        const std::vector<double> row(codes.begin(), codes.end());
        Vector out;
        loss.operator_at({row, 0}, z, out);
        operators.push_back(out);
      }
      for (const Vector& a : operators) {
        first = std::max(first, a.cwiseAbs().maxCoeff());
        length = std::max(length, a.norm());
        for (const Vector& b : operators) {
          apart = std::max(apart, (a - b).cwiseAbs().maxCoeff());
          length_apart = std::max(length_apart, (a - b).norm());
        }
      }
    }
    EXPECT_NEAR(apart, kind == QueryKind::marginals ? 1 : 2, 1e-14);
    EXPECT_NEAR(apart, bounds.coordinates.difference, 1e-14);
    EXPECT_LE(length_apart, bounds.dual_difference * (1 + 1e-12));
    EXPECT_LE(first, bounds.coordinates.lipschitz * (1 + 1e-12));
    EXPECT_LE(length, bounds.lipschitz);
    EXPECT_EQ(bounds.primal_difference, 0);
  }
}

/// Two records that differ in every column are apart by as much as is promised in l2.
TEST(MarginalQueries, TheL2DifferenceOfMarginalsIsAttained) {
  const MarginalQueries loss(options({2}));
  const std::vector<double> zeros = {0, 0, 0}, ones = {1, 1, 1};
  const Vector z = random_point(loss, 3, 1);
  Vector a, b;
  loss.operator_at({zeros, 0}, z, a);
  loss.operator_at({ones, 0}, z, b);
  EXPECT_NEAR((a - b).norm(), loss.bounds({}, 3).dual_difference, 1e-12);
}

TEST(MarginalQueries, CouplingIsTheLargestSingularValueOfTheQueries) {
  for (const QueryKind kind : {QueryKind::marginals, QueryKind::parities}) {
    const QueryFamily family({.levels = {2, 2, 2}, .order = 2, .kind = kind});
    Eigen::MatrixXd queries(2 * family.queries(), family.cells());
    for (Index j = 0; j < family.queries(); ++j) {
      for (Index z = 0; z < family.cells(); ++z) {
        queries(j, z) = answer_of(family, j, z);
        queries(family.queries() + j, z) = -queries(j, z);
      }
    }
    const Eigen::MatrixXd squares = queries.transpose() * queries;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(squares);
    const double largest = std::sqrt(eigen.eigenvalues().maxCoeff());
    EXPECT_NEAR(MarginalQueries(options({2}, kind)).bounds({}, 3).smoothness.coupling, largest,
                1e-9 * largest);
  }
}

/// Nothing widens what does not depend on the point: x costs nothing.
TEST(MarginalQueries, TheRiskChargesNothingForX) {
  const auto rows = dense_records({{0, 1}, {1, 1}, {2, 0}}, {0, 0, 0});
  const SaddleRisk risk(std::make_shared<MarginalQueries>(options({3})), *rows,
                        {.linf = 2, .target_lower = 0, .target_upper = 0});
  EXPECT_EQ(risk.saddle()->primal_difference, 0);
  EXPECT_NEAR(risk.gradient_bounds().linf, 1, 1e-12);
  std::vector<std::int64_t> sums(static_cast<std::size_t>(risk.queries()->queries()));
  risk.add_answers(1, 2, sums);
  std::int64_t total = 0;
  for (const std::int64_t one : sums) total += one;
  EXPECT_EQ(total, 2 * 3);  // two records, three tables
  EXPECT_NEAR(risk.cell_shares().sum(), 1, 1e-15);
}

TEST(MarginalQueries, RefusesWhatDoesNotFit) {
  const auto error = [](const MarginalQueries::Options& of, Index features) {
    return MarginalQueries(of).check_features(features).error();
  };
  EXPECT_EQ(error(options({2, 3}), 3).field, "levels");
  EXPECT_EQ(error(options({2.5}), 3).field, "levels");
  EXPECT_EQ(error(options({3}, QueryKind::parities), 3).field, "queries");
  EXPECT_EQ(error(options({2}, QueryKind::marginals, 1), 3).field, "targetLevels");
  const Error many = error(options({2}), 21);
  EXPECT_EQ(many.code, ErrorCode::limit_exceeded);
  EXPECT_NE(many.message.find("1048576"), std::string::npos);
  EXPECT_TRUE(MarginalQueries(options({2})).check_features(20));
  // Dimensions of what is refused overflow nothing.
  EXPECT_GT(MarginalQueries(options({1e6})).primal_dimension(1000), 0);
  EXPECT_EQ(MarginalQueries(options({1e6})).queries(1000), nullptr);
}

}  // namespace
}  // namespace noisy::testing
