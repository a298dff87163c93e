#include <algorithm>
#include <array>

#include "engine/data/csv_reader.h"
#include "engine/data/number_text.h"
#include "engine/data/text_lines.h"
#include "engine/math/utf8.h"

// The likely cause of a record's error, and the setting that cures it.

namespace noisy {
namespace {

using Cells = std::vector<std::string_view>;

Cells cells_of(std::string_view text, char delimiter) {
  const bool has_quotes = text.find('"') != std::string_view::npos;
  return CellCutter(delimiter)
      .split({.text = text, .line = 1, .has_quotes = has_quotes})
      .value_or(Cells());
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// "-1,5" or "1,500".
bool has_decimal_comma(std::string_view cell) {
  const std::string text = cell_text(cell);
  const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const std::size_t comma = text.find(',');
  return comma != std::string::npos && is_digits(text.substr(sign, comma - sign)) &&
         is_digits(text.substr(comma + 1));
}

/// "1,234,567.8": commas that stand before three digits each.
bool has_thousands_marks(std::string_view cell) {
  const std::string text = cell_text(cell);
  return std::ranges::count(text, ',') > 1 && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || c == ',' || c == '.';
         });
}

/// "7:0.5"
bool is_entry(std::string_view cell) {
  const std::size_t colon = cell.find(':');
  return colon != std::string_view::npos && is_digits(cell.substr(0, colon));
}

/// A record that is "label index:value index:value".
bool is_libsvm(const Cells& cells) {
  return cells.size() > 1 && std::all_of(cells.begin() + 1, cells.end(), is_entry);
}

std::string say_delimiter(const Cells& cells, char delimiter) {
  std::string text = "; are cells separated by " +
                     (delimiter == kBlanks ? "blanks" : delimiter_text(delimiter)) +
                     "? Then say \"delimiter\": " + delimiter_text(delimiter);
  const bool has_commas = delimiter != ',' && std::ranges::any_of(cells, [](auto cell) {
                            return has_decimal_comma(cell);
                          });
  return has_commas ? text + ", and \"decimal\": \",\" for its decimal commas" : text;
}

/// Another delimiter that the record is likely to have.
///
/// @param header  its text where the stated delimiter makes one cell of it, else ""
std::string other_delimiter(std::string_view record, std::string_view header, bool is_one_cell,
                            char stated) {
  for (const char candidate : {';', '\t', '|', kBlanks, ','}) {
    if (candidate == stated) continue;
    // Texts of one cell have blanks and commas, too.
    if (!is_one_cell && (candidate == kBlanks || candidate == ',')) continue;
    if (stated == kBlanks && candidate == '\t') continue;
    const Cells cells = cells_of(record, candidate);
    if (cells.size() < 2) continue;
    if (header.empty() || cells_of(header, candidate).size() == cells.size()) {
      return say_delimiter(cells, candidate);
    }
  }
  return "";
}

}  // namespace

