#include "engine/data/csv_cells.h"

#include <algorithm>

#include "engine/data/number_text.h"
#include "engine/data/text_lines.h"

namespace noisy {
namespace {

/// The place of the quote that closes the one at `opening`; doubled ones do not.
std::size_t closing_quote(std::string_view text, std::size_t opening) {
  std::size_t at = text.find('"', opening + 1);
  while (at != std::string_view::npos && at + 1 < text.size() && text[at + 1] == '"') {
    at = text.find('"', at + 2);
  }
  return at;
}

Index line_of(const RawRecord& record, std::size_t at) {
  const std::string_view before = record.text.substr(0, at);
  Index line = record.line;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] == '\r' || (before[i] == '\n' && (i == 0 || before[i - 1] != '\r'))) ++line;
  }
  return line;
}

}  // namespace

bool is_delimiter(char c) {
  constexpr std::string_view kAllowed = ",;\t |:";
  return c == kBlanks || kAllowed.find(c) != std::string_view::npos;
}

std::string delimiter_text(char delimiter) {
  if (delimiter == kBlanks) return "\"blanks\"";
  return delimiter == '\t' ? "\"\\t\"" : std::string("\"") + delimiter + '"';
}

CellCutter::CellCutter(char delimiter)
    : delimiter_(delimiter == kBlanks ? ' ' : delimiter),
      other_(delimiter == kBlanks ? '\t' : delimiter_),
      takes_runs_(delimiter_ == ' ') {}

RawRecord CellCutter::trimmed_record(RawRecord record) const {
  if (takes_runs_) record.text = trimmed(record.text);
  return record;
}

std::size_t CellCutter::skip_blanks(std::string_view text, std::size_t at) const {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t') && !separates(text[at])) ++at;
  return at;
}

Result<std::size_t> CellCutter::end(const RawRecord& record, std::size_t begin,
                                    Index column) const {
  const std::string_view text = record.text;
  const auto next_separator = [&] {
    const char* const last = text.data() + text.size();
    const char* const found =
        std::find_if(text.data() + begin, last, [this](char c) { return separates(c); });
    return static_cast<std::size_t>(found - text.data());
  };
  if (!record.has_quotes) return next_separator();
  const std::size_t opening = skip_blanks(text, begin);
  if (opening == text.size() || text[opening] != '"') {
    const std::size_t end = next_separator();
    const std::string_view cell = text.substr(begin, end - begin);
    const bool is_paired = std::ranges::count(cell, '"') % 2 == 0;
    if (is_paired && cell.find_first_of("\r\n") == std::string_view::npos) return end;
    return fail(
        ErrorCode::invalid_value, place(line_of(record, begin), column),
        "a quote stands alone within a cell that does not begin with one: put the whole cell "
        "in quotes, and write the quotes in it twice");
  }
  const std::size_t closing = closing_quote(text, opening);
  if (closing == std::string_view::npos) {
    return fail(ErrorCode::invalid_value, place(line_of(record, opening), column),
                "the quote that opens here is never closed: close it, or write it twice within "
                "quotes where it is meant as text");
  }
  const std::size_t after = skip_blanks(text, closing + 1);
  if (after == text.size() || separates(text[after])) return after;
  return fail(ErrorCode::invalid_value, place(line_of(record, closing), column),
              quoted(text.substr(after, 20)) +
                  " follows a closing quote: a cell in quotes ends there, and quotes in it are "
                  "written twice");
}

Result<std::vector<std::string_view>> CellCutter::split(const RawRecord& whole) const {
  const RawRecord record = trimmed_record(whole);
  std::vector<std::string_view> cells;
  for (std::size_t begin = 0; begin <= record.text.size();) {
    const auto end = this->end(record, begin, std::ssize(cells) + 1);
    if (!end) return std::unexpected(end.error());
    cells.push_back(record.text.substr(begin, *end - begin));
    if (*end == record.text.size()) break;
    begin = next(record.text, *end);
  }
  return cells;
}

std::string cell_text(std::string_view cell) {
  cell = trimmed(cell);
  if (cell.size() < 2 || cell.front() != '"' || cell.back() != '"') return std::string(cell);
  cell = cell.substr(1, cell.size() - 2);
  std::string out;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    out += cell[i];
    if (cell.substr(i).starts_with("\"\"")) ++i;
  }
  return out;
}

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) out.append(c == '"' ? 2 : 1, c);
  return out + '"';
}

std::string written_cell(std::string_view text) {
  const bool is_plain = !text.empty() && text.front() != '#' && trimmed(text) == text &&
                        text.find_first_of(",\"\r\n") == std::string_view::npos;
  return is_plain ? std::string(text) : in_quotes(text);
}

}  // namespace noisy
