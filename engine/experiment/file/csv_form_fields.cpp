#include "engine/experiment/file/csv_form_fields.h"

#include "engine/data/csv_cells.h"

namespace noisy {
namespace {

/// The character that a value consists of, if it does and it is one of these.
Result<char> one_of(std::string_view allowed, const Json& value, const std::string& path,
                    std::string message) {
  const bool is_one = value.is_text() && value.text().size() == 1;
  if (is_one && allowed.find(value.text()) != std::string_view::npos) return value.text().front();
  return fail(ErrorCode::invalid_value, path, std::move(message));
}

}  // namespace

Result<char> read_delimiter(const Json& value, const std::string& path) {
  if (value == Json("blanks")) return kBlanks;
  const bool is_one = value.is_text() && value.text().size() == 1;
  const char mark = is_one ? value.text().front() : kBlanks;
  if (mark != kBlanks && is_delimiter(mark)) return mark;
  return fail(ErrorCode::invalid_value, path,
              "must be one character: a comma, semicolon, tab, space, bar or colon; or \"blanks\"");
}

Result<char> read_decimal(const Json& value, const std::string& path) {
  return one_of(".,", value, path, "must be \".\" or \",\"");
}

Result<char> read_comments(const Json& value, const std::string& path) {
  constexpr std::string_view kAllowed = "#%!;/*$&@~|^>";
  return one_of(kAllowed, value, path, "must be one character of " + std::string(kAllowed));
}

}  // namespace noisy
