#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/math/index.h"

namespace noisy {

/// What is asked of records of categories.
enum class QueryKind {
  marginals,  ///< which levels some columns have: every cell of every small table is a query
  parities    ///< (-1)^(sum of some bits), of columns of two levels
};

/// How records become codes, and what is asked of them; public.
struct QueryShape {
  std::vector<Index> levels;  ///< L_a >= 2 of each column
  Index target_levels = 0;  ///< the target is one more column, the last, of so many; 0: it is none
  Index order = 2;          ///< queries are of 1 to so many columns
  QueryKind kind = QueryKind::marginals;
};

/// Of all columns, the target's among them.
std::vector<Index> query_levels(const QueryShape& shape);

/// |Z|, all combinations of levels, and |Q|, how many queries there are before -q is added for each
/// q; exact below 2^53.
struct QueryCounts {
  double cells = 1;
  double queries = 0;
};
QueryCounts query_counts(const QueryShape& shape);

/// Linear queries about records of categories: q_j(z) of a record z, and <q_j, x> of a histogram x
/// over all cells, which are the combinations of levels, the last column's running fastest.
///
/// Level codes are clamp(floor(u), 0, L - 1): integers stay themselves, and a column that was
/// scaled to [0, L] falls into L bins of equal width.
class QueryFamily final {
 public:
  /// The queries of some columns: consecutive ones, by the levels of the columns, the last column's
  /// running fastest; of a parity just one.
  struct Table {
    std::vector<Index> columns;
    Index first = 0;  ///< query
    Index size = 1;
  };

  static constexpr Index kMostCells = Index{1} << 20;

  /// @param shape  of no more than kMostCells cells
  explicit QueryFamily(const QueryShape& shape);

  const QueryShape& shape() const { return shape_; }
  /// Of all columns, the target's among them.
  const std::vector<Index>& levels() const { return levels_; }
  Index cells() const { return cells_; }
  Index queries() const { return queries_; }  ///< without negations
  const std::vector<Table>& tables() const { return tables_; }

  /// The table that a query belongs to.
  Index table_of(Index query) const;

  /// How many answers of one table differ between two records at most: 2 of marginals, where each
  /// record is in one cell, 1 of a parity.
  Index moved_in_table() const { return shape_.kind == QueryKind::parities ? 1 : 2; }

  /// @param features  as many as the shape has levels, none of them NaN
  Index cell_of(std::span<const double> features, double target) const;
  /// The level of every column in a cell.
  std::vector<Index> codes_of(Index cell) const;

  /// sums_j += q_j(z): one addition for each table.
  void add_record(std::span<const double> features, double target,
                  std::span<std::int64_t> sums) const;
  void add_record(std::span<const double> features, double target, std::span<double> sums) const;

  /// out_j = <q_j, x>. Columns are summed out one after the other, each sum being shared by all
  /// tables without the column: about as many additions as cells times a small number.
  void answers(std::span<const double> histogram, std::span<double> out) const;

  /// out_z = sum_j w_j q_j(z): the same backwards.
  void combine(std::span<const double> weights, std::span<double> out) const;

 private:
  struct Walk;
  template <class Number>
  void add_answers(Index cell, std::span<Number> sums) const;
  void list_tables(std::vector<Index>& kept, Index column);
  void sum_out(Walk& walk, std::span<const double> table, Index kept, Index column, Index chosen,
               std::span<double> out) const;
  std::vector<double> spread(Walk& walk, Index kept, Index column, Index chosen,
                             std::span<const double> weights) const;
  Index mask_of(const Table& table) const;

  QueryShape shape_;
  std::vector<Index> levels_;
  Index cells_ = 1;
  Index queries_ = 0;
  std::vector<Table> tables_;
};

}  // namespace noisy
