// The gradient of a mini-batch: gathers scattered rows into panels, then one pass over them.
#include <string>
#include <vector>

#include "tests/benchmark/measure.h"
#include "tests/math/row_data.h"

namespace {

using namespace noisy;

constexpr Index kRows = 20000;
constexpr Index kDimension = 100;
constexpr int kSteps = 100;

void measure(const testing::RowData& data, Index batch) {
  testing::TestNumbers numbers(3);
  std::vector<Index> rows(static_cast<std::size_t>(batch * kSteps));
  for (Index& row : rows) row = static_cast<Index>(numbers.next() % kRows);
  math::PanelView view = data.view;
  view.rows = batch;
  math::AlignedDoubles panels(static_cast<std::size_t>(view.panels() * view.stride));
  std::vector<double> targets(static_cast<std::size_t>(batch));
  view.features = panels.data();
  view.targets = targets.data();
  testing::Queries queries(1, kDimension);
  queries.list[0].value = nullptr;
  const testing::Loss loss = testing::logistic_loss();
  const double seconds = noisy::benchmark::fastest_seconds([&] {
    for (int step = 0; step < kSteps; ++step) {
      const std::span<const Index> chosen(&rows[static_cast<std::size_t>(step * batch)],
                                          static_cast<std::size_t>(batch));
      math::gather_panels(data.rows.data(), kDimension, kDimension, chosen, panels.data(),
                          view.stride);
      math::gather_values(data.targets.data(), chosen, targets.data());
      testing::sum_rows(loss, view, queries.list.data(), 1);
    }
  });
  noisy::benchmark::report("mini-batch gradient", std::to_string(batch) + " rows of 100", "steps/s",
                           kSteps / seconds);
}

}  // namespace

int main() {
  const testing::RowData data(kRows, kDimension);
  for (const Index batch : {64, 256, 1024}) measure(data, batch);
}
