#include "engine/experiment/load_data.h"

#include "engine/data/builtin_data.h"
#include "engine/data/csv_reader.h"
#include "engine/data/data_hash.h"
#include "engine/data/inline_data.h"
#include "engine/data/labels.h"
#include "engine/data/libsvm_reader.h"

namespace noisy {
namespace {

/// Rows and columns decide the size before anything is allocated.
Result<void> check_size(double bytes, double memory_bytes) {
  if (bytes <= memory_bytes) return {};
  return fail(ErrorCode::limit_exceeded, "data.samples",
              "the data would take " + std::to_string(static_cast<Index>(bytes / 1e6)) +
                  " MB, more than the limit of " +
                  std::to_string(static_cast<Index>(memory_bytes / 1e6)) + " MB");
}

}  // namespace

double DataLoader::expected_bytes() const {
  const auto* source = std::get_if<SyntheticParameters>(&spec_->source);
  if (!source) return 0;
  return stored_bytes(
      {source->samples, synthetic_features(*source), layout_, added_columns(spec_->preprocess)});
}

Result<void> DataLoader::feed(std::span<const std::byte> bytes, double total_bytes) {
  const auto* source = std::get_if<FileSource>(&spec_->source);
  if (!source) {
    return fail(ErrorCode::conflicting_fields, "data.kind",
                "bytes were supplied, but the experiment's data are not a file");
  }
  if (!reader_) reader_ = make_reader(*source, total_bytes);
  return reader_->feed(bytes);
}

std::unique_ptr<FileReader> DataLoader::make_reader(const FileSource& source,
                                                    double total_bytes) const {
  const ReadOptions read{.layout = layout_,
                         .reserved_features = added_columns(spec_->preprocess),
                         .total_bytes = total_bytes,
                         .memory_bytes = memory_bytes_};
  if (source.format == FileFormat::libsvm) {
    return std::make_unique<LibsvmReader>(
        LibsvmOptions{.features = source.features.value_or(0), .read = read});
  }
  return std::make_unique<CsvReader>(CsvOptions{.delimiter = source.delimiter,
                                                .header = source.header,
                                                .target = source.target,
                                                .read = read});
}

Result<DataLoader::Raw> DataLoader::make_raw() {
  return std::visit([this](const auto& source) { return make(source); }, spec_->source);
}

Result<DataLoader::Raw> DataLoader::make(const SyntheticParameters& source) {
  if (auto checked = check_size(expected_bytes(), memory_bytes_); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  auto made = make_synthetic(source, layout_, added_columns(spec_->preprocess), memory_bytes_);
  if (!made) return std::unexpected(std::move(made.error()));
  const PipelineFacts facts{.features = made->data.features(), .bounds = made->bounds};
  return Raw{std::move(made->data), facts, "generated"};
}

Result<DataLoader::Raw> DataLoader::make(const BuiltinSource& source) {
  auto loaded = load_builtin(source.name, layout_, added_columns(spec_->preprocess));
  if (!loaded) return std::unexpected(std::move(loaded.error()));
  const PipelineFacts facts{.features = loaded->table.data.features(), .bounds = loaded->bounds};
  return Raw{std::move(loaded->table.data), facts, std::move(loaded->table.target_name)};
}

Result<DataLoader::Raw> DataLoader::make(const FileSource& source) {
  if (!reader_) {
    return fail(ErrorCode::missing_data, "data",
                "the experiment needs the file \"" + source.name +
                    "\": supply it beside the "
                    "experiment (on the command line with --data)");
  }
  auto table = reader_->finish();
  reader_.reset();
  if (!table) return std::unexpected(std::move(table.error()));
  PipelineFacts facts{.features = table->data.features()};
  if (source.format == FileFormat::libsvm && !source.features) {
    facts.certified = false;
    facts.reasons.push_back(
        "data.features is not stated: the largest index seen is a fact about one record");
  }
  return Raw{std::move(table->data), std::move(facts), std::move(table->target_name)};
}

Result<DataLoader::Raw> DataLoader::make(const InlineSource& source) {
  auto data =
      inline_data(source.features, source.targets, layout_, added_columns(spec_->preprocess));
  if (!data) return std::unexpected(std::move(data.error()));
  const PipelineFacts facts{.features = data->features()};
  return Raw{std::move(*data), facts, ""};
}

Result<std::shared_ptr<const LoadedData>> DataLoader::finish() {
  Result<Raw> raw = make_raw();
  if (!raw) return std::unexpected(std::move(raw.error()));
  auto prepared = preprocess(std::move(raw->data), raw->facts, spec_->preprocess);
  if (!prepared) return std::unexpected(std::move(prepared.error()));
  if (takes_labels_) {
    if (auto labelled = use_binary_labels(prepared->data.targets()); !labelled) {
      return std::unexpected(std::move(labelled.error()));
    }
    prepared->facts.bounds.target_lower = -1;
    prepared->facts.bounds.target_upper = 1;
  }
  auto loaded = std::make_shared<LoadedData>(LoadedData{.data = std::move(prepared->data),
                                                        .facts = std::move(prepared->facts),
                                                        .target = std::move(raw->target),
                                                        .hash = "",
                                                        .counts = std::move(prepared->counts)});
  loaded->hash = to_hex(data_hash(loaded->data));
  return loaded;
}

}  // namespace noisy
