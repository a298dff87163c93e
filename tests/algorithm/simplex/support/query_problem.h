#pragma once

#include <memory>
#include <vector>

#include "engine/problem/saddle/marginal_queries.h"
#include "engine/problem/saddle/saddle_risk.h"
#include "tests/algorithm/settings.h"

namespace noisy::testing {

/// Records of categories, and queries about them.
struct QueryProblem {
  std::unique_ptr<DenseData> records;
  std::unique_ptr<SaddleRisk> risk;

  const QueryFamily& family() const { return *risk->queries(); }
};

/// @param levels  of every column
inline QueryProblem query_problem(const std::vector<naive::Numbers>& rows, double levels,
                                  QueryKind kind = QueryKind::marginals, Index order = 2) {
  QueryProblem out;
  out.records = dense_records(rows, naive::Numbers(rows.size(), 0.0));
  out.risk = std::make_unique<SaddleRisk>(
      std::make_shared<MarginalQueries>(
          MarginalQueries::Options{.levels = {levels}, .order = order, .kind = kind}),
      *out.records, FeatureBounds{.linf = levels, .target_lower = 0, .target_upper = 0});
  return out;
}

/// Codes from 0 to levels - 1, small ones more often.
inline std::vector<naive::Numbers> random_codes(std::size_t count, std::size_t columns,
                                                double levels, std::uint64_t seed) {
  Numbers01 random(seed);
  std::vector<naive::Numbers> rows(count, naive::Numbers(columns));
  for (naive::Numbers& row : rows) {
    for (double& code : row) {
      const double u = random(0, 1);
      code = std::floor(levels * u * u);
    }
  }
  return rows;
}

/// q_j(z) of all queries, by the records' codes alone: marginals, or parities of bits.
inline Vector naive_answers(const QueryFamily& family, const naive::Numbers& row) {
  Vector out = Vector::Zero(family.queries());
  for (const QueryFamily::Table& table : family.tables()) {
    Index at = 0, bits = 0;
    for (const Index column : table.columns) {
      const auto code = static_cast<Index>(row[static_cast<std::size_t>(column)]);
      at = at * family.levels()[static_cast<std::size_t>(column)] + code;
      bits += code;
    }
    if (family.shape().kind == QueryKind::parities) {
      out[table.first] = bits % 2 == 0 ? 1 : -1;
    } else {
      out[table.first + at] = 1;
    }
  }
  return out;
}

/// The mean over some of the records.
inline Vector naive_mean(const QueryFamily& family, const std::vector<naive::Numbers>& rows,
                         std::size_t first, std::size_t count) {
  Vector out = Vector::Zero(family.queries());
  for (std::size_t i = first; i < first + count; ++i) out += naive_answers(family, rows[i]);
  return out / static_cast<double>(count);
}

/// Every query as a row over all cells.
inline Eigen::MatrixXd query_matrix(const QueryFamily& family) {
  Eigen::MatrixXd out(family.queries(), family.cells());
  for (Index z = 0; z < family.cells(); ++z) {
    const std::vector<Index> codes = family.codes_of(z);
    out.col(z) = naive_answers(family, naive::Numbers(codes.begin(), codes.end()));
  }
  return out;
}

/// (v, -v)
inline Vector with_negations(const Vector& values) {
  Vector out(2 * values.size());
  out << values, -values;
  return out;
}

}  // namespace noisy::testing
