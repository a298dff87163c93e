#include "engine/solver/base/component_sum.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

constexpr Index kBlock = 256;

Index block_count(Index components) {
  return (components + kBlock - 1) / kBlock;
}

double larger_or_nan(double a, double b) {
  return std::isnan(a) || b <= a ? a : b;
}

/// Means in one fixed order: components are added one by one within blocks of 256, and blocks
/// pairwise, so that the error grows like the logarithm of the number of blocks.
class ComponentPass final : public Pass {
 public:
  ComponentPass(const ComponentSum& sum, const Vector& z, OperatorMean& mean)
      : sum_(sum), z_(z), mean_(mean), blocks_(block_count(sum.components())) {
    sums_.assign(static_cast<std::size_t>(blocks_), {});
  }

  bool advance(ThreadPool& pool, const Deadline& deadline) override {
    do {
      const Index count = std::min<Index>(pool.threads(), blocks_ - next_);
      pool.parallel_for(count, [&](Index k) { add_block(next_ + k); });
      next_ += count;
      if (next_ == blocks_) {
        finish();
        return true;
      }
    } while (!deadline.passed());
    return false;
  }

 private:
  struct BlockSum {
    Vector total;
    double longest = 0;
  };

  void add_block(Index block) {
    BlockSum& out = sums_[static_cast<std::size_t>(block)];
    out.total = Vector::Zero(z_.size());
    Vector component(z_.size());
    const Index end = std::min(sum_.components(), (block + 1) * kBlock);
    for (Index i = block * kBlock; i < end; ++i) {
      sum_.component_at(i, z_, component);
      out.total += component;
      out.longest = larger_or_nan(out.longest, sum_.gradient_length(i, z_, component));
    }
  }

  void finish() {
    for (std::size_t step = 1; step < sums_.size(); step *= 2) {
      for (std::size_t k = 0; k + step < sums_.size(); k += 2 * step) {
        sums_[k].total += sums_[k + step].total;
        sums_[k].longest = larger_or_nan(sums_[k].longest, sums_[k + step].longest);
      }
    }
    mean_.value = sums_[0].total / static_cast<double>(sum_.components());
    mean_.longest_gradient = sums_[0].longest;
  }

  const ComponentSum& sum_;
  const Vector& z_;
  OperatorMean& mean_;
  Index blocks_;
  Index next_ = 0;
  std::vector<BlockSum> sums_;
};

}  // namespace

double ComponentSum::gradient_length(Index /*i*/, const Vector& /*z*/,
                                     const Vector& component) const {
  return math::l2_norm(component);
}

std::unique_ptr<Pass> ComponentSum::begin_pass(const Vector& z, OperatorMean& mean) const {
  return std::make_unique<ComponentPass>(*this, z, mean);
}

double ComponentSum::rounding_error(double point_norm) const {
  constexpr double kUnit = 0x1p-53;
  const auto blocks = static_cast<double>(block_count(components()));
  const auto additions = static_cast<double>(std::min(components(), kBlock)) +
                         math::log(blocks) / std::numbers::ln2 + 1;
  const double evaluated = static_cast<double>(dimension()) * smoothness().joint * point_norm;
  return kUnit * ((8 + additions) * lipschitz() + evaluated);
}

}  // namespace noisy
