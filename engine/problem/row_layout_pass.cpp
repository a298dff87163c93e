#include "engine/problem/row_layout_pass.h"

#include <algorithm>

#include "engine/math/panel_packing.h"
#include "engine/problem/point_queries.h"

namespace noisy {

RowLayoutPass::RowLayoutPass(const DenseData& data, const std::vector<double>& caps,
                             const LinearLoss& loss, std::span<const PointQuery> queries)
    : data_(data),
      caps_(caps.empty() ? nullptr : caps.data()),
      loss_(loss),
      queries_(queries.begin(), queries.end()),
      row_queries_(row_queries(queries)),
      panels_(static_cast<std::size_t>(math::kBlockPanels * math::panel_stride(data.features()))) {
  std::ranges::stable_partition(
      row_queries_, [](const math::RowQuery& query) { return query.gradient != nullptr; });
  for (const PointQuery& query : queries_) {
    if (query.gradient) query.gradient->setZero();
    if (query.value) *query.value = 0;
  }
}

bool RowLayoutPass::advance(ThreadPool&, const Deadline& deadline) {
  while (next_row_ < data_.samples()) {
    add_block();
    if (next_row_ < data_.samples() && deadline.passed()) return false;
  }
  for (const PointQuery& query : queries_) divide(query, static_cast<double>(data_.samples()));
  return true;
}

void RowLayoutPass::add_block() {
  const Index rows = std::min(math::kBlockRows, data_.samples() - next_row_);
  const Index stride = math::panel_stride(data_.features());
  math::pack_panels(data_.row(next_row_), data_.row_stride(), data_.features(), rows,
                    panels_.data(), stride);
  const math::PanelView view{.features = panels_.data(),
                             .targets = data_.targets().data() + next_row_,
                             .residual_caps = caps_ ? caps_ + next_row_ : nullptr,
                             .rows = rows,
                             .dimension = data_.features(),
                             .stride = stride};
  loss_.pass(loss_.link, view, 0, 1, row_queries_.data(), static_cast<Index>(row_queries_.size()),
             0, 0);
  next_row_ += rows;
}

}  // namespace noisy
