#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/data/csv_reader.h"
#include "engine/experiment/file/experiment.h"

namespace noisy {

/// What the owner of a file states of it; the rest is guessed.
struct InspectRequest {
  std::string name = "data";  ///< of the file
  std::optional<FileFormat> format;
  std::optional<char> delimiter;
  std::optional<char> decimal;
  std::optional<bool> header;
  std::optional<char> comments;
  std::optional<TextEncoding> encoding;
  std::optional<TargetColumn> target;
  std::optional<std::string> positive;
  std::optional<Index> first_index;  ///< of LIBSVM
};

/// How a file is cut into records, and why.
struct Layout {
  struct Choice {
    std::string field;
    std::string sentence;
  };

  FileFormat format = FileFormat::csv;
  CsvForm form;  ///< with a header or without, as it was found
  std::vector<Choice> choices;

  bool has_header() const { return form.header == CsvHeader::yes; }
};

/// The cells of one record, without the blanks and quotes around them.
using Cells = std::vector<std::string>;

/// @param head      the beginning of the file as text
/// @param is_whole  there is nothing more
Layout guess_layout(std::string_view head, bool is_whole, const InspectRequest& request);

/// Whether the first line says how many records and columns there are, as scikit-learn writes it.
///
/// @param width  cells of a record
bool is_summary(const Cells& first, std::size_t width);

}  // namespace noisy
