#pragma once

#include <string>
#include <utility>

#include "engine/diagnostic/diagnostic.h"
#include "engine/solver/gap/gap_searcher.h"

namespace noisy {

/// One end of a gap's bracket.
class GapMeter final : public Meter {
 public:
  GapMeter(const PointSearcher& gap, std::size_t end) : gap_(gap), end_(end) {}

  void ask(const MeasuredPoint& point, Questions& questions) const override {
    questions.found(gap_, point.iterate, end_);
  }
  double value(const MeasuredPoint&, std::span<const double> answers) const override {
    return answers[0];
  }

 private:
  const PointSearcher& gap_;
  std::size_t end_;
};

/// @error unsupported-domain at "run.diagnostics" without a searcher
inline Result<std::unique_ptr<Meter>> gap_meter(const PointSearcher* gap, std::size_t end) {
  if (gap) return std::make_unique<GapMeter>(*gap, end);
  return fail(ErrorCode::unsupported_domain, "run.diagnostics",
              "gaps need records, and bounded domains that linear functions can be minimized over");
}

/// Why problems of minimization have no gap; "" for saddle problems.
inline std::string gap_objection(const std::string& diagnostic, const AskedProblem& problem) {
  if (problem.is_saddle) return "";
  return "\"" + diagnostic + "\" is of saddle problems, and \"" + problem.loss +
         "\" is minimized: leave it out";
}

/// Why no interval for the gap of the law is known; "" where it is.
inline std::string held_out_objection(const std::string& diagnostic, const AskedProblem& problem) {
  if (!problem.is_saddle || problem.has_held_out) return gap_objection(diagnostic, problem);
  return "\"" + diagnostic +
         "\" needs dense records that no run sees: let the last step of data.preprocess be "
         "{\"kind\": \"hold-out\", \"count\": ...}, or leave it out";
}

}  // namespace noisy
