// The fused gradient pass of logistic regression: 4 n d operations per point.
#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "tests/benchmark/measure.h"
#include "tests/math/row_data.h"

namespace {

using namespace noisy;
using namespace noisy::math;

void measure(const testing::RowData& rows, Index points) {
  const Index dimension = rows.view.dimension;
  testing::TestNumbers numbers(2);
  std::vector<double> at(static_cast<std::size_t>(points * dimension)), gradients(at.size());
  for (double& value : at) value = numbers.uniform(-0.2, 0.2);
  std::vector<RowQuery> queries;
  for (Index q = 0; q < points; ++q) {
    queries.push_back({&at[static_cast<std::size_t>(q * dimension)],
                       &gradients[static_cast<std::size_t>(q * dimension)], nullptr});
  }
  const testing::Loss loss = testing::logistic_loss();
  // Timed in parts of about a millisecond, the fastest of each: other work disturbs parts, not all.
  constexpr Index kPart = 8;
  std::vector<double> fastest(static_cast<std::size_t>(rows.view.blocks() / kPart + 1), 1e300);
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  for (int call = 0; call < 8 || Clock::now() - begin < std::chrono::milliseconds(700); ++call) {
    for (Index block = 0, part = 0; block < rows.view.blocks(); block += kPart, ++part) {
      const Index last = std::min(block + kPart, rows.view.blocks());
      const auto start = Clock::now();
      loss.pass(loss.link, rows.view, block, last, queries.data(), points, 0, 0);
      const std::chrono::duration<double> taken = Clock::now() - start;
      double& best = fastest[static_cast<std::size_t>(part)];
      best = std::min(best, taken.count());
    }
  }
  double seconds = 0;
  for (const double part : fastest) seconds += part < 1e300 ? part : 0;
  const double operations = 4.0 * static_cast<double>(rows.view.rows * dimension * points);
  noisy::benchmark::report("gradient pass",
                           std::to_string(rows.view.rows) + " x " + std::to_string(dimension) +
                               ", " + std::to_string(points) + (points == 1 ? " point" : " points"),
                           "GF/s", operations / seconds / 1e9);
}

}  // namespace

int main() {
  for (const auto& [rows, dimension] : {std::pair<Index, Index>{50000, 100}, {100000, 20}}) {
    const testing::RowData data(rows, dimension);
    for (const Index points : {1, 4, 20}) measure(data, points);
  }
}
