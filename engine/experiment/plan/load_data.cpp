#include "engine/experiment/plan/load_data.h"

#include <algorithm>
#include <utility>

#include "engine/data/builtin_data.h"
#include "engine/data/builtin_text.h"
#include "engine/data/covertype_surrogate.h"
#include "engine/data/csv_reader.h"
#include "engine/data/grouped_generator.h"
#include "engine/data/inline_data.h"
#include "engine/data/sparse_generator.h"
#include "engine/experiment/plan/load_rows.h"
#include "engine/experiment/plan/population_drawer.h"
#include "engine/experiment/plan/source_facts.h"

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

double bytes_of(const DenseData& rows) {
  return stored_bytes(
      {.samples = rows.samples(), .features = rows.features(), .layout = rows.layout()});
}

double bytes_of(const SparseData& rows) {
  return sparse_bytes(static_cast<double>(rows.samples()), static_cast<double>(rows.features()),
                      static_cast<double>(rows.stored()));
}

/// Answers that words or edges tell apart differ, and so do numbers beside listed columns, or there
/// is nothing to learn.
Result<void> check_answers(std::span<const double> targets, const FileSource& source,
                           const RecordUse& use) {
  const bool is_coded = !source.positive.empty() || (source.columns && source.columns->target &&
                                                     source.columns->target->is_coded());
  const bool has_answers =
      (is_coded && (use.labels || use.classes > 0)) || (source.columns && use.numbers);
  const bool are_equal =
      targets.size() > 1 && std::ranges::count(targets, targets[0]) == std::ssize(targets);
  if (!has_answers || !are_equal) return {};
  return fail(ErrorCode::invalid_labels, "data.target",
              "every row has the same answer there, so that there is nothing to learn");
}

}  // namespace

Index LoadedData::samples() const {
  if (const auto* absent = std::get_if<AbsentRecords>(&records)) return absent->samples;
  if (const auto* grouped = std::get_if<GroupedRecords>(&records)) return grouped->samples();
  const auto* sparse = std::get_if<SparseRecords>(&records);
  return sparse ? sparse->rows.samples() : std::get<DenseData>(records).samples();
}

Index LoadedData::features() const {
  if (const auto* absent = std::get_if<AbsentRecords>(&records)) return absent->features;
  if (const auto* grouped = std::get_if<GroupedRecords>(&records)) return grouped->rows.features();
  const auto* sparse = std::get_if<SparseRecords>(&records);
  return sparse ? sparse->rows.features() : std::get<DenseData>(records).features();
}

bool is_seldom_loaded(const DataSpec& data) {
  if (chosen_columns(data) || private_ranges(data)) return true;
  if (data.storage == Storage::drawn) return true;
  if (std::holds_alternative<FileSource>(data.source)) return true;
  const auto* drawn = std::get_if<SyntheticParameters>(&data.source);
  return drawn && (is_sparse_generator(drawn->name) || is_grouped_generator(drawn->name) ||
                   drawn->name == covertype::kName);
}

bool LoadedData::is_sparse() const {
  const auto* absent = std::get_if<AbsentRecords>(&records);
  return absent ? absent->is_sparse : std::holds_alternative<SparseRecords>(records);
}

double LoadedData::bytes() const {
  if (ranged) return ranged_bytes(*ranged);
  if (std::holds_alternative<AbsentRecords>(records)) return 0;
  const double own = [&] {
    if (const auto* sparse = std::get_if<SparseRecords>(&records)) return bytes_of(sparse->rows);
    const auto* grouped = std::get_if<GroupedRecords>(&records);
    return bytes_of(grouped ? grouped->rows : std::get<DenseData>(records));
  }();
  if (!held_out) return own;
  return own + std::visit([](const auto& rows) { return bytes_of(rows); }, *held_out);
}

double LoadedData::row_share() const {
  const auto* grouped = std::get_if<GroupedRecords>(&records);
  return grouped ? static_cast<double>(grouped->rows.samples()) / static_cast<double>(samples())
                 : 1;
}

double LoadedData::public_bytes() const {
  // Beside them there is one run's own copy at a time.
  if (ranged) return 2 * bytes();
  if (std::holds_alternative<DenseData>(records)) return bytes();
  if (std::holds_alternative<GroupedRecords>(records)) return bytes();
  const auto* absent = std::get_if<AbsentRecords>(&records);
  if (absent && absent->rows) return 0;
  const auto rows = static_cast<double>(samples());
  return sparse_bytes(rows, static_cast<double>(features()),
                      static_cast<double>(public_width) * rows);
}

RecordUse use_of(const ProblemSpec& problem) {
  const LossEntry& loss = *problem.loss;
  return {.labels = loss.takes_labels,
          .classes = loss.classes(problem.loss_parameters),
          .groups = loss.form == LossForm::record,
          .numbers = loss.form == LossForm::margin && loss.prediction() == Prediction::numbers};
}

/// The steps of a pipeline, and losses that are functions of the margin, need every record.
bool DataLoader::keeps_groups() const {
  return use_.groups && spec_->preprocess.empty() && spec_->storage == Storage::automatic;
}

