#include "noisy_descent/synthesis.h"

#include "engine/experiment/result/marginals.h"
#include "engine/experiment/result/synthesize.h"
#include "engine/face/inside.h"
#include "noisy_descent/objective.h"

namespace noisy_descent {

Result<std::string> synthesize(std::string_view result, const Synthesis& synthesis) {
  if (synthesis.records && *synthesis.records < 1) {
    return outward({noisy::ErrorCode::invalid_value, "records", "give at least 1"});
  }
  return outward(noisy::synthesize(result, {.run = synthesis.run,
                                            .records = synthesis.records,
                                            .seed = synthesis.seed,
                                            .codes = synthesis.codes}));
}

Result<std::string> marginals(std::string_view result, std::int64_t run, const Data& data,
                              const Options& options) {
  const auto question = noisy::marginals_question(result, run);
  if (!question) return outward(question.error());
  return survey(question->experiment, question->request, data, options);
}

}  // namespace noisy_descent
