#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace noisy {

/// A symmetric matrix of fixed small size; both triangles are stored.
template <std::size_t N>
using SmallSymmetric = std::array<std::array<double, N>, N>;

/// Eigenvalues in ascending order, with unit eigenvectors.
template <std::size_t N>
struct SmallEigen {
  std::array<double, N> values{};
  std::array<std::array<double, N>, N> vectors{};  ///< vectors[i] belongs to values[i]
};

/// Eigenvalues by cyclic Jacobi rotations in a fixed order, so the same bits everywhere; absolute
/// error about 1e-15 times the matrix' norm.
template <std::size_t N>
SmallEigen<N> small_eigen(SmallSymmetric<N> matrix) {
  std::array<std::array<double, N>, N> rows{};
  for (std::size_t i = 0; i < N; ++i) rows[i][i] = 1.0;
  for (int sweep = 0; sweep < 32; ++sweep) {
    double off = 0.0, diagonal = 0.0;
    for (std::size_t i = 0; i < N; ++i) {
      diagonal += matrix[i][i] * matrix[i][i];
      for (std::size_t j = i + 1; j < N; ++j) off += matrix[i][j] * matrix[i][j];
    }
    if (!(off > 1e-34 * diagonal)) break;
    for (std::size_t p = 0; p < N; ++p)
      for (std::size_t q = p + 1; q < N; ++q) {
        if (matrix[p][q] == 0.0) continue;
        const double theta = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
        const double tangent =
            (theta >= 0.0 ? 1.0 : -1.0) / (std::fabs(theta) + std::sqrt(theta * theta + 1.0));
        const double cosine = 1.0 / std::sqrt(tangent * tangent + 1.0);
        const double sine = tangent * cosine;
        for (std::size_t k = 0; k < N; ++k) {
          const double kp = matrix[k][p], kq = matrix[k][q];
          matrix[k][p] = cosine * kp - sine * kq;
          matrix[k][q] = sine * kp + cosine * kq;
        }
        for (std::size_t k = 0; k < N; ++k) {
          const double pk = matrix[p][k], qk = matrix[q][k];
          matrix[p][k] = cosine * pk - sine * qk;
          matrix[q][k] = sine * pk + cosine * qk;
          const double rp = rows[p][k], rq = rows[q][k];
          rows[p][k] = cosine * rp - sine * rq;
          rows[q][k] = sine * rp + cosine * rq;
        }
      }
  }
  SmallEigen<N> eigen;
  for (std::size_t i = 0; i < N; ++i) {
    std::size_t at = i;  // insertion, ascending
    for (; at > 0 && eigen.values[at - 1] > matrix[i][i]; --at) {
      eigen.values[at] = eigen.values[at - 1];
      eigen.vectors[at] = eigen.vectors[at - 1];
    }
    eigen.values[at] = matrix[i][i];
    eigen.vectors[at] = rows[i];
  }
  return eigen;
}

/// True when the matrix plus shift times the identity has a Cholesky factor with positive pivots:
/// an independent check of positive definiteness.
template <std::size_t N>
bool has_cholesky_factor(SmallSymmetric<N> matrix, double shift) {
  for (std::size_t k = 0; k < N; ++k) {
    const double pivot = matrix[k][k] + shift;
    if (!(pivot > 0.0)) return false;
    for (std::size_t i = k + 1; i < N; ++i)
      for (std::size_t j = i; j < N; ++j) matrix[j][i] -= matrix[i][k] * matrix[j][k] / pivot;
    for (std::size_t i = k + 1; i < N; ++i)
      for (std::size_t j = i + 1; j < N; ++j) matrix[i][j] = matrix[j][i];
  }
  return true;
}

}  // namespace noisy
