#include "engine/problem/symmetric_spectrum.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "engine/problem/symmetric_eigenvalues.h"

namespace noisy {
namespace {

constexpr int kMostSweeps = 60;
constexpr double kOffDiagonalTolerance = 1e-30;  ///< of squares, relative to the diagonal

/// One rotation in the plane (p, q) that makes a_pq zero (Golub and Van Loan, section 8.5).
void rotate(Eigen::MatrixXd& a, Index p, Index q) {
  if (a(p, q) == 0) return;
  const double tau = (a(q, q) - a(p, p)) / (2 * a(p, q));
  const double tangent = (tau >= 0 ? 1 : -1) / (std::fabs(tau) + std::sqrt(1 + tau * tau));
  const double cosine = 1 / std::sqrt(1 + tangent * tangent);
  const double sine = tangent * cosine;
  for (Index k = 0; k < a.rows(); ++k) {
    const double left = a(k, p);
    const double right = a(k, q);
    a(k, p) = cosine * left - sine * right;
    a(k, q) = sine * left + cosine * right;
  }
  for (Index k = 0; k < a.rows(); ++k) {
    const double above = a(p, k);
    const double below = a(q, k);
    a(p, k) = cosine * above - sine * below;
    a(q, k) = sine * above + cosine * below;
  }
}

/// Sum of squares off the diagonal over that on it.
double off_diagonal_share(const Eigen::MatrixXd& a) {
  double off = 0;
  double on = 0;
  for (Index i = 0; i < a.rows(); ++i) {
    on += a(i, i) * a(i, i);
    for (Index j = 0; j < i; ++j) off += 2 * a(i, j) * a(i, j);
  }
  return off == 0 ? 0 : off / on;
}

}  // namespace

std::vector<double> symmetric_eigenvalues(Eigen::MatrixXd matrix, int* sweeps) {
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    if (off_diagonal_share(matrix) <= kOffDiagonalTolerance) break;
    if (sweeps) *sweeps = sweep + 1;
    for (Index p = 0; p < matrix.rows(); ++p) {
      for (Index q = p + 1; q < matrix.rows(); ++q) rotate(matrix, p, q);
    }
  }
  std::vector<double> values;
  for (Index i = 0; i < matrix.rows(); ++i) values.push_back(matrix(i, i));
  std::ranges::sort(values, std::greater());
  return values;
}

Spectrum symmetric_spectrum(Eigen::MatrixXd matrix, int* sweeps) {
  const std::vector<double> values = symmetric_eigenvalues(std::move(matrix), sweeps);
  return {.smallest = values.back(), .largest = values.front()};
}

}  // namespace noisy
