#pragma once

#include <ostream>

#include "tests/solver/naive/gradient.h"
#include "tests/solver/naive/recursive.h"
#include "tests/solver/naive/variance_reduced.h"

namespace noisy::testing::naive {

/// A base solver of the engine, and the method that it ought to be.
struct MinimizationTwin {
  const char* id;
  void (*run)(const Problem&, Stream&, Checks&);
  std::size_t checks;  ///< how many are compared

  friend void PrintTo(const MinimizationTwin& twin, std::ostream* out) { *out << twin.id; }
};

inline const std::vector<MinimizationTwin>& minimization_twins() {
  static const std::vector<MinimizationTwin> all = {
      {"gradient-descent", gradient_descent, 60},
      {"accelerated-gradient", accelerated_gradient, 60},
      {"sgd", sgd, 40},
      {"svrg", svrg, 12},
      {"svrg-practical", svrg_practical, 12},
      {"loopless-svrg", loopless_svrg, 20},
      {"saga", saga, 20},
      {"sarah", sarah, 40},
      {"katyusha", katyusha, 15}};
  return all;
}

}  // namespace noisy::testing::naive
