#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/data/column_coding.h"
#include "engine/data/csv_cells.h"
#include "engine/data/file_reader.h"
#include "engine/data/record_cutter.h"

namespace noisy {

struct LastColumn {};

/// Which column holds the targets: the last one, one by its header text, or one by its number
/// from 0.
using TargetColumn = std::variant<LastColumn, std::string, Index>;

struct CsvOptions : CsvForm {
  TargetColumn target = LastColumn{};
  std::vector<std::string> positive;    ///< targets that are one of them are 1, all others -1
  std::optional<ColumnChoice> columns;  ///< absent: all, as numbers
  ReadOptions read;
  bool has_target = true;  ///< false: there is none, and every target reads as 0
};

/// Reads comma-separated numbers, and words where columns have a list of them.
/// Of chosen columns it gives the features that they become (column_features.h).
///
/// After the header every line, or several that a quote holds together, is a record
/// (record_cutter.h, csv_cells.h). Cells of columns that are not chosen are not looked at. A header
/// of one cell less than the rows lacks the name of the first column, as R writes it; a '#' before
/// its first name is dropped. A first line "rows,features,class names...", as scikit-learn writes
/// it, gives the class names. Every error of a row has the field "line L, column C", counted
/// from 1.
///
/// @error invalid-value    a delimiter that numbers contain, a target column that does not exist or
///                         shares its name with another, a file that is no text, a column that is
///                         chosen twice, a quote that is not closed
/// @error missing-field    "data.header": whether the first line is a header cannot be told
/// @error unknown-name     a chosen column that does not exist
/// @error unknown-category a cell that is none of its column's words
/// @error invalid-labels   no target is a positive word
/// @error empty-data       no data row, or a single column
/// @error ragged-data      a row with more or fewer cells than the first
/// @error not-a-number, not-finite, missing-value
/// @error file-too-large   as soon as the first megabyte shows it, or when the limit is reached
/// @error limit-exceeded   a record of more than 16 MB, or more than 2^20 columns
class CsvReader final : public FileReader {
 public:
  explicit CsvReader(CsvOptions options);

  Result<void> feed(std::span<const std::byte> bytes) override { return records_.feed(bytes); }
  Result<NamedData> finish() override;

 private:
  Result<void> take_record(const RawRecord& record);
  Result<bool> take_header(const RawRecord& record);
  Result<bool> is_header(const std::vector<std::string_view>& cells) const;
  Result<void> begin_rows(const RawRecord& record);
  void name_columns(const std::vector<std::string_view>& first_row);
  Result<void> find_target(Index line);
  Result<void> place_columns(Index line);
  Result<std::size_t> find_number(Index number, ErrorCode code, const std::string& field,
                                  Index line) const;
  // What files need and built-in data do not: a program that must be small defines these itself.
  Result<void> place_chosen(Index line);
  Result<std::size_t> find_name(const std::string& name, ErrorCode code, const std::string& field);
  std::string advice(const RawRecord& record, const Error& error) const;
  Result<void> take_row(const RawRecord& record);

  CsvOptions options_;
  CellCutter cells_;
  RecordCutter records_;
  SizeProjection projection_;
  bool is_first_ = true;
  bool has_header_ = false;
  bool has_hash_ = false;  ///< before its first name
  bool lacks_first_name_ = false;
  std::vector<std::string> header_;
  std::vector<std::string> class_names_;
  std::size_t target_ = 0;
  /// Where the cells of a column go.
  struct Destination {
    bool is_read = false;
    bool is_number = false;  ///< its cells are numbers
    std::size_t place = 0;   ///< in row_, of its first feature
    const ColumnCoding* coding = nullptr;
  };
  Result<double> read_cell(const RawRecord& record, const Destination& to, std::size_t column,
                           std::size_t& end);
  Destination destination(std::size_t place, const ColumnCoding* coding) const;
  // Of columns with a coding; programs that have none define these, too, themselves. A missing cell
  // that reads as something is NaN between the two, which no cell is.
  Result<double> read_coded(std::string_view cell, const Destination& to, Index line, Index column);
  void store_coded(const Destination& to, double value);
  void name_coded(const Destination& to, const std::string& column,
                  std::vector<std::string>& names) const;
  Result<double> read_word(std::string_view word, const ColumnCoding& coding, Index line,
                           Index column);
  Result<double> read_positive(std::string_view word, Index line, Index column);
  std::string other_words_text() const;
  /// The columns of a name.
  struct NamedPlace {
    std::size_t first = 0;
    bool is_alone = true;
  };
  std::map<std::string, NamedPlace, std::less<>>
      places_;                            ///< of the header, where one is looked up
  ColumnCoding positive_;                 ///< of the target, where its positive words are given
  bool has_positive_ = false;             ///< a target was one of them
  std::vector<std::string> other_words_;  ///< some of the others
  std::vector<Destination> columns_;      ///< of the file
  std::vector<double> row_;               ///< the features, then the target
  std::optional<DenseDataBuilder> builder_;
};

}  // namespace noisy
