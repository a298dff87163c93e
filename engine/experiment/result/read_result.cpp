#include "engine/experiment/result/read_result.h"

#include "engine/experiment/result/assembly.h"

namespace noisy {

Result<Json> read_result(std::string_view text) {
  Result<Json> tree = parse_json(text, kResultLimits);
  if (!tree) return tree;
  for (const char* name : {"experiment", "runs"}) {
    if (tree->find(name)) continue;
    return fail(ErrorCode::missing_field, name, "this is not a result file");
  }
  return tree;
}

}  // namespace noisy
