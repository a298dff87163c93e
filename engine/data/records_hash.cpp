#include "engine/data/records_hash.h"

#include <algorithm>
#include <array>
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

constexpr bool is_one_of(std::string_view all, char c) {
  return std::ranges::find(all, c) != all.end();
}

/// What is only text wherever it stands outside quotes.
constexpr auto kIsPlain = [] {
  std::array<bool, 256> plain;
  plain.fill(true);
  for (const auto& others : {std::string_view("\0\n\r\"", 4), kHardSeparators, kSoftSeparators}) {
    for (const char c : others) plain[static_cast<unsigned char>(c)] = false;
  }
  return plain;
}();

std::size_t plain_length(std::string_view text) {
  const auto end =
      std::ranges::find_if(text, [](char c) { return !kIsPlain[static_cast<unsigned char>(c)]; });
  return static_cast<std::size_t>(end - text.begin());
}

/// How much of a text within quotes has neither a quote nor a zero.
std::size_t quoted_length(std::string_view text) {
  text = text.substr(0, text.find('"'));
  return std::min(text.find('\0'), text.size());
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
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  while (!text.empty()) text.remove_prefix(take_next(text));
}

/// @return how many characters it took
std::size_t RecordsHash::take_next(std::string_view text) {
  // UTF-16 has zeros between letters.
  if (text[0] == '\0' || (is_begin_ && is_one_of(kMarkBytes, text[0]))) return 1;
  is_begin_ = false;
  if (mark_ == '\0' && !is_first_line_) {
    if (const std::size_t length = take_numbers(text)) return length;
  }
  const std::size_t length =
      is_inside_ ? (may_close_ ? 0 : quoted_length(text)) : plain_length(text);
  if (length == 0) take(text[0]);
  append(text.substr(0, length));
  return std::max<std::size_t>(length, 1);
}

/// Takes a whole line of short decimals between commas, as most are, faster than take() would.
///
/// @return its length with its end; 0 where the text does not begin with such a line
std::size_t RecordsHash::take_numbers(std::string_view text) {
  const char* const last = text.data() + text.size();
  for (const char* at = text.data(); numbers_.size() < kMostCells; ++at) {
    double value = 0.0;
    at = read_short_decimal(at, last, value);
    if (at == nullptr || at == last) break;
    add_number(value);
    if (*at == '\n' || *at == '\r') {
      hash_numbers();
      hash_.update_field("end");
      return static_cast<std::size_t>(at + 1 - text.data());
    }
    if (*at != ',') break;
  }
  numbers_.clear();
  return 0;
}

/// Appends to the cell.
void RecordsHash::append(std::string_view text) {
  if (mark_ == '\0' && !text.empty()) mark_ = text[0];
  while (!text.empty()) {
    const std::size_t size = text_.size() - begin_;
    const auto piece = text.substr(0, size > kLongestCell ? 1 : kLongestCell + 1 - size);
    text_ += piece;
    text.remove_prefix(piece.size());
    if (text_.size() - begin_ > kLongestCell) end_cell();
  }
}

/// Takes a character that may be more than text.
void RecordsHash::take(char c) {
  if (is_inside_) return take_quoted(c);
  if (c == '\n' || c == '\r') return end_line();
  if (mark_ == '\0') mark_ = c;
  if (is_one_of(kSoftSeparators, c)) {
    has_other_separator_ |= c == '\t';
    return end_cell();
  }
  if (is_one_of(kHardSeparators, c)) return end_place(c);
  if (c == '"' && text_.size() == begin_) {
    is_inside_ = true;
    return;
  }
  append({&c, 1});
}

/// A quote closes unless another one follows, which stands for one.
void RecordsHash::take_quoted(char c) {
  if (!std::exchange(may_close_, c == '"' && !may_close_)) {
    if (!may_close_) append({&c, 1});
    return;
  }
  if (c == '"') {
    text_ += c;  // never the end of a piece
    return;
  }
  is_inside_ = false;
  end_cell();
  take(c);
}

void RecordsHash::end_cell() {
  const std::string_view cell = trimmed(std::string_view(text_).substr(begin_));
  const std::size_t size = cell.size();
  if (size > 0) {
    text_.erase(begin_, static_cast<std::size_t>(cell.data() - text_.data()) - begin_);
    cells_.push_back({.begin = begin_, .end = begin_ + size});
    text_.resize(begin_ + size);
    text_ += '.';
    begin_ = text_.size();
    has_cell_ = true;
  }
  text_.resize(begin_);
  if (cells_.size() <= kMostCells) return;
  add_cells();
  is_first_line_ = false;
}

/// A hard separator ends a cell, also an empty one.
void RecordsHash::end_place(char separator) {
  end_cell();
  if (!has_cell_) cells_.push_back({.begin = begin_, .end = begin_});
  has_cell_ = false;
  if (!cells_.empty()) cells_.back().has_comma = separator == ',';
  has_other_separator_ |= separator != ',';
}

void RecordsHash::end_line() {
  end_cell();
  if (!cells_.empty()) {
    if (!has_cell_) cells_.push_back({.begin = begin_, .end = begin_});
    if (has_other_separator_) join_decimals();
    if (is_comment()) {
      ++comments_;
    } else {
      if (!names_columns()) {
        add_cells();
        hash_.update_field("end");
      }
      is_first_line_ = false;
    }
  }
  clear_cells();
  has_cell_ = false;
  has_other_separator_ = false;
  mark_ = '\0';
}

bool RecordsHash::is_comment() const {
  return is_first_line_ && comments_ < kMostComments && is_one_of(kMarks, mark_);
}

bool RecordsHash::names_columns() const {
  return is_first_line_ && std::ranges::none_of(cells_, [this](const Cell& cell) {
           return parse_number(text_of(cell)).kind == NumberKind::finite;
         });
}

/// A comma between digits is a decimal mark where semicolons, bars or tabs separate cells.
void RecordsHash::join_decimals() {
  std::vector<Cell> joined;
  for (const Cell& cell : cells_) {
    if (!joined.empty() && joined.back().has_comma &&
        is_decimal(text_of(joined.back()), text_of(cell))) {
      joined.back().end = cell.end;  // a point is between the two
      joined.back().has_comma = false;
    } else {
      joined.push_back(cell);
    }
  }
  cells_ = std::move(joined);
}

void RecordsHash::add_number(double value) {
  numbers_.push_back(value == 0 ? 0 : value);  // -0 is 0
}

void RecordsHash::hash_numbers() {
  hash_.update_doubles(numbers_);
  numbers_.clear();
}

/// Hashes the cells, and forgets them.
void RecordsHash::add_cells() {
  for (const Cell& cell : cells_) {
    const ParsedNumber number = parse_number(text_of(cell));
    if (number.kind == NumberKind::finite) {
      add_number(number.value);
    } else {
      hash_numbers();
      hash_.update_field("word");
      hash_.update_field(text_of(cell));
    }
  }
  hash_numbers();
  clear_cells();
}

void RecordsHash::clear_cells() {
  cells_.clear();
  text_.clear();
  begin_ = 0;
}

Sha256Digest RecordsHash::finish() {
  if (is_inside_) is_inside_ = false;
  end_line();
  return hash_.finish();
}

}  // namespace noisy
