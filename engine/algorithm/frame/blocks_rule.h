#pragma once

#include <memory>

#include "engine/algorithm/frame/budget_rule.h"
#include "engine/math/error.h"

namespace noisy {

/// What is released of one block of records.
struct BlockSchedule {
  RecordBlock block;
  std::shared_ptr<const ScheduledRule> rule;  ///< as if the block were all records
};

/// Disjoint blocks of records, each with a schedule of its own, one block after the other: parallel
/// composition. Replacing a record changes one block, so that all releases together cost what the
/// dearest block's do: the maximum over blocks of the sum inside a block. Where the blocks lie is
/// public, and a record stays in its place.
class BlocksRule final : public ScheduledRule {
 public:
  /// @error invalid-value at "blocks" unless there is one, no two overlap, each is whole in
  ///        0..samples - 1 and costs are counted alike
  static Result<BlocksRule> create(Index samples, std::vector<BlockSchedule> blocks);

  /// Of the dearest block.
  Cost cap() const override { return dearest().cap(); }
  Release at(Index number) const override;
  Index count() const override;
  std::vector<PlannedReleases> planned() const override;
  double spent(const Cost& cost) const override { return dearest().spent(cost); }
  void state(PrivacyClaim& claim) const override { dearest().state(claim); }

 private:
  explicit BlocksRule(std::vector<BlockSchedule> blocks) : blocks_(std::move(blocks)) {}
  const ScheduledRule& dearest() const;

  std::vector<BlockSchedule> blocks_;
};

}  // namespace noisy
