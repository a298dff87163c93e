#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/math/function_ref.h"
#include "engine/math/placed_sum.h"
#include "engine/privacy/oracle/request.h"
#include "engine/problem/domain/regularizer.h"
#include "engine/problem/risk/finite_sum.h"
#include "engine/random/stream.h"

namespace noisy {

class GradientOracle;
struct CoordinateClip;

/// What kinds of release see behind the wall. Only an oracle makes one, and only kinds get it.
class Exact {
 public:
  const FiniteSum& data() const;
  /// What an answer adds after the noise: it reads no data.
  const Regularizer& regularizer() const;

  /// After a pass the exact gradient of the empirical risk at the request's point; what is in it
  /// when a kind has answered is let out.
  Vector& value();

  /// value() = the mean gradient of a drawn batch at a point; with an anchor, of its differences to
  /// the gradients there. Of all records nothing is drawn.
  void mean_of_batch(const Vector& point, const Vector* anchor, Index batch_size);

  /// The sum of the gradients of the records of a block at a point, one after the other, each
  /// coordinate clipped; valid until the next request. One that is not finite counts 0: an error,
  /// or a count of such records, would tell of them.
  const math::PlacedSum& sum_of_block(const Vector& point, const RecordBlock& block,
                                      const CoordinateClip& clip);

  /// value() = the mean of the same, each coordinate of a record's gradient clipped to +-largest.
  ///
  /// @param largest  what bounds allow, so that nothing is clipped while they hold
  void mean_of_block(const Vector& point, const RecordBlock& block, double largest);
  /// The same, for who looks only where records have something; valid until the next request.
  const math::PlacedSum& placed_mean_of_block(const Vector& point, const RecordBlock& block,
                                              double largest);

  /// The same of several gradients of each record, at these points: value() = the mean over the
  /// records of what `add` makes of them.
  ///
  /// @param add  adds to a sum what follows from one record's clipped gradients, in the points'
  ///             order
  void mean_of_block(std::span<const Vector* const> points, const RecordBlock& block,
                     double largest, math::FunctionRef<void(std::span<const Vector>, Vector&)> add);

  /// Hands the losses of each of a block's records at these points to `take`, one record after the
  /// other, as they are: not clipped, and maybe not finite.
  ///
  /// @param take  gets one number for every point, in their order
  void values_in_block(std::span<const Vector* const> points, const RecordBlock& block,
                       math::FunctionRef<void(std::span<const double>)> take);

  /// Adds the answers of a block's records to the queries about them (FiniteSum::add_answers).
  void add_answers(const RecordBlock& block, std::span<std::int64_t> sums);

  /// Adds the release's noise to `values`, and charges it. An oracle without noise does nothing.
  void add_noise(const Release& release, const Vector& point, Vector& values);

  /// The stream that the next release's noise is drawn from, for kinds that draw it themselves;
  /// nothing in an oracle without noise.
  std::optional<Stream> noise_stream() const;
  /// What hidden work that comes before the next release draws from, apart from all noise.
  Stream work_stream() const;
  /// Draws the batch of the next request, for hidden work that comes before it.
  ///
  /// @param rest  what comes after it in the stream that it was drawn from
  std::vector<Index> draw_batch(Index batch_size, std::optional<Stream>& rest) const;
  /// What was let out in this place before, where an attacker carries the plan out again on other
  /// data (log_likelihood_of); else null. A kind that makes several selections in one release, each
  /// from where those before have led, walks along it, and answers with their log-chances.
  const Vector* published() const;
  /// Charges a release whose noise a kind has drawn itself.
  void charge(const Release& release);
  /// Releases so far.
  Index releases() const;

 private:
  friend class GradientOracle;
  explicit Exact(GradientOracle& oracle) : oracle_(oracle) {}
  GradientOracle& oracle_;
};

}  // namespace noisy
