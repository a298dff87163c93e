#include "engine/data/csv_reader.h"

#include <algorithm>
#include <charconv>

#include "engine/data/number_text.h"
#include "engine/data/text_lines.h"

namespace noisy {
namespace {

constexpr std::size_t kMostColumns = std::size_t{1} << 20;

std::string cells(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " cell" : " cells");
}

/// A whole number that a header cell states, or -1.
Index stated_count(std::string_view cell) {
  Index count = -1;
  const auto [stop, error] = std::from_chars(cell.data(), cell.data() + cell.size(), count);
  return error == std::errc() && stop == cell.data() + cell.size() ? count : -1;
}

/// Whether the cells are 0, 1, 2, ...: the names of a table without names, or a record.
bool are_positions(const std::vector<std::string_view>& cells) {
  constexpr std::size_t kFewest = 3;
  const std::size_t named = cells.empty() || !trimmed(cells[0]).empty() ? 0 : 1;
  for (std::size_t j = named; j < cells.size(); ++j) {
    if (stated_count(trimmed(cells[j])) != static_cast<Index>(j - named)) return false;
  }
  return cells.size() >= kFewest;
}

/// In which column of a header an error of a cell is.
std::string of_column(std::span<const std::string> header, const RawRecord& record,
                      const Error& error) {
  for (std::size_t j = 0; j < header.size(); ++j) {
    if (error.field != place(record.line, static_cast<Index>(j) + 1)) continue;
    return "in the column " + quoted(header[j]) + ": ";
  }
  return "";
}

}  // namespace

CsvReader::CsvReader(CsvOptions options)
    : options_(std::move(options)),
      cells_(options_.delimiter),
      records_({.encoding = options_.encoding, .comments = options_.comments},
               [this](const RawRecord& record) { return take_record(record); }),
      projection_(options_.read.total_bytes),
      positive_{.name = Index{0}, .words = options_.positive, .other = "other"} {}

Result<void> CsvReader::take_record(const RawRecord& whole) {
  const RawRecord record = cells_.trimmed_record(whole);
  const auto explained = [&](Error error) {
    error.message = of_column(header_, record, error) + error.message + advice(record, error);
    return std::unexpected(std::move(error));
  };
  if (is_first_) {
    is_first_ = false;
    const Result<bool> is_header = take_header(record);
    if (!is_header) return explained(is_header.error());
    if (*is_header) return {};
  }
  if (!builder_) {
    if (Result<void> begun = begin_rows(record); !begun) return explained(begun.error());
  }
  if (Result<void> taken = take_row(record); !taken) return explained(taken.error());
  return projection_.check(records_.bytes_delivered(), *builder_);
}

/// Looks at the first record, and keeps it when it is a header.
Result<bool> CsvReader::take_header(const RawRecord& record) {
  if (!is_delimiter(options_.delimiter)) {
    return fail(ErrorCode::invalid_value, "data.delimiter",
                "use a comma, semicolon, tab, space, bar or colon, or \"blanks\"");
  }
  const auto parts = cells_.split(record);
  if (!parts) return std::unexpected(parts.error());
  const Result<bool> has_header = is_header(*parts);
  if (!has_header) return has_header;
  has_header_ = *has_header;
  if (!has_header_) {
    if (records_.lines_before() == 0) return false;
    return fail(ErrorCode::missing_field, "data.header",
                "the file begins with empty lines or comments, which may stand before a header "
                "only, and no header follows: remove them, or say \"header\": \"yes\" where " +
                    place(record.line) + " is one");
  }
  for (const std::string_view part : *parts) header_.emplace_back(trimmed(cell_text(part)));
  // A '#' before the first name, as other programs write it, is not part of the name.
  if (trimmed(parts->front()).starts_with('#')) {
    has_hash_ = true;
    const std::string name(trimmed(std::string_view(header_[0]).substr(1)));
    if (!name.empty()) {
      header_[0] = name;
    } else if (cells_.separates(' ') && header_.size() > 1) {
      header_.erase(header_.begin());
    }
  }
  return true;
}

