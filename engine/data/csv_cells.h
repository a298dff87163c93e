#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/data/record_cutter.h"

namespace noisy {

/// `automatic`: the first line is a header where none of its cells is a number and one is a text in
/// a column of numbers. A record of numbers cannot be taken for one, but a record of words could:
/// where noise is secret, such a line is refused until somebody says what it is (EngineSession).
enum class CsvHeader { automatic, yes, no };

/// The delimiter that is a run of spaces and tabs.
inline constexpr char kBlanks = '\0';

/// How a CSV file is written. Public: its owner states it.
struct CsvForm {
  CsvHeader header = CsvHeader::automatic;
  char delimiter = ',';  ///< for ' ' a run of spaces counts as one, for kBlanks one of tabs, too
  char decimal = '.';    ///< or ','
  char comments = '\0';  ///< what comments before the header begin with; '\0': there are none
  TextEncoding encoding = TextEncoding::utf8;
};

/// Whether a character may separate cells: numbers and words do not hold it.
bool is_delimiter(char c);

/// As an experiment's file states it: `"\t"` or `"blanks"`.
std::string delimiter_text(char delimiter);

/// Cuts records into cells, after RFC 4180: a cell that begins with a quote goes on to its partner,
/// whatever is in between, where a doubled quote stands for one. Within any other cell quotes are
/// text, but a cell with an odd number of them is an error: so a record with an odd number is one,
/// whatever the others hold (RecordCutter). Blanks around a cell and its quotes do not count.
class CellCutter {
 public:
  explicit CellCutter(char delimiter);

  bool separates(char c) const { return c == delimiter_ || c == other_; }

  /// The record without the blanks at its ends, where blanks separate cells.
  RawRecord trimmed_record(RawRecord record) const;

  /// One past the end of the cell that begins at `begin`.
  ///
  /// @param column  of the cell, from 1, for errors
  /// @error invalid-value  a quote that is not closed, at the line where it opens; text after a
  ///                       closing quote, and a quote within a cell, at "line L, column C"
  Result<std::size_t> end(const RawRecord& record, std::size_t begin, Index column) const;

  /// Where the cell after a separator begins.
  std::size_t next(std::string_view text, std::size_t separator) const {
    std::size_t at = separator + 1;
    while (takes_runs_ && at < text.size() && separates(text[at])) ++at;
    return at;
  }

  /// All cells of a record as they stand there.
  ///
  /// @error as end()
  Result<std::vector<std::string_view>> split(const RawRecord& record) const;

 private:
  std::size_t skip_blanks(std::string_view text, std::size_t at) const;

  char delimiter_;
  char other_;  ///< of blanks: a tab; else the same
  bool takes_runs_;
};

/// What a cell says: without the blanks and quotes around it, one quote for each doubled one.
std::string cell_text(std::string_view cell);

/// A text in quotes, each of its own doubled.
std::string in_quotes(std::string_view text);

/// The inverse of cell_text() where commas separate cells: in quotes where that takes them, and
/// where a reader could take the text for a comment or for nothing.
std::string written_cell(std::string_view text);

}  // namespace noisy
