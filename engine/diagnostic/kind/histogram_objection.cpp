#include "engine/diagnostic/kind/histogram_meter.h"

namespace noisy {

std::string histogram_objection(const std::string& diagnostic, const AskedProblem& problem) {
  if (problem.loss == "marginal-queries") return "";
  return diagnostic + " is of the problem \"marginal-queries\", not of \"" + problem.loss +
         "\": leave it out";
}

}  // namespace noisy
