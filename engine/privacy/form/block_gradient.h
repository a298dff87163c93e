#pragma once

#include "engine/privacy/oracle/request.h"

namespace noisy {

/// Blocks of B records, one after the other: how many have been read is all that it keeps. Nobody
/// but its kind of release moves it on, and no record is read twice.
class BlockReader final {
 public:
  /// @param block_size  B >= 1
  /// @param scale       standard deviation of the noise of all its releases; 0 without noise
  BlockReader(Index block_size, double scale) : block_size_(block_size), scale_(scale) {}
  BlockReader(const BlockReader&) = delete;
  BlockReader& operator=(const BlockReader&) = delete;

 private:
  friend class BlockGradientForm;
  Index block_size_;
  double scale_;
  Index used_ = 0;  ///< records that have been read: the first so many
};

/// The mean gradient of the next B records at a point, of a saddle problem their mean operator
/// (grad_x f, -grad_y f), with Gaussian noise in every coordinate.
///
/// A record stands in one block. Replacing it moves that block's mean by at most S_2 / B in l2,
/// and no other one: later blocks are asked at points that follow from what was released. Records'
/// gradients are clipped to what their bounds allow, coordinate by coordinate, which moves no two
/// of them further apart. So all releases of a reader are, on neighbouring data, one Gaussian
/// mechanism between steps that are the same on both (parallel composition): they cost
///
///     (S_2 / (B sigma))^2 / 2
///
/// in rho together, and convert to (epsilon, delta) as exactly as one does. The first release pays
/// that, and no later one adds to it; for this sigma is the same in all.
const ReleaseForm* block_gradient_form();

/// The details of such a release.
ReleaseDetails details_of_blocks(Index block_size);

struct BlockGradientRequest : Request {
  BlockReader* reader = nullptr;
};

/// @param x        where records are asked; must outlive the request, as must the reader
/// @param release  of this kind; its noise scale and its B are the reader's
BlockGradientRequest next_block_gradient(BlockReader& reader, const Vector& x,
                                         const Release& release);

}  // namespace noisy
