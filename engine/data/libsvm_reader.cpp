#include "engine/data/libsvm_reader.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "engine/data/number_text.h"

namespace noisy {
namespace {

constexpr Index kMostFeatures = Index{1} << 20;

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

}  // namespace

LibsvmReader::LibsvmReader(LibsvmOptions options)
    : options_(options),
      lines_([this](std::string_view line, Index number) { return take_line(line, number); }),
      projection_(options.read.total_bytes) {}

Result<void> LibsvmReader::take_line(std::string_view line, Index number) {
  line = line.substr(0, line.find('#'));
  std::string_view token = next_token(line);
  if (token.empty()) return {};
  const Result<double> target = read_number(token, number, 1);
  if (!target) return std::unexpected(target.error());
  entries_.clear();
  for (Index column = 2; !(token = next_token(line)).empty(); ++column) {
    const Result<Entry> entry = read_entry(token, number, column);
    if (!entry) return std::unexpected(entry.error());
    entries_.push_back(*entry);
  }
  return options_.features > 0 ? store_row(*target) : store_sparse(*target, number);
}

Result<LibsvmReader::Entry> LibsvmReader::read_entry(std::string_view token, Index number,
                                                     Index column) const {
  const std::size_t colon = token.find(':');
  if (colon == std::string_view::npos) {
    return fail(ErrorCode::not_a_number, place(number, column),
                quoted(token) + " is not index:value; is this a LIBSVM file?");
  }
  Index index = 0;
  const auto [stop, error] = std::from_chars(token.data(), token.data() + colon, index);
  if (error != std::errc() || stop != token.data() + colon || index < 1) {
    return invalid_index(number, column, quoted(token) + ": indices are whole numbers from 1");
  }
  if (!entries_.empty() && index <= entries_.back().index) {
    return invalid_index(number, column,
                         "index " + std::to_string(index) + " follows index " +
                             std::to_string(entries_.back().index) + "; indices must increase");
  }
  if (options_.features > 0 && index > options_.features) {
    return invalid_index(number, column,
                         "index " + std::to_string(index) +
                             " is above data.features = " + std::to_string(options_.features));
  }
  if (index > kMostFeatures) {
    return invalid_index(number, column, "index " + std::to_string(index) + " is above 2^20");
  }
  double plain = 0.0;
  const char* const end = token.data() + token.size();
  if (read_short_decimal(token.data() + colon + 1, end, plain) == end) {
    return Entry{index, plain};
  }
  const Result<double> value = read_number(token.substr(colon + 1), number, column);
  if (!value) return std::unexpected(value.error());
  return Entry{index, *value};
}

Result<void> LibsvmReader::begin_dense(Index features, Index expected_rows) {
  if (features > kMostFeatures) {
    return fail(ErrorCode::limit_exceeded, "data.features", "use at most 2^20 features");
  }
  const ReadOptions& read = options_.read;
  Result<DenseDataBuilder> builder = DenseDataBuilder::create(
      {expected_rows, features, read.layout, read.reserved_features}, read.memory_bytes);
  if (!builder) return std::unexpected(builder.error());
  builder_ = std::move(*builder);
  row_.assign(static_cast<std::size_t>(features), 0.0);
  return {};
}

Result<void> LibsvmReader::store_row(double target) {
  if (!builder_) {
    if (Result<void> begun = begin_dense(options_.features, 0); !begun) return begun;
  }
  for (const Entry& entry : entries_) row_[static_cast<std::size_t>(entry.index - 1)] = entry.value;
  Result<void> appended = builder_->append(row_, target);
  for (const Entry& entry : entries_) row_[static_cast<std::size_t>(entry.index - 1)] = 0.0;
  if (!appended) return appended;
  return projection_.check(lines_.bytes_delivered(), *builder_);
}

Result<void> LibsvmReader::store_sparse(double target, Index number) {
  for (const Entry& entry : entries_) {
    sparse_.indices.push_back(static_cast<std::uint32_t>(entry.index));
    sparse_.values.push_back(entry.value);
    sparse_.largest_index = std::max(sparse_.largest_index, entry.index);
  }
  sparse_.ends.push_back(sparse_.values.size());
  sparse_.targets.push_back(target);
  const ReadOptions& read = options_.read;
  const auto rows = static_cast<Index>(sparse_.targets.size());
  const DenseShape shape{rows, sparse_.largest_index, read.layout, read.reserved_features};
  if (stored_bytes(shape) > read.memory_bytes) {
    return fail(ErrorCode::file_too_large, place(number),
                "the first " + std::to_string(rows) + " rows of " +
                    std::to_string(sparse_.largest_index) +
                    " features already pass the memory limit; use fewer rows or features");
  }
  return {};
}

Result<void> LibsvmReader::make_dense() {
  const auto rows = static_cast<Index>(sparse_.targets.size());
  if (Result<void> begun = begin_dense(sparse_.largest_index, rows); !begun) return begun;
  std::size_t at = 0;
  for (std::size_t i = 0; i < sparse_.targets.size(); ++i) {
    std::fill(row_.begin(), row_.end(), 0.0);
    for (; at < sparse_.ends[i]; ++at) row_[sparse_.indices[at] - 1] = sparse_.values[at];
    if (Result<void> appended = builder_->append(row_, sparse_.targets[i]); !appended) {
      return appended;
    }
  }
  sparse_ = {};
  return {};
}

Result<NamedData> LibsvmReader::finish() {
  if (Result<void> ended = lines_.finish(); !ended) return std::unexpected(ended.error());
  if (!builder_) {
    if (sparse_.targets.empty()) return fail(ErrorCode::empty_data, "data", "the file is empty");
    if (sparse_.largest_index == 0) {
      return fail(ErrorCode::empty_data, "data", "no row of the file has a feature");
    }
    if (Result<void> dense = make_dense(); !dense) return std::unexpected(dense.error());
  }
  return NamedData{std::move(*builder_).finish(), {}, {}, {}};
}

}  // namespace noisy