std::string DataLoader::missing_file() const {
  const auto* source = std::get_if<BuiltinSource>(&spec_->source);
  const BuiltinData* description = source ? find_builtin(source->name) : nullptr;
  return description && builtin_text(*description).empty() ? description->file : "";
}

double DataLoader::expected_bytes() const {
  const auto* source = std::get_if<SyntheticParameters>(&spec_->source);
  if (!source || spec_->storage == Storage::drawn) return 0;
  if (is_stored_sparse(*spec_)) return sparse_synthetic_bytes(*source);
  if (is_grouped_generator(source->name) && keeps_groups()) return grouped_synthetic_bytes(*source);
  return stored_bytes(
      {source->samples, synthetic_features(*source), layout_, added_columns(spec_->preprocess)});
}

Result<void> DataLoader::feed(std::span<const std::byte> bytes, double total_bytes) {
  const auto* source = std::get_if<FileSource>(&spec_->source);
  if (!source) {
    return fail(ErrorCode::conflicting_fields, "data.kind",
                "bytes were supplied, but the experiment's data are not a file");
  }
  if (is_stored_sparse(*spec_)) return feed_sparse(*source, bytes, total_bytes);
  if (!reader_) reader_ = make_reader(*source, total_bytes);
  return reader_->feed(bytes);
}

std::unique_ptr<FileReader> DataLoader::make_reader(const FileSource& source,
                                                    double total_bytes) const {
  const ReadOptions read{.layout = layout_,
                         .reserved_features = added_columns(spec_->preprocess),
                         .total_bytes = total_bytes,
                         .memory_bytes = memory_bytes_};
  if (source.format == FileFormat::libsvm) return make_libsvm_reader(source, read);
  return std::make_unique<CsvReader>(
      CsvOptions{source, source.target, source.positive, source.columns, read});
}

Result<DataLoader::Raw> DataLoader::make_raw() {
  return std::visit([this](const auto& source) { return make(source); }, spec_->source);
}

Result<DataLoader::Raw> DataLoader::make(const SyntheticParameters& source) {
  if (auto checked = check_size(expected_bytes(), memory_bytes_); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  if (is_sparse_generator(source.name)) return make_sparse(source);
  if (is_grouped_generator(source.name)) return make_grouped(source);
  if (spec_->storage == Storage::drawn) return make_drawn(source);
  if (is_population_generator(source.name)) {
    const Index added = added_columns(spec_->preprocess);
    auto drawn = population_drawer()(source, layout_, added, memory_bytes_);
    if (!drawn) return std::unexpected(std::move(drawn.error()));
    return Raw{*std::move(drawn), facts_of(source), "generated"};
  }
  auto made = make_synthetic(source, layout_, added_columns(spec_->preprocess), memory_bytes_);
  if (!made) return std::unexpected(std::move(made.error()));
  return Raw{std::move(made->data), facts_of(source), "generated"};
}

Result<DataLoader::Raw> DataLoader::make(const BuiltinSource& source) {
  auto loaded = load_builtin(source.name, layout_, added_columns(spec_->preprocess));
  if (!loaded) return std::unexpected(std::move(loaded.error()));
  auto data = chosen(std::move(loaded->table.data), source.columns);
  if (!data) return std::unexpected(std::move(data.error()));
  return Raw{*std::move(data), facts_of(source), std::move(loaded->table.target_name)};
}

Result<DataLoader::Raw> DataLoader::make(const FileSource& source) {
  if (!reader_ && !sparse_reader_) {
    return fail(ErrorCode::missing_data, "data",
                "the experiment needs the file \"" + source.name +
                    "\": supply it beside the "
                    "experiment (on the command line with --data)");
  }
  if (sparse_reader_) return make_sparse(source);
  auto table = reader_->finish();
  reader_.reset();
  if (!table) return std::unexpected(std::move(table.error()));
  if (auto differ = check_answers(table->data.targets(), source, use_); !differ) {
    return std::unexpected(std::move(differ.error()));
  }
  PipelineFacts facts = facts_of(source, table->data.features());
  Raw raw{std::move(table->data), std::move(facts), std::move(table->target_name)};
  if (source.format == FileFormat::csv) raw.has_header = table->has_header;
  return raw;
}

Result<DataLoader::Raw> DataLoader::make(const InlineSource& source) {
  if (source.are_absent) {
    return fail(ErrorCode::missing_data, "data",
                "the records are not in this experiment: they were taken out so that it could be "
                "shown. Use the experiment that still has them");
  }
  auto data =
      inline_data(source.features, source.targets, layout_, added_columns(spec_->preprocess));
  if (data) data = chosen(*std::move(data), source.columns);
  if (!data) return std::unexpected(std::move(data.error()));
  return Raw{std::move(*data), facts_of(source), ""};
}

Result<std::shared_ptr<const LoadedData>> DataLoader::finish() {
  Result<Raw> raw = make_raw();
  if (!raw) return std::unexpected(std::move(raw.error()));
  return std::visit([&](auto& data) { return prepare(std::move(data), *raw); }, raw->data);
}

Result<std::shared_ptr<const LoadedData>> DataLoader::prepare(DenseData data, Raw& raw) {
  if (private_ranges(*spec_)) return prepare_ranged(std::move(data), raw);
  return prepare_rows(std::move(data), raw);
}

}  // namespace noisy
