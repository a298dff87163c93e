#include "engine/data/records_hash.h"

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

bool is_one_of(std::string_view all, char c) {
  return all.find(c) != std::string_view::npos;
}

}  // namespace

RecordsHash::RecordsHash() {
  hash_.update_field("noisy-descent records 1");
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
  if (is_one_of(kSoftSeparators, c)) return end_cell();
  if (is_one_of(kHardSeparators, c)) return end_place();
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
  if (!cell.empty()) keep(cell);
  cell_.clear();
}

/// A hard separator ends a cell, also an empty one.
void RecordsHash::end_place() {
  end_cell();
  if (!has_cell_) keep("");
  has_cell_ = false;
}

void RecordsHash::keep(std::string_view cell) {
  has_cell_ = true;
  is_line_empty_ = false;
  if (!is_first_line_) return add(cell);
  has_number_ |= parse_number(cell).kind == NumberKind::finite;
  first_line_.emplace_back(cell);
}

void RecordsHash::end_line() {
  end_cell();
  if (is_line_empty_) return;
  if (!has_cell_) keep("");
  has_cell_ = false;
  if (is_first_line_ && has_number_) {
    for (const std::string& cell : first_line_) add(cell);
  }
  const bool names_columns = is_first_line_ && !has_number_;
  is_first_line_ = false;
  first_line_.clear();
  is_line_empty_ = true;
  if (!names_columns) hash_.update_field("end");
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
