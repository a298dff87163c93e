#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/data/csv_cells.h"
#include "engine/experiment/plan/stated_data.h"
#include "engine/json/json.h"
#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// How a table is written, as its owner states it.
struct TableForm {
  std::optional<char> delimiter;  ///< absent: told from the header, or as a model's own table
  std::optional<char> decimal;    ///< '.' or ','
  std::optional<TextEncoding> encoding;
};

/// @param text  {"delimiter", "decimal", "encoding"}, or "" for nothing
/// @error invalid-json, unknown-field, invalid-type, invalid-value, at the field
Result<TableForm> read_table_form(std::string_view text);

/// What somebody asks of a fit. Everything in it is public, and stands in the experiment.
struct FitRequest : TableForm {
  std::string name = "table.csv";     ///< of the file
  std::string target;                 ///< the column that is predicted
  std::vector<std::string> positive;  ///< its words that count as yes
  std::optional<double> threshold;    ///< of a target of numbers: this and more counts as yes
  bool regression = false;            ///< the target is a number, which is predicted
  double epsilon = 1;
  std::optional<double> delta;  ///< absent: default_delta(); 0: pure differential privacy
  Json columns = Json::object();
  double hold_out = 0.2;              ///< share of the rows that are kept from the run, or 0
  bool private_score = false;         ///< a figure of those rows is published, with noise
  std::optional<std::string> method;  ///< an algorithm's id; absent: the recommended one
  double ranges_share = 0.1;          ///< of the budget, for ranges that nobody states
  Json set = Json::object();  ///< fields of the experiment by their paths, as a sweep names them
};

/// @param text  {"target", "epsilon", "positive", "threshold", "regression", "delta", "columns",
/// "holdOut",
///              "privateScore", "method", "rangesShare", "delimiter", "decimal", "encoding",
///              "name", "set"}
/// @error invalid-json, unknown-field, missing-field, invalid-type, invalid-value, at the field
Result<FitRequest> read_fit_request(std::string_view text);

/// The names of a table's columns, from its first line alone. That is no record, so what follows
/// from it is public.
struct TableHead {
  std::vector<std::string> names;
  std::vector<std::string> nameless;  ///< those of names that the reader gives: "column 0"
  char delimiter = ',';
};

/// @param start  the beginning of the file, its first line at least
/// @error invalid-value  no text, or a line that cannot be cut
/// @error missing-field  at "header": the first line holds numbers, so it is a record
/// @error empty-data     no line, or a single column
Result<TableHead> read_table_head(std::string_view start, const FitRequest& request);

/// min(10^-5, 1 / (10 n)): below 1 / n, so that publishing a random record is no way to meet it.
double default_delta(Index samples);

/// The experiment that a fit carries out, as far as the request and the header decide it: one
/// secure, hardened run. A method, and what depends on the number of records, is chosen later.
///
/// Columns that the request does not list are numbers whose ranges are found privately, and so is
/// that of a target that is a number.
///
/// @error what is wrong with the request, at its field: unknown-name for a column that the table
///        lacks, missing-field at "positive" where nothing says what the target is
Result<Json> fit_experiment(const FitRequest& request, const TableHead& head);

/// The whole experiment, once the number of records and features is known: delta where the request
/// leaves it open, and the method with what it needs, as recommended.
///
/// @param experiment  of fit_experiment()
/// @param threads     changes nothing but the time
/// @error what recommend() and read_experiment() say
Result<Json> complete_fit(const FitRequest& request, Json experiment, const StatedShape& shape,
                          int threads = 1);

}  // namespace noisy
