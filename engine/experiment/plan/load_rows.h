#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

#include "engine/data/data_hash.h"
#include "engine/data/labels.h"
#include "engine/experiment/plan/load_data.h"

namespace noisy {

/// The pipeline on rows that stand one by one, dense or sparse.
template <class Data>
Result<std::shared_ptr<const LoadedData>> DataLoader::prepare_rows(Data data, Raw& raw) {
  constexpr bool kIsDense = std::is_same_v<Data, DenseData>;
  auto prepared = preprocess(std::move(data), raw.facts, spec_->preprocess);
  if (!prepared) return std::unexpected(std::move(prepared.error()));
  if (use_.labels) {
    if (auto labelled = use_binary_labels(prepared->data.targets()); !labelled) {
      return std::unexpected(std::move(labelled.error()));
    }
    if (prepared->held_out) {
      if (auto labelled = use_binary_labels(prepared->held_out->targets()); !labelled) {
        return std::unexpected(std::move(labelled.error()));
      }
    }
    bound_labels(prepared->facts);
  }
  std::string hash = to_hex(data_hash(prepared->data));
  using Records = std::conditional_t<kIsDense, DenseData, SparseRecords>;
  const SyntheticParameters* population = known_population(*spec_);
  const Index features = prepared->data.features();
  std::optional<DenseData> held_out;
  if constexpr (kIsDense) held_out = std::move(prepared->held_out);
  return std::make_shared<const LoadedData>(
      LoadedData{.records = Records(std::move(prepared->data)),
                 .facts = std::move(prepared->facts),
                 .target = std::move(raw.target),
                 .hash = std::move(hash),
                 .counts = std::move(prepared->counts),
                 .has_header = raw.has_header,
                 .public_width = kIsDense ? features : std::min(raw.public_width, features),
                 .held_out = std::move(held_out),
                 .population = population ? std::optional(*population) : std::nullopt});
}

}  // namespace noisy
