#include "engine/data/column_coding.h"

#include <algorithm>

#include "engine/data/text_lines.h"

namespace noisy {
namespace {

Interval code_range(const ColumnCoding& coding) {
  return {0, static_cast<double>(coding.levels() - 1)};
}

}  // namespace

Index ColumnCoding::levels() const {
  if (!words.empty()) return std::ssize(words) + (other ? 1 : 0);
  return edges.empty() ? 0 : std::ssize(edges) + 1;
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

FeatureBounds bounds_of_choice(const ColumnChoice& choice, std::span<const Interval> uncoded) {
  std::vector<Interval> ranges;
  bool is_enforced = true;
  for (std::size_t j = 0; j < choice.features.size(); ++j) {
    const ColumnCoding& coding = choice.features[j];
    is_enforced = is_enforced && (coding.is_coded() || !uncoded.empty());
    if (is_enforced) ranges.push_back(coding.is_coded() ? code_range(coding) : uncoded[j]);
  }
  FeatureBounds bounds = is_enforced ? bounds_of_columns(ranges) : FeatureBounds{};
  if (choice.target && choice.target->is_coded()) {
    bounds.target_lower = 0;
    bounds.target_upper = code_range(*choice.target).upper;
  }
  return bounds;
}

Result<DenseData> choose_columns(const DenseData& data, const ColumnChoice& choice,
                                 Index reserved_features) {
  const std::vector<Index> columns = positions_of(choice);
  Result<DenseData> out = DenseData::allocate(
      {data.samples(), std::ssize(choice.features), data.layout(), reserved_features});
  if (!out) return out;
  const auto coded = [](const ColumnCoding& coding, double value) {
    return coding.edges.empty() ? value : level_of(coding, value);
  };
  for (Index row = 0; row < data.samples(); ++row) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      out->set_feature(row, static_cast<Index>(j),
                       coded(choice.features[j], data.feature(row, columns[j])));
    }
  }
  std::ranges::transform(data.targets(), out->targets().begin(), [&](double target) {
    return choice.target ? coded(*choice.target, target) : target;
  });
  return out;
}

}  // namespace noisy
