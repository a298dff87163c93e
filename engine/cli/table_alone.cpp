#include "engine/cli/table_alone.h"

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/result/slopes.h"
#include "engine/json/json.h"

namespace noisy::cli {

Result<void> may_leave_table_alone(std::string_view experiment, ResultTable table) {
  const Result<Json> tree = parse_json(experiment);
  if (!tree) return {};  // the run says what is wrong with it
  if (const auto read = read_experiment_tree(*tree); read && table == ResultTable::slopes) {
    if (const auto axis = slopes_axis(*read); !axis) return std::unexpected(axis.error());
  }
  const Json& mode = tree->member("run").member("randomness").member("mode");
  if (!mode.is_text() || mode.text() != "secure") return {};
  return fail(ErrorCode::invalid_command, "--format",
              "what a secure run releases cannot be made again: write its result with --out, and "
              "then tables of it with noisy-descent export");
}

}  // namespace noisy::cli
