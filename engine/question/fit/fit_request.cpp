#include "engine/question/fit/fit_request.h"

#include "engine/data/number_text.h"
#include "engine/data/text_lines.h"
#include "engine/experiment/file/csv_form_fields.h"
#include "engine/experiment/file/fields.h"

namespace noisy {
namespace {

ParameterSpec plain(const char* name, const char* rule) {
  return {.name = name, .default_rule = rule};
}

template <typename Form>
std::vector<Field<Form>> form_fields() {
  return {{plain("delimiter", "told from the header"),
           &store_mark<&read_delimiter, &TableForm::delimiter>},
          {plain("decimal", "."), &store_mark<&read_decimal, &TableForm::decimal>},
          {{.name = "encoding",
            .type = ParameterType::choice,
            .choices = word_ids<TextEncoding>(),
            .default_rule = "utf-8"},
           &store<&TableForm::encoding>}};
}

Result<void> store_positive(const Json& value, const FieldPlace& at, FitRequest& request) {
  const Json words = value.is_array() ? value : Json::array({value});
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Json word = words.element(i);
    if (!word.is_text() && !word.is_number()) {
      return fail(ErrorCode::invalid_type, at.path,
                  "must be the word of the target that counts as yes, or a list of words");
    }
    request.positive.push_back(word.is_text() ? word.text() : number_text(word.number()));
  }
  if (!request.positive.empty()) return {};
  return fail(ErrorCode::invalid_value, at.path, "must name at least one word");
}

template <Json FitRequest::*Member>
Result<void> store_object(const Json& value, const FieldPlace& at, FitRequest& request) {
  if (!value.is_object()) return fail(ErrorCode::invalid_type, at.path, "must be an object");
  request.*Member = value;
  return {};
}

std::vector<Field<FitRequest>> request_fields() {
  const auto text = [](const char* name, const char* rule) {
    return ParameterSpec{
        .name = name, .type = ParameterType::choice, .maximum = 255, .default_rule = rule};
  };
  const auto number = [](const char* name, double lowest, double largest, const char* rule) {
    return ParameterSpec{.name = name,
                         .type = ParameterType::number,
                         .minimum = lowest,
                         .maximum = largest,
                         .default_rule = rule};
  };
  std::vector<Field<FitRequest>> fields = {
      {text("target", ""), &store<&FitRequest::target>},
      {number("epsilon", 1e-6, 1e6, ""), &store<&FitRequest::epsilon>},
      {number("delta", 0, 0.5, "1e-5, or 1/(10 n)"), &store<&FitRequest::delta>},
      {plain("positive", "none"), &store_positive},
      {number("threshold", -1e300, 1e300, "none"), &store<&FitRequest::threshold>},
      {{.name = "regression", .type = ParameterType::boolean, .default_value = false},
       &store<&FitRequest::regression>},
      {plain("columns", "numbers"), &store_object<&FitRequest::columns>},
      {number("holdOut", 0, 0.9, "0.2"), &store<&FitRequest::hold_out>},
      {{.name = "privateScore", .type = ParameterType::boolean, .default_value = false},
       &store<&FitRequest::private_score>},
      {text("method", "recommended"), &store<&FitRequest::method>},
      {number("rangesShare", 0.001, 0.9, "0.1"), &store<&FitRequest::ranges_share>},
      {text("name", "table.csv"), &store<&FitRequest::name>},
      {plain("set", "none"), &store_object<&FitRequest::set>}};
  const auto form = form_fields<FitRequest>();
  fields.insert(fields.end(), form.begin(), form.end());
  return fields;
}

/// How often a character separates cells of a line.
std::size_t cells_by(char delimiter, const RawRecord& line) {
  const auto cells = CellCutter(delimiter).split(line);
  return cells ? cells->size() : 0;
}

/// The character that cuts the header into the most cells; a comma where several do.
char delimiter_of(const RawRecord& line) {
  char best = ',';
  for (const char delimiter : {';', '\t', '|', ':'}) {
    if (cells_by(delimiter, line) > cells_by(best, line)) best = delimiter;
  }
  return best;
}

}  // namespace

Result<TableForm> read_table_form(std::string_view text) {
  TableForm form;
  if (text.empty()) return form;
  const Result<Json> tree = parse_json(text);
  if (!tree) return std::unexpected(tree.error());
  if (auto read = read_fields(*tree, "", form_fields<TableForm>(), form); !read) {
    return std::unexpected(read.error());
  }
  return form;
}

Result<FitRequest> read_fit_request(std::string_view text) {
  const Result<Json> tree = parse_json(text, {.members = 5000});
  if (!tree) return std::unexpected(tree.error());
  FitRequest request;
  if (auto read = read_fields(*tree, "", request_fields(), request); !read) {
    return std::unexpected(read.error());
  }
  if (!request.positive.empty() && request.threshold) {
    return fail(ErrorCode::conflicting_fields, "threshold",
                "is for a target of numbers, and \"positive\" for one of words: give one of them");
  }
  if (request.regression && (request.threshold || !request.positive.empty())) {
    return fail(ErrorCode::conflicting_fields, "regression",
                "is for a target that is a number, and \"positive\" and \"threshold\" make it yes "
                "or no: give one of them");
  }
  if (request.private_score && request.hold_out == 0) {
    return fail(ErrorCode::conflicting_fields, "privateScore",
                "is a figure of the rows that are held out, and \"holdOut\" is 0");
  }
  return request;
}

Result<TableHead> read_table_head(std::string_view start, const FitRequest& request) {
  std::optional<Result<TableHead>> head;
  RecordCutter cutter(
      {.encoding = request.encoding.value_or(TextEncoding::utf8)},
      [&](const RawRecord& line) -> Result<void> {
        if (head) return {};
        TableHead found{.delimiter = request.delimiter.value_or(delimiter_of(line))};
        const CellCutter cells(found.delimiter);
        const auto parts = cells.split(cells.trimmed_record(line));
        if (!parts) {
          head = std::unexpected(parts.error());
          return {};
        }
        for (const std::string_view part : *parts) {
          found.names.emplace_back(trimmed(cell_text(part)));
          if (!found.names.back().empty()) continue;
          found.names.back() = "column " + std::to_string(found.names.size() - 1);
          found.nameless.push_back(found.names.back());
        }
        head = std::move(found);
        return {};
      });
  const std::size_t end = start.find_first_of("\r\n");
  const auto bytes = std::as_bytes(std::span(start));
  Result<void> cut = cutter.feed(bytes);
  if (cut && (end == std::string_view::npos || !head)) cut = cutter.finish();
  if (!head && !cut) return std::unexpected(cut.error());
  if (!head) return fail(ErrorCode::empty_data, "data", "the table is empty");
  if (!*head) return *head;
  const TableHead& found = **head;
  if (found.names.size() < 2) {
    return fail(ErrorCode::empty_data, "data",
                "the first line has one column; a table has at least one column beside its target, "
                "separated by " +
                    delimiter_text(found.delimiter));
  }
  for (const std::string& name : found.names) {
    if (parse_number(name, request.decimal.value_or('.')).kind != NumberKind::finite) continue;
    return fail(ErrorCode::missing_field, "header",
                "the first line holds the number " + quoted(name) +
                    ", so it is a record: put a line with the names of the columns above it");
  }
  return *head;
}

double default_delta(Index samples) {
  return std::min(1e-5, 0.1 / static_cast<double>(samples));
}

}  // namespace noisy
