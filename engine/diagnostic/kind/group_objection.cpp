#include <algorithm>
#include <array>

#include "engine/diagnostic/kind/group_loss.h"

namespace noisy {
namespace {

constexpr std::array<std::string_view, 6> kProblems = {
    "worst-group-logistic", "worst-group-sparse",         "worst-task-logistic",
    "worst-group-squared",  "worst-group-sparse-squared", "worst-task-squared"};

}  // namespace

bool has_groups(std::string_view loss) {
  return std::ranges::find(kProblems, loss) != kProblems.end();
}

std::string problems_with_groups() {
  std::string out;
  for (const std::string_view id : kProblems) {
    out.append(out.empty() ? "\"" : ", \"").append(id).append("\"");
  }
  return out;
}

std::string group_loss_objection(const std::string& diagnostic, const AskedProblem& problem) {
  if (has_groups(problem.loss)) return "";
  return "\"" + diagnostic + "\" is of problems with groups or tasks, not of \"" + problem.loss +
         "\": leave it out";
}

}  // namespace noisy
