#pragma once

#include "engine/problem/saddle/affine_in_record.h"
#include "engine/problem/saddle/saddle_loss.h"

namespace noisy {

/// A row of data as a matrix, one of its rows after the other.
struct GameShape {
  Index rows = 0;
  Index columns = 0;
};

/// The shape of a matrix of so many entries, which are not all in it where they do not fit.
///
/// @param rows  their number; 0: as many as columns
GameShape game_shape(Index entries, Index rows);

/// @error invalid-value at "rows" when so many entries are no matrix of that many rows, or one with
///        fewer than two rows or columns
Result<void> check_game(Index entries, Index rows);

/// A zero-sum game whose matrix A differs from record to record (P1 and P2 of
/// saddle-mirror-descent, 4.3): x and y in the simplices over A's rows and columns,
///
///     f(x, y; A) = x'A y,   (grad_x f, -grad_y f) = (A y, -A'x)
///
/// For entries of at most b, ||A||_F <= B, r rows and c columns:
/// - L_0 = L_1 = b, L_2 = 0 and S_inf = 2 b, all attained: the only second derivatives are entries.
/// - S_x = 2 min(B, b sqrt(r)) and S_y = 2 min(B, b sqrt(c)), attained by A and -A at a corner,
///   because no A y is longer than the longest column.
/// - L = min( b sqrt(r + c), sqrt(B^2 + b^2) ): one column and one row, which share an entry.
/// - l_xx = l_yy = 0, and l_xy = l = B, attained by matrices of rank one.
class MatrixGame final : public SaddleLoss, public AffineInRecord {
 public:
  /// @param rows  r >= 2, or 0 for a square matrix
  explicit MatrixGame(Index rows) : rows_(rows) {}

  Index primal_dimension(Index features) const override { return game_shape(features, rows_).rows; }
  Index dual_dimension(Index features) const override {
    return game_shape(features, rows_).columns;
  }
  Domain primal_domain(Index features) const override;
  Domain dual_domain(Index features) const override { return primal_domain(features); }
  double value(const SaddleRecord& record, const Vector& z) const override;
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override;
  SaddleBounds bounds(const FeatureBounds& records, Index features) const override;
  Result<void> check_features(Index features) const override { return check_game(features, rows_); }

 private:
  Index rows_;
};

}  // namespace noisy
