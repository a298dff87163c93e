#pragma once

#include <span>
#include <vector>

#include "engine/privacy/accountant/loss_grid.h"

namespace noisy {

/// A rounded pair and how often it is used.
struct GridTerm {
  LossGrid losses;
  Index count = 1;
};

/// Where and under which tilt a composition is computed.
struct CompositionWindow {
  double step = 0.0;  ///< h
  double tilt = 0.0;  ///< t >= 0: masses are weighted by e^{t k} before the transform
  Index first = 0;    ///< k of the first grid point of the window: loss offset + k h, where
                      ///< offset is the sum of all terms' offsets
  Index points = 0;   ///< length of the transform, a power of two
  double rise = 0.0;  ///< Chernoff exponent that bounds the mass above the window
  double fall = 0.0;  ///< and below it, at least the tilt
};

/// The losses of a composition, tilted:
///
/// delta(e) = e^{c - t e / h} sum_{k h > e} g_k e^{-t (k - e / h)} (1 - e^{e - k h})      (offset
/// 0)
///
/// where g is the T-fold convolution of masses f_k e^{t k}, scaled to sum to 1. Near the tilted
/// mean all terms have the size of their sum, so round-off that is small beside g is small beside
/// delta, however small delta is. Every error has a bound that is added to the pessimistic answer
/// and taken from the optimistic one:
/// - rounding of the tilt: each mass, relatively;
/// - transforms, in the Euclidean norm (FourierTransform::roundoff), times ||e^{-t(k - e/h)}||_2;
///   a spectrum of size at most 1 with an error of x has powers with an error of at most T x;
/// - mass beyond the window, which wraps around: Chernoff's bound, from the grid's own moments.
class ComposedLosses {
 public:
  ComposedLosses(std::span<const GridTerm> terms, const CompositionWindow& window);

  double pessimistic_delta(double epsilon) const;
  double optimistic_delta(double epsilon) const;

  /// The largest epsilon of the window.
  double highest() const;
  double lowest() const;

 private:
  /// One side: sums from a grid point k on, weighted by the distance from it.
  struct Side {
    std::vector<double> reach;   // sum_j g_{k+j} e^{-t j} (1 - e^{-h j})
    std::vector<double> weight;  // sum_j g_{k+j} e^{-(t + h) j}
    double log_scale = 0.0;      // c
    double scale_error = 0.0;    // absolute, of c
    double above = 0.0;          // g beyond the window, at most
    double below = 0.0;
    double infinite = 0.0;  // probability of an infinite loss
  };
  struct Point {
    std::size_t index;  // of the window
    double place;       // the same as k
    double distance;    // k h - epsilon
  };

  void accumulate(Side& side, std::span<const double> masses) const;
  Point point_at(double epsilon) const;
  double finite_part(const Side& side, const Point& point) const;
  double error_norm(const Point& point) const;

  CompositionWindow window_;
  Side pessimistic_;
  Side optimistic_;
  double round_off_ = 0.0;   // of g in the Euclidean norm
  double offset_ = 0.0;      // of all losses
  double loss_error_ = 0.0;  // of epsilon
};

}  // namespace noisy
