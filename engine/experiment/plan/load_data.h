#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/data/file_reader.h"
#include "engine/data/grouped_records.h"
#include "engine/data/preprocess.h"
#include "engine/data/sparse_columns.h"
#include "engine/data/sparse_libsvm_reader.h"
#include "engine/experiment/file/experiment.h"
#include "engine/problem/risk/absent_records.h"

namespace noisy {

struct RangedRows;

/// What the rows take.
double ranged_bytes(const RangedRows& rows);

/// A data set after its pipeline, shared by everything that runs on it.
struct LoadedData {
  /// Absent where only plans are made, from public facts (stated_data.h), and where they are made
  /// whenever they are read.
  std::variant<DenseData, SparseRecords, GroupedRecords, AbsentRecords> records;
  PipelineFacts facts;            ///< public bounds that the pipeline enforces
  std::string target;             ///< what the target means, "" when unknown
  std::string hash;               ///< SHA-256 of the records: not private
  std::vector<StepCount> counts;  ///< what each step changed: not private
  /// Of a CSV file: whether its first line was taken as names, not as a record. Public: in secure
  /// mode the experiment states it, or the first line is a record.
  std::optional<bool> has_header;
  /// Values of a record that are not zero, as far as public facts tell; of dense records d.
  Index public_width = 0;
  /// The records that no run sees (hold-out), which diagnostics alone look at.
  std::optional<std::variant<DenseData, SparseData>> held_out = std::nullopt;
  /// How many these are where the records are absent and the number is known; else 0.
  Index stated_held_out = 0;
  /// The law that the records were drawn from as they are; none where it is not known exactly.
  std::optional<SyntheticParameters> population = std::nullopt;
  /// Where runs choose ranges of columns: what each run's own records are made from; these here are
  /// absent then. Not private.
  std::shared_ptr<const RangedRows> ranged = nullptr;

  Index samples() const;
  Index features() const;
  bool is_sparse() const;
  /// Rows that a pass walks over, for each of the n records: below 1 where equal ones are grouped.
  double row_share() const;
  /// What they take. Of sparse records it tells how many values are not zero: not private.
  double bytes() const;
  /// The same as far as public facts tell.
  double public_bytes() const;
};

/// What a problem asks of its records.
struct RecordUse {
  bool labels = false;   ///< targets are -1 and 1
  Index classes = 0;     ///< above 0, targets are 0 to classes - 1
  bool groups = false;   ///< equal records may come once, with a count (GroupedRecords)
  bool numbers = false;  ///< targets are numbers that a model predicts

  friend bool operator==(const RecordUse&, const RecordUse&) = default;
};

/// What a problem's loss asks of them.
RecordUse use_of(const ProblemSpec& problem);

/// Whether the program makes and reads records of every kind: false where it was linked without
/// what is_seldom_loaded() names (then Session::lacks() names it, too).
bool loads_all_kinds();

/// Whether a block's records are sparse or come with counts, are in a file, or have chosen columns.
bool is_seldom_loaded(const DataSpec& data);

/// Makes the data of one `data` block: generated, built in, inline, or from a file that is fed.
class DataLoader {
 public:
  /// @param layout        changes how fast requests are answered, never their bits
  /// @param memory_bytes  most that the data set may take
  DataLoader(std::shared_ptr<const DataSpec> spec, RecordUse use, DataLayout layout,
             double memory_bytes)
      : spec_(std::move(spec)), use_(use), layout_(layout), memory_bytes_(memory_bytes) {}

  /// Whether this makes the data of that block for that use.
  bool makes(const DataSpec& spec, RecordUse use) const {
    return spec_->canonical == spec.canonical && use_ == use;
  }

  bool needs_bytes() const { return std::holds_alternative<FileSource>(spec_->source); }

  /// The file of a built-in data set that the program has not got yet (builtin_text.h), else "".
  std::string missing_file() const;

  /// Memory that the data will take, where the block says it; else 0.
  double expected_bytes() const;

  /// The next bytes of the file.
  ///
  /// @error what the reader says; file-too-large before the file is read whole
  Result<void> feed(std::span<const std::byte> bytes, double total_bytes);

  /// Ends the file, or makes the other kinds of data; then preprocesses.
  ///
  /// @error missing-data when a file is needed and no byte came
  /// @error invalid-labels when the loss cannot use the targets
  Result<std::shared_ptr<const LoadedData>> finish();

 private:
  /// Data as they come, with the bounds that hold for every record.
  struct Raw {
    std::variant<DenseData, SparseData, GroupedRecords, AbsentRecords> data;
    PipelineFacts facts;
    std::string target;
    Index public_width = 0;
    std::optional<bool> has_header;
  };

  Result<Raw> make_raw();
  bool keeps_groups() const;
  Result<std::shared_ptr<const LoadedData>> prepare(DenseData data, Raw& raw);
  Result<std::shared_ptr<const LoadedData>> prepare_ranged(DenseData data, Raw& raw);
  Result<Raw> make(const SyntheticParameters& source);
  Result<Raw> make(const BuiltinSource& source);
  Result<Raw> make(const FileSource& source);
  Result<Raw> make(const InlineSource& source);
  std::unique_ptr<FileReader> make_reader(const FileSource& source, double total_bytes) const;

  // What a program may do without, in a file of their own: see loads_all_kinds().
  Result<Raw> make_sparse(const SyntheticParameters& source);
  Result<Raw> make_sparse(const FileSource& source);
  Result<Raw> make_grouped(const SyntheticParameters& source);
  Result<Raw> make_drawn(const SyntheticParameters& source);
  Result<void> feed_sparse(const FileSource& source, std::span<const std::byte> bytes,
                           double total_bytes);
  /// The columns of records of numbers that the block lists, or all of them.
  Result<DenseData> chosen(DenseData data, const std::optional<ColumnChoice>& columns) const;
  static std::unique_ptr<FileReader> make_libsvm_reader(const FileSource& source,
                                                        const ReadOptions& read);
  Result<std::shared_ptr<const LoadedData>> prepare(SparseData data, Raw& raw);
  Result<std::shared_ptr<const LoadedData>> prepare(GroupedRecords data, Raw& raw);
  Result<std::shared_ptr<const LoadedData>> prepare(AbsentRecords data, Raw& raw);

  template <class Data>
  Result<std::shared_ptr<const LoadedData>> prepare_rows(Data data, Raw& raw);

  std::shared_ptr<const DataSpec> spec_;
  RecordUse use_;
  DataLayout layout_;
  double memory_bytes_;
  std::unique_ptr<FileReader> reader_;
  std::unique_ptr<SparseLibsvmReader> sparse_reader_;  ///< in place of it
};

}  // namespace noisy
