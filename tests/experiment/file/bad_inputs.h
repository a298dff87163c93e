#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/experiment/file/experiments.h"

namespace noisy::testing {

/// An experiment that must be refused, and how. The session and the command line are both asked.
struct BadInput {
  std::string name;
  std::string experiment;           ///< the text
  std::optional<std::string> data;  ///< bytes of its file, when one is supplied
  std::string code;
  std::string field;
  std::string message;  ///< a part of it
};

inline BadInput changed(std::string name, std::string_view path, std::string_view value,
                        std::string code, std::string field, std::string message) {
  return {std::move(name),  write_json(with(small_experiment(), path, value)),
          std::nullopt,     std::move(code),
          std::move(field), std::move(message)};
}

inline BadInput bad_file(std::string name, std::string data, std::string code, std::string field,
                         std::string message) {
  return {std::move(name),  write_json(file_experiment()),
          std::move(data),  std::move(code),
          std::move(field), std::move(message)};
}

inline std::vector<BadInput> bad_inputs() {
  const std::string first = "algorithms.0.parameters.";
  return {
      {"not_json", "{\"version\": 1,,}", std::nullopt, "invalid-json", "line 1, column 15",
       "byte 14"},
      {"broken_link", "#e=%%%", std::nullopt, "invalid-json", "line 1, column 1", "not JSON"},
      changed("wrong_field", "privacy.epsilonn", "1", "unknown-field", "privacy.epsilonn",
              "Did you mean \"epsilon\"?"),
      changed("unknown_algorithm", "algorithms.0.id", "\"dp-ngd\"", "unknown-algorithm",
              "algorithms.0.id", "there is no algorithm \"dp-ngd\""),
      changed("epsilon_zero", "privacy.epsilon", "0", "invalid-budget", "privacy.epsilon",
              "is 0 but must be a finite number greater than 0"),
      changed("epsilon_negative", "privacy.epsilon", "-0.5", "invalid-budget", "privacy.epsilon",
              "is -0.5"),
      changed("epsilon_null", "privacy.epsilon", "null", "invalid-budget", "privacy.epsilon",
              "null stands for NaN"),
      {"epsilon_nan", R"({"version":1,"privacy":{"epsilon":NaN}})", std::nullopt, "invalid-json",
       "line 1, column 35", "not JSON"},
      changed("batch_above_n", "algorithms.0.parameters.batchSize", "9", "invalid-value",
              first + "batchSize", "between 1 and n = 8"),
      changed("no_iterations", "algorithms.0.parameters.iterations", "0", "invalid-value",
              first + "iterations", "is 0 but must be a whole number at least 1"),
      changed("short_start", "algorithms.0.parameters.start", "[1,2,3]", "invalid-value",
              first + "start", "the problem has 2"),
      changed("unsupported_neighbours", "privacy.neighbours", "\"add-remove\"",
              "unsupported-neighbours", "privacy.neighbours", "it has \"replace-one\""),
      changed("zero_out_is_not_pure", "privacy.neighbours", "\"zero-out\"",
              "unsupported-neighbours", "privacy.neighbours",
              "proven for records that are replaced"),
      changed("gaussian_is_not_pure", "privacy.mechanism", "\"gaussian\"", "unsupported-mechanism",
              "privacy.mechanism", "no pure-DP guarantee"),
      changed("unbounded_rows", "data.preprocess", "[]", "unbounded-sensitivity", "problem",
              "clip-rows or scale-columns"),
      {"no_strong_convexity",
       write_json(with(with(small_experiment(), "problem.regularizer", R"({"kind":"none"})"),
                       "algorithms.0.id", "\"dp-nag\"")),
       std::nullopt, "invalid-value", "problem.regularizer", "add an l2 regularizer"},
      changed("pl_constant_above_smoothness", "problem.constants", R"({"plConstant":3})",
              "invalid-value", "problem.constants.plConstant", "more than the smoothness"),
      changed("convexity_above_smoothness", "problem.constants",
              R"({"smoothness":0.01,"strongConvexity":1})", "invalid-value", "problem.constants",
              "more than the smoothness"),
      {"ragged_rows",
       write_json(
           with(with(small_experiment(), "data.features", "[[1,2],[3]]"), "data.targets", "[1,0]")),
       std::nullopt, "ragged-data", "data.features.1", "1 values"},
      {"too_many_runs",
       write_json(with(with(small_experiment(), "run.repeats", "10000"), "sweep",
                       R"([{"path":"privacy.epsilon","values":[1,2]}])")),
       std::nullopt, "limit-exceeded", "run.repeats", "20000 runs"},
      bad_file("ragged_csv", "1,2,1\n3,0\n", "ragged-data", "line 2", ""),
      bad_file("text_in_a_number_column", "1,2,1\n3,x,0\n", "not-a-number", "line 2, column 2",
               "\"x\""),
      bad_file("empty_file", "", "empty-data", "data", "the file is empty"),
      bad_file("blank_file", "\n", "empty-data", "data", "the file is empty"),
      bad_file("no_rows", "a,b,label\n", "empty-data", "data", "a header and no rows"),
      bad_file("missing_cell", "1,2,1\n3,,0\n", "missing-value", "line 2, column 2", ""),
      bad_file("nan_in_the_data", "1,2,1\nnan,2,0\n", "not-finite", "line 2, column 1", ""),
      bad_file("infinity_in_the_data", "1,2,1\n3,1e999,0\n", "not-finite", "line 2, column 2", ""),
      bad_file("three_classes", "1,2,0\n3,4,1\n5,6,2\n", "invalid-labels", "data.target",
               "3 distinct values"),
      {"libsvm_index_beyond_features",
       write_json(with(file_experiment("libsvm"), "data.features", "2")), "1 1:0.5 3:1\n",
       "invalid-index", "line 1, column 3", ""},
      {"missing_file", write_json(file_experiment()), std::nullopt, "missing-data", "data",
       "--data"},
  };
}

}  // namespace noisy::testing
