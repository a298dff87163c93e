#include "engine/data/records_hash.h"

#include <algorithm>
#include <utility>

#include "engine/data/number_text.h"

namespace noisy {
namespace {

/// Bytes that byte order marks are made of.
constexpr std::string_view kMarkBytes = "\xEF\xBB\xBF\xFE\xFF";
/// What separates cells in the formats that are read; a run of soft separators counts as one.
constexpr std::string_view kHardSeparators = ",;|";
constexpr std::string_view kSoftSeparators = " \t:";
/// A longer cell, such as one with a quote that is never closed, is hashed in pieces.
constexpr std::size_t kLongestCell = std::size_t{1} << 20;
/// So is a line of more cells.
constexpr std::size_t kMostCells = std::size_t{1} << 20;
/// What comments begin with. A file may have as many before its records; of more these are records.
constexpr std::string_view kMarks = "#%!;/*$&@~|^>";
constexpr Index kMostComments = 100;

bool is_one_of(std::string_view all, char c) {
  return all.find(c) != std::string_view::npos;
}

/// Whether two texts around a comma may be one number.
bool is_decimal(std::string_view before, std::string_view after) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return !before.empty() && !after.empty() && is_digit(before.back()) && is_digit(after.front());
}

}  // namespace

RecordsHash::RecordsHash() {
  hash_.update_field("noisy-descent records 2");
}

void RecordsHash::update(std::span<const std::byte> bytes) {
  for (const std::byte byte : bytes) {
    const char c = static_cast<char>(byte);
    // UTF-16 has zeros between letters.
    if (c == '\0' || (is_begin_ && is_one_of(kMarkBytes, c))) continue;
    is_begin_ = false;
    take(c);
  }
}

void RecordsHash::take(char c) {
  if (is_inside_) return take_quoted(c);
  if (c == '\n' || c == '\r') return end_line();
  if (mark_ == '\0') mark_ = c;
  if (is_one_of(kSoftSeparators, c)) {
    has_other_separator_ |= c == '\t';
    return end_cell();
  }
  if (is_one_of(kHardSeparators, c)) return end_place(c);
  if (c == '"' && cell_.empty()) {
    is_inside_ = true;
    return;
  }
  cell_ += c;
  if (cell_.size() > kLongestCell) end_cell();
}

/// A quote closes unless another one follows, which stands for one.
void RecordsHash::take_quoted(char c) {
  if (may_close_) {
    may_close_ = false;
    if (c == '"') {
      cell_ += c;
      return;
    }
    is_inside_ = false;
    end_cell();
    return take(c);
  }
  if (c == '"') {
    may_close_ = true;
    return;
  }
  cell_ += c;
  if (cell_.size() > kLongestCell) end_cell();
}

void RecordsHash::end_cell() {
  const std::string_view cell = trimmed(cell_);
  if (!cell.empty()) {
    line_.push_back({std::string(cell)});
    has_cell_ = true;
  }
  cell_.clear();
  if (line_.size() <= kMostCells) return;
  for (const Cell& each : line_) add(each.text);
  line_.clear();
  is_first_line_ = false;
}

/// A hard separator ends a cell, also an empty one.
void RecordsHash::end_place(char separator) {
  end_cell();
  if (!has_cell_) line_.emplace_back();
  has_cell_ = false;
  line_.back().has_comma = separator == ',';
  has_other_separator_ |= separator != ',';
}

void RecordsHash::end_line() {
  end_cell();
  if (!line_.empty()) {
    if (!has_cell_) line_.emplace_back();
    if (has_other_separator_) join_decimals();
    if (is_comment()) {
      ++comments_;
    } else {
      if (!names_columns()) {
        for (const Cell& cell : line_) add(cell.text);
        hash_.update_field("end");
      }
      is_first_line_ = false;
    }
  }
  line_.clear();
  has_cell_ = false;
  has_other_separator_ = false;
  mark_ = '\0';
}

bool RecordsHash::is_comment() const {
  return is_first_line_ && comments_ < kMostComments && is_one_of(kMarks, mark_);
}

bool RecordsHash::names_columns() const {
  return is_first_line_ && std::ranges::none_of(line_, [](const Cell& cell) {
           return parse_number(cell.text).kind == NumberKind::finite;
         });
}

/// A comma between digits is a decimal mark where semicolons, bars or tabs separate cells.
void RecordsHash::join_decimals() {
  std::vector<Cell> joined;
  for (const Cell& cell : line_) {
    if (!joined.empty() && is_decimal(joined.back().text, cell.text) && joined.back().has_comma) {
      joined.back().text += "." + cell.text;
      joined.back().has_comma = false;
    } else {
      joined.push_back(cell);
    }
  }
  line_ = std::move(joined);
}

void RecordsHash::add(std::string_view cell) {
  const ParsedNumber number = parse_number(cell);
  if (number.kind != NumberKind::finite) {
    hash_.update_field("word");
    hash_.update_field(cell);
    return;
  }
  const double value = number.value == 0 ? 0 : number.value;  // -0 is 0
  hash_.update_doubles({&value, 1});
}

Sha256Digest RecordsHash::finish() {
  if (is_inside_) is_inside_ = false;
  end_line();
  return hash_.finish();
}

}  // namespace noisy
