#include "engine/experiment/plan/spectrum.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/experiment/plan/make_risk.h"
#include "engine/math/lanes.h"
#include "engine/math/row_links.h"
#include "engine/math/row_pass.h"
#include "engine/problem/loss/custom_loss.h"

namespace noisy {
namespace {

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

/// By how much rounding may have moved an eigenvalue of the Gram matrix G = U'U / n, d x d: no more
/// than the norm of what it added to the matrix (Weyl).
///
/// An entry is a mean of n rounded products, so that it is off by at most (w + 2^-53) times the
/// mean of their sizes, w = mean_rounding_error(n); that mean is at most sqrt(G_jj G_kk) (Cauchy,
/// Schwarz), and all entries together have at most (w + 2^-53) tr G as a Frobenius norm. A sweep of
/// rotations is d rounds of rotations in planes apart, from both sides, each of which adds at most
/// 6 2^-53 |G|_F <= 6 2^-53 tr G (Wilkinson 1965, 3.20 to 3.22; Golub and Van Loan, 8.5).
double rounding_of(double trace, Index dimension, int sweeps, Index samples) {
  constexpr double kUnit = 0x1p-53;
  const double rotations = 12.0 * sweeps * static_cast<double>(dimension);
  return (math::mean_rounding_error(samples) + kUnit * (1 + rotations)) * trace;
}

}  // namespace

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
  int sweeps = 0;
  const double trace = gram.trace();
  spectrum_ = symmetric_spectrum(std::move(gram), &sweeps);
  const double rounding =
      rounding_of(trace, quadratic_->dimension(), sweeps, quadratic_->samples());
  if (spectrum_.smallest <= rounding) spectrum_.smallest = 0;
  return true;
}

}  // namespace noisy
