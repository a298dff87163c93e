#include "engine/cli/table_alone.h"

#include "engine/json/json.h"

namespace noisy::cli {

Result<void> may_leave_table_alone(std::string_view experiment) {
  const Result<Json> tree = parse_json(experiment);
  if (!tree) return {};  // the run says what is wrong with it
  const Json& mode = tree->member("run").member("randomness").member("mode");
  if (!mode.is_text() || mode.text() != "secure") return {};
  return fail(ErrorCode::invalid_command, "--format",
              "what a secure run releases cannot be made again: write its result with --out, and "
              "then tables of it with noisy-descent export");
}

}  // namespace noisy::cli
