#pragma once

#include <cstdint>

#include "engine/data/dense_data.h"
#include "engine/problem/saddle/saddle_problem.h"

namespace noisy {

struct AtomParameters {
  Index atoms = 5000;         ///< N
  Index features = 10;        ///< d >= 1, or >= 2 with a minority
  double strength = 6;        ///< of the labels' dependence on the features, >= 0
  double minority_share = 0;  ///< in [0, 1); the nearest multiple of 1 / N is taken
  std::uint64_t seed = 1;
};

/// A population of N records of the same weight, for problems whose population has no closed form
/// (T7, T8, T10 of bring-your-own-minimax, 5.1): its F is a finite sum, and so are its gaps.
///
/// Features are uniform in direction and in length up to 1, the label is 1 with probability
/// sigmoid(strength g.u) for a hidden direction g, else -1. With a minority, the first column is
/// 1/2 for its members, which come first, and -1/2 for the others; their remaining features are
/// shorter by sqrt(3)/2, and the minority has a hidden direction of its own. No record is longer
/// than 1.
///
/// @error invalid-value when a parameter is out of its range; out-of-memory
Result<DenseData> make_atoms(const AtomParameters& parameters);

/// How many atoms belong to the minority: they are the first.
Index minority_atoms(const AtomParameters& parameters);

/// n independent draws of the atoms, as a data set. Record i depends on the seed and i alone.
///
/// @error out-of-memory
Result<DenseData> draw_atoms(const DenseData& atoms, Index count, std::uint64_t seed);

}  // namespace noisy
