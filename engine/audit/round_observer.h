#pragma once

#include <array>
#include <cstdint>

#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/privacy/oracle/release_watcher.h"
#include "engine/problem/domain/vertex_set.h"

namespace noisy {

/// What the attacker's model of one release is made of: the two possible exact answers.
struct ReleaseModel {
  double odd_rate = 1;                  ///< probability that the odd record takes part in a release
  double odd_share = 1;                 ///< its weight in the mean when it does
  double whole_share = 1;               ///< its weight in the mean of all records: 1/n
  const VertexSet* vertices = nullptr;  ///< of choices: the candidates
  /// Releases depend on a state behind the wall: they are kept, and scored afterwards.
  bool has_hidden_state = false;
  /// What each release is without noise, on either data set, in units in which all noise is alike:
  /// of plans that release what was solved beforehand (SolvedAnswer).
  std::array<std::span<const Vector>, 2> solved{};
};

/// Stands between oracle and data, sees every released gradient whichever way it is answered, and
/// adds up the scores that can be computed on the way.
class RoundObserver final : public FiniteSum, public ReleaseWatcher {
 public:
  /// @param sum      the data set of this round
  /// @param all      the numbers of its records; must outlive this
  /// @param records  the usual record and the odd one, which the attacker knows
  RoundObserver(const FiniteSum& sum, std::span<const Index> all, const FiniteSum& records,
                Regularizer regularizer, const ReleaseModel& model);

  /// The oracle that asks through this, from whose ledger each release's noise scale is read.
  void watch(GradientOracle& oracle) { oracle_ = &oracle; }

  /// Answers the request for all records that waits in the oracle, and lets it be released.
  void answer_pending();

  /// Keeps a copy of every release; of one that was solved beforehand in the units of `solved`.
  void keep_releases(std::vector<Vector>& kept) { kept_ = &kept; }

  /// Takes note of the release of a mini-batch that was answered on the way.
  void note_release();

  /// How many releases it has seen.
  Index noted() const { return noted_; }
  double likelihood_ratio() const { return likelihood_ratio_; }
  double coordinate_spread() const { return coordinate_spread_; }
  double repetition() const { return repetition_; }
  /// Names the bits of the first release.
  std::uint64_t first_release() const { return first_release_; }

  Index samples() const override { return sum_.samples(); }
  Index dimension() const override { return sum_.dimension(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override {
    return sum_.begin_pass(queries);
  }
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch& scratch) const override;
  void add_clipped_gradients(Index first, Index count, const Vector& point,
                             const CoordinateClip& clip, BatchScratch& scratch,
                             math::PlacedSum& sum) const override {
    sum_.add_clipped_gradients(first, count, point, clip, scratch, sum);
  }
  GradientBounds gradient_bounds() const override { return sum_.gradient_bounds(); }
  RegionBounds bounds_within(double radius) const override { return sum_.bounds_within(radius); }
  double l1_sensitivity_at(const Vector& point) const override {
    return sum_.l1_sensitivity_at(point);
  }
  bool is_allowed(const Vector& point) const override { return sum_.is_allowed(point); }
  double smoothness_bound() const override { return sum_.smoothness_bound(); }
  bool is_convex() const override { return sum_.is_convex(); }
  double record_convexity() const override { return sum_.record_convexity(); }
  const SaddleBounds* saddle() const override { return sum_.saddle(); }
  std::shared_ptr<const QueryFamily> queries() const override { return sum_.queries(); }
  void add_answers(Index first, Index count, std::span<std::int64_t> sums) const override {
    sum_.add_answers(first, count, sums);
  }
  double rank_one_curvature() const override { return sum_.rank_one_curvature(); }
  QuadraticBounds quadratic_bounds() const override { return sum_.quadratic_bounds(); }
  double allowed_radius() const override { return sum_.allowed_radius(); }
  double summation_error(Index records) const override { return sum_.summation_error(records); }

 private:
  /// A release that is answered from what was computed before: no data are asked for it.
  void note(const Request& request, const Vector& released) const override;
  void take_note() const;
  void note_solved(const Release& release, const Vector& released) const;
  void find_centres() const;
  /// Adds up what a release between these centres says.
  void score(const Release& release, const Vector& released) const;
  /// How little the noise would have changed since the last release, on the second data set, with
  /// the odd record in either batch or not.
  double least_change() const;
  void exact_gradient(Index record, const Vector& point, Vector& out) const;

  const FiniteSum& sum_;
  std::span<const Index> all_;
  const FiniteSum& records_;
  Regularizer regularizer_;
  ReleaseModel model_;
  GradientOracle* oracle_ = nullptr;
  std::vector<Vector>* kept_ = nullptr;

  // An oracle asks through a const reference, and what it asks is what is to be noted.
  mutable BatchScratch scratch_;
  mutable Vector point_;                      ///< of the request that is not noted yet
  mutable Vector anchor_;                     ///< of the same; empty without one
  mutable const Vector* released_ = nullptr;  ///< where its release will be
  /// Centres of a release: on the first data set; on the second, without and with the odd record.
  mutable Vector usual_, missed_, odd_, residual_missed_, residual_usual_, residual_odd_,
      last_usual_, last_missed_, last_odd_;
  mutable double likelihood_ratio_ = 0;
  mutable double coordinate_spread_ = 0;
  mutable double repetition_ = 0;
  mutable std::uint64_t first_release_ = 0;
  mutable Index noted_ = 0;
};

}  // namespace noisy
