#include "engine/data/csv_reader.h"

#include <algorithm>
#include <charconv>

#include "engine/data/number_text.h"

namespace noisy {
namespace {

constexpr std::size_t kMostColumns = std::size_t{1} << 20;

bool is_delimiter(char c) {
  constexpr std::string_view kAllowed = ",;\t |:";
  return kAllowed.find(c) != std::string_view::npos;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

/// Nothing but blanks; a tab that separates cells is not a blank.
bool is_blank_line(std::string_view line, char delimiter) {
  return std::all_of(line.begin(), line.end(),
                     [&](char c) { return is_blank(c) && (c != delimiter || c == ' '); });
}

/// Without blanks and quotes around it; within quotes a doubled quote stands for one.
std::string unquoted(std::string_view cell) {
  cell = trimmed(cell);
  if (cell.size() < 2 || cell.front() != '"' || cell.back() != '"') return std::string(cell);
  cell = trimmed(cell.substr(1, cell.size() - 2));
  std::string out;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    out += cell[i];
    if (cell.substr(i).starts_with("\"\"")) ++i;
  }
  return out;
}

std::string cells(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " cell" : " cells");
}

/// The place of the quote that closes the one at `opening`; doubled ones do not.
std::size_t closing_quote(std::string_view line, std::size_t opening) {
  std::size_t at = line.find('"', opening + 1);
  while (at != std::string_view::npos && at + 1 < line.size() && line[at + 1] == '"') {
    at = line.find('"', at + 2);
  }
  return at;
}

/// The end of the cell that begins at `begin`: the next delimiter outside quotes.
std::size_t cell_end(std::string_view line, std::size_t begin, char delimiter) {
  std::size_t at = begin;
  while (at < line.size() && is_blank(line[at]) && line[at] != delimiter) ++at;
  if (at < line.size() && line[at] == '"') {
    const std::size_t closing = closing_quote(line, at);
    at = closing == std::string_view::npos ? begin : closing;
  } else {
    at = begin;
  }
  return std::min(line.find(delimiter, at), line.size());
}

/// A whole number that a header cell states, or -1.
Index stated_count(std::string_view cell) {
  Index count = -1;
  const auto [stop, error] = std::from_chars(cell.data(), cell.data() + cell.size(), count);
  return error == std::errc() && stop == cell.data() + cell.size() ? count : -1;
}

}  // namespace

CsvReader::CsvReader(CsvOptions options)
    : options_(std::move(options)),
      lines_([this](std::string_view line, Index number) { return take_line(line, number); }),
      projection_(options_.read.total_bytes) {}

std::vector<std::string_view> CsvReader::split(std::string_view line) const {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = cell_end(line, begin, options_.delimiter);
    parts.push_back(line.substr(begin, end - begin));
    begin = end + 1;
    while (options_.delimiter == ' ' && begin < line.size() && line[begin] == ' ') ++begin;
  }
  return parts;
}

Result<void> CsvReader::take_line(std::string_view line, Index number) {
  if (is_blank_line(line, options_.delimiter) || line.front() == '#') return {};
  if (options_.delimiter == ' ') line = trimmed(line);
  if (is_first_line_) {
    is_first_line_ = false;
    const Result<bool> is_header = take_header(line);
    if (!is_header) return std::unexpected(is_header.error());
    if (*is_header) return {};
  }
  if (!builder_) {
    if (Result<void> begun = begin_rows(line, number); !begun) return begun;
  }
  Result<void> taken = take_row(line, number);
  if (!taken) {
    if (builder_->rows() == 0 && is_half_text_) {
      taken.error().message +=
          "; the first line is taken as a header only where all of its cells are text: if it is "
          "one, say \"header\": \"yes\"";
    }
    return taken;
  }
  return projection_.check(lines_.bytes_delivered(), *builder_);
}

/// Looks at the first line, and keeps it when it is a header.
Result<bool> CsvReader::take_header(std::string_view line) {
  if (!is_delimiter(options_.delimiter)) {
    return fail(ErrorCode::invalid_value, "data.delimiter",
                "use a comma, semicolon, tab, space, bar or colon");
  }
  const std::vector<std::string_view> parts = split(line);
  const auto texts = std::count_if(parts.begin(), parts.end(), [](std::string_view cell) {
    return parse_number(cell).kind == NumberKind::text;
  });
  const bool all_text = texts == std::ssize(parts);
  const bool is_automatic = options_.header == CsvHeader::automatic;
  has_header_ = options_.header == CsvHeader::yes || (is_automatic && all_text);
  is_half_text_ = is_automatic && texts > 0 && !all_text;
  if (has_header_) {
    std::transform(parts.begin(), parts.end(), std::back_inserter(header_), unquoted);
  }
  return has_header_;
}

