#include <algorithm>
#include <limits>
#include <span>

#include "engine/data/column_features.h"
#include "engine/data/csv_reader.h"
#include "engine/data/number_text.h"
#include "engine/data/text_lines.h"
#include "engine/math/figure_text.h"
#include "engine/math/nearest_word.h"
#include "engine/math/utf8.h"

namespace noisy {
namespace {

/// Other words than positive ones that an error counts.
constexpr std::size_t kMostCounted = 5;
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// The fewest digits, 15 or more, that are read as the same number.
std::string edge_text(double edge) {
  constexpr int kMost = std::numeric_limits<double>::max_digits10;
  std::string text;
  for (int digits = std::numeric_limits<double>::digits10; digits <= kMost; ++digits) {
    text = significant_text(edge, digits);
    if (parse_number(text).value == edge) break;
  }
  return text;
}

/// What an error adds about a name that is not in the header.
std::string unknown_name(const std::string& name, const std::vector<std::string>& header) {
  constexpr std::size_t kMostListed = 12;
  std::vector<std::string> shown, meant;
  for (const std::string& column : header) {
    shown.push_back(shortened(column));
    if (is_utf8(column)) meant.push_back(shown.back());
  }
  std::string text = "." + did_you_mean(name, meant);
  for (std::size_t j = 0; j < shown.size() && shown.size() <= kMostListed; ++j) {
    text += (j > 0 ? ", \"" : " Its columns are \"") + shown[j] + '"';
  }
  if (shown.size() <= kMostListed) text += '.';
  if (meant.size() == header.size()) return text;
  return text +
         " Some of its bytes are not valid UTF-8: if they are Latin-1, say \"encoding\": "
         "\"latin1\".";
}

}  // namespace

Result<void> CsvReader::place_chosen(Index line) {
  const ColumnChoice& chosen = *options_.columns;
  row_.resize(static_cast<std::size_t>(width_of(chosen)) + 1);
  std::size_t next = 0;
  const ColumnCoding* coding = chosen.target ? &*chosen.target : nullptr;
  if (options_.has_target) {
    columns_[target_] =
        destination(row_.size() - 1, options_.positive.empty() ? coding : &positive_);
  }
  for (const ColumnCoding& column : chosen.features) {
    const std::string field = column_field(column, "name");
    const auto* name = std::get_if<std::string>(&column.name);
    const Result<std::size_t> at =
        name ? find_name(*name, ErrorCode::unknown_name, field)
             : find_number(std::get<Index>(column.name), ErrorCode::unknown_name, field, line);
    if (!at) return std::unexpected(at.error());
    if (columns_[*at].is_read) {
      return fail(ErrorCode::invalid_value, field,
                  *at == target_ ? column_text(column.name) +
                                       " is the column of the target: give \"target\" the same "
                                       "name, or leave the column out"
                                 : column_text(column.name) +
                                       " is a column that was chosen before: leave it out");
    }
    columns_[*at] = destination(next, &column);
    next += static_cast<std::size_t>(column.width());
  }
  return {};
}

/// The one rule for names of columns: the column whose name is just this one, and the only one.
///
/// @param code  of a name that no column has
Result<std::size_t> CsvReader::find_name(const std::string& name, ErrorCode code,
                                         const std::string& field) {
  if (header_.empty()) {
    return fail(code, field, "the file has no header, so name columns by their numbers, from 0");
  }
  if (places_.empty()) {
    for (std::size_t j = 0; j < header_.size(); ++j) {
      const auto [at, is_new] = places_.try_emplace(header_[j], NamedPlace{.first = j});
      if (!is_new) at->second.is_alone = false;
    }
  }
  const auto found = places_.find(name);
  if (found == places_.end()) {
    return fail(code, field,
                "the header has no column " + quoted(name) + unknown_name(name, header_));
  }
  if (found->second.is_alone) return found->second.first;
  return fail(ErrorCode::invalid_value, field,
              "the header has several columns " + quoted(name) +
                  ": name the one that is meant by its number, from 0");
}

Result<double> CsvReader::read_coded(std::string_view cell, const Destination& to, Index line,
                                     Index column) {
  const ColumnCoding& coding = *to.coding;
  if (to.is_number) {
    const bool is_missing =
        coding.missing && parse_number(cell, options_.decimal).kind == NumberKind::missing;
    return is_missing ? kMissing : read_number(cell, line, column, options_.decimal);
  }
  const std::string text = cell_text(cell);
  const std::string_view word = trimmed(text);
  return &coding == &positive_ ? read_positive(word, line, column)
                               : read_word(word, coding, line, column);
}

/// A listed word is a word, whatever it says; only another cell may be missing.
Result<double> CsvReader::read_word(std::string_view word, const ColumnCoding& coding, Index line,
                                    Index column) {
  const auto code = code_of_word(coding, word);
  const bool is_listed = code && *code < static_cast<double>(coding.words.size());
  const bool is_missing = !is_listed && parse_number(word).kind == NumberKind::missing;
  if (is_missing && coding.missing) return kMissing;
  if (code) return *code;
  return fail(ErrorCode::unknown_category, place(line, column),
              quoted(word) + " is none of the words of " + column_text(coding.name) +
                  ": add it to " + column_field(coding, "words") +
                  ", or say with \"other\" what all other cells are" +
                  (is_missing ? ", or with \"missing\" which word a missing cell reads as" : ""));
}

Result<double> CsvReader::read_positive(std::string_view word, Index line, Index column) {
  if (*code_of_word(positive_, word) < static_cast<double>(positive_.words.size())) {
    has_positive_ = true;
    return 1;
  }
  if (parse_number(word).kind == NumberKind::missing) return read_number(word, line, column);
  if (other_words_.size() <= kMostCounted &&
      std::ranges::find(other_words_, word) == other_words_.end()) {
    other_words_.emplace_back(word);
  }
  return -1;
}

/// What is known of the targets that are no positive words, and not which they are: they stand in
/// records.
std::string CsvReader::other_words_text() const {
  const bool is_all = other_words_.size() <= kMostCounted;
  std::string text = is_all ? "" : "more than ";
  text += std::to_string(std::min(other_words_.size(), kMostCounted));
  text += other_words_.size() == 1 ? " other word is there" : " other words are there";
  const bool has_case = std::ranges::any_of(other_words_, [&](const std::string& word) {
    return std::ranges::any_of(options_.positive, [&](const std::string& positive) {
      return equals_ignoring_case(word, positive);
    });
  });
  return text + (has_case ? ", one of them the same but for capital letters: write it as the file "
                            "does"
                          : ". Is the right column the target, and the word written as in it?");
}

void CsvReader::store_coded(const Destination& to, double value) {
  if (to.coding == &positive_) {
    row_[to.place] = value;
  } else {
    const auto width = static_cast<std::size_t>(to.coding->width());
    write_features(*to.coding, value, std::span(row_).subspan(to.place, width));
  }
}

void CsvReader::name_coded(const Destination& to, const std::string& column,
                           std::vector<std::string>& names) const {
  std::ranges::move(feature_names(*to.coding, column, &edge_text),
                    names.begin() + static_cast<std::ptrdiff_t>(to.place));
}

}  // namespace noisy
