#include "engine/question/inspect/layout.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "engine/data/csv_cells.h"
#include "engine/data/record_cutter.h"
#include "engine/question/inspect/column_seen.h"

namespace noisy {
namespace {

/// In the order of preference among equal fits.
constexpr std::array kDelimiters = {'\t', ';', ',', '|', kBlanks, ':'};
constexpr std::size_t kMostRecords = 1000;  ///< that a guess looks at

/// The records of the head, cut by a delimiter; a record that cannot be cut has no cells.
std::vector<Cells> cut(std::string_view head, bool is_whole, CutOptions options, char delimiter) {
  std::vector<Cells> rows;
  const CellCutter cells(delimiter);
  RecordCutter records(options, [&](const RawRecord& record) -> Result<void> {
    if (rows.size() == kMostRecords) return {};
    Cells& row = rows.emplace_back();
    const auto parts = cells.split(record);
    if (!parts) return {};
    std::ranges::transform(*parts, std::back_inserter(row), &cell_text);
    return {};
  });
  // Errors are reported when the whole file is read.
  const bool is_fed = records.feed(std::as_bytes(std::span(head))).has_value();
  if (is_fed && is_whole) (void)records.finish();
  return rows;
}

/// The most frequent number of cells.
std::size_t usual_width(const std::vector<Cells>& rows) {
  std::map<std::size_t, std::size_t> counts;
  for (const Cells& row : rows) ++counts[row.size()];
  const auto most = std::ranges::max_element(
      counts, {}, [](const auto& entry) { return std::pair(entry.second, entry.first); });
  return most == counts.end() ? 0 : most->first;
}

/// Whether a cell holds another delimiter, which the file may use instead.
bool holds_another(const std::string& cell, char delimiter) {
  if (has_decimal_comma(cell)) return false;
  return std::ranges::any_of(std::string_view(",;\t|"), [&](char other) {
    return other != delimiter && cell.find(other) != std::string::npos;
  });
}

/// How well a delimiter cuts the head: 1 where all records have as many cells, more than one, and
/// no cell looks as if it were several.
double fit(const std::vector<Cells>& rows, char delimiter) {
  const std::size_t width = usual_width(rows);
  if (width < 2) return 0;
  double even = 0;
  double clean = 0;
  double cells = 0;
  for (const Cells& row : rows) {
    even += row.size() == width;
    cells += static_cast<double>(row.size());
    clean += static_cast<double>(std::ranges::count_if(
        row, [&](const std::string& cell) { return !holds_another(cell, delimiter); }));
  }
  const double share = clean / cells;
  return even / static_cast<double>(rows.size()) * share * share;
}

struct Cut {
  char delimiter = ',';
  double fit = 0;
  std::vector<Cells> rows;
};

Cut best_cut(std::string_view head, bool is_whole, CutOptions options,
             const InspectRequest& request) {
  Cut best;
  for (const char delimiter : kDelimiters) {
    if (request.delimiter && *request.delimiter != delimiter) continue;
    std::vector<Cells> rows = cut(head, is_whole, options, delimiter);
    const double found = fit(rows, delimiter);
    if (best.rows.empty() || found > best.fit + 1e-9) best = {delimiter, found, std::move(rows)};
  }
  if (request.delimiter || best.fit > 0) return best;
  return {',', 0, cut(head, is_whole, options, ',')};
}

/// The mark of comments before the first record, or '\0'. A single line that begins with it is a
/// header where it has as many cells as the record below.
char guess_comments(std::string_view head, bool is_whole, char mark,
                    const InspectRequest& request) {
  if (!head.starts_with(mark)) return '\0';
  const Cut with = best_cut(head, is_whole, {.comments = mark}, request);
  const Cut without = best_cut(head, is_whole, {}, request);
  const auto marked = [&](std::size_t at) {
    return at < without.rows.size() && !without.rows[at].empty() &&
           without.rows[at].front().starts_with(mark);
  };
  const bool is_header = !marked(1) && without.rows.size() > 1 && !with.rows.empty() &&
                         without.rows[0].size() == with.rows[0].size();
  return is_header ? '\0' : mark;
}

bool is_libsvm_entry(std::string_view token) {
  if (token.starts_with("qid:")) return true;  // of rankings, which the reader refuses by its name
  const std::size_t colon = token.find(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  Index index = 0;
  const auto [stop, error] = std::from_chars(token.data(), token.data() + colon, index);
  const bool is_index = error == std::errc() && stop == token.data() + colon;
  return is_index && see_cell(token.substr(colon + 1), '.').kind == CellKind::number;
}

/// "label index:value ...": nearly all lines, some with an entry, and most with a number as label.
bool is_libsvm(std::string_view head, bool is_whole) {
  double lines = 0;
  double fitting = 0;
  double labelled = 0;
  bool has_entry = false;
  for (Cells& row : cut(head, is_whole, {.has_quotes = false}, kBlanks)) {
    const auto comment =
        std::ranges::find_if(row, [](const std::string& cell) { return cell.starts_with('#'); });
    row.erase(comment, row.end());
    if (row.empty()) continue;
    const auto entries = std::ranges::count_if(
        row.begin() + 1, row.end(), [](const std::string& cell) { return is_libsvm_entry(cell); });
    lines += 1;
    fitting += entries + 1 == std::ssize(row);
    labelled += see_cell(row[0], '.').kind == CellKind::number;
    has_entry = has_entry || entries > 0;
  }
  return has_entry && fitting >= 0.9 * lines && labelled > 0.5 * lines;
}

/// A comma where more cells have a decimal comma than a decimal point.
char guess_decimal(const std::vector<Cells>& rows) {
  std::size_t commas = 0;
  std::size_t points = 0;
  for (const Cells& row : rows) {
    for (const std::string& cell : row) {
      commas += has_decimal_comma(cell);
      const CellSeen seen = see_cell(cell, '.');
      points += seen.kind == CellKind::number && seen.has_decimal;
    }
  }
  return commas > points ? ',' : '.';
}

/// Whether every decimal comma may mark thousands, as in "1,234".
bool may_be_thousands(const std::vector<Cells>& rows) {
  for (const Cells& row : rows) {
    for (const std::string& cell : row) {
      if (!has_decimal_comma(cell)) continue;
      const std::size_t comma = cell.find(',');
      const bool has_three = cell.size() - comma == 4;
      const std::size_t first = cell.find_first_of("0123456789");
      if (!has_three || cell[first] == '0') return false;
    }
  }
  return true;
}

struct HeaderGuess {
  bool has_header = false;
  std::string why;
};

/// Whether the cells are 0, 1, 2, ... or 1, 2, 3, ..., as programs name columns without a name.
bool counts_columns(const Cells& first, char decimal) {
  if (first.size() < 3) return false;
  for (std::size_t j = 0; j < first.size(); ++j) {
    const CellSeen seen = see_cell(first[j], decimal);
    const CellSeen begin = see_cell(first[0], decimal);
    if (!seen.is_whole || begin.value > 1 || seen.value != begin.value + static_cast<double>(j)) {
      return false;
    }
  }
  return true;
}

constexpr std::string_view kWordsOverNumbers =
    "the first line has words where the records have numbers";

/// Compares the first line with the records below it.
HeaderGuess guess_header(const std::vector<Cells>& rows, char decimal) {
  const Cells& first = rows.front();
  if (rows.size() < 2) {
    const bool is_text = std::ranges::all_of(first, [&](const std::string& cell) {
      return see_cell(cell, decimal).kind == CellKind::text;
    });
    return {is_text, is_text ? "the only line has words" : "the only line has numbers"};
  }
  const std::vector<Cells> below(rows.begin() + 1, rows.end());
  const std::size_t width = usual_width(below);
  if (first.size() != width && is_summary(first, width)) {
    return {true,
            "the first line says how many records and columns there are, and what the classes "
            "are called"};
  }
  if (counts_columns(first, decimal)) {
    return {true,
            "the first line numbers the columns, as programs write tables without names; if it is "
            "a record, state that there is no header"};
  }
  std::size_t names_over_numbers = 0;
  std::size_t numbers_over_numbers = 0;
  std::size_t words_that_return = 0;
  for (std::size_t j = 0; j < std::min(first.size(), width); ++j) {
    const std::string& name = first[j];
    const CellKind kind = see_cell(name, decimal).kind;
    double numbers = 0;
    double told = 0;
    bool returns = false;
    for (const Cells& row : below) {
      if (j >= row.size()) continue;
      const CellKind seen = see_cell(row[j], decimal).kind;
      numbers += seen == CellKind::number;
      told += seen != CellKind::empty && seen != CellKind::missing;
      returns = returns || row[j] == name;
    }
    const bool is_numeric = told > 0 && 2 * numbers > told;
    // A mark such as NA decides nothing: it may be a name, or a missing value of a record.
    const bool is_name = kind == CellKind::text || kind == CellKind::date;
    names_over_numbers += is_numeric && is_name;
    numbers_over_numbers += is_numeric && kind == CellKind::number;
    words_that_return += !is_numeric && returns && !name.empty();
  }
  if (names_over_numbers > 0 && names_over_numbers > numbers_over_numbers) {
    return {true, std::string(kWordsOverNumbers)};
  }
  if (numbers_over_numbers > 0) {
    return {false, "the first line has numbers, like the records"};
  }
  if (words_that_return > 0) {
    return {false,
            "words of the first line occur again in the records; if it names the columns, state "
            "that there is a header"};
  }
  return {true, "no word of the first line occurs again in the records"};
}

/// Whether the second line names the columns: words in it stand over numbers, and no number does.
bool is_header_second(const std::vector<Cells>& rows, char decimal) {
  if (rows.size() < 3) return false;
  const HeaderGuess below = guess_header({rows.begin() + 1, rows.end()}, decimal);
  return below.has_header &&
         std::ranges::none_of(rows[1],
                              [&](const std::string& cell) {
                                return see_cell(cell, decimal).kind == CellKind::number;
                              }) &&
         below.why == kWordsOverNumbers;
}

std::string stated_or(bool is_stated, std::string why) {
  return is_stated ? "as stated" : std::move(why);
}

void note(Layout& layout, std::string field, std::string sentence) {
  layout.choices.push_back({std::move(field), std::move(sentence)});
}

/// "a comma", "a semicolon" and so on.
std::string delimiter_word(char delimiter) {
  switch (delimiter) {
    case ',':
      return "a comma";
    case ';':
      return "a semicolon";
    case '\t':
      return "a tab";
    case '|':
      return "a bar";
    case ':':
      return "a colon";
    case kBlanks:
      return "a run of blanks";
    default:
      return std::string(1, delimiter);
  }
}

void note_delimiter(Layout& layout, const Cut& cut, const InspectRequest& request) {
  const std::string word = delimiter_word(cut.delimiter);
  if (request.delimiter)
    return note(layout, "delimiter", "The separator is " + word + ", as stated.");
  if (cut.fit == 0) {
    return note(layout, "delimiter",
                "No separator was found: each line has one cell. State the separator.");
  }
  const std::size_t width = usual_width(cut.rows);
  note(layout, "delimiter",
       "The separator is " + word + ": it cuts " + (cut.fit > 0.999 ? "all" : "most") +
           " of the first " + std::to_string(cut.rows.size()) + " lines into " +
           std::to_string(width) + " cells.");
}

}  // namespace

bool is_summary(const Cells& first, std::size_t width) {
  const auto count = [&](std::size_t at) {
    const CellSeen seen = see_cell(first[at], '.');
    return seen.is_whole ? seen.value : -1;
  };
  return first.size() > 2 && count(0) > 0 && count(1) == static_cast<double>(width) - 1;
}

Layout guess_layout(std::string_view head, bool is_whole, const InspectRequest& request) {
  Layout layout;
  if (request.format.value_or(is_libsvm(head, is_whole) ? FileFormat::libsvm : FileFormat::csv) ==
      FileFormat::libsvm) {
    layout.format = FileFormat::libsvm;
    note(
        layout, "format",
        "The format is LIBSVM, " +
            stated_or(request.format.has_value(), "since its lines are \"label index:value ...\"") +
            ".");
    return layout;
  }
  CsvForm& form = layout.form;
  form.comments = request.comments.value_or(
      guess_comments(head, is_whole, head.starts_with('%') ? '%' : '#', request));
  const Cut found = best_cut(head, is_whole, {.comments = form.comments}, request);
  if (form.comments != '\0') {
    note(layout, "comments",
         "Lines before the table that begin with \"" + std::string(1, form.comments) +
             "\" are comments. Below the header every line is a record.");
  }
  form.delimiter = found.delimiter;
  note_delimiter(layout, found, request);
  // Where commas separate cells, a quoted "1,234" is a thousand.
  const bool are_thousands = may_be_thousands(found.rows);
  form.decimal = are_thousands && form.delimiter == ',' ? '.' : guess_decimal(found.rows);
  if (request.decimal) form.decimal = *request.decimal;
  if (form.decimal == ',') {
    note(layout, "decimal",
         std::string("Numbers have a decimal comma") +
             (request.decimal ? ", as stated."
              : are_thousands
                  ? ": if \"1,234\" means more than a thousand, remove the commas from the file."
                  : ", such as \"0,5\"."));
  }
  if (found.rows.empty()) return layout;
  HeaderGuess header = guess_header(found.rows, form.decimal);
  if (request.header) header = {*request.header, "as stated"};
  form.header = header.has_header ? CsvHeader::yes : CsvHeader::no;
  note(layout, "header",
       std::string(header.has_header ? "The first line is a header: " : "There is no header: ") +
           header.why + ".");
  if (header.has_header && is_header_second(found.rows, form.decimal)) {
    note(layout, "header",
         "The second line has words where the records have numbers, too: if the first one is a "
         "title, remove it from the file.");
  }
  return layout;
}

}  // namespace noisy
