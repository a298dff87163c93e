#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

#include "engine/data/data_hash.h"
#include "engine/data/labels.h"
#include "engine/experiment/plan/load_data.h"

namespace noisy {

/// Makes targets what the loss takes.
inline Result<void> use_targets(std::span<double> targets, const RecordUse& use) {
  if (use.classes > 0) return use_classes(targets, use.classes);
  return use.labels ? use_binary_labels(targets) : Result<void>();
}

/// The pipeline on rows that stand one by one, dense or sparse.
template <class Data>
Result<std::shared_ptr<const LoadedData>> DataLoader::prepare_rows(Data data, Raw& raw) {
  constexpr bool kIsDense = std::is_same_v<Data, DenseData>;
  auto prepared = preprocess(std::move(data), raw.facts, spec_->preprocess);
  if (!prepared) return std::unexpected(std::move(prepared.error()));
  if (auto used = use_targets(prepared->data.targets(), use_); !used) {
    return std::unexpected(std::move(used.error()));
  }
  if (prepared->held_out) {
    if (auto used = use_targets(prepared->held_out->targets(), use_); !used) {
      return std::unexpected(std::move(used.error()));
    }
  }
  bound_targets(use_, prepared->facts);
  std::string hash = to_hex(data_hash(prepared->data));
  using Records = std::conditional_t<kIsDense, DenseData, SparseRecords>;
  const SyntheticParameters* population = known_population(*spec_);
  const Index features = prepared->data.features();
  return std::make_shared<const LoadedData>(
      LoadedData{.records = Records(std::move(prepared->data)),
                 .facts = std::move(prepared->facts),
                 .target = std::move(raw.target),
                 .hash = std::move(hash),
                 .counts = std::move(prepared->counts),
                 .has_header = raw.has_header,
                 .public_width = kIsDense ? features : std::min(raw.public_width, features),
                 .held_out = std::move(prepared->held_out),
                 .population = population ? std::optional(*population) : std::nullopt});
}

}  // namespace noisy
