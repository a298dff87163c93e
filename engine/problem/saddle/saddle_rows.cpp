#include "engine/problem/saddle/saddle_rows.h"

#include <numeric>
#include <utility>

namespace noisy {
namespace {

std::shared_ptr<const DenseData> copied(const DenseData& data, Index first, Index count) {
  auto rows = DenseData::allocate(
      {.samples = count, .features = data.features(), .layout = DataLayout::rows});
  if (!rows) return nullptr;
  std::vector<double> row(static_cast<std::size_t>(data.features()));
  for (Index i = 0; i < count; ++i) {
    data.copy_row(first + i, row);
    rows->set_row(i, row);
    rows->targets()[static_cast<std::size_t>(i)] =
        data.targets()[static_cast<std::size_t>(first + i)];
  }
  return std::make_shared<const DenseData>(*std::move(rows));
}

std::shared_ptr<const SparseData> copied(const SparseData& data, Index first, Index count) {
  std::vector<Index> rows(static_cast<std::size_t>(count));
  std::iota(rows.begin(), rows.end(), first);
  return std::make_shared<const SparseData>(data.copy_rows(rows));
}

}  // namespace

SaddleRecord SaddleRows::at(Index row, std::vector<double>& room) const {
  const auto number = static_cast<std::size_t>(row);
  if (sparse_) {
    return {.features = sparse_->values(row),
            .target = sparse_->targets()[number],
            .places = sparse_->columns(row),
            .width = sparse_->features()};
  }
  const auto size = static_cast<std::size_t>(dense_->features());
  if (dense_->layout() == DataLayout::rows) {
    return {.features = {dense_->row(row), size}, .target = dense_->targets()[number]};
  }
  room.resize(size);
  dense_->copy_row(row, room);
  return {.features = room, .target = dense_->targets()[number]};
}

std::optional<SaddleRows> SaddleRows::copy(Index first, Index count) const {
  if (dense_) {
    auto own = copied(*dense_, first, count);
    if (!own) return std::nullopt;
    SaddleRows out(*own);
    out.own_dense_ = std::move(own);
    return out;
  }
  auto own = copied(*sparse_, first, count);
  SaddleRows out(*own);
  out.own_sparse_ = std::move(own);
  return out;
}

}  // namespace noisy
