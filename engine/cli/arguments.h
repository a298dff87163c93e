#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/audit/audit_options.h"
#include "engine/experiment/result/part_file.h"
#include "engine/experiment/result/synthesize.h"
#include "engine/experiment/result/table.h"
#include "engine/json/json.h"
#include "engine/math/error.h"

namespace noisy::cli {

/// How a result is written: whole, as JSON, or one of its tables.
enum class OutputFormat { json, csv };

/// How errors and warnings are written.
enum class ErrorFormat { text, json };

/// A command line, read.
struct Arguments {
  std::string command;
  std::string input;                      ///< a path, or "-" for standard input
  std::string table_file;                 ///< of a model: the table, likewise
  std::vector<std::string> parts;         ///< the further files of a command that takes many
  std::optional<std::string> columns;     ///< the file that says what its columns are
  std::string code;                       ///< the language in which a model is written
  Json fit = Json::object();              ///< what is asked of a fit or a prediction
  std::optional<std::string> data;        ///< the data file, or "-"
  std::optional<std::string> out;         ///< where the result goes, standard output when absent
  std::optional<OutputFormat> format;     ///< json when absent, but csv of an export
  std::optional<ResultTable> table;       ///< with csv: the traces when absent
  int threads = 0;                        ///< 0: as many as the machine has
  double memory_bytes = 0;                ///< 0: three quarters of the machine's memory
  std::optional<PartShare> part;          ///< of the experiment's runs; all when absent
  std::optional<std::string> checkpoint;  ///< the file to which finished runs go
  std::optional<std::string> resume;      ///< the file of finished runs to go on with
  Index most_runs = 0;                    ///< of an experiment, 0: the usual limit
  std::string request;  ///< what is asked of the exact objective: a JSON object, or its file
  Json solve = Json::object();      ///< of a solve, from which its request is made
  std::optional<Index> samples;     ///< of the data file, stated
  std::optional<Index> features;    ///< of its records after preprocessing, stated
  std::optional<double> rho;        ///< what estimates of constants may cost
  double failure = 0.05;            ///< how likely one of them may be wrong
  Index rank = 0;                   ///< of their records, 0: whatever it is
  AuditOptions audit;               ///< its memory_bytes is not read from here
  std::optional<std::string> site;  ///< where a link is opened; it is written alone when absent
  SynthesisRequest synthesis;       ///< of synthetic records
  bool decode = false;              ///< a link is read, not made
  bool experiment_alone = false;    ///< of a trial
  bool quiet = false;
  bool no_odometer = false;  ///< a secure run is not counted
  bool reset = false;        ///< the odometer forgets what it has shown
  ErrorFormat errors = ErrorFormat::text;
};

/// The table that is asked for in the place of the whole result, if any.
std::optional<ResultTable> asked_table(const Arguments& arguments);

/// What words ask for. Where they ask for help or the version, wherever that stands, the command
/// is "help" or "version".
///
/// @param words  the command line without the program's name
/// @error invalid-command naming the wrong word
Result<Arguments> read_arguments(std::span<const std::string> words);

}  // namespace noisy::cli
