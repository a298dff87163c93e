#include "engine/data/libsvm_line.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "engine/data/number_text.h"
#include "engine/data/text_lines.h"

namespace noisy {
namespace {

std::unexpected<Error> invalid_index(Index line, Index column, std::string message) {
  return fail(ErrorCode::invalid_index, place(line, column), std::move(message));
}

/// Cuts the next token off the front of the line; empty at its end.
std::string_view next_token(std::string_view& line) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  const char* const last = line.data() + line.size();
  const char* const begin = std::find_if_not(line.data(), last, is_blank);
  const char* const end = std::find_if(begin, last, is_blank);
  line = {end, static_cast<std::size_t>(last - end)};
  return {begin, static_cast<std::size_t>(end - begin)};
}

/// Reads "index:value" and appends it to the line.
Result<void> read_entry(std::string_view token, Index number, const LibsvmForm& form,
                        LibsvmLine& line) {
  const Index column = static_cast<Index>(line.columns.size()) + 2;
  const std::size_t colon = token.find(':');
  if (colon == std::string_view::npos) {
    return fail(ErrorCode::not_a_number, place(number, column),
                quoted(token) + " is not index:value; is this a LIBSVM file?");
  }
  Index index = 0;
  const auto [stop, error] = std::from_chars(token.data(), token.data() + colon, index);
  if (error != std::errc() || stop != token.data() + colon || index < form.first) {
    return invalid_index(
        number, column,
        quoted(token) + ": indices are whole numbers from " + std::to_string(form.first) +
            (token.starts_with("0:") ? "; if this file counts from 0, say \"firstIndex\": 0"
             : token.starts_with("qid:")
                 ? "; \"qid\" groups records for rankings, which are not known here: remove it"
                 : ""));
  }
  if (!line.columns.empty() && index - form.first <= line.columns.back()) {
    return invalid_index(number, column,
                         "index " + std::to_string(index) + " follows index " +
                             std::to_string(line.columns.back() + form.first) +
                             "; indices must increase");
  }
  if (form.features > 0 && index - form.first >= form.features) {
    return invalid_index(number, column,
                         "index " + std::to_string(index) +
                             " is above data.features = " + std::to_string(form.features) +
                             (form.first == 0 ? ", counted from 0" : ""));
  }
  if (index - form.first >= kMostLibsvmFeatures) {
    return invalid_index(number, column, "index " + std::to_string(index) + " is above 2^20");
  }
  double value = 0.0;
  const char* const end = token.data() + token.size();
  if (read_short_decimal(token.data() + colon + 1, end, value) != end) {
    const Result<double> read = read_number(token.substr(colon + 1), number, column);
    if (!read) return std::unexpected(read.error());
    value = *read;
  }
  line.columns.push_back(static_cast<std::uint32_t>(index - form.first));
  line.values.push_back(value);
  return {};
}

}  // namespace

Result<void> read_libsvm_line(const RawRecord& record, const LibsvmForm& form, LibsvmLine& line) {
  std::string_view text = record.text.substr(0, record.text.find('#'));
  std::string_view token = next_token(text);
  if (token.empty()) {
    return fail(ErrorCode::missing_value, place(record.line, 1),
                "the line has no label: records are never dropped, so remove comments and blank "
                "lines");
  }
  const Result<double> target = read_number(token, record.line, 1);
  if (!target) return std::unexpected(target.error());
  line.target = *target;
  line.columns.clear();
  line.values.clear();
  while (!(token = next_token(text)).empty()) {
    const Result<void> read = read_entry(token, record.line, form, line);
    if (!read) return std::unexpected(read.error());
  }
  return {};
}

}  // namespace noisy
