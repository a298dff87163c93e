#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/math/index.h"
#include "engine/random/sha256.h"

namespace noisy {

/// SHA-256 of the records of a file in any format, by which the odometer knows them again.
///
/// Two files have the same records where their lines hold the same numbers and words in the same
/// order, however they are written: line ends, blank lines, a byte order mark, blanks and quotes
/// around cells, the spelling of a number (1, 1.0 and 1e0) and what separates cells change nothing,
/// nor do decimal commas between semicolons, bars or tabs, lines before all others that begin with
/// a comment mark, and then a first line without any number, which names columns. It does not
/// depend on any setting: other columns, codes or targets do not make another data set. Computed
/// from the data without noise: it stays on the machine.
class RecordsHash {
 public:
  RecordsHash();

  /// The next bytes of the file, in pieces of any size.
  void update(std::span<const std::byte> bytes);

  /// The digest, after the last bytes.
  Sha256Digest finish();

 private:
  /// A cell of the line, as a part of text_.
  struct Cell {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool has_comma = false;  ///< one follows it, and nothing else
  };

  std::string_view text_of(const Cell& cell) const {
    return std::string_view(text_).substr(cell.begin, cell.end - cell.begin);
  }
  std::size_t take_next(std::string_view text);
  std::size_t take_numbers(std::string_view text);
  void append(std::string_view text);
  void take(char c);
  void take_quoted(char c);
  void end_cell();
  void end_place(char separator);
  void end_line();
  bool is_comment() const;
  bool names_columns() const;
  void join_decimals();
  void add_number(double value);
  void hash_numbers();
  void add_cells();
  void clear_cells();

  Sha256 hash_;
  std::string text_;       ///< of the line: its cells, a point after each, and what comes next
  std::size_t begin_ = 0;  ///< in it, of the cell that comes next
  std::vector<Cell> cells_;
  std::vector<double> numbers_;       ///< that come next, to be hashed at once
  Index comments_ = 0;                ///< lines so far, all before the others
  char mark_ = '\0';                  ///< what the line begins with
  bool has_other_separator_ = false;  ///< than commas and blanks, in this line
  bool is_first_line_ = true;
  bool has_cell_ = false;   ///< since the last separator that stands for one cell's end
  bool is_inside_ = false;  ///< quotes
  bool may_close_ = false;  ///< the last character within them was a quote
  bool is_begin_ = true;    ///< nothing but a byte order mark so far
};

}  // namespace noisy
