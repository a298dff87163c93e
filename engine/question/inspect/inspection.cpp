#include "engine/question/inspect/inspection.h"

#include <algorithm>

#include "engine/data/number_text.h"
#include "engine/data/text_lines.h"
#include "engine/math/utf8.h"

namespace noisy {
namespace {

/// Enough to tell how records are cut.
constexpr std::size_t kHeadBytes = std::size_t{1} << 18;
constexpr std::size_t kMostTroubles = 5;
/// As many columns as the reader takes.
constexpr std::size_t kMostColumns = std::size_t{1} << 20;
constexpr std::size_t kLongestCharacter = 4;

bool begins_ignoring_case(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), text.begin(), [](char a, char b) {
           return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
         });
}

/// Why a text is not a table of records; "" where it may be one.
std::string foreign_text(std::string_view head) {
  const auto zeros = std::ranges::count(head, '\0');
  if (zeros > 0) {
    const bool is_wide = 5 * zeros > 2 * std::ssize(head) && 5 * zeros < 3 * std::ssize(head);
    return is_wide ? "this is UTF-16 text without a mark, or UTF-32; save it as UTF-8 text"
                   : "this is a binary file: it holds bytes of 0; export it as CSV text";
  }
  if (begins_ignoring_case(head, "@relation") || head.find("\n@relation") != std::string::npos) {
    return "this is a Weka table (ARFF); delete its lines up to \"@data\": the rest is CSV text";
  }
  if (begins_ignoring_case(head, "%%matrixmarket")) {
    return "this is a matrix in Matrix Market form; write it as LIBSVM or CSV text";
  }
  if (begins_ignoring_case(head, "sep=")) {
    return "the first line tells a spreadsheet the separator (\"sep=\"); remove this line";
  }
  return "";
}

LineEnds line_ends_in(std::string_view text) {
  LineEnds ends;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_after_return = i > 0 && text[i - 1] == '\r';
    if (text[i] == '\n') (is_after_return ? ends.has_both : ends.has_feed) = true;
    const bool is_alone = i + 1 < text.size() && text[i + 1] != '\n' && text[i + 1] != '\r';
    if (text[i] == '\r' && is_alone) ends.has_return = true;
  }
  return ends;
}

std::string as_utf8(std::string_view latin1) {
  // Behind a character, the first bytes are not taken for a byte order mark.
  const std::string marked = "." + std::string(latin1);
  TextDecoder decoder(TextEncoding::latin1);
  std::string text;
  if (const auto piece = decoder.decode(marked)) text += *piece;
  if (const auto rest = decoder.finish()) text += *rest;
  return text.substr(1);
}

}  // namespace

