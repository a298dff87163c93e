#pragma once

#include <vector>

#include "engine/solver/gap/bracketed_descent.h"
#include "engine/solver/gap/saddle_mean.h"

namespace noisy {

/// Which variable is free.
enum class SaddleSide { primal, dual };

struct SideOptions {
  double width = 1e-6;  ///< the bracket that is demanded, > 0, as far as rounding leaves it
  Index most_evaluations = 1'000'000'000;  ///< of records; then the bracket is what it is
};

/// The best response of one player to the mean of some points of the other.
struct SideOptimum {
  Bracket value;          ///< of min over x, or of max over y
  Vector point;           ///< that attains the end of the bracket on its own side
  Index evaluations = 0;  ///< of records
  /// As narrow as demanded, and no contradiction: a lower end above the upper one shows that F is
  /// not convex-concave, or its slopes are wrong.
  bool is_narrow = false;
};

/// Brackets max over y in Y of (1/R) sum_r F(x_r, y), or min over x in X of (1/R) sum_r F(x, y_r),
/// in slices. Exact, so not private.
class SideSearch final : public Pass {
 public:
  /// @param mean    must outlive this
  /// @param others  finite;  x_r for the dual side, y_r for the primal one; at least one
  SideSearch(const SaddleMean& mean, SaddleSide side, std::vector<Vector> others,
             const SideOptions& options);

  SideSearch(const SideSearch&) = delete;
  SideSearch& operator=(const SideSearch&) = delete;

  bool advance(ThreadPool& pool, const Deadline& deadline) override;
  /// Valid once advance() has returned true.
  SideOptimum result() const;

 private:
  void begin_pass();
  void add_answer();
  bool is_finished() const;

  const SaddleMean* mean_;
  SaddleSide side_;
  std::vector<Vector> others_;
  SideOptions options_;
  Domain domain_;
  BracketedDescent descent_;
  std::size_t next_ = 0;  ///< of the others, at the present query
  Vector z_;
  SaddleMeanAnswer answer_;
  std::unique_ptr<Pass> pass_;
  ConvexAnswer total_;
  Index evaluations_ = 0;
};

}  // namespace noisy
