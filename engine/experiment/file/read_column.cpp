#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>

#include "engine/data/number_text.h"
#include "engine/data/text_lines.h"
#include "engine/experiment/file/read_columns.h"
#include "engine/math/nearest_word.h"

namespace noisy {

template <>
std::span<const Word<ColumnEncoding>> vocabulary() {
  static constexpr std::array<Word<ColumnEncoding>, 3> kWords = {{
      {ColumnEncoding::code, "code", "Code", "One feature: the number of the level, from 0."},
      {ColumnEncoding::one_hot, "one-hot", "One-hot",
       "A feature for each level: that of the record's own is 1, all others are 0."},
      {ColumnEncoding::ordered, "ordered", "Ordered",
       "One feature: the levels in equal steps from -1 to 1."},
  }};
  return kWords;
}

namespace {

constexpr std::size_t kFewestWords = 2;

/// An entry while it is read: what is made of several fields, or read in the light of others.
struct ColumnDraft : ColumnCoding {
  std::optional<double> lower;
  std::optional<double> upper;
  std::optional<ParameterValue> filling;  ///< "missing"
};

Result<void> store_name(const Json& value, const FieldPlace& at, ColumnDraft& column) {
  Result<ParameterValue> checked = check_value(value, at.path, at.spec);
  if (!checked) return std::unexpected(std::move(checked.error()));
  if (auto* text = std::get_if<std::string>(&*checked)) {
    column.name = std::move(*text);
    return {};
  }
  const double number = std::get<double>(*checked);
  column.name = static_cast<Index>(number);
  if (number == std::floor(number)) return {};
  return fail(ErrorCode::invalid_value, at.path, "must be a whole number or a column's name");
}

Result<void> store_words(const Json& value, const FieldPlace& at, ColumnDraft& column) {
  auto words = read_list(value, at.path, FormatLimits::kColumnWords, &read_word);
  if (!words) return std::unexpected(std::move(words.error()));
  column.words = std::move(*words);
  std::set<std::string_view> seen;
  for (std::size_t k = 0; k < column.words.size(); ++k) {
    if (seen.insert(column.words[k]).second) continue;
    return fail(ErrorCode::invalid_value, join_path(at.path, k),
                quoted(column.words[k]) + " is in the list before: leave it out");
  }
  if (column.words.size() >= kFewestWords) return {};
  return fail(ErrorCode::invalid_value, at.path,
              "needs 2 words or more: a column of one says nothing");
}

Result<void> store_other(const Json& value, const FieldPlace& at, ColumnDraft& column) {
  Result<std::string> word = read_word(value, at.path);
  if (!word) return std::unexpected(std::move(word.error()));
  column.other = std::move(*word);
  return {};
}

Result<void> store_edges(const Json& value, const FieldPlace& at, ColumnDraft& column) {
  const auto refused = fail(ErrorCode::invalid_value, at.path,
                            "must be 1 to " + std::to_string(FormatLimits::kColumnWords - 1) +
                                " finite numbers, each larger than the one before");
  const std::vector<double>* edges = value.as_numbers();
  if (!edges || edges->size() >= FormatLimits::kColumnWords) return refused;
  const bool is_finite =
      std::ranges::all_of(*edges, [](double edge) { return std::isfinite(edge); });
  if (!is_finite || std::ranges::adjacent_find(*edges, std::greater_equal()) != edges->end()) {
    return refused;
  }
  column.edges = *edges;
  return {};
}

Result<void> store_filling(const Json& value, const FieldPlace& at, ColumnDraft& column) {
  Result<ParameterValue> checked = check_value(value, at.path, at.spec);
  if (!checked) return std::unexpected(std::move(checked.error()));
  column.filling = *std::move(checked);
  return {};
}

ParameterSpec end_of_range(std::string name) {
  return {.name = std::move(name),
          .type = ParameterType::number,
          .minimum = -kLargest,
          .maximum = kLargest,
          .default_rule = "numbers as they are"};
}

const std::vector<Field<ColumnDraft>>& column_fields() {
  static const std::vector<Field<ColumnDraft>> kFields = {
      {{.name = "name",
        .title = "the column's header text, or its number from 0",
        .type = ParameterType::number_or_choice,
        .minimum = 0,
        .maximum = FormatLimits::kFeatures},
       &store_name},
      {{.name = "words", .default_rule = "none"}, &store_words},
      {{.name = "other", .default_rule = "other cells are errors"}, &store_other},
      {{.name = "edges", .default_rule = "none"}, &store_edges},
      {end_of_range("lower"), &store<&ColumnDraft::lower>},
      {end_of_range("upper"), &store<&ColumnDraft::upper>},
      {{.name = "missing",
        .type = ParameterType::number_or_choice,
        .minimum = -kLargest,
        .maximum = kLargest,
        .default_rule = "missing cells are errors"},
       &store_filling},
      {{.name = "indicator", .type = ParameterType::boolean, .default_value = false},
       &store<&ColumnCoding::has_indicator>},
      {{.name = "encode",
        .type = ParameterType::choice,
        .choices = word_ids<ColumnEncoding>(),
        .default_value = word_for(ColumnEncoding::code)},
       &store<&ColumnCoding::encoding>}};
  return kFields;
}

Result<void> check_words(const ColumnDraft& column, const std::string& path) {
  if (!column.words.empty() && !column.edges.empty()) {
    return fail(ErrorCode::conflicting_fields, join_path(path, "edges"),
                "a column has \"words\" or \"edges\": leave one out");
  }
  if (!column.other) return {};
  if (column.words.empty()) {
    return fail(ErrorCode::conflicting_fields, join_path(path, "other"),
                "names the cells that are none of \"words\": give them, or leave it out");
  }
  if (std::ranges::find(column.words, *column.other) == column.words.end()) return {};
  return fail(ErrorCode::invalid_value, join_path(path, "other"),
              "is one of the words: give other cells a name of their own");
}

Result<void> settle_range(ColumnDraft& column, const std::string& path) {
  if (!column.lower && !column.upper) return {};
  if (column.is_coded()) {
    return fail(ErrorCode::conflicting_fields, join_path(path, column.lower ? "lower" : "upper"),
                "is of numbers that stay numbers, and " +
                    std::string(column.words.empty() ? "edges" : "words") +
                    " make codes of them: leave one out");
  }
  if (!column.lower || !column.upper) {
    return fail(ErrorCode::missing_field, join_path(path, column.lower ? "upper" : "lower"),
                "is required beside the other end of the range");
  }
  if (*column.lower >= *column.upper) {
    return fail(ErrorCode::invalid_value, join_path(path, "upper"),
                "is " + number_text(*column.upper) + " but must be greater than lower, which is " +
                    number_text(*column.lower));
  }
  column.range = Interval{*column.lower, *column.upper};
  return {};
}

/// What a missing cell reads as, and whether it is told apart.
Result<void> settle_missing(ColumnDraft& column, const std::string& path) {
  const std::string place = join_path(path, "missing");
  if (!column.filling) {
    if (!column.has_indicator) return {};
    return fail(ErrorCode::missing_field, place,
                "is required beside \"indicator\": say what a missing cell reads as");
  }
  const auto* word = std::get_if<std::string>(&*column.filling);
  if (column.words.empty()) {
    if (word) return fail(ErrorCode::invalid_type, place, "must be a number, as the cells are");
    column.missing = std::get<double>(*column.filling);
    return {};
  }
  if (!word) return fail(ErrorCode::invalid_type, place, "must be one of the words, or \"other\"");
  std::vector<std::string> known = column.words;
  if (column.other) known.push_back(*column.other);
  const auto found = std::ranges::find(known, *word);
  if (found == known.end()) {
    return fail(ErrorCode::invalid_value, place,
                "is " + quoted(*word) +
                    " but must be one of the words, or what \"other\" calls all other cells." +
                    did_you_mean(*word, known));
  }
  column.missing = static_cast<double>(found - known.begin());
  return {};
}

}  // namespace

/// A word as a cell can have it: on one line, without blanks around it.
Result<std::string> read_word(const Json& value, const std::string& path) {
  const ParameterSpec spec{
      .name = "word", .type = ParameterType::choice, .maximum = FormatLimits::kTitleLength};
  Result<ParameterValue> checked = check_value(value, path, spec);
  if (!checked) return std::unexpected(std::move(checked.error()));
  std::string word = std::get<std::string>(*std::move(checked));
  const bool is_cell = !word.empty() && trimmed(word).size() == word.size() &&
                       word.find_first_of("\r\n") == std::string::npos;
  if (is_cell) return word;
  return fail(ErrorCode::invalid_value, path,
              "must be a word on one line, without blanks around it: cells are compared without");
}

Result<ColumnCoding> read_column(const Json& block, const std::string& path) {
  ColumnDraft column;
  Result<void> read = read_fields(block, path, column_fields(), column);
  if (read) read = check_words(column, path);
  if (read) read = settle_range(column, path);
  if (read) read = settle_missing(column, path);
  if (!read) return std::unexpected(std::move(read.error()));
  if (!block.find("encode") || column.is_coded()) {
    return static_cast<ColumnCoding&&>(std::move(column));
  }
  return fail(ErrorCode::conflicting_fields, join_path(path, "encode"),
              "is of columns with \"words\" or \"edges\": give them, or leave it out");
}

}  // namespace noisy
