#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "engine/privacy/accountant/sampled_renyi.h"

namespace noisy::testing {

/// delta of N releases with Gaussian noise on drawn batches, without a grid of losses: with
/// M(z) = E exp(z loss) of one release it is
///
///   (1 / (2 pi i)) integral of M(z)^N exp(-z epsilon) / (z (z + 1)) dz along Re z = c > 0,
///
/// the inverse Laplace transform of E (1 - exp(epsilon - sum of losses))_+. L = 1 - q + q e^(s x -
/// s^2/2), x standard normal, is the density with the record over that without.
class LineIntegral {
 public:
  /// @param shift  s, the sensitivity over the deviation
  LineIntegral(double shift, double rate, double steps, SampledPair pair)
      : shift_(shift), rate_(rate), steps_(steps), pair_(pair) {}

  double delta(double epsilon) const {
    double c = 0.02;
    for (double next = c; next < 1e4 && height(next, epsilon) <= height(c, epsilon); next *= 1.2) {
      c = next;
    }
    const std::vector<Node> nodes = table(c);
    const double width = 0.25 * c, step = 0.02, peak = height(c, epsilon);
    double sum = 0;
    for (int k = 0; k < 900; ++k) {
      const std::complex<double> z(c, width * std::sinh(k * step));
      const auto term =
          std::exp(steps_ * log_moment(z, nodes) - z * epsilon - peak) / (z * (z + 1.0));
      sum += term.real() * std::cosh(k * step) * (k == 0 ? 0.5 : 1);
    }
    return std::exp(peak) * sum * width * step / std::numbers::pi;
  }

 private:
  struct Node {
    double loss;  ///< ln L
    double weight;
  };

  std::vector<Node> table(double c) const {
    const bool is_half = pair_ == SampledPair::exchanged;
    const double low = is_half ? 0.5 * shift_ : -10, high = 10 + shift_ * (c + 1);
    const int count = 2 * static_cast<int>(200 + 30 * (high - low));
    const double h = (high - low) / count;
    std::vector<Node> out;
    for (int k = 0; k <= count; ++k) {  // Simpson's rule
      const double x = low + k * h;
      const double share = k == 0 || k == count ? 1 : k % 2 == 1 ? 4 : 2;
      out.push_back({std::log1p(rate_ * std::expm1(shift_ * x - 0.5 * shift_ * shift_)),
                     share * h / 3 * std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi)});
    }
    return out;
  }

  std::complex<double> log_moment(std::complex<double> z, const std::vector<Node>& nodes) const {
    std::complex<double> sum = pair_ == SampledPair::exchanged ? 1 : 0;
    for (const auto& [loss, weight] : nodes) {
      const auto with = std::exp((z + 1.0) * loss), without = std::exp(-z * loss);
      sum += weight * (pair_ == SampledPair::remove ? with
                       : pair_ == SampledPair::add  ? without
                                                    : with - std::exp(loss) + without - 1.0);
    }
    return std::log(sum);
  }

  double height(double c, double epsilon) const {
    return steps_ * log_moment(c, table(c)).real() - c * epsilon - std::log(c * (c + 1));
  }

  double shift_, rate_, steps_;
  SampledPair pair_;
};

}  // namespace noisy::testing
