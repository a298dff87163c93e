#pragma once

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>

#include "tests/algorithm/naive/numbers.h"

/// Methods for non-convex risks under the KL condition, written from the specification alone.
namespace noisy::naive {

/// What is stated of the problem and asked of the run.
struct KlConstants {
  double samples = 0;    ///< n
  double dimension = 0;  ///< d
  double rho = 0;
  double beta = 0.05;
  double gamma = 0;
  double kappa = 2;
  double lipschitz = 0;       ///< L0
  double smoothness = 0;      ///< L1
  double weak_convexity = 0;  ///< L~1
  double initial_gap = 0;     ///< F0
  double adjacency = 2;       ///< 2: a record replaced, 1: a record emptied

  /// D0: how far one record moves the mean gradient.
  double record_move() const { return adjacency * lipschitz / samples; }
  /// F0, which is at most (gamma L0)^kappa.
  double gap() const { return std::min(initial_gap, std::pow(gamma * lipschitz, kappa)); }
};

/// Ceilings and floors forgive a relative error of 1e-12.
inline double up(double x) {
  return std::ceil(x - 1e-12 * std::abs(x));
}
inline double down(double x) {
  return std::floor(x + 1e-12 * std::abs(x));
}

inline double chi_radius(double dimension, double probability) {
  return std::sqrt(dimension) + std::sqrt(2 * std::log(1 / probability));
}

/// zCDP of Gaussian noise.
inline double gaussian_cost(double sensitivity, double deviation) {
  return sensitivity * sensitivity / (2 * deviation * deviation);
}

/// A plan that there is none of: the twin of an engine's error.
struct NoPlan : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Where the unit noise of release 0, 1, ... comes from.
struct UnitDraws {
  std::function<Numbers(std::size_t release, std::size_t count)> normals;
  std::function<Numbers(std::size_t release, std::size_t count)> gumbels;
};

struct KlRelease {
  std::string kind;
  double scale = 0;  ///< standard deviation, or the scale of the Gumbels
  double cost = 0;   ///< in rho
};

/// What a run comes to.
struct KlRun {
  std::vector<Numbers> path = {};  ///< the point after every step
  Numbers answer = {};
  std::vector<KlRelease> releases = {};
  double passes = 0;  ///< over all records: evaluations / n
  std::string stop = {};

  double spent() const {
    double sum = 0;
    for (const KlRelease& release : releases) sum += release.cost;
    return sum;
  }

  Numbers noised(const Numbers& exact, KlRelease release, const UnitDraws& draws) {
    const Numbers noise = draws.normals(releases.size(), exact.size());
    releases.push_back(std::move(release));
    return plus(exact, releases.back().scale, noise);
  }
};

using MeanGradient = std::function<Numbers(const Numbers& point)>;

}  // namespace noisy::naive
