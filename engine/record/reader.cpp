#include "engine/record/reader.h"

#include <cmath>
#include <limits>
#include <utility>

#include "engine/data/text_lines.h"

namespace noisy {
namespace {

constexpr double kLargestCount = 9'007'199'254'740'992;  // 2^53: whole numbers end there

/// What is wrong with a number by itself, or null.
const char* mistake_in(const Json& value, NumberRule kind) {
  if (!value.is_number()) return "must be a number";
  const double number = value.number();
  if (kind == NumberRule::positive && !(number > 0)) return "must be greater than 0";
  if (kind == NumberRule::share && !(number >= 0 && number < 1)) return "must be in [0, 1)";
  if (number < 0) return "must not be negative";
  if (kind == NumberRule::count && (number != std::floor(number) || number > kLargestCount)) {
    return "must be a whole number of at most 2^53";
  }
  return nullptr;
}

}  // namespace

RecordReader::RecordReader(const Json& object, std::string path, std::optional<Error>& error)
    : object_(object), path_(std::move(path)), error_(error) {
  if (!object.is_object()) wrong(ErrorCode::invalid_type, path_, "must be an object");
}

const Json& RecordReader::required(std::string_view key) {
  static const Json kNull;
  if (const Json* found = object_.find(key)) return *found;
  wrong(ErrorCode::missing_field, at(key), "is missing: not a whole privacy statement");
  return kNull;
}

double RecordReader::bound(std::string_view key) {
  const Json& value = required(key);
  if (value.is_null()) return std::numeric_limits<double>::infinity();
  return checked(value, at(key), NumberRule::not_negative);
}

std::string RecordReader::text(std::string_view key) {
  const Json& value = required(key);
  if (value.is_text()) return value.text();
  wrong(ErrorCode::invalid_type, at(key), "must be a text");
  return "";
}

bool RecordReader::flag(std::string_view key) {
  const Json& value = required(key);
  if (value.is_boolean()) return value.boolean();
  wrong(ErrorCode::invalid_type, at(key), "must be true or false");
  return false;
}

bool RecordReader::choice(std::string_view key, std::string_view no, std::string_view yes) {
  const std::string id = text(key);
  if (id != no && id != yes) unknown(key, id);
  return id == yes;
}

std::optional<std::vector<double>> RecordReader::row_of(const Json& row, const std::string& place,
                                                        std::size_t most, NumberRule kind) {
  const auto* numbers = row.as_numbers();
  if (!numbers || numbers->size() < 2 || numbers->size() > most) {
    wrong(ErrorCode::invalid_type, place, "must be a list like [count, value]");
    return std::nullopt;
  }
  for (std::size_t j = 0; j < numbers->size(); ++j) {
    checked((*numbers)[j], join_path(place, j), j == 0 ? NumberRule::count : kind);
  }
  return *numbers;
}

void RecordReader::wrong(ErrorCode code, std::string place, std::string message) {
  if (!error_) error_ = Error{code, std::move(place), std::move(message)};
}

void RecordReader::unknown(std::string_view key, const std::string& id) {
  wrong(ErrorCode::invalid_value, at(key), quoted(id) + " is not known to this version");
}

double RecordReader::checked(const Json& value, const std::string& place, NumberRule kind) {
  const char* mistake = mistake_in(value, kind);
  if (!mistake) return value.number();
  wrong(value.is_number() ? ErrorCode::invalid_value : ErrorCode::invalid_type, place, mistake);
  return 0;
}

}  // namespace noisy