/// Whether the first line is a header; no record can change that (CsvHeader).
Result<bool> CsvReader::is_header(const std::vector<std::string_view>& cells) const {
  if (options_.header != CsvHeader::automatic) return options_.header == CsvHeader::yes;
  if (std::holds_alternative<std::string>(options_.target)) return true;
  const auto* number = std::get_if<Index>(&options_.target);
  const Index target = number ? *number : std::ssize(cells) - 1;
  const bool are_names = are_positions(cells);
  bool has_text = false;
  for (std::size_t j = 0; j < cells.size(); ++j) {
    const NumberKind kind = parse_number(cells[j], options_.decimal).kind;
    const bool is_word = !options_.positive.empty() && static_cast<Index>(j) == target;
    if (kind == NumberKind::finite && !are_names) return false;
    has_text = has_text || (kind == NumberKind::text && !is_word);
  }
  if (!are_names) return has_text;
  return fail(ErrorCode::missing_field, "data.header",
              "the first line is 0, 1, 2, ...: say \"header\": \"yes\" if these are the names of "
              "the columns, and \"no\" if they are a record");
}

/// The first row decides how many columns there are.
Result<void> CsvReader::begin_rows(const RawRecord& record) {
  const auto parts = cells_.split(record);
  if (!parts) return std::unexpected(parts.error());
  const std::size_t columns = parts->size();
  if (columns > kMostColumns) {
    return fail(ErrorCode::limit_exceeded, place(record.line),
                "the row has " + cells(columns) + ", more than 2^20");
  }
  if (options_.has_target && columns < 2) {
    return fail(ErrorCode::empty_data, place(record.line),
                "the row has one column; it takes at least one feature and the target, separated "
                "by the delimiter " +
                    delimiter_text(options_.delimiter));
  }
  name_columns(*parts);
  if (!header_.empty() && header_.size() != columns) {
    return fail(ErrorCode::ragged_data, place(record.line),
                "the row has " + cells(columns) + ", the header has " + cells(header_.size()));
  }
  columns_.resize(columns);
  if (Result<void> found = find_target(record.line); !found) return found;
  if (Result<void> placed = place_columns(record.line); !placed) return placed;
  const ReadOptions& read = options_.read;
  Result<DenseDataBuilder> builder = DenseDataBuilder::create(
      {0, std::ssize(row_) - 1, read.layout, read.reserved_features}, read.memory_bytes);
  if (!builder) return std::unexpected(builder.error());
  builder_ = std::move(*builder);
  return {};
}

/// Recognizes the header "569,30,malignant,benign" above rows of 31 cells: two whole numbers, the
/// second one less than the cells of a row, cannot be meant as column names. Columns without a name
/// get one.
void CsvReader::name_columns(const std::vector<std::string_view>& first_row) {
  const std::size_t columns = first_row.size();
  const bool is_summary = header_.size() > 2 && stated_count(header_[0]) > 0 &&
                          stated_count(header_[1]) == static_cast<Index>(columns) - 1;
  if (is_summary) {
    class_names_.assign(header_.begin() + 2, header_.end());
    header_.clear();
  }
  lacks_first_name_ =
      !header_.empty() && header_.size() + 1 == columns && !trimmed(first_row.back()).empty();
  if (lacks_first_name_) header_.emplace(header_.begin());
  for (std::size_t j = 0; j < header_.size(); ++j) {
    if (header_[j].empty()) header_[j] = "column " + std::to_string(j);
  }
}

Result<std::size_t> CsvReader::find_number(Index number, ErrorCode code, const std::string& field,
                                           Index line) const {
  if (number >= 0 && number < std::ssize(columns_)) return static_cast<std::size_t>(number);
  return fail(code, field,
              "column " + std::to_string(number) + " does not exist: " + place(line) +
                  " has columns 0 to " + std::to_string(columns_.size() - 1));
}

Result<void> CsvReader::find_target(Index line) {
  if (!options_.has_target) {
    target_ = columns_.size();
    return {};
  }
  Result<std::size_t> found = columns_.size() - 1;
  if (const auto* number = std::get_if<Index>(&options_.target)) {
    found = find_number(*number, ErrorCode::invalid_value, "data.target", line);
  }
  if (const auto* name = std::get_if<std::string>(&options_.target)) {
    found = find_name(*name, ErrorCode::invalid_value, "data.target");
  }
  if (!found) return std::unexpected(found.error());
  target_ = *found;
  return {};
}

