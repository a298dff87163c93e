#include "engine/experiment/plan/spectrum.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/experiment/plan/make_risk.h"
#include "engine/math/lanes.h"
#include "engine/math/row_links.h"
#include "engine/problem/loss/custom_loss.h"

namespace noisy {
namespace {

constexpr int kMostSweeps = 60;
constexpr double kOffDiagonalTolerance = 1e-30;  ///< of squares, relative to the diagonal

/// m^2 / 2: its gradient at x is U'U x / n, whatever the targets.
struct SpectrumLink {
  template <class V>
  [[gnu::always_inline]] math::LinkResult<V> evaluate(V margin, V) const {
    return {0.5 * margin * margin, margin};
  }
};

constexpr SpectrumLink kSpectrum;

/// It is never released, so no bound on derivatives is claimed.
LinearLoss spectrum_loss() {
  return custom_loss(
      kSpectrum, [](double, double) { return std::numeric_limits<double>::infinity(); }, 1);
}

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

Spectrum symmetric_spectrum(Eigen::MatrixXd matrix) {
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    if (off_diagonal_share(matrix) <= kOffDiagonalTolerance) break;
    for (Index p = 0; p < matrix.rows(); ++p) {
      for (Index q = p + 1; q < matrix.rows(); ++q) rotate(matrix, p, q);
    }
  }
  Spectrum spectrum{matrix(0, 0), matrix(0, 0)};
  for (Index i = 1; i < matrix.rows(); ++i) {
    spectrum.smallest = std::min(spectrum.smallest, matrix(i, i));
    spectrum.largest = std::max(spectrum.largest, matrix(i, i));
  }
  return spectrum;
}

SpectrumSearch::SpectrumSearch(const LoadedData& data)
    : quadratic_(make_risk(data, FeatureBounds{}, spectrum_loss())),
      columns_(static_cast<std::size_t>(data.features()), Vector::Zero(data.features())) {
  for (Index j = 0; j < data.features(); ++j) {
    directions_.push_back(Vector::Unit(data.features(), j));
  }
  std::vector<PointQuery> queries;
  for (std::size_t j = 0; j < directions_.size(); ++j) {
    queries.push_back({.point = &directions_[j], .gradient = &columns_[j], .value = nullptr});
  }
  pass_ = quadratic_->begin_pass(queries);
}

bool SpectrumSearch::advance(math::ThreadPool& pool, const math::Deadline& deadline) {
  if (!pass_) return true;
  if (!pass_->advance(pool, deadline)) return false;
  pass_.reset();
  Eigen::MatrixXd gram(quadratic_->dimension(), quadratic_->dimension());
  for (Index j = 0; j < gram.cols(); ++j) gram.col(j) = columns_[static_cast<std::size_t>(j)];
  spectrum_ = symmetric_spectrum(std::move(gram));
  spectrum_.smallest = std::max(spectrum_.smallest, 0.0);
  return true;
}

}  // namespace noisy
