#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "engine/math/vector.h"

namespace noisy {

/// What one cell of a file is.
enum class CellKind {
  empty,
  missing,  ///< a mark such as "NA", "?" or a spreadsheet's "#N/A"; also "inf", which is no number
  number,
  dressed,  ///< a number with signs that the reader refuses, such as "$1,200.50" or "12 %"
  date,
  text
};

struct CellSeen {
  CellKind kind = CellKind::empty;
  double value = 0;          ///< of a number
  bool is_whole = false;     ///< a number that is written without a decimal mark and exponent
  bool has_decimal = false;  ///< a number with a decimal mark
};

/// @param cell     without blanks and quotes around it
/// @param decimal  the mark in numbers, '.' or ','
CellSeen see_cell(std::string_view cell, char decimal);

/// Whether a cell is digits around one decimal comma, such as "0,25".
bool has_decimal_comma(std::string_view cell);

enum class ColumnKind { number, integer, category, text, date, id, constant, empty };

/// What all columns of a file together may keep, so that a file of any size fits.
struct SeenBudget {
  std::size_t words = std::size_t{1} << 18;
  std::size_t hashes = std::size_t{1} << 20;
};

/// What the cells of one column are, gathered record by record.
class ColumnSeen {
 public:
  static constexpr std::size_t kMostWords = 64;
  static constexpr std::size_t kLongestWord = 200;  ///< characters, as data.columns takes them

  explicit ColumnSeen(SeenBudget& budget) : budget_(&budget) {}

  void add(std::string_view cell, char decimal, Index line);

  /// @param is_first  whether it is the first column of the file, which may be an index
  ColumnKind kind(std::string_view name, bool is_first) const;

  Index cells() const { return cells_; }
  Index numbers() const { return numbers_; }
  /// Cells that are empty or a mark of a missing value.
  Index missing() const { return empty_ + missing_; }
  Index empty() const { return empty_; }
  /// Cells that a reader of numbers refuses, the missing ones included.
  Index not_numbers() const { return cells_ - numbers_; }
  Index first_not_number() const { return first_not_number_; }  ///< its line
  const std::string& not_number_text() const { return not_number_text_; }
  double lower() const { return lower_; }
  double upper() const { return upper_; }
  bool are_whole() const { return whole_ == numbers_; }
  /// Distinct cells with how often each occurs; nothing where there are more than kMostWords.
  const std::optional<std::map<std::string, Index, std::less<>>>& words() const { return words_; }
  /// Distinct cells that hold text or whole numbers, as far as they were counted.
  Index distinct() const;
  bool are_all_counted() const { return are_counted_; }
  /// No cell occurs twice.
  bool are_all_distinct() const { return cells_ > 1 && !has_repeat_ && empty_ == 0; }
  /// Most cells are numbers, and some have signs beside them.
  bool are_dressed() const {
    return dressed_ > 0 && 2 * (dressed_ + numbers_) > cells_ - empty_ - missing_;
  }
  /// Every text can be one of the words of data.columns.
  bool are_words_plain() const { return are_plain_; }

  /// Converts the kept texts, once the encoding of the file is known.
  void rewrite(std::string (*rewritten)(std::string_view text));

 private:
  void add_number(const CellSeen& seen);
  void add_word(std::string_view cell);
  void count_distinct(std::string_view cell);

  SeenBudget* budget_;
  Index cells_ = 0;
  Index empty_ = 0;
  Index missing_ = 0;
  Index numbers_ = 0;
  Index whole_ = 0;
  Index dates_ = 0;
  Index texts_ = 0;
  Index dressed_ = 0;
  Index first_not_number_ = 0;
  std::string not_number_text_;
  double lower_ = 0;
  double upper_ = 0;
  double latest_ = 0;
  bool counts_up_ = true;  ///< each number is one more than the one before, from 0 or 1
  bool has_repeat_ = false;
  bool are_counted_ = true;
  bool are_plain_ = true;
  std::optional<std::map<std::string, Index, std::less<>>> words_{std::in_place};
  std::unordered_set<std::uint64_t> hashes_;
};

}  // namespace noisy
