#include "engine/math/linear_program.h"

#include <cmath>
#include <vector>

namespace noisy::math {

namespace {

/// Rounding could defeat Bland's rule on a degenerate program.
constexpr int kMostPivots = 100000;

/// Rows: the equations, then the reduced costs; columns: variables, one artificial variable per
/// equation, the right-hand side.
class Tableau {
 public:
  Tableau(const LinearProgram& program, double tolerance)
      : rows_(program.matrix.rows()),
        variables_(program.matrix.cols()),
        tolerance_(tolerance),
        table_(Eigen::MatrixXd::Zero(rows_ + 1, variables_ + rows_ + 1)) {
    for (Index i = 0; i < rows_; ++i) {
      const double sign = program.right[i] < 0 ? -1 : 1;
      table_.row(i).head(variables_) = sign * program.matrix.row(i);
      table_(i, variables_ + i) = 1;
      table_(i, last()) = sign * program.right[i];
      basis_.push_back(variables_ + i);
    }
  }

  /// Minimizes the sum of the artificial variables. @return whether it reached 0
  bool find_feasible() {
    for (Index i = 0; i < rows_; ++i) {
      table_.row(rows_).head(variables_) -= table_.row(i).head(variables_);
      table_(rows_, last()) -= table_(i, last());
    }
    return descend() && -table_(rows_, last()) <= tolerance_;
  }

  /// Minimizes cost'x from the feasible point; false when there is no lower bound.
  bool minimize(const Vector& cost) {
    drop_artificial();
    table_.row(rows_).setZero();
    table_.row(rows_).head(variables_) = cost.transpose();
    for (Index i = 0; i < rows_; ++i) {
      if (basis_[i] < variables_) table_.row(rows_) -= cost[basis_[i]] * table_.row(i);
    }
    return descend();
  }

  Vector point() const {
    Vector x = Vector::Zero(variables_);
    for (Index i = 0; i < rows_; ++i) {
      if (basis_[i] < variables_) x[basis_[i]] = std::fmax(table_(i, last()), 0.0);
    }
    return x;
  }

 private:
  Index last() const { return variables_ + rows_; }

  bool descend() {
    for (int count = 0; count < kMostPivots; ++count) {
      Index entering = 0;
      while (entering < variables_ && !(table_(rows_, entering) < -tolerance_)) ++entering;
      if (entering == variables_) return true;
      const Index leaving = leaving_row(entering);
      if (leaving < 0) return false;
      pivot(leaving, entering);
    }
    return false;
  }

  Index leaving_row(Index entering) const {
    Index best = -1;
    double least = 0;
    for (Index i = 0; i < rows_; ++i) {
      if (!(table_(i, entering) > tolerance_)) continue;
      const double ratio = table_(i, last()) / table_(i, entering);
      if (best < 0 || ratio < least || (ratio == least && basis_[i] < basis_[best])) {
        best = i;
        least = ratio;
      }
    }
    return best;
  }

  void pivot(Index row, Index column) {
    table_.row(row) /= table_(row, column);
    for (Index i = 0; i <= rows_; ++i) {
      const double factor = table_(i, column);
      if (i != row && factor != 0) table_.row(i) -= factor * table_.row(row);
    }
    basis_[row] = column;
  }

  /// An artificial variable that stayed in the basis at 0 leaves it, or its equation is redundant.
  void drop_artificial() {
    for (Index i = 0; i < rows_; ++i) {
      if (basis_[i] < variables_) continue;
      Index column = 0;
      while (column < variables_ && !(std::fabs(table_(i, column)) > tolerance_)) ++column;
      if (column < variables_) {
        pivot(i, column);
      } else {
        table_.row(i).setZero();
      }
    }
  }

  Index rows_, variables_;
  double tolerance_;
  Eigen::MatrixXd table_;
  std::vector<Index> basis_;
};

}  // namespace

std::optional<LinearProgramSolution> solve(const LinearProgram& program, double tolerance) {
  Tableau tableau(program, tolerance);
  if (!tableau.find_feasible() || !tableau.minimize(program.cost)) return std::nullopt;
  LinearProgramSolution solution{.point = tableau.point()};
  for (Index i = 0; i < program.cost.size(); ++i) {
    solution.value += program.cost[i] * solution.point[i];
  }
  return solution;
}

}  // namespace noisy::math
