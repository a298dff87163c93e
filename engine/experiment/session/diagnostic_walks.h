#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "engine/experiment/session/group_problem.h"
#include "engine/experiment/session/traced_point.h"

namespace noisy {

/// What the walks find out about one traced iterate; NaN where nobody asked.
struct WalkedPoint {
  static constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

  double error_rate = kMissing;
  double clipped_fraction = kMissing;
  double gradient_norm = kMissing;  ///< squared; of the gradient mapping where there is no gradient
  /// ||grad F(x) + grad r(x)||, r's smooth part, without clipping
  double plain_gradient_norm = kMissing;
  double inner_value = kMissing;  ///< F at the inner iterate of a variance-reduced step
  double query_value = kMissing;  ///< F where a mirror step asked for its gradient
  double dual_noise = kMissing;   ///< ||b||_{C*} of that gradient's noise
};

/// The passes over the data that diagnostics of traced iterates take beside the one for values:
/// misclassification, clipped records, values at inner iterates, gradients.
class DiagnosticWalks {
 public:
  /// @param problem  must outlive this
  explicit DiagnosticWalks(const GroupProblem& problem) : problem_(problem) {}

  /// Starts over with these points, which must stay where they are until the last pass is over.
  void begin(std::vector<const TracedPoint*> points);

  /// The next pass, to be called again when it is over; null when none is left. Then what was asked
  /// for is found, in the order of the points.
  std::unique_ptr<Pass> next();

  const std::vector<WalkedPoint>& found() const { return found_; }

  /// Records that were evaluated so far.
  double evaluations() const { return evaluations_; }

 private:
  enum class Walk { errors, clips, inner_values, gradients };
  /// A gradient that is to be computed: at a traced iterate, or where its step asked for one.
  struct Asked {
    std::size_t index;  ///< of the point
    bool at_query;
  };

  std::unique_ptr<Pass> values_pass(const FiniteSum& sum, bool counts_clips,
                                    double WalkedPoint::*column);
  std::unique_ptr<Pass> inner_values_pass();
  void list_gradients();
  std::unique_ptr<Pass> gradients_pass();
  void take_gradients();
  void take_iterate_gradient(std::size_t index, Vector& gradient);
  void take_query_gradient(std::size_t index, const Vector& gradient);

  const GroupProblem& problem_;
  Walk walk_ = Walk::errors;  ///< the next one
  std::vector<const TracedPoint*> points_;
  std::vector<WalkedPoint> found_;
  std::vector<Asked> asked_;
  std::size_t taken_ = 0;          ///< of those
  std::vector<Vector> gradients_;  ///< at hand: the next of those
  double evaluations_ = 0;
};

}  // namespace noisy