CsvReader::Destination CsvReader::destination(std::size_t place, const ColumnCoding* coding) const {
  return {.is_read = true,
          .is_number = !coding || coding->words.empty(),
          .place = place,
          .coding = coding};
}

/// Where each column's cells go: all of them, or those that are chosen.
Result<void> CsvReader::place_columns(Index line) {
  if (options_.columns) return place_chosen(line);
  row_.resize(columns_.size());
  std::size_t next = 0;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    columns_[j] = destination(j == target_ ? row_.size() - 1 : next++, nullptr);
  }
  if (!options_.positive.empty()) columns_[target_] = destination(row_.size() - 1, &positive_);
  return {};
}

/// Reads a cell that is not a short decimal, or steps over one that is not chosen; `end` becomes
/// one past it.
Result<double> CsvReader::read_cell(const RawRecord& record, const Destination& to,
                                    std::size_t column, std::size_t& end) {
  const std::size_t begin = end;
  const auto number = static_cast<Index>(column) + 1;
  const Result<std::size_t> found = cells_.end(record, begin, number);
  if (!found) return std::unexpected(found.error());
  end = *found;
  const std::string_view cell = record.text.substr(begin, end - begin);
  if (!to.is_read) return 0;
  return to.coding ? read_coded(cell, to, record.line, number)
                   : read_number(cell, record.line, number, options_.decimal);
}

Result<void> CsvReader::take_row(const RawRecord& record) {
  constexpr Destination kNone;
  const std::string_view text = record.text;
  const char* const last = text.data() + text.size();
  // Where the delimiter is the decimal mark, too, numbers with one stand in quotes.
  const char point = options_.decimal == options_.delimiter ? '\0' : options_.decimal;
  const CellCutter cutter = cells_;
  std::size_t column = 0;
  for (const char* at = text.data();; ++column) {
    const Destination& to = column < columns_.size() ? columns_[column] : kNone;
    double value = 0.0;
    const char* stop = to.is_number ? read_short_decimal(at, last, value, point) : nullptr;
    if (stop == nullptr || (stop != last && !cutter.separates(*stop))) {
      auto end = static_cast<std::size_t>(at - text.data());
      const Result<double> read = read_cell(record, to, column, end);
      if (!read) return std::unexpected(read.error());
      value = *read;
      stop = text.data() + end;
    }
    if (to.coding) {
      store_coded(to, value);
    } else if (to.is_read) {
      row_[to.place] = value;
    }
    if (stop == last) break;
    at = text.data() + cutter.next(text, static_cast<std::size_t>(stop - text.data()));
  }
  if (++column != columns_.size()) {
    return fail(ErrorCode::ragged_data, place(record.line),
                "the row has " + cells(column) + ", the first row has " + cells(columns_.size()));
  }
  return builder_->append(std::span(row_).first(row_.size() - 1), row_.back());
}

Result<NamedData> CsvReader::finish() {
  if (Result<void> ended = records_.finish(); !ended) return std::unexpected(ended.error());
  if (!builder_) {
    return fail(ErrorCode::empty_data, "data",
                header_.empty() ? "the file is empty" : "the file has a header and no rows");
  }
  if (lacks_first_name_ && builder_->rows() == 1) {
    return fail(ErrorCode::ragged_data, "data",
                "the only row has " + cells(columns_.size()) + ", the header has " +
                    cells(columns_.size() - 1));
  }
  if (!options_.positive.empty() && !has_positive_) {
    return fail(ErrorCode::invalid_labels, "data.positive",
                "no target is " + quoted(options_.positive.front()) +
                    (options_.positive.size() > 1 ? " or another of these words: " : ": ") +
                    other_words_text());
  }
  NamedData named{std::move(*builder_).finish(), {}, {}, std::move(class_names_), has_header_};
  if (header_.empty()) return named;
  if (options_.has_target) named.target_name = header_[target_];
  named.feature_names.resize(row_.size() - 1);
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    if (!columns_[j].is_read || j == target_) continue;
    if (columns_[j].coding) {
      name_coded(columns_[j], header_[j], named.feature_names);
    } else {
      named.feature_names[columns_[j].place] = std::move(header_[j]);
    }
  }
  return named;
}

}  // namespace noisy
