#pragma once

#include <optional>
#include <vector>

#include "engine/math/panel_view.h"
#include "engine/problem/loss/loss.h"
#include "engine/problem/risk/finite_sum.h"

namespace noisy {

/// One walk over all rows that forms the mean Hessian (1/n) sum_i phi''(u_i'x, y_i) u_i u_i'.
///
/// The rows are cut into a fixed number of parts whose sums are added in order, so the bits do not
/// depend on the threads.
class HessianPass final : public Pass {
 public:
  /// @param loss          with a curvature; must outlive this, as must point and hessian
  /// @param panels, rows  the data
  HessianPass(const LinearLoss& loss, const math::PanelView& panels, const Vector& point,
              Eigen::MatrixXd& hessian);
  HessianPass(const LinearLoss& loss, const math::RowView& rows, const Vector& point,
              Eigen::MatrixXd& hessian);

  bool advance(ThreadPool& pool, const Deadline& deadline) override;

 private:
  void add_part(Index part);
  void add_block(Index block, double* gram, std::vector<double>& scratch) const;
  void finish();

  const LinearLoss& loss_;
  math::PanelView view_;
  std::optional<math::RowView> rows_;
  const Vector& point_;
  Eigen::MatrixXd& hessian_;
  Index blocks_per_part_ = 1;
  Index parts_ = 0;
  Index next_part_ = 0;
  std::vector<double> sums_;  ///< per part, d x d
};

}  // namespace noisy
