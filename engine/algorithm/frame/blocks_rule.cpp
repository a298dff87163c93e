#include "engine/algorithm/frame/blocks_rule.h"

#include <algorithm>

namespace noisy {
namespace {

bool overlap(const RecordBlock& a, const RecordBlock& b) {
  return a.holds(b.first) || b.holds(a.first);
}

bool is_inside(const RecordBlock& block, Index samples) {
  return block.first >= 0 && block.count > 0 && block.count <= samples - block.first;
}

}  // namespace

Result<BlocksRule> BlocksRule::create(Index samples, std::vector<BlockSchedule> blocks) {
  const auto refuse = [](const char* message) {
    return fail(ErrorCode::invalid_value, "blocks", message);
  };
  if (blocks.empty()) return refuse("there must be one");
  for (auto some = blocks.begin(); some != blocks.end(); ++some) {
    if (!is_inside(some->block, samples)) return refuse("must hold records, and only the data's");
    if (!some->rule->cap().counts_like(blocks.front().rule->cap())) {
      return refuse("must be charged in one unit");
    }
    const bool is_apart = std::none_of(blocks.begin(), some, [&](const BlockSchedule& other) {
      return overlap(other.block, some->block);
    });
    if (!is_apart) return refuse("must not overlap");
  }
  return BlocksRule(std::move(blocks));
}

const ScheduledRule& BlocksRule::dearest() const {
  return *std::ranges::max_element(blocks_, {}, [](const BlockSchedule& some) {
            return some.rule->cap().value;
          })->rule;
}

Release BlocksRule::at(Index number) const {
  for (const BlockSchedule& some : blocks_) {
    if (number > some.rule->count()) {
      number -= some.rule->count();
      continue;
    }
    Release release = some.rule->at(number);
    release.block = some.block;
    return release;
  }
  return {};
}

Index BlocksRule::count() const {
  Index count = 0;
  for (const BlockSchedule& some : blocks_) count += some.rule->count();
  return count;
}

std::vector<PlannedReleases> BlocksRule::planned() const {
  std::vector<PlannedReleases> out;
  for (const BlockSchedule& some : blocks_) {
    for (PlannedReleases kind : some.rule->planned()) {
      kind.first.block = kind.last.block = some.block;
      out.push_back(kind);
    }
  }
  return out;
}

}  // namespace noisy
