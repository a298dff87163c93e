#include "engine/math/weighted_gram.h"

#include "engine/math/lanes.h"

namespace noisy::math {
namespace {

using V = Lanes<2>::Double;
constexpr Index kParts = kPanelRows / 2;  ///< vectors per panel and column

/// scaled[p * 8 d + 8 j + r] = w u
void scale_rows(const double* panels, Index stride, Index count, Index dimension,
                const double* weights, double* scaled) {
  for (Index p = 0; p < count; ++p) {
    const double* weight = weights + p * kPanelRows;
    for (Index j = 0; j < dimension; ++j) {
      const double* from = panels + p * stride + j * kPanelRows;
      double* to = scaled + (p * dimension + j) * kPanelRows;
      for (Index r = 0; r < kPanelRows; ++r) to[r] = weight[r] * from[r];
    }
  }
}

/// Entries (j .. j + Rows, k .. k + Columns) of the product of scaled and plain columns.
template <int Rows, int Columns>
void add_tile(const double* scaled, const double* panels, Index stride, Index count,
              Index dimension, Index j, Index k, double* gram) {
  V sums[Rows][Columns] = {};
  for (Index p = 0; p < count; ++p) {
    const double* left = scaled + (p * dimension + j) * kPanelRows;
    const double* right = panels + p * stride + k * kPanelRows;
    for (Index part = 0; part < kParts; ++part) {
      V factors[Columns];
      for (int c = 0; c < Columns; ++c) factors[c] = load<V>(right + c * kPanelRows + part * 2);
      for (int r = 0; r < Rows; ++r) {
        const V factor = load<V>(left + r * kPanelRows + part * 2);
        for (int c = 0; c < Columns; ++c) sums[r][c] += factor * factors[c];
      }
    }
  }
  for (int r = 0; r < Rows; ++r) {
    for (int c = 0; c < Columns; ++c) {
      gram[(j + r) * dimension + k + c] += sums[r][c][0] + sums[r][c][1];
    }
  }
}

template <int Rows>
void add_rows(const double* scaled, const double* panels, Index stride, Index count,
              Index dimension, Index j, double* gram) {
  Index k = 0;
  for (; k + 3 <= j + Rows && k + 3 <= dimension; k += 3) {
    add_tile<Rows, 3>(scaled, panels, stride, count, dimension, j, k, gram);
  }
  for (; k < j + Rows; ++k) {
    add_tile<Rows, 1>(scaled, panels, stride, count, dimension, j, k, gram);
  }
}

}  // namespace

void add_weighted_gram(const double* panels, Index stride, Index count, Index dimension,
                       const double* weights, double* scratch, double* gram) {
  scale_rows(panels, stride, count, dimension, weights, scratch);
  Index j = 0;
  for (; j + 4 <= dimension; j += 4) {
    add_rows<4>(scratch, panels, stride, count, dimension, j, gram);
  }
  for (; j < dimension; ++j) {
    add_rows<1>(scratch, panels, stride, count, dimension, j, gram);
  }
}

}  // namespace noisy::math
