#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/data/csv_reader.h"
#include "engine/question/fit/model.h"

namespace noisy {

/// Predicts the rows of a table that arrives in pieces of any size.
class Predictor {
 public:
  /// @param model  a model file
  /// @param form   {"delimiter", "decimal", "encoding"} of the table, each as in a data block; what
  ///               is absent is as the model's own table had it. "" for nothing.
  /// @error as Model::read(); invalid-json, unknown-field, invalid-value in the form
  static Result<Predictor> open(std::string_view model, std::string_view form);

  /// @error unknown-name at "columns.NAME" where a column of the model is missing; otherwise as
  ///        CsvReader, at "line L, column C": unknown-category, missing-value, not-a-number
  Result<void> feed(std::span<const std::byte> bytes);

  /// After the last bytes a CSV table with a header and one row for each of the table's, in its
  /// order: `prediction`, and `probability` (of yes) or one `probability.CLASS` for each class.
  Result<std::string> table();

 private:
  Predictor(Model model, CsvOptions options);
  /// An error of the reader, at the model's name of the column.
  Error at_column(Error error) const;

  Model model_;
  std::unique_ptr<CsvReader> reader_;
};

}  // namespace noisy
