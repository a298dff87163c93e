#include "engine/data/grouped_generator.h"
#include "engine/data/libsvm_reader.h"
#include "engine/data/sparse_generator.h"
#include "engine/experiment/plan/load_rows.h"
#include "engine/experiment/plan/source_facts.h"
#include "engine/problem/saddle/sign_population.h"

// A program that must be small defines these functions itself: then it links nothing that works on
// such records.

namespace noisy {
namespace {

/// What a sparse file's rows are taken to store where the cost of a run is estimated: how many
/// values they do store is no public fact.
constexpr Index kGuessedWidth = 100;

}  // namespace

bool loads_all_kinds() {
  return true;
}

Result<void> DataLoader::feed_sparse(const FileSource& source, std::span<const std::byte> bytes,
                                     double total_bytes) {
  if (!sparse_reader_) {
    sparse_reader_ = std::make_unique<SparseLibsvmReader>(
        SparseLibsvmOptions{.features = source.features.value_or(0),
                            .total_bytes = total_bytes,
                            .memory_bytes = memory_bytes_,
                            .first_index = source.first_index,
                            .encoding = source.encoding});
  }
  return sparse_reader_->feed(bytes);
}

std::unique_ptr<FileReader> DataLoader::make_libsvm_reader(const FileSource& source,
                                                           const ReadOptions& read) {
  return std::make_unique<LibsvmReader>(LibsvmOptions{.features = source.features.value_or(0),
                                                      .read = read,
                                                      .first_index = source.first_index,
                                                      .encoding = source.encoding});
}

Result<DenseData> DataLoader::chosen(DenseData data,
                                     const std::optional<ColumnChoice>& columns) const {
  if (!columns) return data;
  const Index added = added_columns(spec_->preprocess);
  const double bytes = stored_bytes({data.samples(), width_of(*columns), data.layout(), added});
  if (bytes > memory_bytes_) {
    return fail(ErrorCode::limit_exceeded, "data.columns",
                "the " + std::to_string(width_of(*columns)) + " features would take " +
                    std::to_string(static_cast<Index>(bytes / 1e6)) +
                    " MB, more than the limit of " +
                    std::to_string(static_cast<Index>(memory_bytes_ / 1e6)) + " MB");
  }
  return choose_columns(data, *columns, added);
}

Result<DataLoader::Raw> DataLoader::make_sparse(const FileSource& source) {
  Result<SparseData> data = sparse_reader_->finish();
  sparse_reader_.reset();
  if (!data) return std::unexpected(std::move(data.error()));
  PipelineFacts facts = facts_of(source, data->features());
  const Index width = std::min(facts.features, kGuessedWidth);
  return Raw{std::move(*data), std::move(facts), "", width};
}

Result<DataLoader::Raw> DataLoader::make_sparse(const SyntheticParameters& source) {
  auto made = make_sparse_synthetic(source, memory_bytes_);
  if (!made) return std::unexpected(std::move(made.error()));
  const PipelineFacts facts = facts_of(source);
  const Index width = made->data.stored() / made->data.samples();
  if (is_stored_sparse(*spec_)) return Raw{std::move(made->data), facts, "generated", width};
  auto dense = to_dense(made->data, layout_, added_columns(spec_->preprocess), memory_bytes_);
  if (!dense) return std::unexpected(std::move(dense.error()));
  return Raw{std::move(*dense), facts, "generated"};
}

Result<DataLoader::Raw> DataLoader::make_grouped(const SyntheticParameters& source) {
  auto grouped = make_grouped_synthetic(source, layout_, memory_bytes_);
  if (!grouped) return std::unexpected(std::move(grouped.error()));
  if (keeps_groups()) return Raw{*std::move(grouped), facts_of(source), "generated"};
  auto records = grouped->expanded(layout_, added_columns(spec_->preprocess));
  if (!records) return std::unexpected(std::move(records.error()));
  return Raw{*std::move(records), facts_of(source), "generated"};
}

Result<DataLoader::Raw> DataLoader::make_drawn(const SyntheticParameters& source) {
  auto rows = sign_rows(source);
  if (!rows) return std::unexpected(std::move(rows.error()));
  AbsentRecords records{.samples = (*rows)->samples(), .features = (*rows)->features()};
  records.rows = *std::move(rows);
  return Raw{std::move(records), facts_of(source), "generated"};
}

Result<std::shared_ptr<const LoadedData>> DataLoader::prepare(SparseData data, Raw& raw) {
  return prepare_rows(std::move(data), raw);
}

/// There are no steps to take (read_data).
Result<std::shared_ptr<const LoadedData>> DataLoader::prepare(AbsentRecords data, Raw& raw) {
  LoadedData out{.records = data,
                 .facts = std::move(raw.facts),
                 .target = std::move(raw.target),
                 .hash = data.rows->hash(),
                 .counts = {}};
  out.public_width = data.features;
  out.population = std::get<SyntheticParameters>(spec_->source);
  return std::make_shared<const LoadedData>(std::move(out));
}

/// Groups are kept where there are no steps to take.
Result<std::shared_ptr<const LoadedData>> DataLoader::prepare(GroupedRecords data, Raw& raw) {
  std::string hash = to_hex(data_hash(data));
  const Index features = data.rows.features();
  return std::make_shared<const LoadedData>(LoadedData{.records = std::move(data),
                                                       .facts = std::move(raw.facts),
                                                       .target = std::move(raw.target),
                                                       .hash = std::move(hash),
                                                       .counts = {},
                                                       .has_header = {},
                                                       .public_width = features});
}

}  // namespace noisy