/// The first row decides how many columns there are.
Result<void> CsvReader::begin_rows(std::string_view line, Index number) {
  const std::size_t columns = split(line).size();
  if (columns > kMostColumns) {
    return fail(ErrorCode::limit_exceeded, place(number),
                "the row has " + cells(columns) + ", more than 2^20");
  }
  if (columns < 2) {
    return fail(ErrorCode::empty_data, place(number),
                "the row has one column; it takes at least one feature and the target, separated "
                "by the delimiter " +
                    quoted(std::string_view(&options_.delimiter, 1)));
  }
  read_class_names(columns);
  if (!header_.empty() && header_.size() != columns) {
    return fail(ErrorCode::ragged_data, place(number),
                "the row has " + cells(columns) + ", the header has " + cells(header_.size()));
  }
  columns_.resize(columns);
  if (Result<void> found = find_target(number); !found) return found;
  if (Result<void> placed = place_columns(number); !placed) return placed;
  const ReadOptions& read = options_.read;
  Result<DenseDataBuilder> builder = DenseDataBuilder::create(
      {0, std::ssize(row_) - 1, read.layout, read.reserved_features}, read.memory_bytes);
  if (!builder) return std::unexpected(builder.error());
  builder_ = std::move(*builder);
  return {};
}

/// Recognizes the header "569,30,malignant,benign" above rows of 31 cells: two whole numbers, the
/// second one less than the cells of a row, cannot be meant as column names.
void CsvReader::read_class_names(std::size_t columns) {
  const bool is_summary = header_.size() > 2 && stated_count(header_[0]) > 0 &&
                          stated_count(header_[1]) == static_cast<Index>(columns) - 1;
  if (!is_summary) return;
  class_names_.assign(header_.begin() + 2, header_.end());
  header_.clear();
}

Result<void> CsvReader::find_target(Index number) {
  target_ = columns_.size() - 1;
  if (const auto* index = std::get_if<Index>(&options_.target)) {
    if (*index < 0 || *index >= std::ssize(columns_)) {
      return fail(ErrorCode::invalid_value, "data.target",
                  "column " + std::to_string(*index) + " does not exist: " + place(number) +
                      " has columns 0 to " + std::to_string(columns_.size() - 1));
    }
    target_ = static_cast<std::size_t>(*index);
  }
  if (const auto* name = std::get_if<std::string>(&options_.target)) {
    const auto found = std::find(header_.begin(), header_.end(), *name);
    if (found == header_.end()) {
      return fail(ErrorCode::invalid_value, "data.target",
                  header_.empty() ? "the file has no header, so name the target by its number"
                                  : "the header has no column " + quoted(*name));
    }
    target_ = static_cast<std::size_t>(found - header_.begin());
  }
  return {};
}

/// Where each column's cells go: all of them, or those that are chosen.
Result<void> CsvReader::place_columns(Index number) {
  if (!options_.columns) {
    row_.resize(columns_.size());
    std::size_t next = 0;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      columns_[j] = {.is_read = true, .place = j == target_ ? row_.size() - 1 : next++};
    }
    return {};
  }
  return place_chosen(number);
}

Result<double> CsvReader::read_cell(std::string_view cell, const Destination& to, Index line,
                                    Index column) const {
  return to.takes_words() ? read_word(unquoted(cell), to, line, column)
                          : read_number(cell, line, column);
}

Result<void> CsvReader::take_row(std::string_view line, Index number) {
  const char* const end = line.data() + line.size();
  const char* at = line.data();
  std::size_t column = 0;
  while (true) {
    const Destination to = column < columns_.size() ? columns_[column] : Destination{};
    double value = 0.0;
    const char* stop =
        to.is_read && !to.takes_words() ? read_short_decimal(at, end, value) : nullptr;
    if (stop == nullptr || (stop != end && *stop != options_.delimiter)) {
      const auto begin = static_cast<std::size_t>(at - line.data());
      const std::size_t cell = cell_end(line, begin, options_.delimiter) - begin;
      if (to.is_read) {
        const auto read = read_cell({at, cell}, to, number, static_cast<Index>(column) + 1);
        if (!read) return std::unexpected(read.error());
        value = *read;
      }
      stop = at + cell;
    }
    if (to.coding && !to.coding->edges.empty()) value = level_of(*to.coding, value);
    if (to.is_read) row_[to.place] = value;
    ++column;
    if (stop == end) break;
    at = stop + 1;
    while (options_.delimiter == ' ' && at < end && *at == ' ') ++at;
  }
  if (column != columns_.size()) {
    return fail(ErrorCode::ragged_data, place(number),
                "the row has " + cells(column) + ", the first row has " + cells(columns_.size()));
  }
  return builder_->append(std::span(row_).first(row_.size() - 1), row_.back());
}

Result<NamedData> CsvReader::finish() {
  if (Result<void> ended = lines_.finish(); !ended) return std::unexpected(ended.error());
  if (!builder_) {
    return fail(ErrorCode::empty_data, "data",
                header_.empty() ? "the file is empty" : "the file has a header and no rows");
  }
  NamedData named{std::move(*builder_).finish(), {}, {}, std::move(class_names_), has_header_};
  if (header_.empty()) return named;
  named.target_name = header_[target_];
  named.feature_names.resize(row_.size() - 1);
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    if (columns_[j].is_read && j != target_) {
      named.feature_names[columns_[j].place] = std::move(header_[j]);
    }
  }
  return named;
}

}  // namespace noisy
