#pragma once

#include <memory>
#include <vector>

#include "engine/experiment/plan/load_data.h"
#include "engine/math/deadline.h"
#include "engine/math/thread_pool.h"
#include "engine/problem/risk/finite_sum.h"
#include "engine/problem/symmetric_spectrum.h"

namespace noisy {

/// Computes the spectrum of a data set exactly: one pass gives the Gram matrix column by column.
/// It reads the data: nothing here is certified. A smallest eigenvalue that rounding alone may have
/// lifted above 0 is 0: that of records which lie in a plane.
class SpectrumSearch {
 public:
  static constexpr Index kMostFeatures = 256;

  /// @param data  must outlive this; at most kMostFeatures columns
  explicit SpectrumSearch(const LoadedData& data);

  /// True when finished.
  bool advance(math::ThreadPool& pool, const math::Deadline& deadline);
  const Spectrum& result() const { return spectrum_; }

 private:
  std::unique_ptr<FiniteSum> quadratic_;
  std::vector<Vector> directions_;
  std::vector<Vector> columns_;
  std::unique_ptr<Pass> pass_;
  Spectrum spectrum_;
};

}  // namespace noisy
