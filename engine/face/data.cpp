#include "noisy_descent/data.h"

#include <cmath>

#include "engine/face/inside.h"
#include "engine/json/json.h"

namespace noisy_descent {
namespace {

std::size_t length_of(const Column& column) {
  return std::visit([](const auto& cells) { return cells.size(); }, column.cells);
}

/// Quoted as RFC 4180 says, where a comma, a quote, a line break or a blank at an end asks for it.
void append_quoted(std::string_view word, std::string& text) {
  const bool has_blank_end = !word.empty() && (word.front() == ' ' || word.back() == ' ');
  if (word.find_first_of(",\"\r\n\t;") == word.npos && !has_blank_end) {
    text += word;
    return;
  }
  text += '"';
  for (const char c : word) text.append(c == '"' ? 2 : 1, c);
  text += '"';
}

void append_cell(const Column& column, std::size_t row, std::string& text) {
  if (const auto* words = std::get_if<std::span<const std::string>>(&column.cells)) {
    append_quoted((*words)[row], text);
    return;
  }
  const double number = std::get<std::span<const double>>(column.cells)[row];
  if (!std::isnan(number)) text += noisy::number_text(number);
}

noisy::Result<void> check(const Column& column, std::size_t rows) {
  const auto wrong = [&](const char* advice) {
    return noisy::fail(noisy::ErrorCode::invalid_value, "columns." + column.name, advice);
  };
  if (column.name.empty()) return wrong("give every column a name");
  if (length_of(column) != rows) return wrong("give all columns the same length");
  if (const auto* numbers = std::get_if<std::span<const double>>(&column.cells)) {
    for (const double number : *numbers) {
      if (std::isinf(number)) return wrong("numbers are finite; NaN is a missing cell");
    }
  }
  return {};
}

}  // namespace

Result<DataText> table(std::span<const Column> columns) {
  if (columns.empty()) {
    return outward({noisy::ErrorCode::missing_field, "columns", "give at least one column"});
  }
  const std::size_t rows = length_of(columns.front());
  std::string text;
  for (const Column& column : columns) {
    if (auto checked = check(column, rows); !checked) return outward(checked.error());
    if (&column != &columns.front()) text += ',';
    append_quoted(column.name, text);
  }
  text += '\n';
  for (std::size_t row = 0; row < rows; ++row) {
    for (const Column& column : columns) {
      if (&column != &columns.front()) text += ',';
      append_cell(column, row, text);
    }
    text += '\n';
  }
  return DataText{std::move(text)};
}

}  // namespace noisy_descent
