#pragma once

#include <string_view>
#include <vector>

#include "engine/data/feature_bounds.h"
#include "engine/data/generator.h"
#include "engine/data/sparse_data.h"

namespace noisy {

/// Whether make_sparse_synthetic makes the data of this name.
bool is_sparse_generator(std::string_view name);

/// Columns of "a9a-like": 14 one-hot groups of 5, 8, 5, 16, 5, 7, 14, 6, 5, 2, 2, 2, 5, 41.
inline constexpr Index kA9aFeatures = 123;
/// Values that are not zero in every row of "a9a-like": one in each group.
inline constexpr Index kA9aGroups = 14;
/// Values that are not zero in every row of "text-like".
inline constexpr Index kTextWords = 25;
/// Fewest columns of "text-like": drawing 25 different words must not take long.
inline constexpr Index kFewestTextFeatures = 100;

struct SparseSyntheticData {
  SparseData data;
  FeatureBounds bounds;         ///< by construction, targets in [-1, 1]
  std::vector<double> weights;  ///< w, the hidden truth
};

/// A sparse data set, drawn from one stream per row as make_synthetic does. Labels follow the
/// logistic model with hidden weights w.
///
/// - "a9a-like", after the binarized census data of LIBSVM's a9a: in each of 14 groups one column
///   is 1, column c of a group with probability ~ 1 / (c + 1); w ~ N(0, I). 123 features.
///   Bounds: linf 1, l1 14, l2 sqrt(14).
/// - "text-like": 25 different words a row, word j drawn with probability ~ 1 / (j + 1) (Zipf's
///   law), with weights uniform on (0, 1], scaled to l2 norm 1 (at most 1 after rounding). A
///   coordinate of w is N(0, 100) with probability 1/10, else 0. Bound: l2 1, so l1 5.
///
/// @param memory_bytes  most that the data set may take, its index by columns included
/// @error invalid-value   a size below 1 (of words, below 100)
/// @error limit-exceeded  the data would pass the memory limit
Result<SparseSyntheticData> make_sparse_synthetic(const SyntheticParameters& parameters,
                                                  double memory_bytes = 1.5e9);

/// The memory that such data take, with their index by columns, in bytes.
double sparse_synthetic_bytes(const SyntheticParameters& parameters);

}  // namespace noisy
