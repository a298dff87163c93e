#pragma once

#include "engine/random/stream.h"
#include "engine/solver/gap/gap_search.h"

namespace noisy {

struct WeakGapOptions {
  SideOptions search;
  Index resamples = 1000;  ///< of the bootstrap
  double level = 0.95;     ///< of its interval
};

/// The weak gap max over y of E[F(x~, y)] - min over x of E[F(x, y~)] of an algorithm, from the
/// points that R runs released (bring-your-own-minimax, 5.2).
struct WeakGapEstimate {
  Bracket plug_in;  ///< with the mean over the runs for E: above the weak gap in the mean
  /// Best responses to one half of the runs, valued at the other, and the other way round: below
  /// the weak gap in the mean, because no fixed response is better than the best one.
  double split = 0;
  Bracket interval;        ///< of the bootstrap, about `split`
  bool is_narrow = false;  ///< every search became as narrow as demanded
};

/// Estimates it, in slices.
class WeakGap final : public Pass {
 public:
  /// @param mean    must outlive this
  /// @param points  of R >= 2 runs, finite, in the domains
  /// @param draws   of the bootstrap
  WeakGap(const SaddleMean& mean, std::vector<SaddlePoint> points, const WeakGapOptions& options,
          Stream draws);

  bool advance(ThreadPool& pool, const Deadline& deadline) override;
  /// Valid once advance() has returned true.
  const WeakGapEstimate& result() const { return result_; }

 private:
  bool is_valued() const { return values_.size() == 2 * points_.size(); }
  void begin_pass();
  void finish();

  const SaddleMean* mean_;
  std::vector<SaddlePoint> points_;
  WeakGapOptions options_;
  Stream draws_;
  Index half_;
  GapSearch whole_;
  GapSearch first_, second_;    ///< of the runs before half_, and of the others
  std::vector<double> values_;  ///< F(x_r, y^), F(x^, y_r) of the runs so far, one by one
  Vector z_;
  SaddleMeanAnswer answer_;
  std::unique_ptr<Pass> pass_;
  WeakGapEstimate result_;
};

/// The bounds of the middle part of the means of so many resamples with replacement.
Bracket bootstrap_interval(std::span<const double> values, Index resamples, double level,
                           Stream& draws);

}  // namespace noisy
