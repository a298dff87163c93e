#include "engine/diagnostic/kind/histogram_meter.h"

namespace noisy {

std::string histogram_objection(const std::string& diagnostic, const AskedProblem& problem) {
  if (problem.loss == "marginal-queries") return "";
  return diagnostic + " is of the problem \"marginal-queries\", not of \"" + problem.loss +
         "\": leave it out";
}

std::string law_objection(const std::string& diagnostic, const AskedProblem& problem) {
  if (problem.loss != "marginal-queries" || problem.has_bit_law) {
    return histogram_objection("\"" + diagnostic + "\"", problem);
  }
  return "\"" + diagnostic +
         "\" needs the law of the records, as it is known of the generator \"markov-bits\" where "
         "no "
         "step changes them: leave it out";
}

}  // namespace noisy
