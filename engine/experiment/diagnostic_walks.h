#pragma once

#include <memory>
#include <vector>

#include "engine/experiment/group_problem.h"

namespace noisy {

/// The passes over the data that diagnostics of traced iterates take beside the one for values:
/// misclassification, clipped records, gradients.
class DiagnosticWalks {
 public:
  /// @param problem  must outlive this
  explicit DiagnosticWalks(const GroupProblem& problem) : problem_(problem) {}

  /// Starts over with these points, which must stay where they are until the last pass is over.
  void begin(std::vector<const Vector*> points);

  /// The next pass, to be called again when it is over; null when none is left. Then the columns
  /// that were asked for hold one number per point.
  std::unique_ptr<Pass> next();

  const std::vector<double>& error_rates() const { return error_rates_; }
  const std::vector<double>& clipped_fractions() const { return clipped_fractions_; }
  const std::vector<double>& gradient_norms() const { return gradient_norms_; }  ///< squared

  /// Records that were evaluated so far.
  double evaluations() const { return evaluations_; }

 private:
  enum class Walk { errors, clips, gradients };

  std::unique_ptr<Pass> values_pass(const FiniteSum& sum, bool counts_clips,
                                    std::vector<double>& column);
  std::unique_ptr<Pass> gradients_pass();
  void take_gradients();

  const GroupProblem& problem_;
  Walk walk_ = Walk::errors;  ///< the next one
  std::vector<const Vector*> points_;
  std::vector<Vector> gradients_;  ///< of the points at hand
  std::vector<double> error_rates_;
  std::vector<double> clipped_fractions_;
  std::vector<double> gradient_norms_;
  double evaluations_ = 0;
};

}  // namespace noisy
