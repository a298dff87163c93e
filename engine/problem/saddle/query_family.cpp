#include "engine/problem/saddle/query_family.h"

#include <algorithm>
#include <cmath>

namespace noisy {
namespace {

Index code_of(double value, Index levels) {
  const double most = static_cast<double>(levels - 1);
  return static_cast<Index>(std::clamp(std::floor(value), 0.0, most));
}

/// Walsh-Hadamard: out_s = sum_z (-1)^(bits that s and z have in common) in_z, in place.
void walsh_hadamard(std::span<double> values) {
  for (std::size_t half = 1; half < values.size(); half *= 2) {
    for (std::size_t start = 0; start < values.size(); start += 2 * half) {
      for (std::size_t i = start; i < start + half; ++i) {
        const double a = values[i], b = values[i + half];
        values[i] = a + b;
        values[i + half] = a - b;
      }
    }
  }
}

}  // namespace

/// Where a walk over all tables, in their order, stands.
struct QueryFamily::Walk {
  std::size_t next = 0;
};

QueryFamily::QueryFamily(const QueryShape& shape) : shape_(shape), levels_(query_levels(shape)) {
  for (const Index levels : levels_) cells_ *= levels;
  std::vector<Index> kept;
  list_tables(kept, 0);
}

/// In the order in which sum_out() comes to them.
void QueryFamily::list_tables(std::vector<Index>& kept, Index column) {
  if (column == std::ssize(levels_)) {
    if (kept.empty()) return;
    Table table{.columns = kept, .first = queries_};
    if (shape_.kind == QueryKind::marginals) {
      for (const Index one : kept) table.size *= levels_[static_cast<std::size_t>(one)];
    }
    queries_ += table.size;
    tables_.push_back(std::move(table));
    return;
  }
  if (std::ssize(kept) < shape_.order) {
    kept.push_back(column);
    list_tables(kept, column + 1);
    kept.pop_back();
  }
  list_tables(kept, column + 1);
}

Index QueryFamily::table_of(Index query) const {
  const auto after = std::ranges::upper_bound(tables_, query, {}, &Table::first);
  return after - tables_.begin() - 1;
}

Index QueryFamily::cell_of(std::span<const double> features, double target) const {
  Index cell = 0;
  for (std::size_t a = 0; a < shape_.levels.size(); ++a) {
    cell = cell * levels_[a] + code_of(features[a], levels_[a]);
  }
  if (shape_.target_levels == 0) return cell;
  return cell * shape_.target_levels + code_of(target, shape_.target_levels);
}

std::vector<Index> QueryFamily::codes_of(Index cell) const {
  std::vector<Index> codes(levels_.size());
  for (std::size_t a = levels_.size(); a-- > 0;) {
    codes[a] = cell % levels_[a];
    cell /= levels_[a];
  }
  return codes;
}

void QueryFamily::add_record(std::span<const double> features, double target,
                             std::span<std::int64_t> sums) const {
  add_answers(cell_of(features, target), sums);
}

void QueryFamily::add_record(std::span<const double> features, double target,
                             std::span<double> sums) const {
  add_answers(cell_of(features, target), sums);
}

/// Those of a record in this cell.
template <class Number>
void QueryFamily::add_answers(Index cell, std::span<Number> sums) const {
  const std::vector<Index> codes = codes_of(cell);
  for (const Table& table : tables_) {
    Index at = 0;
    if (shape_.kind == QueryKind::parities) {
      for (const Index column : table.columns) at += codes[static_cast<std::size_t>(column)];
      sums[static_cast<std::size_t>(table.first)] += at % 2 == 0 ? 1 : -1;
      continue;
    }
    for (const Index column : table.columns) {
      const auto a = static_cast<std::size_t>(column);
      at = at * levels_[a] + codes[a];
    }
    sums[static_cast<std::size_t>(table.first + at)] += 1;
  }
}

/// Which bits of a cell's number a parity is about.
Index QueryFamily::mask_of(const Table& table) const {
  Index mask = 0;
  for (const Index column : table.columns) mask |= Index{1} << (std::ssize(levels_) - 1 - column);
  return mask;
}

void QueryFamily::answers(std::span<const double> histogram, std::span<double> out) const {
  if (shape_.kind == QueryKind::marginals) {
    Walk walk;
    return sum_out(walk, histogram, 1, 0, 0, out);
  }
  std::vector<double> spectrum(histogram.begin(), histogram.end());
  walsh_hadamard(spectrum);
  for (std::size_t j = 0; j < tables_.size(); ++j) {
    out[j] = spectrum[static_cast<std::size_t>(mask_of(tables_[j]))];
  }
}

/// @param table   over the kept columns, which run slowest, and all from `column` on
/// @param kept    cells of the kept columns
/// @param chosen  how many there are
void QueryFamily::sum_out(Walk& walk, std::span<const double> table, Index kept, Index column,
                          Index chosen, std::span<double> out) const {
  if (column == std::ssize(levels_)) {
    if (chosen == 0) return;
    const Table& at = tables_[walk.next++];
    std::ranges::copy(table, out.begin() + at.first);
    return;
  }
  const Index levels = levels_[static_cast<std::size_t>(column)];
  if (chosen < shape_.order) sum_out(walk, table, kept * levels, column + 1, chosen + 1, out);
  const std::size_t rest = table.size() / static_cast<std::size_t>(kept * levels);
  std::vector<double> sums(table.size() / static_cast<std::size_t>(levels));
  auto from = table.begin();
  for (auto to = sums.begin(); to != sums.end(); to += static_cast<std::ptrdiff_t>(rest)) {
    for (Index level = 0; level < levels; ++level) {
      for (std::size_t i = 0; i < rest; ++i) to[static_cast<std::ptrdiff_t>(i)] += *from++;
    }
  }
  sum_out(walk, sums, kept, column + 1, chosen, out);
}

void QueryFamily::combine(std::span<const double> weights, std::span<double> out) const {
  if (shape_.kind == QueryKind::marginals) {
    Walk walk;
    std::ranges::copy(spread(walk, 1, 0, 0, weights), out.begin());
    return;
  }
  std::ranges::fill(out, 0.0);
  for (std::size_t j = 0; j < tables_.size(); ++j) {
    out[static_cast<std::size_t>(mask_of(tables_[j]))] = weights[j];
  }
  walsh_hadamard(out);
}

/// The table that sum_out() has there, with the weights of all tables that it leads to added up.
std::vector<double> QueryFamily::spread(Walk& walk, Index kept, Index column, Index chosen,
                                        std::span<const double> weights) const {
  if (column == std::ssize(levels_)) {
    if (chosen == 0) return {0.0};
    const Table& at = tables_[walk.next++];
    const auto part =
        weights.subspan(static_cast<std::size_t>(at.first), static_cast<std::size_t>(at.size));
    return {part.begin(), part.end()};
  }
  const Index levels = levels_[static_cast<std::size_t>(column)];
  std::vector<double> table;
  if (chosen < shape_.order) table = spread(walk, kept * levels, column + 1, chosen + 1, weights);
  const std::vector<double> sums = spread(walk, kept, column + 1, chosen, weights);
  table.resize(sums.size() * static_cast<std::size_t>(levels));
  const std::size_t rest = sums.size() / static_cast<std::size_t>(kept);
  auto to = table.begin();
  for (auto from = sums.begin(); from != sums.end(); from += static_cast<std::ptrdiff_t>(rest)) {
    for (Index level = 0; level < levels; ++level) {
      for (std::size_t i = 0; i < rest; ++i) *to++ += from[static_cast<std::ptrdiff_t>(i)];
    }
  }
  return table;
}

}  // namespace noisy
