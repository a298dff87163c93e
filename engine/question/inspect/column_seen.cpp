#include "engine/question/inspect/column_seen.h"

#include <algorithm>
#include <array>

namespace noisy {
namespace {

/// Fewest records that tell a column which counts them from one of small whole numbers.
constexpr Index kTellingCount = 10;

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower;
}

/// Names that are given to what tells records apart: "id", "patient_id", "CustomerID".
bool is_id_name(std::string_view name) {
  constexpr std::array<std::string_view, 11> kNames = {
      "", "id", "index", "key", "uuid", "guid", "row", "rowid", "rownames", "unnamed: 0", "nr"};
  const std::string lower = lower_case(name);
  if (std::ranges::find(kNames, lower) != kNames.end()) return true;
  const bool ends_in_id = lower.size() > 2 && lower.ends_with("id");
  if (!ends_in_id) return false;
  const char before = name[name.size() - 3];
  return before == '_' || before == ' ' || before == '-' || before == '.' || name.ends_with("ID") ||
         name.ends_with("Id");
}

}  // namespace

void ColumnSeen::add(std::string_view cell, char decimal, Index line) {
  const CellSeen seen = see_cell(cell, decimal);
  ++cells_;
  if (seen.kind == CellKind::number) {
    add_number(seen);
  } else if (first_not_number_ == 0) {
    first_not_number_ = line;
    not_number_text_ = cell.substr(0, kLongestWord);
  }
  empty_ += seen.kind == CellKind::empty;
  missing_ += seen.kind == CellKind::missing;
  dates_ += seen.kind == CellKind::date;
  dressed_ += seen.kind == CellKind::dressed;
  texts_ += seen.kind == CellKind::text || seen.kind == CellKind::dressed;
  if (seen.kind == CellKind::empty) return;
  if (words_) add_word(cell);
  if (seen.kind != CellKind::number || seen.is_whole) {
    count_distinct(cell);
  } else {
    has_repeat_ = true;  // Numbers with decimals tell nobody's record.
  }
}

void ColumnSeen::add_number(const CellSeen& seen) {
  const bool is_next =
      numbers_ == 0 ? seen.value == 0 || seen.value == 1 : seen.value == latest_ + 1;
  counts_up_ = counts_up_ && is_next && seen.is_whole;
  lower_ = numbers_ == 0 ? seen.value : std::min(lower_, seen.value);
  upper_ = numbers_ == 0 ? seen.value : std::max(upper_, seen.value);
  latest_ = seen.value;
  whole_ += seen.is_whole;
  ++numbers_;
}

void ColumnSeen::add_word(std::string_view cell) {
  const bool is_plain = cell.size() <= kLongestWord && std::ranges::none_of(cell, [](char c) {
                          return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
                        });
  are_plain_ = are_plain_ && is_plain;
  const auto found = words_->find(cell);
  if (found != words_->end()) {
    ++found->second;
  } else if (words_->size() < kMostWords && budget_->words > 0) {
    --budget_->words;
    words_->emplace(cell.substr(0, kLongestWord), 1);
  } else {
    budget_->words += words_->size();
    words_.reset();
  }
}

void ColumnSeen::count_distinct(std::string_view cell) {
  if (!are_counted_) return;
  if (budget_->hashes == 0) {
    are_counted_ = false;
    return;
  }
  const bool is_new = hashes_.insert(std::hash<std::string_view>{}(cell)).second;
  budget_->hashes -= is_new;
  has_repeat_ = has_repeat_ || !is_new;
}

Index ColumnSeen::distinct() const {
  return words_ ? std::ssize(*words_) : std::ssize(hashes_);
}

void ColumnSeen::rewrite(std::string (*rewritten)(std::string_view text)) {
  not_number_text_ = rewritten(not_number_text_);
  if (!words_) return;
  std::map<std::string, Index, std::less<>> words;
  for (const auto& [word, count] : *words_) words[rewritten(word)] += count;
  words_ = std::move(words);
}

ColumnKind ColumnSeen::kind(std::string_view name, bool is_first) const {
  const Index told = cells_ - empty_ - missing_;
  if (empty_ == cells_) return ColumnKind::empty;
  if (2 * dates_ > told) return ColumnKind::date;
  if (are_dressed()) return ColumnKind::text;
  if (2 * numbers_ > told || (texts_ == 0 && numbers_ > 0)) {
    const bool has_id_name = is_id_name(name);
    const bool counts = counts_up_ && numbers_ == cells_;
    if (counts && is_first && (name.empty() || has_id_name || cells_ >= kTellingCount)) {
      return ColumnKind::id;
    }
    if (has_id_name && !name.empty() && are_whole() && are_all_distinct()) return ColumnKind::id;
    if (lower_ == upper_ && numbers_ == cells_ && cells_ > 1) return ColumnKind::constant;
    return are_whole() ? ColumnKind::integer : ColumnKind::number;
  }
  if (is_id_name(name) && !name.empty() && are_all_distinct()) return ColumnKind::id;
  if (words_ && are_plain_ && (cells_ < kTellingCount || !are_all_distinct())) {
    return words_->size() == 1 && empty_ == 0 ? ColumnKind::constant : ColumnKind::category;
  }
  return are_all_distinct() && cells_ >= kTellingCount ? ColumnKind::id : ColumnKind::text;
}

}  // namespace noisy
