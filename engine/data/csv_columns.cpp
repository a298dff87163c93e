#include <utility>

#include "engine/data/csv_reader.h"

namespace noisy {

Result<void> CsvReader::place_chosen(Index number) {
  for (std::size_t j = 0; j < header_.size(); ++j) {
    const auto [at, is_new] = places_.try_emplace(header_[j], NamedPlace{.first = j});
    if (!is_new) at->second.is_alone = false;
  }
  if (const auto* name = std::get_if<std::string>(&options_.target);
      name && !places_.find(*name)->second.is_alone) {
    return fail(ErrorCode::invalid_value, "data.target",
                "the header has several columns " + quoted(*name) +
                    ": name the target by its number, from 0");
  }
  const ColumnChoice& chosen = *options_.columns;
  row_.resize(chosen.features.size() + 1);
  columns_[target_] = {.is_read = true,
                       .place = row_.size() - 1,
                       .coding = chosen.target ? &*chosen.target : nullptr};
  for (std::size_t j = 0; j < chosen.features.size(); ++j) {
    const ColumnCoding& coding = chosen.features[j];
    const Result<std::size_t> at = find_column(coding, number);
    if (!at) return std::unexpected(at.error());
    if (columns_[*at].is_read) {
      return fail(ErrorCode::invalid_value, column_field(coding, "name"),
                  *at == target_ ? column_text(coding.name) +
                                       " is the column of the target: give \"target\" the same "
                                       "name, or leave the column out"
                                 : column_text(coding.name) +
                                       " is a column that was chosen before: leave it out");
    }
    columns_[*at] = {.is_read = true, .place = j, .coding = &coding};
  }
  return {};
}

Result<std::size_t> CsvReader::find_column(const ColumnCoding& coding, Index number) const {
  const std::string field = column_field(coding, "name");
  if (const auto* position = std::get_if<Index>(&coding.name)) {
    if (*position < std::ssize(columns_)) return static_cast<std::size_t>(*position);
    return fail(ErrorCode::unknown_name, field,
                "column " + std::to_string(*position) + " does not exist: " + place(number) +
                    " has columns 0 to " + std::to_string(columns_.size() - 1));
  }
  const auto& name = std::get<std::string>(coding.name);
  const auto found = places_.find(name);
  if (found == places_.end()) {
    return fail(ErrorCode::unknown_name, field,
                header_.empty() ? "the file has no header, so name its columns by their numbers"
                                : "the header has no column " + quoted(name));
  }
  if (found->second.is_alone) return found->second.first;
  return fail(ErrorCode::invalid_value, field,
              "the header has several columns " + quoted(name) +
                  ": name the one that is meant by its number, from 0");
}

Result<double> CsvReader::read_word(const std::string& word, const Destination& to, Index line,
                                    Index column) const {
  if (const auto code = code_of_word(*to.coding, word)) return *code;
  return fail(ErrorCode::unknown_category, place(line, column),
              quoted(word) + " is none of the words of " + column_text(to.coding->name) +
                  ": add it to " + column_field(*to.coding, "words") +
                  ", or say with \"other\" what all other cells are");
}

}  // namespace noisy
