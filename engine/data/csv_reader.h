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
#include "engine/data/file_reader.h"
#include "engine/data/text_lines.h"

namespace noisy {

/// `automatic`: the first line is a header when all of its cells are text. A record, whose cells
/// are numbers, cannot be taken for one, so whether there is a header says nothing about any
/// record.
enum class CsvHeader { automatic, yes, no };

struct LastColumn {};

/// Which column holds the targets: the last one, one by its header text, or one by its number
/// from 0.
using TargetColumn = std::variant<LastColumn, std::string, Index>;

struct CsvOptions {
  char delimiter = ',';  ///< for ' ' a run of spaces counts as one
  CsvHeader header = CsvHeader::automatic;
  TargetColumn target = LastColumn{};
  std::optional<ColumnChoice> columns;  ///< absent: all, as numbers
  ReadOptions read;
};

/// Reads comma-separated numbers, and words where columns have a list of them.
///
/// Blank lines and lines that begin with '#' are skipped; cells may have spaces and quotes around
/// them, and within quotes delimiters and doubled quotes. Cells of columns that are not chosen are
/// not looked at. A first line "rows,features,class names...", as scikit-learn writes it, gives the
/// class names. Every error of a row has the field "line L, column C", counted from 1.
///
/// @error invalid-value    a delimiter that numbers contain, a target column that does not exist, a
///                         compressed file, a column that is chosen twice
/// @error unknown-name     a chosen column that does not exist
/// @error unknown-category a cell that is none of its column's words
/// @error empty-data       no data row, or a single column
/// @error ragged-data      a row with more or fewer cells than the first
/// @error not-a-number, not-finite, missing-value
/// @error file-too-large   as soon as the first megabyte shows it, or when the limit is reached
/// @error limit-exceeded   a line of more than 16 MB, or more than 2^20 columns
class CsvReader final : public FileReader {
 public:
  explicit CsvReader(CsvOptions options);

  Result<void> feed(std::span<const std::byte> bytes) override { return lines_.feed(bytes); }
  Result<NamedData> finish() override;

 private:
  Result<void> take_line(std::string_view line, Index number);
  Result<bool> take_header(std::string_view line);
  Result<void> begin_rows(std::string_view line, Index number);
  void read_class_names(std::size_t columns);
  Result<void> find_target(Index number);
  Result<void> place_columns(Index number);
  // Of chosen columns: a program that must be small defines these itself, and reads none.
  Result<void> place_chosen(Index number);
  Result<std::size_t> find_column(const ColumnCoding& coding, Index number) const;
  Result<void> take_row(std::string_view line, Index number);
  std::vector<std::string_view> split(std::string_view line) const;

  CsvOptions options_;
  TextLines lines_;
  SizeProjection projection_;
  bool is_first_line_ = true;
  bool has_header_ = false;
  bool is_half_text_ = false;  ///< some but not all cells of the first line are text
  std::vector<std::string> header_;
  std::vector<std::string> class_names_;
  std::size_t target_ = 0;
  /// Where the cells of a column go.
  struct Destination {
    bool is_read = false;
    std::size_t place = 0;  ///< in row_
    const ColumnCoding* coding = nullptr;

    bool takes_words() const { return coding && !coding->words.empty(); }
  };
  Result<double> read_word(const std::string& word, const Destination& to, Index line,
                           Index column) const;
  Result<double> read_cell(std::string_view cell, const Destination& to, Index line,
                           Index column) const;
  /// The columns of a name.
  struct NamedPlace {
    std::size_t first = 0;
    bool is_alone = true;
  };
  std::map<std::string, NamedPlace, std::less<>> places_;  ///< of the header, where some are chosen
  std::vector<Destination> columns_;                       ///< of the file
  std::vector<double> row_;                                ///< the features, then the target
  std::optional<DenseDataBuilder> builder_;
};

}  // namespace noisy