std::string CsvReader::advice(const RawRecord& record, const Error& error) const {
  const ErrorCode code = error.code;
  const bool is_text = code == ErrorCode::not_a_number;
  const bool is_value =
      is_text || code == ErrorCode::missing_value || code == ErrorCode::not_finite;
  const bool is_shape = code == ErrorCode::ragged_data || code == ErrorCode::empty_data;
  if (!is_value && !is_shape) {
    const bool is_foreign = code == ErrorCode::unknown_category && !is_utf8(record.text);
    return is_foreign ? "; some of its bytes are not valid UTF-8: if they are Latin-1, say "
                        "\"encoding\": \"latin1\""
                      : "";
  }
  if (record.text.ends_with('\x1a')) {
    return "; the byte 0x1A at its end (Ctrl-Z) marks the end of a file for old programs: remove "
           "it";
  }
  if (record.text.starts_with("\xef\xbb\xbf")) {
    return "; it begins with a byte order mark: were two files joined? Remove the mark";
  }
  const bool is_first = !builder_ || builder_->rows() == 0;
  const bool is_told = std::ranges::any_of(
      header_, [](const std::string& name) { return name.starts_with("sep="); });
  if (is_first && is_told) {
    return "; the first line tells spreadsheets the delimiter: remove the line, and state the "
           "delimiter as \"delimiter\"";
  }
  const Cells blanks = cells_of(record.text, kBlanks);
  if (is_libsvm(blanks)) {
    return std::string("; this looks like a LIBSVM file: say \"format\": \"libsvm\"") +
           (blanks[1].starts_with("0:") ? ", and \"firstIndex\": 0, since it counts from 0" : "");
  }
  const Cells cells = cells_of(record.text, options_.delimiter);
  const bool is_one_cell = cells.size() < 2;
  if (is_shape || is_text) {
    const std::string_view header = header_.size() == 1 ? std::string_view(header_[0]) : "";
    std::string text = other_delimiter(record.text, header, is_one_cell, options_.delimiter);
    if (!text.empty()) return text;
  }
  if (is_first && has_hash_) {
    return "; the first line begins with '#': if it is a comment, say \"comments\": \"#\"";
  }
  if (!is_value) return "";
  const auto fails = [&](std::size_t j) {
    if (j >= columns_.size() || !columns_[j].is_number) return false;
    const NumberKind kind = parse_number(cells[j], options_.decimal).kind;
    const bool is_filled = columns_[j].coding && columns_[j].coding->missing;
    return kind != NumberKind::finite && !(is_filled && kind == NumberKind::missing);
  };
  std::size_t at = 0;
  while (at < cells.size() && !fails(at)) ++at;
  std::string header;
  const bool is_of_column = options_.positive.empty() ||
                            error.field != place(record.line, static_cast<Index>(target_) + 1);
  if (code == ErrorCode::missing_value && is_of_column) {
    header =
        "; or say in \"columns\" what a missing cell reads as, as the \"missing\" of the column";
  }
  if (is_first && options_.header == CsvHeader::automatic) {
    if (!has_header_) {
      header += "; if the first line is a header, say \"header\": \"yes\"";
    } else if (is_text && !std::holds_alternative<std::string>(options_.target)) {
      header +=
          "; if the first line is a record of words too, say \"header\": \"no\" and list the words "
          "of each column in \"columns\"";
    }
  }
  if (at == cells.size()) return header;
  const bool is_unnamed =
      header_.size() == columns_.size() && header_[at] == "column " + std::to_string(at);
  if (code == ErrorCode::missing_value && at + 1 == cells.size() && trimmed(cells[at]).empty()) {
    return "; the last column is empty: does the line end with a delimiter? Remove it, or name the "
           "target with \"target\" and the columns that are read with \"columns\"" +
           header;
  }
  if (is_text && has_thousands_marks(cells[at])) {
    return "; write numbers without thousands marks";
  }
  if (is_text && options_.decimal == '.' && has_decimal_comma(cells[at])) {
    return "; if that is a decimal comma, say \"decimal\": \",\"; if it marks thousands, remove it";
  }
  if (is_text && options_.decimal == ',' && parse_number(cells[at]).kind == NumberKind::finite) {
    return "; numbers with a decimal point need no \"decimal\": \",\", and points that mark "
           "thousands "
           "must be removed";
  }
  if (is_text && at == target_) {
    const std::string word = quoted(cell_text(cells[at]));
    return "; if the targets are words, say which of them is 1 and all others -1, as "
           "\"positive\": " +
           word + header;
  }
  if (is_unnamed) {
    return "; this column has no name: if it numbers or names the rows, leave it out by listing "
           "the "
           "others in \"columns\"" +
           header;
  }
  if (is_text && record.text.starts_with('#')) {
    return "; a line that begins with '#' is a record like any other: comments may only stand "
           "before the header, where \"comments\": \"#\" says so" +
           header;
  }
  if (is_text && options_.columns) {
    return "; of a column of words, \"columns\" has the list of its words" + header;
  }
  return header;
}

}  // namespace noisy
