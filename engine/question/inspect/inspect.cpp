#include "engine/question/inspect/inspect.h"

#include <algorithm>
#include <array>

#include "engine/experiment/file/csv_form_fields.h"
#include "engine/experiment/file/fields.h"
#include "engine/json/lookup.h"
#include "engine/question/inspect/inspect_records.h"

namespace noisy {
namespace {

constexpr std::string_view kNotice =
    "This report reads the records, so it is not private. State as public only what everybody may "
    "know, and publish nothing else of it.";

/// Columns and words that a report lists.
constexpr std::size_t kMostColumns = 1000;
constexpr Index kMostCodes = 20;

using Read = Result<void> (*)(const Json& value, const FieldPlace& at, InspectRequest& request);

Result<void> store_target(const Json& value, const FieldPlace& at, InspectRequest& request) {
  if (value.is_number()) {
    request.target = static_cast<Index>(value.number());
  } else if (value == Json("last")) {
    request.target = LastColumn{};
  } else if (value.is_text()) {
    request.target = value.text();
  } else {
    return fail(ErrorCode::invalid_type, at.path,
                "must be \"last\", a column's name or its number");
  }
  return {};
}

const std::vector<Field<InspectRequest>>& request_fields() {
  const auto choice = [](const char* name, std::vector<std::string> words) {
    return ParameterSpec{.name = name,
                         .type = ParameterType::choice,
                         .maximum = 255,
                         .choices = std::move(words),
                         .default_rule = "guessed"};
  };
  const auto plain = [](const char* name) {
    return ParameterSpec{.name = name, .default_rule = "guessed"};
  };
  static const std::vector<Field<InspectRequest>> kFields = {
      {choice("name", {}), &store<&InspectRequest::name>},
      {choice("format", word_ids<FileFormat>()), &store<&InspectRequest::format>},
      {plain("delimiter"), &store_mark<&read_delimiter, &InspectRequest::delimiter>},
      {plain("decimal"), &store_mark<&read_decimal, &InspectRequest::decimal>},
      {plain("comments"), &store_mark<&read_comments, &InspectRequest::comments>},
      {choice("header", {"yes", "no"}),
       [](const Json& value, const FieldPlace& at, InspectRequest& request) -> Result<void> {
         const auto checked = check_value(value, at.path, at.spec);
         if (!checked) return std::unexpected(checked.error());
         request.header = value.text() == "yes";
         return {};
       }},
      {choice("encoding", word_ids<TextEncoding>()), &store<&InspectRequest::encoding>},
      {plain("target"), &store_target},
      {choice("positive", {}), &store<&InspectRequest::positive>},
      {{.name = "firstIndex",
        .type = ParameterType::integer,
        .minimum = 0,
        .maximum = 1,
        .default_rule = "guessed"},
       &store<&InspectRequest::first_index>}};
  return kFields;
}

std::string_view line_end_word(const LineEnds& ends) {
  if (ends.has_feed + ends.has_both + ends.has_return > 1) return "mixed";
  return ends.has_both ? "crlf" : ends.has_return ? "cr" : "lf";
}

void add_csv(const InspectedFile& file, Json& out) {
  const CsvForm& form = file.layout.form;
  out.set("delimiter",
          form.delimiter == kBlanks ? std::string("blanks") : std::string(1, form.delimiter));
  out.set("decimal", std::string(1, form.decimal));
  out.set("header", file.layout.has_header());
  out.set("columnCount", static_cast<Index>(file.columns.size()));
  std::vector<record::SeenColumn> columns;
  for (std::size_t at = 0; at < std::min(file.columns.size(), kMostColumns); ++at) {
    columns.push_back({static_cast<Index>(at), &file.columns[at]});
  }
  out.set("columns", record::list_of<record::kSeenColumn>(columns));
}

void add_libsvm(const InspectedFile& file, Json& out) {
  out.set("firstIndex", file.least_index == 0 ? 0 : 1);
  out.set("largestIndex", file.largest_index);
  if (const auto& labels = file.labels->words()) {
    out.set("labels", record::list_of<record::kSeenWord>(*labels));
  }
}

}  // namespace

std::string_view record::SeenColumn::kind() const {
  constexpr std::array<std::string_view, 8> kWords = {"number", "integer", "category", "text",
                                                      "date",   "id",      "constant", "empty"};
  return kWords[static_cast<std::size_t>(column->kind)];
}

const record::WordCounts* record::SeenColumn::words() const {
  const bool are_codes = column->kind == ColumnKind::integer && seen().distinct() <= kMostCodes;
  const bool is_shown = column->kind == ColumnKind::category || are_codes;
  return is_shown && seen().words() ? &*seen().words() : nullptr;
}

FileDoctor::FileDoctor(InspectRequest request)
    : request_(std::move(request)), inspection_(std::make_unique<Inspection>(request_)) {}

Result<FileDoctor> FileDoctor::open(std::string_view text) {
  InspectRequest request;
  if (!text.empty()) {
    const Result<Json> json = parse_json(text);
    if (!json) return std::unexpected(json.error());
    if (auto read = read_fields(*json, "", request_fields(), request); !read) {
      return std::unexpected(read.error());
    }
  }
  return FileDoctor(std::move(request));
}

Json FileDoctor::report(bool is_compressed) {
  const InspectedFile file = inspection_->finish();
  Json out = Json::object({{"nonPrivate", true},
                           {"notice", kNotice},
                           {"name", request_.name},
                           {"bytes", file.bytes},
                           {"isCompressed", is_compressed}});
  if (!file.unreadable.empty()) {
    out.set("problem", file.unreadable);
    out.set("proposal", Json());
    return out;
  }
  out.set("format", word_for(file.layout.format));
  out.set("encoding", file.encoding);
  out.set("hasByteOrderMark", file.has_mark);
  out.set("lineEnds", line_end_word(file.line_ends));
  out.set("records", file.records);
  if (file.layout.format == FileFormat::csv) {
    add_csv(file, out);
  } else {
    add_libsvm(file, out);
  }
  out.set("troubleCount", file.trouble_count);
  out.set("troubles", record::list_of<record::kTrouble>(file.troubles));
  std::string why_not;
  const std::optional<Proposal> proposal = propose(file, request_, why_not);
  out.set("problem", why_not.empty() ? Json() : Json(why_not));
  if (!proposal) {
    out.set("choices", record::list_of<record::kChoice>(file.layout.choices));
  }
  out.set("proposal", proposal ? record::json_of<record::kProposal>(*proposal) : Json());
  return out;
}

}  // namespace noisy