void Inspection::feed(std::span<const std::byte> bytes) {
  const std::string_view piece(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  file_.bytes += static_cast<double>(bytes.size());
  if (!file_.unreadable.empty() || has_stopped_) return;
  if (records_) return read(piece);
  head_ += piece;
  if (head_.size() >= kHeadBytes) begin(false);
}

/// Guesses the layout from the first bytes, then reads them.
void Inspection::begin(bool is_whole) {
  TextDecoder decoder(request_.encoding.value_or(TextEncoding::utf8));
  std::string text;
  for (const auto& decoded : {decoder.decode(head_), is_whole ? decoder.finish() : ""}) {
    if (!decoded) {
      file_.unreadable = decoded.error().message;
      return;
    }
    text += *decoded;
  }
  file_.unreadable = foreign_text(text);
  if (!file_.unreadable.empty()) return;
  const bool is_wide = head_.starts_with("\xff\xfe") || head_.starts_with("\xfe\xff");
  file_.has_mark = is_wide || head_.starts_with("\xef\xbb\xbf");
  if (is_wide) file_.encoding = "utf-16";
  file_.line_ends = line_ends_in(text);
  file_.layout = guess_layout(text, is_whole, request_);
  const bool is_csv = file_.layout.format == FileFormat::csv;
  if (!is_csv) file_.labels.emplace(budget_);
  const CsvForm& form = file_.layout.form;
  cells_.emplace(is_csv ? form.delimiter : kBlanks);
  records_.emplace(CutOptions{.encoding = request_.encoding.value_or(TextEncoding::utf8),
                              .has_quotes = is_csv,
                              .comments = is_csv ? form.comments : '\0'},
                   [this](const RawRecord& record) -> Result<void> {
                     take_record(record);
                     return {};
                   });
  read(std::exchange(head_, {}));
}

void Inspection::read(std::string_view bytes) {
  if (file_.encoding.empty() && is_utf8_) check_utf8(bytes);
  const Result<void> read = records_->feed(std::as_bytes(std::span(bytes)));
  if (read) return;
  has_stopped_ = true;
  alarm(read.error().field, read.error().message + "; the rest of the file was not read");
}

/// A piece may end within a character.
void Inspection::check_utf8(std::string_view bytes) {
  const std::string joined = cut_character_.empty() ? "" : cut_character_ + std::string(bytes);
  std::string_view rest = joined.empty() ? bytes : joined;
  while (const std::size_t length = utf8_length(rest)) rest.remove_prefix(length);
  is_utf8_ = rest.size() < kLongestCharacter;
  cut_character_ = rest.substr(0, kLongestCharacter);
}

void Inspection::take_record(const RawRecord& record) {
  if (file_.layout.format == FileFormat::libsvm) return take_libsvm(record);
  const auto cells = cells_->split(record);
  if (!cells) {
    ++file_.records;
    return alarm(cells.error().field, cells.error().message);
  }
  if (file_.layout.has_header() && !header_) {
    header_.emplace();
    std::ranges::transform(*cells, std::back_inserter(*header_), &cell_text);
    return;
  }
  take_cells(*cells, record.line);
}

void Inspection::take_cells(const std::vector<std::string_view>& cells, Index line) {
  if (file_.records++ == 0) {
    ends_empty_ = trimmed(cells.back()).empty();
    for (std::size_t j = 0; j < std::min(cells.size(), kMostColumns); ++j) {
      file_.columns.push_back({.name = "", .kind = {}, .seen = ColumnSeen(budget_)});
    }
  }
  if (cells.size() != file_.columns.size()) {
    return alarm(place(line),
                 cells.size() == 1 && cells[0] == "\x1a"
                     ? "the line is the byte 26 alone, an old mark of the end of a file: remove it"
                     : "the record has " + std::to_string(cells.size()) +
                           (cells.size() == 1 ? " cell" : " cells") + ", the first one has " +
                           std::to_string(file_.columns.size()));
  }
  for (std::size_t j = 0; j < cells.size(); ++j) {
    const std::string_view bare = trimmed(cells[j]);
    const bool is_quoted = bare.starts_with('"');
    file_.columns[j].seen.add(is_quoted ? cell_text(bare) : bare, file_.layout.form.decimal, line);
  }
}

void Inspection::take_libsvm(const RawRecord& record) {
  ++file_.records;
  // Indices are read as from 0: only all lines together show the first one.
  if (auto read = read_libsvm_line(record, {.features = 0, .first = 0}, line_); !read) {
    return alarm(read.error().field, read.error().message);
  }
  const std::string_view text = trimmed(record.text);
  file_.labels->add(text.substr(0, text.find_first_of(" \t#")), '.', record.line);
  if (line_.columns.empty()) return;
  const auto least = static_cast<Index>(line_.columns.front());
  file_.least_index = file_.least_index < 0 ? least : std::min(file_.least_index, least);
  file_.largest_index = std::max(file_.largest_index, static_cast<Index>(line_.columns.back()));
}

void Inspection::alarm(std::string place, std::string message) {
  ++file_.trouble_count;
  if (file_.troubles.size() < kMostTroubles) {
    file_.troubles.push_back({std::move(place), std::move(message)});
  }
}

InspectedFile Inspection::finish() {
  if (file_.unreadable.empty() && !records_) {
    if (file_.bytes == 0) {
      file_.unreadable = "the file is empty";
    } else {
      begin(true);
    }
  }
  if (!file_.unreadable.empty()) return std::move(file_);
  if (!has_stopped_) {
    if (const auto ended = records_->finish(); !ended) {
      alarm(ended.error().field, ended.error().message);
    }
  }
  if (file_.records == 0) file_.unreadable = "the file has no record below its first line";
  name_columns();
  const bool is_latin1 = !is_utf8_ || !cut_character_.empty();
  const bool is_stated = request_.encoding == TextEncoding::latin1 && !file_.has_mark;
  if (file_.encoding.empty()) file_.encoding = is_latin1 || is_stated ? "latin1" : "utf-8";
  if (is_latin1 && file_.has_mark) {
    file_.encoding = "utf-8";
    alarm("data.encoding",
          "a byte order mark says that the file is UTF-8, but some of its bytes are not valid: "
          "save it as UTF-8");
  } else if (is_latin1 && !is_stated) {
    make_utf8();
  }
  return std::move(file_);
}

/// Drops a '#' before the first name; in a header with blanks, one that stands alone is no name.
void Inspection::drop_mark(Cells& header) const {
  header.front() = trimmed(std::string_view(header.front()).substr(1));
  if (header.front().empty() && cells_->separates(' ') && header.size() > 1) {
    header.erase(header.begin());
  }
}

/// The names as the reader takes them.
void Inspection::name_columns() {
  const std::size_t width = file_.columns.size();
  if (header_ && is_summary(*header_, width)) header_.reset();
  const bool is_headless = !file_.layout.has_header();
  if (is_headless && records_->lines_before() > 0) {
    alarm(place(1),
          "empty lines or comments stand before the records, and no header follows: remove them");
  }
  if (header_ && header_->front().starts_with('#')) drop_mark(*header_);
  const std::size_t unnamed = header_ && header_->size() + 1 == width && !ends_empty_ ? 1 : 0;
  if (header_ && header_->size() + unnamed != width && width > 0) {
    alarm(place(1), "the header has " + std::to_string(header_->size()) +
                        " names, the records have " + std::to_string(width) + " cells");
    header_.reset();
  }
  for (std::size_t j = 0; j < width; ++j) {
    InspectedColumn& column = file_.columns[j];
    if (header_ && j >= unnamed) column.name = (*header_)[j - unnamed];
    // Without a header the name says nothing about the kind.
    column.kind = column.seen.kind(header_ ? column.name : "-", j == 0);
  }
}

/// Converts names and words from Latin-1 to UTF-8.
void Inspection::make_utf8() {
  for (InspectedColumn& column : file_.columns) {
    column.name = as_utf8(column.name);
    column.seen.rewrite(&as_utf8);
  }
}

}  // namespace noisy
