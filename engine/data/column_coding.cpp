#include "engine/data/column_coding.h"

#include <algorithm>
#include <span>

#include "engine/data/column_features.h"
#include "engine/data/text_lines.h"

namespace noisy {

Index ColumnCoding::levels() const {
  if (!words.empty()) return std::ssize(words) + (other ? 1 : 0);
  return edges.empty() ? 0 : std::ssize(edges) + 1;
}

Index ColumnCoding::width() const {
  return (encoding == ColumnEncoding::one_hot ? levels() : 1) + (has_indicator ? 1 : 0);
}

Index width_of(const ColumnChoice& choice) {
  Index width = 0;
  for (const ColumnCoding& coding : choice.features) width += coding.width();
  return width;
}

std::string column_text(const ColumnName& name) {
  const auto* text = std::get_if<std::string>(&name);
  return text ? quoted(*text) : "column " + std::to_string(std::get<Index>(name));
}

std::string column_field(const ColumnCoding& coding, std::string_view field) {
  return "data.columns." + std::to_string(coding.place) + "." + std::string(field);
}

double level_of(const ColumnCoding& coding, double value) {
  const auto above = std::ranges::upper_bound(coding.edges, value);
  return static_cast<double>(above - coding.edges.begin());
}

std::optional<double> code_of_word(const ColumnCoding& coding, std::string_view cell) {
  const auto found = std::ranges::find(coding.words, cell);
  if (found == coding.words.end() && !coding.other) return std::nullopt;
  return static_cast<double>(found - coding.words.begin());
}

std::vector<Index> positions_of(const ColumnChoice& choice) {
  std::vector<Index> positions;
  for (const ColumnCoding& coding : choice.features) {
    positions.push_back(std::get<Index>(coding.name));
  }
  return positions;
}

Result<DenseData> choose_columns(const DenseData& data, const ColumnChoice& choice,
                                 Index reserved_features) {
  const std::vector<Index> columns = positions_of(choice);
  std::vector<double> features(static_cast<std::size_t>(width_of(choice)));
  Result<DenseData> out =
      DenseData::allocate({data.samples(), std::ssize(features), data.layout(), reserved_features});
  if (!out) return out;
  for (Index row = 0; row < data.samples(); ++row) {
    std::span<double> rest(features);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const ColumnCoding& coding = choice.features[j];
      const auto width = static_cast<std::size_t>(coding.width());
      write_features(coding, data.feature(row, columns[j]), rest.first(width));
      rest = rest.subspan(width);
    }
    out->set_row(row, features);
  }
  std::ranges::copy(data.targets(), out->targets().begin());
  if (!choice.target) return out;
  for (double& target : out->targets()) write_features(*choice.target, target, {&target, 1});
  return out;
}

}  // namespace noisy
