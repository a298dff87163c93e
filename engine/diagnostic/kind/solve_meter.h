#pragma once

#include "engine/algorithm/minimax/solution_view.h"
#include "engine/diagnostic/diagnostic.h"

namespace noisy {

/// Opens hidden solves for diagnostics, which stand under nonPrivate.
class SolveReader {
 public:
  static const SolveReport& report(const HiddenSolve& solve) { return solve.report_; }
};

/// A number of the solve behind the released point.
class SolveMeter final : public StepMeter<SolveReport> {
 public:
  using Number = double (*)(const SolveReport& report);
  explicit SolveMeter(Number number) : number_(number) {}

 protected:
  std::optional<SolveReport> look(const TracedStep& at) const override {
    const auto* view = at.view.find<SolveView>();
    if (!view) return std::nullopt;
    return SolveReader::report(*view->solve);
  }
  double value_at(const Vector&, const SolveReport& report,
                  std::span<const double>) const override {
    return number_(report);
  }

 private:
  Number number_;
};

/// The entry of such a diagnostic, but for what it measures.
inline DiagnosticEntry solve_diagnostic(std::string id, std::string title, std::string unit,
                                        std::string description) {
  DiagnosticEntry entry;
  entry.id = std::move(id);
  entry.title = std::move(title);
  entry.unit = std::move(unit);
  entry.description = std::move(description);
  entry.needs.view = SolveView::kName;
  return entry;
}

}  // namespace noisy
