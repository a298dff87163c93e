#pragma once

namespace noisy {

/// A SaddleLoss that is affine in the features and does not read the target: its mean over any law
/// of records is the loss at their mean.
class AffineInRecord {
 public:
  virtual ~AffineInRecord() = default;
};

}  // namespace noisy
