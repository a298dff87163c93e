#include "engine/experiment/file/experiment.h"
#include "engine/experiment/file/sweep.h"
#include "engine/experiment/session/session.h"
#include "tests/fuzz/target.h"

namespace noisy {
namespace {

void read(std::string_view text) {
  const Result<Experiment> experiment = read_experiment(text);
  fuzz::require_clear_error(experiment);
  if (!experiment) return;
  const Result<Experiment> again = read_experiment(write_json(experiment->source));
  fuzz::require(again && again->source == experiment->source, "what is written is read again");
  const auto points = expand_sweep(*experiment);
  fuzz::require_clear_error(points);
  Workspace workspace({.memory_bytes = 1e8});
  const auto session = workspace.open(text, "");
  fuzz::require_clear_error(session);
  if (session) fuzz::require_answer((*session)->estimate());
}

}  // namespace
}  // namespace noisy

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  noisy::read({reinterpret_cast<const char*>(data), size});
  return 0;
}
