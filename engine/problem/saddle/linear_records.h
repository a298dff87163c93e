#pragma once

#include <cstdint>
#include <string_view>

#include "engine/problem/saddle/saddle_problem.h"

namespace noisy {

/// Records xi = (xi_b, xi_c) of a loss that is linear in them, <xi_b, x> - <xi_c, y>.
struct LinearRecords {
  Eigen::MatrixXd primal;  ///< xi_b, one record per column
  Eigen::MatrixXd dual;    ///< xi_c

  Index count() const { return primal.cols(); }
  /// (mean xi_b, mean xi_c)
  SaddlePoint mean() const;
};

/// The law of such records: independent coordinates at their mean plus or minus a spread, which is
/// their standard deviation.
struct LinearLaw {
  SaddlePoint mean;  ///< (b, c)
  double primal_spread = 0;
  double dual_spread = 0;

  /// sup ||(xi_b, xi_c)||, which the record with every sign that of its mean attains.
  double longest() const;
  /// Record i depends on the seed, the name and i alone.
  LinearRecords draw(Index count, std::uint64_t seed, std::string_view name) const;
};

}  // namespace noisy
